import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import { solveByEnumeration } from "../../solver/enumeration.ts";
import { type LeastViolation, solveLeastViolation } from "../../solver/least_violation.ts";
import type { VelocityProblem } from "../../solver/problem.ts";
import { counts } from "../counts.ts";
import { exactLeastViolation, exactOptimum, exactViolation } from "./exact_oracle.ts";
import { type RandomProblem, randomProblem, seeded, shown } from "./random_problems.ts";
import {
  above,
  apart,
  at,
  atLeast,
  below,
  disc,
  edge,
  inside,
  left,
  neighbor,
  right,
  worst,
} from "./records.ts";

function least(p: VelocityProblem): LeastViolation {
  const found = O.toUndefined(solveLeastViolation(p));
  assert(found !== undefined, `None for ${JSON.stringify(p)}`);
  return found;
}

/** S3's tolerance, and the rounding of lines whose points lie far along them. */
function toleranceOf({ problem: p }: RandomProblem): number {
  const far = Math.max(
    0,
    ...[...p.halfPlanes, ...(p.hard ?? [])].map((h) => Math.hypot(h.point.x, h.point.y)),
  );
  const scale = Math.max(1, ...p.discs.map((d) => Math.hypot(d.center.x, d.center.y) + d.radius));
  return 1e-12 * scale + 4e-16 * far;
}

it("S7: of two lines that face each other both give half of the gap", () => {
  const p: VelocityProblem = {
    preferred: at(0.9, 0.25),
    halfPlanes: [right(1, neighbor(1)), left(0, neighbor(2))],
    discs: [disc(0, 0, 2)],
  };
  const found = least(p);
  assertAlmostEquals(found.violation, 0.5, 1e-12);
  // All of x = 0.5 inside the disc violates as little: the nearest to the preferred velocity is taken.
  assert(apart(found.velocity, at(0.5, 0.25)) < 1e-9);
});

it("S7: of several minimisers the nearest to the preferred velocity, at the disc's edge if need be", () => {
  const p: VelocityProblem = {
    preferred: at(3, 7),
    halfPlanes: [right(1, neighbor(1)), left(-1, neighbor(2)), below(30, neighbor(3))],
    discs: [disc(0, 0, 2)],
  };
  assert(apart(least(p).velocity, at(0, 2)) < 1e-9);
  // A third line that is violated less does not pull.
  const pulled = { ...p, halfPlanes: [...p.halfPlanes, below(1, neighbor(4))] };
  assertAlmostEquals(least(pulled).violation, 1, 1e-12);
  assert(apart(least(pulled).velocity, at(0, 2)) < 1e-9, "y = 2 violates y <= 1 by 1, as much as the others");
  const hard = { ...p, hard: [below(1.5, edge("wall"))] };
  assert(apart(least(hard).velocity, at(0, 1.5)) < 1e-9, "a hard line does");
});

it("S7: three lines around a triangle meet in its incircle's center", () => {
  // x <= 0, y <= 0, 0.6 x + 0.8 y >= 1.2: the triangle (0, 0), (2, 0), (0, 1.5) has an inradius of 0.5.
  const halfPlanes = [left(0, neighbor(1)), below(0, neighbor(2)), atLeast(at(0.6, 0.8), 1.2, neighbor(3))];
  const found = least({ preferred: at(-1, 2), halfPlanes, discs: [disc(0, 0, 3)] });
  assertAlmostEquals(found.violation, 0.5, 1e-12);
  assert(apart(found.velocity, at(0.5, 0.5)) < 1e-12);
});

it("S7: a line out of the disc's reach is violated least at the disc's nearest point", () => {
  const found = least({
    preferred: at(-1, -1),
    halfPlanes: [atLeast(at(0.6, 0.8), 3, neighbor(1))],
    discs: [disc(0, 0, 5), disc(1, 0, 0.5)],
  });
  assert(apart(found.velocity, at(1.3, 0.4)) < 1e-7);
  assertAlmostEquals(found.violation, 3 - 0.6 - 0.5, 1e-12);
});

