import type { ObstaclePiece } from "../boundary/obstacle.ts";
import { distanceToShape, obstaclePlane } from "../boundary/obstacle_edge.ts";
import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import { placeOf } from "./corridor_agent.ts";
import type { AgentParameters, CrowdAgent, CrowdParameters } from "./crowd.ts";
import { STANDING } from "./detour.ts";
import { nearObstacles, type ObstacleIndex, obstaclesAcross } from "./obstacle_search.ts";
import { isWayRound } from "./round_walls.ts";
import { STALLED_AFTER } from "./waiting.ts";

/** Where somebody comes nearest to a goal behind a wall. */
export interface PlaceAtWall {
  /** A radius off the wall, m. */
  readonly place: Vec2;
  /** Unit normals toward the agent, out of the wall, or out of both in a corner. */
  readonly outs: readonly Vec2[];
  /** The wall that bars the way on. */
  readonly wall: AgentId;
}

/** Nobody has a place at a wall. */
export const NO_PLACES: ReadonlyMap<number, PlaceAtWall> = new Map();

/**
 * Where agents come nearest to goals behind walls (C15), by their numbers: those whom the wall holds up, for only they are
 * asked. Walls do not stop one that something carries.
 */
export function placesAtWalls(
  agents: readonly CrowdAgent[],
  parameters: CrowdParameters,
  walls: ObstacleIndex,
): ReadonlyMap<number, PlaceAtWall> {
  if (parameters.settling === "off" || walls.tree === undefined) return NO_PLACES;
  const found = new Map<number, PlaceAtWall>();
  agents.forEach((agent, i) => {
    const place = placeOfAgent(agent, parameters, walls);
    if (place !== undefined) found.set(i, place);
  });
  return found;
}

/** The same of one agent. */
export function placeOfAgent(
  agent: CrowdAgent,
  shared: CrowdParameters,
  walls: ObstacleIndex,
): PlaceAtWall | undefined {
  const { position, velocity, radius, route, locked, support, settled, waiting, cruisingSpeed } = agent;
  if (
    shared.settling === "off" || locked || support !== undefined || placeOf(agent) !== undefined ||
    route.length !== 1
  ) return undefined;
  if (!isHeldUp(settled !== "no", waiting, velocity.x, velocity.y, cruisingSpeed)) return undefined;
  return placeAtWall(
    walls,
    position,
    route[0]!,
    radius,
    sideRoundWalls(agent.parameters, shared),
    shared.settling.enter,
  );
}

/** Whether it is worth asking whether a wall holds an agent: it rests, stands, or gets on hardly. */
export function isHeldUp(
  rests: boolean,
  waiting: number,
  vx: number,
  vy: number,
  cruisingSpeed: number,
): boolean {
  if (rests || waiting > STALLED_AFTER) return true;
  return vx * vx + vy * vy <= STANDING * STANDING * cruisingSpeed * cruisingSpeed;
}

/** The side on which an agent's detour memory leads it round walls (C6); undefined: it has none. */
export function sideRoundWalls(
  own: AgentParameters | undefined,
  shared: CrowdParameters,
): "right" | "left" | undefined {
  const detour = own?.detour ?? shared.detour;
  return detour === "off" ? undefined : shared.passingSide === "left" ? "left" : "right";
}

/**
 * Where an agent comes nearest to a goal that it cannot come to for a wall: behind one, or so close before one that its body
 * does not fit. Undefined where no wall is in the way; and where the agent gets on from there, because the wall has ended, or is
 * worth going round; and where more than two walls hold it.
 *
 * ```txt
 *      o →  p              at p nothing leads on            |
 *   =============                                       o p |     g
 *                                                     =======
 *           g
 * ```
 *
 * @param side where its detour memory leads it round walls
 * @param near a goal so near, in radii, is as good as reached
 */
export function placeAtWall(
  walls: ObstacleIndex,
  position: Vec2,
  goal: Vec2,
  radius: number,
  side: "right" | "left" | undefined,
  near: number,
): PlaceAtWall | undefined {
  const face = firstFace(walls, position, goal);
  const first = face === undefined ? bodyBound(walls, goal, radius, near) : faceBound(face, position, radius);
  if (first === undefined) return undefined;
  const foot = broughtTo(first, goal, first.out), second = wayBound(walls, position, foot, radius);
  const beside = second && broughtTo(second, goal, second.out);
  // Where the second wall alone keeps the body from both, the first holds nobody.
  const [bounds, place] = second === undefined || beside === undefined
    ? [[first], foot] as const
    : depthIn(first, beside) <= ROUNDED * radius
    ? [[second], beside] as const
    : [[first, second], broughtTo(second, foot, alongBound(first))] as const;
  // Between walls that run side by side there is no corner.
  if (!(Math.abs(place.x) < Infinity && Math.abs(place.y) < Infinity)) return undefined;
  if (second !== undefined && wayBound(walls, position, place, radius) !== undefined) return undefined;
  const held = bounds.map((bound) => wallAt(walls, bound, place, radius));
  const wish = { x: goal.x - place.x, y: goal.y - place.y }, [wall] = held;
  const leadsOn = held.some((id) =>
    id === undefined ||
    (face !== undefined && side !== undefined && isWayRound(walls, id, place, wish, goal, radius, side))
  );
  return wall === undefined || leadsOn ? undefined : { place, outs: bounds.map(({ out }) => out), wall };
}

