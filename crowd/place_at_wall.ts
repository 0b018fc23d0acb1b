import type { ObstaclePiece } from "../boundary/obstacle.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { placeOf } from "./corridor_agent.ts";
import type { AgentParameters, CrowdAgent, CrowdParameters } from "./crowd.ts";
import { STANDING } from "./detour.ts";
import { isBarred } from "./line_of_sight.ts";
import { type ObstacleIndex, obstaclesAcross } from "./obstacle_search.ts";
import { isWayRound } from "./round_walls.ts";
import { STALLED_AFTER } from "./waiting.ts";

/** Where somebody comes nearest to a goal behind a wall. */
export interface PlaceAtWall {
  /** A radius off the wall, m. */
  readonly place: Vec2;
  /** Unit normal out of the wall, toward the agent. */
  readonly out: Vec2;
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
  if (locked || support !== undefined || placeOf(agent) !== undefined || route.length !== 1) return undefined;
  if (!isHeldUp(settled !== "no", waiting, velocity.x, velocity.y, cruisingSpeed)) return undefined;
  return placeAtWall(walls, position, route[0]!, radius, sideRoundWalls(agent.parameters, shared));
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
 * Where an agent comes nearest to a goal behind a wall. Undefined where no wall bars the straight way; and where the agent gets
 * on from there, because the wall has ended, or is worth going round; and where another wall stands before that place.
 *
 * ```txt
 *      o →  p              at p nothing leads on
 *   =============
 *
 *           g
 * ```
 *
 * @param side where its detour memory leads it round walls
 */
export function placeAtWall(
  walls: ObstacleIndex,
  position: Vec2,
  goal: Vec2,
  radius: number,
  side: "right" | "left" | undefined,
): PlaceAtWall | undefined {
  const face = firstFace(walls, position, goal);
  if (face === undefined) return undefined;
  const { from, to } = face;
  const ax = to.x - from.x, ay = to.y - from.y, long = Math.sqrt(ax * ax + ay * ay);
  // Out of the wall, on the agent's side.
  const hand = heightOver(from, to, position) > 0 ? 1 : -1, nx = -ay / long * hand, ny = ax / long * hand;
  const deep = heightOver(from, to, goal) / long * hand;
  const place = { x: goal.x + nx * (radius - deep), y: goal.y + ny * (radius - deep) };
  const inside = { x: place.x - nx * 2 * radius, y: place.y - ny * 2 * radius };
  const wall = firstFace(walls, place, inside)?.piece.id; // perhaps another than the way meets: walls come in pieces
  if (wall === undefined || isBarred(walls, position, place)) return undefined;
  const found: PlaceAtWall = { place, out: { x: nx, y: ny }, wall };
  if (side === undefined) return found;
  const wish = { x: goal.x - place.x, y: goal.y - place.y };
  return isWayRound(walls, wall, place, wish, goal, radius, side) ? undefined : found;
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