it("S7: None where the hard set or the discs are empty", () => {
  const soft = [above(0.5, neighbor(1))];
  const apartDiscs = [disc(0, 0, 1), disc(3, 0, 1)];
  assert(O.isNone(solveLeastViolation({ preferred: at(0, 0), halfPlanes: soft, discs: apartDiscs })));
  const facing = [right(0.25, edge(1)), left(0.125, edge(2))];
  assert(
    O.isNone(
      solveLeastViolation({ preferred: at(0, 0), halfPlanes: soft, discs: [disc(0, 0, 1)], hard: facing }),
    ),
  );
  const outside = [above(1.25, edge(1))];
  assert(
    O.isNone(
      solveLeastViolation({ preferred: at(0, 0), halfPlanes: [], discs: [disc(0, 0, 1)], hard: outside }),
    ),
  );
});

it("S7: hard half-planes and discs hold, whatever the soft ones ask for", () => {
  const p: VelocityProblem = {
    preferred: at(0, 0),
    halfPlanes: [right(5, neighbor(1)), right(9, neighbor(2))],
    discs: [disc(0, 0, 4)],
    hard: [left(0.75, edge(1)), above(0.2, edge(2))],
  };
  const found = least(p);
  assertAlmostEquals(found.violation, 9 - 0.75, 1e-12);
  assert(apart(found.velocity, at(0.75, 0.2)) < 1e-12, "nearest to the preferred velocity on x = 0.75");
});

it("S7: S1's optimum with violation 0 where all is feasible", () => {
  let seen = 0;
  for (let seed = 0; seed < counts("solver candidates"); seed++) {
    const random = randomProblem(seed), p = random.problem;
    if (!exactOptimum(p, -1e-6 * random.size)) continue;
    seen++;
    const found = least(p), optimum = O.toUndefined(solveByEnumeration(p));
    assertEquals(found.violation, 0, shown(random));
    assertAlmostEquals(
      apart(found.velocity, p.preferred),
      optimum!.cost,
      1e-9 * random.size + 1e-15 * optimum!.cost,
    );
  }
  assert(seen > 50);
});

it("S7: the oracle itself is not beaten by any of the velocities sampled around its answer", () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = randomProblem(seed), p = random.problem, r = seeded(seed), found = exactLeastViolation(p);
    for (let i = 0; i < 400; i++) {
      const reach = random.size * 10 ** (-3 * r()), angle = 2 * Math.PI * r();
      const around = found?.nearest.velocity ?? at(0, 0);
      const w = at(around.x + reach * Math.cos(angle), around.y + reach * Math.sin(angle));
      if (worst(w, p.hard ?? [], p.discs) > -1e-9 * random.size) continue;
      assert(found !== undefined, `the oracle says that the hard set is empty: ${shown(random)}`);
      const violation = Math.max(0, worst(w, p.halfPlanes));
      assert(
        violation >= found.violation - 1e-9 * random.size,
        `${violation} at ${JSON.stringify(w)}, ${shown(random)}`,
      );
    }
  }
});

/** Compares with the oracle; says what kind of case it was. */
function compare(random: RandomProblem): "none" | "open" | "feasible" | "violated" | "nearest" {
  const p = random.problem,
    tolerance = toleranceOf(random),
    about = shown(random),
    size = Math.max(1, random.size);
  const found = O.toUndefined(solveLeastViolation(p));
  const tight = exactLeastViolation(p, -2 * tolerance), loose = exactLeastViolation(p, 2 * tolerance);
  if (tight) {
    assert(
      found !== undefined,
      `None, though ${JSON.stringify(tight.nearest.velocity)} is allowed, ${about}`,
    );
  }
  if (!loose) assert(found === undefined, `finds ${JSON.stringify(found?.velocity)} in nothing, ${about}`);
  if (!found || !loose) return "none";
  const hardOnly = { ...p, halfPlanes: [] };
  assert(exactViolation(hardOnly, found.velocity) <= 2 * tolerance, `leaves the hard set, ${about}`);
  const own = Math.max(0, worst(found.velocity, p.halfPlanes));
  assertAlmostEquals(
    found.violation,
    own,
    1.1 * tolerance,
    `reports another violation than it has, ${about}`,
  );
  if (!tight) return "open";
  assert(found.violation >= loose.violation - 1e-9 * size, `too good to be true, ${about}`);
  assert(
    found.violation <= tight.violation + 1e-9 * size,
    `${found.violation} where ${tight.violation} is possible, ${about}`,
  );
  // Among the minimisers the nearest, where the tolerance cannot move it.
  const moved = apart(loose.nearest.velocity, tight.nearest.velocity) +
    Math.abs(loose.nearest.distance - nearestWithin(p, tight.violation + 4 * tolerance, tolerance));
  if (moved < 1e-8 * size) {
    assert(
      apart(found.velocity, tight.nearest.velocity) < 1e-7 * size,
      `not the nearest minimiser, ${about}`,
    );
    return "nearest";
  }
  return tight.violation > 0 ? "violated" : "feasible";
}

