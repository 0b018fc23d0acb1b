import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Vec2 } from "../../geometry/vector.ts";
import { solveByEnumeration } from "../../solver/enumeration.ts";
import { solveIncremental } from "../../solver/incremental.ts";
import type { Candidate, VelocityProblem } from "../../solver/problem.ts";
import { counts } from "../counts.ts";
import { exactOptimum, exactViolation } from "./exact_oracle.ts";
import { type RandomProblem, randomProblem, seeded, shown } from "./random_problems.ts";
import { apart, at, atLeast, disc, neighbor, worst } from "./records.ts";

const solvers = { enumeration: solveByEnumeration, incremental: solveIncremental };

/**
 * S3's tolerance, and what the doubles of the input leave open: a line whose point lies far along it is known to the
 * rounding of that distance only.
 */
function toleranceOf({ problem: p }: RandomProblem): number {
  const far = Math.max(
    0,
    ...[...p.halfPlanes, ...(p.hard ?? [])].map((h) => Math.hypot(h.point.x, h.point.y)),
  );
  const scale = Math.max(1, ...p.discs.map((d) => Math.hypot(d.center.x, d.center.y) + d.radius));
  return 1e-12 * scale + 4e-16 * far;
}

it("S1: the oracle itself is not beaten by any of the velocities sampled around its answer", () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = randomProblem(seed), p = random.problem, r = seeded(seed);
    const found = exactOptimum(p), lines = [...p.halfPlanes, ...(p.hard ?? [])];
    for (let i = 0; i < 400; i++) {
      const reach = random.size * 10 ** (-3 * r()), angle = 2 * Math.PI * r();
      const around = found?.velocity ?? at(0, 0);
      const w = at(around.x + reach * Math.cos(angle), around.y + reach * Math.sin(angle));
      if (worst(w, lines, p.discs) > -1e-9 * random.size) continue;
      assert(found !== undefined, `the oracle says infeasible: ${shown(random)}`);
      assert(apart(w, p.preferred) >= found.distance - 1e-9 * random.size, shown(random));
    }
  }
});

it("S1: both solvers find the optimum that exact arithmetic finds", () => {
  const feasible = { yes: 0, no: 0, open: 0, exact: 0 };
  for (let seed = 0; seed < counts("solver oracle"); seed++) {
    const random = randomProblem(seed), p = random.problem, tolerance = toleranceOf(random);
    const tight = exactOptimum(p, -2 * tolerance), loose = exactOptimum(p, 2 * tolerance);
    feasible[tight ? "yes" : loose ? "open" : "no"]++;
    for (const [name, solve] of Object.entries(solvers)) {
      const found = O.toUndefined(solve(p)), about = `${name}, ${shown(random)}`;
      if (tight) assert(found !== undefined, `misses a feasible velocity, ${about}`);
      if (!loose) {
        assert(found === undefined, `finds ${JSON.stringify(found?.velocity)} in nothing, ${about}`);
      }
      if (!found || !loose) continue;
      const { velocity, cost } = found, rounding = 1e-14 * (random.size + cost);
      assert(exactViolation(p, velocity) <= 2 * tolerance, `violates, ${about}`);
      assert(cost >= loose.distance - rounding, `too good to be true, ${about}`);
      if (!tight) continue;
      assert(cost <= tight.distance + 1e-9 * random.size, `${cost - tight.distance} too far, ${about}`);
      // Where the tolerance cannot move the optimum, the velocity is it.
      if (apart(tight.velocity, loose.velocity) < 1e-9 * random.size) {
        feasible.exact++;
        assert(apart(velocity, tight.velocity) < 2e-9 * random.size, `${JSON.stringify(velocity)}, ${about}`);
      }
    }
  }
  const few = counts("solver oracle") / 8;
  assert(feasible.yes > few && feasible.no > few && feasible.exact > 2 * few, JSON.stringify(feasible));
});

it("S1: soft or hard, a half-plane binds the optimum alike", () => {
  for (let seed = 0; seed < counts("solver candidates"); seed++) {
    const { problem: p } = randomProblem(seed), all = [...p.halfPlanes, ...(p.hard ?? [])];
    for (const solve of Object.values(solvers)) {
      const mixed = O.toUndefined(solve(p)), soft = O.toUndefined(solve({ ...p, halfPlanes: all, hard: [] }));
      assertEquals(mixed, soft);
      assertEquals(O.toUndefined(solve({ preferred: p.preferred, halfPlanes: all, discs: p.discs })), soft);
    }
  }
});

