/**
 * Distances of segments found without a formula for their closest points: distance to a convex set is convex along a
 * line, so it can be closed in from both sides.
 *
 * @module
 */
import type { Vec2 } from "../../geometry/mod.ts";

/** Distance of a point to the segment from `from` along `along`, m. */
export function pointDistance(x: number, y: number, from: Vec2, along: Vec2): number {
  const square = along.x * along.x + along.y * along.y;
  const k = square > 0
    ? Math.max(0, Math.min(1, ((x - from.x) * along.x + (y - from.y) * along.y) / square))
    : 0;
  return Math.hypot(from.x + k * along.x - x, from.y + k * along.y - y);
}

/** Distance of the segment from the origin along `s` to the one from `p` along `t`, m; some 1e-12 too much at most. */
export function segmentDistance(s: Vec2, p: Vec2, t: Vec2): number {
  if (s.x === 0 && s.y === 0) return pointDistance(0, 0, p, t);
  const at = (k: number): number => pointDistance(k * s.x, k * s.y, p, t);
  let low = 0, high = 1;
  for (let i = 0; i < 60; i++) {
    const a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (at(a) <= at(b)) high = b;
    else low = a;
  }
  return Math.min(at(0), at(1), at(low), at(high));
}

/** What a stop needs to be known of an agent. */
export interface Stopping {
  readonly velocity: Vec2;
  /** a, m/s². */
  readonly budget: number | "unlimited";
  readonly locked?: boolean;
}

/** Where a stop leads, from the agent's position: c·|c|/(2a), m. */
export function stopVector({ velocity, budget, locked }: Stopping, reference: Vec2): Vec2 {
  if (budget === "unlimited" || budget === Infinity || locked === true) return { x: 0, y: 0 };
  const x = velocity.x - reference.x, y = velocity.y - reference.y, half = Math.hypot(x, y) / (2 * budget);
  return { x: x * half, y: y * half };
}
