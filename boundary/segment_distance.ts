/** Receives the closest points of two segments: their parameters and points. */
export interface ClosestPoints {
  /** Squared distance, m²; 0 when the segments meet. */
  square: number;
  /** Point of the first segment, m. */
  ax: number;
  /** See `ax`. */
  ay: number;
  /** Point of the second segment, m. */
  bx: number;
  /** See `bx`. */
  by: number;
  /** Whether one of them is a foot inside its segment, not an end. */
  inside: boolean;
}

/** Squared distances within this factor are equal to rounding (no unit). */
const SAME = 1 + 4e-15;

/** A record to fill. */
export function createClosestPoints(): ClosestPoints {
  return { square: Infinity, ax: 0, ay: 0, bx: 0, by: 0, inside: false };
}

/** Two segments: from 0 to (sx, sy) and from (px, py) to (px + tx, py + ty), m. */
export interface SegmentPair {
  /** m. */
  sx: number;
  /** See `sx`. */
  sy: number;
  /** m. */
  px: number;
  /** See `px`. */
  py: number;
  /** m. */
  tx: number;
  /** See `tx`. */
  ty: number;
}

const pair: SegmentPair = { sx: 0, sy: 0, px: 0, py: 0, tx: 0, ty: 0 };

/**
 * Closest points of the segments from 0 to (sx, sy) and from (px, py) to (px + tx, py + ty). Where they are not unique
 * (parallel segments), the first found in a fixed order: from each end of the first, then from each end of the second.
 * Either segment may be a point.
 */
export function closestOfSegments(
  sx: number,
  sy: number,
  px: number,
  py: number,
  tx: number,
  ty: number,
  out: ClosestPoints,
): void {
  pair.sx = sx;
  pair.sy = sy;
  pair.px = px;
  pair.py = py;
  pair.tx = tx;
  pair.ty = ty;
  closestOfPair(pair, out);
}

/**
 * The same of a record: numbers that are handed to a function one by one may each be allocated.
 *
 * Of connections that are equally short to rounding, one whose foot lies inside its segment (0 < k < 1) is kept: there it is
 * square to the segment, which does not pass the plane through its foot.
 */
export function closestOfPair(segments: SegmentPair, out: ClosestPoints): void {
  const { sx, sy, px, py, tx, ty } = segments;
  if (cross(sx, sy, px, py, tx, ty)) {
    out.square =
      out.ax =
      out.ay =
      out.bx =
      out.by =
        0;
    return;
  }
  out.inside = false;
  const ss = sx * sx + sy * sy, tt = tx * tx + ty * ty;
  let least = Infinity, isInside = false;
  for (let k = 0; k < 4; k++) {
    let ax: number, ay: number, bx: number, by: number, foot: number;
    if (k < 2) { // an end of the first against the second
      ax = k * sx, ay = k * sy;
      foot = tt > 0 ? clamp(((ax - px) * tx + (ay - py) * ty) / tt) : 0;
      bx = px + foot * tx, by = py + foot * ty;
    } else {
      bx = px + (k - 2) * tx, by = py + (k - 2) * ty;
      foot = ss > 0 ? clamp((bx * sx + by * sy) / ss) : 0;
      ax = foot * sx, ay = foot * sy;
    }
    const x = bx - ax, y = by - ay, square = x * x + y * y, inside = foot > 0 && foot < 1;
    if (!isNearer(square, inside, least, isInside)) continue;
    least = square;
    isInside = inside;
    out.ax = ax;
    out.ay = ay;
    out.bx = bx;
    out.by = by;
  }
  out.square = least;
  out.inside = isInside;
}

/** Whether one pair is nearer than another, a foot inside its segment winning where they are equal to rounding. */
export function isNearer(square: number, inside: boolean, than: number, thanInside: boolean): boolean {
  if (inside === thanInside) return square < than;
  return inside ? square <= than * SAME : square * SAME < than;
}

/** Rounding of a cross product, per product of the sizes that enter it (no unit). */
const CROSS_NOISE = 1e-15;

/**
 * Whether the segments cross in a point inside both. Ends that touch are found by `keep`, and so are segments on one line,
 * whose cross products are nothing but rounding.
 */
function cross(sx: number, sy: number, px: number, py: number, tx: number, ty: number): boolean {
  const qx = px + tx, qy = py + ty;
  const s = Math.abs(sx) + Math.abs(sy), t = Math.abs(tx) + Math.abs(ty);
  const far = Math.abs(px) + Math.abs(py) + t + s;
  return opposite(sx * py - sy * px, sx * qy - sy * qx, CROSS_NOISE * s * far) &&
    opposite(ty * px - tx * py, tx * (sy - py) - ty * (sx - px), CROSS_NOISE * t * far);
}

function opposite(a: number, b: number, noise: number): boolean {
  return (a > noise && b < -noise) || (a < -noise && b > noise);
}

function clamp(k: number): number {
  return Math.max(0, Math.min(1, k));
}
