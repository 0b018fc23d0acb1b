import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { length, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Edge } from "./edge.ts";
import { closestOfSegments, createClosestPoints, isNearer } from "./segment_distance.ts";
import { FLOOR_SLACK, type Mover } from "./separation.ts";
import { INSIDE } from "./verify_curve.ts";

/** The plane that keeps an agent apart from a convex static obstacle in one step (M10). */
export interface ObstaclePlane {
  /**
   * "separated": the stop segment keeps the radius (to rounding: B6), and lies behind the plane; "tooFast": the agent stands clear and its
   * stop does not, the plane is the one of its position; "overlapping": the disc is in the obstacle, and the plane is the
   * nearest way out of it.
   */
  readonly status: "separated" | "tooFast" | "overlapping";
  /** Unit normal, into the obstacle. */
  readonly normal: Vec2;
  /** The agent keeps dot(normal, y - x) <= margin, m, x its position now; below 0 when overlapping: minus the depth. */
  readonly margin: number;
}

/** The part of a shape that is nearest to a stop segment; filled and read within one call. */
const nearest = createClosestPoints(), closest = createClosestPoints();

/**
 * The plane of `obstacleEdge`, relative to the agent's position, and what there is where the two are not separated.
 *
 * @param position x, m
 * @param stop where the braking from there ends, relative to it: c·|c|/(2a), m (M1)
 * @param shape corners of a convex piece in order, at least one, m
 * @param floorSlack ε, m (M9)
 */
export function obstaclePlane(
  position: Vec2,
  stop: Vec2,
  radius: number,
  shape: readonly Vec2[],
  floorSlack: number,
): ObstaclePlane {
  const isInside = contains(shape, position);
  if (!isInside) {
    nearestOf(shape, position, stop.x, stop.y);
    const distance = Math.sqrt(nearest.square);
    if (distance >= radius - INSIDE && distance > 0) {
      return separated(position, stop, radius, shape, floorSlack);
    }
  }
  const side = nearestOf(shape, position, 0, 0), distance = Math.sqrt(nearest.square);
  const outward = isInside ? -1 : 1;
  const normal = distance > 0
    ? { x: outward * nearest.bx / distance, y: outward * nearest.by / distance }
    : leftOf(shape, side); // into a polygon whose corners run counter-clockwise
  const apart = outward * distance - radius;
  return apart >= -INSIDE
    ? { status: "tooFast", normal, margin: Math.max(0, apart - floorSlack) }
    : { status: "overlapping", normal, margin: apart };
}

/** The plane between a stop segment and the shape, `nearest` holding their closest points. */
function separated(
  position: Vec2,
  stop: Vec2,
  radius: number,
  shape: readonly Vec2[],
  floorSlack: number,
): ObstaclePlane {
  const distance = Math.sqrt(nearest.square);
  const x = (nearest.bx - nearest.ax) / distance, y = (nearest.by - nearest.ay) / distance;
  // The farthest reaches along the normal, not the closest points', so that rounding puts neither beyond the plane.
  const own = Math.max(0, x * stop.x + y * stop.y);
  const gap = Math.max(0, reachAgainst(shape, position, x, y) - own - radius - floorSlack);
  return { status: "separated", normal: { x, y }, margin: own + gap };
}

/** Least of dot(n, k - x) over the corners k of a shape, m: how far along n from x it begins. */
export function reachAgainst(shape: readonly Vec2[], x: Vec2, nx: number, ny: number): number {
  let near = Infinity;
  for (const corner of shape) near = Math.min(near, nx * (corner.x - x.x) + ny * (corner.y - x.y));
  return near;
}

/** Distance of a point to a convex shape, m; 0 inside. */
export function distanceToShape(shape: readonly Vec2[], point: Vec2): number {
  if (contains(shape, point)) return 0;
  nearestOf(shape, point, 0, 0);
  return Math.sqrt(nearest.square);
}

/**
 * Fills `nearest` with the closest points of the segment from x to x + (sx, sy) and the sides of a shape, relative to x.
 *
 * @returns the number of the side
 */
function nearestOf(shape: readonly Vec2[], x: Vec2, sx: number, sy: number): number {
  let side = 0;
  nearest.square = Infinity;
  nearest.inside = false;
  for (let i = 0; i < shape.length; i++) {
    const from = shape[i]!, to = shape[(i + 1) % shape.length]!;
    closestOfSegments(sx, sy, from.x - x.x, from.y - x.y, to.x - from.x, to.y - from.y, closest);
    if (isNearer(closest.square, closest.inside, nearest.square, nearest.inside)) {
      nearest.square = closest.square;
      nearest.ax = closest.ax;
      nearest.ay = closest.ay;
      nearest.bx = closest.bx;
      nearest.by = closest.by;
      nearest.inside = closest.inside;
      side = i;
    }
  }
  return side;
}

/** Unit normal to the left of a side; of a point, some direction. */
function leftOf(shape: readonly Vec2[], side: number): Vec2 {
  const from = shape[side]!, to = shape[(side + 1) % shape.length]!;
  const x = to.x - from.x, y = to.y - from.y, size = length({ x, y });
  return size > 0 ? { x: -y / size, y: x / size } : { x: 1, y: 0 };
}

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
  const { position: x, velocity: v } = self;
  const half = length(v) / (2 * self.budget);
  const { status, normal, margin } = obstaclePlane(
    x,
    { x: v.x * half, y: v.y * half },
    self.radius,
    shape,
    floorSlack,
  );
  if (status !== "separated") return none;
  return some({ id, normal, offset: normal.x * x.x + normal.y * x.y + margin, velocity: ZERO });
}

/** Whether a point lies inside a convex polygon or on it, whichever way its corners run. */
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
