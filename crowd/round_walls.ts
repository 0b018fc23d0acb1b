import { distanceToShape } from "../boundary/obstacle_edge.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { isWorthGoingRound } from "./detour.ts";
import { nearObstacles, type ObstacleIndex } from "./obstacle_search.ts";

/**
 * Whether a wall, with those that go on at its ends, is worth going round on the passing side (C6, C8, C15): see
 * `isWorthGoingRound`. A wall goes on where another stands nearer to one of its corners than the agent is wide. Of those the
 * way must pass every corner on that side.
 *
 * ```txt
 *   o → → →x→ → → →      x alone would be worth it, but nobody fits through there
 *   ========.==========
 *      g
 * ```
 *
 * @param wall its ID
 * @param radius the agent's, m
 */
export function isWayRound(
  walls: ObstacleIndex,
  wall: AgentId,
  position: Vec2,
  wish: Vec2,
  goal: Vec2 | undefined,
  radius: number,
  side: "right" | "left",
): boolean {
  const wide = 2 * radius, first = walls.byId.get(wall)?.corners ?? [];
  if (!isWorthGoingRound(position, wish, goal, first, side)) return false;
  const met = new Set([wall]), ends = [...first];
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    if (liesOtherwise(position, wish, end, radius, side)) continue;
    const { length } = ends;
    nearObstacles(walls, end, wide, ({ id, corners }) => {
      if (met.has(id) || distanceToShape(corners, end!) >= wide) return;
      met.add(id);
      ends.push(...walls.byId.get(id)!.corners);
    });
    for (let i = length; i < ends.length; i++) {
      if (!isWorthGoingRound(position, wish, goal, [ends[i]!], side)) return false;
    }
  }
  return true;
}

/** Whether a corner lies on the other side of the straight way, clear of the agent. */
function liesOtherwise(
  position: Vec2,
  wish: Vec2,
  corner: Vec2,
  radius: number,
  side: "right" | "left",
): boolean {
  const hand = side === "left" ? 1 : -1;
  const aside = hand * (wish.x * (corner.y - position.y) - wish.y * (corner.x - position.x));
  return aside < 0 && aside * aside >= radius * radius * (wish.x * wish.x + wish.y * wish.y);
}
