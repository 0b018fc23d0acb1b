import type { CrowdAgent } from "./crowd.ts";

/**
 * Whether two agents can meet although they may stand on different storeys (C4): whether their bodies overlap in height
 * now, or would at some point of the straight line between them, each going on along its own ground.
 *
 * ```txt
 *            r2 o          r1's ground, carried on along its gradient, comes to r2's feet:
 *        /                 they meet although their heights differ now
 *  r1 o /      lo o  above which hi walks 3 m up: their grounds never come together
 * ```
 */
export function meetInHeight(a: CrowdAgent, b: CrowdAgent): boolean {
  const now = b.z - a.z;
  if (overlapping(now, now, a.height, b.height)) return true;
  const x = b.position.x - a.position.x, y = b.position.y - a.position.y;
  // Height of b's ground above a's, where a stands and where b stands; between them it changes linearly.
  const atA = b.z - (b.gradient.x * x + b.gradient.y * y) - a.z;
  const atB = b.z - (a.z + a.gradient.x * x + a.gradient.y * y);
  return overlapping(Math.min(atA, atB), Math.max(atA, atB), a.height, b.height);
}

/** Whether bodies overlap now, at their own positions: only then do their discs collide. */
export function overlapInHeight(a: CrowdAgent, b: CrowdAgent): boolean {
  const now = b.z - a.z;
  return overlapping(now, now, a.height, b.height);
}

/** Whether some difference of foot heights between `least` and `most` lets bodies of these heights overlap. */
function overlapping(least: number, most: number, heightA: number, heightB: number): boolean {
  return least < heightA && most > -heightB;
}
