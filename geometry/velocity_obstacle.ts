import type { ObstacleFeature } from "./half_plane.ts";

/** Names of the features that `nearestBoundary` returns by number. */
export const OBSTACLE_FEATURES: readonly ObstacleFeature[] = ["arc", "leftLeg", "rightLeg", "overlap"];

const ARC = 0, LEFT_LEG = 1, RIGHT_LEG = 2, OVERLAP = 3;

/** A relative velocity is on the axis when |det(p, v)| <= AXIS_TIE·|p|·|v| (no unit): 1e-12, above rounding (G6). */
export const AXIS_TIE = 1e-12;

/** In an overlap, |w| <= STILL·R/dt counts as no direction (no unit, G10). */
export const STILL = 1e-9;

/** Shorter vectors (m, m/s) have no direction: the squares of their components lose digits, down to none. */
export const NO_DIRECTION = 1e-140;

/**
 * The point of a velocity obstacle's boundary nearest to a relative velocity (G4–G7, G10), without allocation.
 *
 * ```txt
 *            left ray  /
 *                 . ' /      c = p/T, r = R/T: the arc faces the origin and
 *      O --(  c ) ----------- p   ends where the rays touch the circle
 *                 ` . \
 *            right ray \
 * ```
 *
 * Everything is odd in (p, v): for the other agent of the pair the results are the exact negatives.
 *
 * @param px other's position minus own, m
 * @param py see `px`
 * @param vx own velocity minus other's, m/s
 * @param vy see `vx`
 * @param combinedRadius R, m, above 0
 * @param timeHorizon T, s, above 0
 * @param timeStep dt, s, above 0; takes T's place when the discs overlap (G10)
 * @param tieToRight which leg a velocity on the axis goes to (G6)
 * @param coincident the normal's x for two agents in one place: -1 for the lower ID, 1 for the higher (G10)
 * @param out receives change.x, change.y, normal.x, normal.y from index `at` on
 * @param at first index in `out`
 * @returns index into `OBSTACLE_FEATURES`
 */
export function nearestBoundary(
  px: number,
  py: number,
  vx: number,
  vy: number,
  combinedRadius: number,
  timeHorizon: number,
  timeStep: number,
  tieToRight: boolean,
  coincident: number,
  out: Float64Array,
  at: number,
): number {
  const dd = px * px + py * py, rr = combinedRadius * combinedRadius;
  if (!(dd > rr)) {
    // Overlap: leave the disc of one step, center p/dt, radius R/dt.
    const wx = vx - px / timeStep, wy = vy - py / timeStep;
    const w = Math.sqrt(wx * wx + wy * wy), r = combinedRadius / timeStep;
    let nx: number, ny: number;
    if (w > STILL * r) nx = wx / w, ny = wy / w;
    else {
      const d = Math.sqrt(dd);
      if (d > NO_DIRECTION) nx = -px / d, ny = -py / d;
      else nx = coincident, ny = 0;
    }
    const s = r - w;
    out[at] = s * nx;
    out[at + 1] = s * ny;
    out[at + 2] = nx;
    out[at + 3] = ny;
    return OVERLAP;
  }
  const wx = vx - px / timeHorizon, wy = vy - py / timeHorizon;
  const ww = wx * wx + wy * wy, wp = wx * px + wy * py;
  if (wp <= 0 && wp * wp >= rr * ww) {
    // Seen from c, v lies between the two touching points: the arc is nearest (dot(n, p) <= -R).
    const w = Math.sqrt(ww), r = combinedRadius / timeHorizon;
    let nx: number, ny: number;
    if (w > NO_DIRECTION) nx = wx / w, ny = wy / w;
    else {
      const d = Math.sqrt(dd);
      nx = -px / d;
      ny = -py / d;
    }
    const s = r - w;
    out[at] = s * nx;
    out[at + 1] = s * ny;
    out[at + 2] = nx;
    out[at + 3] = ny;
    return ARC;
  }
  // Beyond the arc: the ray on v's own side of the axis is nearer; its line passes through the origin.
  const side = px * vy - py * vx;
  const tied = side * side <= AXIS_TIE * AXIS_TIE * dd * (vx * vx + vy * vy);
  const l = Math.sqrt(dd - rr);
  const right = tied ? tieToRight : side < 0;
  let nx: number, ny: number;
  if (right) {
    nx = (py * l - px * combinedRadius) / dd;
    ny = -(px * l + py * combinedRadius) / dd;
  } else {
    nx = -(px * combinedRadius + py * l) / dd;
    ny = (px * l - py * combinedRadius) / dd;
  }
  const s = -(vx * nx + vy * ny);
  out[at] = s * nx;
  out[at + 1] = s * ny;
  out[at + 2] = nx;
  out[at + 3] = ny;
  return right ? RIGHT_LEG : LEFT_LEG;
}
