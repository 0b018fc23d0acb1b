import { dot, length, type Vec2 } from "../geometry/vector.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { type AccessProfile, profileDuration } from "./access_profile.ts";

/** A stop along a straight line, relative to the shared edge: on at the present velocity for `hold`, then down to rest. */
export interface BrakingPlan {
  /** Velocity when the braking was ordered, m/s, relative to the shared edge. */
  readonly velocity: Vec2;
  /** How long it goes on at that velocity, at most, s: the mover's lateness, not an intention. */
  readonly hold: number;
  /** How long the braking takes, s; 0 with an unlimited budget. */
  readonly ramp: number;
}

/**
 * Braking from a velocity with a budget.
 *
 * @param hold how late it starts, s
 */
export function brakingPlan(velocity: Vec2, budget: number, hold: number): BrakingPlan {
  return { velocity, hold, ramp: length(velocity) / budget };
}

/**
 * Braking off an access curve, by a mover that may start one reaction late (H6). During that time it moves at the lesser of
 * the held and the planned speed: it holds until the curve's own braking has come down to the held speed, and from there
 * the two are the same. So braking that was planned is never put off, and the way is never longer than what was left of
 * the curve.
 *
 * @param executed how far the curve has run, s
 * @param velocity actual velocity relative to the edge, m/s, not above the curve's
 * @param reaction s
 */
export function brakingOffCurve(
  profile: AccessProfile,
  executed: number,
  velocity: Vec2,
  budget: number,
  reaction: number,
): BrakingPlan {
  const plan = brakingPlan(velocity, budget, 0);
  const untilPlanned = profileDuration(profile) - executed - plan.ramp;
  return { ...plan, hold: Math.min(reaction, Math.max(0, untilPlanned)) };
}

/** Way of the whole stop, m. */
export function brakingLength({ velocity, hold, ramp }: BrakingPlan): number {
  return length(velocity) * (hold + ramp / 2);
}

/** Velocity at a time since the order, m/s. */
export function brakingVelocity({ velocity, hold, ramp }: BrakingPlan, at: number): Vec2 {
  const left = at <= hold ? 1 : ramp > 0 ? Math.max(0, (hold + ramp - at) / ramp) : 0;
  return { x: velocity.x * left, y: velocity.y * left };
}

/** Displacement from one time to another, m: the exact integral, split where the braking starts and ends (H5). */
export function brakingDisplacement({ velocity, hold, ramp }: BrakingPlan, from: number, to: number): Vec2 {
  const first = Math.max(0, from), last = Math.min(to, hold + ramp);
  if (!(first < last)) return { x: 0, y: 0 };
  const held = Math.max(0, Math.min(last, hold) - first);
  const start = Math.max(first, hold);
  const mean = ramp > 0 ? (hold + ramp - (start + last) / 2) / ramp : 0;
  const seconds = held + (start < last ? mean * (last - start) : 0);
  return { x: velocity.x * seconds, y: velocity.y * seconds };
}

/** The stop as a motion in the edge's frame, for sweeps and proofs; no pieces for a body at rest. */
export function brakingPieces({ velocity, hold, ramp }: BrakingPlan): readonly MotionPiece[] {
  if (velocity.x === 0 && velocity.y === 0) return [];
  return [
    ...(hold > 0 ? [{ duration: hold, velocity, acceleration: { x: 0, y: 0 } }] : []),
    ...(ramp > 0
      ? [{ duration: ramp, velocity, acceleration: { x: -velocity.x / ramp, y: -velocity.y / ramp } }]
      : []),
  ];
}

/**
 * Whether a stop has room (H12): its way along the normal fits into the margin.
 *
 * @param normal out of P
 * @param margin m
 * @param tolerance m
 */
export function hasRoom(plan: BrakingPlan, normal: Vec2, margin: number, tolerance: number): boolean {
  return dot(normal, plan.velocity) * (plan.hold + plan.ramp / 2) <= margin + tolerance;
}
