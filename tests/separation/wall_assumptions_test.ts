import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Crowd, type CrowdAgent, stepCrowd } from "../../crowd/mod.ts";
import { type Breach, coasting, moved } from "./breach.ts";
import { leastEdgeMargin, trackOf } from "./continuous_gap.ts";
import { crowdFrom, tracksOf } from "./crowd_run.ts";

// An agent that is driven at a wall stays behind it, and not any more once one assumption of B20 is broken.

const dt = 0.1;

/** A wall 2 m away. */
const WALL = { id: "wall", normal: { x: 1, y: 0 }, offset: 2, velocity: { x: 0, y: 0 } };

/** Least margin over 60 steps, m. */
function leastMargin(
  { before, instead }: Breach,
  wallAt: (tick: number) => number = () => WALL.offset,
): number {
  let crowd = crowdFrom({
    agents: [{ id: 1, position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1.5, budget: 1 }],
    parameters: { timeHorizon: 1, timeStep: dt, detour: "off" },
  });
  let least = Infinity;
  for (let tick = 0; tick < 60; tick++) {
    const now = before?.(crowd, tick) ?? crowd, edges = [{ ...WALL, offset: wallAt(tick) }];
    const next = stepCrowd(now, {
      preferred: [{ id: 1, velocity: { x: 1.5, y: 0 } }],
      regions: [{ id: 1, region: { edges } }],
    });
    const decided = tracksOf(now, next)[0]!, track = instead?.(now.agents[0]!, tick, decided) ?? decided;
    least = Math.min(least, leastEdgeMargin(edges[0]!, track));
    crowd = track === decided ? next : { ...next, agents: [moved(next.agents[0]!, track)] };
  }
  return least;
}

/** The worst of a breach at any of the first 40 ticks, m. */
function worst(breach: (at: number) => number): number {
  return Math.min(...Array.from({ length: 40 }, (_, at) => breach(at)));
}

it("B20: unbroken, the agent comes to the wall and stays behind it", () => {
  const least = leastMargin({});
  assert(least >= 0 && least < 1e-8, `${least}`);
});

it("B20: a decision that comes late, so that the old velocity goes on for a step, can let it out", () => {
  const late = (at: number) =>
    leastMargin({ instead: (agent, tick) => tick === at ? coasting(agent, dt) : undefined });
  assert(worst(late) < -1e-3);
});

it("B20: a budget that shrinks can let it out", () => {
  const weak = (crowd: Crowd): Crowd => ({
    ...crowd,
    agents: crowd.agents.map((agent): CrowdAgent => ({ ...agent, budget: 0.5 })),
  });
  assert(worst((at) => leastMargin({ before: (crowd, tick) => tick === at ? weak(crowd) : crowd })) < -1e-3);
});

it("B20: a motion that is a tenth more than decided lets it out", () => {
  const least = leastMargin({
    instead: ({ position }, _, { pieces }) =>
      trackOf(
        position,
        pieces.map(({ duration, velocity, acceleration }) => ({
          duration,
          velocity: { x: 1.1 * velocity.x, y: 0 },
          acceleration: { x: 1.1 * acceleration.x, y: 0 },
        })),
      ),
  });
  assert(least < -1e-3, `${least}`);
});

it("B20: a wall that comes nearer than the stop, without a motion that says so, lets it out", () => {
  // at tick 15 the agent is near 1 m and 1.3 m/s, and needs 0.9 m to stop
  const least = leastMargin({}, (tick) => tick < 15 ? 2 : 1.6);
  assert(least < -1e-3, `${least}`);
});
