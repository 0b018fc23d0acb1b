import type { Columns } from "./columns.ts";

/**
 * The kinds of candidate (S2) by number, in the order that breaks equal costs (S3). A candidate is a kind, one or two
 * constraints (numbered as in `Columns`, the lower first) and, for a crossing with a circle, which of the two.
 */
export const PREFERRED = 0, FOOT = 1, PROJECTION = 2, CROSSING = 3, CENTER = 4;

/** Receives a point: x at 0, y at 1. */
export type PointOut = Float64Array;

/** Foot of the preferred velocity on line i, anchored at the line's point nearest to the origin. */
export function footOnLine(c: Columns, i: number, out: PointOut): void {
  const nx = c.nx[i]!, ny = c.ny[i]!, b = c.b[i]!;
  const t = nx * c.py - ny * c.px;
  out[0] = b * nx - t * ny;
  out[1] = b * ny + t * nx;
}

/** Radial projection of the preferred velocity on circle k. @returns false at its center, where none is nearest */
export function projectionOnCircle(c: Columns, k: number, out: PointOut): boolean {
  const dx = c.px - c.cx[k]!, dy = c.py - c.cy[k]!;
  const d = Math.sqrt(dx * dx + dy * dy);
  if (!(d > 0)) return false;
  const f = c.r[k]! / d;
  out[0] = c.cx[k]! + f * dx;
  out[1] = c.cy[k]! + f * dy;
  return true;
}

/** Crossing of lines i and j. @returns false for parallel lines */
export function crossingOfLines(c: Columns, i: number, j: number, out: PointOut): boolean {
  const nx = c.nx[i]!, ny = c.ny[i]!, b = c.b[i]!;
  const mx = c.nx[j]!, my = c.ny[j]!;
  const den = my * nx - mx * ny;
  if (den === 0) return false;
  const t = (c.b[j]! - (mx * (b * nx) + my * (b * ny))) / den;
  out[0] = b * nx - t * ny;
  out[1] = b * ny + t * nx;
  return true;
}

/**
 * Crossing of line i with circle k, on the side of the line's direction (left of the normal) for `side` 1, against it
 * for -1. A line that misses the circle by no more than the tolerance touches it.
 *
 * @returns false when they do not meet
 */
export function crossingWithCircle(c: Columns, i: number, k: number, side: number, out: PointOut): boolean {
  const nx = c.nx[i]!, ny = c.ny[i]!, cx = c.cx[k]!, cy = c.cy[k]!, r = c.r[k]!;
  const e = c.b[i]! - (nx * cx + ny * cy);
  if (!(Math.abs(e) <= r + c.tolerance)) return false;
  const hh = (r - e) * (r + e);
  const h = hh > 0 ? side * Math.sqrt(hh) : 0;
  out[0] = cx + (e * nx - h * ny);
  out[1] = cy + (e * ny + h * nx);
  return true;
}

/**
 * Crossing of circles k and l, to the left of the direction from k to l for `side` 1, to the right for -1. Circles that
 * miss each other by no more than the tolerance touch.
 *
 * @returns false when they do not meet, or have one center
 */
export function crossingOfCircles(c: Columns, k: number, l: number, side: number, out: PointOut): boolean {
  const dx = c.cx[l]! - c.cx[k]!, dy = c.cy[l]! - c.cy[k]!;
  const r = c.r[k]!, s = c.r[l]!;
  const d = Math.sqrt(dx * dx + dy * dy);
  if (!(d > 0) || d > r + s + c.tolerance || d < Math.abs(r - s) - c.tolerance) return false;
  const ux = dx / d, uy = dy / d;
  // a² + h² = r² and (d - a)² + h² = s²
  const a = (d + (r - s) * (r + s) / d) / 2;
  const hh = (r - a) * (r + a);
  const h = hh > 0 ? side * Math.sqrt(hh) : 0;
  const e = hh > 0 ? a : Math.max(-r, Math.min(r, a));
  out[0] = c.cx[k]! + (e * ux - h * uy);
  out[1] = c.cy[k]! + (e * uy + h * ux);
  return true;
}

