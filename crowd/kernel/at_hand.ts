import { createColumns } from "../../solver/columns.ts";
import type { Optimum } from "../../solver/incremental.ts";
import { createBlock } from "./block.ts";
import { createNeighborLines } from "./half_planes.ts";
import { createInTheWay } from "./in_the_way.ts";
import { createLimits } from "./limits.ts";
import { createNear } from "./near.ts";

/** So much more than an exact reach or distance that the decision alone says what matters (no unit). */
export const GENEROUS = 1 + 1e-8;

/** Where in `figures` stand the share of its progress that it loses in the step, and the detour memory after it (C6). */
export const LOST = 0, DETOUR = 1;

/**
 * What the agent at hand and its block are decided from, and what they come to: filled anew for each. Whoever works on it takes what
 * it needs out once, at its file's head: the engine then knows where it is, which it does not of what is imported.
 */
export const atHand = {
  /** What the agents of the block decide from. */
  block: createBlock(),
  /** Whom they may meet. */
  near: createNear(),
  /** Who of these is in the way. */
  inTheWay: createInTheWay(),
  /** What the agent must stay behind. */
  limits: createLimits(),
  /** Its velocity program: hard lines, and behind them those against neighbors. */
  program: createColumns(64, 2),
  /** What is known of those besides. */
  lines: createNeighborLines(),
  /** What the last search came to. */
  optimum: { kind: 0, i: -1, j: -1, side: 0, x: 0, y: 0 } as Optimum,
  /** The velocity at the step's end that one solve came to, m/s. */
  chosen: { x: 0, y: 0 },
  /** See `LOST` and `DETOUR`: numbers that one function hands to another are allocated, unless they stand in columns. */
  figures: new Float64Array(2),
};
