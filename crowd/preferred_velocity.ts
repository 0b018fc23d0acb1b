import { corridorIntent } from "../avoidance/corridor_intent.ts";
import { brakingBoundFrom } from "../boundary/braking_bound.ts";
import { hashId } from "../geometry/passing_side.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { subtract, ZERO } from "../geometry/vector.ts";
import { nextRandom } from "../solver/random.ts";
import { corridorLeft, type CorridorPlace, placeOf } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { groundLimits } from "./floor.ts";

/** Nearer than this to its goal an agent is there, m: above the rounding of coordinates up to 1e6 m. */
export const AT_GOAL = 1e-9;

/**
 * The velocity an agent would like (C5), m/s: toward the next corner of its route at the least of its cruising speed,
 * the distance left divided by the step, and the speed from which it can still brake within the distance left (B14) after
 * B5's ramp from the present velocity. Zero at the goal, and without one.
 */
export function preferredVelocity(agent: CrowdAgent, parameters: CrowdParameters): Vec2 {
  const place = placeOf(agent);
  if (place !== undefined) return corridorVelocity(agent, place, parameters);
  const corner = remainingRoute(agent, agent.position)[0];
  if (corner === undefined) return ZERO;
  const x = corner.x - agent.position.x, y = corner.y - agent.position.y;
  const distance = Math.sqrt(x * x + y * y);
  if (distance <= AT_GOAL) return ZERO;
  const left = distanceLeft(agent);
  const dt = parameters.timeStep, { maxSpeed, budget } = groundLimits(agent), { velocity, support } = agent;
  const moving = support === undefined ? velocity : subtract(velocity, support.velocity);
  const speed = Math.min(
    agent.cruisingSpeed,
    maxSpeed,
    distance / dt,
    brakingBoundFrom((moving.x * x + moving.y * y) / distance, left, dt, budget),
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
  if (place !== undefined) return corridorLeft(place, agent.position);
  let sum = 0, from = agent.position;
  for (const to of agent.route) {
    const x = to.x - from.x, y = to.y - from.y;
    sum += Math.sqrt(x * x + y * y);
    from = to;
  }
  return sum;
}

/** How many radii from a corner who is beyond it has passed it (no unit). No wall fits in between: each stands one off. */
const BESIDE = 2;

/**
 * Whether a corner counts as passed (C5): within the radius, and within two radii by who is beyond it, past the line through
 * the corner across the way on. Who was pushed there does not turn back into the way of those who come after it.
 *
 * ```txt
 *        :  2 o → next      1 on its way to the corner, not there yet
 *   1 o  C                  2 pushed past it: going on
 *        :                  : the line across the way on
 * ```
 *
 * @param x from the agent to the corner, m
 * @param y see `x`
 * @param onX from the corner to the next one, m
 * @param onY see `onX`
 * @param radius m, above 0
 */
export function isPassed(x: number, y: number, onX: number, onY: number, radius: number): boolean {
  const square = x * x + y * y;
  if (square <= radius * radius) return true;
  return square <= BESIDE * BESIDE * (radius * radius) && x * onX + y * onY < 0;
}

/** The route without the corners that are passed (`isPassed`); the goal never is. */
export function remainingRoute({ route, radius }: CrowdAgent, position: Vec2): readonly Vec2[] {
  let k = 0;
  for (; k < route.length - 1; k++) {
    const corner = route[k]!, next = route[k + 1]!;
    const x = corner.x - position.x, y = corner.y - position.y;
    if (!isPassed(x, y, next.x - corner.x, next.y - corner.y, radius)) break;
  }
  return k === 0 ? route : route.slice(k);
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
