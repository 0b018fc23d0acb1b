import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import type { Edge } from "./edge.ts";
import { closestOfSegments, createClosestPoints, isNearer } from "./segment_distance.ts";
import { FLOOR_SLACK, type Mover } from "./separation.ts";

const closest = createClosestPoints();

/**
 * The edge that keeps an agent apart from a convex static obstacle (M10): the obstacle is its own stop set, R is the
 * agent's radius, and the whole gap is the agent's.
 *
 * @param shape corners of a convex piece in order, m: one for a point, two for a segment, more for a polygon
 * @param floorSlack ε, m (M9)
 * @returns none when the stop segment is nearer than R, or the agent stops relative to something that moves
 */
export function obstacleEdge(
  self: Mover,
  id: Edge["id"],
  shape: readonly Vec2[],
  floorSlack = FLOOR_SLACK,
): Option<Edge> {
  const r = self.reference ?? ZERO;
  if (r.x !== 0 || r.y !== 0 || shape.length === 0) return none;
  const { position: x, velocity: v, radius } = self;
  const half = Math.sqrt(v.x * v.x + v.y * v.y) / (2 * self.budget);
  const sx = v.x * half, sy = v.y * half;
  if (contains(shape, x)) return none;
  let square = Infinity, ax = 0, ay = 0, bx = 0, by = 0, inside = false;
  for (let i = 0; i < shape.length; i++) {
    const from = shape[i]!, to = shape[(i + 1) % shape.length]!;
    closestOfSegments(sx, sy, from.x - x.x, from.y - x.y, to.x - from.x, to.y - from.y, closest);
    if (isNearer(closest.square, closest.inside, square, inside)) {
      ({ square, ax, ay, bx, by, inside } = closest);
    }
  }
  const distance = Math.sqrt(square);
  if (!(distance >= radius) || distance === 0) return none;
  const normal = { x: (bx - ax) / distance, y: (by - ay) / distance };
  // The farthest reaches along the normal, not the closest points', so that rounding puts neither beyond the plane.
  const own = Math.max(0, normal.x * sx + normal.y * sy);
  let near = Infinity;
  for (const corner of shape) {
    near = Math.min(near, normal.x * (corner.x - x.x) + normal.y * (corner.y - x.y));
  }
  const gap = Math.max(0, near - own - radius - floorSlack);
  const offset = normal.x * x.x + normal.y * x.y + own + gap;
  return some({ id, normal, offset, velocity: ZERO });
}

/** Whether a point lies inside a convex polygon, whichever way its corners run. */
function contains(shape: readonly Vec2[], { x, y }: Vec2): boolean {
  if (shape.length < 3) return false;
  let left = 0, right = 0;
  for (let i = 0; i < shape.length; i++) {
    const a = shape[i]!, b = shape[(i + 1) % shape.length]!;
    const side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    if (side > 0) left++;
    else if (side < 0) right++;
  }
  return left === 0 || right === 0;
}
