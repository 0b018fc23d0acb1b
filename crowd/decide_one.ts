import { equal, ZERO } from "../geometry/vector.ts";
import { parametersOf } from "./agent_parameters.ts";
import { choose, type Chosen } from "./choose.ts";
import type { AgentDecision, CrowdAgent, CrowdParameters } from "./crowd.ts";
import { type FloorIndex, floorOf, indexFloor } from "./floor.ts";
import { keepOn } from "./keep_on.ts";
import { type Hidden, hiddenBehind } from "./line_of_sight.ts";
import { type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
import { type CrowdIndex, indexCrowd, type Neighborhood, neighborsOf } from "./neighbors.ts";
import type { ObstacleIndex } from "./obstacle_search.ts";
import { hardlyGetsOn, updatedWaiting } from "./waiting.ts";
import { restsAtWall, type Wish } from "./wish.ts";

/** What the decisions of one step read: all agents of a crowd, or all that can matter to one of them, and the walls. */
export interface Surroundings {
  /** In the order of IDs. */
  readonly agents: readonly CrowdAgent[];
  readonly index: CrowdIndex;
  readonly floor: FloorIndex;
  readonly walls: ObstacleIndex;
  /** Who is hidden from whom (C4); absent: nobody. */
  readonly hidden?: Hidden;
  readonly parameters: CrowdParameters;
}

/** Makes agents and walls ready for decisions. */
export function surroundingsOf(
  agents: readonly CrowdAgent[],
  walls: ObstacleIndex,
  parameters: CrowdParameters,
  search: NeighborSearch = uniformGrid,
): Surroundings {
  const index = indexCrowd(agents, parameters, search), hidden = hiddenBehind(walls, agents, parameters);
  return {
    agents,
    index,
    floor: indexFloor(agents, index.index, parameters),
    walls,
    ...(hidden === undefined ? {} : { hidden }),
    parameters,
  };
}

/** One agent's decision, its waiting time afterwards, s, and what the caps cut off of its neighbors. */
export interface DecidedOne extends Pick<Neighborhood, "cut"> {
  readonly chosen: Chosen;
  readonly waiting: number;
}

/** Decides for agent number `at`. */
export function decideOne(
  { agents, index, floor, walls, hidden, parameters }: Surroundings,
  at: number,
  wish: Wish,
  detail: AgentDecision["detail"],
): DecidedOne {
  const agent = agents[at]!, own = parametersOf(agent, parameters);
  const separation = floorOf(at, agents, floor, parameters, hidden);
  if (detail === "skipped") {
    return { chosen: keepOn(agent, walls, separation, wish, own), waiting: agent.waiting };
  }
  const { neighbors, cut } = detail === "full" ? neighborsOf(at, agents, index, own, hidden) : NOBODY;
  const chosen = choose(agent, neighbors, walls, separation, wish, own);
  // Who rests at a wall would like to go on, and waits.
  const waiting = restsAtWall(wish) ? agent.waiting + wish.seconds : updatedWaiting(
    agent.waiting,
    hardlyGetsOn(wish.velocity, chosen.decision.velocity, chosen.lost),
    !equal(wish.velocity, ZERO),
    wish.seconds,
    agent.radius,
    agent.cruisingSpeed,
  );
  return { chosen, waiting, ...(cut === undefined ? {} : { cut }) };
}

/** Nobody is looked at where velocities are chosen against boundaries alone (C4). */
const NOBODY: Neighborhood = { neighbors: [] };
