import type { Checked } from "../geometry/input_error.ts";
import { checked, type Path, readArray, type Reader, readRecord, readVec2 } from "../geometry/reader.ts";
import { advanceMotion, sameMotion } from "../geometry/rigid_motion.ts";
import { slopeFactor } from "../geometry/slope.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { type CorridorTile, frameOf, localMargin, readTile } from "./corridor_tile.ts";
import { type Portal, readPortal, TOUCH } from "./portal.ts";

/** A route through tiles: portal number i leads from tile i into the next one. */
export interface Corridor {
  /** At least one. */
  readonly tiles: readonly CorridorTile[];
  /** One less than tiles. */
  readonly portals: readonly Portal[];
  /** Where the route ends, m, in the axes of the last tile. */
  readonly goal: Vec2;
}

/**
 * A corridor from unknown input, or everything that is wrong with it: `{ tiles, portals, goal }`, tiles as `parseTile` takes
 * them, portals as `{ left, right }` as seen by who goes through, in the axes of the tile that is left.
 *
 * Refused are tiles that are not convex, that stand twice in the route or follow each other without a portal; portals that are not on
 * both of their tiles, or in the wrong order or the wrong way round; a goal outside the last tile; and two motions of one support.
 */
export function parseCorridor(value: unknown): Checked<Corridor> {
  return checked(value, (v, reader) => readCorridor(v, [], reader));
}

/** Reads a corridor; reports what is wrong. */
export function readCorridor(value: unknown, path: Path, reader: Reader): Corridor {
  const record = readRecord(value, path, reader);
  const sound: boolean[] = [];
  const tiles = readArray(record["tiles"], [...path, "tiles"], reader).map((item, i) => {
    sound[i] = true;
    return readTile(item, [...path, "tiles", i], {
      report: (...error) => {
        sound[i] = false;
        reader.report(...error);
      },
    });
  });
  if (tiles.length === 0) reader.report([...path, "tiles"], record["tiles"], "must have at least one tile");
  reportRepeatedTiles(tiles, path, reader);
  const listed = readArray(record["portals"], [...path, "portals"], reader);
  if (tiles.length > 0 && listed.length !== tiles.length - 1) {
    const rule = `must be ${tiles.length - 1}: one from each tile into the next`;
    reader.report([...path, "portals"], listed.length, rule);
  }
  const portals = listed.slice(0, Math.max(0, tiles.length - 1)).map((item, i) =>
    sound[i] === true && sound[i + 1] === true
      ? readPortal(item, [...path, "portals", i], tiles[i]!, tiles[i + 1]!, reader)
      : { left: { x: NaN, y: NaN }, right: { x: NaN, y: NaN }, exit: -1 }
  );
  const goal = readVec2(record["goal"], [...path, "goal"], reader);
  const last = tiles[tiles.length - 1];
  const outside = last !== undefined && sound[tiles.length - 1] === true && !Number.isNaN(goal.x + goal.y) &&
    last.edges.some((edge) => localMargin(edge, goal) < -TOUCH);
  if (outside) reader.report([...path, "goal"], record["goal"], `must lie in the last tile, ${last.id}`);
  return { tiles, portals, goal };
}

function reportRepeatedTiles(tiles: readonly CorridorTile[], path: Path, reader: Reader): void {
  const seen = new Set<CorridorTile["id"]>();
  const motions = new Map<number | string, CorridorTile["support"]>();
  tiles.forEach(({ id, support }, i) => {
    if (seen.has(id)) reader.report([...path, "tiles", i, "id"], id, "must be used only once");
    seen.add(id);
    if (support === undefined) return;
    const known = motions.get(support.id);
    if (known !== undefined && !sameMotion(known.motion, support.motion)) {
      const rule = "must be the same motion for all tiles of a support";
      reader.report([...path, "tiles", i, "support", "motion"], support.motion, rule);
    }
    motions.set(support.id, support);
  });
}

/** What a portal is to a body that stands in the tile before it. */
export type PortalKind =
  /** A body walks through: gradient and support are the same on both sides. */
  | "open"
  /** Gradient or support changes: the edge is crossed by a handoff only, and is a wall until then (B10, BX6). */
  | "handoff";

/**
 * What portal number i is (B10).
 *
 * @param gradientTolerance how much the gradients may differ, as a vector's length; default: equal doubles
 */
export function portalKind({ tiles }: Corridor, i: number, gradientTolerance = 0): PortalKind {
  const from = tiles[i]!, to = tiles[i + 1]!;
  const sameSupport = from.support?.id === to.support?.id && sameMotion(frameOf(from), frameOf(to));
  return sameSupport && sameGradient(from, to, gradientTolerance) ? "open" : "handoff";
}

/** Whether all gradients of both tiles, and of what they were merged from, are the same. */
function sameGradient(a: CorridorTile, b: CorridorTile, tolerance: number): boolean {
  return gradientsOf(a).every((g) =>
    gradientsOf(b).every((h) => {
      const x = g.x - h.x, y = g.y - h.y;
      return x === 0 && y === 0 || Math.sqrt(x * x + y * y) <= tolerance;
    })
  );
}

function gradientsOf({ members, gradient }: CorridorTile): readonly Vec2[] {
  return members === undefined ? [gradient] : members.map((member) => member.gradient);
}

/** k of a tile (G14): of the steepest one that it was merged from, so that a tolerance never enlarges a budget. */
export function tileSlopeFactor(tile: CorridorTile): number {
  let k = 1;
  for (const gradient of gradientsOf(tile)) k = Math.max(k, slopeFactor(gradient));
  return k;
}

/** The corridor at a later time: supports have moved, and their tiles with them, s. */
export function advanceCorridor(corridor: Corridor, seconds: number): Corridor {
  if (corridor.tiles.every(({ support }) => support === undefined)) return corridor;
  return { ...corridor, tiles: corridor.tiles.map((tile) => carriedTile(tile, seconds)) };
}

function carriedTile(tile: CorridorTile, seconds: number): CorridorTile {
  const { support, members } = tile;
  if (support === undefined) return tile;
  return {
    ...tile,
    support: { ...support, motion: advanceMotion(support.motion, seconds) },
    ...(members === undefined ? {} : { members: members.map((member) => carriedTile(member, seconds)) }),
  };
}
