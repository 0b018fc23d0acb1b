import type { MotionPiece, Vec2 } from "../../geometry/mod.ts";

/** Where a motion has led after a time, m: the tests' own reading of "pieces follow each other". */
export function placeAt(from: Vec2, motion: readonly MotionPiece[], time: number): Vec2 {
  let { x, y } = from, left = time;
  for (const { duration, velocity: v, acceleration: a } of motion) {
    const t = Math.min(left, duration);
    x += v.x * t + a.x * t * t / 2;
    y += v.y * t + a.y * t * t / 2;
    left -= t;
    if (!(left > 0)) break;
  }
  return { x, y };
}
