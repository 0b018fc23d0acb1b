import { keepVelocity } from "../avoidance/decide_agent.ts";
import type { Separation } from "../avoidance/situation.ts";
import { type Chosen, situationOf } from "./choose.ts";
import { decideAlong, placeOf } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import type { ObstacleIndex } from "./obstacle_search.ts";
import type { Wish } from "./wish.ts";

/**
 * The step of an agent that does not decide now (C4): it goes on as it does where floor, walls and region prove that, and
 * takes the committed stop where they do not. Its memories stay as they are: they go by decisions.
 *
 * In a corridor, whose next bend may come at any time, the old velocity is what it wishes for: it is led along the tiles.
 */
export function keepOn(
  agent: CrowdAgent,
  walls: ObstacleIndex,
  separation: Separation,
  { velocity }: Wish,
  parameters: CrowdParameters,
): Chosen {
  const situation = situationOf(agent, [], walls, separation, velocity, parameters), way = placeOf(agent);
  const kept = way === undefined
    ? { decision: keepVelocity(situation) }
    : decideAlong(situation, way, agent.cruisingSpeed, { preferred: velocity });
  return { ...kept, preferred: velocity, detour: agent.detour, straight: kept.decision, lost: 0 };
}
