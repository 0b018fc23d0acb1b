import { neighborHalfPlanes } from "../avoidance/decide_agent.ts";
import { prepare, velocityDiscs } from "../avoidance/prepare.ts";
import type { Situation } from "../avoidance/situation.ts";
import { parametersOf } from "../crowd/agent_parameters.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { AgentDecision, Crowd } from "../crowd/crowd.ts";
import { surroundingsOf } from "../crowd/decide_one.ts";
import { floorOf, groundLimits } from "../crowd/floor.ts";
import { neighborsOf } from "../crowd/neighbors.ts";
import { indexObstacles, obstaclesOf } from "../crowd/obstacle_search.ts";
import { withDestinations } from "../crowd/destination.ts";
import { placesAtWalls } from "../crowd/place_at_wall.ts";
import { asEverybodySees } from "../crowd/settling.ts";
import { wishOf } from "../crowd/wish.ts";
import type { VelocitySpaceProblem } from "../view/mod.ts";

/** No preferred velocities of a caller. */
const NONE_GIVEN: ReadonlyMap<AgentId, Vec2> = new Map();

/**
 * What an agent's decision was solved from, made again for a picture: the neighbors' half-planes, the linear limits of
 * region, separation floor and walls, and the discs. All velocities are relative to the support, as the decision's are.
 *
 * @param crowd the crowd that the agent saw
 */
export function problemOf(
  { agents: records, obstacles, parameters: shared, tick }: Crowd,
  made: AgentDecision,
): VelocitySpaceProblem {
  const walls = indexObstacles(obstacles),
    { agents: seen, contacts } = asEverybodySees(records, shared, walls);
  const atWalls = placesAtWalls(records, shared, walls);
  const agents = withDestinations(
    seen,
    seen.map((agent, i) =>
      wishOf(agent, NONE_GIVEN, parametersOf(agent, shared), tick, {
        contacts: contacts[i]!,
        atWall: atWalls.get(i),
      })
    ),
    walls,
    shared,
  );
  const at = agents.findIndex(({ id }) => id === made.id), self = agents[at]!;
  const { index, floor, hidden } = surroundingsOf(agents, walls, shared);
  const { support, region } = self, parameters = parametersOf(self, shared);
  const situation: Situation = {
    self,
    neighbors: made.detail === "full" ? neighborsOf(at, agents, index, parameters, hidden).neighbors : [],
    parameters,
    preferred: made.preferred,
    ...groundLimits(self),
    separation: floorOf(at, agents, floor, parameters, hidden),
    ...(support === undefined ? {} : { support }),
    ...(region === undefined ? {} : { region }),
    obstacles: obstaclesOf(self, walls, parameters),
  };
  const neighbors = neighborHalfPlanes(situation), prepared = prepare(situation, neighbors);
  const { preferred } = made;
  return prepared.kind === "Uncontrolled"
    ? { preferred, discs: velocityDiscs(situation), neighbors, boundaries: [] }
    : { ...prepared.problem, preferred };
}
