/**
 * The shortest way through a row of segments, worked out apart from the library: over all ends of segments as corners, with every
 * straight leg tested against each segment that it must pass.
 *
 * @module
 */
import type { Vec2 } from "../../geometry/vector.ts";

/** A segment to pass. */
export interface Segment {
  readonly left: Vec2;
  readonly right: Vec2;
}

/** Length of the shortest way from a to b through all segments in order, m. */
export function shortestLength(a: Vec2, segments: readonly Segment[], b: Vec2): number {
  // Node 0 is the start, nodes of row i + 1 are the ends of segment i, the last one is the goal.
  const rows: readonly (readonly Vec2[])[] = [[a], ...segments.map(({ left, right }) => [left, right]), [b]];
  const best = rows.map((row) => row.map(() => Infinity));
  best[0]![0] = 0;
  for (let to = 1; to < rows.length; to++) {
    rows[to]!.forEach((q, j) => {
      for (let from = 0; from < to; from++) {
        rows[from]!.forEach((p, i) => {
          const length = best[from]![i]! + Math.hypot(q.x - p.x, q.y - p.y);
          if (length < best[to]![j]! && passesAll(p, q, segments.slice(from, to - 1))) best[to]![j] = length;
        });
      }
    });
  }
  return best[rows.length - 1]![0]!;
}

/** Whether the straight leg from p to q meets all segments, in their order. */
function passesAll(p: Vec2, q: Vec2, between: readonly Segment[]): boolean {
  let last = 0;
  for (const { left, right } of between) {
    const times = meetingTimes(p, q, left, right);
    if (times === undefined || times[1] < last - 1e-9) return false;
    last = Math.max(last, times[0]);
  }
  return true;
}

/** From when to when (0 at p, 1 at q) a leg is on a segment, to 1e-9; undefined where it misses it. */
function meetingTimes(p: Vec2, q: Vec2, a: Vec2, b: Vec2): readonly [number, number] | undefined {
  const dx = q.x - p.x, dy = q.y - p.y, ex = b.x - a.x, ey = b.y - a.y, cross = dx * ey - dy * ex;
  const leg = Math.hypot(dx, dy), size = Math.hypot(ex, ey);
  if (leg === 0) return onSegment(p, a, b) ? [0, 1] : undefined;
  if (Math.abs(cross) > 1e-12 * leg * size) {
    const t = ((a.x - p.x) * ey - (a.y - p.y) * ex) / cross,
      s = ((a.x - p.x) * dy - (a.y - p.y) * dx) / cross;
    const within = t >= -1e-9 && t <= 1 + 1e-9 && s >= -1e-9 && s <= 1 + 1e-9;
    return within ? [t, t] : undefined;
  }
  // Parallel: on one line, or never.
  if (Math.abs((a.x - p.x) * dy - (a.y - p.y) * dx) > 1e-9 * leg) return undefined;
  const u = ((a.x - p.x) * dx + (a.y - p.y) * dy) / (leg * leg),
    v = ((b.x - p.x) * dx + (b.y - p.y) * dy) / (leg * leg);
  const low = Math.max(0, Math.min(u, v)), high = Math.min(1, Math.max(u, v));
  return low <= high + 1e-9 ? [low, high] : undefined;
}

function onSegment(p: Vec2, a: Vec2, b: Vec2): boolean {
  const ex = b.x - a.x, ey = b.y - a.y, size = Math.hypot(ex, ey);
  const t = ((p.x - a.x) * ex + (p.y - a.y) * ey) / (size * size);
  const far = Math.abs((p.x - a.x) * ey - (p.y - a.y) * ex) / size;
  return far <= 1e-9 && t >= -1e-9 && t <= 1 + 1e-9;
}
