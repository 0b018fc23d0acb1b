/**
 * From agents to half-planes: discs, velocity obstacles, ORCA half-planes, supports and slopes, and the checking of
 * unknown input at the door.
 *
 * @module
 */
export * from "./agent.ts";
export * from "./closest_approach.ts";
export * from "./collision_cone.ts";
export * from "./collision_time.ts";
export * from "./disc.ts";
export * from "./half_plane.ts";
export * from "./input_error.ts";
export * from "./motion.ts";
export * from "./orca.ts";
export * from "./parameters.ts";
export * from "./parse_agent.ts";
export * from "./parse_parameters.ts";
export * from "./passing_side.ts";
export * from "./precedence.ts";
export * from "./reachable.ts";
export * from "./reader.ts";
export * from "./responsibility.ts";
export * from "./rigid_motion.ts";
export * from "./slope.ts";
export * from "./support.ts";
export * from "./turn.ts";
export * from "./vector.ts";
export * from "./velocity_obstacle.ts";
