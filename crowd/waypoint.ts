import { toWorld } from "../geometry/rigid_motion.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Identity } from "../handoff/tile.ts";
import { frameOfSupport, placeIn } from "./ground_frames.ts";
import { GROUND, tileAt, type TiledGround } from "./tiled_ground.ts";

/** A corner of a route on tiled ground: a point of what carries the tile that it lies in. */
export interface Waypoint {
  /** ID of the support. */
  readonly support: Identity["id"];
  /** m, in its axes. */
  readonly place: Vec2;
}

/** A route's corners, m, as points of the tiles that they lie in now; of the ground at rest where there is no tile. */
export function waypointsOf(ground: TiledGround, route: readonly Vec2[]): readonly Waypoint[] {
  return route.map((corner) => {
    const support = tileAt(ground, corner)?.support.id ?? GROUND.id;
    return { support, place: placeIn(frameOfSupport(ground, support), corner) };
  });
}

/** Where waypoints lie now, m. */
export function routeNow(ground: TiledGround, waypoints: readonly Waypoint[]): readonly Vec2[] {
  return waypoints.map(({ support, place }) => toWorld(frameOfSupport(ground, support), 0, place));
}
