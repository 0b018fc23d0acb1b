import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid } from "../../avoidance/mod.ts";
import { type Crowd, type CrowdAgent, stepCrowd } from "../../crowd/mod.ts";
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import type { Decision, UnprovenPair } from "../../solver/mod.ts";
import { counts } from "../counts.ts";
import { crowdFrom } from "./crowd_run.ts";
import { stopDistance } from "./movers.ts";
import { between, drawFrom, heading } from "./random_crowd.ts";

const still = { x: 0, y: 0 };

/** What an agent at (0, 0) with 2 m/s to the right and 1 m/s² decides on toward another of the same radius 0.5. */
function toward(position: Vec2, velocity: Vec2, timeHorizon: number): Decision {
  const found = avoid({
    self: { id: "a", position: still, velocity: { x: 2, y: 0 }, radius: 0.5 },
    neighbors: [{ id: "b", position, velocity, radius: 0.5 }],
    parameters: { timeHorizon, timeStep: 0.1 },
    preferred: { x: 2, y: 0 },
    maxSpeed: 2,
    budget: 1,
  });
  if (found._tag === "Left") throw new Error(found.left[0].rule);
  return found.right;
}

const tooFast: readonly (readonly [Vec2, Vec2])[] = [
  [{ x: 2.5, y: 0 }, still],
  [{ x: 2.5, y: 0.3 }, still],
  [{ x: 2.5, y: 0.3 }, { x: -1, y: 0 }],
  [{ x: 2, y: 0.9 }, still],
  [{ x: 2.2, y: -0.6 }, { x: -0.5, y: 0 }],
];

/** Closing speed of velocity v toward somebody at p, m/s. */
function closing(v: Vec2, p: Vec2): number {
  return (v.x * p.x + v.y * p.y) / Math.hypot(p.x, p.y);
}

it("M5, MX3: a pair that is too fast to stop apart is reported, and nothing is claimed for it", () => {
  for (const [position, velocity] of tooFast) {
    const { proof } = toward(position, velocity, 0.5);
    assertEquals(proof?.unproven, [{ id: "b", reason: "tooFast" }]);
    assertEquals(proof?.limits, []);
  }
});

it("M5: an overlapping pair is reported, and relaxed like any overlap", () => {
  const decision = toward({ x: 0.9, y: 0 }, still, 0.5);
  assertEquals(decision.proof?.unproven, [{ id: "b", reason: "overlapping" }]);
  assertEquals(decision.kind, "AvoidanceRelaxed");
  assertAlmostEquals(decision.velocity.x, 1.9, 1e-9);
});

it("M5: where the others leave room, the velocity of least closing speed that can be reached is taken", () => {
  for (const [position, velocity] of tooFast) {
    const decision = toward(position, velocity, 0.5), d = Math.hypot(position.x, position.y);
    assertAlmostEquals(decision.velocity.x, 2 - 0.1 * position.x / d, 1e-9);
    assertAlmostEquals(decision.velocity.y, -0.1 * position.y / d, 1e-9);
  }
});

it("M5: in any case the closing speed falls by most of what the budget can do", () => {
  for (const [position, velocity] of tooFast) {
    for (const timeHorizon of [0.5, 2, 4]) {
      const before = closing({ x: 2, y: 0 }, position);
      const after = closing(toward(position, velocity, timeHorizon).velocity, position);
      assert(before - after >= 0.85 * 0.1, `${timeHorizon} s: ${before} to ${after}`);
    }
  }
});

/** Agents anywhere, with any velocities: overlapping, too fast, and separated ones. */
function heap(seed: number): { readonly crowd: Crowd; readonly wishes: readonly Vec2[] } {
  const draw = drawFrom(seed), n = 3 + Math.floor(10 * draw()), side = between(draw, 2, 8);
  const crowd = crowdFrom({
    agents: Array.from({ length: n }, (_, id) => ({
      id,
      position: { x: between(draw, 0, side), y: between(draw, 0, side) },
      velocity: heading(draw, between(draw, 0, 1.5)),
      radius: between(draw, 0.2, 0.5),
      maxSpeed: 1.5,
      budget: draw() < 0.15 ? "unlimited" : between(draw, 0.3, 4),
    })),
    parameters: { timeHorizon: between(draw, 0.5, 3), timeStep: between(draw, 0.02, 0.2) },
  });
  return { crowd, wishes: crowd.agents.map(() => heading(draw, 1.5)) };
}

function reportedBy(crowd: Crowd, id: AgentId): readonly UnprovenPair[] {
  return crowd.report.decisions.find((entry) => entry.id === id)?.decision.proof?.unproven ?? [];
}

function overlaps(a: CrowdAgent, b: CrowdAgent): boolean {
  return Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y) < a.radius + b.radius;
}

it("M5: exactly the pairs that are not separated are reported, by both; once separated they stay so", () => {
  let seen = 0, joined = 0;
  for (let seed = 0; seed < counts("separation culling"); seed++) {
    const { crowd: start, wishes } = heap(seed), covered = new Set<string>();
    let crowd = start;
    for (let tick = 0; tick < 80; tick++) {
      const next = stepCrowd(crowd, {
        preferred: crowd.agents.map(({ id }, i) => ({ id, velocity: wishes[i]! })),
      });
      for (const a of crowd.agents) {
        const reported = new Map(reportedBy(next, a.id).map(({ id, reason }) => [id, reason]));
        for (const b of crowd.agents) {
          if (a.id === b.id) continue;
          const spare = stopDistance(a, b) - a.radius - b.radius, pair = `${a.id} ${b.id}`;
          const where = `seed ${seed}, tick ${tick}: ${pair} by ${spare}`;
          if (spare < -1e-9) {
            seen++;
            assert(!covered.has(pair), `${where} are not separated any more`);
            assertEquals(reported.get(b.id), overlaps(a, b) ? "overlapping" : "tooFast", where);
          } else if (spare > 1e-9) {
            assert(!reported.has(b.id), `${where} are reported`);
            if (tick > 0 && !covered.has(pair)) joined++;
            covered.add(pair);
          }
        }
      }
      crowd = next;
    }
  }
  const n = counts("separation culling");
  assert(seen > 20 * n && joined > 3 * n, `${seen} reports, ${joined} joined later`);
});
