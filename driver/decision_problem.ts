import { neighborHalfPlanes } from "../avoidance/decide_agent.ts";
import { prepare, velocityDiscs } from "../avoidance/prepare.ts";
import type { Situation } from "../avoidance/situation.ts";
import type { AgentDecision, Crowd } from "../crowd/crowd.ts";
import { floorOf, groundLimits, indexFloor } from "../crowd/floor.ts";
import { uniformGrid } from "../crowd/neighbor_search.ts";
import { indexCrowd, neighborsOf } from "../crowd/neighbors.ts";
import { indexObstacles, obstaclesOf } from "../crowd/obstacle_search.ts";
import type { VelocitySpaceProblem } from "../view/mod.ts";

/**
 * What an agent's decision was solved from, made again for a picture: the neighbors' half-planes, the linear limits of
 * region, separation floor and walls, and the discs. All velocities are relative to the support, as the decision's are.
 *
 * @param crowd the crowd that the agent saw
 */
export function problemOf(
  { agents, obstacles, parameters }: Crowd,
  made: AgentDecision,
): VelocitySpaceProblem {
  const at = agents.findIndex(({ id }) => id === made.id), self = agents[at]!;
  const index = indexCrowd(agents, parameters, uniformGrid);
  const { support, region } = self;
  const situation: Situation = {
    self,
    neighbors: neighborsOf(at, agents, index, parameters).neighbors,
    parameters,
    preferred: made.preferred,
    ...groundLimits(self),
    separation: floorOf(at, agents, indexFloor(agents, index.index, parameters), parameters),
    ...(support === undefined ? {} : { support }),
    ...(region === undefined ? {} : { region }),
    obstacles: obstaclesOf(self, indexObstacles(obstacles), parameters),
  };
  const neighbors = neighborHalfPlanes(situation), prepared = prepare(situation, neighbors);
  const { preferred } = made;
  return prepared.kind === "Uncontrolled"
    ? { preferred, discs: velocityDiscs(situation), neighbors, boundaries: [] }
    : { ...prepared.problem, preferred };
}
