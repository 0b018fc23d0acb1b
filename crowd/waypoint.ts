import { toWorld } from "../geometry/rigid_motion.ts";
import { conjugate } from "../geometry/vector.ts";
import type { Identity } from "../handoff/tile.ts";
import { frameOfSupport, placeIn } from "./ground_frames.ts";
import { movedCorner, type RouteCorner } from "./route.ts";
import { GROUND, tileAt, type TiledGround } from "./tiled_ground.ts";

/** A corner of a route on tiled ground, or the middle of a gate: a point of what carries the tile that it lies in. */
export interface Waypoint {
  /** ID of the support. */
  readonly support: Identity["id"];
  /** m, in its axes: where a gate is, its `half` too. */
  readonly place: RouteCorner;
}

/** A route's corners, m, as points of the tiles that they lie in now; of the ground at rest where there is no tile. */
export function waypointsOf(ground: TiledGround, route: readonly RouteCorner[]): readonly Waypoint[] {
  return route.map((corner) => {
    const support = tileAt(ground, corner)?.support.id ?? GROUND.id;
    const frame = frameOfSupport(ground, support);
    return { support, place: movedCorner(corner, placeIn(frame, corner), conjugate(frame.heading)) };
  });
}

/** Where waypoints lie now, m. */
export function routeNow(ground: TiledGround, waypoints: readonly Waypoint[]): readonly RouteCorner[] {
  return waypoints.map(({ support, place }) => {
    const frame = frameOfSupport(ground, support);
    return movedCorner(place, toWorld(frame, 0, place), frame.heading);
  });
}
