import { actualBody, isReadable } from "./body_feedback.ts";
import type { HandoffCommand } from "./handoff_command.ts";
import type { HandoffEvent, Requested } from "./handoff_event.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import { type Approaching, type Following, ticketOf } from "./handoff_state.ts";
import { refused } from "./displacement.ts";
import { footPoint } from "./shared_edge.ts";

/** One step in Following: only a request starts a crossing (H1). */
export function reduceFollowing(state: Following, event: HandoffEvent): HandoffStep {
  switch (event.kind) {
    case "Requested":
      return request(state, event);
    case "Settled":
      return state.outcome !== undefined && !state.outcome.delivered && state.outcome.action === event.action
        ? persisted({ ...state, outcome: { ...state.outcome, delivered: true } })
        : [state, []];
    case "Moved":
      return refused(state, event, "noCrossing");
    default:
      return [state, []];
  }
}

/** Following to Approaching, for a crossing out of this tile; an action that is over is not begun again. */
function request(state: Following, { terms, tick, feedback }: Requested): HandoffStep {
  if (terms.from.id !== state.tile.id || terms.action === state.outcome?.action) return [state, []];
  if (!(Number.isSafeInteger(tick) && isReadable(feedback))) return [state, []];
  const next: Approaching = {
    phase: "Approaching",
    epoch: state.epoch,
    terms,
    attempts: 0,
    firstTick: tick,
    tick,
    order: 1,
    executed: 0,
    question: 0,
    actual: actualBody(feedback, terms),
  };
  const commands: readonly HandoffCommand[] = [
    { kind: "Hold", action: terms.action },
    {
      kind: "Dispatch",
      ticket: ticketOf(next),
      motion: { kind: "Approach", toward: footPoint(terms.edge, feedback.position) },
    },
  ];
  return persisted(next, ...commands);
}