/**
 * The point of a candidate.
 *
 * @param kind PREFERRED … CENTER
 * @param i its first constraint
 * @param j its second constraint, for a crossing
 * @param side which crossing with a circle, 1 or -1
 * @returns false when there is none
 */
export function candidatePoint(
  c: Columns,
  kind: number,
  i: number,
  j: number,
  side: number,
  out: PointOut,
): boolean {
  switch (kind) {
    case FOOT:
      footOnLine(c, i, out);
      return true;
    case PROJECTION:
      return projectionOnCircle(c, i - c.count, out);
    case CROSSING:
      if (j < c.count) return crossingOfLines(c, i, j, out);
      if (i < c.count) return crossingWithCircle(c, i, j - c.count, side, out);
      return crossingOfCircles(c, i - c.count, j - c.count, side, out);
    case CENTER:
      out[0] = c.cx[i - c.count]!;
      out[1] = c.cy[i - c.count]!;
      return true;
    default:
      out[0] = c.px;
      out[1] = c.py;
      return true;
  }
}

/** Takes one candidate: its kind, constraints, side and point. The point is that of the next candidate afterwards. */
export type TakeCandidate = (
  c: Columns,
  kind: number,
  i: number,
  j: number,
  side: number,
  point: PointOut,
) => void;

/** Constraint numbers in rising order; filled anew for each search, so that a search allocates nothing. */
export interface Members {
  /** See `Members`. */
  numbers: Int32Array;
  /** How many of them stand there. */
  count: number;
}

/** No members yet. */
export function createMembers(): Members {
  return { numbers: new Int32Array(64), count: 0 };
}

/** Appends a constraint number above all others. */
export function addMember(members: Members, i: number): void {
  if (members.count === members.numbers.length) {
    const wider = new Int32Array(2 * members.count);
    wider.set(members.numbers);
    members.numbers = wider;
  }
  members.numbers[members.count++] = i;
}

const point = new Float64Array(2);

/**
 * Hands every candidate of the constraints in `members` to `take` (S2), those that do not exist left out.
 *
 * @param members of lines in one direction only the strictest stands there
 */
export function forEachCandidate(c: Columns, { numbers, count }: Members, take: TakeCandidate): void {
  point[0] = c.px;
  point[1] = c.py;
  take(c, PREFERRED, -1, -1, 0, point);
  for (let a = 0; a < count; a++) {
    const i = numbers[a]!, kind = i < c.count ? FOOT : c.r[i - c.count] === 0 ? CENTER : PROJECTION;
    if (candidatePoint(c, kind, i, -1, 0, point)) take(c, kind, i, -1, 0, point);
    for (let z = a + 1; z < count; z++) {
      const j = numbers[z]!;
      if (j < c.count) {
        if (crossingOfLines(c, i, j, point)) take(c, CROSSING, i, j, 0, point);
      } else {
        for (let side = 1; side >= -1; side -= 2) {
          if (candidatePoint(c, CROSSING, i, j, side, point)) take(c, CROSSING, i, j, side, point);
        }
      }
    }
  }
}

/** Leaves out the lines that another line in the very same direction is at least as strict as (S2). */
export function keepStrictest(c: Columns, members: Members): void {
  const { numbers, count } = members;
  let kept = 0;
  for (let a = 0; a < count; a++) {
    const i = numbers[a]!;
    // Of those before it only who is kept can be stricter: who is left out gave way to one that is kept, or that comes later.
    if (i >= c.count || !isSurpassed(c, i, numbers, 0, kept) && !isSurpassed(c, i, numbers, a + 1, count)) {
      numbers[kept++] = i;
    }
  }
  members.count = kept;
}

/** Whether one of the members from `first` up to `end` is a line in the very same direction, and at least as strict as line i. */
function isSurpassed(c: Columns, i: number, numbers: Int32Array, first: number, end: number): boolean {
  for (let a = first; a < end; a++) {
    const j = numbers[a]!;
    if (j >= c.count || c.nx[j] !== c.nx[i] || c.ny[j] !== c.ny[i]) continue;
    if (c.b[j]! > c.b[i]! || (c.b[j] === c.b[i] && j < i)) return true;
  }
  return false;
}
