import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";

/**
 * A velocity problem as numbers in columns: line i allows nx[i]·x + ny[i]·y >= b[i], up to slack[i]; disc k allows
 * |(x, y) - (cx[k], cy[k])| <= r[k], up to `tolerance`. Lines stand in the order of identity. Constraints are numbered
 * lines first, then discs: disc k is `count + k`.
 */
export interface Columns {
  /** Number of lines. */
  count: number;
  /** Unit normals into the allowed side. */
  nx: Float64Array;
  /** See `nx`. */
  ny: Float64Array;
  /** Offsets along the normals, m/s. */
  b: Float64Array;
  /** How far outside a line still counts as inside, m/s. */
  slack: Float64Array;
  /** Number of discs. */
  discs: number;
  /** Centers, m/s. */
  cx: Float64Array;
  /** See `cx`. */
  cy: Float64Array;
  /** Radii, m/s. */
  r: Float64Array;
  /** S3's tolerance, m/s. */
  tolerance: number;
  /** Preferred velocity, m/s. */
  px: number;
  /** See `px`. */
  py: number;
}

/** Empty columns with room for so many constraints. */
export function createColumns(lines: number, discs: number): Columns {
  return {
    count: 0,
    nx: new Float64Array(lines),
    ny: new Float64Array(lines),
    b: new Float64Array(lines),
    slack: new Float64Array(lines),
    discs: 0,
    cx: new Float64Array(discs),
    cy: new Float64Array(discs),
    r: new Float64Array(discs),
    tolerance: 0,
    px: 0,
    py: 0,
  };
}

/** Makes room in columns for so many lines and discs; contents are lost. */
export function ensureRoom(c: Columns, lines: number, discs: number): void {
  if (c.nx.length < lines) {
    const room = Math.max(lines, 2 * c.nx.length);
    c.nx = new Float64Array(room);
    c.ny = new Float64Array(room);
    c.b = new Float64Array(room);
    c.slack = new Float64Array(room);
  }
  if (c.cx.length < discs) {
    c.cx = new Float64Array(discs);
    c.cy = new Float64Array(discs);
    c.r = new Float64Array(discs);
  }
}

/**
 * Fills columns with a problem.
 *
 * @param c receives it
 * @param preferred m/s
 * @param halfPlanes in the order of identity
 * @param discs any number
 * @param tolerance S3's, m/s
 */
export function fillColumns(
  c: Columns,
  preferred: Vec2,
  halfPlanes: readonly HalfPlane[],
  discs: readonly Disc[],
  tolerance: number,
): void {
  ensureRoom(c, halfPlanes.length, discs.length);
  c.count = halfPlanes.length;
  for (let i = 0; i < halfPlanes.length; i++) {
    const { normal, point } = halfPlanes[i]!;
    c.nx[i] = normal.x;
    c.ny[i] = normal.y;
    c.b[i] = normal.x * point.x + normal.y * point.y;
    c.slack[i] = tolerance;
  }
  c.discs = discs.length;
  for (let k = 0; k < discs.length; k++) {
    const { center, radius } = discs[k]!;
    c.cx[k] = center.x;
    c.cy[k] = center.y;
    c.r[k] = radius;
  }
  c.tolerance = tolerance;
  c.px = preferred.x;
  c.py = preferred.y;
}

/** Margin of line i at (x, y), m/s. */
export function lineMargin(c: Columns, i: number, x: number, y: number): number {
  return c.nx[i]! * x + c.ny[i]! * y - c.b[i]!;
}

/** Largest violation among the lines from `from` up to `to` at (x, y), m/s, at least 0. */
export function largestViolation(c: Columns, from: number, to: number, x: number, y: number): number {
  let worst = 0;
  for (let i = from; i < to; i++) {
    const violation = -lineMargin(c, i, x, y);
    if (violation > worst) worst = violation;
  }
  return worst;
}

/** Margin of disc k at (x, y), m/s. */
export function discMargin(c: Columns, k: number, x: number, y: number): number {
  const dx = x - c.cx[k]!, dy = y - c.cy[k]!;
  return c.r[k]! - Math.sqrt(dx * dx + dy * dy);
}

/** Whether (x, y) violates no line and no disc by more than the tolerance; false for NaN. */
export function isFeasible(c: Columns, x: number, y: number): boolean {
  at[0] = x;
  at[1] = y;
  return allows(c, at);
}

const at = new Float64Array(2);

/** The part of `isFeasible` about discs. */
export function insideDiscs(c: Columns, x: number, y: number): boolean {
  at[0] = x;
  at[1] = y;
  return discsAllow(c, at);
}

/** `isFeasible` of a point that stands in memory: numbers that are handed to a function may be allocated. */
export function allows(c: Columns, point: Float64Array): boolean {
  return discsAllow(c, point) && linesAllow(c, point);
}

/** The part of `allows` about lines. */
function linesAllow({ count, nx, ny, b, slack }: Columns, point: Float64Array): boolean {
  const x = point[0]!, y = point[1]!;
  for (let i = 0; i < count; i++) if (!(nx[i]! * x + ny[i]! * y - b[i]! >= -slack[i]!)) return false;
  return true;
}

/** The part of `allows` about discs. */
export function discsAllow({ discs, cx, cy, r, tolerance }: Columns, point: Float64Array): boolean {
  const x = point[0]!, y = point[1]!;
  for (let k = 0; k < discs; k++) {
    const dx = x - cx[k]!, dy = y - cy[k]!;
    if (!(r[k]! - Math.sqrt(dx * dx + dy * dy) >= -tolerance)) return false;
  }
  return true;
}
