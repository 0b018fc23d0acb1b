import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import {
  addMember,
  candidatePoint,
  CENTER,
  createMembers,
  CROSSING,
  crossingOfLines,
  crossingWithCircle,
  FOOT,
  footOnLine,
  keepStrictest,
  type Members,
  PREFERRED,
  PROJECTION,
} from "./candidate_points.ts";
import { candidateRecord, ready } from "./candidate_record.ts";
import { type Columns, discMargin, discsAllow, isFeasible, lineMargin } from "./columns.ts";
import { allMembers, createCandidate, firstCandidate } from "./enumeration.ts";
import { clipLine, type Clipped, createClipped } from "./line_search.ts";
import type { Candidate, VelocityProblem } from "./problem.ts";

/** The answer of the incremental solver in columns: which candidate (S2) it is, and its point. */
export interface Optimum {
  kind: number;
  i: number;
  j: number;
  side: number;
  x: number;
  y: number;
}

/** A constraint counts as touched when its margin is within so many tolerances. */
const TOUCH = 64;

/** Lines that cross at a smaller sine than this leave the tolerance room to move the optimum by more than 1e-9. */
const ILL_CROSSING = 1e-3;

const optimum: Optimum = { kind: PREFERRED, i: -1, j: -1, side: 0, x: 0, y: 0 };
const clipped: Clipped = createClipped();
const point = new Float64Array(2);
let order = new Int32Array(64);
let keys = new Float64Array(64);

/**
 * The velocity nearest to the preferred one inside all half-planes and discs, by incremental convex programming
 * (Seidel 1991; S6): O(N) after sorting. Returns the same candidate as `solveByEnumeration`.
 *
 * @returns none when there is no such velocity
 */
export function solveIncremental(problem: VelocityProblem): Option<Candidate> {
  const p = ready(problem);
  if (!nearestFeasible(p.columns, optimum)) return none;
  return some(candidateRecord(p, optimum.kind, optimum.i, optimum.j, optimum.x, optimum.y));
}

/** What `searchFeasible` came to: nothing is feasible; the optimum; a point that may be it, for whoever looks closer. */
export const INFEASIBLE = 0, SURE = 1, UNSURE = 2;

/**
 * The incremental solver on columns, without allocation while the optimum is well conditioned.
 *
 * ```txt
 * start at the projection on the discs; of the lines that are violated there, take the one most violated at the start:
 *   the optimum of the lines taken so far and of this one lies on it: search along it, clipped by those; and so on
 * ```
 *
 * A line that is satisfied when its turn comes has no say in the optimum of those before it, so that it clips nothing.
 *
 * @param out receives the optimum
 * @returns false when nothing is feasible
 */
export function nearestFeasible(c: Columns, out: Optimum): boolean {
  return startOnDiscs(c, out) && searchFurther(c, out);
}

function searchFurther(c: Columns, out: Optimum): boolean {
  const found = searchFeasible(c, out, undefined);
  return found === SURE || (found === UNSURE && settle(c, out));
}

/**
 * What the discs alone leave of the preferred velocity: where `searchFeasible` may begin.
 *
 * @returns false when they have no common point
 */
export function nearestInDiscs(c: Columns, out: Optimum): boolean {
  const { count } = c;
  c.count = 0;
  const found = startOnDiscs(c, out) && (out.kind === PREFERRED || searchFurther(c, out));
  c.count = count;
  if (out.i >= 0) out.i += count;
  if (out.j >= 0) out.j += count;
  return found;
}

/**
 * The search of `nearestFeasible` from what `nearestInDiscs` left in `out`, up to where constraints have to be enumerated.
 *
 * @param identity the order of the lines, where they do not stand in it
 * @param out receives the optimum
 */
