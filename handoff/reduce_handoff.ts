import { reduceAdopting } from "./adopting.ts";
import { reduceApproaching } from "./approaching.ts";
import { reduceAtBoundary } from "./at_boundary.ts";
import { reduceFollowing } from "./following.ts";
import type { HandoffCommand } from "./handoff_command.ts";
import type { HandoffEvent } from "./handoff_event.ts";
import type { HandoffState } from "./handoff_state.ts";
import { recover } from "./recovery.ts";
import { reduceStopping } from "./stopping.ts";

/**
 * One step of a handoff: what was heard, turned into the next state and into commands (H17). It moves nothing, knows no
 * clock, and changes no input; every event that does not belong to the phase leaves the state as it is.
 *
 * @param state from `initialHandoff`, `parseHandoffRecord` or the step before
 * @param event what was heard
 * @returns the next state, and what the driver is to do, in order: `Persist` first wherever something depends on it
 */
export function reduceHandoff(
  state: HandoffState,
  event: HandoffEvent,
): readonly [HandoffState, readonly HandoffCommand[]] {
  if (event.kind === "Recovered") return recover(state, event);
  switch (state.phase) {
    case "Following":
      return reduceFollowing(state, event);
    case "Approaching":
      return reduceApproaching(state, event);
    case "Stopping":
      return reduceStopping(state, event);
    case "AtBoundary":
      return reduceAtBoundary(state, event);
    case "Adopting":
      return reduceAdopting(state, event);
  }
}
