import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { decide } from "../../solver/decide.ts";
import type { DecisionProblem } from "../../solver/decision.ts";
import { feasibleCandidates, solveByEnumeration } from "../../solver/enumeration.ts";
import { solveIncremental } from "../../solver/incremental.ts";
import { solveLeastViolation } from "../../solver/least_violation.ts";
import type { VelocityProblem } from "../../solver/problem.ts";
import { solveBySampling } from "../../solver/sampling.ts";
import { counts } from "../counts.ts";
import { randomProblem, shown } from "./random_problems.ts";
import { at, atLeast, disc, edge, neighbor, worst } from "./records.ts";

const grid = fc.integer({ min: -64000, max: 64000 }).map((n) => n / 64);
const absurd = fc.constantFrom(
  0,
  -0,
  1,
  -1,
  5e-324,
  -5e-324,
  2.2250738585072014e-308,
  1e-300,
  1e-160,
  -1e-160,
  1e-20,
  1e20,
  1e154,
  -1e154,
  1e160,
  1e300,
  -1e300,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
);
const number = fc.oneof(grid, absurd);
const size = number.map(Math.abs);
const vector = fc.record({ x: number, y: number });
const normal = fc.oneof(
  fc.constantFrom(
    at(1, 0),
    at(-1, 0),
    at(0, 1),
    at(0, -1),
    at(0.6, 0.8),
    at(-0.6, 0.8),
    at(1, 5e-324),
    at(1, 1e-170),
  ),
  fc.integer({ min: 0, max: 4095 }).map((n) =>
    at(Math.cos(n * Math.PI / 2048), Math.sin(n * Math.PI / 2048))
  ),
);
const halfPlanes = (source: (id: number) => HalfPlane["source"]) =>
  fc.array(fc.record({ point: vector, normal }), { maxLength: 8 }).map((lines) =>
    lines.map((line, i): HalfPlane => ({ ...line, source: source(i) }))
  );
const velocityProblem: fc.Arbitrary<VelocityProblem> = fc.record({
  preferred: vector,
  halfPlanes: halfPlanes(neighbor),
  hard: halfPlanes(edge),
  discs: fc.array(fc.record({ center: vector, radius: size }), { maxLength: 3 }),
});

function finite(v: Vec2 | undefined): boolean {
  return v === undefined || (Number.isFinite(v.x) && Number.isFinite(v.y));
}

it("S1–S8: absurd numbers never throw and never put NaN or an infinity into a velocity", () => {
  fc.assert(
    fc.property(velocityProblem, (p) => {
      for (const solve of [solveByEnumeration, solveIncremental, solveLeastViolation]) {
        assert(finite(O.toUndefined<{ velocity: Vec2 }>(solve(p))?.velocity), solve.name);
      }
      for (const c of feasibleCandidates(p)) assert(finite(c.velocity), "feasibleCandidates");
      const sampled = O.toUndefined(solveBySampling(p, { seed: 1, samples: 5, spread: 1 }));
      assert(finite(sampled?.velocity), "solveBySampling");
      const violation = O.toUndefined(solveLeastViolation(p))?.violation ?? 0;
      assert(violation >= 0, `violation ${violation}`);
    }),
    { numRuns: counts("solver decisions"), seed: 1 },
  );
});

it("S9: absurd numbers never throw and never put NaN or an infinity into a decision's velocity", () => {
  const policy = fc.constantFrom("brake", "leastViolation", "keepPrevious", "stop");
  const given = fc.record({
    stopTarget: vector,
    actual: vector,
    previous: vector,
    fallback: policy,
    timeStep: fc.constant(0.1),
  }, {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(
      velocityProblem,
      given,
      fc.boolean(),
      ({ preferred, discs, halfPlanes, hard }, more, explain) => {
        const p = {
          preferred,
          discs,
          neighbors: halfPlanes,
          boundaries: hard ?? [],
          ...more,
          explain,
        } as DecisionProblem;
        const d = decide(p);
        assert(finite(d.velocity), d.kind);
        for (const m of d.margins) assert(!Number.isNaN(m.margin), `margin of ${m.constraint.kind}`);
      },
    ),
    { numRuns: counts("solver decisions"), seed: 1 },
  );
});

it("S3: up to 1e3 m/s the tolerance keeps its meaning", () => {
  for (const cap of [1e-3, 1, 1e3]) {
    const n = at(0.6, 0.8),
      p: VelocityProblem = {
        preferred: at(cap, cap),
        halfPlanes: [
          atLeast(at(-0.6, -0.8), -0.5 * cap, neighbor(1)),
          atLeast(at(-0.8, 0.6), -0.25 * cap, neighbor(2)),
        ],
        discs: [disc(0, 0, cap), disc(0.125 * cap, 0.25 * cap, 0.375 * cap)],
      };
    for (const solve of [solveByEnumeration, solveIncremental]) {
      const found = O.toUndefined(solve(p))!;
      assert(worst(found.velocity, p.halfPlanes, p.discs) <= 1e-12 * Math.max(1, cap));
      assertAlmostEquals(
        n.x * found.velocity.x + n.y * found.velocity.y,
        0.5 * cap,
        1e-12 * Math.max(1, cap),
      );
    }
  }
});

it("S1, S6: a problem scaled by a power of two has the scaled answer, bit for bit, above 1 m/s", () => {
  // The tolerance scales along there, and doubles keep their digits.
  for (let seed = 0; seed < counts("solver candidates"); seed++) {
    const random = randomProblem(seed), p = random.problem;
    if (Math.max(...p.discs.map((d) => d.radius)) < 1) continue;
    const times = (v: Vec2): Vec2 => at(v.x * 256, v.y * 256);
    const line = (h: HalfPlane): HalfPlane => ({ ...h, point: times(h.point) });
    const scaled: VelocityProblem = {
      preferred: times(p.preferred),
      halfPlanes: p.halfPlanes.map(line),
      hard: (p.hard ?? []).map(line),
      discs: p.discs.map((d) => ({ center: times(d.center), radius: d.radius * 256 })),
    };
    for (const solve of [solveByEnumeration, solveIncremental]) {
      const small = O.toUndefined(solve(p)), large = O.toUndefined(solve(scaled));
      assertEquals(large?.velocity, small && times(small.velocity), shown(random));
    }
  }
});

it("S1: a preferred velocity beyond what can be squared still gets a velocity inside the limits", () => {
  const p: VelocityProblem = {
    preferred: at(1e300, -1e300),
    halfPlanes: [atLeast(at(0.6, 0.8), 0.25, neighbor(1))],
    discs: [disc(0, 0, 1), disc(0.25, 0.25, 0.5)],
  };
  for (const solve of [solveByEnumeration, solveIncremental]) {
    const found = O.toUndefined(solve(p));
    assert(
      found === undefined || worst(found.velocity, p.halfPlanes, p.discs) < 1e-11,
      JSON.stringify(found),
    );
  }
});
