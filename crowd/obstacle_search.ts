import type { AgentId } from "../geometry/agent.ts";
import { type Obstacle, type ObstaclePiece, piecesOf } from "../boundary/obstacle.ts";
import { reachOfStep, stopSpan, stopTime } from "../boundary/separation.ts";
import { length, type Vec2, ZERO } from "../geometry/vector.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { moverOf } from "./floor.ts";

/** A box round some pieces, and what is in it. */
interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** One piece, or two boxes. */
  readonly inside: ObstaclePiece | readonly [Box, Box];
}

/** Walls made searchable. */
export interface ObstacleIndex {
  /** A tree of boxes; undefined where there are no walls. */
  readonly tree: Box | undefined;
  /** The walls by ID. */
  readonly byId: ReadonlyMap<AgentId, Obstacle>;
}

/**
 * Indexes the pieces of all obstacles: a tree of boxes, halved along the longer side. Building takes n·log² n, a search the
 * depth of the tree for each piece that it finds; walls may be as long and as slanting as they like, which cells of a grid
 * would suffer from.
 */
export function indexObstacles(obstacles: readonly Obstacle[]): ObstacleIndex {
  const leaves = piecesOf(obstacles).map(boxOf);
  return {
    tree: leaves.length === 0 ? undefined : treeOf(leaves),
    byId: new Map(obstacles.map((obstacle) => [obstacle.id, obstacle])),
  };
}

function boxOf(piece: ObstaclePiece): Box {
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  for (const { x, y } of piece.corners) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX, minY, maxX, maxY, inside: piece };
}

function treeOf(boxes: readonly Box[]): Box {
  if (boxes.length === 1) return boxes[0]!;
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  for (const box of boxes) {
    minX = Math.min(minX, box.minX);
    minY = Math.min(minY, box.minY);
    maxX = Math.max(maxX, box.maxX);
    maxY = Math.max(maxY, box.maxY);
  }
  const middle = maxX - minX >= maxY - minY
    ? (box: Box): number => box.minX + box.maxX
    : (box: Box): number => box.minY + box.maxY;
  const sorted = [...boxes].sort((a, b) => middle(a) - middle(b)), half = sorted.length >> 1;
  return { minX, minY, maxX, maxY, inside: [treeOf(sorted.slice(0, half)), treeOf(sorted.slice(half))] };
}

/** Calls `visit` for the pieces whose boxes come within `range` of a point, in no set order. */
export function nearObstacles(
  { tree }: ObstacleIndex,
  point: Vec2,
  range: number,
  visit: (piece: ObstaclePiece) => void,
): void {
  if (tree !== undefined) searchBox(tree, point, range, visit);
}

function searchBox(box: Box, { x, y }: Vec2, range: number, visit: (piece: ObstaclePiece) => void): void {
  const dx = Math.max(box.minX - x, 0, x - box.maxX), dy = Math.max(box.minY - y, 0, y - box.maxY);
  if (dx * dx + dy * dy > range * range) return;
  if ("id" in box.inside) return visit(box.inside);
  searchBox(box.inside[0], { x, y }, range, visit);
  searchBox(box.inside[1], { x, y }, range, visit);
}

/** Whether the box of some piece comes within `range` of a point. */
export function isObstacleWithin({ tree }: ObstacleIndex, x: number, y: number, range: number): boolean {
  return tree !== undefined && isBoxWithin(tree, x, y, range);
}

function isBoxWithin(box: Box, x: number, y: number, range: number): boolean {
  const dx = Math.max(box.minX - x, 0, x - box.maxX), dy = Math.max(box.minY - y, 0, y - box.maxY);
  if (dx * dx + dy * dy > range * range) return false;
  return "id" in box.inside || isBoxWithin(box.inside[0], x, y, range) ||
    isBoxWithin(box.inside[1], x, y, range);
}

/** Calls `visit` for the pieces whose boxes meet the box round two points, in no set order. */
export function obstaclesAcross(
  { tree }: ObstacleIndex,
  { x: ax, y: ay }: Vec2,
  { x: bx, y: by }: Vec2,
  visit: (piece: ObstaclePiece) => void,
): void {
  if (tree === undefined) return;
  const minX = Math.min(ax, bx), maxX = Math.max(ax, bx), minY = Math.min(ay, by), maxY = Math.max(ay, by);
  const search = (box: Box): void => {
    if (box.minX > maxX || box.maxX < minX || box.minY > maxY || box.maxY < minY) return;
    if ("id" in box.inside) return visit(box.inside);
    search(box.inside[0]);
    search(box.inside[1]);
  };
  search(tree);
}

/** More than an agent's exact reach, so that the decision alone says which walls matter (no unit). */
const GENEROUS = 1 + 1e-9;

/**
 * The pieces of walls that may matter to an agent in this step: all that it can come to within the horizon, or in this step
 * and the stop after it (M7, M10). Some beyond may be among them; the decision does not depend on those.
 */
export function obstaclesOf(
  agent: CrowdAgent,
  index: ObstacleIndex,
  { timeHorizonObstacles, timeStep, floorSlack }: CrowdParameters,
): readonly ObstaclePiece[] {
  if (index.tree === undefined) return [];
  const { position, velocity: v, radius, support } = agent, u = support?.velocity ?? ZERO;
  const mover = moverOf(agent), r = mover.reference ?? ZERO;
  const speed = Math.max(agent.maxSpeed, length({ x: v.x - u.x, y: v.y - u.y })) + length(u);
  const closing = speed + length({ x: u.x - r.x, y: u.y - r.y }) + length(r);
  const stopping = stopSpan(mover) + reachOfStep(mover, timeStep, closing) +
    length(r) * (timeStep + Math.max(stopTime(mover), closing / mover.budget));
  const range = (radius + floorSlack + Math.max(speed * timeHorizonObstacles, stopping)) * GENEROUS;
  const found: ObstaclePiece[] = [];
  nearObstacles(index, position, range, (piece) => found.push(piece));
  return found;
}
