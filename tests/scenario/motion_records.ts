import type { Crowd, CrowdAgent } from "../../crowd/crowd.ts";
import { createCrowd } from "../../crowd/mod.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import { WORLD } from "../../geometry/rigid_motion.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { SteppedAgent } from "../../scenario/step_motion.ts";
import { placeAt as placeAlong } from "../geometry/place_at.ts";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";

/** A crowd for tests; what is wrong with its input is thrown. */
export function crowdOf(
  agents: readonly Record<string, unknown>[],
  parameters: Record<string, unknown> = {},
): Crowd {
  const crowd = createCrowd({
    agents: agents.map((agent) => ({ radius: 0.5, maxSpeed: 2, ...agent })),
    parameters: { timeHorizon: 3, timeStep: 0.1, ...parameters },
  });
  if (E.isLeft(crowd)) throw new Error(JSON.stringify(crowd.left));
  return crowd.right;
}

/** A step in which an agent of radius 0.5 follows the pieces; fields of the agent may be added. */
export function motionOf(
  from: Vec2,
  pieces: readonly MotionPiece[],
  agent: Record<string, unknown> = {},
): SteppedAgent {
  const before: CrowdAgent = crowdOf([{ id: "a", position: from, ...agent }]).agents[0]!;
  const reach = pieces.reduce((sum, { duration: t, velocity: v, acceleration: a }) => {
    return sum + t * Math.max(Math.hypot(v.x, v.y), Math.hypot(v.x + a.x * t, v.y + a.y * t));
  }, 0);
  const carried = { frame: WORLD, position: from, motion: pieces };
  return { before, after: before, from, pieces, reach, carried, carriedVelocity: before.velocity };
}

/** Where the motion is at a time, by adding up its pieces. */
export function placeAt({ from, pieces }: SteppedAgent, time: number): Vec2 {
  return placeAlong(from, pieces, time);
}
