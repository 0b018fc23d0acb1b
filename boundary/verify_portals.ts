import type { MotionPiece } from "../geometry/motion.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import type { Corridor, PortalKind } from "./corridor.ts";
import { localMargin } from "./corridor_tile.ts";
import type { Edge } from "./edge.ts";
import { leftOf, TOUCH } from "./portal.ts";
import { INSIDE, leastMargin } from "./verify_curve.ts";
import type { LocalEdge } from "./verify_rigid.ts";

/** A portal that a motion crosses, and when. */
export interface PortalCrossing {
  /** Index of the portal. */
  readonly portal: number;
  /** s from the motion's start. */
  readonly time: number;
}

/** What the exact check of a motion through portals found (B11). */
export type PortalVerdict =
  /** Always inside the tile that owns it; it crosses these portals on their own segments. */
  | { readonly kind: "Inside"; readonly crossings: readonly PortalCrossing[] }
  /** It leaves the tile that owns it over this edge, beside an open portal's segment, say; deepest by `depth`, m. */
  | {
    readonly kind: "Leaves";
    readonly crossings: readonly PortalCrossing[];
    readonly edge: Edge["id"];
    readonly depth: number;
  };

/**
 * Follows a motion through the tiles of a corridor (B11): it is inside a tile until it crosses the segment of the open
 * portal ahead, then inside the next one from then on, and never comes back. Crossing times are roots of parabolas, margins are
 * least at ends and turning points: nothing is sampled. Inside means to 1e-10 m, the portals' own accuracy.
 *
 * @param tile index of the tile that owns the start
 * @param position in the axes of that tile, m
 * @param motion pieces in the same axes: a step, with the stop after it where that is to be checked, too
 * @param kindOf whether a portal is open
 */
export function verifyThroughPortals(
  { tiles, portals }: Corridor,
  tile: number,
  position: Vec2,
  motion: readonly MotionPiece[],
  kindOf: (i: number) => PortalKind,
): PortalVerdict {
  const crossings: PortalCrossing[] = [];
  let at = position, rest = motion, start = 0;
  for (let k = tile;; k++) {
    const { edges } = tiles[k]!, portal = portals[k];
    const exit = portal !== undefined && kindOf(k) === "open" ? edges[portal.exit] : undefined;
    const time = exit === undefined ? undefined : crossingTime(exit, at, rest);
    const span = time === undefined ? rest : motionUntil(rest, time);
    for (const edge of edges) {
      const { margin } = leastMargin(localMargin(edge, at), edge.normal, ZERO, span);
      if (margin < -TOUCH) return { kind: "Leaves", crossings, edge: edge.id, depth: -margin };
    }
    if (portal === undefined || exit === undefined || time === undefined) {
      return { kind: "Inside", crossings };
    }
    at = placeAfter(at, span);
    const { x, y } = leftOf(exit), t = x * at.x + y * at.y;
    const low = x * portal.right.x + y * portal.right.y, high = x * portal.left.x + y * portal.left.y;
    const beside = Math.max(low - t, t - high);
    if (beside > TOUCH) return { kind: "Leaves", crossings, edge: exit.id, depth: beside };
    start += time;
    crossings.push({ portal: k, time: start });
    rest = motionAfter(rest, time);
  }
}

/** When a motion leaves an edge's inner side by more than rounding, s: the time at which it is on the line; else undefined. */
function crossingTime(edge: LocalEdge, position: Vec2, motion: readonly MotionPiece[]): number | undefined {
  const { normal: n } = edge;
  let s = localMargin(edge, position), start = 0;
  for (const piece of motion) {
    const { duration, velocity: v, acceleration: a } = piece;
    if (leastMargin(s, n, ZERO, [piece]).margin < -INSIDE) {
      if (s <= 0) return start;
      // s + k·t + c·t² = 0, its first root, without cancellation; it is there, for the margin falls below 0
      const k = -(n.x * v.x + n.y * v.y), c = -(n.x * a.x + n.y * a.y) / 2;
      const root = 2 * s / (-k + Math.sqrt(Math.max(0, k * k - 4 * c * s)));
      return start + Math.min(root, duration);
    }
    s -= (n.x * (v.x + a.x * duration / 2) + n.y * (v.y + a.y * duration / 2)) * duration;
    start += duration;
  }
  return undefined;
}

/** The first `time` seconds of a motion. */
export function motionUntil(motion: readonly MotionPiece[], time: number): readonly MotionPiece[] {
  const pieces: MotionPiece[] = [];
  let left = time;
  for (const piece of motion) {
    if (!(left > 0)) break;
    pieces.push(piece.duration <= left ? piece : { ...piece, duration: left });
    left -= piece.duration;
  }
  return pieces;
}

/** A motion without its first `time` seconds. */
export function motionAfter(motion: readonly MotionPiece[], time: number): readonly MotionPiece[] {
  const pieces: MotionPiece[] = [];
  let skip = time;
  for (const { duration, velocity: v, acceleration: a } of motion) {
    if (skip < duration) {
      const cut = Math.max(0, skip);
      pieces.push({
        duration: duration - cut,
        velocity: { x: v.x + a.x * cut, y: v.y + a.y * cut },
        acceleration: a,
      });
    }
    skip -= duration;
  }
  return pieces;
}

function placeAfter(position: Vec2, motion: readonly MotionPiece[]): Vec2 {
  let { x, y } = position;
  for (const { duration: t, velocity: v, acceleration: a } of motion) {
    x += (v.x + a.x * t / 2) * t;
    y += (v.y + a.y * t / 2) * t;
  }
  return { x, y };
}
