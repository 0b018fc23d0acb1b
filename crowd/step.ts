import { carriedBody, carriedEnd, carriedKind } from "../avoidance/carried_motion.ts";
import { decideAgent, neighborHalfPlanes } from "../avoidance/decide_agent.ts";
import { velocityDiscs } from "../avoidance/prepare.ts";
import type { Separation, Situation } from "../avoidance/situation.ts";
import { advanceRegion } from "../boundary/region.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";
import { displacement } from "../geometry/motion.ts";
import { advanceMotion, type RigidMotion, toLocal, toWorld } from "../geometry/rigid_motion.ts";
import { supportMovingAs } from "../geometry/support.ts";
import { add, length, scale, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import { solveIncremental } from "../solver/incremental.ts";
import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import type {
  AgentDecision,
  Crowd,
  CrowdAgent,
  CrowdParameters,
  MovedAgent,
  NeighborCut,
  Stalled,
  StepInput,
} from "./crowd.ts";
import { isWorthGoingRound, passesOtherwise, progressLost, turnedAside, updatedDetour } from "./detour.ts";
import { floorOf, groundLimits, indexFloor } from "./floor.ts";
import { type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
import { type Carried, movedAs } from "./moved_agents.ts";
import { type CorridorPlace, decideAlong, goalOf, laterPlace, placeOf } from "./corridor_agent.ts";
import { indexCrowd, neighborsOf } from "./neighbors.ts";
import { indexObstacles, type ObstacleIndex, obstaclesOf } from "./obstacle_search.ts";
import { findOverlaps } from "./overlaps.ts";
import { distanceLeft, perturbed, preferredVelocity, remainingRoute } from "./preferred_velocity.ts";
import { readStepInput } from "./step_input.ts";
import { arrivedAgents, deadlocks, STALLED_AFTER, updatedWaiting } from "./waiting.ts";

/**
 * One step of the whole crowd (C1): pure and synchronous. Every decision reads the same snapshot; then all are applied,
 * velocities as decided and positions by the exact integral of the decided motion.
 *
 * @param input preferred velocities and feedback of this step; what is wrong in it is listed in the report, not used
 * @param search how neighbors are found (C3); results do not depend on it
 */
export function stepCrowd(crowd: Crowd, input: StepInput = {}, search: NeighborSearch = uniformGrid): Crowd {
  const { parameters, tick } = crowd;
  const given = readStepInput(crowd, input);
  const wishes = given.agents.map((agent) => wishOf(agent, given.preferred, parameters, tick));
  const snapshot = parameters.optimizationVelocity === "preferred"
    ? given.agents.map((agent, i) => ({ ...agent, preferredVelocity: worldWish(agent, wishes[i]!) }))
    : given.agents;

  const index = indexCrowd(snapshot, parameters, search);
  const floor = indexFloor(snapshot, index.index, parameters);
  const walls = indexObstacles(crowd.obstacles);
  const agents: CrowdAgent[] = [], decisions: AgentDecision[] = [], moved: MovedAgent[] = [];
  const cuts: NeighborCut[] = [], stalled: Stalled[] = [];
  for (let i = 0; i < snapshot.length; i++) {
    const agent = snapshot[i]!;
    if (agent.locked) {
      agents.push(agent);
      continue;
    }
    const motion = given.moved.get(agent.id);
    if (motion !== undefined) {
      agents.push(applied(agent, movedAs(agent, motion), ZERO, parameters));
      moved.push({
        id: agent.id,
        from: agent.position,
        supportVelocity: agent.support?.velocity ?? ZERO,
        motion,
      });
      continue;
    }
    const { neighbors, cut } = neighborsOf(i, snapshot, index, parameters);
    if (cut !== undefined) cuts.push(cut);
    const wish = wishes[i]!;
    const chosen = choose(
      agent,
      neighbors,
      walls,
      floorOf(i, snapshot, floor, parameters),
      wish,
      parameters,
    );
    const next = applied(agent, chosen, wish.velocity, parameters);
    agents.push(next);
    decisions.push({
      id: agent.id,
      preferred: chosen.preferred,
      from: agent.position,
      supportVelocity: agent.support?.velocity ?? ZERO,
      decision: chosen.decision,
    });
    if (next.waiting > STALLED_AFTER) {
      stalled.push({ id: agent.id, seconds: next.waiting, heldBy: eachWallOnce(chosen.straight.active) });
    }
  }
  return {
    obstacles: crowd.obstacles,
    agents,
    parameters,
    tick: tick + 1,
    time: (tick + 1) * parameters.timeStep,
    report: {
      counts: countKinds(decisions),
      decisions,
      moved,
      overlaps: findOverlaps(agents, search),
      cuts,
      stalled,
      deadlocked: deadlocks(stalled),
      arrived: arrivedAgents(agents, parameters),
      rejectedInput: given.errors,
    },
  };
}

/** The velocity that an agent wishes for, relative to its support, and how far it still has to go. */
interface Wish {
  readonly velocity: Vec2;
  /** m; `Infinity` where the caller gave the velocity. */
  readonly left: number;
}

function wishOf(
  agent: CrowdAgent,
  given: ReadonlyMap<AgentId, Vec2>,
  parameters: CrowdParameters,
  tick: number,
): Wish {
  if (agent.locked) return { velocity: ZERO, left: 0 };
  const own = given.get(agent.id);
  const straight = own === undefined
    ? preferredVelocity(agent, parameters)
    : capped(own, groundLimits(agent).maxSpeed);
  return {
    velocity: perturbed(straight, agent, parameters, tick),
    left: own === undefined ? distanceLeft(agent) : Infinity,
  };
}

/** A caller's wish beyond the speed cap is a wish for the cap: the rest is no progress that others take (C5). */
function capped(wish: Vec2, cap: number): Vec2 {
  const speed = length(wish);
  return speed > cap ? scale(wish, cap / speed) : wish;
}

function worldWish({ support }: CrowdAgent, { velocity }: Wish): Vec2 {
  return support === undefined ? velocity : add(velocity, support.velocity);
}

/** A decision, what it was solved for, the detour memory after it, and the decision for the straight wish. */
interface Chosen {
  readonly decision: Decision;
  readonly preferred: Vec2;
  readonly detour: number;
  readonly straight: Decision;
  /** Share of the progress alone that the decision loses. */
  readonly lost: number;
  /** Where it is in its corridor afterwards. */
  readonly place?: CorridorPlace;
}

/** The unit vector of no turn. */
const AHEAD: Vec2 = { x: 1, y: 0 };

/**
 * One agent's decision (C6): solved for the straight wish; where that loses progress for a while, solved again for the
 * wish turned to the passing side.
 */
function choose(
  agent: CrowdAgent,
  neighbors: readonly CrowdAgent[],
  walls: ObstacleIndex,
  separation: Separation,
  { velocity: wish, left }: Wish,
  parameters: CrowdParameters,
): Chosen {
  const { support, region } = agent, obstacles = obstaclesOf(agent, walls, parameters);
  const situation: Situation = {
    self: agent,
    neighbors,
    parameters,
    preferred: wish,
    ...groundLimits(agent),
    separation,
    fallback: parameters.fallback,
    ...(support === undefined ? {} : { support }),
    ...(region === undefined ? {} : { region }),
    ...(obstacles.length === 0 ? {} : { obstacles }),
  };
  const halfPlanes = neighborHalfPlanes(situation), way = placeOf(agent);
  const decideFor = (preferred: Vec2, turned: Vec2): { decision: Decision; place?: CorridorPlace } => {
    if (way === undefined) return { decision: decideAgent({ ...situation, preferred }, halfPlanes) };
    const given = left === Infinity || parameters.perturbation !== "off";
    return decideAlong(situation, way, agent.cruisingSpeed, given ? { preferred } : { aside: turned });
  };
  const first = decideFor(wish, AHEAD), straight = first.decision, { velocity } = straight;
  const alone = velocity.x === wish.x && velocity.y === wish.y ? wish : velocityAlone(situation);
  const lost = progressLost(wish, alone, velocity);
  const unchanged = { ...first, preferred: wish, straight, lost };
  if (parameters.detour === "off") return { ...unchanged, detour: agent.detour };
  const side = parameters.passingSide === "left" ? "left" : "right";
  const goal = left === Infinity ? undefined : remainingRoute(agent, agent.position)[0];
  const inVain = lost > 0 &&
    straight.active.some(({ kind, id }) =>
      kind === "obstacle" && (passesOtherwise(wish, velocity, side) ||
        !isWorthGoingRound(agent.position, wish, goal, walls.byId.get(id)?.corners ?? [], side))
    );
  const detour = updatedDetour(agent, inVain ? 0 : lost, left, parameters.timeStep, parameters.detour);
  if (detour === 0) return { ...unchanged, detour };
  const preferred = turnedAside(wish, detour, side);
  const second = decideFor(preferred, turnedAside(AHEAD, detour, side));
  return {
    ...second,
    preferred,
    detour,
    straight,
    lost: progressLost(wish, alone, second.decision.velocity),
  };
}

/** What speed cap and budget allow of the wish, with nobody in the way. */
function velocityAlone(situation: Situation): Vec2 {
  const { preferred } = situation;
  const alone = solveIncremental({ preferred, halfPlanes: [], discs: velocityDiscs(situation) });
  return isSome(alone) ? alone.value.velocity : ZERO;
}

/** The agent after its decision, or after the motion that something else gave it. */
function applied(
  agent: CrowdAgent,
  chosen: Carried,
  wish: Vec2,
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
    waiting: updatedWaiting(agent.waiting, chosen.lost, wish.x !== 0 || wish.y !== 0, timeStep),
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

/** The agent, and its route with it, moved on by a support that neither turns nor accelerates (G13). */
function carriedBy(u: Vec2, next: CrowdAgent, timeStep: number): CrowdAgent {
  const shift = scale(u, timeStep);
  return {
    ...next,
    position: add(next.position, shift),
    velocity: add(next.velocity, u),
    route: next.route.map((corner) => add(corner, shift)),
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
  const later = advanceMotion(motion, timeStep);
  return {
    ...next,
    position,
    velocity,
    route: next.route.map((corner) => toWorld(motion, timeStep, toLocal(motion, 0, corner))),
    ...(agent.support === undefined
      ? {}
      : { support: supportMovingAs(agent.support.id, later, position, timeStep) }),
  };
}

/** A wall may hold an agent by several half-planes. */
function eachWallOnce(active: readonly ConstraintSource[]): readonly ConstraintSource[] {
  return active.filter(({ kind, id }, i) =>
    kind !== "obstacle" || active.findIndex((other) => other.kind === kind && other.id === id) === i
  );
}

function countKinds(decisions: readonly { readonly decision: Decision; readonly id: AgentId }[]) {
  const counts = { Clear: 0, AvoidanceRelaxed: 0, ProvenStop: 0, BoundaryUnreachable: 0, Uncontrolled: 0 };
  for (const { decision } of decisions) counts[decision.kind]++;
  return counts;
}
