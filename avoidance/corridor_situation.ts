import type { Corridor } from "../boundary/corridor.ts";
import type { Region } from "../boundary/region.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import type { Situation } from "./situation.ts";

/**
 * What a body does about a portal that its motion reaches in the middle of a step (B11): it splits the step there, or it comes to
 * rest at the portal and takes the next tile when it is there, which costs time, not safety.
 */
export type PortalPolicy = typeof PORTAL_POLICIES[number];

/** All of them. */
export const PORTAL_POLICIES = ["split", "wait"] as const;

/** One agent in a corridor, and all that it decides from: checked records. */
export interface CorridorSituation extends Omit<Situation, "preferred" | "region"> {
  /** The route, as its supports are now. */
  readonly corridor: Corridor;
  /** Index of the tile that owns the agent. On a shared edge this decides, not the position (B11). */
  readonly tile: number;
  /** Speed that it likes to go at, m/s; default `maxSpeed`. */
  readonly cruisingSpeed?: number;
  /** A wish of the caller's in place of the one along the route, relative to the support, m/s. */
  readonly preferred?: Vec2;
  /** Turns the wish along the route: a unit vector (cosine, sine), as the detour memory does (C6). */
  readonly aside?: Vec2;
  /** Default "split". */
  readonly portals?: PortalPolicy;
  /** How much gradients may differ on the two sides of an open portal (B10); default: equal doubles. */
  readonly gradientTolerance?: number;
}

/** A part of a step between portals. */
export interface CorridorSubStep {
  /** When it starts, s from the step's start. */
  readonly start: number;
  /** s, at least 0. */
  readonly duration: number;
  /** Index of the tile that owns the agent in it. */
  readonly tile: number;
  /** World position at its start, m. */
  readonly from: Vec2;
  /** What the agent does in it, relative to the support; it keeps its direction on one that turns. */
  readonly motion: readonly MotionPiece[];
  /** The convex region that it was decided in, as it was when it was decided. */
  readonly region: Region;
  /** The preferred velocity that it was solved for, relative to the support, m/s. */
  readonly preferred: Vec2;
  /** What was decided; its own motion goes on to the end of the step, unless the step was split. */
  readonly decision: Decision;
}

/** A step through a corridor. */
export interface CorridorStep {
  /** The whole step as one decision: the motion of all parts, the kind of the least safe one. */
  readonly decision: Decision;
  /** Its parts, at least one. */
  readonly subSteps: readonly CorridorSubStep[];
  /** Index of the tile that owns the agent at the end. */
  readonly tile: number;
  /** World position at the end, m. */
  readonly position: Vec2;
  /** World velocity at the end, m/s. */
  readonly velocity: Vec2;
  /** The corridor as it is at the end: supports have moved. */
  readonly corridor: Corridor;
}
