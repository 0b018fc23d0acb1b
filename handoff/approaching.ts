import { profileDuration } from "./access_profile.ts";
import { isAtBoundary } from "./body_feedback.ts";
import { acceptDisplacement, refused } from "./displacement.ts";
import { disturbanceOnWay } from "./disturbance.ts";
import type { HandoffEvent, Moved } from "./handoff_event.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import { type Approaching, crossingFacts, isExpired } from "./handoff_state.ts";
import { interrupt, versionsHold } from "./interruption.ts";
import { laterTick } from "./logic_tick.ts";
import { distanceToEdge } from "./shared_edge.ts";

/** One step in Approaching (H2–H7, H17). */
export function reduceApproaching(state: Approaching, event: HandoffEvent): HandoffStep {
  switch (event.kind) {
    case "Moved":
      return moved(state, event);
    case "Ticked": {
      const next = laterTick(state, event);
      return isExpired(next) ? interrupt(next, { kind: "Cancelled", reason: "expired" }) : persisted(next);
    }
    case "Interrupted":
      if (event.cause === "newOrder") return interrupt(state, { kind: "Cancelled", reason: "newOrder" });
      // Without a curve nothing was swept that could be blocked: the solver sees the obstacles itself.
      return state.access === undefined ? [state, []] : interrupt(state, { kind: "Interrupted" });
    case "VersionsSeen":
      return versionsHold(event.versions, state.terms)
        ? [state, []]
        : interrupt(state, { kind: "Cancelled", reason: "targetInvalid" });
    default:
      return [state, []];
  }
}

function moved(state: Approaching, event: Moved): HandoffStep {
  const acceptance = acceptDisplacement(state, event);
  if (acceptance.kind === "Refused") return refused(state, event, acceptance.why);
  const { actual, executed } = acceptance, { access, terms } = state;
  const next: Approaching = { ...state, actual, executed };
  const disturbance = disturbanceOnWay(next);
  if (disturbance !== undefined) return interrupt(next, { kind: "Disturbed", disturbance });
  if (access === undefined) {
    return distanceToEdge(terms.edge, actual.position) <= terms.nearDistance
      ? interrupt(next, { kind: "Near" })
      : [next, []];
  }
  if (isAtBoundary(actual, terms)) return persisted({ ...crossingFacts(next), phase: "AtBoundary" });
  // The curve is over and the foot is short of the edge: what is missing takes another attempt.
  return executed >= profileDuration(access.profile) ? interrupt(next, { kind: "Interrupted" }) : [next, []];
}
