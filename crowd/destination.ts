import type { Destination } from "../geometry/precedence.ts";
import { placeOf } from "./corridor_agent.ts";
import type { CrowdAgent } from "./crowd.ts";
import { remainingRoute } from "./preferred_velocity.ts";

/**
 * The next corner of an agent's route and how far that is (C6): a place that others want to get through as well. Undefined
 * where no corner is left, for a goal is packed around, not passed (C15); in a corridor, and for one that never moves.
 */
export function destinationOf(agent: CrowdAgent): Destination | undefined {
  if (agent.locked || placeOf(agent) !== undefined) return undefined;
  const [corner, next] = remainingRoute(agent, agent.position);
  if (corner === undefined || next === undefined) return undefined;
  const x = corner.x - agent.position.x, y = corner.y - agent.position.y, left = Math.sqrt(x * x + y * y);
  return { x: corner.x, y: corner.y, left };
}

/** The agents with what their neighbors see of where they want to, for one step. */
export function withDestinations(agents: readonly CrowdAgent[]): readonly CrowdAgent[] {
  return agents.map((agent) => {
    const destination = destinationOf(agent);
    return destination === undefined ? agent : { ...agent, destination };
  });
}
