import type { Edge } from "../boundary/edge.ts";
import type { Region } from "../boundary/region.ts";
import { advanceMotion, isCurved, type RigidMotion, toLocal, WORLD } from "../geometry/rigid_motion.ts";
import { conjugate, dot, length, rotate, type Vec2 } from "../geometry/vector.ts";
import type { Identity } from "../handoff/tile.ts";
import type { GroundTile, TiledGround, TileEdge } from "./tiled_ground.ts";

/** Something that carries tiles: a platform (G13, B9). */
export interface GroundSupport extends Identity {
  /** How it moves from now on. */
  readonly motion: RigidMotion;
}

/** The frame that a support's tiles and edges are points of; the world for ground that rests. */
export function frameOfSupport({ supports }: TiledGround, id: Identity["id"]): RigidMotion {
  return supports.find((support) => support.id === id)?.motion ?? WORLD;
}

/** The support that an edge moves with: that of one of its tiles. */
export function supportOfEdge({ tiles }: TiledGround, { movesWith }: TileEdge): Identity["id"] | undefined {
  return tiles.find(({ id }) => id === movesWith)?.support.id;
}

/** The ground at a later time: its supports have moved. Headings stay unit vectors, however long that goes on. */
export function advanceGround(ground: TiledGround, seconds: number): TiledGround {
  if (ground.supports.length === 0) return ground;
  return {
    ...ground,
    supports: ground.supports.map((support) => {
      const motion = advanceMotion(support.motion, seconds), { heading } = motion, size = length(heading);
      return {
        ...support,
        motion: { ...motion, heading: { x: heading.x / size, y: heading.y / size } },
      };
    }),
  };
}

/** A tile's region as it lies and moves now (B2): with edges that keep their normals, or with the frame that bends them (B9). */
export function regionNow(ground: TiledGround, { region, support }: GroundTile): Region {
  const motion = frameOfSupport(ground, support.id);
  if (motion === WORLD) return region;
  const edges = region.edges.map(({ id, normal, offset }) => ({ id, normal, offset }));
  if (isCurved(motion)) return { edges: [], turning: [{ frame: motion, edges }] };
  return { edges: region.edges.map((edge) => carriedEdge(edge, motion)) };
}

/** An edge of a frame that does not turn, in world axes. */
function carriedEdge(edge: Edge, { heading, origin, velocity }: RigidMotion): Edge {
  const normal = rotate(edge.normal, heading);
  return { ...edge, normal, offset: edge.offset + dot(normal, origin), velocity };
}

/** Whether one frame moves past another without turning or accelerating: a body at rest in the one can follow the other. */
export function passesEvenly(a: RigidMotion, b: RigidMotion): boolean {
  return !isCurved(a) && !isCurved(b);
}

/** A world velocity in the axes of a frame, m/s. */
export function inAxesOf({ heading }: RigidMotion, velocity: Vec2): Vec2 {
  return rotate(velocity, conjugate(heading));
}

/** A world position in a frame, m, as it lies now. */
export function placeIn(frame: RigidMotion, position: Vec2): Vec2 {
  return toLocal(frame, 0, position);
}
