import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { orcaHalfPlanes } from "../../geometry/orca.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { enumerateCandidates, feasibleCandidates, solveByEnumeration } from "../../solver/enumeration.ts";
import { solveIncremental } from "../../solver/incremental.ts";
import type { Candidate, ConstraintIdentity, VelocityProblem } from "../../solver/problem.ts";
import { seeded } from "./random_problems.ts";
import { above, apart, at, atLeast, disc, edge, inside, left, neighbor, worst } from "./records.ts";

/** SX1, with ID 1 for the line x <= 0.75 and 2 for y >= 0.2. */
const sx1: VelocityProblem = {
  preferred: at(1, 0),
  halfPlanes: [left(0.75, neighbor(1)), above(0.2, neighbor(2))],
  discs: [disc(0, 0, 1.5)],
};

const solvers = { enumeration: solveByEnumeration, incremental: solveIncremental };

function best(p: VelocityProblem, solve = solveByEnumeration): Candidate {
  const found = O.toUndefined(solve(p));
  assert(found !== undefined, `nothing feasible in ${JSON.stringify(p)}`);
  return found;
}

function has(candidates: readonly Candidate[], v: Vec2, kind: Candidate["origin"]["kind"]): boolean {
  return candidates.some((c) => c.origin.kind === kind && apart(c.velocity, v) < 1e-12);
}

function named(identity: ConstraintIdentity): string {
  return identity.kind === "disc" ? `disc ${identity.index}` : `${identity.kind} ${identity.id}`;
}

it("SX1: the corner (0.75, 0.2) wins, and each single projection violates the other line", () => {
  for (const [name, solve] of Object.entries(solvers)) {
    const found = best(sx1, solve);
    assertEquals(found.velocity, at(0.75, 0.2), name);
    assertAlmostEquals(found.cost, Math.sqrt(0.1025), 1e-15);
    assertEquals(found.origin.kind, "crossing");
  }
  const all = enumerateCandidates(sx1), feasible = feasibleCandidates(sx1);
  for (const foot of [at(0.75, 0), at(1, 0.2)]) {
    assert(has(all, foot, "foot"), "the foot is a candidate");
    assert(!has(feasible, foot, "foot"), "and is dropped");
    assert(worst(foot, sx1.halfPlanes) > 0.19, "because it violates the other line");
  }
});

it("SX2: head-on at 1 m/s each, both agents of GX1 slow down to 0.75 m/s", () => {
  const a = { id: "a", position: at(0, 0), velocity: at(1, 0), radius: 0.5 };
  const b = { id: "b", position: at(4, 0), velocity: at(-1, 0), radius: 0.5 };
  for (const [self, other, expected] of [[a, b, at(0.75, 0)], [b, a, at(-0.75, 0)]] as const) {
    const halfPlanes = orcaHalfPlanes(self, [other], { timeHorizon: 2, timeStep: 0.1 });
    for (const solve of Object.values(solvers)) {
      const found = best({ preferred: self.velocity, halfPlanes, discs: [disc(0, 0, 1.5)] }, solve);
      assert(apart(found.velocity, expected) < 1e-12, JSON.stringify(found.velocity));
    }
  }
});

it("S5: projecting on one constraint after another misses the optimum that the solvers find", () => {
  // y >= 0 first, then a line that rises from the origin at 30°: the order of projections decides where it ends.
  const slanted = atLeast(at(-0.5, Math.sqrt(0.75)), 0, neighbor(2));
  const p: VelocityProblem = {
    preferred: at(1, -1),
    halfPlanes: [above(0, neighbor(1)), slanted],
    discs: [disc(0, 0, 2)],
  };
  const first = at(1, 0), missing = -inside(slanted, first);
  const second = at(first.x + slanted.normal.x * missing, first.y + slanted.normal.y * missing);
  assert(worst(second, p.halfPlanes, p.discs) < 1e-15, "projecting twice lands inside");
  for (const solve of Object.values(solvers)) {
    const found = best(p, solve), along = Math.sqrt(0.75) - 0.5;
    assert(
      apart(found.velocity, at(along * Math.sqrt(0.75), along * 0.5)) < 1e-15,
      "the foot on the slanted line",
    );
    assert(found.cost < apart(second, p.preferred) - 0.05, "is nearer");
  }
});

