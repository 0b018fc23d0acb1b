import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import { reportDuplicateIds } from "../geometry/parse_agent.ts";
import {
  checked,
  naming,
  type Path,
  readAgentId,
  readArray,
  type Reader,
  readRecord,
  readVec2,
} from "../geometry/reader.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { convexPieces } from "./convex_pieces.ts";
import { type Polygon, readPolygon } from "./polygon.ts";

/** A wall as a caller gives it (C8). */
export interface ObstacleInput {
  /** Stable ID, unique among the obstacles. */
  readonly id: AgentId;
  /**
   * m, not eroded: two points for a segment, which is solid from both sides; three or more for a polygon, counter-clockwise
   * and solid inside, convex or not.
   */
  readonly corners: readonly Vec2[];
}

/** A wall that stands (C8, M10), checked and cut into convex pieces once. */
export interface Obstacle extends ObstacleInput {
  /** Convex, together the whole obstacle. */
  readonly pieces: readonly ObstaclePiece[];
}

/** A convex part of an obstacle. */
export interface ObstaclePiece {
  /** ID of its obstacle. */
  readonly id: AgentId;
  /** Number among its obstacle's pieces, from 0. */
  readonly part: number;
  /** m: two points of a segment, or a convex polygon, counter-clockwise. */
  readonly corners: readonly Vec2[];
}

/** Obstacles from unknown input, in the order of IDs, or everything that is wrong with them (C8). */
export function parseObstacles(value: unknown): Checked<readonly Obstacle[]> {
  return checked(value, (v, reader) => readObstacles(v, [], reader));
}

/** Reads obstacles, in the order of IDs, and reports what is wrong with them and IDs that stand twice. */
export function readObstacles(value: unknown, path: Path, reader: Reader): readonly Obstacle[] {
  const read = readArray(value, path, reader).map((item, i) => readObstacle(item, [...path, i], reader));
  reportDuplicateIds(read.map(({ id }, i) => ({ id, path: [...path, i, "id"] })), reader);
  return read.sort((a, b) => compareAgentIds(a.id, b.id));
}

function readObstacle(value: unknown, path: Path, reader: Reader): Obstacle {
  const record = readRecord(value, path, reader);
  const given = readAgentId(record["id"], [...path, "id"], reader), id = given ?? NaN;
  let sound = true;
  const noting: Reader = {
    report: (...error) => {
      sound = false;
      naming(reader, given).report(...error);
    },
  };
  const corners = readCorners(record["corners"], [...path, "corners"], noting);
  return obstacleFrom(id, corners, sound ? convexPieces(corners) : []);
}

function obstacleFrom(id: AgentId, corners: Polygon, pieces: readonly Polygon[]): Obstacle {
  return { id, corners, pieces: pieces.map((piece, part) => ({ id, part, corners: piece })) };
}

/** Reads the corners of a segment or of a solid polygon; reports what is wrong. */
export function readCorners(value: unknown, path: Path, reader: Reader): Polygon {
  if (!Array.isArray(value) || value.length !== 2) {
    if (Array.isArray(value) && value.length < 2) {
      reader.report(path, value, "must have 2 corners (a segment), or at least 3 (a polygon)");
      return [];
    }
    return readPolygon(value, path, reader);
  }
  const [a, b] = value.map((corner, i) => readVec2(corner, [...path, i], reader)) as [Vec2, Vec2];
  if (a.x === b.x && a.y === b.y) {
    reader.report([...path, 0], value[0], "must differ from the next corner: a segment has a length");
  }
  return [a, b];
}

/** The pieces of all obstacles. */
export function piecesOf(obstacles: readonly Obstacle[]): readonly ObstaclePiece[] {
  return obstacles.flatMap(({ pieces }) => pieces);
}
