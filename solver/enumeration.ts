import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import {
  addMember,
  createMembers,
  forEachCandidate,
  keepStrictest,
  type Members,
  type PointOut,
  PREFERRED,
} from "./candidate_points.ts";
import { candidateRecord, costOf, ready, type ReadyProblem } from "./candidate_record.ts";
import { allows, type Columns, isFeasible, largestViolation } from "./columns.ts";
import type { Candidate, VelocityProblem } from "./problem.ts";

/**
 * A candidate as numbers: kind, constraints, side of a crossing with a circle, point, cost. Candidates are ordered by
 * cost, then kind, then constraints, then side (S3); before all that by how much they violate lines that are relaxed (S9).
 */
export interface RawCandidate {
  kind: number;
  i: number;
  j: number;
  side: number;
  x: number;
  y: number;
  cost: number;
  /** Largest violation of the lines that are relaxed, m/s; 0 without any. */
  violation: number;
}

/** A record to fill. */
export function createCandidate(): RawCandidate {
  return { kind: PREFERRED, i: -1, j: -1, side: 0, x: 0, y: 0, cost: 0, violation: 0 };
}

/** The order of candidates (S3). */
export function compareCandidates(a: RawCandidate, b: RawCandidate): number {
  return a.violation - b.violation || a.cost - b.cost || a.kind - b.kind || a.i - b.i || a.j - b.j ||
    b.side - a.side;
}

/** Whether the first of two candidates comes before the second; no number is returned, so that none is allocated. */
function comesBefore(a: RawCandidate, b: RawCandidate): boolean {
  return compareCandidates(a, b) < 0;
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
  const p = ready(problem), c = p.columns;
  enumeratedMembers(c, members);
  return firstCandidate(c, members, undefined, best) ? some(record(p, best)) : none;
}

const members = createMembers(), best = createCandidate();

/** All constraints of a problem. */
export function allMembers(c: Columns, out: Members): void {
  out.count = 0;
  for (let i = 0; i < c.count + c.discs; i++) addMember(out, i);
}

/** All constraints that a complete enumeration needs (S2). */
export function enumeratedMembers(c: Columns, out: Members): void {
  allMembers(c, out);
  keepStrictest(c, out);
}

/**
 * The best feasible candidate of some constraints behind another one in the order of candidates; every constraint is checked.
 *
 * @param members of lines in one direction only the strictest stands there
 * @param after where the search begins; undefined: with the best of all
 * @param out receives it; may be `after` itself
 * @param relaxedEnd the columns' lines from their `count` up to this are relaxed: they bind nobody, but the less they are violated
 * the better (S9)
 * @returns false when there is none
 */
export function firstCandidate(
  c: Columns,
  members: Members,
  after: RawCandidate | undefined,
  out: RawCandidate,
  relaxedEnd = c.count,
): boolean {
  end = relaxedEnd;
  isBehind = after !== undefined;
  if (after !== undefined) copy(after, behind);
  first = out;
  isFound = false;
  forEachCandidate(c, members, consider);
  return isFound;
}

/** What `firstCandidate` is at: behind which candidate it searches, if any, the first so far, if any, and the one it looks at. */
const behind = createCandidate(), tried = createCandidate();
let first = best, isBehind = false, isFound = false, end = 0;

function consider(c: Columns, kind: number, i: number, j: number, side: number, point: PointOut): void {
  const x = point[0]!, y = point[1]!, cost = costOf(c, x, y);
  if (end === c.count) { // nothing is relaxed: most are out by their cost alone
    if (isFound && !(cost <= first.cost)) return;
    if (isBehind && cost < behind.cost) return;
  }
  if (!allows(c, point)) return;
  tried.kind = kind;
  tried.i = i;
  tried.j = j;
  tried.side = side;
  tried.x = x;
  tried.y = y;
  tried.cost = cost;
  tried.violation = largestViolation(c, c.count, end, x, y);
  if (isBehind && !comesBefore(behind, tried)) return;
  if (isFound && !comesBefore(tried, first)) return;
  isFound = true;
  copy(tried, first);
}

function copy(from: RawCandidate, to: RawCandidate): void {
  to.kind = from.kind;
  to.i = from.i;
  to.j = from.j;
  to.side = from.side;
  to.x = from.x;
  to.y = from.y;
  to.cost = from.cost;
  to.violation = from.violation;
}

function records(
  problem: VelocityProblem,
  keep: (c: Columns, x: number, y: number) => boolean,
): readonly Candidate[] {
  const p = ready(problem), c = p.columns, found: RawCandidate[] = [];
  enumeratedMembers(c, members);
  forEachCandidate(c, members, (_, kind, i, j, side, point) => {
    const x = point[0]!, y = point[1]!;
    if (!Number.isFinite(x) || !Number.isFinite(y)) return; // a crossing beyond the numbers
    if (keep(c, x, y)) found.push({ kind, i, j, side, x, y, cost: costOf(c, x, y), violation: 0 });
  });
  return found.sort(compareCandidates).map((raw) => record(p, raw));
}

function record(p: ReadyProblem, raw: RawCandidate): Candidate {
  return candidateRecord(p, raw.kind, raw.i, raw.j, raw.x, raw.y);
}
