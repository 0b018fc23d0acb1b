import type { AgentId } from "./agent.ts";
import type { Vec2 } from "./vector.ts";

/**
 * The part of a velocity obstacle's boundary that a half-plane touches: its truncating arc, its ray to the left
 * or to the right of the line of sight, or, for a pair that overlaps, the disc of one step (G5, G10).
 */
export type ObstacleFeature = "arc" | "leftLeg" | "rightLeg" | "overlap";

/** A neighbor's half-plane: from whom, from which part of the obstacle, and what was shared (G7, G9). */
export interface NeighborSource {
  /** Tells the variant. */
  readonly kind: "neighbor";
  /** ID of the neighbor that is looked at. */
  readonly id: AgentId;
  /** Part of the obstacle's boundary. */
  readonly feature: ObstacleFeature;
  /** The pair's whole minimal change of relative velocity, m/s (`u` in the literature). */
  readonly change: Vec2;
  /** The part of it that this agent takes, 0 to 1 (G9). */
  readonly share: number;
}

/** A half-plane that does not come from a neighbor's velocity obstacle. */
export interface LimitSource {
  /** Tells the variant. */
  readonly kind: "edge" | "braking" | "floor" | "obstacle" | "cooperation";
  /** ID of the edge, obstacle or agreement. */
  readonly id: number | string;
}

/** Where a half-plane comes from. */
export type ConstraintSource = NeighborSource | LimitSource;

/** Allows the velocities w with dot(normal, w - point) >= 0. */
export interface HalfPlane {
  /** A velocity on the boundary, m/s. */
  readonly point: Vec2;
  /** Unit vector into the allowed side. */
  readonly normal: Vec2;
  /** Where it comes from. */
  readonly source: ConstraintSource;
}
