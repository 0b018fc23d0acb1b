/**
 * Scenarios as data (C13): a JSON format with a published schema, a parser that names everything that is wrong,
 * pure metrics of a run over continuous time, and verdicts on what a scenario expects.
 *
 * @module
 */
export * from "./agent_metrics.ts";
export * from "./check_expectations.ts";
export * from "./counting_area.ts";
export * from "./counting_gate.ts";
export * from "./digest.ts";
export * from "./expectation.ts";
export * from "./extreme.ts";
export * from "./floor_metrics.ts";
export * from "./generate.ts";
export * from "./metrics.ts";
export * from "./pair_gap.ts";
export * from "./parse.ts";
export * from "./path_length.ts";
export * from "./region_margin.ts";
export * from "./run.ts";
export * from "./scenario.ts";
export type { JsonSchema } from "./json_schema.ts";
export { scenarioSchema, schemaText } from "./schema.ts";
export * from "./step_motion.ts";
export * from "./stepping.ts";
export * from "./summary.ts";
export * from "./sweep.ts";
export * from "./swept_parameter.ts";
export * from "./travel_times.ts";
export type { Judged, Verdict } from "./verdict.ts";
export * from "./wall_clearance.ts";
