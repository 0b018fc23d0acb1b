import type { Checked } from "../geometry/input_error.ts";
import { checked, type Path, type Reader, readNumber, readRecord, readVec2 } from "../geometry/reader.ts";
import { type RigidMotion, WORLD } from "../geometry/rigid_motion.ts";
import { det, distance, length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import { type Polygon, readPolygon } from "./polygon.ts";
import { readRigidMotion } from "./region.ts";
import type { LocalEdge } from "./verify_rigid.ts";

/** What carries a tile: the tile's corners are points of this frame. */
export interface TileSupport {
  /** Stable ID of the platform. */
  readonly id: number | string;
  /** How it moves from now on. */
  readonly motion: RigidMotion;
}

/**
 * A convex piece of ground with one gradient (B1, B10), eroded by the body's radius already. Its edge number i leads from
 * corner i to the next one.
 */
export interface CorridorTile {
  /** Stable ID. */
  readonly id: number | string;
  /** Corners, counter-clockwise, m, in the axes of its support: world positions where it has none. */
  readonly polygon: Polygon;
  /** Its edges, in the same axes. */
  readonly edges: readonly LocalEdge[];
  /** Height gradient (G14), in the same axes. */
  readonly gradient: Vec2;
  /** Version of its shape; compared again before a decision is committed (B7). */
  readonly version?: number;
  /** Whose tile it is. */
  readonly owner?: string;
  /** What carries it; absent: the world. */
  readonly support?: TileSupport;
  /** The tiles that it was merged from (B10), in the order of the route; absent: it was not merged. */
  readonly members?: readonly CorridorTile[];
}

/** How far a corner may lie from the line of its neighbors and still count as lying on it, m (B6's `INSIDE`). */
export const STRAIGHT = 1e-12;

/**
 * A tile from unknown input, or everything that is wrong with it: `{ id, polygon, gradient?, version?, owner?, support? }` with
 * the corners of a convex polygon in counter-clockwise order. Corners in the middle of a straight side are left out.
 */
export function parseTile(value: unknown): Checked<CorridorTile> {
  return checked(value, (v, reader) => readTile(v, [], reader));
}

/** Reads a tile; reports what is wrong. */
export function readTile(value: unknown, path: Path, reader: Reader): CorridorTile {
  const record = readRecord(value, path, reader), { gradient, version, owner, support } = record;
  const id = readId(record["id"], [...path, "id"], reader);
  let sound = true;
  const given = readPolygon(record["polygon"], [...path, "polygon"], {
    report: (...error) => {
      sound = false;
      reader.report(...error);
    },
  });
  const corners = sound ? withoutStraightCorners(given) : given;
  const reflex = sound ? corners.findIndex((_, i) => bend(corners, i) < 0) : -1;
  if (reflex >= 0) {
    const rule = "must not have a reflex corner: a tile must be convex";
    reader.report([...path, "polygon", given.indexOf(corners[reflex]!)], corners[reflex], rule);
  } else if (sound && corners.length < 3) {
    reader.report([...path, "polygon"], record["polygon"], "must have an area: its corners lie on one line");
  }
  if (owner !== undefined && typeof owner !== "string") {
    reader.report([...path, "owner"], owner, "must be a string");
  }
  return tileFrom({
    id,
    polygon: corners,
    gradient: gradient === undefined ? ZERO : readVec2(gradient, [...path, "gradient"], reader),
    ...(version === undefined ? {} : { version: readNumber(version, [...path, "version"], "any", reader) }),
    ...(typeof owner === "string" ? { owner } : {}),
    ...(support === undefined ? {} : { support: readSupportOf(support, [...path, "support"], reader) }),
  });
}

/** A tile with the edges that run round its corners. */
export function tileFrom(tile: Omit<CorridorTile, "edges">): CorridorTile {
  const corners = tile.polygon;
  return {
    ...tile,
    edges: corners.map((corner, i) =>
      edgeBetween(`${tile.id}/${i}`, corner, corners[(i + 1) % corners.length]!)
    ),
  };
}

/** The frame that a tile's corners are points of. */
export function frameOf({ support }: CorridorTile): RigidMotion {
  return support?.motion ?? WORLD;
}

/** How far inside an edge a point of its frame lies, m; negative outside. */
export function localMargin({ normal, offset }: LocalEdge, { x, y }: Vec2): number {
  return offset - (normal.x * x + normal.y * y);
}

/** The corners without those that lie on the line of their neighbors. */
export function withoutStraightCorners(corners: Polygon): Polygon {
  const kept = corners.filter((_, i) => Math.abs(bend(corners, i)) > STRAIGHT);
  return kept.length === corners.length ? corners : kept;
}

/** How far corner i lies outside the line of its neighbors, m; negative for a reflex corner. */
export function bend(corners: Polygon, i: number): number {
  const n = corners.length, before = corners[(i + n - 1) % n]!, after = corners[(i + 1) % n]!;
  const base = distance(before, after), corner = corners[i]!;
  const twice = det(subtract(corner, before), subtract(after, corner));
  return base > 0 ? twice / base : twice;
}

/** From one corner to the next of a counter-clockwise polygon: outside lies to the right. */
function edgeBetween(id: LocalEdge["id"], from: Vec2, to: Vec2): LocalEdge {
  const along = subtract(to, from), size = length(along);
  const normal = { x: along.y / size, y: -along.x / size };
  // Both ends inside, whatever was rounded.
  const offset = Math.max(normal.x * from.x + normal.y * from.y, normal.x * to.x + normal.y * to.y);
  return { id, normal, offset };
}

function readSupportOf(value: unknown, path: Path, reader: Reader): TileSupport {
  const record = readRecord(value, path, reader);
  return {
    id: readId(record["id"], [...path, "id"], reader),
    motion: record["motion"] === undefined
      ? WORLD
      : readRigidMotion(record["motion"], [...path, "motion"], reader),
  };
}

function readId(id: unknown, path: Path, reader: Reader): number | string {
  if (typeof id !== "string" && !(typeof id === "number" && Number.isFinite(id))) {
    reader.report(path, id, "must be a finite number or a string");
  }
  return id as number | string;
}
