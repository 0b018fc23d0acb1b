import { carriedBody, carriedEnd, carriedKind } from "../avoidance/carried_motion.ts";
import { advanceRegion } from "../boundary/region.ts";
import { displacement } from "../geometry/motion.ts";
import { advanceMotion, type RigidMotion, toLocal, toWorld } from "../geometry/rigid_motion.ts";
import { supportMovingAs } from "../geometry/support.ts";
import { add, conjugate, rotate, scale, type Vec2 } from "../geometry/vector.ts";
import { goalOf, laterPlace, placeOf } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import type { Carried } from "./moved_agents.ts";
import { movedCorner, remainingRoute } from "./route.ts";

/**
 * The agent after its decision, or after the motion that something else gave it.
 *
 * @param waiting its waiting time afterwards, s
 */
export function applied(
  agent: CrowdAgent,
  chosen: Carried,
  waiting: number,
  { timeStep }: CrowdParameters,
): CrowdAgent {
  const { decision, detour } = chosen, { gradient, support, region } = agent;
  const moved = displacement(decision.motion);
  const next: CrowdAgent = {
    ...agent,
    position: { x: agent.position.x + moved.x, y: agent.position.y + moved.y },
    velocity: decision.velocity,
    z: agent.z + gradient.x * moved.x + gradient.y * moved.y,
    detour,
    waiting,
    ...(region === undefined ? {} : { region: advanceRegion(region, timeStep) }),
  };
  const carried = support === undefined
    ? next
    : support.motion === undefined
    ? carriedBy(support.velocity, next, timeStep)
    : carriedAlong(support.motion, agent, next, decision, timeStep);
  const way = placeOf(agent);
  if (way === undefined) return { ...carried, route: remainingRoute(carried, carried.position) };
  const place = chosen.place ?? laterPlace(way, timeStep);
  return { ...carried, ...place, route: [goalOf(place.corridor)] };
}

/** The unit vector of no turn. */
const STRAIGHT_ON: Vec2 = { x: 1, y: 0 };

/** The agent, and its route with it, moved on by a support that neither turns nor accelerates (G13). */
function carriedBy(u: Vec2, next: CrowdAgent, timeStep: number): CrowdAgent {
  const shift = scale(u, timeStep);
  return {
    ...next,
    position: add(next.position, shift),
    velocity: add(next.velocity, u),
    route: next.route.map((corner) => movedCorner(corner, add(corner, shift), STRAIGHT_ON)),
  };
}

/** The same for a support whose whole motion is known (B9). */
function carriedAlong(
  motion: RigidMotion,
  agent: CrowdAgent,
  next: CrowdAgent,
  decision: Carried["decision"],
  timeStep: number,
): CrowdAgent {
  const kind = carriedKind(decision.kind, agent.budget);
  const { position, velocity } = carriedEnd(
    carriedBody(motion, agent.position, decision.motion, kind, timeStep),
    timeStep,
  );
  const later = advanceMotion(motion, timeStep), turn = rotate(later.heading, conjugate(motion.heading));
  return {
    ...next,
    position,
    velocity,
    route: next.route.map((corner) =>
      movedCorner(corner, toWorld(motion, timeStep, toLocal(motion, 0, corner)), turn)
    ),
    ...(agent.support === undefined
      ? {}
      : { support: supportMovingAs(agent.support.id, later, position, timeStep) }),
  };
}
