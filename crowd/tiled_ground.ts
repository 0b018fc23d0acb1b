import type { Checked } from "../geometry/input_error.ts";
import { checked, NO_REPORTS, type Path, readArray, type Reader, readNumber } from "../geometry/reader.ts";
import { distance, dot, type Vec2 } from "../geometry/vector.ts";
import { type Edge, edgeMargin } from "../boundary/edge.ts";
import { type Polygon, readPolygon } from "../boundary/polygon.ts";
import { readRegion, type Region } from "../boundary/region.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { readFields, readId, readPlaneVector, readWhole } from "../handoff/parse_terms.ts";
import type { SharedEdge } from "../handoff/shared_edge.ts";
import type { Identity, Tile } from "../handoff/tile.ts";

/** A tile of a crowd's ground: what a handoff knows of it, and where it is. */
export interface GroundTile extends Tile {
  /** Its corners, as they were given, m. */
  readonly polygon: Polygon;
  /** Where the centers of agents may be that stand on it: convex, with the shared edges among its edges. */
  readonly region: Region;
  /** Height of its plane, carried on, at the world's origin, m. */
  readonly height: number;
}

/** An edge that two tiles share: going from `from` to `to`, one lies to the left, the other to the right. */
export interface TileEdge extends SharedEdge {
  /** ID of the tile to the left. */
  readonly left: Tile["id"];
  /** ID of the tile to the right. */
  readonly right: Tile["id"];
}

/** Ground made of tiles, at rest. Agents get from one to another by handoff alone (H1). */
export interface TiledGround {
  /** The tiles. */
  readonly tiles: readonly GroundTile[];
  /** Where they touch. */
  readonly edges: readonly TileEdge[];
  /** Version of the navigation data. */
  readonly navigation: number;
  /** Highest step that can be taken at an edge, m. */
  readonly stepHeight: number;
}

/** What carries all tiles, unless a tile says otherwise. */
const GROUND: Identity = { id: "ground", version: 1 };

/** Highest step at an edge, m: what a foot does not notice. */
const STEP_HEIGHT = 0.02;

/** How far an edge's ends may be off a tile's own edge, m. */
const TOUCHES = 1e-9;

/**
 * Ground from unknown input, or everything that is wrong with it: `{ tiles, edges, navigation?, stepHeight? }`. A tile is `{
 * id, polygon, gradient?, height?, version? }`, its polygon convex and counter-clockwise, for centers; an edge `{ id, left,
 * right, from, to, version? }`. Versions are 1, a tile is level at height 0, and steps up to 0.02 m can be taken, where
 * nothing else is said.
 */
export function parseTiledGround(value: unknown): Checked<TiledGround> {
  return checked(value, (v, reader) => readTiledGround(v, [], reader));
}

/** Reads ground; reports what is wrong. */
export function readTiledGround(value: unknown, path: Path, reader: Reader): TiledGround {
  const fields = readFields(value, ["tiles", "edges", "navigation", "stepHeight"], path, reader);
  const tiles = readArray(fields["tiles"], [...path, "tiles"], reader)
    .map((tile, i) => readGroundTile(tile, [...path, "tiles", i], reader));
  const edges = readArray(fields["edges"], [...path, "edges"], reader)
    .map((edge, i) => readTileEdge(edge, tiles, [...path, "edges", i], reader));
  reportDuplicates(tiles, [...path, "tiles"], reader);
  reportDuplicates(edges, [...path, "edges"], reader);
  const { navigation, stepHeight } = fields;
  return {
    tiles,
    edges,
    navigation: navigation === undefined ? 1 : readWhole(navigation, [...path, "navigation"], reader),
    stepHeight: stepHeight === undefined
      ? STEP_HEIGHT
      : readNumber(stepHeight, [...path, "stepHeight"], "notNegative", reader),
  };
}

