import { type Path, type Reader, readRecord, readVec2 } from "../geometry/reader.ts";
import { sameMotion } from "../geometry/rigid_motion.ts";
import { distance, dot, subtract, type Vec2 } from "../geometry/vector.ts";
import { type CorridorTile, frameOf } from "./corridor_tile.ts";
import type { LocalEdge } from "./verify_rigid.ts";

/** A segment that two tiles of a route share (B10, B11): a body passes from the one into the other on it. */
export interface Portal {
  /** Its end on the left of who goes through, m, in the axes of the tile that is left. */
  readonly left: Vec2;
  /** Its end on the right. */
  readonly right: Vec2;
  /** The edge of the tile that is left: its index. */
  readonly exit: number;
  /** The edge of the tile that is entered; absent where another frame carries that tile. */
  readonly entry?: number;
}

/** How far a portal's end may lie from the edges of its tiles, m: far above rounding, far below what a body may be outside. */
export const TOUCH = 1e-10;

/** A portal is at least this long, m: through less, no motion can be aimed. */
export const SHORTEST_PORTAL = 1e-6;

/** The direction out of a tile through one of its edges, and to the left of it. */
export function leftOf({ normal }: LocalEdge): Vec2 {
  return { x: -normal.y, y: normal.x };
}

/**
 * Reads the portal from one tile into the next, `{ left, right }`. Reported are an end that is not on an edge of both
 * tiles, ends that are left and right the wrong way round, a portal that is too short, tiles on the same side of it.
 */
export function readPortal(
  value: unknown,
  path: Path,
  from: CorridorTile,
  to: CorridorTile,
  reader: Reader,
): Portal {
  const record = readRecord(value, path, reader);
  const left = readVec2(record["left"], [...path, "left"], reader);
  const right = readVec2(record["right"], [...path, "right"], reader);
  const unknown: Portal = { left, right, exit: -1 };
  if (Number.isNaN(left.x + left.y + right.x + right.y)) return unknown;
  if (distance(left, right) < SHORTEST_PORTAL) {
    reader.report(path, value, `must be at least ${SHORTEST_PORTAL} m long`);
    return unknown;
  }
  const exit = edgeWithSegment(from, left, right);
  if (exit < 0) {
    reader.report(path, value, `must lie on one edge of tile ${from.id}, which it leaves`);
    return unknown;
  }
  if (dot(leftOf(from.edges[exit]!), subtract(left, right)) < 0) {
    reader.report(path, value, "must have left and right as seen by who goes through it");
  }
  if (!sameMotion(frameOf(from), frameOf(to))) return { left, right, exit };
  const entry = edgeWithSegment(to, left, right);
  if (entry < 0) {
    reader.report(path, value, `must lie on one edge of tile ${to.id}, which it enters`);
    return { left, right, exit };
  }
  if (dot(from.edges[exit]!.normal, to.edges[entry]!.normal) > 0) {
    reader.report(
      path,
      value,
      `must lie between tiles ${from.id} and ${to.id}: both are on the same side of it`,
    );
  }
  return { left, right, exit, entry };
}

/** The edge of a tile that both ends of a segment lie on; -1 when there is none. */
export function edgeWithSegment({ polygon: corners, edges }: CorridorTile, a: Vec2, b: Vec2): number {
  return edges.findIndex((edge, i) => {
    const from = corners[i]!, to = corners[(i + 1) % corners.length]!, along = leftOf(edge);
    const low = dot(along, from) - TOUCH, high = dot(along, to) + TOUCH;
    return [a, b].every((p) => {
      const t = dot(along, p);
      return Math.abs(dot(edge.normal, p) - edge.offset) <= TOUCH && t >= low && t <= high;
    });
  });
}
