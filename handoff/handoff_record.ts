import type { HandoffState } from "./handoff_state.ts";
import type { HandoffCommand } from "./handoff_command.ts";

/** Version of the records that this library writes, and the only one that it reads. */
export const RECORD_VERSION = 1;

/**
 * A state as it is written down (H13): plain data without `Infinity`, NaN or `undefined`, which JSON gives back as it was; -0
 * is written 0, as JSON does by itself.
 */
export interface HandoffRecord {
  /** `RECORD_VERSION`. */
  readonly version: typeof RECORD_VERSION;
  /** The state. */
  readonly state: HandoffState;
}

/** The record of a state. */
export function handoffRecord(state: HandoffState): HandoffRecord {
  return { version: RECORD_VERSION, state };
}

/** A state after a step, and what is to be done. */
export type HandoffStep = readonly [HandoffState, readonly HandoffCommand[]];

/** A step whose state is written down before anything else is done (H14). */
export function persisted(state: HandoffState, ...after: readonly HandoffCommand[]): HandoffStep {
  return [state, [{ kind: "Persist", record: handoffRecord(state) }, ...after]];
}
