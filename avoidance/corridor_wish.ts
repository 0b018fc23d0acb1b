import { brakingBoundFrom } from "../boundary/braking_bound.ts";
import type { Corridor } from "../boundary/corridor.ts";
import { frameOf, localMargin } from "../boundary/corridor_tile.ts";
import { type Gate, polylineLength, shortestPath } from "../boundary/string_pulling.ts";
import { type RigidMotion, sameMotion, toLocal, toWorld } from "../geometry/rigid_motion.ts";
import { det, distance, dot, length, scale, subtract, type Vec2, ZERO } from "../geometry/vector.ts";

/** How far from a portal's end a path keeps, m, where the portal is wide enough: a body heads past corners, not into them. */
export const CORNER_INSET = 1e-3;

/** Nearer than this to its goal an agent is there, m. */
const AT_GOAL = 1e-9;

/** What a body in a corridor would like. */
export interface CorridorWish {
  /** Preferred velocity relative to the tile's frame, in the frame's axes, m/s. */
  readonly velocity: Vec2;
  /** The path's first corner in the frame's axes, m: the goal where nothing is in between. */
  readonly aim: Vec2;
  /** Length of the shortest path that is left, m. */
  readonly left: number;
}

/** The shortest path from a point of a tile to the goal, as corners in the axes of that tile, m (C5, B11). */
export function corridorPath(corridor: Corridor, tile: number, position: Vec2): readonly Vec2[] {
  const { tiles, portals } = corridor, here = frameOf(tiles[tile]!);
  const gates = portals.slice(tile).map(({ left, right }, k): Gate => {
    const there = frameOf(tiles[tile + k]!);
    const l = between(there, here, left), r = between(there, here, right);
    const inset = Math.min(CORNER_INSET, distance(l, r) / 4) / distance(l, r);
    const x = inset * (r.x - l.x), y = inset * (r.y - l.y);
    return { left: { x: l.x + x, y: l.y + y }, right: { x: r.x - x, y: r.y - y } };
  });
  return shortestPath(position, gates, between(frameOf(tiles[tiles.length - 1]!), here, corridor.goal));
}

function between(from: RigidMotion, to: RigidMotion, point: Vec2): Vec2 {
  return sameMotion(from, to) ? point : toLocal(to, 0, toWorld(from, 0, point));
}

/**
 * The velocity toward the first corner of the shortest path (C5): at the least of cruising speed, the distance left divided by the
 * step, and the speed from which braking still ends within the distance that is left (B14) after B5's ramp from the present velocity, less what speed across the way takes of it. Zero at the goal, and at a closed portal.
 */
export function corridorWish(
  corridor: Corridor,
  tile: number,
  position: Vec2,
  { speed, budget, timeStep, stopsAtPortal, moving }: WishLimits,
): CorridorWish {
  const path = corridorPath(corridor, tile, position), left = polylineLength(position, path);
  const aim = path.find((corner) => distance(corner, position) > AT_GOAL);
  if (aim === undefined) return { velocity: ZERO, aim: path[path.length - 1]!, left };
  const way = subtract(aim, position), size = length(way);
  const until = stopsAtPortal ? Math.min(left, lengthToPortal(corridor, tile, position, aim)) : left;
  // Speed along a closed portal need not end there.
  const across = until < left ? 0 : det(moving, way) / size;
  const bound = brakingBoundFrom(dot(moving, way) / size, across, until, timeStep, budget);
  const fast = Math.min(speed, until / timeStep, bound);
  return { velocity: scale(way, fast / size), aim, left };
}

/** What bounds the speed of a wish. */
export interface WishLimits {
  /** m/s. */
  readonly speed: number;
  /** a, m/s². */
  readonly budget: number;
  /** dt, s. */
  readonly timeStep: number;
  /** Whether the portal out of the tile is closed now: the wish then comes to rest there. */
  readonly stopsAtPortal: boolean;
  /** The velocity at the step's start, relative to the tile and in its axes, m/s. */
  readonly moving: Vec2;
}

/** Length of the straight way to the aim that lies before the portal's line, m. */
function lengthToPortal({ tiles, portals }: Corridor, tile: number, position: Vec2, aim: Vec2): number {
  const exit = tiles[tile]!.edges[portals[tile]?.exit ?? -1], size = distance(position, aim);
  if (exit === undefined) return size;
  const before = Math.max(0, localMargin(exit, position)), after = localMargin(exit, aim);
  return after >= 0 ? size : size * before / (before - after);
}
