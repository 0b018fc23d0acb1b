import { corridorIntent } from "../avoidance/corridor_intent.ts";
import { brakingBoundFrom } from "../boundary/braking_bound.ts";
import { hashId } from "../geometry/passing_side.ts";
import { carryHeading } from "../geometry/support.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { subtract, ZERO } from "../geometry/vector.ts";
import { nextRandom } from "../solver/random.ts";
import { corridorLeft, type CorridorPlace, placeOf } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { groundLimits } from "./floor.ts";
import { nextPlace, routeLength } from "./route.ts";

/** Nearer than this to its goal an agent is there, m: above the rounding of coordinates up to 1e6 m. */
export const AT_GOAL = 1e-9;

/**
 * The velocity an agent would like (C5), m/s: toward the next corner of its route, or where it means to pass a gate, at the
 * least of its cruising speed, the distance left divided by the step, and the speed from which it can still brake within the
 * distance left (B14) after B5's ramp from the present velocity, less what speed across the way takes of it. Zero at the goal,
 * and without one.
 */
export function preferredVelocity(agent: CrowdAgent, parameters: CrowdParameters): Vec2 {
  const place = placeOf(agent);
  if (place !== undefined) return corridorVelocity(agent, place, parameters);
  const to = nextPlace(agent, agent.position);
  if (to === undefined) return ZERO;
  const x = to.x - agent.position.x, y = to.y - agent.position.y;
  const distance = Math.sqrt(x * x + y * y);
  if (distance <= AT_GOAL) return ZERO;
  const left = distanceLeft(agent);
  const dt = parameters.timeStep, { maxSpeed, budget } = groundLimits(agent), { velocity, support } = agent;
  const moving = support === undefined
    ? velocity
    : carryHeading(subtract(velocity, support.velocity), support.turn);
  const speed = Math.min(
    agent.cruisingSpeed,
    maxSpeed,
    distance / dt,
    brakingBoundFrom(
      (moving.x * x + moving.y * y) / distance,
      (moving.x * y - moving.y * x) / distance,
      left,
      dt,
      budget,
    ),
  );
  return { x: x / distance * speed, y: y / distance * speed };
}

/** The velocity along the corridor that an agent would like, relative to its support, m/s (C5). */
function corridorVelocity(agent: CrowdAgent, place: CorridorPlace, parameters: CrowdParameters): Vec2 {
  const { support } = agent;
  return corridorIntent({
    self: agent,
    neighbors: [],
    parameters,
    ...groundLimits(agent),
    cruisingSpeed: agent.cruisingSpeed,
    separation: { kind: "off", slack: parameters.floorSlack },
    ...place,
    ...(support === undefined ? {} : { support }),
  }).velocity;
}

/** Length of the way that is left along the route, or through the corridor, m. */
export function distanceLeft(agent: CrowdAgent): number {
  const place = placeOf(agent);
  return place === undefined
    ? routeLength(agent.route, agent.position, agent.radius)
    : corridorLeft(place, agent.position);
}

/** The optional tiny change of a preferred velocity (C6): a pure function of seed, ID and tick. */
export function perturbed(
  preferred: Vec2,
  agent: CrowdAgent,
  parameters: CrowdParameters,
  tick: number,
): Vec2 {
  if (parameters.perturbation === "off" || (preferred.x === 0 && preferred.y === 0)) return preferred;
  const { seed, size } = parameters.perturbation;
  const state = hashId(Math.imul(seed ^ 0x811c9dc5, 0x01000193) ^ Math.imul(tick, 0x9e3779b1), agent.id);
  const [a, next] = nextRandom(state), [b] = nextRandom(next);
  return { x: preferred.x + size * (2 * a - 1), y: preferred.y + size * (2 * b - 1) };
}
