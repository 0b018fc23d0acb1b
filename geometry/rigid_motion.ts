import { turn, TURN_ERROR } from "./turn.ts";
import { conjugate, rotate, type Vec2 } from "./vector.ts";

/**
 * How a frame moves over one step, on the step's time axis (B9): its origin with constant acceleration, its heading with
 * constant yaw acceleration. M(t) takes local points to the world: M(t)q = origin(t) + heading(t)·q.
 */
export interface RigidMotion {
  /** World position of the origin at the step's start, m. */
  readonly origin: Vec2;
  /** Velocity of the origin at the step's start, m/s. */
  readonly velocity: Vec2;
  /** Constant acceleration of the origin, m/s². */
  readonly acceleration: Vec2;
  /** Unit vector (cosine, sine) of the heading at the step's start. */
  readonly heading: Vec2;
  /** Yaw rate at the step's start, rad/s, counter-clockwise. */
  readonly yawRate: number;
  /** Constant yaw acceleration, rad/s². */
  readonly yawAcceleration: number;
  /** Version of the motion (B7). */
  readonly version?: number;
}

/** The world frame: it does not move. */
export const WORLD: RigidMotion = {
  origin: { x: 0, y: 0 },
  velocity: { x: 0, y: 0 },
  acceleration: { x: 0, y: 0 },
  heading: { x: 1, y: 0 },
  yawRate: 0,
  yawAcceleration: 0,
};

/** World position of the frame's origin at time t, m. */
export function originAt({ origin, velocity, acceleration }: RigidMotion, t: number): Vec2 {
  return {
    x: origin.x + (velocity.x + acceleration.x * t / 2) * t,
    y: origin.y + (velocity.y + acceleration.y * t / 2) * t,
  };
}

/** The frame's heading at time t: a unit vector, right to `TURN_ERROR` (B9); exact for a frame that does not turn. */
export function headingAt({ heading, yawRate, yawAcceleration }: RigidMotion, t: number): Vec2 {
  if (yawRate === 0 && yawAcceleration === 0) return heading;
  return rotate(heading, turn((yawRate + yawAcceleration * t / 2) * t));
}

/** M(t)q: a local point in world coordinates, m. */
export function toWorld(frame: RigidMotion, t: number, local: Vec2): Vec2 {
  const o = originAt(frame, t), q = rotate(local, headingAt(frame, t));
  return { x: o.x + q.x, y: o.y + q.y };
}

/** M(t)⁻¹x: a world point in local coordinates, m. */
export function toLocal(frame: RigidMotion, t: number, world: Vec2): Vec2 {
  const o = originAt(frame, t), h = headingAt(frame, t);
  return rotate({ x: world.x - o.x, y: world.y - o.y }, conjugate(h));
}

/** Velocity of a world point that the frame carries, at the step's start, m/s. */
export function pointVelocity(frame: RigidMotion, world: Vec2): Vec2 {
  const x = world.x - frame.origin.x, y = world.y - frame.origin.y, w = frame.yawRate;
  return { x: frame.velocity.x - w * y, y: frame.velocity.y + w * x };
}

/** The frame's motion as it goes on after `t`, s. */
export function advanceMotion(frame: RigidMotion, t: number): RigidMotion {
  const { velocity, acceleration, yawRate, yawAcceleration } = frame;
  return {
    ...frame,
    origin: originAt(frame, t),
    velocity: { x: velocity.x + acceleration.x * t, y: velocity.y + acceleration.y * t },
    heading: headingAt(frame, t),
    yawRate: yawRate + yawAcceleration * t,
  };
}

/** Whether the frame does more than translate evenly: a body on it then goes along a curve. */
export function isCurved({ acceleration, yawRate, yawAcceleration }: RigidMotion): boolean {
  return yawRate !== 0 || yawAcceleration !== 0 || acceleration.x !== 0 || acceleration.y !== 0;
}

/** Whether two frames move as one: what they share then cancels exactly. */
export function sameMotion(a: RigidMotion, b: RigidMotion): boolean {
  return a === b || (
    a.origin.x === b.origin.x && a.origin.y === b.origin.y &&
    a.velocity.x === b.velocity.x && a.velocity.y === b.velocity.y &&
    a.acceleration.x === b.acceleration.x && a.acceleration.y === b.acceleration.y &&
    a.heading.x === b.heading.x && a.heading.y === b.heading.y &&
    a.yawRate === b.yawRate && a.yawAcceleration === b.yawAcceleration
  );
}

/** Bounds over an interval of time of how far from the origin a vector lies, how fast it changes, and that changes. */
export interface VectorBounds {
  /** Largest length, m. */
  readonly length: number;
  /** Largest |d/dt|, m/s. */
  readonly speed: number;
  /** Largest |d²/dt²|, m/s². */
  readonly acceleration: number;
}

/**
 * Bounds of a vector seen from axes that turn: with the frame's yaw rate ω and yaw acceleration α,
 * |y'| <= |d'| + ω|d| and |y''| <= |d''| + 2ω|d'| + α|d| + ω²|d|.
 */
export function turnedBounds(d: VectorBounds, frame: RigidMotion, until: number): VectorBounds {
  const w = Math.max(Math.abs(frame.yawRate), Math.abs(frame.yawRate + frame.yawAcceleration * until));
  const alpha = Math.abs(frame.yawAcceleration);
  return {
    length: d.length,
    speed: d.speed + w * d.length,
    acceleration: d.acceleration + 2 * w * d.speed + (alpha + w * w) * d.length,
  };
}

/** Largest angle that a frame turns by until a time, rad. */
export function angleUntil({ yawRate, yawAcceleration }: RigidMotion, t: number): number {
  return (Math.abs(yawRate) + Math.abs(yawAcceleration) * t / 2) * t;
}

/**
 * Rounding of a local coordinate whose parts are at most `size` long, m: some doubles' error, that of `turn`, and that of
 * the angle itself.
 *
 * @param angle largest angle turned by, rad
 */
export function localRounding(size: number, angle: number): number {
  return (16 * 1.2e-16 + 4 * TURN_ERROR + 4 * 1.2e-16 * angle) * size;
}
