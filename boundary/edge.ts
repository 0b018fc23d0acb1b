import type { Vec2 } from "../geometry/vector.ts";

/**
 * An edge that the body stays behind: the half-plane dot(normal, x) <= offset at the step's start, moving with
 * `velocity`, so that b(t) = offset + t·dot(normal, velocity) (B2). Regions are eroded by the body's radius already.
 */
export interface Edge {
  /** Stable ID. */
  readonly id: number | string;
  /** Outward unit normal, in world axes. */
  readonly normal: Vec2;
  /** m along the normal, at the step's start. */
  readonly offset: number;
  /** e, m/s: 0 for a fixed wall, the support's velocity for an edge of the platform itself. */
  readonly velocity: Vec2;
  /** Whose edge it is. */
  readonly owner?: string;
  /** Version of its motion; compared again before a decision is committed (B7). */
  readonly version?: number;
}

/** The frame of one step (B2): where the body is, what carries it, and for how long. */
export interface StepMotion {
  /** World position at the step's start, m. */
  readonly position: Vec2;
  /** u, m/s. */
  readonly supportVelocity: Vec2;
  /** dt, s, above 0. */
  readonly timeStep: number;
}

/** s, m: how far inside an edge a position lies at the step's start; negative outside (B3). */
export function edgeMargin(edge: Edge, position: Vec2): number {
  return edge.offset - (edge.normal.x * position.x + edge.normal.y * position.y);
}
