/**
 * One agent, the whole pipeline: from what it sees to an honest decision.
 *
 * @module
 */
export * from "./avoid.ts";
export * from "./carried_motion.ts";
export * from "./decide_agent.ts";
export type { Checking } from "./continuous_checks.ts";
export type { HardLimit, HardLimits } from "./hard_limits.ts";
export { prepare, type Prepared, velocityDiscs } from "./prepare.ts";
export * from "./situation.ts";
