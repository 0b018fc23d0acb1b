import { length, subtract, type Vec2 } from "../geometry/vector.ts";

/** A goal in its own frame, which may move (B17). */
export interface MovingGoal {
  /** World position, m. */
  readonly position: Vec2;
  /** World velocity of the goal's frame at that point, m/s. */
  readonly velocity: Vec2;
  /** Within this distance counts as there, m, above 0. */
  readonly distance: number;
  /** Below this speed relative to the goal's frame counts as at rest, m/s, above 0. */
  readonly speed: number;
}

/** Whether an agent has arrived, and what is still missing if not. */
export type Arrival =
  | { readonly kind: "Arrived" }
  | { readonly kind: "Running"; readonly missing: readonly ("position" | "velocity" | "contact")[] };

/**
 * Judges arrival (B17) by the position, by the full velocity difference to the goal's own frame, and, separately, by
 * stable contact with the ground. On a conveyor an agent that stands still in the world has a velocity relative to its
 * support: that is no hindrance for a goal fixed in the world, and it is one for a goal on the belt.
 *
 * @param worldVelocity the agent's actual velocity, m/s
 * @param stableContact whether the host has found stable contact with the ground
 */
export function judgeArrival(
  position: Vec2,
  worldVelocity: Vec2,
  stableContact: boolean,
  goal: MovingGoal,
): Arrival {
  const missing: ("position" | "velocity" | "contact")[] = [];
  if (!(length(subtract(position, goal.position)) <= goal.distance)) missing.push("position");
  if (!(length(subtract(worldVelocity, goal.velocity)) <= goal.speed)) missing.push("velocity");
  if (!stableContact) missing.push("contact");
  return missing.length === 0 ? { kind: "Arrived" } : { kind: "Running", missing };
}
