import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { Disc } from "../../geometry/disc.ts";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { decide } from "../../solver/decide.ts";
import type { DecisionProblem } from "../../solver/decision.ts";
import { enumerateCandidates, feasibleCandidates, solveByEnumeration } from "../../solver/enumeration.ts";
import { solveIncremental } from "../../solver/incremental.ts";
import { solveLeastViolation } from "../../solver/least_violation.ts";
import type { VelocityProblem } from "../../solver/problem.ts";
import { solveBySampling } from "../../solver/sampling.ts";
import { counts } from "../counts.ts";
import { randomDecision } from "./random_decisions.ts";
import { randomProblem, seeded, shown, shuffled } from "./random_problems.ts";
import { at, disc, frozen } from "./records.ts";

/** Every bit that a result shows, -0 and 0 apart. */
function bits(value: unknown): string {
  return JSON.stringify(value, (_, v) => typeof v === "number" ? hex(v) : v);
}

function hex(v: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, v);
  return view.getBigUint64(0).toString(16);
}

const solvers: Readonly<Record<string, (p: VelocityProblem) => unknown>> = {
  enumerateCandidates,
  feasibleCandidates,
  solveByEnumeration,
  solveIncremental,
  solveLeastViolation,
  solveBySampling: (p) => solveBySampling(p, { seed: 7, samples: 50, spread: 1 }),
};

it("S3, S6: the order of half-planes changes no bit of any solver's answer", () => {
  for (let seed = 0; seed < counts("solver order"); seed++) {
    const random = randomProblem(seed), p = random.problem, r = seeded(seed);
    const mixed = { ...p, halfPlanes: shuffled(r, p.halfPlanes), hard: shuffled(r, p.hard ?? []) };
    const backward = { ...p, halfPlanes: p.halfPlanes.toReversed(), hard: (p.hard ?? []).toReversed() };
    for (const [name, solve] of Object.entries(solvers)) {
      // The full lists of candidates are long: they take their turn with every tenth problem.
      if (name.endsWith("Candidates") && seed % 10 > 0) continue;
      const straight = bits(solve(p));
      assertEquals(bits(solve(mixed)), straight, `${name}, ${shown(random)}`);
      assertEquals(bits(solve(backward)), straight, `${name}, ${shown(random)}`);
    }
  }
});

it("S3, S6: half-planes of one identity are told apart by their numbers, not by their place", () => {
  for (let seed = 0; seed < counts("solver order") / 4; seed++) {
    const random = randomProblem(seed), p = random.problem, r = seeded(seed);
    const source = { kind: "edge", id: "the same" } as const;
    const same = { ...p, halfPlanes: p.halfPlanes.map((h) => ({ ...h, source })), hard: [] };
    const mixed = { ...same, halfPlanes: shuffled(r, same.halfPlanes) };
    for (const name of ["solveByEnumeration", "solveIncremental", "solveLeastViolation"]) {
      assertEquals(bits(solvers[name]!(mixed)), bits(solvers[name]!(same)), `${name}, ${shown(random)}`);
    }
  }
});

it("S10: the order of discs that carry their roles changes no bit of the velocity", () => {
  for (let seed = 0; seed < counts("solver order") / 2; seed++) {
    const random = randomProblem(seed), p = random.problem;
    if (p.discs.length < 2) continue;
    const [speed, reachable] = p.discs as readonly [Disc, Disc];
    const named: readonly Disc[] = [{ ...speed, role: "speed" }, { ...reachable, role: "reachable" }];
    for (const name of ["solveByEnumeration", "solveIncremental", "solveLeastViolation"]) {
      const velocity = (discs: readonly Disc[]): string => {
        const found = solvers[name]!({ ...p, discs }) as { value?: { velocity: Vec2 } };
        return bits(found.value?.velocity);
      };
      assertEquals(velocity(named.toReversed()), velocity(named), `${name}, ${shown(random)}`);
      assertEquals(velocity(named), velocity(p.discs), `${name}, ${shown(random)}`);
    }
  }
});

