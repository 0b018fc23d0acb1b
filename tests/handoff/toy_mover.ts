import type { BodyFeedback } from "../../handoff/body_feedback.ts";
import { accessDirection, accessVelocity } from "../../handoff/access.ts";
import { profileDisplacement } from "../../handoff/access_profile.ts";
import { brakingDisplacement, brakingVelocity } from "../../handoff/braking_plan.ts";
import type { OrderedMotion } from "../../handoff/handoff_command.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { at } from "../../tools/handoff/alphabet.ts";
import { crossing, move, ordered, type Scene } from "./scenes.ts";

/**
 * A mover that carries out curves and stops exactly, in steps: the body is where the sum of its displacements has brought
 * it, and nowhere else.
 *
 * @param seconds lengths of the steps
 */
export function carriedOut(scene: Scene, motion: OrderedMotion, seconds: readonly number[]): Scene {
  let now = scene, time = 0;
  for (const step of seconds) {
    const { position } = crossing(now).actual;
    const way = wayOf(motion, time, time + step), velocity = velocityOf(motion, time + step);
    time += step;
    const feedback: BodyFeedback = {
      ...at(0, velocity),
      position: { x: position.x + way.x, y: position.y + way.y },
    };
    now = move(now, feedback, time - crossing(now).executed);
    if (now.commands.some(({ kind }) => kind === "Dispatch")) return now; // another order ends this one
  }
  return now;
}

/** The same for the order that was just given. */
export function carryOn(scene: Scene, ...seconds: readonly number[]): Scene {
  return carriedOut(scene, ordered(scene), seconds);
}

function wayOf(motion: OrderedMotion, from: number, to: number): Vec2 {
  if (motion.kind === "Access") {
    const along = accessDirection(motion.access), way = profileDisplacement(motion.access.profile, from, to);
    return { x: along.x * way, y: along.y * way };
  }
  return motion.kind === "Brake" ? brakingDisplacement(motion.braking, from, to) : { x: 0, y: 0 };
}

function velocityOf(motion: OrderedMotion, time: number): Vec2 {
  if (motion.kind === "Access") return accessVelocity(motion.access, time);
  return motion.kind === "Brake" ? brakingVelocity(motion.braking, time) : { x: 0, y: 0 };
}
