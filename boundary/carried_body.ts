import type { MotionPiece } from "../geometry/motion.ts";
import { type RigidMotion, turnedBounds, type VectorBounds } from "../geometry/rigid_motion.ts";
import { length, type Vec2 } from "../geometry/vector.ts";

/** A body's curve over a step: where it starts and how it moves, in the axes of the frame that carries it. */
export interface CarriedBody {
  /** What carries it; the world frame for a body that nothing carries. */
  readonly frame: RigidMotion;
  /** Local position at the step's start, m. */
  readonly position: Vec2;
  /** Local velocities; pieces fill the step. */
  readonly motion: readonly MotionPiece[];
}

/** One piece of the body's motion in its frame's axes, on the step's time axis. */
export interface Stretch {
  /** When it starts, s. */
  readonly from: number;
  /** When it ends, s. */
  readonly to: number;
  /** Local position at its start, m. */
  readonly position: Vec2;
  /** Velocity and acceleration of it. */
  readonly piece: MotionPiece;
}

/** The pieces of a body's motion one after another; pieces without duration are left out. */
export function stretchesOf({ position, motion }: CarriedBody): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let at = position, from = 0;
  for (const piece of motion) {
    const { duration: t, velocity: v, acceleration: a } = piece;
    if (!(t > 0)) continue;
    stretches.push({ from, to: from + t, position: at, piece });
    at = { x: at.x + (v.x + a.x * t / 2) * t, y: at.y + (v.y + a.y * t / 2) * t };
    from += t;
  }
  return stretches;
}

/** Local position at a time of the step within the stretch, m. */
export function localAt(
  { from, position, piece: { velocity: v, acceleration: a } }: Stretch,
  time: number,
): Vec2 {
  const t = time - from;
  return { x: position.x + (v.x + a.x * t / 2) * t, y: position.y + (v.y + a.y * t / 2) * t };
}

/** Bounds of the body's place as seen from its carrier's origin, in world axes, over a stretch. */
export function carriedBounds({ from, to, position, piece }: Stretch, carrier: RigidMotion): VectorBounds {
  const h = to - from,
    acceleration = length(piece.acceleration),
    speed = length(piece.velocity) + acceleration * h;
  return turnedBounds({ length: length(position) + speed * h, speed, acceleration }, carrier, to);
}
