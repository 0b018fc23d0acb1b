import { length, subtract, type Vec2 } from "../geometry/vector.ts";
import type { CrossingTerms } from "./crossing_terms.ts";
import { distanceToEdge, marginToEdge } from "./shared_edge.ts";
import { type Identity, sameIdentity } from "./tile.ts";

/**
 * What really is, as the mover and the physics report it at the end of a step. All vectors are in the axes of the frame that
 * carries the shared edge (see `SharedEdge`), which may turn.
 */
export interface BodyFeedback {
  /** The foot, m, a point of that frame. */
  readonly position: Vec2;
  /** World velocity, horizontal, m/s. */
  readonly velocity: Vec2;
  /** World velocity of what it stands on, under the foot, m/s. */
  readonly supportVelocity: Vec2;
  /** World velocity of the frame under the foot, m/s: that of the shared edge. */
  readonly boundaryVelocity: Vec2;
  /** What it stands on. */
  readonly support: Identity;
  /** Whether it stands there. */
  readonly contact: boolean;
  /** Whether something other than its own mover moved it since the last report. */
  readonly pushed: boolean;
}

/** The last feedback that was accepted, with its two kinds of rest (H13): one may hold without the other. */
export interface ActualBody extends BodyFeedback {
  /** At rest relative to the support. */
  readonly restOnSupport: boolean;
  /** At rest relative to the shared edge, along it as well as across (H2). */
  readonly restAtBoundary: boolean;
}

/** Feedback with what follows from it. */
export function actualBody(feedback: BodyFeedback, terms: CrossingTerms): ActualBody {
  const { position, velocity, supportVelocity, boundaryVelocity, support, contact, pushed } = feedback;
  return {
    position,
    velocity,
    supportVelocity,
    boundaryVelocity,
    support,
    contact,
    pushed,
    restOnSupport: length(subtract(velocity, supportVelocity)) < terms.stopSpeed,
    restAtBoundary: length(subtract(velocity, boundaryVelocity)) < terms.stopSpeed,
  };
}

/** Whether every number of a feedback is finite; one that is not tells nothing. */
export function isReadable({ position, velocity, supportVelocity, boundaryVelocity }: BodyFeedback): boolean {
  return [position, velocity, supportVelocity, boundaryVelocity].every(({ x, y }) => Number.isFinite(x + y));
}

/** Velocity relative to the shared edge, m/s: what a stop in P has to bring to nothing. */
export function closingVelocity({ velocity, boundaryVelocity }: BodyFeedback): Vec2 {
  return subtract(velocity, boundaryVelocity);
}

/** Whether the body stands on P's own support, in the version that was agreed. */
export function standsOnP(actual: ActualBody, terms: CrossingTerms): boolean {
  return actual.contact && sameIdentity(actual.support, terms.from.support);
}

/** Whether the foot is on the shared edge (H7). It says where the foot is; it moves nothing. */
export function isOnEdge({ position }: BodyFeedback, { edge, reach }: CrossingTerms): boolean {
  return distanceToEdge(edge, position) <= reach;
}

/** Whether the foot is beyond the line of the shared edge. */
export function isBeyondEdge({ position }: BodyFeedback, { edge, reach }: CrossingTerms): boolean {
  return !(marginToEdge(edge, position) >= -reach);
}

/** Whether the label "stopped at the boundary" is true (H7, H9): foot on the edge, at rest there, standing on P's support. */
export function isAtBoundary(actual: ActualBody, terms: CrossingTerms): boolean {
  return actual.restAtBoundary && standsOnP(actual, terms) && isOnEdge(actual, terms);
}

/** Whether a stop is confirmed: standing on P, at rest against the edge; on anything else, at rest on that. */
export function isStopped(actual: ActualBody, terms: CrossingTerms): boolean {
  return actual.contact && (standsOnP(actual, terms) ? actual.restAtBoundary : actual.restOnSupport);
}
