import { type HorizontalLimits, horizontalLimits } from "../geometry/slope.ts";
import type { SharedEdge } from "./shared_edge.ts";
import type { Tile } from "./tile.ts";

/** Admitted access attempts of one crossing, at most (H11). */
export const MAX_ATTEMPTS = 3;

/** Logic ticks from the first Approaching to the deadline (H11). */
export const DEADLINE_TICKS = 30;

/** How far from the edge a foot may be and count as on it, m: rounding of coordinates, not a step that is left out (H7). */
export const REACH = 1e-6;

/** Below this a speed counts as rest, m/s: what it moves in a step is far below any sensor. */
export const STOP_SPEED = 1e-3;

/** How far from its place on the curve a body may be and still count as following it, m. */
export const DEVIATION = 1e-3;

/** What was agreed when a crossing was requested (H1). Nothing of it changes until the crossing is over. */
export interface CrossingTerms {
  /** ID of the action, new for each crossing. */
  readonly action: number | string;
  /** P, the tile that is left. */
  readonly from: Tile;
  /** Q, the tile that is entered; its gradient or its support differs. */
  readonly to: Tile;
  /** The edge that they share. */
  readonly edge: SharedEdge;
  /** Version of the navigation data that the crossing was planned on. */
  readonly navigation: number;
  /** V, m/s along the surface, above 0. */
  readonly surfaceSpeed: number;
  /** A, m/s² along the surface, above 0, or "unlimited". */
  readonly surfaceBudget: number | "unlimited";
  /** Cap of the route, m/s, horizontal, above 0. */
  readonly routeSpeedCap?: number;
  /** How late a braking may start after it was ordered, s, at least 0: one step where the mover is in its step (H6). */
  readonly reaction: number;
  /** How far from the edge the approach ends and the stop begins, m, above 0. */
  readonly nearDistance: number;
  /** See `REACH`. */
  readonly reach: number;
  /** See `STOP_SPEED`. */
  readonly stopSpeed: number;
  /** See `DEVIATION`. */
  readonly deviation: number;
}

/** The horizontal limits on one of the two tiles (G14): P's until adoption, Q's from the next solve on (H2, H8). */
export function limitsOn(tile: Tile, terms: CrossingTerms): HorizontalLimits {
  const { surfaceSpeed, surfaceBudget, routeSpeedCap } = terms;
  return horizontalLimits({
    surfaceSpeed,
    surfaceBudget: surfaceBudget === "unlimited" ? Infinity : surfaceBudget,
    gradient: tile.gradient,
    ...(routeSpeedCap === undefined ? {} : { routeSpeedCap }),
  });
}