/** The unit vector out of each constraint that `v` touches within `near`. */
function touched(p: VelocityProblem, v: Vec2, near: number): readonly Vec2[] {
  const normals: Vec2[] = [];
  for (const h of [...p.halfPlanes, ...(p.hard ?? [])]) {
    if (Math.abs(worst(v, [h])) <= near) normals.push({ x: -h.normal.x, y: -h.normal.y });
  }
  for (const d of p.discs) {
    if (Math.abs(worst(v, [], [d])) > near) continue;
    const r = apart(v, d.center);
    if (r > 0) normals.push({ x: (v.x - d.center.x) / r, y: (v.y - d.center.y) / r });
  }
  return normals;
}

/** Whether all constraints that bind at `v` cross at 1e-3 rad or more. */
function crossesWell(p: VelocityProblem, v: Vec2, size: number): boolean {
  const normals = touched(p, v, 1e-9 * Math.max(1, size));
  return normals.every((a, i) => normals.every((b, j) => j <= i || Math.abs(a.x * b.y - a.y * b.x) >= 1e-3));
}

it("S6: the incremental solver agrees with the enumeration", () => {
  let strict = 0, differ = 0;
  for (let seed = 0; seed < counts("solver agreement"); seed++) {
    const random = randomProblem(seed), p = random.problem, about = shown(random);
    const a: Candidate | undefined = O.toUndefined(solveByEnumeration(p));
    const b: Candidate | undefined = O.toUndefined(solveIncremental(p));
    const size = Math.max(1, random.size), tolerance = toleranceOf(random);
    if (!a || !b) {
      if (a === b) continue;
      // Feasible or not: free only where the margin is within the tolerance.
      assert(
        !exactOptimum(p, -tolerance),
        `only ${a ? "the enumeration" : "incremental"} finds one, ${about}`,
      );
      assert(
        exactOptimum(p, tolerance),
        `only ${a ? "incremental" : "the enumeration"} sees nothing, ${about}`,
      );
      continue;
    }
    const off = apart(a.velocity, b.velocity);
    if (off <= 1e-9) {
      strict++;
    } else {
      differ++;
      assert(
        !(crossesWell(p, a.velocity, size) && exactOptimum(p, -1e-6)),
        `velocities ${off} apart, ${about}`,
      );
    }
    assertAlmostEquals(a.cost, b.cost, 1e-9 * size + 1e-15 * a.cost, `distances, ${about}`);
    const lines = [...p.halfPlanes, ...(p.hard ?? [])];
    const violations = [a, b].map(({ velocity }) => Math.max(0, worst(velocity, lines, p.discs)));
    assertAlmostEquals(violations[0]!, violations[1]!, 1e-9 * size, `violations, ${about}`);
  }
  assert(strict > 0.3 * counts("solver agreement"), `${strict} agree`);
  assert(differ < 0.02 * counts("solver agreement"), `${differ} differ in velocity`);
});

it("S6: thousands of half-planes are no burden", () => {
  // Lines around a circle of radius 1, all of them outside the preferred velocity's reach or barely touching.
  const n = 8000, r = seeded(6);
  const halfPlanes = Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * r();
    return atLeast(at(Math.cos(angle), Math.sin(angle)), -1 + 1e-3 * r(), neighbor(i));
  });
  const p: VelocityProblem = {
    preferred: at(0.8, 2.5),
    halfPlanes,
    discs: [disc(0, 0, 3), disc(0.5, 0.5, 2)],
  };
  const start = performance.now();
  const found = O.toUndefined(solveIncremental(p));
  const spent = performance.now() - start;
  assert(found !== undefined);
  assert(worst(found.velocity, halfPlanes, p.discs) < 1e-11);
  assertAlmostEquals(found.cost, Math.hypot(0.8, 2.5) - 1, 2e-3);
  assert(spent < 2000, `${spent} ms: the enumeration's way would take hours`);
});