export function searchFeasible(c: Columns, out: Optimum, identity: Int32Array | undefined): number {
  const { count, nx, ny, b, slack } = c;
  if (order.length < count) {
    order = new Int32Array(2 * count);
    keys = new Float64Array(2 * count);
  }
  const atStart = keys, taken = order, near = TOUCH * c.tolerance;
  let touching = 0, violated = false;
  for (let lines = 0;; lines++) {
    const x = out.x, y = out.y;
    let next = -1, least = Infinity;
    touching = 0;
    violated = false;
    for (let i = 0; i < count; i++) {
      const margin = nx[i]! * x + ny[i]! * y - b[i]!;
      if (lines === 0) atStart[i] = margin;
      if (margin > near) continue;
      touching++;
      if (margin >= -slack[i]!) continue;
      violated = true;
      const key = atStart[i]!;
      if (key !== TAKEN && !(key >= least)) {
        least = key;
        next = i;
      }
    }
    if (next < 0) break;
    if (!clipLine(c, next, taken, lines, clipped)) return INFEASIBLE;
    const wished = nx[next]! * c.py - ny[next]! * c.px;
    if (wished < clipped.slackLow) setEnd(c, next, -1, identity, out);
    else if (wished <= clipped.slackHigh) setFoot(c, next, out);
    else setEnd(c, next, 1, identity, out);
    atStart[next] = TAKEN;
    taken[lines] = next;
  }
  if (!Number.isFinite(out.x) || !Number.isFinite(out.y)) return INFEASIBLE;
  if (violated) return UNSURE;
  if (out.kind === PREFERRED) return SURE;
  const x = out.x, y = out.y, { discs, cx, cy, r } = c;
  for (let k = 0; k < discs; k++) {
    const dx = x - cx[k]!, dy = y - cy[k]!, margin = r[k]! - Math.sqrt(dx * dx + dy * dy);
    if (margin <= near) touching++;
    if (margin < -c.tolerance) return UNSURE;
  }
  if (touching < 2) return SURE;
  return touching === 2 && out.kind === CROSSING && sineBetween(c, out.i, out.j, out) >= ILL_CROSSING
    ? SURE
    : UNSURE;
}

/** In place of a line's margin at the start, once it is one of those that clip. */
const TAKEN = Infinity;

/** The preferred velocity's projection on the discs' common part; false when they have none. */
function startOnDiscs(c: Columns, out: Optimum): boolean {
  out.kind = PREFERRED;
  out.i = out.j = -1;
  out.side = 0;
  out.x = c.px;
  out.y = c.py;
  if (startsInside(c)) return Number.isFinite(c.px) && Number.isFinite(c.py);
  nearestStart[0] = Infinity;
  for (let k = 0; k < c.discs; k++) {
    considerStart(c, c.r[k] === 0 ? CENTER : PROJECTION, c.count + k, -1, 0, out);
  }
  // A projection on one disc that lies in the others is nearest; else it is where two circles cross.
  if (nearestStart[0] === Infinity) {
    for (let k = 0; k < c.discs; k++) {
      for (let l = k + 1; l < c.discs; l++) {
        considerStart(c, CROSSING, c.count + k, c.count + l, 1, out);
        considerStart(c, CROSSING, c.count + k, c.count + l, -1, out);
      }
    }
  }
  return nearestStart[0]! < Infinity;
}

/** Square of the distance from the preferred velocity to the nearest start considered so far. */
const nearestStart = Float64Array.of(Infinity);

function considerStart(c: Columns, kind: number, i: number, j: number, side: number, out: Optimum): void {
  if (!candidatePoint(c, kind, i, j, side, point)) return;
  const x = point[0]!, y = point[1]!;
  const dx = x - c.px, dy = y - c.py, square = dx * dx + dy * dy;
  if (!(square < nearestStart[0]!) || !discsAllow(c, point)) return;
  nearestStart[0] = square;
  out.kind = kind;
  out.i = i;
  out.j = j;
  out.side = side;
  out.x = x;
  out.y = y;
}

/** Whether the preferred velocity lies in all discs: `discsAllow` it. */
function startsInside({ discs, cx, cy, r, tolerance, px, py }: Columns): boolean {
  for (let k = 0; k < discs; k++) {
    const dx = px - cx[k]!, dy = py - cy[k]!;
    if (!(r[k]! - Math.sqrt(dx * dx + dy * dy) >= -tolerance)) return false;
  }
  return true;
}

function setFoot(c: Columns, i: number, out: Optimum): void {
  footOnLine(c, i, point);
  out.kind = FOOT;
  out.i = i;
  out.j = -1;
  out.side = 0;
  out.x = point[0]!;
  out.y = point[1]!;
}

