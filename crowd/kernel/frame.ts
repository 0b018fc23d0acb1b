import type { AgentId } from "../../geometry/agent.ts";
import type { CrowdParameters } from "../crowd.ts";
import type { ObstacleIndex } from "../obstacle_search.ts";
import type { Cells } from "./cells.ts";
import type { FixedColumns, StateColumns, StepColumns } from "./columns.ts";

/** Everything that the decisions of one step read besides each agent's own columns. */
export interface Frame {
  readonly fixed: FixedColumns;
  readonly now: StateColumns;
  /** Where the decisions go: each agent's row is written by whoever decides for it, and by nobody else. */
  readonly next: StateColumns;
  readonly step: StepColumns;
  readonly cells: Cells;
  readonly rules: Rules;
  readonly tops: Tops;
  /** In their order; read only where the passing side goes by ID. */
  readonly ids: readonly AgentId[];
  /** Absent: there are none. */
  readonly walls: ObstacleIndex | undefined;
}

/** What the kernel reads of a crowd's parameters; plain data, which workers get as a message. */
export type Rules = Pick<
  CrowdParameters,
  | "timeHorizon"
  | "timeHorizonObstacles"
  | "timeStep"
  | "safetyMargin"
  | "neighborDistance"
  | "maxNeighbors"
  | "neighborRanking"
  | "optimizationVelocity"
  | "passingSide"
  | "fallback"
  | "detour"
  | "separation"
  | "floorSlack"
>;

/** Bounds over all agents of one step. */
export interface Tops {
  /** m. */
  readonly radius: number;
  /** The least of them, m. */
  readonly leastRadius: number;
  /** m/s. */
  readonly speed: number;
  /** The least speed that anybody may come with, m/s. */
  readonly leastSpeed: number;
  /** Longest stop segment (M1), m. */
  readonly span: number;
  /** The share of every pair where all have the same weight and nobody is locked (G9); else 0. */
  readonly share: number;
  /** How many agents columns do not describe to their neighbors: `SEEN_ON_RECORDS`. */
  readonly strangers: number;
  /** Whether somebody may go before somebody (C6): some corner is left. */
  readonly isOrdered: boolean;
  /** Least part of a gap that anybody keeps who moves (M6). */
  readonly leastPart: number;
}
