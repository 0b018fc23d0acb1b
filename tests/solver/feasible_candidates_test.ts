import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import { enumerateCandidates, feasibleCandidates, solveByEnumeration } from "../../solver/enumeration.ts";
import { solveIncremental } from "../../solver/incremental.ts";
import type { Candidate, ConstraintIdentity, VelocityProblem } from "../../solver/problem.ts";
import { FEASIBILITY } from "../../solver/tolerance.ts";
import { counts } from "../counts.ts";
import { randomProblem, seeded, shown, shuffled } from "./random_problems.ts";
import { above, apart, at, below, disc, edge, inside, left, neighbor, right, worst } from "./records.ts";

const solvers = { enumeration: solveByEnumeration, incremental: solveIncremental };

function best(p: VelocityProblem, solve = solveByEnumeration): Candidate {
  const found = O.toUndefined(solve(p));
  assert(found !== undefined, `nothing feasible in ${JSON.stringify(p)}`);
  return found;
}

function named(identity: ConstraintIdentity): string {
  return identity.kind === "disc" ? `disc ${identity.index}` : `${identity.kind} ${identity.id}`;
}

it("S3: a violation just below the tolerance is kept, just above it is dropped", () => {
  assertEquals(FEASIBILITY, 1e-12);
  // The tolerance grows with the speed cap, and is never less than 1e-12 m/s.
  for (const [cap, tolerance] of [[0.5, 1e-12], [1, 1e-12], [4, 4e-12], [1000, 1e-9]] as const) {
    for (const y of [0, cap / 4]) {
      const slightly = at(0.9 * tolerance, y), more = at(1.1 * tolerance, y);
      const p: VelocityProblem = {
        preferred: slightly,
        halfPlanes: [left(0, neighbor(1))],
        discs: [disc(0, 0, cap)],
      };
      for (const solve of Object.values(solvers)) {
        assertEquals(best(p, solve).velocity, slightly);
        assertEquals(best({ ...p, preferred: more }, solve).velocity, at(0, y));
      }
      assert(feasibleCandidates(p).some((c) => c.origin.kind === "preferred"));
      assert(!feasibleCandidates({ ...p, preferred: more }).some((c) => c.origin.kind === "preferred"));
    }
  }
});

it("S3: discs have the same tolerance as half-planes", () => {
  for (const cap of [1, 4]) {
    const p: VelocityProblem = {
      preferred: at(cap + 0.9e-12 * cap, 0),
      halfPlanes: [],
      discs: [disc(0, 0, cap)],
    };
    for (const solve of Object.values(solvers)) {
      assertEquals(best(p, solve).origin.kind, "preferred");
      const outside = { ...p, preferred: at(cap + 1.5e-12 * cap, 0) };
      assertEquals(best(outside, solve).origin.kind, "projection");
      assertEquals(best(outside, solve).velocity, at(cap, 0));
    }
  }
});

it("S3: the feasible candidates are the enumerated ones that hold everything, nearest first", () => {
  for (let seed = 0; seed < counts("solver candidates"); seed++) {
    const random = randomProblem(seed), p = random.problem;
    const lines = [...p.halfPlanes, ...(p.hard ?? [])];
    const tolerance = 1e-12 * Math.max(1, ...p.discs.map((d) => d.radius));
    // What a double says about a line whose point is far along it is not known better than this.
    const blur = 1e-12 * random.size +
      4e-16 * Math.max(0, ...lines.map((h) => Math.hypot(h.point.x, h.point.y)));
    const all = enumerateCandidates(p),
      feasible = feasibleCandidates(p),
      solved = O.toUndefined(solveByEnumeration(p));
    assertEquals(solved?.velocity, feasible[0]?.velocity, shown(random));
    assertEquals(solved?.origin, feasible[0]?.origin, shown(random));
    const kept = new Set(feasible.map((c) => `${c.velocity.x} ${c.velocity.y}`));
    for (const c of all) {
      const off = worst(c.velocity, lines, p.discs);
      const isKept = kept.has(`${c.velocity.x} ${c.velocity.y}`);
      if (isKept) assert(off <= tolerance * 4 + blur, `kept a violation of ${off}: ${shown(random)}`);
      else {assert(
          off >= tolerance - blur,
          `dropped ${JSON.stringify(c.velocity)}, off by ${off}: ${shown(random)}`,
        );}
      assertAlmostEquals(
        c.cost,
        apart(c.velocity, p.preferred),
        1e-15 * Math.max(1e-3, c.cost) * 4,
        shown(random),
      );
    }
    for (let i = 1; i < feasible.length; i++) {
      assert(feasible[i - 1]!.cost <= feasible[i]!.cost, shown(random));
    }
  }
});