it("S9–S12: the order of neighbors and boundaries changes no bit of a decision", () => {
  const kinds: Record<string, number> = {};
  for (let seed = 0; seed < counts("solver order"); seed++) {
    const p = randomDecision(seed), r = seeded(seed), decision = decide(p);
    kinds[decision.kind] = (kinds[decision.kind] ?? 0) + 1;
    const mixed: DecisionProblem = {
      ...p,
      neighbors: shuffled(r, p.neighbors),
      boundaries: shuffled(r, p.boundaries),
    };
    assertEquals(bits(decide(mixed)), bits(decision), JSON.stringify(p));
    assertEquals(
      bits(decide({ ...mixed, explain: true })),
      bits(decide({ ...p, explain: true })),
      JSON.stringify(p),
    );
  }
  assertEquals(Object.keys(kinds).length, 5, JSON.stringify(kinds));
});

it("S3: the same input gives the same bits again, and frozen input is not written to", () => {
  for (let seed = 0; seed < counts("solver order") / 4; seed++) {
    const p = randomProblem(seed).problem, d = randomDecision(seed);
    const before = [p, d].map((x) => bits(x));
    for (const solve of Object.values(solvers)) assertEquals(bits(solve(frozen(p))), bits(solve(p)));
    assertEquals(bits(decide(frozen(d))), bits(decide(d)));
    assertEquals([p, d].map((x) => bits(x)), before);
  }
});

/** A change of axes that takes doubles to doubles without rounding. */
type Change = (v: Vec2) => Vec2;

// Mirroring and quarter turns change signs and swap coordinates, and rounding knows neither: a sum of two products has
// the same bits in either order. So the answer's bits turn along. Minus zero is the one thing that they may differ in.
const changes: Readonly<Record<string, Change>> = {
  "mirrored in the x axis": ({ x, y }) => at(x, -y),
  "mirrored in the y axis": ({ x, y }) => at(-x, y),
  "mirrored in the diagonal": ({ x, y }) => at(y, x),
  "turned by 90°": ({ x, y }) => at(-y, x),
  "turned by 180°": ({ x, y }) => at(-x, -y),
};

function changed(p: VelocityProblem, change: Change): VelocityProblem {
  const line = (h: HalfPlane): HalfPlane => ({ ...h, point: change(h.point), normal: change(h.normal) });
  return {
    preferred: change(p.preferred),
    halfPlanes: p.halfPlanes.map(line),
    discs: p.discs.map((d) => ({ ...d, center: change(d.center) })),
    hard: (p.hard ?? []).map(line),
  };
}

it("S1, S7: a mirrored or turned problem has the mirrored or turned answer, bit for bit", () => {
  for (let seed = 0; seed < counts("solver order"); seed++) {
    const random = randomProblem(seed), p = random.problem;
    // Half-planes of one identity are ordered by their numbers, which a change of axes reorders.
    const identities = [...p.halfPlanes, ...(p.hard ?? [])].map((h) => `${h.source.kind} ${h.source.id}`);
    if (new Set(identities).size < identities.length) continue;
    for (const [way, change] of Object.entries(changes)) {
      for (const name of ["solveByEnumeration", "solveIncremental", "solveLeastViolation"]) {
        const velocity = (q: VelocityProblem): Vec2 | undefined =>
          (solvers[name]!(q) as { value?: { velocity: Vec2 } }).value?.velocity;
        const straight = velocity(p),
          turned = velocity(changed(p, change)),
          about = `${name} ${way}, ${shown(random)}`;
        if (straight === undefined || turned === undefined) {
          assertEquals(turned, straight, about);
          continue;
        }
        // assertEquals takes 0 and -0 for equal, and every other bit as it is.
        assertEquals(turned, change(straight), about);
      }
    }
  }
});

it("S3: a moved line moves the answer: the comparisons above can fail", () => {
  const one = randomProblem(1).problem,
    other = { ...one, preferred: at(one.preferred.x + 1, one.preferred.y) };
  assertNotEquals(bits(solveIncremental(one)), bits(solveIncremental(other)));
  assertNotEquals(bits(0), bits(-0));
  assert(bits(disc(0, 0, 1)) !== bits(disc(0, 0, 1 + 2 ** -52)));
});
