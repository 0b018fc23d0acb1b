import type { MotionPiece } from "../geometry/motion.ts";
import { length, type Vec2 } from "../geometry/vector.ts";
import { type Polygon, segmentsMeet } from "../boundary/polygon.ts";
import type { SteppedAgent } from "./step_motion.ts";

/** Least clearance of one agent to one wall during a step. */
export interface WallClearance {
  /**
   * Distance of the center to the polygon minus radius, m; where the center is inside, minus the radius and the depth.
   * Never above the truth.
   */
  readonly clearance: number;
  /** Start of the stretch of motion in which it is that small, s from the step's start. */
  readonly time: number;
}

/** A curve is cut into chords so short that it leaves none of them by more than this, m. */
const SAGITTA = 1e-6;

/** Most chords of one piece of motion. Beyond, the clearance is still never above the truth, only less sharp. */
const MOST_CHORDS = 1000;

/**
 * Least clearance to a solid polygon over the whole step, in continuous time, when it is below `below`; otherwise
 * nothing. A straight even stretch is exact: the distance of two segments. A stretch with acceleration a of length T
 * leaves its chord by at most |a|·T²/8; it is cut into chords until that is below 1e-6 m, and what remains is taken
 * off, so that the value is at most 2e-6 m below the truth and never above. Where the center gets inside, depth is that
 * of the deeper end of the chord.
 */
export function wallClearanceBelow(
  below: number,
  motion: SteppedAgent,
  wall: Polygon,
): WallClearance | undefined {
  const radius = motion.before.radius;
  if (signedDistance(motion.from, wall) - motion.reach - radius >= below) return undefined;
  let found: WallClearance | undefined, least = below;
  let position = motion.from, elapsed = 0;
  for (const piece of motion.pieces) {
    const bend = length(piece.acceleration) * piece.duration * piece.duration / 8;
    const chords = Math.min(MOST_CHORDS, Math.max(1, Math.ceil(Math.sqrt(bend / SAGITTA))));
    const leaves = bend / (chords * chords);
    const start = position;
    for (let k = 1; k <= chords; k++) {
      const next = alongPiece(start, piece, piece.duration * k / chords);
      const clearance = chordClearance(position, next, wall) - leaves - radius;
      if (clearance < least) {
        least = clearance;
        found = { clearance, time: elapsed + piece.duration * (k - 1) / chords };
      }
      position = next;
    }
    elapsed += piece.duration;
  }
  return found;
}

function alongPiece(start: Vec2, { velocity, acceleration }: MotionPiece, t: number): Vec2 {
  return {
    x: start.x + (velocity.x + acceleration.x * t / 2) * t,
    y: start.y + (velocity.y + acceleration.y * t / 2) * t,
  };
}

function chordClearance(a: Vec2, b: Vec2, wall: Polygon): number {
  const ends = Math.min(signedDistance(a, wall), signedDistance(b, wall));
  if (ends < 0) return ends;
  let least = ends;
  for (let i = 0; i < wall.length; i++) {
    const c = wall[i]!, d = wall[(i + 1) % wall.length]!;
    if (segmentsMeet(a, b, c, d)) return 0;
    // Segments that do not meet are nearest at one of their four ends; those of ab are in `ends` already.
    least = Math.min(least, toSegment(c, a, b), toSegment(d, a, b));
  }
  return least;
}

/** Distance of a point to a solid polygon, m; inside, minus the distance to its boundary. */
export function signedDistance(p: Vec2, wall: Polygon): number {
  let least = Infinity, inside = false;
  for (let i = 0; i < wall.length; i++) {
    const c = wall[i]!, d = wall[(i + 1) % wall.length]!;
    least = Math.min(least, toSegment(p, c, d));
    // A ray to the right changes sides at every edge that passes its height.
    if ((c.y > p.y) !== (d.y > p.y) && p.x < c.x + (p.y - c.y) / (d.y - c.y) * (d.x - c.x)) inside = !inside;
  }
  return inside ? -least : least;
}

function toSegment(p: Vec2, a: Vec2, b: Vec2): number {
  const x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  const along = square > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * x + (p.y - a.y) * y) / square)) : 0;
  const dx = p.x - a.x - along * x, dy = p.y - a.y - along * y;
  return Math.sqrt(dx * dx + dy * dy);
}
