import type { Destination } from "../geometry/precedence.ts";
import { equal, type Vec2, ZERO } from "../geometry/vector.ts";
import { placeOf } from "./corridor_agent.ts";
import { parametersOf } from "./agent_parameters.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { isStuck } from "./detour.ts";
import { isBarred } from "./line_of_sight.ts";
import type { ObstacleIndex } from "./obstacle_search.ts";
import { remainingRoute } from "./route.ts";
import { type Wish, worldWish } from "./wish.ts";

/**
 * Where an agent's route leads it next (C6), whether it is stuck on its way, and whether it has come to rest at its end.
 * Undefined without a route, before a gate, where several go abreast; in a corridor, and for one that never moves.
 *
 * @param wish what it wishes in this step
 * @param state see `stateOf`
 */
export function destinationOf(
  agent: CrowdAgent,
  wish: Wish,
  state: Destination["state"],
): Destination | undefined {
  if (agent.locked || placeOf(agent) !== undefined) return undefined;
  const [corner, after] = remainingRoute(agent, agent.position);
  if (corner === undefined || corner.half !== undefined) return undefined;
  const left = distance(agent.position, corner), seen = worldWish(agent, wish);
  return {
    corner,
    left,
    ...(after === undefined ? {} : { after: { x: after.x, y: after.y } }),
    onward: after === undefined ? 0 : distance(corner, after),
    wish: seen,
    ...(state === undefined ? {} : { state }),
  };
}

/**
 * Whether an agent rests (C15), or is stuck (C6); undefined: neither. Who wants through a wall is held by that, whoever makes
 * room; and next to its goal, where it would make no detour, an agent makes room for those who have farther to go.
 */
export function stateOf(
  agent: CrowdAgent,
  wish: Wish,
  walls: ObstacleIndex,
  parameters: CrowdParameters,
): Destination["state"] {
  if (agent.settled !== "no") return "resting";
  const { detour } = parametersOf(agent, parameters), u = agent.support?.velocity ?? ZERO;
  if (detour === "off" || agent.locked) return undefined;
  const { position, velocity, waiting, radius, cruisingSpeed } = agent;
  const x = velocity.x - u.x, y = velocity.y - u.y;
  // Who does not decide in this step (C4) goes on as it does: what it would like is not known.
  const goesOn = wish.left === Infinity && wish.velocity.x === x && wish.velocity.y === y;
  const wished = goesOn ? { x: cruisingSpeed, y: 0 } : wish.velocity;
  if (equal(wished, ZERO) || !isStuck(wished, x, y, waiting, radius, cruisingSpeed, detour)) return undefined;
  if (wish.left < detour.noneWithin * radius) return undefined;
  const [corner] = remainingRoute(agent, position);
  return corner !== undefined && isBarred(walls, position, corner) ? undefined : "stuck";
}

/**
 * The agents with what their neighbors know of their routes, for one step; the agents themselves where no corner is left and
 * nobody is stuck.
 */
export function withDestinations(
  agents: readonly CrowdAgent[],
  wishes: readonly Wish[],
  walls: ObstacleIndex,
  parameters: CrowdParameters,
): readonly CrowdAgent[] {
  const states = agents.map((agent, at) => stateOf(agent, wishes[at]!, walls, parameters));
  if (!states.includes("stuck") && agents.every(({ route }) => route.length < 2)) return agents;
  return agents.map((agent, at) => {
    const destination = destinationOf(agent, wishes[at]!, states[at]);
    return destination === undefined ? agent : { ...agent, destination };
  });
}

function distance(from: Vec2, to: Vec2): number {
  const x = to.x - from.x, y = to.y - from.y;
  return Math.sqrt(x * x + y * y);
}
