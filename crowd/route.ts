import type { AgentId } from "../geometry/agent.ts";
import { naming, type Path, readArray, type Reader, readVec2 } from "../geometry/reader.ts";
import { rotate, type Vec2 } from "../geometry/vector.ts";

/** A corner of a route (C5), m: a point to come to, or a gate to pass anywhere: a door, the mouth of a passage. */
export interface RouteCorner extends Vec2 {
  /** From the middle of the gate, which `x` and `y` are, to one of its ends, m, not zero; absent: a point. */
  readonly half?: Vec2;
}

/**
 * Reads a route (C5), m: corners `{ x, y }` and gates `{ x, y, half }`. Reported are a `half` of zero, one at the end of the
 * route, and whatever is no number.
 */
export function readRouteCorners(
  route: unknown,
  path: Path,
  reader: Reader,
  id: AgentId | undefined,
): readonly RouteCorner[] {
  const corners = readArray(route, path, naming(reader, id));
  return corners.map((corner, i) => {
    const at = [...path, i], middle = readVec2(corner, at, reader, id);
    const given = (corner as { readonly half?: unknown } | null)?.half;
    if (given === undefined) return middle;
    const half = readVec2(given, [...at, "half"], reader, id);
    if (half.x === 0 && half.y === 0) {
      reader.report([...at, "half"], given, "must not be zero: a point has no half", id);
    }
    if (i === corners.length - 1) {
      reader.report([...at, "half"], given, "must be absent: a route ends at a point", id);
    }
    return { ...middle, half };
  });
}

/**
 * Where a disc means to pass a gate (C5), from its middle as a share of `half`, -1 to 1: where the straight way to what comes
 * next crosses it, or where that comes nearest, a radius off its ends. Beside the gate's line, or beyond it: at the nearest
 * point. The middle of a gate that is too narrow.
 *
 * ```txt
 *       a ·                       a, b: two agents
 *   ──────── ·o   o────────       o   : a radius off the ends of the gate
 *               ·  :              n   : what comes next
 *                 ·:              b goes straight to it, a round the end
 *                  b       n
 * ```
 *
 * @param fromX from the gate's middle to the disc, m
 * @param fromY see `fromX`
 * @param nextX from the gate's middle to what comes next, m
 * @param nextY see `nextX`
 * @param halfX m, not zero
 * @param halfY see `halfX`
 * @param radius m, above 0
 */
export function passedAt(
  fromX: number,
  fromY: number,
  nextX: number,
  nextY: number,
  halfX: number,
  halfY: number,
  radius: number,
): number {
  const square = halfX * halfX + halfY * halfY, room = 1 - radius / Math.sqrt(square);
  if (!(room > 0)) return 0;
  const here = halfX * fromY - halfY * fromX, there = halfX * nextY - halfY * nextX;
  let share = (halfX * fromX + halfY * fromY) / square;
  if (here < 0 ? there > 0 : here > 0 && there < 0) {
    const end = (halfX * nextX + halfY * nextY) / square, a = Math.abs(here), b = Math.abs(there);
    share = (share * b + end * a) / (a + b);
  }
  return Math.max(-room, Math.min(room, share));
}

/** The place where a disc at a position means to pass the first corner of a route, m: the corner, or a point of the gate. */
export function aimOf(corner: RouteCorner, next: Vec2 | undefined, from: Vec2, radius: number): Vec2 {
  const { half, x, y } = corner;
  if (half === undefined || next === undefined) return corner;
  const share = passedAt(from.x - x, from.y - y, next.x - x, next.y - y, half.x, half.y, radius);
  return { x: x + share * half.x, y: y + share * half.y };
}

/** Length of the way from a position along a route, m, for a disc that passes gates where it means to. */
export function routeLength(route: readonly RouteCorner[], position: Vec2, radius: number): number {
  let sum = 0, from = position;
  for (let k = 0; k < route.length; k++) {
    const to = aimOf(route[k]!, route[k + 1], from, radius), x = to.x - from.x, y = to.y - from.y;
    sum += Math.sqrt(x * x + y * y);
    from = to;
  }
  return sum;
}

/** How many radii from a corner who is beyond it has passed it (no unit). No wall fits in between: each stands one off. */
const BESIDE = 2;

/**
 * Whether a corner counts as passed (C5): within the radius, and within two radii by who is beyond it, past the line through
 * the corner across the way on. Who was pushed there does not turn back into the way of those who come after it.
 *
 * ```txt
 *        :  2 o → next      1 on its way to the corner, not there yet
 *   1 o  C                  2 pushed past it: going on
 *        :                  : the line across the way on
 * ```
 *
 * @param x from the agent to the corner, m
 * @param y see `x`
 * @param onX from the corner to the next one, m
 * @param onY see `onX`
 * @param radius m, above 0
 */
export function isPassed(x: number, y: number, onX: number, onY: number, radius: number): boolean {
  const square = x * x + y * y;
  if (square <= radius * radius) return true;
  return square <= BESIDE * BESIDE * (radius * radius) && x * onX + y * onY < 0;
}

/** Across a corner in the way on (`isPassed`), any length: across the gate, or from a point to the next corner. */
export function wayOnFrom(corner: RouteCorner, next: Vec2): Vec2 {
  const { half } = corner, on = { x: next.x - corner.x, y: next.y - corner.y };
  const side = half === undefined ? 0 : half.x * on.y - half.y * on.x;
  if (half === undefined || side === 0) return on;
  return side > 0 ? { x: -half.y, y: half.x } : { x: half.y, y: -half.x };
}

/** The corners of a route that are not passed (`isPassed`), gates where the disc means to pass them; the goal never is. */
export function remainingRoute(
  { route, radius }: { readonly route: readonly RouteCorner[]; readonly radius: number },
  position: Vec2,
): readonly RouteCorner[] {
  let k = 0;
  for (; k < route.length - 1; k++) {
    const corner = route[k]!, next = route[k + 1]!;
    const aim = aimOf(corner, next, position, radius), on = wayOnFrom(corner, next);
    if (!isPassed(aim.x - position.x, aim.y - position.y, on.x, on.y, radius)) break;
  }
  return k === 0 ? route : route.slice(k);
}

/** Where a disc at a position heads for along a route, m: the next corner, or the place where it means to pass a gate. */
export function nextPlace(
  agent: { readonly route: readonly RouteCorner[]; readonly radius: number },
  position: Vec2,
): Vec2 | undefined {
  const [corner, next] = remainingRoute(agent, position);
  return corner === undefined ? undefined : aimOf(corner, next, position, agent.radius);
}

/** A corner at another place, its gate turned by a unit vector. */
export function movedCorner({ half }: RouteCorner, place: Vec2, turn: Vec2): RouteCorner {
  return half === undefined ? place : { ...place, half: rotate(half, turn) };
}
