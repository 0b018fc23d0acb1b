import { isAtBoundary } from "./body_feedback.ts";
import { acceptDisplacement, refused } from "./displacement.ts";
import { disturbanceInP } from "./disturbance.ts";
import type { HandoffEvent, Moved } from "./handoff_event.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import { type Adopting, type AtBoundary, crossingFacts, isExpired, ticketOf } from "./handoff_state.ts";
import { interrupt, versionsHold } from "./interruption.ts";
import { laterTick } from "./logic_tick.ts";

/** One step in AtBoundary: it lasts only while it is true (H9). */
export function reduceAtBoundary(state: AtBoundary, event: HandoffEvent): HandoffStep {
  switch (event.kind) {
    case "Moved":
      return movedOnEdge(state, event);
    case "Ticked": {
      const next = laterTick(state, event);
      return isExpired(next) ? interrupt(next, { kind: "Cancelled", reason: "expired" }) : persisted(next);
    }
    case "Interrupted":
      // Nothing moves here that an obstacle could stop.
      return event.cause === "newOrder"
        ? interrupt(state, { kind: "Cancelled", reason: "newOrder" })
        : [state, []];
    case "VersionsSeen":
      return versionsHold(event.versions, state.terms)
        ? [state, []]
        : interrupt(state, { kind: "Cancelled", reason: "targetInvalid" });
    case "ChecksBegin": {
      if (isExpired(state)) return interrupt(state, { kind: "Cancelled", reason: "expired" });
      const next: Adopting = { ...crossingFacts(state), phase: "Adopting", question: state.question + 1 };
      const { terms, question } = next;
      return persisted(next, { kind: "Check", ticket: ticketOf(next), question, terms });
    }
    default:
      return [state, []];
  }
}

/** Feedback on the edge: where the original contact or the rest is gone, the label is too (H9, H12). */
export function movedOnEdge(state: AtBoundary | Adopting, event: Moved): HandoffStep {
  const acceptance = acceptDisplacement(state, event);
  if (acceptance.kind === "Refused") return refused(state, event, acceptance.why);
  const { actual, executed } = acceptance;
  const next = { ...state, actual, executed };
  const disturbance = disturbanceInP(actual, state.terms);
  if (disturbance !== undefined) return interrupt(next, { kind: "Disturbed", disturbance });
  return isAtBoundary(actual, state.terms)
    ? [next, []]
    : interrupt(next, { kind: "Disturbed", disturbance: "leftEdge" });
}
