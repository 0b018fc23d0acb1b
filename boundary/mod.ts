/**
 * Staying inside moving edges, never overlapping, and always being able to stop: limits in velocity, and exact proofs of
 * the motion that really happens.
 *
 * @module
 */
export * from "./arrival.ts";
export * from "./braking_bound.ts";
export * from "./braking_limits.ts";
export { type CarriedBody } from "./carried_body.ts";
export { convexPieces } from "./convex_pieces.ts";
export { type ConvexView, convexView, type ViewEdge, type Viewpoint } from "./convex_view.ts";
export * from "./corridor.ts";
export { type CorridorTile, parseTile, tileFrom, type TileSupport } from "./corridor_tile.ts";
export * from "./edge.ts";
export * from "./edge_limits.ts";
export * from "./merge_tiles.ts";
export * from "./obstacle.ts";
export * from "./obstacle_edge.ts";
export { obstacleHalfPlane } from "./obstacle_half_plane.ts";
export * from "./polygon.ts";
export { type Portal, SHORTEST_PORTAL, TOUCH } from "./portal.ts";
export * from "./reference_velocity.ts";
export * from "./region.ts";
export {
  canCull,
  FLOOR_SLACK,
  gapPart,
  holdsItsLine,
  isParked,
  LEAST_PART,
  type Mover,
  reachOfStep,
  separationEdges,
  SLACK_PER_COORDINATE,
  stopSpan,
  stopTime,
  touchingDistance,
  type Uncovered,
} from "./separation.ts";
export * from "./snapshot.ts";
export * from "./stop.ts";
export * from "./string_pulling.ts";
export * from "./sweep.ts";
export * from "./sweep_carried.ts";
export * from "./verify_curve.ts";
export * from "./verify_portals.ts";
export * from "./verify_rigid.ts";
