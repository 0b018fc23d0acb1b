import type { Vec2 } from "./vector.ts";

/** Where a moving point comes nearest to the origin. */
export interface ClosestApproach {
  /** Least distance to the origin, m. */
  readonly distance: number;
  /** The earliest moment at which it is that near, s, from 0 to the duration. */
  readonly time: number;
}

/** Halvings after which an interval of a double is as narrow as it gets for any root that matters. */
const HALVINGS = 128;

/**
 * The least distance to the origin of p(t) = position + velocity·t + acceleration·t²/2 for t in [0, duration] (B8).
 *
 * Nothing is sampled. |p|² is a quartic, so its stationary points are the roots of a cubic; the roots of the
 * cubic's own derivative cut the interval into pieces on which the cubic is monotone, and a sign change inside
 * a piece is closed in by halving. Time and length are first divided by their own scale, so that only their
 * ratio matters: metres or light years, both work. Rounding is about 1e-15 of the larger of the start distance
 * and the distance covered; where a body turns back close to the origin, at most about 1e-10 of it.
 *
 * @param position p(0), m
 * @param velocity p'(0), m/s
 * @param acceleration m/s², constant
 * @param duration s, at least 0; 0 looks at the start alone
 */
export function closestApproach(
  position: Vec2,
  velocity: Vec2,
  acceleration: Vec2,
  duration: number,
): ClosestApproach {
  // Unit interval: q(s) = p + v·s + a·s²/2 with s = t / duration.
  let vx = velocity.x * duration, vy = velocity.y * duration;
  let ax = acceleration.x * duration * duration, ay = acceleration.y * duration * duration;
  let px = position.x, py = position.y;
  const size = Math.max(
    Math.abs(px),
    Math.abs(py),
    Math.abs(vx),
    Math.abs(vy),
    Math.abs(ax),
    Math.abs(ay),
  );
  if (!(size > 0)) return { distance: 0, time: 0 };
  px /= size, py /= size, vx /= size, vy /= size, ax /= size, ay /= size;

  const distanceAt = (s: number): number => {
    const x = px + (vx + ax * s / 2) * s, y = py + (vy + ay * s / 2) * s;
    return Math.sqrt(x * x + y * y);
  };
  let best = distanceAt(0), at = 0;
  for (const s of leastPoints(px, py, vx, vy, ax, ay)) {
    const d = distanceAt(s);
    if (d < best) best = d, at = s;
  }
  const end = distanceAt(1);
  if (end < best) best = end, at = 1;
  return { distance: best * size, time: at * duration };
}

/**
 * Where |q|² may be least inside (0, 1), in rising order: where its derivative turns from falling to rising, and
 * the cuts too, because at a triple root (a body that turns back exactly at the origin) the derivative is flat and
 * the cut is known far better.
 */
function leastPoints(
  px: number,
  py: number,
  vx: number,
  vy: number,
  ax: number,
  ay: number,
): readonly number[] {
  // d/ds |q|²/2 = c0 + c1·s + c2·s² + c3·s³
  const c0 = px * vx + py * vy;
  const c1 = vx * vx + vy * vy + px * ax + py * ay;
  const c2 = 1.5 * (vx * ax + vy * ay);
  const c3 = 0.5 * (ax * ax + ay * ay);
  if (c2 === 0 && c3 === 0) {
    // Straight and even: the foot of the origin on the line.
    const foot = -c0 / c1;
    return foot > 0 && foot < 1 ? [foot] : [];
  }
  const slope = (s: number): number => c0 + (c1 + (c2 + c3 * s) * s) * s;
  const cuts = [0, ...quadraticRoots(c1, 2 * c2, 3 * c3), 1];
  const found: number[] = [];
  for (let i = 1; i < cuts.length; i++) {
    const from = cuts[i - 1]!, to = cuts[i]!;
    if (slope(from) < 0 && slope(to) >= 0) found.push(risingRoot(slope, from, to));
    found.push(to);
  }
  return found;
}

/** Real roots of k0 + k1·s + k2·s² in (0, 1), in rising order; a double root counts once. */
function quadraticRoots(k0: number, k1: number, k2: number): readonly number[] {
  if (k2 === 0) return [-k0 / k1].filter(inside);
  const discriminant = k1 * k1 - 4 * k0 * k2;
  if (!(discriminant >= 0)) return [];
  // Adding quantities of one sign loses nothing; the other root follows from the product of both.
  const sum = k1 >= 0 ? -k1 - Math.sqrt(discriminant) : -k1 + Math.sqrt(discriminant);
  const one = sum / (2 * k2), other = sum === 0 ? one : 2 * k0 / sum;
  const low = Math.min(one, other), high = Math.max(one, other);
  return (low === high ? [low] : [low, high]).filter(inside);
}

function inside(s: number): boolean {
  return s > 0 && s < 1;
}

/** The zero of a function that is negative at `low` and not at `high` and changes its sign once between. */
function risingRoot(slope: (s: number) => number, low: number, high: number): number {
  for (let i = 0; i < HALVINGS; i++) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (slope(middle) < 0) low = middle;
    else high = middle;
  }
  return high;
}
