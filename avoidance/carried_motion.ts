import {
  headingAt,
  isCurved,
  pointVelocity,
  type RigidMotion,
  toLocal,
  toWorld,
  WORLD,
} from "../geometry/rigid_motion.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { displacement } from "../geometry/motion.ts";
import type { Support } from "../geometry/support.ts";
import type { Decision } from "../solver/decision.ts";
import { add, conjugate, length, rotate, subtract, type Vec2 } from "../geometry/vector.ts";
import type { CarriedBody } from "../boundary/carried_body.ts";

/** The frame that carries an agent: its support's whole motion, or a translation with its velocity; else the world. */
export function carrierOf(support: Support | undefined): RigidMotion {
  if (support === undefined) return WORLD;
  return support.motion ?? { ...WORLD, velocity: support.velocity };
}

/**
 * How a decided motion goes on a carrier that turns: B5's ramp between two velocities, one velocity from the start that turns
 * with the carrier (an unlimited budget), or a braking that keeps its direction on it.
 */
export type CarriedKind = "ramp" | "jump" | "stop";

/** The kind of motion that a decision of this kind, taken with this budget, is. */
export function carriedKind(decision: Decision["kind"], budget: number): CarriedKind {
  if (decision === "ProvenStop") return "stop";
  return budget === Infinity || decision === "Uncontrolled" ? "jump" : "ramp";
}

/**
 * A motion as the carrier's own axes see it. A `ramp` starts with a velocity in the axes at the step's start and ends
 * with one in those at its end (G15); a `stop` keeps its direction on the carrier, and so does a motion of several pieces, such
 * as that of a step that was split. A carrier that does not turn leaves the pieces as they are.
 *
 * @param motion pieces relative to the support, in world axes; those of a solved motion fill the step
 * @param timeStep dt, s
 */
export function carriedBody(
  carrier: RigidMotion,
  position: Vec2,
  motion: readonly MotionPiece[],
  kind: CarriedKind,
  timeStep: number,
): CarriedBody {
  const local = toLocal(carrier, 0, position);
  const before = conjugate(carrier.heading), after = conjugate(headingAt(carrier, timeStep));
  if (before.x === 1 && before.y === 0 && after.x === 1 && after.y === 0) {
    return { frame: carrier, position: local, motion };
  }
  const [first] = motion;
  if (kind === "stop" || first === undefined || motion.length > 1) {
    return {
      frame: carrier,
      position: local,
      motion: motion.map(({ duration, velocity, acceleration }) => ({
        duration,
        velocity: rotate(velocity, before),
        acceleration: rotate(acceleration, before),
      })),
    };
  }
  const { velocity: v, acceleration: a } = first;
  const v1 = rotate({ x: v.x + a.x * timeStep, y: v.y + a.y * timeStep }, after);
  const v0 = kind === "jump" ? v1 : rotate(v, before);
  const acceleration = { x: (v1.x - v0.x) / timeStep, y: (v1.y - v0.y) / timeStep };
  return { frame: carrier, position: local, motion: [{ duration: timeStep, velocity: v0, acceleration }] };
}

/** The other way round: a motion in the carrier's own axes as a decision gives it. */
export function decidedMotion(
  carrier: RigidMotion,
  motion: readonly MotionPiece[],
  kind: CarriedKind,
): readonly MotionPiece[] {
  const { heading } = carrier, [first] = motion;
  const turned = motion.map(({ duration, velocity, acceleration }) => ({
    duration,
    velocity: rotate(velocity, heading),
    acceleration: rotate(acceleration, heading),
  }));
  if (kind === "stop" || first === undefined || motion.length > 1) return turned;
  const { duration, velocity: v, acceleration: a } = first;
  const end = { x: v.x + a.x * duration, y: v.y + a.y * duration };
  const v1 = rotate(end, headingAt(carrier, duration)), v0 = kind === "jump" ? v1 : rotate(v, heading);
  return [{
    duration,
    velocity: v0,
    acceleration: { x: (v1.x - v0.x) / duration, y: (v1.y - v0.y) / duration },
  }];
}

/**
 * How far a carrier that turns or accelerates can take a body off the straight way within a time, m: half the largest
 * acceleration of its place, times the time squared. 0 for an even translation.
 *
 * @param speed largest speed of the body on the carrier, m/s
 */
export function bendOf(carrier: RigidMotion, position: Vec2, speed: number, time: number): number {
  if (!isCurved(carrier)) return 0;
  const { acceleration: a, origin, yawRate, yawAcceleration } = carrier;
  const w = Math.abs(yawRate) + Math.abs(yawAcceleration) * time;
  const arm = length(subtract(position, origin)) + speed * time;
  const most = length(a) + (Math.abs(yawAcceleration) + w * w) * arm + 2 * w * speed;
  return most * time * time / 2;
}

/** Where a carried body is, and its world velocity, at the end of its motion, of `timeStep` seconds. */
export function carriedEnd(
  body: CarriedBody,
  timeStep: number,
): { readonly position: Vec2; readonly velocity: Vec2 } {
  const moved = displacement(body.motion), local = add(body.position, moved);
  const last = body.motion[body.motion.length - 1];
  const relative = last === undefined ? { x: 0, y: 0 } : {
    x: last.velocity.x + last.acceleration.x * last.duration,
    y: last.velocity.y + last.acceleration.y * last.duration,
  };
  const position = toWorld(body.frame, timeStep, local);
  const { velocity: v, acceleration: a, yawRate, yawAcceleration } = body.frame;
  const frame: RigidMotion = {
    ...body.frame,
    origin: toWorld(body.frame, timeStep, { x: 0, y: 0 }),
    velocity: { x: v.x + a.x * timeStep, y: v.y + a.y * timeStep },
    yawRate: yawRate + yawAcceleration * timeStep,
  };
  const heading = headingAt(body.frame, timeStep);
  return { position, velocity: add(pointVelocity(frame, position), rotate(relative, heading)) };
}
