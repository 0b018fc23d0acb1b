import { randomDense } from "../../scenario/generate.ts";
import type { Vec2 } from "../../geometry/vector.ts";

/** The same work for every engine: who stands where and wants to go where. */
export interface Scene {
  /** Side of the square, m. */
  readonly side: number;
  /** Where each agent starts, m. */
  readonly starts: readonly Vec2[];
  /** Where each agent wants to go, m. */
  readonly goals: readonly Vec2[];
}

/** What every engine is set to as far as it can be. */
export const SETTINGS = {
  /** Agents per square metre. */
  density: 0.15,
  /** m. */
  radius: 0.3,
  /** m/s. */
  maxSpeed: 1.5,
  /** m. */
  neighborDistance: 5,
  /** Most neighbors that an agent looks at. */
  maxNeighbors: 10,
  /** s. */
  timeHorizon: 2,
  /** s. */
  timeStep: 0.1,
  /** An agent is there when it is this near to its goal, m: where others stand, nobody gets nearer. */
  arrivalDistance: 1,
} as const;

/** A random dense crowd that starts without overlaps. */
export function sceneOf(agents: number, seed: number): Scene {
  const side = Math.sqrt(agents / SETTINGS.density);
  const places = randomDense(agents, side, 2 * SETTINGS.radius + 0.01, seed);
  return {
    side,
    starts: places.map(({ position }) => position),
    goals: places.map(({ goal }) => goal),
  };
}
