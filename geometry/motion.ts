import type { Vec2 } from "./vector.ts";

/** A stretch of constant acceleration, relative to the support. Pieces follow each other in time. */
export interface MotionPiece {
  /** s, at least 0. */
  readonly duration: number;
  /** Velocity at the piece's start, m/s. */
  readonly velocity: Vec2;
  /** Constant acceleration, m/s². */
  readonly acceleration: Vec2;
}

/** Displacement after the whole motion, m, relative to the support. */
export function displacement(motion: readonly MotionPiece[]): Vec2 {
  let x = 0, y = 0;
  for (const { duration: t, velocity: v, acceleration: a } of motion) {
    x += (v.x + a.x * t / 2) * t;
    y += (v.y + a.y * t / 2) * t;
  }
  return { x, y };
}
