import type { Destination } from "../geometry/precedence.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { placeOf } from "./corridor_agent.ts";
import type { CrowdAgent } from "./crowd.ts";
import { remainingRoute } from "./route.ts";

/**
 * Where an agent's route leads it next (C6). Undefined without a route, at rest around a goal, which is packed around, not
 * passed (C15); before a gate, where several go abreast; in a corridor, and for one that never moves.
 *
 * @param wish world velocity it would like, m/s
 */
export function destinationOf(agent: CrowdAgent, wish: Vec2): Destination | undefined {
  if (agent.locked || agent.settled !== "no" || placeOf(agent) !== undefined) return undefined;
  const [corner, after] = remainingRoute(agent, agent.position);
  if (corner === undefined || corner.half !== undefined) return undefined;
  const left = distance(agent.position, corner);
  return after === undefined
    ? { corner, left, onward: 0, wish }
    : { corner, left, after: { x: after.x, y: after.y }, onward: distance(corner, after), wish };
}

/** The agents with what their neighbors know of their routes, for one step; the agents themselves where no corner is left. */
export function withDestinations(
  agents: readonly CrowdAgent[],
  wishOf: (at: number) => Vec2,
): readonly CrowdAgent[] {
  if (agents.every(({ route }) => route.length < 2)) return agents;
  return agents.map((agent, at) => {
    const destination = destinationOf(agent, wishOf(at));
    return destination === undefined ? agent : { ...agent, destination };
  });
}

function distance(from: Vec2, to: Vec2): number {
  const x = to.x - from.x, y = to.y - from.y;
  return Math.sqrt(x * x + y * y);
}
