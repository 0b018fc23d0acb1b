import type { Vec2 } from "../geometry/vector.ts";
import type { Access } from "./access.ts";
import type { AdoptionCheck } from "./adoption.ts";
import type { BrakingPlan } from "./braking_plan.ts";
import type { CrossingTerms } from "./crossing_terms.ts";
import type { Disturbance } from "./disturbance.ts";
import type { FailureReason } from "./failure_reason.ts";
import type { HandoffRecord } from "./handoff_record.ts";
import type { Ticket } from "./ticket.ts";
import type { Identity, Tile } from "./tile.ts";

/**
 * What the driver is to do, in the order of the list. `Persist` must be durable before the next command is begun (H14): it
 * stands first wherever something depends on it.
 */
export type HandoffCommand =
  | Persist
  | Hold
  | Dispatch
  | Sweep
  | Check
  | Adopt
  | Release
  | Complete
  | Fail
  | Report;

/** Write this record, durably, before anything that follows. */
export interface Persist {
  /** Tells the variant. */
  readonly kind: "Persist";
  /** JSON-safe; `parseHandoffRecord` reads it back. */
  readonly record: HandoffRecord;
}

/** Take the mover: normal following is not dispatched until `Release` (H6). Taking it twice is taking it once. */
export interface Hold {
  /** Tells the variant. */
  readonly kind: "Hold";
  /** The action that owns the mover. */
  readonly action: number | string;
}

/** Give the mover an order; it ends the one before. What comes of it is reported as `Moved` with this ticket. */
export interface Dispatch {
  /** Tells the variant. */
  readonly kind: "Dispatch";
  /** Name of the order. */
  readonly ticket: Ticket;
  /** The order. */
  readonly motion: OrderedMotion;
}

/** What a mover can be ordered to do. */
export type OrderedMotion =
  /** Let the solver bring the agent to this point of the edge, m, within P's edges and budgets (H2). */
  | { readonly kind: "Approach"; readonly toward: Vec2 }
  /** Let the solver bring the whole velocity to that of the edge, within P's edges and budgets (H2). */
  | { readonly kind: "Stop" }
  /** Move along this curve, and nothing else (H5, H6). */
  | { readonly kind: "Access"; readonly access: Access }
  /** Brake along this line (H6), with no more than the body really has. */
  | { readonly kind: "Brake"; readonly braking: BrakingPlan };

/** Sweep the body over this access and over braking from each of its points; answer with `Swept` (H3). */
export interface Sweep {
  /** Tells the variant. */
  readonly kind: "Sweep";
  /** To be given back. */
  readonly ticket: Ticket;
  /** To be given back. */
  readonly question: number;
  /** The access that is proposed. */
  readonly access: Access;
}

/** Find out what adoption depends on, in one controller entry; answer with `ChecksDone` (H8). */
export interface Check {
  /** Tells the variant. */
  readonly kind: "Check";
  /** To be given back. */
  readonly ticket: Ticket;
  /** To be given back. */
  readonly question: number;
  /** What was agreed. */
  readonly terms: CrossingTerms;
}

/** Set all of this together; the next solve is the first with Q's budgets (H8). */
export interface Adopt {
  /** Tells the variant. */
  readonly kind: "Adopt";
  /** ID of the action. */
  readonly action: number | string;
  /** Q, with its gradient. */
  readonly tile: Tile;
  /** World velocity at the end of the step, m/s. */
  readonly velocity: Vec2;
  /** Velocity of the new support, m/s. */
  readonly supportVelocity: Vec2;
  /** Velocity relative to the new support (G16), m/s. */
  readonly relativeVelocity: Vec2;
}

/** Give the mover back to normal following. Once per action: a repeated one changes nothing. */
export interface Release {
  /** Tells the variant. */
  readonly kind: "Release";
  /** ID of the action. */
  readonly action: number | string;
}

/** Report that the action has succeeded. Once per action: a repeated one changes nothing. */
export interface Complete {
  /** Tells the variant. */
  readonly kind: "Complete";
  /** ID of the action. */
  readonly action: number | string;
}

/** Report that the action has failed. Once per action: a repeated one changes nothing. */
export interface Fail {
  /** Tells the variant. */
  readonly kind: "Fail";
  /** ID of the action. */
  readonly action: number | string;
  /** Why. */
  readonly reason: FailureReason;
  /** What the body stands on: where it is not P's support, the caller has to find out where it is. */
  readonly support: Identity;
}

/** Tell whoever watches. Nothing depends on it. */
export interface Report {
  /** Tells the variant. */
  readonly kind: "Report";
  /** What there is to say. */
  readonly report: HandoffReport;
}

/** What a handoff has to say. */
export type HandoffReport =
  /** There is no stopping guarantee (H12). */
  | { readonly kind: "NoStoppingGuarantee"; readonly disturbance: Disturbance }
  /** A fault: a tick has passed, and the stop before a failure is not confirmed (H11). */
  | { readonly kind: "StopNotConfirmed" }
  /** The access was not admitted: what its sweep or P's piece refused, or that P carries faster than it can cancel (B13). */
  | { readonly kind: "AccessRefused"; readonly why: "sweep" | "outsideTile" | "carried" }
  /** The handoff stays incomplete: these checks failed (H8). */
  | { readonly kind: "AdoptionIncomplete"; readonly failed: readonly AdoptionCheck[] }
  /** A displacement was refused and changed nothing (H15). */
  | { readonly kind: "DisplacementRefused"; readonly ticket: Ticket; readonly why: Refusal };

/** Why a displacement was refused. */
export type Refusal =
  /** There is no crossing. */
  | "noCrossing"
  /** Another epoch, action, attempt or order. */
  | "otherTicket"
  /** Not later than what was reported before. */
  | "late"
  /** A number in it is not finite. */
  | "unreadable";
