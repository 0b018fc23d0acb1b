import { type ActualBody, actualBody, isReadable } from "./body_feedback.ts";
import type { Refusal } from "./handoff_command.ts";
import type { Moved } from "./handoff_event.ts";
import type { HandoffStep } from "./handoff_record.ts";
import { type CrossingState, type HandoffState, ticketOf } from "./handoff_state.ts";
import { sameTicket } from "./ticket.ts";

/** What becomes of a reported displacement (H15). */
export type Acceptance =
  /** It belongs to the present order: this is where the body really is now. */
  | { readonly kind: "Accepted"; readonly actual: ActualBody; readonly executed: number }
  /** It changes nothing. */
  | { readonly kind: "Refused"; readonly why: Refusal };

/** Accepts a displacement of the mover's present order, once and forward in time; refuses any other (H15). */
export function acceptDisplacement(state: CrossingState, moved: Moved): Acceptance {
  const { ticket, executed, feedback } = moved;
  if (!sameTicket(ticket, ticketOf(state))) return { kind: "Refused", why: "otherTicket" };
  if (!(Number.isFinite(executed) && isReadable(feedback))) return { kind: "Refused", why: "unreadable" };
  if (executed <= state.executed) return { kind: "Refused", why: "late" };
  return { kind: "Accepted", actual: actualBody(feedback, state.terms), executed };
}

/** A refused displacement leaves the state as it is, and is reported. */
export function refused(state: HandoffState, { ticket }: Moved, why: Refusal): HandoffStep {
  return [state, [{ kind: "Report", report: { kind: "DisplacementRefused", ticket, why } }]];
}