/**
 * The end of the clipped line that constraint `by` makes: their crossing, computed as the enumeration does. Where the
 * stretch is empty but for the tolerances, the crossing may lie beyond its far end: then that end is taken.
 */
function setEnd(
  c: Columns,
  i: number,
  towards: 1 | -1,
  identity: Int32Array | undefined,
  out: Optimum,
): void {
  const isLow = towards < 0, by = isLow ? clipped.lowBy : clipped.highBy;
  const t = isLow ? clipped.low : clipped.high, farEnd = isLow ? clipped.slackHigh : clipped.slackLow;
  const isFirst = identity === undefined || by >= c.count ? i < by : identity[i]! < identity[by]!;
  out.kind = CROSSING;
  out.i = isFirst ? i : by;
  out.j = isFirst ? by : i;
  out.side = by < c.count ? 0 : towards;
  const beyond = isLow ? t > farEnd : t < farEnd;
  if (!beyond && crossing(c, out.i, out.j, out.side)) {
    out.x = point[0]!;
    out.y = point[1]!;
  } else {
    const at = beyond ? farEnd : t;
    out.x = c.b[i]! * c.nx[i]! - at * c.ny[i]!;
    out.y = c.b[i]! * c.ny[i]! + at * c.nx[i]!;
  }
}

function crossing(c: Columns, i: number, j: number, side: number): boolean {
  return j < c.count ? crossingOfLines(c, i, j, point) : crossingWithCircle(c, i, j - c.count, side, point);
}

/**
 * Ends the search. Where more constraints touch the optimum than define it, the tolerance decides which candidate is best:
 * the few that touch are enumerated, so that both solvers agree. Where two of them cross at a small angle, the tolerance
 * leaves a long sliver that anything may cut, and where rounding has left a constraint violated nothing is sure: there all
 * are.
 */
function settle(c: Columns, out: Optimum): boolean {
  const violated = !isFeasible(c, out.x, out.y);
  touchingMembers(c, out, TOUCH * c.tolerance, members);
  if (violated || someIllCrossing(c, members, out)) allMembers(c, members);
  keepStrictest(c, members);
  if (!firstCandidate(c, members, undefined, best)) return !violated;
  out.kind = best.kind;
  out.i = best.i;
  out.j = best.j;
  out.side = best.side;
  out.x = best.x;
  out.y = best.y;
  return true;
}

const members = createMembers(), best = createCandidate();

function touchingMembers(c: Columns, at: Optimum, near: number, out: Members): void {
  out.count = 0;
  for (let i = 0; i < c.count; i++) {
    if (i === at.i || i === at.j || lineMargin(c, i, at.x, at.y) <= near) addMember(out, i);
  }
  for (let k = 0; k < c.discs; k++) {
    const i = c.count + k;
    if (i === at.i || i === at.j || discMargin(c, k, at.x, at.y) <= near) addMember(out, i);
  }
}

/** Whether two of the constraints meet at a small angle there, lines in the very same direction aside. */
function someIllCrossing(c: Columns, { numbers, count }: Members, at: Optimum): boolean {
  for (let a = 0; a < count; a++) {
    for (let z = a + 1; z < count; z++) {
      const i = numbers[a]!, j = numbers[z]!;
      if (sineBetween(c, i, j, at) < ILL_CROSSING && !sameDirection(c, i, j)) return true;
    }
  }
  return false;
}

function sameDirection(c: Columns, i: number, j: number): boolean {
  return j < c.count && c.nx[i] === c.nx[j] && c.ny[i] === c.ny[j];
}

/** Sine of the angle between the normals of constraints i < j at a point; 0 where a disc has none, at its center. */
function sineBetween(c: Columns, i: number, j: number, { x, y }: Optimum): number {
  const ax = i < c.count ? c.nx[i]! : x - c.cx[i - c.count]!,
    ay = i < c.count ? c.ny[i]! : y - c.cy[i - c.count]!;
  const bx = j < c.count ? c.nx[j]! : x - c.cx[j - c.count]!,
    by = j < c.count ? c.ny[j]! : y - c.cy[j - c.count]!;
  const sizes = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
  return sizes > 0 ? Math.abs(ax * by - ay * bx) / sizes : 0;
}
