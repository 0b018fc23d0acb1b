import type { Destination } from "./precedence.ts";
import type { Vec2 } from "./vector.ts";

/** Stable identity of an agent. `1` and `"1"` are different IDs. */
export type AgentId = number | string;

/** An agent as its neighbors see it (G1). */
export interface Agent {
  /** Stable ID; the order of IDs (G2) settles every tie. */
  readonly id: AgentId;
  /** World position, m. */
  readonly position: Vec2;
  /** The horizontal part of the actual end-of-step world velocity, m/s: what happened, not what was wished. */
  readonly velocity: Vec2;
  /** Avoidance radius, m, above 0. A guard's body has 0.4 m and its avoidance radius is 0.5 m. */
  readonly radius: number;
  /** Weight of its part of the avoiding (G9), at least 0; default 1; 0 does not cooperate. */
  readonly responsibility?: number;
  /** Never moves (G9): others do all the avoiding. Default false. */
  readonly locked?: boolean;
  /** World velocity it would like, m/s; needed only for `optimizationVelocity: "preferred"` (G8). */
  readonly preferredVelocity?: Vec2;
  /** Where it is on its way to: of two who want to one place the nearer goes first (C6). Absent: no order. */
  readonly destination?: Destination;
}

/**
 * Total order of IDs (G2): numbers before strings, numbers by value, strings by code unit.
 *
 * @returns below 0 when a comes first, above 0 when b does, 0 for the same ID
 */
export function compareAgentIds(a: AgentId, b: AgentId): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  if (typeof b === "number") return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
