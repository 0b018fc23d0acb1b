import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { stepCrowd } from "../../crowd/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { bits, crowdOf } from "./scenes.ts";

const powers = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true })
    .map((e) => Math.min(high, Math.max(low, 10 ** e)));
const signed = (low: number, high: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(0), fc.tuple(powers(low, high), fc.constantFrom(-1, 1)).map(([n, sign]) => n * sign));
const place = fc.record({ x: signed(1e-9, 1e6), y: signed(1e-9, 1e6) });
const near = fc.record({ x: signed(1e-9, 10), y: signed(1e-9, 10) });

const crowds = fc.record({
  agents: fc.array(
    fc.record({
      position: fc.oneof(place, near, fc.constant({ x: 0, y: 0 })),
      velocity: fc.record({ x: signed(1e-9, 7e2), y: signed(1e-9, 7e2) }),
      radius: powers(1e-3, 1e3),
      maxSpeed: fc.oneof(fc.constant(0), powers(1e-9, 1e3)),
      budget: fc.oneof(fc.constant(Infinity), powers(1e-3, 1e3)),
      goal: fc.oneof(place, near),
      responsibility: fc.constantFrom(0, 1e-3, 1, 1, 1e3),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  timeHorizon: powers(1e-2, 1e2),
  timeStep: powers(1e-3, 1),
  passingSide: fc.constantFrom("right", "left", "byId"),
  optimizationVelocity: fc.constantFrom("current", "preferred", "zero"),
  fallback: fc.constantFrom("brake", "leastViolation", "keepPrevious", "stop"),
  maxNeighbors: fc.constantFrom(Infinity, 2),
  perturbation: fc.constantFrom("off", { size: 0.01, seed: 5 }),
});

it("C1: positions to 1e6 m, radii 1e-3 to 1e3 m, horizons 1e-2 to 1e2 s, speeds to 1e3 m/s: 50 steps stay finite", () => {
  fc.assert(
    fc.property(crowds, ({ agents, ...parameters }) => {
      let crowd = crowdOf(agents.map((agent, id) => ({ id, ...agent })), parameters);
      for (let k = 0; k < 50; k++) {
        crowd = stepCrowd(crowd);
        for (const agent of crowd.agents) {
          const { position, velocity, detour, waiting, maxSpeed } = agent;
          const all = [position.x, position.y, velocity.x, velocity.y, detour, waiting];
          assert(all.every(Number.isFinite), bits(agent));
          if (agent.budget === Infinity) {
            assert(
              Math.hypot(velocity.x, velocity.y) <= maxSpeed + 1e-9 * Math.max(1, maxSpeed),
              bits(agent),
            );
          }
        }
        for (const { decision } of crowd.report.decisions) {
          assert(decision.margins.every(({ margin }) => Number.isFinite(margin)), bits(decision));
          assert(decision.motion.length > 0);
        }
        for (const { depth } of crowd.report.overlaps) assert(Number.isFinite(depth) && depth > 0);
      }
    }),
    runs("crowd extremes"),
  );
});

it("C1: the smallest and largest numbers that an input may hold stay finite", () => {
  for (
    const [radius, position, speed, horizon, step] of [
      [1e-12, 1e12, 1e12, 1e12, 1e-12],
      [1e12, -1e12, 1e-12, 1e-12, 1e12],
      [1e12, 1e-300, 1e12, 1e12, 1e12],
      [1e-12, 0, 0, 1e-12, 1e-12],
    ] as const
  ) {
    const agents = [0, 1, 2].map((id) => ({
      id,
      position: { x: position, y: id * 1e-12 },
      velocity: { x: -speed, y: speed },
      radius,
      maxSpeed: speed,
      budget: id === 1 ? 1e-12 : Infinity,
      goal: { x: -position, y: position },
    }));
    let crowd = crowdOf(agents, { timeHorizon: horizon, timeStep: step });
    for (let k = 0; k < 3; k++) {
      crowd = stepCrowd(crowd);
      for (const { position: p, velocity: v } of crowd.agents) {
        assert([p.x, p.y, v.x, v.y].every(Number.isFinite), bits(crowd.agents));
      }
    }
  }
});
