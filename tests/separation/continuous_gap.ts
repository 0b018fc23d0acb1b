/**
 * What happened over continuous time, found without the library's own sweep: the least gap of two motions and the least
 * margin to a moving edge, by cutting time into halves and bounding what is left.
 *
 * @module
 */
import type { Edge } from "../../boundary/mod.ts";
import type { MotionPiece, Vec2 } from "../../geometry/mod.ts";
import { placeAt } from "../geometry/place_at.ts";

/** A motion over one step, in world terms. */
export interface Track {
  /** Where it starts, m. */
  readonly from: Vec2;
  /** World velocities; the pieces fill the step. */
  readonly pieces: readonly MotionPiece[];
}

/** How near the bound is brought to the truth, m. */
const RESOLUTION = 1e-14;

/** The track of a motion that is relative to a support with velocity u, m/s. */
export function trackOf(from: Vec2, motion: readonly MotionPiece[], u: Vec2 = { x: 0, y: 0 }): Track {
  const pieces = u.x === 0 && u.y === 0 ? motion : motion.map(({ duration, velocity, acceleration }) => ({
    duration,
    velocity: { x: velocity.x + u.x, y: velocity.y + u.y },
    acceleration,
  }));
  return { from, pieces };
}

/** The track of somebody who stays. */
export function standing(at: Vec2, seconds: number): Track {
  const zero = { x: 0, y: 0 };
  return { from: at, pieces: [{ duration: seconds, velocity: zero, acceleration: zero }] };
}

/** Where a track is after so many seconds, m. */
export function placeOn(track: Track, seconds: number): Vec2 {
  return placeAt(track.from, track.pieces, seconds);
}

/** Where a track ends, m. */
export function endOf(track: Track): Vec2 {
  let { x, y } = track.from;
  for (const { duration: t, velocity: v, acceleration: a } of track.pieces) {
    x += v.x * t + 0.5 * a.x * t * t;
    y += v.y * t + 0.5 * a.y * t * t;
  }
  return { x, y };
}

/** An upper bound of how far a track leads away from its start, m. */
export function reachOf(track: Track): number {
  let reach = 0;
  for (const { duration: t, velocity: v, acceleration: a } of track.pieces) {
    reach += Math.sqrt(v.x * v.x + v.y * v.y) * t + Math.sqrt(a.x * a.x + a.y * a.y) * t * t / 2;
  }
  return reach;
}

/**
 * The least distance of two tracks over the whole step, m, when it is below `beat`; else `beat`. Never above the truth,
 * and at most some 1e-14 m below it: where the relative curve is cut into arcs of duration h, each stays within |a|·h²/8 of
 * its chord.
 */
export function leastDistance(one: Track, other: Track, beat = Infinity): number {
  let best = beat, now = 0;
  let px = other.from.x - one.from.x, py = other.from.y - one.from.y;
  let i = 0, j = 0, atI = 0, atJ = 0;
  while (i < one.pieces.length && j < other.pieces.length) {
    const a = one.pieces[i]!, b = other.pieces[j]!;
    const h = Math.min(a.duration - atI, b.duration - atJ);
    const vx = b.velocity.x + b.acceleration.x * atJ - a.velocity.x - a.acceleration.x * atI;
    const vy = b.velocity.y + b.acceleration.y * atJ - a.velocity.y - a.acceleration.y * atI;
    const ax = b.acceleration.x - a.acceleration.x, ay = b.acceleration.y - a.acceleration.y;
    best = arc(px, py, vx, vy, ax, ay, 0, h, px, py, best);
    px += vx * h + 0.5 * ax * h * h;
    py += vy * h + 0.5 * ay * h * h;
    now += h;
    atI = a.duration - atI <= h ? (i++, 0) : atI + h;
    atJ = b.duration - atJ <= h ? (j++, 0) : atJ + h;
  }
  return best;
}

/** The least distance to the origin on one arc from `t0`, where it is at (x0, y0), to `t1`. */
function arc(
  px: number,
  py: number,
  vx: number,
  vy: number,
  ax: number,
  ay: number,
  t0: number,
  t1: number,
  x0: number,
  y0: number,
  beat: number,
): number {
  const x1 = px + vx * t1 + 0.5 * ax * t1 * t1, y1 = py + vy * t1 + 0.5 * ay * t1 * t1;
  const h = t1 - t0, bulge = Math.sqrt(ax * ax + ay * ay) * h * h / 8;
  const least = chord(x0, y0, x1 - x0, y1 - y0) - bulge;
  if (least >= beat) return beat;
  if (bulge <= RESOLUTION) return least;
  const middle = t0 + h / 2;
  const xm = px + vx * middle + 0.5 * ax * middle * middle,
    ym = py + vy * middle + 0.5 * ay * middle * middle;
  // the half that starts nearer goes first: what it finds cuts the other
  if (x0 * x0 + y0 * y0 <= x1 * x1 + y1 * y1) {
    beat = arc(px, py, vx, vy, ax, ay, t0, middle, x0, y0, beat);
    return arc(px, py, vx, vy, ax, ay, middle, t1, xm, ym, beat);
  }
  beat = arc(px, py, vx, vy, ax, ay, middle, t1, xm, ym, beat);
  return arc(px, py, vx, vy, ax, ay, t0, middle, x0, y0, beat);
}

/** Distance of the origin to the segment from (x, y) to (x + dx, y + dy). */
function chord(x: number, y: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  const k = square > 0 ? Math.max(0, Math.min(1, -(x * dx + y * dy) / square)) : 0;
  const cx = x + k * dx, cy = y + k * dy;
  return Math.sqrt(cx * cx + cy * cy);
}

/** The least margin of a track to an edge over the whole step, m: negative outside. */
export function leastEdgeMargin(edge: Edge, track: Track): number {
  const { normal: n, offset, velocity: e } = edge, nearing = n.x * e.x + n.y * e.y;
  let least = Infinity, now = 0, x = track.from.x, y = track.from.y;
  for (const { duration, velocity: v, acceleration: a } of track.pieces) {
    const at = (t: number): number =>
      offset + (now + t) * nearing - n.x * (x + v.x * t + 0.5 * a.x * t * t) -
      n.y * (y + v.y * t + 0.5 * a.y * t * t);
    const first = at(0), last = at(duration), half = at(duration / 2);
    least = Math.min(least, first, last);
    // the parabola through three points turns where its slope, linear in time, is 0
    const rise = last - first, bend = first - 2 * half + last;
    const turn = duration * (0.5 - rise / (4 * bend));
    if (bend > 0 && turn > 0 && turn < duration) least = Math.min(least, at(turn));
    x += v.x * duration + 0.5 * a.x * duration * duration;
    y += v.y * duration + 0.5 * a.y * duration * duration;
    now += duration;
  }
  return least;
}
