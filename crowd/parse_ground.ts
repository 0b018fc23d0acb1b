import { type Edge, edgeMargin } from "../boundary/edge.ts";
import { readPolygon } from "../boundary/polygon.ts";
import { readRegion, readRigidMotion } from "../boundary/region.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked, NO_REPORTS, type Path, readArray, type Reader, readNumber } from "../geometry/reader.ts";
import { distance, dot } from "../geometry/vector.ts";
import { readFields, readId, readPlaneVector, readWhole } from "../handoff/parse_terms.ts";
import type { SharedEdge } from "../handoff/shared_edge.ts";
import type { Identity } from "../handoff/tile.ts";
import type { GroundSupport } from "./ground_frames.ts";
import { GROUND, type GroundTile, type TiledGround, type TileEdge } from "./tiled_ground.ts";

/** Highest step at an edge, m: what a foot does not notice. */
const STEP_HEIGHT = 0.02;

/** How far an edge's ends may be off a tile's own edge, m. */
const TOUCHES = 1e-9;

/**
 * Ground from unknown input, or everything that is wrong with it: `{ tiles, edges, supports?, navigation?, stepHeight? }`. A
 * support is `{ id, motion, version? }`. A tile is `{ id, polygon, gradient?, height?, support?, version? }`, its polygon convex
 * and counter-clockwise, for centers; an edge `{ id, left, right, from, to, movesWith?, version? }`. Tiles with a support, and
 * edges that move with them, are in its axes. Versions are 1, a tile is level at height 0, and steps up to 0.02 m can be taken,
 * where nothing else is said.
 */
export function parseTiledGround(value: unknown): Checked<TiledGround> {
  return checked(value, (v, reader) => readTiledGround(v, [], reader));
}

/** Reads ground; reports what is wrong. */
export function readTiledGround(value: unknown, path: Path, reader: Reader): TiledGround {
  const fields = readFields(
    value,
    ["tiles", "edges", "supports", "navigation", "stepHeight"],
    path,
    reader,
  );
  const supports = fields["supports"] === undefined
    ? []
    : readArray(fields["supports"], [...path, "supports"], reader)
      .map((support, i) => readGroundSupport(support, [...path, "supports", i], reader));
  const tiles = readArray(fields["tiles"], [...path, "tiles"], reader)
    .map((tile, i) => readGroundTile(tile, supports, [...path, "tiles", i], reader));
  const edges = readArray(fields["edges"], [...path, "edges"], reader)
    .map((edge, i) => readTileEdge(edge, tiles, [...path, "edges", i], reader));
  reportDuplicates(supports, [...path, "supports"], reader);
  reportDuplicates(tiles, [...path, "tiles"], reader);
  reportDuplicates(edges, [...path, "edges"], reader);
  const { navigation, stepHeight } = fields;
  return {
    supports,
    tiles,
    edges,
    navigation: navigation === undefined ? 1 : readWhole(navigation, [...path, "navigation"], reader),
    stepHeight: stepHeight === undefined
      ? STEP_HEIGHT
      : readNumber(stepHeight, [...path, "stepHeight"], "notNegative", reader),
  };
}

/** What `parseTiledGround` makes the same ground of, bit for bit. */
export function tiledGroundInput({ supports, tiles, edges, navigation, stepHeight }: TiledGround): unknown {
  return {
    supports,
    tiles: tiles.map(({ id, version, gradient, polygon, height, support }) => ({
      id,
      version,
      gradient,
      polygon,
      height,
      ...(support.id === GROUND.id ? {} : { support: support.id }),
    })),
    edges,
    navigation,
    stepHeight,
  };
}

function readGroundSupport(value: unknown, path: Path, reader: Reader): GroundSupport {
  const fields = readFields(value, ["id", "motion", "version"], path, reader), { version } = fields;
  const id = readId(fields["id"], [...path, "id"], reader);
  if (id === GROUND.id) reader.report([...path, "id"], id, "must be another name: this is what rests");
  const { version: misplaced, ...motion } = readRigidMotion(fields["motion"], [...path, "motion"], reader);
  if (misplaced !== undefined) {
    reader.report([...path, "motion", "version"], misplaced, "must stand beside the motion");
  }
  return {
    id,
    version: version === undefined ? 1 : readWhole(version, [...path, "version"], reader),
    motion,
  };
}

function readGroundTile(
  value: unknown,
  supports: readonly GroundSupport[],
  path: Path,
  reader: Reader,
): GroundTile {
  const fields = readFields(
    value,
    ["id", "polygon", "gradient", "height", "support", "version"],
    path,
    reader,
  );
  const { gradient, height, support, version, polygon } = fields;
  const carrier = support === undefined ? GROUND : supports.find(({ id }) => id === support);
  if (carrier === undefined) reader.report([...path, "support"], support, "must be the ID of a support");
  return {
    id: readId(fields["id"], [...path, "id"], reader),
    version: version === undefined ? 1 : readWhole(version, [...path, "version"], reader),
    gradient: gradient === undefined
      ? { x: 0, y: 0 }
      : readPlaneVector(gradient, [...path, "gradient"], reader),
    support: carrier === undefined ? GROUND : { id: carrier.id, version: carrier.version },
    polygon: readPolygon(polygon, [...path, "polygon"], NO_REPORTS), // the region's reader reports
    region: readRegion({ polygon: polygon ?? null }, path, reader),
    height: height === undefined ? 0 : readNumber(height, [...path, "height"], "any", reader),
  };
}

function readTileEdge(value: unknown, tiles: readonly GroundTile[], path: Path, reader: Reader): TileEdge {
  const fields = readFields(
    value,
    ["id", "left", "right", "from", "to", "movesWith", "version"],
    path,
    reader,
  );
  const { version, movesWith } = fields;
  const left = readId(fields["left"], [...path, "left"], reader);
  const right = readId(fields["right"], [...path, "right"], reader);
  const edge: TileEdge = {
    id: readId(fields["id"], [...path, "id"], reader),
    version: version === undefined ? 1 : readWhole(version, [...path, "version"], reader),
    left,
    right,
    from: readPlaneVector(fields["from"], [...path, "from"], reader),
    to: readPlaneVector(fields["to"], [...path, "to"], reader),
    movesWith: movesWith === right ? right : left,
  };
  if (!(distance(edge.from, edge.to) > TOUCHES)) {
    reader.report([...path, "to"], edge.to, "must be another point than from");
  }
  if (edge.left === edge.right) {
    reader.report([...path, "right"], edge.right, "must be another tile than left");
  }
  const sides = { left: tiles.find(({ id }) => id === left), right: tiles.find(({ id }) => id === right) };
  const shared = sides.left?.support.id === sides.right?.support.id;
  if (movesWith === undefined ? !shared : movesWith !== left && movesWith !== right) {
    reader.report([...path, "movesWith"], movesWith, "must be the one of its two tiles that it moves with");
  }
  for (const side of ["left", "right"] as const) {
    const tile = sides[side];
    if (tile === undefined) {
      reader.report([...path, side], edge[side], "must be the ID of a tile");
      // What moves past it may be elsewhere now: whether the foot has contact is seen at adoption (H8).
    } else if ((shared || tile.id === edge.movesWith) && !isAlong(tile, edge, side)) {
      reader.report(path, value, `must run along an edge of tile ${tile.id}, which must lie to its ${side}`);
    }
  }
  return edge;
}

function isAlong({ region }: GroundTile, edge: TileEdge, side: "left" | "right"): boolean {
  return region.edges.some((own) => runsAlong(own, edge, side));
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
