import type { Vec2 } from "../geometry/vector.ts";
import { edgeMargin } from "../boundary/edge.ts";
import type { Polygon } from "../boundary/polygon.ts";
import type { Region } from "../boundary/region.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { REACH } from "../handoff/crossing_terms.ts";
import type { SharedEdge } from "../handoff/shared_edge.ts";
import type { Identity, Tile } from "../handoff/tile.ts";
import { frameOfSupport, type GroundSupport, placeIn } from "./ground_frames.ts";

/**
 * A tile of a crowd's ground: what a handoff knows of it, and where it is. All of it is in the axes of what carries the tile:
 * world axes for ground at rest.
 */
export interface GroundTile extends Tile {
  /** Its corners, as they were given, m. */
  readonly polygon: Polygon;
  /** Where the centers of agents may be that stand on it: convex, with the shared edges among its edges. */
  readonly region: Region;
  /** Height of its plane, carried on, at the origin, m. */
  readonly height: number;
}

/**
 * An edge that two tiles share: going from `from` to `to`, one lies to the left, the other to the right. Where different
 * supports carry them, it moves with one of the two: whoever crosses comes to rest relative to that one (H2).
 */
export interface TileEdge extends SharedEdge {
  /** ID of the tile to the left. */
  readonly left: Tile["id"];
  /** ID of the tile to the right. */
  readonly right: Tile["id"];
  /** ID of the tile in whose axes its points are. */
  readonly movesWith: Tile["id"];
}

/** Ground made of tiles. Agents get from one to another by handoff alone (H1). */
export interface TiledGround {
  /** The platforms that carry tiles, as they are now; ground at rest is none of them. */
  readonly supports: readonly GroundSupport[];
  /** The tiles. */
  readonly tiles: readonly GroundTile[];
  /** Where they touch. */
  readonly edges: readonly TileEdge[];
  /** Version of the navigation data. */
  readonly navigation: number;
  /** Highest step that can be taken at an edge, m. */
  readonly stepHeight: number;
}

/** What carries a tile that names no support: it rests. */
export const GROUND: Identity = { id: "ground", version: 1 };

/** The tile with this ID. */
export function tileOf(ground: TiledGround, id: Tile["id"]): GroundTile | undefined {
  return ground.tiles.find((tile) => tile.id === id);
}

/** The first tile that a world position lies in now, edges included. */
export function tileAt(ground: TiledGround, position: Vec2): GroundTile | undefined {
  return ground.tiles.find((tile) => isWithin(ground, tile, position, INSIDE));
}

/** Whether a world position lies in a tile now, or at most so far outside, m. */
export function isWithin(
  ground: TiledGround,
  { region, support }: GroundTile,
  position: Vec2,
  tolerance: number,
): boolean {
  const place = placeIn(frameOfSupport(ground, support.id), position);
  return region.edges.every((edge) => edgeMargin(edge, place) >= -tolerance);
}

/** What a body stands on: the tile in force while it is on that, another one that it was pushed onto, else the tile in force. */
export function standsOn(ground: TiledGround, inForce: GroundTile, position: Vec2): GroundTile {
  return isWithin(ground, inForce, position, REACH) ? inForce : tileAt(ground, position) ?? inForce;
}

/** Height of a tile's plane at a place in its own axes, m. */
export function heightOn({ height, gradient }: GroundTile, { x, y }: Vec2): number {
  return height + gradient.x * x + gradient.y * y;
}

/** An edge as one of its tiles sees it: that tile to the left of the way (H1). */
export function edgeSeenFrom({ id, version, left, from, to }: TileEdge, tile: Tile["id"]): SharedEdge {
  return left === tile ? { id, version, from, to } : { id, version, from: to, to: from };
}

/** What a handoff is told of a tile. */
export function handoffTile({ id, version, gradient, support }: GroundTile): Tile {
  return { id, version, gradient, support };
}

/** The version that something has now; -1, which nothing has, where it is gone. */
export function versionNow(list: readonly Identity[], id: Identity["id"]): number {
  return list.find((item) => item.id === id)?.version ?? -1;
}
