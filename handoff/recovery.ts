import { adoptSupport } from "../geometry/support.ts";
import { actualBody, closingVelocity, isReadable } from "./body_feedback.ts";
import { brakingPlan } from "./braking_plan.ts";
import { conclusion } from "./conclusion.ts";
import { limitsOn } from "./crossing_terms.ts";
import { disturbanceInP } from "./disturbance.ts";
import type { Recovered } from "./handoff_event.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import {
  type Cancelling,
  crossingFacts,
  type CrossingState,
  type Following,
  type HandoffState,
} from "./handoff_state.ts";
import { courseAfter, stopping, versionsHold } from "./interruption.ts";
import { laterTick } from "./logic_tick.ts";

/**
 * The first step after a restart (H14). A crossing goes to Stopping, whatever its phase was: what was left of a curve is
 * void, the mover is held, and the body brakes from where and how fast it really is. Attempts, deadline and a decision to
 * cancel are those of the record. A second recovery in a row changes nothing but the epoch, and a target that was reached,
 * or nearly adopted, has to be confirmed again (H16). An epoch that is not new tells nothing.
 */
export function recover(state: HandoffState, event: Recovered): HandoffStep {
  const { epoch, feedback } = event;
  if (!(Number.isSafeInteger(epoch) && epoch > state.epoch && isReadable(feedback))) return [state, []];
  return state.phase === "Following" ? recoverFollowing(state, event) : recoverCrossing(state, event);
}

function recoverCrossing(state: CrossingState, event: Recovered): HandoffStep {
  const { terms } = state, { epoch } = event;
  const actual = actualBody(event.feedback, terms);
  const later = laterTick(state, event);
  const braking = brakingPlan(closingVelocity(actual), limitsOn(terms.from, terms).budget, terms.reaction);
  return stopping(
    { ...crossingFacts(later), epoch, actual, order: 0, question: 0 },
    { kind: "Brake", braking },
    braking,
    courseAfterRestart(later, event),
    disturbanceInP(actual, terms),
    { kind: "Hold", action: terms.action },
  );
}

/** Whether there is a way on after the stop, given what holds after the restart. */
function courseAfterRestart(state: CrossingState, { action, versions }: Recovered): Cancelling {
  const course = courseAfter(state);
  if (course.cancelling) return course;
  if (action !== state.terms.action) return { cancelling: true, reason: "newOrder" };
  return versionsHold(versions, state.terms) ? course : { cancelling: true, reason: "targetInvalid" };
}

/** Nothing is under way; commands of the last crossing that may not have been carried out are given again. */
function recoverFollowing(state: Following, { epoch, feedback }: Recovered): HandoffStep {
  const { outcome } = state;
  if (outcome === undefined || outcome.delivered) return persisted({ ...state, epoch });
  if (outcome.kind === "Failed") return persisted({ ...state, epoch }, ...conclusion(state));
  // The velocity is the one that the body really has; that of Q's support too, where the body stands on it.
  const { velocity } = feedback;
  const supportVelocity = feedback.support.id === state.tile.support.id
    ? feedback.supportVelocity
    : outcome.supportVelocity;
  const relativeVelocity = adoptSupport(velocity, supportVelocity);
  const next: Following = {
    ...state,
    epoch,
    outcome: { ...outcome, velocity, supportVelocity, relativeVelocity },
  };
  return persisted(next, ...conclusion(next));
}
