import { dot, type Vec2, type Vec3 } from "./vector.ts";

/** Metres of surface per horizontal metre along the gradient: k = sqrt(1 + |g|²), at least 1 (G14). */
export function slopeFactor(gradient: Vec2): number {
  return Math.sqrt(1 + dot(gradient, gradient));
}

/** The surface velocity of a horizontal velocity on ground of this gradient, m/s (G14). */
export function surfaceVelocity(velocity: Vec2, gradient: Vec2): Vec3 {
  return { x: velocity.x, y: velocity.y, z: dot(gradient, velocity) };
}

/** Limits along the surface of the tile that an agent stands on (G14). */
export interface SurfaceLimits {
  /** V, m/s, at least 0. */
  readonly surfaceSpeed: number;
  /** A, m/s², above 0; `Infinity`: unlimited. */
  readonly surfaceBudget: number;
  /** Height gradient of the tile. */
  readonly gradient: Vec2;
  /** Cap of the route here, m/s, horizontal. */
  readonly routeSpeedCap?: number;
}

/** Limits of the horizontal velocity. */
export interface HorizontalLimits {
  /** vMax = min(V/k, route cap), m/s. */
  readonly maxSpeed: number;
  /** aMax = A/k, m/s². */
  readonly budget: number;
}

/** Horizontal limits from surface limits (G14). Conservative: a horizontal speed s costs at most k·s on the surface. */
export function horizontalLimits(limits: SurfaceLimits): HorizontalLimits {
  const k = slopeFactor(limits.gradient);
  return {
    maxSpeed: Math.min(limits.surfaceSpeed / k, limits.routeSpeedCap ?? Infinity),
    budget: limits.surfaceBudget / k,
  };
}
