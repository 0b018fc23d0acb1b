/**
 * Crossing to a tile of another gradient or support (H): a pure reducer from events to a state of five phases and to
 * commands, with the access curve that leads to the edge, and records that survive a restart.
 *
 * ```ts
 * import { initialHandoff, parseCrossingTerms, reduceHandoff } from "@halfstep/halfstep";
 *
 * const support = { id: "ground", version: 1 };
 * const flat = { id: "P", version: 1, gradient: { x: 0, y: 0 }, support };
 * const slope = { id: "Q", version: 1, gradient: { x: Math.sqrt(3), y: 0 }, support };
 * const terms = parseCrossingTerms({
 *   action: "cross",
 *   from: flat,
 *   to: slope,
 *   edge: { id: "PQ", version: 1, from: { x: 0, y: -1 }, to: { x: 0, y: 1 } },
 *   navigation: 1,
 *   surfaceSpeed: 1,
 *   surfaceBudget: 1,
 * });
 * if (terms._tag === "Left") throw new Error(terms.left.map(({ rule }) => rule).join(", "));
 * const rest = { x: 0, y: 0 };
 * const [state, commands] = reduceHandoff(initialHandoff(flat), {
 *   kind: "Requested",
 *   terms: terms.right,
 *   tick: 0,
 *   feedback: {
 *     position: { x: -1, y: 0 },
 *     velocity: rest,
 *     supportVelocity: rest,
 *     boundaryVelocity: rest,
 *     support,
 *     contact: true,
 *     pushed: false,
 *   },
 * });
 * // Approaching; the commands are Persist, Hold and Dispatch, to be carried out in this order.
 * if (state.phase !== "Approaching" || commands[0]?.kind !== "Persist") throw new Error("the crossing begins");
 * ```
 *
 * @module
 */
export * from "./access.ts";
export * from "./access_profile.ts";
export * from "./adoption.ts";
export * from "./body_feedback.ts";
export * from "./braking_plan.ts";
export * from "./crossing_terms.ts";
export type { Disturbance } from "./disturbance.ts";
export type { FailureReason } from "./failure_reason.ts";
export * from "./handoff_command.ts";
export * from "./handoff_event.ts";
export * from "./handoff_outcome.ts";
export { type HandoffRecord, handoffRecord, RECORD_VERSION } from "./handoff_record.ts";
export * from "./handoff_state.ts";
export { parseBodyFeedback } from "./parse_feedback.ts";
export { parseHandoffRecord } from "./parse_record.ts";
export { parseCrossingTerms } from "./parse_terms.ts";
export { reduceHandoff } from "./reduce_handoff.ts";
export * from "./shared_edge.ts";
export * from "./ticket.ts";
export * from "./tile.ts";
