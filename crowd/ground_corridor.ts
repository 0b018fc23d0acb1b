import { type Corridor, portalKind } from "../boundary/corridor.ts";
import { localMargin } from "../boundary/corridor_tile.ts";
import { edgeMargin } from "../boundary/edge.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Path, Reader } from "../geometry/reader.ts";
import type { Tile } from "../handoff/tile.ts";
import type { CrowdAgent } from "./crowd.ts";
import { frameOfSupport } from "./ground_frames.ts";
import { GROUND, type TiledGround, type TileEdge, tileOf } from "./tiled_ground.ts";

/** How far a corridor's tile may differ from the ground's, m. */
const SAME_PLACE = 1e-9;

/**
 * Reports what of a corridor is not of this ground: each of its tiles must be one of the ground's tiles, of the same shape and
 * slope and on the same support, and where it goes on to another slope or support there must be an edge to cross.
 */
export function checkCorridor(
  { tiles, portals }: Corridor,
  ground: TiledGround,
  path: Path,
  reader: Reader,
  id: AgentId,
): void {
  tiles.forEach((tile, i) => {
    const own = tileOf(ground, tile.id), { gradient: { x, y }, polygon, edges, support } = tile;
    const isSame = own !== undefined && own.gradient.x === x && own.gradient.y === y &&
      own.support.id === (support?.id ?? GROUND.id) &&
      polygon.every((corner) => own.region.edges.every((edge) => edgeMargin(edge, corner) >= -SAME_PLACE)) &&
      own.polygon.every((corner) => edges.every((edge) => localMargin(edge, corner) >= -SAME_PLACE));
    if (!isSame) {
      reader.report([...path, "tiles", i], tile.id, "must be a tile of the ground, as it is there", id);
    }
  });
  portals.forEach((portal, i) => {
    const isOpen = portalKind({ tiles, portals, goal: tiles[0]!.polygon[0]! }, i) === "open";
    if (!isOpen && edgeBetween(ground, tiles[i]!.id, tiles[i + 1]!.id) === undefined) {
      reader.report(
        [...path, "portals", i],
        portal,
        "must lie on an edge of the ground, to be crossed there",
        id,
      );
    }
  });
}

/** The ground's first edge between two tiles. */
export function edgeBetween({ edges }: TiledGround, a: Tile["id"], b: Tile["id"]): TileEdge | undefined {
  return edges.find(({ left, right }) => left === a && right === b || left === b && right === a);
}

/** The next tile of a corridor, where the way into it is a handoff edge; undefined where it walks on, or does not lead on. */
export function tileBeyond(corridor: Corridor, tile: Tile["id"]): Tile["id"] | undefined {
  const at = corridor.tiles.findIndex(({ id }) => id === tile);
  return at >= 0 && at < corridor.portals.length && portalKind(corridor, at) === "handoff"
    ? corridor.tiles[at + 1]!.id
    : undefined;
}

/** A corridor as the ground's supports carry it now. */
export function corridorNow(ground: TiledGround, corridor: Corridor): Corridor {
  if (ground.supports.length === 0) return corridor;
  const tiles = corridor.tiles.map((tile) =>
    tile.support === undefined
      ? tile
      : { ...tile, support: { ...tile.support, motion: frameOfSupport(ground, tile.support.id) } }
  );
  return { ...corridor, tiles };
}

/** The agent without its corridor: a crossing goes by the edges of one tile. */
export function offCorridor({ corridor: _, tile: __, ...agent }: CrowdAgent): CrowdAgent {
  return agent;
}
