import { parametersOf } from "../agent_parameters.ts";
import { applied } from "../applied.ts";
import { choose, type Chosen } from "../choose.ts";
import type { CrowdAgent, CrowdParameters, NeighborCut } from "../crowd.ts";
import { type FloorIndex, floorOf, indexFloor } from "../floor.ts";
import { uniformGrid } from "../neighbor_search.ts";
import { type CrowdIndex, indexCrowd, neighborsOf } from "../neighbors.ts";
import type { ObstacleIndex } from "../obstacle_search.ts";
import type { Wish } from "../wish.ts";

/** Agents as the record pipeline sees them in one step: all of a crowd, or all that matter to one of them. */
export interface Scene {
  /** In the order of IDs. */
  readonly agents: readonly CrowdAgent[];
  readonly index: CrowdIndex;
  readonly floor: FloorIndex;
  readonly walls: ObstacleIndex;
  readonly parameters: CrowdParameters;
}

/** A scene of these agents. */
export function sceneOf(
  agents: readonly CrowdAgent[],
  walls: ObstacleIndex,
  parameters: CrowdParameters,
): Scene {
  const index = indexCrowd(agents, parameters, uniformGrid);
  return { agents, index, floor: indexFloor(agents, index.index, parameters), walls, parameters };
}

/** What an agent of a scene decides, and what becomes of it. */
export interface DecidedOnRecords {
  readonly chosen: Chosen;
  readonly next: CrowdAgent;
  readonly cut: NeighborCut | undefined;
}

/** The record pipeline for agent number `at` of a scene. */
export function decideOnRecords(scene: Scene, at: number, wish: Wish): DecidedOnRecords {
  const { agents, parameters } = scene, agent = agents[at]!, own = parametersOf(agent, parameters);
  const { neighbors, cut } = neighborsOf(at, agents, scene.index, own);
  const chosen = choose(
    agent,
    neighbors,
    scene.walls,
    floorOf(at, agents, scene.floor, parameters),
    wish,
    own,
  );
  return {
    chosen,
    next: applied(agent, chosen, wish.velocity, parameters),
    cut,
  };
}
