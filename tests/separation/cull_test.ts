import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { decideAgent, type Situation } from "../../avoidance/mod.ts";
import { canCull, type Mover, reachOfStep, separationEdges } from "../../boundary/mod.ts";
import { type Crowd, stepCrowd } from "../../crowd/mod.ts";
import type { MotionPiece, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { bits } from "../crowd/scenes.ts";
import { leastEdgeMargin } from "./continuous_gap.ts";
import { crowdFrom, withTimeStep } from "./crowd_run.ts";
import { pairOfMovers, shifted } from "./movers.ts";
import { randomCrowd } from "./random_crowd.ts";

/** The ramp (or the jump) to an end velocity, and the stop after it. */
function wholeMotion(
  { velocity: v0, budget, reference }: Mover,
  v1: Vec2,
  dt: number,
): readonly MotionPiece[] {
  const still = { x: 0, y: 0 }, r = reference ?? still;
  if (budget === Infinity) return [{ duration: dt, velocity: v1, acceleration: still }];
  const c = { x: v1.x - r.x, y: v1.y - r.y }, size = Math.hypot(c.x, c.y);
  const ramp = {
    duration: dt,
    velocity: v0,
    acceleration: { x: (v1.x - v0.x) / dt, y: (v1.y - v0.y) / dt },
  };
  const braking = { x: -c.x / size * budget, y: -c.y / size * budget };
  return size === 0 ? [ramp] : [ramp, { duration: size / budget, velocity: v1, acceleration: braking }];
}

const direction = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
const share = fc.constantFrom(1, 1, 1, 0.7, 0);

it("M7: whoever is culled could not have reached its plane with any velocity of this step, nor stopped beyond it", () => {
  let culled = 0, alone = 0;
  fc.assert(
    fc.property(
      pairOfMovers,
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom(0.02, 0.1, 0.25),
      direction,
      share,
      ([a, b], farther, dt, angle, length) => {
        const away = shifted(b, { x: farther / 2, y: farther / 3 }), cap = 2.5, r = a.reference!;
        const edges = separationEdges(a, away);
        const own = canCull(a, away, 1e-9, reachOfStep(a, dt, cap));
        if (!own || edges._tag === "None") return;
        culled++;
        if (!canCull(away, a, 1e-9, reachOfStep(away, dt, cap))) alone++;
        // any velocity that it can have: here the farthest toward the plane, in a direction, or none
        const n = edges.value[0].normal;
        for (const toward of [n, { x: Math.cos(angle), y: Math.sin(angle) }]) {
          const now = { x: a.velocity.x - r.x, y: a.velocity.y - r.y };
          const change = a.budget === Infinity ? cap : a.budget * dt * length;
          const base = a.budget === Infinity ? { x: 0, y: 0 } : now;
          let c = { x: base.x + change * toward.x, y: base.y + change * toward.y };
          const size = Math.hypot(c.x, c.y), most = Math.max(cap, Math.hypot(now.x, now.y));
          if (size > most) c = { x: c.x * most / size, y: c.y * most / size };
          const pieces = wholeMotion(a, { x: r.x + c.x, y: r.y + c.y }, dt);
          const margin = leastEdgeMargin(edges.value[0], { from: a.position, pieces });
          assert(margin >= -1e-9, `${margin}`);
        }
      },
    ),
    { numRuns: counts("separation planes") },
  );
  assert(culled > counts("separation planes") / 8, `${culled} culled`);
  assert(alone > culled / 20, `only ${alone} of ${culled} culled by one of the two`);
});

it("M7: a culled pair that comes nearer is not culled any more", () => {
  const at = (x: number): Mover => ({
    id: x,
    position: { x, y: 0 },
    velocity: { x: 0, y: 0 },
    radius: 0.5,
    budget: 1,
  });
  const reach = reachOfStep(at(0), 0.1, 1.5); // 0.005 m and the stop from 0.1 m/s, 0.005 m
  assert(canCull(at(0), at(1.0200001), 1e-9, reach));
  assert(!canCull(at(0), at(1.0199999), 1e-9, reach));
});

/** The decision of an agent that is told of everybody, however far. */
function decisionWithAll(crowd: Crowd, after: Crowd, i: number): unknown {
  const agent = crowd.agents[i]!, entry = after.report.decisions.find(({ id }) => id === agent.id)!;
  const seen = new Set(
    entry.decision.margins.flatMap(({ constraint }) => constraint.kind === "neighbor" ? [constraint.id] : []),
  );
  const situation: Situation = {
    self: agent,
    neighbors: crowd.agents.filter(({ id }) => seen.has(id)),
    parameters: crowd.parameters,
    preferred: entry.preferred,
    maxSpeed: agent.maxSpeed,
    budget: agent.budget,
    fallback: crowd.parameters.fallback,
    separation: {
      kind: "floor",
      movers: crowd.agents.filter(({ id }) => id !== agent.id),
      slack: crowd.parameters.floorSlack,
      excluded: [],
    },
  };
  return decideAgent(situation);
}

it("M7: a crowd's search leaves nobody out: told of all others, every agent decides the same, bit for bit", () => {
  let compared = 0;
  for (let seed = 0; seed < counts("separation culling"); seed++) {
    const random = randomCrowd(2000 + seed, "open");
    if (random.support.x !== 0) continue;
    const { agents, parameters } = random.input;
    // settling off: the decision with all is taken again from the weights that the agents were given
    let crowd = crowdFrom({ agents, parameters: { ...parameters, detour: "off", settling: "off" } });
    for (let tick = 0; tick < 12; tick++) {
      const now = withTimeStep(crowd, random.timeStep(tick));
      const next = stepCrowd(now, { preferred: random.wishes(now) });
      now.agents.forEach((agent, i) => {
        const entry = next.report.decisions.find(({ id }) => id === agent.id);
        if (entry === undefined || agent.responsibility === 0) return; // parked: its part is 0
        compared++;
        const { decision } = entry;
        assertEquals(
          bits(decisionWithAll(now, next, i)),
          bits(decision),
          `seed ${2000 + seed}, tick ${tick}`,
        );
      });
      crowd = next;
    }
  }
  assert(compared > 50 * counts("separation culling"), `${compared}`);
});

it("M7: a parked agent, whose part of a gap is nothing, comes near nobody unnoticed, however far the gap", () => {
  // x must make way for y, who holds its line; z may use the whole gap to x, which is parked when z looks
  const shared = { radius: 0.5, maxSpeed: 2, budget: 1 };
  const crowd = crowdFrom({
    agents: [
      { id: "x", position: { x: 0, y: 0 }, ...shared, responsibility: 0 },
      { id: "y", position: { x: -1.02, y: 0 }, velocity: { x: 0.5, y: 0 }, ...shared, responsibility: 0 },
      { id: "z", position: { x: 1.3, y: 0 }, ...shared, maxSpeed: 10, budget: "unlimited" },
    ],
    parameters: { timeHorizon: 0.1, timeStep: 0.1, detour: "off" },
  });
  const { decisions, overlaps } = stepCrowd(crowd, {
    preferred: [{ id: "y", velocity: { x: 0.5, y: 0 } }, { id: "z", velocity: { x: -10, y: 0 } }],
  }).report;
  const unproven = new Set(
    decisions.flatMap(({ id, decision }) =>
      (decision.proof?.unproven ?? []).map((pair) => `${id} ${pair.id}`)
    ),
  );
  assert(unproven.has("x y") && unproven.has("y x"));
  for (const { a, b, depth } of overlaps) {
    assert(
      unproven.has(`${a} ${b}`) || unproven.has(`${b} ${a}`),
      `${a} and ${b} overlap by ${depth} m, unreported`,
    );
  }
});

/** A hexagon of agents with so many rings round the one in the middle, neighbors 1 cm apart. */
function hexagon(rings: number, budget: number | "unlimited"): readonly Record<string, unknown>[] {
  const agents: Record<string, unknown>[] = [];
  for (let i = -rings; i <= rings; i++) {
    for (let j = -rings; j <= rings; j++) {
      if (Math.abs(i + j) > rings) continue;
      const position = { x: 1.01 * (i + j / 2), y: 1.01 * j * Math.sqrt(3) / 2 };
      agents.push({ id: `${i} ${j}`, position, radius: 0.5, maxSpeed: 1.5, budget });
    }
  }
  return agents;
}

it("M7: the caps on half-planes cut nobody off the floor", () => {
  for (const caps of [{}, { maxNeighbors: 1 }, { neighborDistance: 0.001 }]) {
    const crowd = crowdFrom({
      agents: hexagon(1, 1),
      parameters: { timeHorizon: 2, timeStep: 0.1, ...caps },
    });
    const { decisions } = stepCrowd(crowd, { preferred: [{ id: "0 0", velocity: { x: 1.5, y: 0 } }] }).report;
    const { proof } = decisions.find(({ id }) => id === "0 0")!.decision;
    assertEquals(proof?.limits.map(({ id }) => id), ["-1 0", "-1 1", "0 -1", "0 1", "1 -1", "1 0"]);
  }
});

it("M7: pairs of a dense crowd are bounded by packing; k agents in one place cost and report k² of them", () => {
  for (const budget of [1, "unlimited"] as const) {
    const packed = crowdFrom({ agents: hexagon(5, budget), parameters: { timeHorizon: 2, timeStep: 0.1 } });
    const planes = stepCrowd(packed).report.decisions.map(({ decision }) => decision.proof?.limits.length);
    assertEquals(Math.max(...planes.map((n) => n ?? 0)), 6);
  }
  const heap = Array.from({ length: 12 }, (_, id) => ({
    id,
    position: { x: id / 100, y: 0 },
    radius: 0.5,
    maxSpeed: 1.5,
  }));
  const crowd = crowdFrom({ agents: heap, parameters: { timeHorizon: 2, timeStep: 0.1 } });
  const { decisions } = stepCrowd(crowd).report;
  const unproven = decisions.flatMap(({ decision }) => decision.proof?.unproven ?? []);
  assertEquals(unproven.length, 12 * 11);
  assert(unproven.every(({ reason }) => reason === "overlapping"));
});
