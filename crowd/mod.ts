/**
 * Many agents, one pure step.
 *
 * @module
 */
export { advanceCrowd } from "./advance.ts";
export { changeAgents } from "./change_agents.ts";
export * from "./create.ts";
export * from "./crowd.ts";
export { DETOUR } from "./detour.ts";
export { avoids, EVERY_LAYER, FIRST_LAYER } from "./layers.ts";
export { SETTLING } from "./settling.ts";
export type { RouteCorner } from "./route.ts";
export { type NeighborIndex, type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
export { brokenMotions } from "./moved_agents.ts";
export * from "./step.ts";
export { carryOut } from "./crossing_errands.ts";
export { type WayOn, wayOn } from "./crossing_request.ts";
export { crosserOf } from "./crossers.ts";
export { haltCrossings, haltEverybody } from "./halt_crossings.ts";
export { hearCrossing } from "./hear_crossing.ts";
export { withMembers } from "./members.ts";
export {
  type Crosser,
  CROSSING,
  type CrossingParameters,
  type Errand,
  type FoundElsewhere,
  type HandoffNews,
  isSettled,
  logicTick,
  type MoverOrder,
  type Restored,
  type TiledCrowd,
  tiledCrowd,
} from "./tiled_crowd.ts";
export { advanceGround, type GroundSupport } from "./ground_frames.ts";
export { parseTiledGround, tiledGroundInput } from "./parse_ground.ts";
export { type GroundTile, tileAt, type TiledGround, type TileEdge, tileOf } from "./tiled_ground.ts";
export {
  interruptCrossing,
  moveTiledCrowd,
  recoverCrossings,
  redirect,
  replaceGround,
  senseCrossings,
  settled,
  stepTiledCrowd,
} from "./tiled_step.ts";
export { type Departure, departures, mergeParts, splitCrowd, withArrivals } from "./split/ownership.ts";
export { type Halo, haloFor, type ReadyPart, readyPart, stepPart } from "./split/part.ts";
export { type Partition, stripes } from "./split/partition.ts";
export { haloWidth, joinReach, NO_REACH, type Reach, reachOfAgents } from "./split/reach.ts";
export { meetInHeight, overlapInHeight } from "./storeys.ts";
export type { Waypoint } from "./waypoint.ts";
export { itemAt, itemsOf, type ListNode, type PersistentList } from "./persistent_list.ts";
export { countKinds, crowdOfKernel, stepCrowdFast } from "./kernel/crowd_of_kernel.ts";
export {
  type Allocate,
  DECISION_KINDS,
  type Extent,
  type FixedColumns,
  NO_DECISION,
  type StateColumns,
  type StepColumns,
} from "./kernel/columns.ts";
export { explainAgent, type Explained, isOnRecords } from "./kernel/explain.ts";
export { agentOfKernel, type Kernel, kernelOf } from "./kernel/kernel.ts";
export { type KernelInput, NO_INPUT, stepKernel } from "./kernel/step.ts";
