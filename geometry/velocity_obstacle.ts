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

/** Pairs as numbers in columns, and what `nearestBoundaries` finds for them. */
export interface PairColumns {
  /** The other's position minus own, m. */
  px: Float64Array;
  /** See `px`. */
  py: Float64Array;
  /** Own velocity minus the other's, m/s. */
  vx: Float64Array;
  /** See `vx`. */
  vy: Float64Array;
  /** R, m, above 0. */
  combinedRadius: Float64Array;
  /** 1 where a velocity on the axis goes to the right leg (G6). */
  tieToRight: Uint8Array;
  /** The normal's x for two agents in one place: -1 for the lower ID, 1 for the higher (G10). */
  coincident: Int8Array;
  /** Index into `OBSTACLE_FEATURES`. */
  feature: Uint8Array;
  /** The change of relative velocity onto the boundary, m/s. */
  changeX: Float64Array;
  /** See `changeX`. */
  changeY: Float64Array;
  /** Unit normal, out of the obstacle. */
  normalX: Float64Array;
  /** See `normalX`. */
  normalY: Float64Array;
}

/** Columns with room for so many pairs. */
export function createPairColumns(room: number): PairColumns {
  return {
    px: new Float64Array(room),
    py: new Float64Array(room),
    vx: new Float64Array(room),
    vy: new Float64Array(room),
    combinedRadius: new Float64Array(room),
    tieToRight: new Uint8Array(room),
    coincident: new Int8Array(room),
    feature: new Uint8Array(room),
    changeX: new Float64Array(room),
    changeY: new Float64Array(room),
    normalX: new Float64Array(room),
    normalY: new Float64Array(room),
  };
}

/**
 * The points of velocity obstacles' boundaries nearest to relative velocities (G4–G7, G10), without allocation.
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
 * @param timeHorizon T, s, above 0
 * @param timeStep dt, s, above 0; takes T's place when the discs overlap (G10)
 */
export function nearestBoundaries(
  pairs: PairColumns,
  count: number,
  timeHorizon: number,
  timeStep: number,
): void {
  const { tieToRight, coincident, feature, changeX, changeY, normalX, normalY } = pairs;
  for (let k = 0; k < count; k++) {
    const px = pairs.px[k]!, py = pairs.py[k]!, vx = pairs.vx[k]!, vy = pairs.vy[k]!;
    const combinedRadius = pairs.combinedRadius[k]!;
    const dd = px * px + py * py, rr = combinedRadius * combinedRadius;
    let nx: number, ny: number, s: number;
    if (!(dd > rr)) {
      // Overlap: leave the disc of one step, center p/dt, radius R/dt.
      const wx = vx - px / timeStep, wy = vy - py / timeStep;
      const w = Math.sqrt(wx * wx + wy * wy), r = combinedRadius / timeStep;
      if (w > STILL * r) nx = wx / w, ny = wy / w;
      else {
        const d = Math.sqrt(dd);
        if (d > NO_DIRECTION) nx = -px / d, ny = -py / d;
        else nx = coincident[k]!, ny = 0;
      }
      s = r - w;
      feature[k] = OVERLAP;
    } else {
      const wx = vx - px / timeHorizon, wy = vy - py / timeHorizon;
      const ww = wx * wx + wy * wy, wp = wx * px + wy * py;
      if (wp <= 0 && wp * wp >= rr * ww) {
        // Seen from c, v lies between the two touching points: the arc is nearest (dot(n, p) <= -R).
        const w = Math.sqrt(ww), r = combinedRadius / timeHorizon;
        if (w > NO_DIRECTION) nx = wx / w, ny = wy / w;
        else {
          const d = Math.sqrt(dd);
          nx = -px / d;
          ny = -py / d;
        }
        s = r - w;
        feature[k] = ARC;
      } else {
        // Beyond the arc: the ray on v's own side of the axis is nearer; its line passes through the origin.
        const side = px * vy - py * vx;
        const tied = side * side <= AXIS_TIE * AXIS_TIE * dd * (vx * vx + vy * vy);
        const l = Math.sqrt(dd - rr);
        if (tied ? tieToRight[k] === 1 : side < 0) {
          nx = (py * l - px * combinedRadius) / dd;
          ny = -(px * l + py * combinedRadius) / dd;
          feature[k] = RIGHT_LEG;
        } else {
          nx = -(px * combinedRadius + py * l) / dd;
          ny = (px * l - py * combinedRadius) / dd;
          feature[k] = LEFT_LEG;
        }
        s = -(vx * nx + vy * ny);
      }
    }
    changeX[k] = s * nx;
    changeY[k] = s * ny;
    normalX[k] = nx;
    normalY[k] = ny;
  }
}

const one = createPairColumns(1);

/**
 * `nearestBoundaries` for one pair, with its numbers as arguments.
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
  one.px[0] = px;
  one.py[0] = py;
  one.vx[0] = vx;
  one.vy[0] = vy;
  one.combinedRadius[0] = combinedRadius;
  one.tieToRight[0] = tieToRight ? 1 : 0;
  one.coincident[0] = coincident;
  nearestBoundaries(one, 1, timeHorizon, timeStep);
  out[at] = one.changeX[0]!;
  out[at + 1] = one.changeY[0]!;
  out[at + 2] = one.normalX[0]!;
  out[at + 3] = one.normalY[0]!;
  return one.feature[0]!;
}