/** Distance of the nearest velocity whose largest violation stays within `violation`. */
function nearestWithin(p: VelocityProblem, violation: number, slack: number): number {
  const relaxed = p.halfPlanes.map((h): HalfPlane => ({
    ...h,
    point: { x: h.point.x - h.normal.x * violation, y: h.point.y - h.normal.y * violation },
  }));
  return exactOptimum({ ...p, halfPlanes: relaxed }, slack)?.distance ?? Infinity;
}

it("S7: random problems: the violation is the least, by Helly's theorem in exact arithmetic", () => {
  const seen = { none: 0, open: 0, feasible: 0, violated: 0, nearest: 0 };
  for (let seed = 0; seed < counts("solver least violation"); seed++) seen[compare(randomProblem(seed))]++;
  assert(
    seen.nearest > counts("solver least violation") / 4 && seen.none > counts("solver least violation") / 40,
    JSON.stringify(seen),
  );
});

it("S7: crowds of half-planes that leave nothing: the violation is the least", () => {
  let violated = 0;
  for (let seed = 0; seed < counts("solver least violation") / 8; seed++) {
    const r = seeded(1000 + seed), n = 3 + Math.floor(r() * 38);
    const lines = Array.from({ length: n }, (_, i) => {
      const angle = 2 * Math.PI * r();
      return atLeast(
        at(Math.cos(angle), Math.sin(angle)),
        1.5 * r() - 0.5,
        i % 5 === 4 ? edge(i) : neighbor(i),
      );
    });
    const hardLines = r() < 0.5 ? lines.filter((h) => h.source.kind === "edge") : [];
    const problem: VelocityProblem = {
      preferred: at(4 * r() - 2, 4 * r() - 2),
      halfPlanes: lines.filter((h) => !hardLines.includes(h)),
      discs: r() < 0.5 ? [disc(0, 0, 1.5)] : [disc(0, 0, 1.5), disc(r() - 0.5, r() - 0.5, 0.1 + r())],
      hard: hardLines,
    };
    compare({ family: "many", seed: 1000 + seed, size: 1, problem });
    if ((O.toUndefined(solveLeastViolation(problem))?.violation ?? 0) > 0.01) violated++;
  }
  assert(violated > counts("solver least violation") / 32, `${violated} are infeasible`);
});

it("S7: lines 1e-5 rad apart do not hurt, wherever on them their points are given", () => {
  for (let seed = 0; seed < counts("solver least violation") / 2; seed++) {
    const r = seeded(7000 + seed), base = 2 * Math.PI * r(), turn = 1e-5 * (1 + r());
    const lines = Array.from({ length: 2 + Math.floor(3 * r()) }, (_, i) => {
      // Facing each other by turns, each a little askew, and infeasible by up to 1 m/s.
      const angle = base + (i % 2) * Math.PI + turn * (r() - 0.5);
      const normal = at(Math.cos(angle), Math.sin(angle)), bound = 0.3 + 0.4 * r();
      // Given near the origin, or at a point like the one where such lines cross.
      const along = r() < 0.5 ? 0 : (r() - 0.5) * 1e5;
      return {
        point: at(normal.x * bound - normal.y * along, normal.y * bound + normal.x * along),
        normal,
        source: neighbor(i),
      };
    });
    const problem = { preferred: at(2 * r() - 1, 2 * r() - 1), halfPlanes: lines, discs: [disc(0, 0, 1.5)] };
    const found = least(problem), exact = exactLeastViolation(problem)!;
    const about = `seed ${seed}: ${JSON.stringify(problem)}`;
    assertAlmostEquals(found.violation, exact.violation, 1e-9, about);
    assertAlmostEquals(
      Math.max(...lines.map((h) => -inside(h, found.velocity))),
      exact.violation,
      1e-9,
      about,
    );
    assert(apart(found.velocity, at(0, 0)) <= 1.5 + 2e-12, about);
  }
});
