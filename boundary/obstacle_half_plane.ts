import type { Agent } from "../geometry/agent.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { passingSideOfPair } from "../geometry/passing_side.ts";
import type { PassingSide } from "../geometry/parameters.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { AXIS_TIE } from "../geometry/velocity_obstacle.ts";
import type { ObstaclePiece } from "./obstacle.ts";

/**
 * Nearer to the swept shape than this share of the disc that rounds it off, its side's own normal is taken, since the
 * direction from so near is rounding (no unit). The plane is then still one that the obstacle lies behind.
 */
const NEAR_SHAPE = 1e-9;

/** Shorter sides (m) have no direction: squares of their components lose digits. */
const NO_DIRECTION = 1e-140;

/** A straight part of the boundary of K/T and its cone: a side of K that faces the agent, or a leg. */
interface Side {
  /** Unit normal, out of the obstacle. */
  readonly nx: number;
  readonly ny: number;
  /** Its line after rounding off by r/T: dot(n, w) = offset, m/s, at most 0 but for rounding. */
  readonly offset: number;
  /** Where it starts, m/s, before rounding off. */
  readonly x: number;
  readonly y: number;
  /** How long it is, m/s; a leg has no end. */
  readonly length: number;
}

/**
 * The half-plane of a convex static obstacle in velocity space (C8), with full responsibility: dot(normal, w) >= b at the
 * point of the velocity obstacle's boundary that is nearest to `velocity`. It is built inside and outside the obstacle, as
 * those of neighbors are (G8).
 *
 * A velocity w meets the piece K within T when t·w comes nearer to K - x than the radius r for some 0 < t <= T. Those w
 * are the sum of K/T, the cone between the two outermost tangents, and a disc of radius r/T:
 *
 * ```txt
 *              left leg  /
 *              ,--------'      the near corners of K divided by T, rounded off by r/T,
 *    O        (  K/T           and two legs whose lines pass through the origin O
 *              `--------.
 *             right leg  \
 * ```
 *
 * It is convex and O is not inside, so that one half-plane keeps clear of all of it, and always leaves standing still. A
 * touching agent may slide along the wall: there b is 0.
 *
 * @param self an agent outside the obstacle; in it by less than rounding, it counts as touching
 * @param velocity own velocity that the change starts from, m/s (G8)
 * @param timeHorizon T, s, above 0
 * @param passingSide which leg a velocity in the middle goes to (G6)
 */
export function obstacleHalfPlane(
  self: Pick<Agent, "id" | "position" | "radius">,
  velocity: Vec2,
  piece: ObstaclePiece,
  timeHorizon: number,
  passingSide: PassingSide,
): HalfPlane {
  const { id } = piece, round = self.radius / timeHorizon;
  const sides = sidesOf(self, piece.corners, timeHorizon);
  const line = nearestSide(sides, velocity, round, passingSideOfPair(passingSide, self.id, id)) ??
    nearestCorner(sides, velocity, round);
  const b = Math.min(0, line.offset);
  return {
    point: { x: line.nx * b, y: line.ny * b },
    normal: { x: line.nx, y: line.ny },
    source: { kind: "obstacle", id },
  };
}

/** The left leg, the sides that face the agent from left to right, the right leg. */
function sidesOf(
  { position: { x, y }, radius }: Pick<Agent, "position" | "radius">,
  corners: readonly Vec2[],
  timeHorizon: number,
): readonly Side[] {
  const n = corners.length;
  // The two outermost tangents to the discs round the corners, as directions, and whose they are.
  let left = 0, right = 0, lx = 0, ly = 0, rx = 0, ry = 0;
  for (let k = 0; k < n; k++) {
    const px = corners[k]!.x - x, py = corners[k]!.y - y, dd = px * px + py * py;
    const l = Math.sqrt(Math.max(0, dd - radius * radius));
    const size = Math.sqrt(dd * (l * l + radius * radius));
    const ax = (px * l - py * radius) / size, ay = (px * radius + py * l) / size;
    const bx = (px * l + py * radius) / size, by = (py * l - px * radius) / size;
    if (k === 0 || lx * ay - ly * ax > 0) lx = ax, ly = ay, left = k;
    if (k === 0 || rx * by - ry * bx < 0) rx = bx, ry = by, right = k;
  }
  const at = (k: number): Pick<Side, "x" | "y"> => ({
    x: (corners[k]!.x - x) / timeHorizon,
    y: (corners[k]!.y - y) / timeHorizon,
  });
  const sides: Side[] = [{ nx: -ly, ny: lx, offset: 0, ...at(left), length: Infinity }];
  for (let k = left; k !== right; k = (k + 1) % n) {
    const from = corners[k]!, to = corners[(k + 1) % n]!, ex = to.x - from.x, ey = to.y - from.y;
    const size = Math.sqrt(ex * ex + ey * ey), nx = ey / size, ny = -ex / size;
    if (!(size > NO_DIRECTION)) continue;
    const offset = (nx * (from.x - x) + ny * (from.y - y) + radius) / timeHorizon;
    sides.push({ nx, ny, offset, ...at(k), length: size / timeHorizon });
  }
  sides.push({ nx: ry, ny: -rx, offset: 0, ...at(right), length: Infinity });
  return sides;
}

/** A line that the obstacle lies behind. */
type Line = Pick<Side, "nx" | "ny" | "offset">;

/**
 * The side whose line is nearest to the velocity, where a side is nearest at all: inside, the side that it lies least far
 * behind; outside, the one that it stands in front of.
 */
function nearestSide(
  sides: readonly Side[],
  { x, y }: Vec2,
  round: number,
  tieTo: "left" | "right",
): Line | undefined {
  const last = sides.length - 1;
  let best = sides[0]!, most = -Infinity;
  sides.forEach((side, k) => {
    const outside = side.nx * x + side.ny * y - side.offset;
    const tied = k === last && best === sides[0] &&
      Math.abs(outside - most) <= AXIS_TIE * (Math.abs(x) + Math.abs(y));
    if (tied ? tieTo === "right" : outside > most) best = side, most = outside;
  });
  if (most <= (NEAR_SHAPE - 1) * round) return best;
  return sides.find((side, k) => {
    // Seen along its normal, the left leg runs to the right and all others to the left.
    const dx = k === 0 ? side.ny : -side.ny, dy = k === 0 ? -side.nx : side.nx;
    const along = dx * (x - side.x) + dy * (y - side.y);
    return along >= 0 && along <= side.length && side.nx * x + side.ny * y - side.offset > -round;
  });
}

/** The line square to the way from the nearest corner, touching the disc that rounds it off. */
function nearestCorner(sides: readonly Side[], { x, y }: Vec2, round: number): Line {
  let wx = 0, wy = 0, least = Infinity, cx = 0, cy = 0;
  for (const side of sides) {
    const sx = x - side.x, sy = y - side.y, square = sx * sx + sy * sy;
    if (square < least) wx = sx, wy = sy, least = square, cx = side.x, cy = side.y;
  }
  const w = Math.sqrt(least), nx = wx / w, ny = wy / w;
  return { nx, ny, offset: nx * cx + ny * cy + round };
}