it("SX3: every candidate is checked against all, and the line's crossing with the reachable disc wins", () => {
  const p = { ...sx1, discs: [...sx1.discs, disc(0.6, 0.2, 0.1)] };
  for (const [name, solve] of Object.entries(solvers)) {
    const found = best(p, solve);
    assert(apart(found.velocity, at(0.7, 0.2)) < 1e-15, name);
    assert(found.origin.kind === "crossing");
    assertEquals(found.origin.of.map(named), ["neighbor 2", "disc 1"]);
  }
  // The projection of (1, 0) on the disc is nearer, and below the line.
  const projection = enumerateCandidates(p).find((c) =>
    c.origin.kind === "projection" && named(c.origin.of) === "disc 1"
  );
  assert(projection !== undefined);
  assertAlmostEquals(projection.velocity.x, 0.689, 5e-4);
  assertAlmostEquals(projection.velocity.y, 0.155, 5e-4);
  assert(projection.cost < best(p).cost);
  assert(!feasibleCandidates(p).some((c) => apart(c.velocity, projection.velocity) < 1e-6));
});

it("S2: the candidates of two lines and two discs are these sixteen, and no others", () => {
  const p: VelocityProblem = {
    preferred: at(2, 1),
    halfPlanes: [left(0.75, neighbor(1)), above(0.2, neighbor(2))],
    discs: [disc(0, 0, 1.5), disc(1, 0, 1)],
  };
  const far = Math.sqrt(5), near = Math.sqrt(2);
  const expected: readonly (readonly [Candidate["origin"]["kind"], readonly string[], Vec2])[] = [
    ["preferred", [], at(2, 1)],
    ["foot", ["neighbor 1"], at(0.75, 1)],
    ["foot", ["neighbor 2"], at(2, 0.2)],
    ["crossing", ["neighbor 1", "neighbor 2"], at(0.75, 0.2)],
    ["crossing", ["neighbor 1", "disc 0"], at(0.75, Math.sqrt(1.5 ** 2 - 0.75 ** 2))],
    ["crossing", ["neighbor 1", "disc 0"], at(0.75, -Math.sqrt(1.5 ** 2 - 0.75 ** 2))],
    ["crossing", ["neighbor 1", "disc 1"], at(0.75, Math.sqrt(1 - 0.25 ** 2))],
    ["crossing", ["neighbor 1", "disc 1"], at(0.75, -Math.sqrt(1 - 0.25 ** 2))],
    ["crossing", ["neighbor 2", "disc 0"], at(Math.sqrt(1.5 ** 2 - 0.2 ** 2), 0.2)],
    ["crossing", ["neighbor 2", "disc 0"], at(-Math.sqrt(1.5 ** 2 - 0.2 ** 2), 0.2)],
    ["crossing", ["neighbor 2", "disc 1"], at(1 + Math.sqrt(1 - 0.2 ** 2), 0.2)],
    ["crossing", ["neighbor 2", "disc 1"], at(1 - Math.sqrt(1 - 0.2 ** 2), 0.2)],
    ["projection", ["disc 0"], at(3 / far, 1.5 / far)],
    ["projection", ["disc 1"], at(1 + 1 / near, 1 / near)],
    // Subtracting the circles' equations: 2x - 1 = 1.5² - 1, so x = 1.125.
    ["crossing", ["disc 0", "disc 1"], at(1.125, Math.sqrt(1.5 ** 2 - 1.125 ** 2))],
    ["crossing", ["disc 0", "disc 1"], at(1.125, -Math.sqrt(1.5 ** 2 - 1.125 ** 2))],
  ];
  const found = enumerateCandidates(p);
  assertEquals(found.length, expected.length);
  for (const [kind, of, v] of expected) {
    const match = found.filter(({ origin, velocity }) => {
      const names = "of" in origin ? ("kind" in origin.of ? [origin.of] : origin.of).map(named) : [];
      return origin.kind === kind && names.join() === of.join() && apart(velocity, v) < 1e-12;
    });
    assertEquals(match.length, 1, `${kind} of ${of.join(" and ")} at (${v.x}, ${v.y})`);
  }
});

it("S2: parallel lines have no crossing, whichever way they face", () => {
  const n = at(0.6, 0.8), back = at(-0.6, -0.8);
  const p: VelocityProblem = {
    preferred: at(1, 0),
    halfPlanes: [
      atLeast(n, 0.1, neighbor(1)),
      atLeast(back, -0.5, neighbor(2)),
      atLeast(back, -0.7, neighbor(3)),
    ],
    discs: [],
  };
  const kinds = enumerateCandidates(p).map((c) => c.origin.kind);
  assertEquals(kinds.filter((k) => k === "crossing").length, 0);
  // Of the two that face back only the stricter one counts.
  assertEquals(kinds.filter((k) => k === "foot").length, 2);
});

