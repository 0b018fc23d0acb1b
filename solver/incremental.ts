import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { candidatePoint, CENTER, CROSSING, FOOT, PREFERRED, PROJECTION } from "./candidate_points.ts";
import { candidateRecord, ready } from "./candidate_record.ts";
import { type Columns, discMargin, insideDiscs, lineMargin } from "./columns.ts";
import { bestCandidate } from "./enumeration.ts";
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

/**
 * The incremental solver on columns, without allocation while the optimum is well conditioned.
 *
 * ```txt
 * start at the projection on the discs; for each line, the most violated first:
 *   satisfied → go on;  violated → the optimum of the lines so far lies on it: search along it
 * ```
 *
 * @param out receives the optimum
 * @returns false when nothing is feasible
 */
export function nearestFeasible(c: Columns, out: Optimum): boolean {
  if (!startOnDiscs(c, out)) return false;
  sortByViolation(c, out);
  const { count, nx, ny, b, slack } = c;
  for (let k = 0; k < count; k++) {
    const i = order[k]!;
    if (nx[i]! * out.x + ny[i]! * out.y - b[i]! >= -slack[i]!) continue;
    if (!clipLine(c, i, order, k, clipped)) return false;
    const wished = c.nx[i]! * c.py - c.ny[i]! * c.px;
    if (wished >= clipped.slackLow && wished <= clipped.slackHigh) setFoot(c, i, out);
    else if (wished < clipped.slackLow) setEnd(c, i, clipped.lowBy, clipped.low, clipped.slackHigh, -1, out);
    else setEnd(c, i, clipped.highBy, clipped.high, clipped.slackLow, 1, out);
  }
  return settle(c, out);
}

/** The preferred velocity's projection on the discs' common part; false when they have none. */
function startOnDiscs(c: Columns, out: Optimum): boolean {
  out.kind = PREFERRED;
  out.i = out.j = -1;
  out.side = 0;
  out.x = c.px;
  out.y = c.py;
  if (startsInside(c)) return Number.isFinite(c.px) && Number.isFinite(c.py);
  let best = Infinity;
  const consider = (kind: number, i: number, j: number, side: number): void => {
    if (!candidatePoint(c, kind, i, j, side, point)) return;
    const x = point[0]!, y = point[1]!;
    const dx = x - c.px, dy = y - c.py, square = dx * dx + dy * dy;
    if (!(square < best) || !insideDiscs(c, x, y)) return;
    best = square;
    out.kind = kind;
    out.i = i;
    out.j = j;
    out.side = side;
    out.x = x;
    out.y = y;
  };
  for (let k = 0; k < c.discs; k++) consider(c.r[k] === 0 ? CENTER : PROJECTION, c.count + k, -1, 0);
  // A projection on one disc that lies in the others is nearest; else it is where two circles cross.
  if (best === Infinity) {
    for (let k = 0; k < c.discs; k++) {
      for (let l = k + 1; l < c.discs; l++) {
        consider(CROSSING, c.count + k, c.count + l, 1);
        consider(CROSSING, c.count + k, c.count + l, -1);
      }
    }
  }
  return best < Infinity;
}

/** Whether the preferred velocity lies in all discs: `insideDiscs`, without handing numbers over. */
export function startsInside({ discs, cx, cy, r, tolerance, px, py }: Columns): boolean {
  for (let k = 0; k < discs; k++) {
    const dx = px - cx[k]!, dy = py - cy[k]!;
    if (!(r[k]! - Math.sqrt(dx * dx + dy * dy) >= -tolerance)) return false;
  }
  return true;
}

