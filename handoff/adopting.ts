import { adoptSupport } from "../geometry/support.ts";
import { type AdoptionCheck, failedChecks } from "./adoption.ts";
import { movedOnEdge } from "./at_boundary.ts";
import { actualBody, isAtBoundary, isReadable } from "./body_feedback.ts";
import { disturbanceInP } from "./disturbance.ts";
import type { ChecksDone, HandoffEvent } from "./handoff_event.ts";
import { conclusion } from "./conclusion.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import { type Adopting, crossingFacts, type Following, isExpired, ticketOf } from "./handoff_state.ts";
import { interrupt } from "./interruption.ts";
import { laterTick } from "./logic_tick.ts";
import { sameTicket } from "./ticket.ts";

/**
 * One step in Adopting (H8, H9). The checks are one controller entry: orders and versions that arrive meanwhile are compared
 * by the checks themselves, or belong after them.
 */
export function reduceAdopting(state: Adopting, event: HandoffEvent): HandoffStep {
  switch (event.kind) {
    case "Moved":
      return movedOnEdge(state, event);
    case "ChecksDone":
      return checked(state, event);
    case "Ticked": {
      const next = laterTick(state, event);
      return isExpired(next) ? incomplete(next, ["deadline"]) : persisted(next);
    }
    default:
      return [state, []];
  }
}

function checked(state: Adopting, { ticket, question, facts, feedback }: ChecksDone): HandoffStep {
  if (question !== state.question || !sameTicket(ticket, ticketOf(state)) || !isReadable(feedback)) {
    return [state, []];
  }
  const { terms } = state, actual = actualBody(feedback, terms);
  const next: Adopting = { ...state, actual };
  const disturbance = disturbanceInP(actual, terms);
  if (disturbance !== undefined) return interrupt(next, { kind: "Disturbed", disturbance });
  if (!isAtBoundary(actual, terms)) {
    return interrupt(next, { kind: "Disturbed", disturbance: "leftEdge" });
  }
  const failed = failedChecks(next, facts, actual);
  if (failed.length > 0) return incomplete(next, failed);
  const { velocity } = actual, supportVelocity = facts.newSupport.velocity;
  const following: Following = {
    phase: "Following",
    epoch: state.epoch,
    tile: terms.to,
    outcome: {
      kind: "Adopted",
      action: terms.action,
      delivered: false,
      velocity,
      supportVelocity,
      relativeVelocity: adoptSupport(velocity, supportVelocity),
    },
  };
  return persisted(following, ...conclusion(following));
}

/** Back to AtBoundary: the contact holds, the handoff stays incomplete (H9). */
function incomplete(state: Adopting, failed: readonly AdoptionCheck[]): HandoffStep {
  return persisted(
    { ...crossingFacts(state), phase: "AtBoundary" },
    { kind: "Report", report: { kind: "AdoptionIncomplete", failed } },
  );
}
