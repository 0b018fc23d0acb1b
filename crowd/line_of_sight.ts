import type { ObstaclePiece } from "../boundary/obstacle.ts";
import { distanceToShape } from "../boundary/obstacle_edge.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { nearObstacles, type ObstacleIndex, obstaclesAcross } from "./obstacle_search.ts";

/**
 * Whether walls keep two agents, given by their numbers, so far apart that no way round them is as short as `way`, m: what
 * both can go together before they touch.
 */
export type Hidden = (a: number, b: number, way: number) => boolean;

/**
 * Who is hidden from whom by walls (C4); undefined where everybody is seen. An agent that something carries, which walls do
 * not stop, or whose disc is in a wall, is seen by all and sees all.
 */
export function hiddenBehind(
  walls: ObstacleIndex,
  agents: readonly CrowdAgent[],
  { lineOfSight, floorSlack }: CrowdParameters,
): Hidden | undefined {
  if (lineOfSight === "off" || walls.tree === undefined) return undefined;
  const held = agents.map((agent) => isHeldByWalls(agent, walls, floorSlack));
  return (a, b, way) => {
    if (!held[a] || !held[b]) return false;
    return isHidden(walls, agents[Math.min(a, b)]!.position, agents[Math.max(a, b)]!.position, way);
  };
}

/** Whether walls bound where an agent can go: it stands on ground at rest, clear of them. */
function isHeldByWalls(
  { position, radius, support }: CrowdAgent,
  walls: ObstacleIndex,
  floorSlack: number,
): boolean {
  if (support !== undefined) return false;
  let clear = true;
  nearObstacles(walls, position, radius, ({ corners }) => {
    clear &&= distanceToShape(corners, position) >= radius - floorSlack;
  });
  return clear;
}

/**
 * Whether every way from a to b that keeps out of walls is longer than `way`, m, as far as one chain of walls shows it. All
 * shorter ways lie in the ellipse round a and b; a chain that crosses the line between them and leaves the ellipse on both
 * sides cuts it in two.
 *
 * ```txt
 *           . - ~#~ - .
 *        .       #       .      a way that meets none of the wall must go round one of its ends,
 *       (   a----#----b   )     and is as long as |a p| + |p b| at least
 *        `       #       ´
 *           ` - ~#~ - ´
 * ```
 *
 * Chained are pieces that share a corner exactly. True is never said where it does not hold, to the rounding of a corner;
 * false may be said where several chains together bar the way, or the ways between them are too narrow.
 */
export function isHidden(walls: ObstacleIndex, a: Vec2, b: Vec2, way: number): boolean {
  let hidden = false;
  obstaclesAcross(walls, a, b, (piece) => {
    const { corners } = piece;
    // A body in a polygon crosses its border once.
    if (hidden || crossings(corners, a, b) !== Math.min(2, corners.length - 1)) return;
    hidden = leavesEllipse(walls, piece, true, a, b, way) && leavesEllipse(walls, piece, false, a, b, way);
  });
  return hidden;
}

/** Whether the chain that begins with one side of a piece, to the left of the line from a to b or not, comes that far. */
function leavesEllipse(
  walls: ObstacleIndex,
  start: ObstaclePiece,
  left: boolean,
  a: Vec2,
  b: Vec2,
  way: number,
): boolean {
  const seen = new Set([start]), waiting = start.corners.filter((corner) => isLeft(corner, a, b) === left);
  for (let corner = waiting.pop(); corner !== undefined; corner = waiting.pop()) {
    const { x, y } = corner;
    if (distanceTo(x, y, a) + distanceTo(x, y, b) > way) return true;
    obstaclesAcross(walls, corner, corner, (piece) => {
      const { corners } = piece;
      if (seen.has(piece) || !corners.some((other) => other.x === x && other.y === y)) return;
      seen.add(piece);
      // Of a piece that crosses the line as well, only the part on this side of it is reached without touching the line.
      const whole = crossings(corners, a, b) === 0, side = isLeft(corner!, a, b);
      waiting.push(...(whole ? corners : corners.filter((other) => isLeft(other, a, b) === side)));
    });
  }
  return false;
}

/** Whether a wall lies across the straight way from a to b. */
export function isBarred(walls: ObstacleIndex, a: Vec2, b: Vec2): boolean {
  let barred = false;
  obstaclesAcross(walls, a, b, ({ corners }) => {
    barred ||= crossings(corners, a, b) > 0;
  });
  return barred;
}

/** How many sides of a piece cross the segment from a to b. A corner on the line counts to its right, for all its pieces. */
function crossings(corners: readonly Vec2[], a: Vec2, b: Vec2): number {
  let count = 0;
  const sides = corners.length === 2 ? 1 : corners.length;
  for (let i = 0; i < sides; i++) {
    const p = corners[i]!, q = corners[(i + 1) % corners.length]!;
    if (isLeft(p, a, b) !== isLeft(q, a, b) && isLeft(a, p, q) !== isLeft(b, p, q)) count++;
  }
  return count;
}

/** Whether p lies left of the line from a to b. */
function isLeft(p: Vec2, a: Vec2, b: Vec2): boolean {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
}

function distanceTo(x: number, y: number, to: Vec2): number {
  const dx = to.x - x, dy = to.y - y;
  return Math.sqrt(dx * dx + dy * dy);
}