it("S3: each candidate lies on the constraints that it comes from", () => {
  for (let seed = 0; seed < counts("solver candidates"); seed++) {
    const random = randomProblem(seed);
    if (random.family === "near-duplicates" || random.family === "nearly antiparallel") continue;
    for (const c of enumerateCandidates(random.problem)) {
      const { origin } = c;
      if (!("of" in origin)) continue;
      // A crossing far away has the rounding of its distance.
      const size = random.size + apart(c.velocity, at(0, 0));
      for (const identity of "kind" in origin.of ? [origin.of] : origin.of) {
        const margins = c.margins.filter((m) =>
          m.constraint === identity || named(m.constraint) === named(identity)
        );
        const least = Math.min(...margins.map((m) => Math.abs(m.margin)));
        assert(
          least < 1e-7 * size,
          `${origin.kind} of ${named(identity)} is off by ${least}: ${shown(random)}`,
        );
      }
    }
  }
});

it("S3: margins are those of every constraint, the same order for each candidate", () => {
  for (let seed = 0; seed < counts("solver candidates"); seed++) {
    const random = randomProblem(seed), p = random.problem;
    const lines: readonly HalfPlane[] = [...p.halfPlanes, ...(p.hard ?? [])];
    const far = Math.max(1, ...lines.map((h) => Math.hypot(h.point.x, h.point.y)));
    let order: string | undefined;
    for (const c of feasibleCandidates(p)) {
      assertEquals(c.margins.length, lines.length + p.discs.length, shown(random));
      order ??= JSON.stringify(c.margins.map((m) => named(m.constraint)));
      assertEquals(JSON.stringify(c.margins.map((m) => named(m.constraint))), order, shown(random));
      for (const h of lines) {
        const own = inside(h, c.velocity);
        const reported = c.margins.filter((m) => m.constraint === h.source);
        assertEquals(reported.length, 1, shown(random));
        assertAlmostEquals(reported[0]!.margin, own, 1e-13 * (random.size + far), shown(random));
      }
      p.discs.forEach((d, index) => {
        const reported = c.margins.find((m) => m.constraint.kind === "disc" && m.constraint.index === index);
        assertAlmostEquals(reported!.margin, d.radius - apart(c.velocity, d.center), 1e-14 * random.size * 4);
      });
    }
  }
});

it("S3: equal costs are ordered by kind of candidate, then by identity", () => {
  // Three feet at distance 1, one of each way: numbers before strings.
  const three = [left(1, neighbor("b")), below(1, neighbor(10)), right(-1, neighbor(3))];
  for (let seed = 0; seed < 6; seed++) {
    const p: VelocityProblem = {
      preferred: at(0, 0),
      halfPlanes: shuffled(seeded(seed), three),
      discs: [disc(0, 0, 4)],
    };
    const feet = feasibleCandidates(p).filter((c) => c.origin.kind === "foot");
    assertEquals(feet.map((c) => c.velocity), [at(-1, 0), at(0, 1), at(1, 0)]);
  }
  // The preferred velocity at a corner: itself, then the feet by identity, then the crossing, all at cost 0.
  const corner = feasibleCandidates({
    preferred: at(0.5, 0.25),
    halfPlanes: [above(0.25, neighbor(2)), left(0.5, neighbor(1))],
    discs: [disc(0, 0, 4)],
  }).filter((c) => c.cost === 0);
  assertEquals(corner.map(({ origin }) => origin.kind), ["preferred", "foot", "foot", "crossing"]);
  assertEquals(
    corner.slice(1, 3).map(({ origin }) => origin.kind === "foot" && named(origin.of)),
    ["neighbor 1", "neighbor 2"],
  );
});

it("S3: identity is the kind of source, then the ID, numbers before strings", () => {
  const ids: readonly (number | string)[] = [-1, 2, 10, "10", "2", "a"];
  for (let seed = 0; seed < 8; seed++) {
    const halfPlanes = shuffled(
      seeded(seed),
      ids.flatMap((id, i) => [above(-i, neighbor(id)), left(i, edge(id))]),
    );
    const { margins } = best({ preferred: at(0, 0), halfPlanes, discs: [disc(0, 0, 1), disc(0, 0, 2)] });
    const kinds = margins.map((m) => m.constraint.kind);
    assertEquals(kinds.filter((k, i) => k !== kinds[i - 1]).length, 3, "each kind stands together");
    for (const kind of ["neighbor", "edge"] as const) {
      const found = margins.flatMap((m) => m.constraint.kind === kind ? [m.constraint.id] : []);
      assertEquals(found, [...ids], `${kind} in the order of IDs`);
    }
  }
});
