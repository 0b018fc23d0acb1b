import type { ObstaclePiece } from "../boundary/obstacle.ts";
import type { Region } from "../boundary/region.ts";
import type { Mover } from "../boundary/separation.ts";
import type { Agent } from "../geometry/agent.ts";
import type { AvoidanceParameters } from "../geometry/parameters.ts";
import type { Support } from "../geometry/support.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { FallbackPolicy, UnprovenPair } from "../solver/decision.ts";
import type { HardLimit } from "./hard_limits.ts";

/** One agent and all that it decides from: checked records. */
export interface Situation {
  /** The agent that decides. */
  readonly self: Agent;
  /** Those it makes half-planes for, in any order. */
  readonly neighbors: readonly Agent[];
  /** Shared parameters. */
  readonly parameters: AvoidanceParameters;
  /** The velocity it would like, relative to its support, m/s. */
  readonly preferred: Vec2;
  /** vMax, horizontal and relative to the support, m/s, at least 0 (G14). */
  readonly maxSpeed: number;
  /** aMax, horizontal, m/s², at least 0; `Infinity`: velocity may jump (G15). */
  readonly budget: number;
  /** What it stands on; absent: ground at rest. */
  readonly support?: Support;
  /** The convex region that it stays in (B1); absent: none. */
  readonly region?: Region;
  /** Pieces of walls that it may come near (C8), in any order; absent: none. What is too far off to matter is left out. */
  readonly obstacles?: readonly ObstaclePiece[];
  /** The separation floor (M1–M10), or none. */
  readonly separation: Separation;
  /** S10; default "brake". */
  readonly fallback?: FallbackPolicy;
  /** Ask for the better candidates and why each was turned down. */
  readonly explain?: boolean;
}

/** What the separation floor works on. */
export type Separation =
  /** No floor: neighbors are only swept against (B8). */
  | {
    readonly kind: "off";
    /** ε for a region's edges, m (M9). */
    readonly slack: number;
  }
  | {
    readonly kind: "floor";
    /** Everybody within M7's reach, in the order of IDs; nobody is cut off. */
    readonly movers: readonly Mover[];
    /** ε, m (M9). */
    readonly slack: number;
    /** Pairs that a filter keeps from the floor (M3). */
    readonly excluded: readonly UnprovenPair[];
  }
  /** A later part of a step that was split (B11): the floor's planes are those that the step began with, for both of a pair. */
  | {
    readonly kind: "laid";
    /** The planes, with their margins now. */
    readonly limits: readonly HardLimit[];
    /** As for the floor, moved on by the time that has passed. */
    readonly movers: readonly Mover[];
    /** ε, m (M9). */
    readonly slack: number;
    /** Pairs that the floor does not cover. */
    readonly unproven: readonly UnprovenPair[];
  };
