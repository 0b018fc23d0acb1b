import type { Agent } from "./agent.ts";
import { combinedRadius } from "./orca.ts";

/**
 * Time until the discs of two agents overlap when both keep their velocities (G12), s.
 *
 * @param safetyMargin δ, m, added to the sum of the radii (G3)
 * @returns 0 when they overlap already, `Infinity` when they never will; touching is no collision
 */
export function timeToCollision(self: Agent, other: Agent, safetyMargin = 0): number {
  return timeToContact(
    other.position.x - self.position.x,
    other.position.y - self.position.y,
    self.velocity.x - other.velocity.x,
    self.velocity.y - other.velocity.y,
    combinedRadius(self, other, safetyMargin),
  );
}

/** First t >= 0 from which on |p - t·v| < R: scalars of `timeToCollision`. */
export function timeToContact(
  px: number,
  py: number,
  vx: number,
  vy: number,
  combinedRadius: number,
): number {
  const d = Math.sqrt(px * px + py * py);
  const c = (d - combinedRadius) * (d + combinedRadius);
  if (c < 0) return 0;
  const b = px * vx + py * vy;
  if (!(b > 0)) return Infinity;
  // Root of |v|²t² - 2bt + c, the discriminant by the pass distance |det|/|v| against R.
  const cross = px * vy - py * vx;
  const discriminant = combinedRadius * combinedRadius * (vx * vx + vy * vy) - cross * cross;
  return discriminant > 0 ? c / (b + Math.sqrt(discriminant)) : Infinity;
}
