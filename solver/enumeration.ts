import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { forEachCandidate, strictestMembers } from "./candidate_points.ts";
import { candidateRecord, costOf, ready, type ReadyProblem } from "./candidate_record.ts";
import { type Columns, isFeasible } from "./columns.ts";
import type { Candidate, VelocityProblem } from "./problem.ts";

/**
 * A candidate as numbers: kind, constraints, side of a crossing with a circle, point, cost. Candidates are ordered by
 * cost, then kind, then constraints, then side (S3).
 */
export interface RawCandidate {
  readonly kind: number;
  readonly i: number;
  readonly j: number;
  readonly side: number;
  readonly x: number;
  readonly y: number;
  readonly cost: number;
}

/** The order of candidates (S3). */
export function compareCandidates(a: RawCandidate, b: RawCandidate): number {
  return a.cost - b.cost || a.kind - b.kind || a.i - b.i || a.j - b.j || b.side - a.side;
}

/**
 * All candidates, before filtering, in the order of cost (S2): every point that can be the optimum of S1 whatever
 * binds.
 *
 * Cost grows with the square of the number of constraints, times the number of margins in each record.
 */
export function enumerateCandidates(problem: VelocityProblem): readonly Candidate[] {
  return records(problem, () => true);
}

/** The candidates that violate nothing by more than the tolerance, best first (S3). */
export function feasibleCandidates(problem: VelocityProblem): readonly Candidate[] {
  return records(problem, isFeasible);
}

/**
 * The velocity nearest to the preferred one inside all half-planes and discs, by complete enumeration (S2–S4): the
 * oracle and debugging view, O(N³).
 *
 * @returns none when there is no such velocity
 * @example
 * ```ts
 * import { solveByEnumeration } from "@halfstep/halfstep";
 *
 * const wall = { kind: "edge", id: "wall" } as const;
 * const best = solveByEnumeration({
 *   preferred: { x: 2, y: 0 },
 *   halfPlanes: [{ point: { x: 0.75, y: 0 }, normal: { x: -1, y: 0 }, source: wall }],
 *   discs: [{ center: { x: 0, y: 0 }, radius: 1.5 }],
 * });
 * if (best._tag === "None" || best.value.velocity.x !== 0.75) throw new Error("the wall allows 0.75 m/s");
 * ```
 */
export function solveByEnumeration(problem: VelocityProblem): Option<Candidate> {
  const p = ready(problem);
  const best = bestCandidate(p.columns, allMembers(p.columns));
  return best === undefined ? none : some(record(p, best));
}

/** The best feasible candidate of the constraints in `members`; every constraint is checked. */
export function bestCandidate(c: Columns, members: readonly number[]): RawCandidate | undefined {
  return firstCandidate(c, strictestMembers(c, members), undefined);
}

/** All constraints that a complete enumeration needs (S2). */
export function enumeratedMembers(c: Columns): readonly number[] {
  return strictestMembers(c, allMembers(c));
}

/**
 * The best feasible candidate behind another one in the order of candidates.
 *
 * @param members those of `enumeratedMembers`
 * @param after where the search begins; undefined: with the best of all
 */
export function firstCandidate(
  c: Columns,
  members: readonly number[],
  after: RawCandidate | undefined,
): RawCandidate | undefined {
  let best: RawCandidate | undefined;
  forEachCandidate(c, members, (kind, i, j, side, x, y) => {
    const cost = costOf(c, x, y);
    if (best !== undefined && !(cost <= best.cost)) return;
    if (after !== undefined && cost < after.cost) return;
    if (!isFeasible(c, x, y)) return;
    const found = { kind, i, j, side, x, y, cost };
    if (after !== undefined && compareCandidates(found, after) <= 0) return;
    if (best === undefined || compareCandidates(found, best) < 0) best = found;
  });
  return best;
}

function records(
  problem: VelocityProblem,
  keep: (c: Columns, x: number, y: number) => boolean,
): readonly Candidate[] {
  const p = ready(problem), c = p.columns, found: RawCandidate[] = [];
  forEachCandidate(c, strictestMembers(c, allMembers(c)), (kind, i, j, side, x, y) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return; // a crossing beyond the numbers
    if (keep(c, x, y)) found.push({ kind, i, j, side, x, y, cost: costOf(c, x, y) });
  });
  return found.sort(compareCandidates).map((raw) => record(p, raw));
}

function record(p: ReadyProblem, raw: RawCandidate): Candidate {
  return candidateRecord(p, raw.kind, raw.i, raw.j, raw.x, raw.y);
}

function allMembers(c: Columns): number[] {
  return Array.from({ length: c.count + c.discs }, (_, i) => i);
}
