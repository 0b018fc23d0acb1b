import type { MotionPiece } from "../geometry/motion.ts";
import { dot, length } from "../geometry/vector.ts";

/**
 * Length of the way along the pieces, m. Speed is even where nothing accelerates and falls and rises in straight lines
 * where an agent turns back on its own way: both exact. On a bend it is summed by Simpson's rule on either side of
 * the slowest moment, to better than one part in a thousand.
 */
export function pathLength(motion: readonly MotionPiece[]): number {
  let sum = 0;
  for (const { duration, velocity: v, acceleration: a } of motion) {
    const square = dot(a, a);
    const slowest = square > 0 ? Math.max(0, Math.min(duration, -dot(v, a) / square)) : 0;
    const speedAt = (t: number): number => length({ x: v.x + a.x * t, y: v.y + a.y * t });
    sum += simpson(speedAt, 0, slowest) + simpson(speedAt, slowest, duration);
  }
  return sum;
}

/** Halves of Simpson's rule on each side of the slowest moment. */
const HALVES = 8;

function simpson(f: (t: number) => number, from: number, to: number): number {
  if (!(to > from)) return 0;
  const half = (to - from) / HALVES;
  let sum = f(from) + f(to);
  for (let i = 1; i < HALVES; i++) sum += (i % 2 === 1 ? 4 : 2) * f(from + i * half);
  return sum * half / 3;
}