it("S2: of repeated constraints in one direction only the stricter gives candidates, all give margins", () => {
  const strict = atLeast(at(0.6, 0.8), 0.5, neighbor("b"));
  const others = [
    atLeast(at(0.6, 0.8), 0.25, neighbor("a")),
    atLeast(at(0.6, 0.8), -3, neighbor("c")),
    { ...strict, source: edge("same again") },
  ];
  const one: VelocityProblem = { preferred: at(0, 0), halfPlanes: [strict], discs: [disc(0, 0, 1)] };
  const alone = enumerateCandidates(one);
  for (let turn = 0; turn < 4; turn++) {
    const lines = [strict, ...others];
    const repeated = { ...one, halfPlanes: [...lines.slice(turn), ...lines.slice(0, turn)] };
    const found = enumerateCandidates(repeated);
    assertEquals(found.map((c) => c.velocity), alone.map((c) => c.velocity));
    for (const c of found) assertEquals(c.margins.length, 5);
    assertEquals(best(repeated).velocity, best(one).velocity);
  }
});

it("S2: with no constraint the preferred velocity is the candidate, zero among them", () => {
  for (const preferred of [at(0, 0), at(3, -4)]) {
    for (const discs of [[], [disc(0, 0, 10)]]) {
      for (const solve of Object.values(solvers)) {
        const found = best({ preferred, halfPlanes: [], discs }, solve);
        assertEquals(found.velocity, preferred);
        assertEquals(found.cost, 0);
        assertEquals(found.origin, { kind: "preferred" });
      }
    }
  }
});

it("S2: a disc of radius zero gives its center", () => {
  const p: VelocityProblem = {
    preferred: at(1, 1),
    halfPlanes: [above(0.25, neighbor(1))],
    discs: [disc(0, 0, 1), disc(0.5, 0.25, 0)],
  };
  for (const solve of Object.values(solvers)) {
    assertEquals(best(p, solve).velocity, at(0.5, 0.25));
    assert(O.isNone(solve({ ...p, halfPlanes: [above(0.26, neighbor(1))] })), "unless a line forbids it");
  }
  assert(enumerateCandidates(p).some((c) => c.origin.kind === "center"));
  const still: VelocityProblem = { preferred: at(2, 0), halfPlanes: [], discs: [disc(0, 0, 0)] };
  for (const solve of Object.values(solvers)) assertEquals(best(still, solve).velocity, at(0, 0));
});

it("S2: any number of discs: the lowest common point of three is where two of their circles cross", () => {
  // The first two discs make a lens from (0.5, -0.866) up; the third cuts off its lower part.
  const p: VelocityProblem = {
    preferred: at(0.5, -5),
    halfPlanes: [],
    discs: [disc(0, 0, 1), disc(1, 0, 1), disc(0.25, 1.25, 1.5)],
  };
  // The third circle straight below (0.5, 1.25) is lower than its crossings: its projection toward the preferred one.
  const away = Math.hypot(0.25, 6.25), projection = at(0.25 + 1.5 * 0.25 / away, 1.25 - 1.5 * 6.25 / away);
  assert(worst(projection, [], p.discs) < 1e-12);
  for (const solve of Object.values(solvers)) assert(apart(best(p, solve).velocity, projection) < 1e-12);
  // Moved aside, the first and the third circle cross there.
  const moved = { ...p, discs: [disc(0, 0, 1), disc(1, 0, 1), disc(1.5, 0, 1)] };
  for (const solve of Object.values(solvers)) {
    assert(apart(best(moved, solve).velocity, at(0.75, -Math.sqrt(1 - 0.75 ** 2))) < 1e-12);
    assert(
      O.isNone(solve({ ...moved, discs: [...moved.discs, disc(0, 3, 1)] })),
      "four without a common point",
    );
  }
});

it("S4: n lines through a disc give 1 + n + n(n-1)/2 + 2n + 1 candidates, each with all margins", () => {
  for (const n of [0, 1, 2, 3, 5, 8, 13, 21]) {
    const r = seeded(n);
    const halfPlanes = Array.from({ length: n }, (_, i) => {
      const angle = r() * 2 * Math.PI;
      return atLeast(at(Math.cos(angle), Math.sin(angle)), r() * 0.9, neighbor(i));
    });
    const found = enumerateCandidates({ preferred: at(0.5, 0.25), halfPlanes, discs: [disc(0, 0, 1)] });
    assertEquals(found.length, 2 + 3 * n + n * (n - 1) / 2);
    for (const c of found) assertEquals(c.margins.length, n + 1);
  }
});
