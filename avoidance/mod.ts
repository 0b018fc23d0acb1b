/**
 * One agent, the whole pipeline: from what it sees to an honest decision.
 *
 * @module
 */
export * from "./avoid.ts";
export * from "./carried_motion.ts";
export type { Checking } from "./continuous_checks.ts";
export { type CorridorIntent, corridorIntent } from "./corridor_intent.ts";
export * from "./corridor_situation.ts";
export { CORNER_INSET, corridorPath, type CorridorWish } from "./corridor_wish.ts";
export * from "./decide_agent.ts";
export { leastFloorSlack } from "./floor_slack.ts";
export { followCorridor } from "./follow_corridor.ts";
export type { HardLimit, HardLimits } from "./hard_limits.ts";
export { parseCorridorSituation } from "./parse_corridor_situation.ts";
export { prepare, type Prepared, velocityDiscs } from "./prepare.ts";
export type { SupportInput } from "./read_support.ts";
export * from "./situation.ts";
