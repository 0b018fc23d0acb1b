import type { Edge } from "../boundary/edge.ts";
import type { AdoptionFacts } from "./adoption.ts";
import type { BodyFeedback } from "./body_feedback.ts";
import type { CrossingTerms } from "./crossing_terms.ts";
import type { Ticket } from "./ticket.ts";

/** What a handoff is told: requests, what really happened, and answers to its commands. */
export type HandoffEvent =
  | Requested
  | Moved
  | Ticked
  | Interrupted
  | Swept
  | VersionsSeen
  | ChecksBegin
  | ChecksDone
  | Recovered
  | Settled;

/** A crossing is asked for (H1). `terms` come from `parseCrossingTerms`. */
export interface Requested {
  /** Tells the variant. */
  readonly kind: "Requested";
  /** What is asked for. */
  readonly terms: CrossingTerms;
  /** The present logic tick, a whole number. */
  readonly tick: number;
  /** What really is. */
  readonly feedback: BodyFeedback;
}

/** The mover has carried out an order for a while. Accepted only for the present ticket, and only forward in time (H15). */
export interface Moved {
  /** Tells the variant. */
  readonly kind: "Moved";
  /** The order. */
  readonly ticket: Ticket;
  /** How long it has been carried out, s since its start: above what was reported before. */
  readonly executed: number;
  /** What really is. */
  readonly feedback: BodyFeedback;
}

/** The driver's logic clock (H11): it stands still in a pause, and never goes back. */
export interface Ticked {
  /** Tells the variant. */
  readonly kind: "Ticked";
  /** The present logic tick, a whole number. */
  readonly tick: number;
}

/** Something came between (H10): obstacles concerned have another version, the body's sweep is blocked, another order. */
export interface Interrupted {
  /** Tells the variant. */
  readonly kind: "Interrupted";
  /** What. */
  readonly cause: "obstaclesChanged" | "sweepBlocked" | "newOrder";
}

/** The answer to `Sweep` (H3). */
export interface Swept {
  /** Tells the variant. */
  readonly kind: "Swept";
  /** The ticket of the question. */
  readonly ticket: Ticket;
  /** The number of the question. */
  readonly question: number;
  /** Whether the body's sweep over the curve, and over braking from each of its points, is clear. */
  readonly verdict: "clear" | "blocked";
  /** P's convex piece now: eroded edges in the edge's frame, with world velocities. */
  readonly edges: readonly Edge[];
}

/** The versions that hold now; one that differs from what was agreed makes the target invalid. */
export interface VersionsSeen {
  /** Tells the variant. */
  readonly kind: "VersionsSeen";
  /** The versions. */
  readonly versions: CrossingVersions;
}

/** Versions that a crossing depends on. */
export interface CrossingVersions {
  /** Of P. */
  readonly from: number;
  /** Of Q. */
  readonly to: number;
  /** Of the shared edge. */
  readonly edge: number;
  /** Of the navigation data. */
  readonly navigation: number;
}

/** The controller enters the adoption (H8). */
export interface ChecksBegin {
  /** Tells the variant. */
  readonly kind: "ChecksBegin";
}

/** The answer to `Check` (H8). */
export interface ChecksDone {
  /** Tells the variant. */
  readonly kind: "ChecksDone";
  /** The ticket of the question. */
  readonly ticket: Ticket;
  /** The number of the question. */
  readonly question: number;
  /** What was found. */
  readonly facts: AdoptionFacts;
  /** What really is, at that same moment. */
  readonly feedback: BodyFeedback;
}

/** The process was started again and has read this state from its record (H14). */
export interface Recovered {
  /** Tells the variant. */
  readonly kind: "Recovered";
  /** The new run epoch: above that of the record. */
  readonly epoch: number;
  /** The present logic tick, a whole number. */
  readonly tick: number;
  /** The action that the restarted world still pursues; absent: none. */
  readonly action?: number | string;
  /** The versions that hold now. */
  readonly versions: CrossingVersions;
  /** What really is: the pose and velocity that were found, not those of the record. */
  readonly feedback: BodyFeedback;
}

/** The commands that ended a crossing were carried out. */
export interface Settled {
  /** Tells the variant. */
  readonly kind: "Settled";
  /** ID of the action. */
  readonly action: number | string;
}