/** What `parseTiledGround` makes the same ground of, bit for bit. */
export function tiledGroundInput({ tiles, edges, navigation, stepHeight }: TiledGround): unknown {
  return {
    tiles: tiles.map(({ id, version, gradient, polygon, height }) => ({
      id,
      version,
      gradient,
      polygon,
      height,
    })),
    edges,
    navigation,
    stepHeight,
  };
}

function readGroundTile(value: unknown, path: Path, reader: Reader): GroundTile {
  const fields = readFields(value, ["id", "polygon", "gradient", "height", "version"], path, reader);
  const { gradient, height, version, polygon } = fields;
  return {
    id: readId(fields["id"], [...path, "id"], reader),
    version: version === undefined ? 1 : readWhole(version, [...path, "version"], reader),
    gradient: gradient === undefined
      ? { x: 0, y: 0 }
      : readPlaneVector(gradient, [...path, "gradient"], reader),
    support: GROUND,
    polygon: readPolygon(polygon, [...path, "polygon"], NO_REPORTS), // the region's reader reports
    region: readRegion({ polygon: polygon ?? null }, path, reader),
    height: height === undefined ? 0 : readNumber(height, [...path, "height"], "any", reader),
  };
}

function readTileEdge(value: unknown, tiles: readonly GroundTile[], path: Path, reader: Reader): TileEdge {
  const fields = readFields(value, ["id", "left", "right", "from", "to", "version"], path, reader);
  const { version } = fields;
  const edge: TileEdge = {
    id: readId(fields["id"], [...path, "id"], reader),
    version: version === undefined ? 1 : readWhole(version, [...path, "version"], reader),
    left: readId(fields["left"], [...path, "left"], reader),
    right: readId(fields["right"], [...path, "right"], reader),
    from: readPlaneVector(fields["from"], [...path, "from"], reader),
    to: readPlaneVector(fields["to"], [...path, "to"], reader),
  };
  if (!(distance(edge.from, edge.to) > TOUCHES)) {
    reader.report([...path, "to"], edge.to, "must be another point than from");
  }
  if (edge.left === edge.right) {
    reader.report([...path, "right"], edge.right, "must be another tile than left");
  }
  for (const side of ["left", "right"] as const) {
    const tile = tiles.find(({ id }) => id === edge[side]);
    if (tile === undefined) {
      reader.report([...path, side], edge[side], "must be the ID of a tile");
    } else if (!tile.region.edges.some((own) => runsAlong(own, edge, side))) {
      reader.report(path, value, `must run along an edge of tile ${tile.id}, which must lie to its ${side}`);
    }
  }
  return edge;
}

/** Whether a tile's own edge lies on a shared one, the tile being on that side of it. */
function runsAlong(own: Edge, { from, to }: SharedEdge, side: "left" | "right"): boolean {
  const along = { x: to.x - from.x, y: to.y - from.y }, outward = { x: along.y, y: -along.x };
  const faces = dot(own.normal, outward) * (side === "left" ? 1 : -1) > 0;
  return faces && [from, to].every((point) => Math.abs(edgeMargin(own, point)) <= TOUCHES);
}

function reportDuplicates(items: readonly Identity[], path: Path, reader: Reader): void {
  const seen = new Set<Identity["id"]>();
  items.forEach(({ id }, i) => {
    if (seen.has(id)) reader.report([...path, i, "id"], id, "must be used only once");
    seen.add(id);
  });
}

/** The tile with this ID. */
export function tileOf(ground: TiledGround, id: Tile["id"]): GroundTile | undefined {
  return ground.tiles.find((tile) => tile.id === id);
}

/** The first tile that a place lies in, its edges included. */
export function tileAt(ground: TiledGround, position: Vec2): GroundTile | undefined {
  return ground.tiles.find(({ region }) =>
    region.edges.every((edge) => edgeMargin(edge, position) >= -INSIDE)
  );
}

/** Height of a tile's plane at a place, m. */
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
