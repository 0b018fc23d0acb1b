import { type ActualBody, closingVelocity } from "./body_feedback.ts";
import { brakingOffCurve, type BrakingPlan, brakingPlan, hasRoom } from "./braking_plan.ts";
import { type CrossingTerms, limitsOn, MAX_ATTEMPTS } from "./crossing_terms.ts";
import type { Disturbance } from "./disturbance.ts";
import type { FailureReason } from "./failure_reason.ts";
import type { HandoffCommand, OrderedMotion } from "./handoff_command.ts";
import type { CrossingVersions } from "./handoff_event.ts";
import { type HandoffStep, persisted } from "./handoff_record.ts";
import {
  type Cancelling,
  type CrossingFacts,
  crossingFacts,
  type CrossingState,
  isExpired,
  type Stopping,
  ticketOf,
} from "./handoff_state.ts";
import { edgeNormal, marginToEdge } from "./shared_edge.ts";

/** Why a crossing goes to Stopping. */
export type Interruption =
  /** The edge is near: the regular stop before the access. */
  | { readonly kind: "Near" }
  /** Something came between; what happens next is decided after the stop (H10). */
  | { readonly kind: "Interrupted" }
  /** There will be no way on. */
  | { readonly kind: "Cancelled"; readonly reason: FailureReason }
  /** P's guarantee is void (H12). */
  | { readonly kind: "Disturbed"; readonly disturbance: Disturbance };

/**
 * To Stopping: the running attempt is void from here on, the mover stays held and brakes (H10). Off an undisturbed curve it
 * brakes along the tangent, with what was planned kept (H6). From anywhere else it brakes from the actual velocity.
 */
export function interrupt(state: CrossingState, why: Interruption): HandoffStep {
  const { terms, actual } = state;
  const { budget } = limitsOn(terms.from, terms);
  const velocity = closingVelocity(actual);
  if (why.kind === "Disturbed") {
    const braking = brakingPlan(velocity, budget, terms.reaction);
    return stopping(
      crossingFacts(state),
      { kind: "Brake", braking },
      braking,
      courseOf(state, why),
      why.disturbance,
    );
  }
  if (state.phase === "Approaching" && state.access !== undefined) {
    const { profile } = state.access;
    const braking = brakingOffCurve(profile, state.executed, velocity, budget, terms.reaction);
    return stopping(crossingFacts(state), { kind: "Brake", braking }, braking, courseOf(state, why));
  }
  // The solver has moved the agent, and its own committed stop is in force: nothing is late.
  const braking = brakingPlan(velocity, budget, 0);
  return stopping(crossingFacts(state), { kind: "Stop" }, braking, courseOf(state, why));
}

/** Whether there is a way on after an interruption. The first reason stays. */
function courseOf(state: CrossingState, why: Interruption): Cancelling {
  const course = courseAfter(state);
  return why.kind === "Cancelled" && !course.cancelling ? { cancelling: true, reason: why.reason } : course;
}

/** Whether there is a way on once the running attempt, if there is one, is void: not after the last, nor too late (H11). */
export function courseAfter(state: CrossingState): Cancelling {
  if (state.phase === "Stopping" && state.cancelling) return { cancelling: true, reason: state.reason };
  if (isExpired(state)) return { cancelling: true, reason: "expired" };
  const broken = state.phase === "Approaching" && state.access !== undefined;
  return broken && state.attempts >= MAX_ATTEMPTS
    ? { cancelling: true, reason: "attemptsUsedUp" }
    : { cancelling: false };
}

/**
 * The state in which a stop has just been ordered, and its commands.
 *
 * @param before commands between the record and the order
 */
export function stopping(
  facts: CrossingFacts,
  motion: OrderedMotion,
  braking: BrakingPlan,
  course: Cancelling,
  disturbance?: Disturbance,
  ...before: readonly HandoffCommand[]
): HandoffStep {
  const lost = disturbance ?? (stopsInP(braking, facts.actual, facts.terms) ? undefined : "noRoom");
  const state: Stopping = {
    ...facts,
    phase: "Stopping",
    order: facts.order + 1,
    executed: 0,
    braking,
    stop: "braking",
    guarantee: lost === undefined ? "edge" : "none",
    ...(lost === undefined ? {} : { disturbance: lost }),
    ...course,
  };
  const reports: readonly HandoffCommand[] = lost === undefined
    ? []
    : [{ kind: "Report", report: { kind: "NoStoppingGuarantee", disturbance: lost } }];
  return persisted(state, ...before, { kind: "Dispatch", ticket: ticketOf(state), motion }, ...reports);
}

/** Whether a stop from the actual state ends at or before the edge (H12). */
export function stopsInP(braking: BrakingPlan, actual: ActualBody, { edge, reach }: CrossingTerms): boolean {
  return hasRoom(braking, edgeNormal(edge), marginToEdge(edge, actual.position), reach);
}

/** What is left of a stop after a while, with the velocity that the body really has. */
export function remainingBraking(
  braking: BrakingPlan,
  executed: number,
  actual: ActualBody,
  terms: CrossingTerms,
): BrakingPlan {
  const { budget } = limitsOn(terms.from, terms);
  return brakingPlan(closingVelocity(actual), budget, Math.max(0, braking.hold - executed));
}

/** Whether the versions that hold now are those that were agreed. */
export function versionsHold(
  versions: CrossingVersions,
  { from, to, edge, navigation }: CrossingTerms,
): boolean {
  return versions.from === from.version && versions.to === to.version && versions.edge === edge.version &&
    versions.navigation === navigation;
}
