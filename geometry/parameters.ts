/** Which side two agents pass on when the geometry does not say (G6). */
export type PassingSide = "right" | "left" | "byId";

/** Which velocity of an agent the reciprocal change starts from (G8). */
export type OptimizationVelocity = "current" | "preferred" | "zero";

/** What the half-planes of a whole crowd share. */
export interface AvoidanceParameters {
  /** T, s, above 0: collisions within this time are avoided. */
  readonly timeHorizon: number;
  /** T against walls, s, above 0 (C8); default `timeHorizon`. Being able to stop before them does not depend on it (M10). */
  readonly timeHorizonObstacles?: number;
  /** dt, s, above 0: replaces T for a pair that already overlaps (G10). */
  readonly timeStep: number;
  /** δ, m, at least 0, default 0: distance kept beyond both radii (G3). */
  readonly safetyMargin?: number;
  /** Hand on which both agents of a pair pass in a tie (G6); default "right". */
  readonly passingSide?: PassingSide;
  /** Velocity that the change starts from (G8); default "current". */
  readonly optimizationVelocity?: OptimizationVelocity;
}