/**
 * The wall that a body at a place touches: perhaps another than the way meets, for walls come in pieces; undefined where it has
 * ended.
 */
function wallAt(
  walls: ObstacleIndex,
  { out, wall }: Bound,
  place: Vec2,
  radius: number,
): AgentId | undefined {
  const reach = (1 + ROUNDED) * radius;
  let touched: AgentId | undefined; // at an end, perhaps, which no way along the normal meets
  nearObstacles(walls, place, reach, ({ id, corners }) => {
    if (id === wall && distanceToShape(corners, place) <= reach) touched = id;
  });
  const inside = { x: place.x - 2 * radius * out.x, y: place.y - 2 * radius * out.y };
  return touched ?? firstFace(walls, place, inside)?.piece.id;
}

/** Short of this part of a radius, a body is as far out as a bound wants it: rounding (no unit). */
const ROUNDED = 1e-6;

/** Where a wall lets an agent's center be: beyond the line through a point, on the side of its normal. */
interface Bound {
  /** m. */
  readonly at: Vec2;
  /** Unit normal out of the wall. */
  readonly out: Vec2;
  /** The wall, where the body is known to touch it there. */
  readonly wall?: AgentId;
}

/** The bound of a wall whose face the way meets: on the side from which it comes, a radius off. */
function faceBound({ from, to }: Face, position: Vec2, radius: number): Bound {
  const ax = to.x - from.x, ay = to.y - from.y, long = Math.sqrt(ax * ax + ay * ay);
  const hand = heightOver(from, to, position) > 0 ? 1 : -1,
    out = { x: -ay / long * hand, y: ax / long * hand };
  return { out, at: { x: from.x + out.x * radius, y: from.y + out.y * radius } };
}

/** The bound of the wall that a body at a point is deepest in, by more than so many radii; undefined: it fits. */
function bodyBound(walls: ObstacleIndex, point: Vec2, radius: number, than: number): Bound | undefined {
  let found: Bound | undefined, deepest = than * radius;
  nearObstacles(walls, point, radius, ({ id, corners }) => {
    const { status, normal: { x, y }, margin } = obstaclePlane(point, ZERO, radius, corners, 0),
      deep = -margin;
    if (status !== "overlapping" || deep < deepest) return;
    const out = { x: -x, y: -y };
    if (deep === deepest && found !== undefined) { // an order of walls that does not depend on theirs
      const same = out.x === found.out.x && out.y === found.out.y;
      if (same ? compareAgentIds(found.wall!, id) <= 0 : !isBefore(out, found.out)) return;
    }
    deepest = deep;
    found = { out, at: { x: point.x + out.x * deep, y: point.y + out.y * deep }, wall: id };
  });
  return found;
}

/** The bound of what keeps a body from a place: a wall that bars the straight way, or in which it would be. */
function wayBound(walls: ObstacleIndex, position: Vec2, place: Vec2, radius: number): Bound | undefined {
  const face = firstFace(walls, position, place);
  return face === undefined ? bodyBound(walls, place, radius, ROUNDED) : faceBound(face, position, radius);
}

/** How far a point lies on the wrong side of a bound, m. */
function depthIn({ at, out }: Bound, point: Vec2): number {
  return out.x * (at.x - point.x) + out.y * (at.y - point.y);
}

/** A point moved along a direction until it lies on a bound, m. */
function broughtTo(bound: Bound, point: Vec2, along: Vec2): Vec2 {
  const way = depthIn(bound, point) / (bound.out.x * along.x + bound.out.y * along.y);
  return { x: point.x + along.x * way, y: point.y + along.y * way };
}

function alongBound({ out }: Bound): Vec2 {
  return { x: -out.y, y: out.x };
}

/** A side of a piece of a wall. */
interface Face {
  readonly piece: ObstaclePiece;
  readonly from: Vec2;
  readonly to: Vec2;
}

/** A way that ends at a wall, but for so much of its length, meets that wall: rounding (no unit). */
const ENDS_AT = 1e-9;

/** The side of a wall that the straight way from a to its end meets first; of several at once that with the lower corner. */
function firstFace(walls: ObstacleIndex, a: Vec2, end: Vec2): Face | undefined {
  const b = { x: end.x + (end.x - a.x) * ENDS_AT, y: end.y + (end.y - a.y) * ENDS_AT };
  let first: Face | undefined, least = Infinity;
  obstaclesAcross(walls, a, b, (piece) => {
    const { corners } = piece, sides = corners.length === 2 ? 1 : corners.length;
    for (let i = 0; i < sides; i++) {
      const from = corners[i]!, to = corners[(i + 1) % corners.length]!;
      if (heightOver(a, b, from) > 0 === heightOver(a, b, to) > 0) continue;
      const near = heightOver(from, to, a), far = heightOver(from, to, b);
      if (near > 0 === far > 0) continue;
      const share = near / (near - far);
      if (share > least || (share === least && !isBefore(from, first!.from))) continue;
      least = share;
      first = { piece, from, to };
    }
  });
  return first;
}

/** The height of p over the line from a to b, on its left, times their distance, m². */
function heightOver(a: Vec2, b: Vec2, p: Vec2): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/** An order of corners that does not depend on that of the walls. */
function isBefore(p: Vec2, q: Vec2): boolean {
  return p.x < q.x || (p.x === q.x && p.y < q.y);
}
