/**
 * From half-planes to a velocity: complete enumeration, incremental programming, least violation, and the honest
 * decision.
 *
 * @module
 */
export * from "./problem.ts";
export * from "./tolerance.ts";
export { enumerateCandidates, feasibleCandidates, solveByEnumeration } from "./enumeration.ts";
export { solveIncremental } from "./incremental.ts";
export { type LeastViolation, solveLeastViolation } from "./least_violation.ts";
export * from "./random.ts";
export * from "./sampling.ts";
export * from "./decision.ts";
export { ACTIVE, decide } from "./decide.ts";
