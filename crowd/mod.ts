/**
 * Many agents, one pure step.
 *
 * @module
 */
export * from "./create.ts";
export * from "./crowd.ts";
export { DETOUR } from "./detour.ts";
export { type NeighborIndex, type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
export * from "./step.ts";
export { meetInHeight, overlapInHeight } from "./storeys.ts";
