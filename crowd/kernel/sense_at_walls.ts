import type { Vec2 } from "../../geometry/vector.ts";
import { indexObstacles, type ObstacleIndex } from "../obstacle_search.ts";
import {
  isHeldUp,
  NO_PLACES,
  type PlaceAtWall,
  placeAtWall,
  placeOfAgent,
  sideRoundWalls,
} from "../place_at_wall.ts";
import { MOVING } from "../contact.ts";
import { LOCKED, ON_RECORDS } from "./columns.ts";
import { agentOfKernel, type Kernel } from "./kernel.ts";

/** `placesAtWalls` on columns. */
export function senseAtWalls(kernel: Kernel): ReadonlyMap<number, PlaceAtWall> {
  const { fixed, state, parameters, obstacles } = kernel, { count, flags, routeFrom, routeX, routeY } = fixed;
  if (parameters.settling === "off" || obstacles.length === 0) return NO_PLACES;
  const found = new Map<number, PlaceAtWall>(), side = sideRoundWalls(undefined, parameters);
  let walls: ObstacleIndex | undefined; // few steps need it
  for (let i = 0; i < count; i++) {
    const vx = state.vx[i]!, vy = state.vy[i]!, rests = state.settled[i] !== MOVING;
    if (!isHeldUp(rests, state.waiting[i]!, vx, vy, fixed.cruisingSpeed[i]!)) continue;
    if ((flags[i]! & LOCKED) !== 0) continue;
    let place: PlaceAtWall | undefined;
    if ((flags[i]! & ON_RECORDS) !== 0) {
      walls ??= indexObstacles(obstacles);
      place = placeOfAgent(agentOfKernel(kernel, i), parameters, walls);
    } else {
      const last = routeFrom[i]! + state.corner[i]!;
      if (last !== routeFrom[i + 1]! - 1) continue;
      const position: Vec2 = { x: state.x[i]!, y: state.y[i]! },
        goal = { x: routeX[last]!, y: routeY[last]! };
      walls ??= indexObstacles(obstacles);
      place = placeAtWall(walls, position, goal, fixed.radius[i]!, side, parameters.settling.enter);
    }
    if (place !== undefined) found.set(i, place);
  }
  return found;
}
