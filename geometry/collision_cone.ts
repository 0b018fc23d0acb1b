import type { Agent } from "./agent.ts";
import { combinedRadius } from "./orca.ts";
import { det, dot, length, subtract, type Vec2 } from "./vector.ts";

/** The velocity obstacle without a horizon: the cone of relative velocities that collide some time (G12). */
export interface CollisionCone {
  /** The other's position minus the own, m: the cone's axis. */
  readonly axis: Vec2;
  /** R, m. */
  readonly combinedRadius: number;
  /** asin(R/|axis|), rad; π/2 at or inside contact. For pictures and lessons; `inCollisionCone` does not use it. */
  readonly halfAngle: number;
}

/** The tutorials' cone of a pair (G12). @param safetyMargin δ, m */
export function collisionCone(self: Agent, other: Agent, safetyMargin = 0): CollisionCone {
  const axis = subtract(other.position, self.position);
  const radius = combinedRadius(self, other, safetyMargin);
  const distance = length(axis);
  const halfAngle = distance > radius
    ? Math.asin(radius / distance) // teaching: not in the decision path
    : Math.PI / 2;
  return { axis, combinedRadius: radius, halfAngle };
}

/**
 * Whether a relative velocity (own minus other's, m/s) lies in the open cone (G12). The border, where the discs only
 * touch, is outside. At or inside contact the cone is the open half-plane of approach.
 */
export function inCollisionCone(cone: CollisionCone, relativeVelocity: Vec2): boolean {
  if (!(dot(cone.axis, relativeVelocity) > 0)) return false;
  if (length(cone.axis) <= cone.combinedRadius) return true;
  return Math.abs(det(cone.axis, relativeVelocity)) < cone.combinedRadius * length(relativeVelocity);
}
