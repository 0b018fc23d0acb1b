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
export * from "./edge.ts";
export * from "./edge_limits.ts";
export * from "./obstacle_edge.ts";
export * from "./polygon.ts";
export * from "./reference_velocity.ts";
export * from "./region.ts";
export * from "./separation.ts";
export * from "./snapshot.ts";
export * from "./stop.ts";
export * from "./sweep.ts";
export * from "./sweep_carried.ts";
export * from "./verify_curve.ts";
export * from "./verify_rigid.ts";
