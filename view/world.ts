import type { AgentId } from "../geometry/agent.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import type { Overlap } from "../crowd/crowd.ts";

/** An agent as a picture of the world shows it (P2). */
export interface WorldAgent {
  /** Written beside it, if there is room. */
  readonly id: AgentId;
  /** m. */
  readonly position: Vec2;
  /** m. */
  readonly radius: number;
  /** Actual velocity, m/s. */
  readonly velocity?: Vec2;
  /** Preferred velocity, m/s. */
  readonly preferred?: Vec2;
  /** Where it wants to be in the end, m. */
  readonly goal?: Vec2;
  /** Half-planes of its velocity, m/s, world basis: drawn at the agent, so many seconds away. */
  readonly lines?: readonly HalfPlane[];
  /** Those whom it looks at. */
  readonly neighbors?: readonly AgentId[];
  /** Kind of its decision; every kind but `Clear` gets a ring. */
  readonly decision?: Decision["kind"];
  /** Agents of one group have one color; default: every agent its own, in turn. */
  readonly group?: number;
}

/** Where an agent has been. */
export interface Trail {
  /** Whose trail it is; the agent itself need not be there any more. */
  readonly id: AgentId;
  /** Positions at equal intervals, oldest first, m. */
  readonly positions: readonly Vec2[];
  /** Time between two positions, s. */
  readonly interval: number;
}

/** Something of the ground or around it. All places in m. */
export type WorldFeature =
  /** A solid region; nobody walks inside. */
  | { readonly kind: "wall"; readonly polygon: readonly Vec2[] }
  /** The convex region that somebody stays in (B1). */
  | { readonly kind: "region"; readonly polygon: readonly Vec2[] }
  /** A region that a route allows. */
  | { readonly kind: "corridor"; readonly polygon: readonly Vec2[] }
  /** An edge and how fast it moves, m/s. */
  | { readonly kind: "edge"; readonly from: Vec2; readonly to: Vec2; readonly velocity?: Vec2 }
  /** A passage from one region into the next. */
  | { readonly kind: "portal"; readonly from: Vec2; readonly to: Vec2 }
  /** A line at which those who pass are counted (C13). */
  | { readonly kind: "gate"; readonly from: Vec2; readonly to: Vec2 }
  /** Outline of the places that a braking motion may still reach. */
  | { readonly kind: "brakingEnvelope"; readonly polygon: readonly Vec2[] }
  /** The curve along which an agent comes up to a portal. */
  | { readonly kind: "accessCurve"; readonly points: readonly Vec2[] };

/** What a picture of the world shows (P2). */
export interface World {
  /** Any number; above 60 their names are only titles, above 200 arrows have no heads. */
  readonly agents: readonly WorldAgent[];
  /** Where agents have been. Default none. */
  readonly trails?: readonly Trail[];
  /** Pairs that overlap; their agents are looked up by ID. Default none. */
  readonly overlaps?: readonly Overlap[];
  /** Walls and the like. Default none. */
  readonly features?: readonly WorldFeature[];
  /** s; named in the heading. */
  readonly time?: number;
}
