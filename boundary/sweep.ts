import { closestApproach } from "../geometry/closest_approach.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { subtract, type Vec2, ZERO } from "../geometry/vector.ts";

/** A body's motion over a step, in world terms. */
export interface SweptBody {
  /** World position at the step's start, m. */
  readonly position: Vec2;
  /** World velocities; pieces fill the step. Absent: constant `velocity`. */
  readonly motion?: readonly MotionPiece[];
  /** Constant world velocity where no motion is given, m/s. */
  readonly velocity?: Vec2;
}

/** What the exact sweep of two discs found (B8). */
export type SweepVerdict =
  /** The discs stay apart; least gap, m, and when, s. */
  | { readonly kind: "Apart"; readonly gap: number; readonly time: number }
  /** They touch or overlap, deepest at `time`, s, by `depth`, m; apart at the start. */
  | { readonly kind: "Collides"; readonly depth: number; readonly time: number }
  /** They overlapped at the start; `deeper` says by how much more they do at the worst moment, m (0: never more). */
  | { readonly kind: "Overlapped"; readonly deeper: number; readonly time: number };

/** How much the least gap may fall below 0, or an overlap grow, by rounding, per 1 m of the sweep's scale. */
const ROUNDING = 1e-12;

/**
 * Sweeps two discs along their motions over one step (B8): the least distance is found exactly on every stretch where both
 * accelerations are constant. A pair that overlaps at the start must not get deeper.
 *
 * @param combinedRadius R, m
 * @param duration dt, s
 */
export function sweepNeighbor(
  self: SweptBody,
  other: SweptBody,
  combinedRadius: number,
  duration: number,
): SweepVerdict {
  const p = subtract(other.position, self.position);
  const start = Math.sqrt(p.x * p.x + p.y * p.y);
  const { distance, time } = leastDistance(p, piecesOf(self, duration), piecesOf(other, duration), duration);
  const noise = ROUNDING * Math.max(1, combinedRadius, start);
  if (start < combinedRadius) {
    const deeper = start - distance;
    return { kind: "Overlapped", deeper: deeper > noise ? deeper : 0, time };
  }
  const gap = distance - combinedRadius;
  return gap >= -noise ? { kind: "Apart", gap, time } : { kind: "Collides", depth: -gap, time };
}

function piecesOf(body: SweptBody, duration: number): readonly MotionPiece[] {
  return body.motion ?? [{ duration, velocity: body.velocity ?? ZERO, acceleration: ZERO }];
}

/**
 * Least distance of two points over the time that both motions cover, m, and when, s: exact on every stretch where both
 * accelerations are constant (B8).
 *
 * @param start the second point minus the first, at the start, m
 * @param mine pieces of the first point's motion
 * @param theirs pieces of the second point's, in the same frame
 * @param duration s
 */
export function leastDistance(
  start: Vec2,
  mine: readonly MotionPiece[],
  theirs: readonly MotionPiece[],
  duration: number,
): { readonly distance: number; readonly time: number } {
  let { x, y } = start, now = 0, i = 0, j = 0, mineAt = 0, theirsAt = 0;
  let distance = Math.sqrt(x * x + y * y), time = 0;
  while (now < duration && i < mine.length && j < theirs.length) {
    const a = mine[i]!, b = theirs[j]!;
    const step = Math.min(a.duration - mineAt, b.duration - theirsAt, duration - now);
    const velocity = {
      x: b.velocity.x + b.acceleration.x * theirsAt - a.velocity.x - a.acceleration.x * mineAt,
      y: b.velocity.y + b.acceleration.y * theirsAt - a.velocity.y - a.acceleration.y * mineAt,
    };
    const acceleration = subtract(b.acceleration, a.acceleration);
    const nearest = closestApproach({ x, y }, velocity, acceleration, step);
    if (nearest.distance < distance) distance = nearest.distance, time = now + nearest.time;
    x += (velocity.x + acceleration.x * step / 2) * step;
    y += (velocity.y + acceleration.y * step / 2) * step;
    now += step;
    mineAt += step;
    theirsAt += step;
    if (mineAt >= a.duration) i++, mineAt = 0;
    if (theirsAt >= b.duration) j++, theirsAt = 0;
  }
  return { distance, time };
}
