import { decideAgent, neighborHalfPlanes } from "../avoidance/decide_agent.ts";
import { velocityDiscs } from "../avoidance/prepare.ts";
import type { Separation, Situation } from "../avoidance/situation.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import { solveIncremental } from "../solver/incremental.ts";
import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import { type CorridorPlace, decideAlong, placeOf } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import {
  isBetterStraight,
  isStuck,
  passesOtherwise,
  progressLost,
  turnedAside,
  updatedDetour,
} from "./detour.ts";
import { groundLimits } from "./floor.ts";
import { type ObstacleIndex, obstaclesOf } from "./obstacle_search.ts";
import { nextPlace } from "./route.ts";
import { isWayRound } from "./round_walls.ts";
import type { Wish } from "./wish.ts";

/** A decision, what it was solved for, the detour memory after it, and the decision for the straight wish. */
export interface Chosen {
  /** What was decided. */
  readonly decision: Decision;
  /** The preferred velocity that it was solved for, m/s. */
  readonly preferred: Vec2;
  /** m afterwards. */
  readonly detour: number;
  /** The decision for the straight wish. */
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
export function choose(
  agent: CrowdAgent,
  neighbors: readonly CrowdAgent[],
  walls: ObstacleIndex,
  separation: Separation,
  { velocity: wish, left, seconds, atWall }: Wish,
  parameters: CrowdParameters,
): Chosen {
  const situation = situationOf(agent, neighbors, walls, separation, wish, parameters);
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
  const goal = left === Infinity ? undefined : atWall?.place ?? nextPlace(agent, agent.position);
  const u = agent.support?.velocity ?? ZERO, nowX = agent.velocity.x - u.x, nowY = agent.velocity.y - u.y;
  const stuck = isStuck(
    wish,
    nowX,
    nowY,
    agent.waiting,
    agent.radius,
    agent.cruisingSpeed,
    parameters.detour,
  );
  const inVain = lost > 0 &&
    straight.active.some(({ kind, id }) =>
      kind === "obstacle" && (passesOtherwise(wish, velocity, side) ||
        !isWayRound(walls, id, agent.position, wish, goal, agent.radius, side))
    );
  const detour = updatedDetour(
    agent,
    inVain ? 0 : lost,
    isBetterStraight(wish, alone, nowX, nowY, velocity, parameters.detour),
    stuck,
    left,
    seconds,
    parameters.detour,
  );
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

/** What an agent decides from. */
export function situationOf(
  agent: CrowdAgent,
  neighbors: readonly CrowdAgent[],
  walls: ObstacleIndex,
  separation: Separation,
  preferred: Vec2,
  parameters: CrowdParameters,
): Situation {
  const { support, region } = agent, obstacles = obstaclesOf(agent, walls, parameters);
  return {
    self: agent,
    neighbors,
    parameters,
    preferred,
    ...groundLimits(agent),
    separation,
    fallback: parameters.fallback,
    ...(support === undefined ? {} : { support }),
    ...(region === undefined ? {} : { region }),
    ...(obstacles.length === 0 ? {} : { obstacles }),
  };
}

/** What speed cap and budget allow of the wish, with nobody in the way. */
function velocityAlone(situation: Situation): Vec2 {
  const { preferred } = situation;
  const alone = solveIncremental({ preferred, halfPlanes: [], discs: velocityDiscs(situation) });
  return isSome(alone) ? alone.value.velocity : ZERO;
}
