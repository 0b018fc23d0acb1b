import type { Agent } from "../geometry/agent.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { orcaHalfPlanes } from "../geometry/orca.ts";
import type { AvoidanceParameters } from "../geometry/parameters.ts";
import { nextRandom, type RandomState } from "../solver/random.ts";
import type { VelocityProblem } from "../solver/problem.ts";

/** Parameters of all benches. */
export const PARAMETERS: AvoidanceParameters = { timeHorizon: 2, timeStep: 0.1 };

/** An agent in the middle of others that do not overlap it, all walking about. */
export interface Scene {
  readonly self: Agent;
  readonly others: readonly Agent[];
}

/** So many different scenes with `neighbors` neighbors each, from a seed. */
export function scenes(count: number, neighbors: number, seed: number): readonly Scene[] {
  let state: RandomState = seed;
  const random = (): number => {
    const [value, next] = nextRandom(state);
    state = next;
    return value;
  };
  const velocity = () => ({ x: 2 * random() - 1, y: 2 * random() - 1 });
  return Array.from({ length: count }, () => ({
    self: { id: 0, position: { x: 0, y: 0 }, velocity: velocity(), radius: 0.3 },
    others: Array.from({ length: neighbors }, (_, i) => {
      const angle = 2 * Math.PI * (i + random()) / neighbors, distance = 1 + 4 * random();
      return {
        id: i + 1,
        position: { x: distance * Math.cos(angle), y: distance * Math.sin(angle) },
        velocity: velocity(),
        radius: 0.3,
      };
    }),
  }));
}

/** The velocity problem of a scene: its half-planes, a speed disc and a reachable disc that meets it. */
export function problemOf({ self, others }: Scene): VelocityProblem {
  const halfPlanes: readonly HalfPlane[] = orcaHalfPlanes(self, others, PARAMETERS);
  return {
    preferred: { x: 1.2, y: 0.3 },
    halfPlanes,
    discs: [
      { center: { x: 0, y: 0 }, radius: 1.5, role: "speed" },
      { center: self.velocity, radius: 1, role: "reachable" },
    ],
  };
}
