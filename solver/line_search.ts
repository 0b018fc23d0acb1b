import type { Columns } from "./columns.ts";

/**
 * The stretch of a line that discs and other lines leave, as distances along the line's direction (left of its normal)
 * from its point nearest to the origin, m/s; and which constraints make its ends, -1 where nothing does. `slackLow` and
 * `slackHigh` are the ends with every constraint's tolerance.
 */
export interface Clipped {
  low: number;
  high: number;
  lowBy: number;
  highBy: number;
  slackLow: number;
  slackHigh: number;
}

/** A stretch without ends. */
export function createClipped(): Clipped {
  return {
    low: -Infinity,
    high: Infinity,
    lowBy: -1,
    highBy: -1,
    slackLow: -Infinity,
    slackHigh: Infinity,
  };
}

/**
 * Clips line i by all discs and by the first `k` lines of `order`.
 *
 * @param out receives the stretch
 * @returns false when nothing is left, not even with the tolerances
 */
export function clipLine(c: Columns, i: number, order: Int32Array, k: number, out: Clipped): boolean {
  const nx = c.nx[i]!, ny = c.ny[i]!, b = c.b[i]!, tolerance = c.tolerance;
  const ox = b * nx, oy = b * ny;
  let low = -Infinity, high = Infinity, lowBy = -1, highBy = -1, slackLow = -Infinity, slackHigh = Infinity;
  for (let d = 0; d < c.discs; d++) {
    const cx = c.cx[d]!, cy = c.cy[d]!, r = c.r[d]!;
    const e = b - (nx * cx + ny * cy), wide = r + tolerance;
    const wideSquare = (wide - e) * (wide + e);
    if (!(wideSquare >= 0)) return false; // the line misses the disc
    const middle = nx * cy - ny * cx, square = (r - e) * (r + e);
    const h = square > 0 ? Math.sqrt(square) : 0, wideH = Math.sqrt(wideSquare);
    if (middle - h > low) low = middle - h, lowBy = c.count + d;
    if (middle + h < high) high = middle + h, highBy = c.count + d;
    if (middle - wideH > slackLow) slackLow = middle - wideH;
    if (middle + wideH < slackHigh) slackHigh = middle + wideH;
  }
  for (let a = 0; a < k; a++) {
    const j = order[a]!, mx = c.nx[j]!, my = c.ny[j]!;
    const missing = c.b[j]! - (mx * ox + my * oy); // what line j still asks for at the anchor
    const gain = my * nx - mx * ny; // and what a step along the line gives
    if (gain > 0) {
      const t = missing / gain, s = (missing - c.slack[j]!) / gain;
      if (t > low) low = t, lowBy = j;
      if (s > slackLow) slackLow = s;
    } else if (gain < 0) {
      const t = missing / gain, s = (missing - c.slack[j]!) / gain;
      if (t < high) high = t, highBy = j;
      if (s < slackHigh) slackHigh = s;
    } else if (!(missing <= c.slack[j]!)) return false; // parallel, and the line lies outside
  }
  if (!(slackLow <= slackHigh)) return false;
  out.low = low;
  out.high = high;
  out.lowBy = lowBy;
  out.highBy = highBy;
  out.slackLow = slackLow;
  out.slackHigh = slackHigh;
  return true;
}