/** Fills `order` with the lines, most violated at the point in `at` first, equal ones in the order of identity. */
function sortByViolation(c: Columns, at: Optimum): void {
  const { count, nx, ny, b } = c, { x, y } = at;
  if (order.length < count) {
    order = new Int32Array(2 * count);
    keys = new Float64Array(2 * count);
  }
  const sorted = order, margins = keys;
  for (let i = 0; i < count; i++) {
    const margin = nx[i]! * x + ny[i]! * y - b[i]!;
    let place = i;
    while (place > 0 && margins[place - 1]! > margin) {
      margins[place] = margins[place - 1]!;
      sorted[place] = sorted[place - 1]!;
      place--;
    }
    margins[place] = margin;
    sorted[place] = i;
  }
}

function setFoot(c: Columns, i: number, out: Optimum): void {
  candidatePoint(c, FOOT, i, -1, 0, point);
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
  by: number,
  t: number,
  farEnd: number,
  towards: 1 | -1,
  out: Optimum,
): void {
  out.kind = CROSSING;
  out.i = Math.min(i, by);
  out.j = Math.max(i, by);
  out.side = by < c.count ? 0 : towards;
  const beyond = towards < 0 ? t > farEnd : t < farEnd;
  if (!beyond && candidatePoint(c, CROSSING, out.i, out.j, out.side, point)) {
    out.x = point[0]!;
    out.y = point[1]!;
  } else {
    const at = beyond ? farEnd : t;
    out.x = c.b[i]! * c.nx[i]! - at * c.ny[i]!;
    out.y = c.b[i]! * c.ny[i]! + at * c.nx[i]!;
  }
}

/**
 * Ends the search. Where more constraints touch the optimum than define it, the tolerance decides which candidate is best:
 * the few that touch are enumerated, so that both solvers agree. Where two of them cross at a small angle, the tolerance
 * leaves a long sliver that anything may cut, and where rounding has left a constraint violated nothing is sure: there all
 * are.
 */
function settle(c: Columns, out: Optimum): boolean {
  if (!Number.isFinite(out.x) || !Number.isFinite(out.y)) return false;
  const near = TOUCH * c.tolerance;
  const { count, nx, ny, b, slack, discs, cx, cy, r } = c, { x, y } = out;
  let touching = 0, violated = false;
  for (let i = 0; i < count; i++) {
    const margin = nx[i]! * x + ny[i]! * y - b[i]!;
    if (margin <= near) touching++;
    if (margin < -slack[i]!) violated = true;
  }
  for (let k = 0; k < discs; k++) {
    const dx = x - cx[k]!, dy = y - cy[k]!, margin = r[k]! - Math.sqrt(dx * dx + dy * dy);
    if (margin <= near) touching++;
    if (margin < -c.tolerance) violated = true;
  }
  if (!violated) {
    if (touching < 2) return true;
    if (touching === 2 && out.kind === CROSSING && sineBetween(c, out.i, out.j, out) >= ILL_CROSSING) {
      return true;
    }
  }
  let members = touchingMembers(c, out, near);
  const sliver = violated || someIllCrossing(c, members, out);
  if (sliver) members = Array.from({ length: c.count + c.discs }, (_, i) => i);
  const best = bestCandidate(c, members);
  if (best === undefined) return !violated;
  out.kind = best.kind;
  out.i = best.i;
  out.j = best.j;
  out.side = best.side;
  out.x = best.x;
  out.y = best.y;
  return true;
}

function touchingMembers(c: Columns, at: Optimum, near: number): number[] {
  const members: number[] = [];
  for (let i = 0; i < c.count; i++) {
    if (i === at.i || i === at.j || lineMargin(c, i, at.x, at.y) <= near) members.push(i);
  }
  for (let k = 0; k < c.discs; k++) {
    const i = c.count + k;
    if (i === at.i || i === at.j || discMargin(c, k, at.x, at.y) <= near) members.push(i);
  }
  return members;
}

/** Whether two of the constraints meet at a small angle there, lines in the very same direction aside. */
function someIllCrossing(c: Columns, members: readonly number[], at: Optimum): boolean {
  return members.some((i, a) =>
    members.slice(a + 1).some((j) => sineBetween(c, i, j, at) < ILL_CROSSING && !sameDirection(c, i, j))
  );
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
