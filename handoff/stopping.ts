import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import { distance } from "../geometry/vector.ts";
import { accessFrom, isInsideTile } from "./access.ts";
import { type ActualBody, isAtBoundary, isBeyondEdge, isStopped, standsOnP } from "./body_feedback.ts";
import { conclusion } from "./conclusion.ts";
import { MAX_ATTEMPTS } from "./crossing_terms.ts";
import { acceptDisplacement, refused } from "./displacement.ts";
import { type Disturbance, disturbanceInP } from "./disturbance.ts";
import type { FailureReason } from "./failure_reason.ts";
import type { HandoffCommand } from "./handoff_command.ts";
import type { HandoffEvent, Moved, Swept } from "./handoff_event.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import {
  type Approaching,
  crossingFacts,
  type Following,
  isExpired,
  type Stopping,
  ticketOf,
} from "./handoff_state.ts";
import { interrupt, remainingBraking, stopsInP, versionsHold } from "./interruption.ts";
import { laterTick } from "./logic_tick.ts";
import { sameTicket } from "./ticket.ts";

/** One step in Stopping (H2, H3, H10–H12, H17). */
export function reduceStopping(state: Stopping, event: HandoffEvent): HandoffStep {
  switch (event.kind) {
    case "Moved":
      return moved(state, event);
    case "Ticked":
      return ticked(laterTick(state, event));
    case "Interrupted":
      if (event.cause === "newOrder") return cancel(state, "newOrder");
      // A stop that is under way goes on; one that waits looks again.
      return state.stop === "confirmed" && !state.cancelling ? ask(state) : [state, []];
    case "VersionsSeen":
      return versionsHold(event.versions, state.terms) ? [state, []] : cancel(state, "targetInvalid");
    case "Swept":
      return swept(state, event);
    default:
      return [state, []];
  }
}

function moved(state: Stopping, event: Moved): HandoffStep {
  const acceptance = acceptDisplacement(state, event);
  if (acceptance.kind === "Refused") return refused(state, event, acceptance.why);
  const { actual, executed } = acceptance, { terms } = state;
  const next: Stopping = { ...state, actual, executed };
  const disturbance = newDisturbance(next);
  // What is seen together with a push is no stop, whatever the velocity: the next order's feedback has to confirm it.
  if (disturbance !== undefined) return interrupt(next, { kind: "Disturbed", disturbance });
  if (!isStopped(actual, terms)) {
    return state.stop === "confirmed" ? interrupt(next, { kind: "Interrupted" }) : [next, []];
  }
  // Where a waiting body has got onto the edge meanwhile, it has arrived.
  if (state.stop === "braking" || isAtBoundary(actual, terms)) {
    return afterStop({ ...next, stop: "confirmed" });
  }
  return state.proposed !== undefined && hasMoved(actual, next) ? ask(next) : [next, []];
}

/**
 * A disturbance that the present stop does not know of yet (H12): each new push, each that ends a confirmed stop, and any
 * other when it is first seen.
 */
function newDisturbance(state: Stopping): Disturbance | undefined {
  const { actual, terms, braking, executed, guarantee, stop } = state;
  const wrong = disturbanceInP(actual, terms);
  if (wrong !== undefined) {
    return wrong === "externalForce" || stop === "confirmed" || wrong !== state.disturbance
      ? wrong
      : undefined;
  }
  return guarantee === "edge" && !stopsInP(remainingBraking(braking, executed, actual, terms), actual, terms)
    ? "noRoom"
    : undefined;
}

/** What happens next is decided here, from where the body really stopped (H10). */
function afterStop(state: Stopping): HandoffStep {
  const { actual, terms } = state;
  if (state.cancelling) return giveUp(state, state.reason);
  if (!standsOnP(actual, terms)) return giveUp(state, "supportInvalid");
  if (isAtBoundary(actual, terms)) return persisted({ ...crossingFacts(state), phase: "AtBoundary" });
  if (isBeyondEdge(actual, terms)) return giveUp(state, "leftTile");
  return state.attempts >= MAX_ATTEMPTS ? giveUp(state, "attemptsUsedUp") : ask(state);
}

/** Proposes an access from the actual stop, and has it swept (H3). */
function ask({ proposed: _, ...state }: Stopping): HandoffStep {
  const access = accessFrom(state.actual, state.attempts + 1, state.terms);
  if (!isSome(access)) {
    return [state, [{ kind: "Report", report: { kind: "AccessRefused", why: "carried" } }]];
  }
  const next: Stopping = { ...state, question: state.question + 1, proposed: access.value };
  return [next, [sweepOf(next, access.value)]];
}

function sweepOf(state: Stopping, access: Required<Stopping>["proposed"]): HandoffCommand {
  return { kind: "Sweep", ticket: ticketOf(state), question: state.question, access };
}

/** The answer to the last question: the access is admitted, or the body stays stopped until the next look (H3, H10). */
function swept(state: Stopping, { ticket, question, verdict, edges }: Swept): HandoffStep {
  const { proposed, ...waiting } = state;
  if (proposed === undefined || question !== state.question || !sameTicket(ticket, ticketOf(state))) {
    return [state, []];
  }
  const { boundaryVelocity } = state.actual;
  const inside = isInsideTile(proposed, edges, boundaryVelocity, state.terms.reaction);
  if (verdict !== "clear" || !inside) {
    const why = verdict === "clear" ? "outsideTile" : "sweep";
    return [waiting, [{ kind: "Report", report: { kind: "AccessRefused", why } }]];
  }
  const next: Approaching = {
    ...crossingFacts(state),
    phase: "Approaching",
    attempts: proposed.attempt,
    order: state.order + 1,
    executed: 0,
    access: proposed,
  };
  return persisted(next, {
    kind: "Dispatch",
    ticket: ticketOf(next),
    motion: { kind: "Access", access: proposed },
  });
}

/** Every tick: the deadline, another look, or a fault (H10, H11). */
function ticked(state: Stopping): HandoffStep {
  if (state.cancelling) return persisted(state, { kind: "Report", report: { kind: "StopNotConfirmed" } });
  if (isExpired(state)) return cancel(state, "expired");
  if (state.stop === "braking") return persisted(state);
  const [next, commands] = ask(state);
  return persisted(next, ...commands);
}

/** No way on: at once where the stop is confirmed, after it otherwise. The first reason stays. */
function cancel({ proposed: _, ...state }: Stopping, reason: FailureReason): HandoffStep {
  if (state.cancelling) return [state, []];
  return state.stop === "confirmed"
    ? giveUp(state, reason)
    : persisted({ ...state, cancelling: true, reason });
}

/** Back to Following in P: written down, released, and only then failed (H11). */
function giveUp({ epoch, terms, actual }: Stopping, reason: FailureReason): HandoffStep {
  const { action, from } = terms, { support } = actual;
  const next: Following = {
    phase: "Following",
    epoch,
    tile: from,
    outcome: { kind: "Failed", action, delivered: false, reason, support },
  };
  return persisted(next, ...conclusion(next));
}

/** Whether the body is no longer where the proposed access starts. */
function hasMoved(actual: ActualBody, { proposed, terms }: Stopping): boolean {
  return proposed !== undefined && distance(actual.position, proposed.start) > terms.reach;
}
