import type { HalfPlane, LimitSource } from "../geometry/half_plane.ts";
import { dot, type Vec2 } from "../geometry/vector.ts";
import { type Edge, edgeMargin, type StepMotion } from "./edge.ts";

/** The half-plane dot(normal, v) <= bound for an outward normal. */
export function upperLimit(normal: Vec2, bound: number, source: LimitSource): HalfPlane {
  return {
    point: { x: normal.x * bound, y: normal.y * bound },
    normal: { x: -normal.x, y: -normal.y },
    source,
  };
}

/**
 * What a constant velocity may be so that the body is inside the edge at the step's end (B3), in v relative to the
 * support: dot(n, v) <= s/dt + dot(n, e - u). With both ends inside, the whole step is (B4).
 */
export function constantVelocityLimit(edge: Edge, motion: StepMotion): HalfPlane {
  const bound = meanSpeedBound(edge, edgeMargin(edge, motion.position), motion);
  return upperLimit(edge.normal, bound, { kind: "edge", id: edge.id });
}

/**
 * What the end velocity of a linear acceleration from v0 may be so that the body is inside the edge at the step's end
 * (B5), in v1 relative to the support: dot(n, (v0 + v1)/2) <= s/dt + dot(n, e - u). The way there is not covered: see
 * `verifyCurve`.
 *
 * @param v0 velocity at the step's start, relative to the support, m/s
 */
export function accelerationLimit(edge: Edge, motion: StepMotion, v0: Vec2): HalfPlane {
  const mean = meanSpeedBound(edge, edgeMargin(edge, motion.position), motion);
  return upperLimit(edge.normal, 2 * mean - dot(edge.normal, v0), { kind: "edge", id: edge.id });
}

/**
 * Largest mean speed along the edge's normal over the step that ends inside, m/s, relative to the support:
 * s/dt + dot(n, e - u).
 *
 * @param margin s, m
 */
export function meanSpeedBound(
  { normal, velocity }: Pick<Edge, "normal" | "velocity">,
  margin: number,
  { supportVelocity, timeStep }: Pick<StepMotion, "supportVelocity" | "timeStep">,
): number {
  const carried = normal.x * (velocity.x - supportVelocity.x) + normal.y * (velocity.y - supportVelocity.y);
  return margin / timeStep + carried;
}
