import type { ObstacleFeature } from "./half_plane.ts";

/** Names of the features that `nearestBoundary` returns by number. */
export const OBSTACLE_FEATURES: readonly ObstacleFeature[] = ["arc", "leftLeg", "rightLeg", "overlap"];

const ARC = 0, LEFT_LEG = 1, RIGHT_LEG = 2, OVERLAP = 3;

/** A relative velocity is on the axis when |det(p, v)| <= AXIS_TIE·|p|·|v| (no unit): 1e-12, above rounding (G6). */
export const AXIS_TIE = 1e-12;

/** In an overlap, |w| <= STILL·R/dt counts as no direction (no unit, G10). */
export const STILL = 1e-9;

/** Shorter vectors (m, m/s) have no direction: the squares of their components lose digits, down to none. */
const NO_DIRECTION = 1e-140;

/** What `nearestBoundaryOf` reads and writes, by index. */
export const PX = 0,
  PY = 1,
  VX = 2,
  VY = 3,
  COMBINED_RADIUS = 4,
  TIME_HORIZON = 5,
  TIME_STEP = 6,
  CHANGE_X = 7,
  CHANGE_Y = 8,
  NORMAL_X = 9,
  NORMAL_Y = 10;

/** Room for `nearestBoundaryOf`. */
export function createPairNumbers(): Float64Array {
  return new Float64Array(11);
}

/**
 * The point of a velocity obstacle's boundary nearest to a relative velocity (G4–G7, G10), without allocation: numbers are
 * handed over in an array, because an engine allocates those that it passes to a function of this size.
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
 * Read: p, the other's position minus own, m; v, own velocity minus the other's, m/s; R, m, above 0; T and dt, s, above 0,
 * dt taking T's place when the discs overlap (G10). Written: the change, m/s, and the normal.
 *
 * @param tieToRight which leg a velocity on the axis goes to (G6)
 * @param coincident the normal's x for two agents in one place: -1 for the lower ID, 1 for the higher (G10)
 * @param io see `PX` to `NORMAL_Y`
 * @returns index into `OBSTACLE_FEATURES`
 */
export function nearestBoundaryOf(tieToRight: boolean, coincident: number, io: Float64Array): number {
  const px = io[PX]!, py = io[PY]!, vx = io[VX]!, vy = io[VY]!, combinedRadius = io[COMBINED_RADIUS]!;
  const dd = px * px + py * py, rr = combinedRadius * combinedRadius;
  if (!(dd > rr)) {
    // Overlap: leave the disc of one step, center p/dt, radius R/dt.
    const timeStep = io[TIME_STEP]!, wx = vx - px / timeStep, wy = vy - py / timeStep;
    const w = Math.sqrt(wx * wx + wy * wy), r = combinedRadius / timeStep;
    let nx: number, ny: number;
    if (w > STILL * r) nx = wx / w, ny = wy / w;
    else {
      const d = Math.sqrt(dd);
      if (d > NO_DIRECTION) nx = -px / d, ny = -py / d;
      else nx = coincident, ny = 0;
    }
    const s = r - w;
    io[CHANGE_X] = s * nx;
    io[CHANGE_Y] = s * ny;
    io[NORMAL_X] = nx;
    io[NORMAL_Y] = ny;
    return OVERLAP;
  }
  const timeHorizon = io[TIME_HORIZON]!, wx = vx - px / timeHorizon, wy = vy - py / timeHorizon;
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
    io[CHANGE_X] = s * nx;
    io[CHANGE_Y] = s * ny;
    io[NORMAL_X] = nx;
    io[NORMAL_Y] = ny;
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
  io[CHANGE_X] = s * nx;
  io[CHANGE_Y] = s * ny;
  io[NORMAL_X] = nx;
  io[NORMAL_Y] = ny;
  return right ? RIGHT_LEG : LEFT_LEG;
}

const numbers = createPairNumbers();

/**
 * `nearestBoundaryOf` with its numbers as arguments.
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
  numbers[PX] = px;
  numbers[PY] = py;
  numbers[VX] = vx;
  numbers[VY] = vy;
  numbers[COMBINED_RADIUS] = combinedRadius;
  numbers[TIME_HORIZON] = timeHorizon;
  numbers[TIME_STEP] = timeStep;
  const feature = nearestBoundaryOf(tieToRight, coincident, numbers);
  out[at] = numbers[CHANGE_X]!;
  out[at + 1] = numbers[CHANGE_Y]!;
  out[at + 2] = numbers[NORMAL_X]!;
  out[at + 3] = numbers[NORMAL_Y]!;
  return feature;
}
