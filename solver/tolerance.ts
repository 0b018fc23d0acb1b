import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";

/**
 * How far outside a constraint a velocity still counts as inside, m/s per 1 m/s of scale (S3). Rounding of a candidate
 * stays below 1e-15 of the scale; a caller's own constraints seldom mean more than 1e-9.
 */
export const FEASIBILITY = 1e-12;

/**
 * The tolerance of one problem, m/s: `FEASIBILITY` times the largest of 1 m/s and the discs' far ends. Without discs
 * nothing bounds the answer, so the preferred velocity and the lines' distances from the origin count instead.
 */
export function feasibilityTolerance(
  discs: readonly Disc[],
  preferred: Vec2,
  halfPlanes: readonly HalfPlane[],
): number {
  let scale = 1;
  for (const { center, radius } of discs) {
    scale = Math.max(scale, Math.sqrt(center.x * center.x + center.y * center.y) + radius);
  }
  if (discs.length === 0) {
    scale = Math.max(scale, Math.abs(preferred.x), Math.abs(preferred.y));
    for (const { normal, point } of halfPlanes) {
      scale = Math.max(scale, Math.abs(normal.x * point.x + normal.y * point.y));
    }
  }
  return FEASIBILITY * scale;
}
