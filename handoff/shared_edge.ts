import { distance, dot, type Vec2 } from "../geometry/vector.ts";
import type { Identity } from "./tile.ts";

/**
 * The edge that two tiles share, a segment: P lies to the left of the way from `from` to `to`, Q to the right. Its points, and
 * all positions and velocities of a handoff, are written in the frame that carries the edge: positions are points of that frame,
 * velocities are those in the world, in its axes. For an edge that rests both are those of the world.
 */
export interface SharedEdge extends Identity {
  /** One end, m. */
  readonly from: Vec2;
  /** The other end, m; not the same point. */
  readonly to: Vec2;
}

/** Unit normal that points out of P, into Q. */
export function edgeNormal({ from, to }: SharedEdge): Vec2 {
  const x = to.x - from.x, y = to.y - from.y, size = Math.sqrt(x * x + y * y);
  return { x: y / size, y: -x / size };
}

/** How far inside P a position lies, measured from the edge's line, m; negative beyond it. */
export function marginToEdge(edge: SharedEdge, position: Vec2): number {
  return dot(edgeNormal(edge), { x: edge.from.x - position.x, y: edge.from.y - position.y });
}

/** The point of the edge that is nearest to a position (H3), m. */
export function footPoint({ from, to }: SharedEdge, position: Vec2): Vec2 {
  const x = to.x - from.x, y = to.y - from.y;
  const along = ((position.x - from.x) * x + (position.y - from.y) * y) / (x * x + y * y);
  if (!(along > 0)) return from;
  return along >= 1 ? to : { x: from.x + along * x, y: from.y + along * y };
}

/** How far a position is from the nearest point of the edge, m. */
export function distanceToEdge(edge: SharedEdge, position: Vec2): number {
  return distance(footPoint(edge, position), position);
}
