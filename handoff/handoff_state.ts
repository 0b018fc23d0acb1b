import type { Access } from "./access.ts";
import type { ActualBody } from "./body_feedback.ts";
import type { BrakingPlan } from "./braking_plan.ts";
import { type CrossingTerms, DEADLINE_TICKS } from "./crossing_terms.ts";
import type { Disturbance } from "./disturbance.ts";
import type { HandoffOutcome } from "./handoff_outcome.ts";
import type { FailureReason } from "./failure_reason.ts";
import type { Ticket } from "./ticket.ts";
import type { Tile } from "./tile.ts";

/** Where a handoff stands: one of five phases. Plain data; as it is, it is what the record holds (H13). */
export type HandoffState = Following | CrossingState;

/** A phase of a crossing: the handoff owns the mover. */
export type CrossingState = Approaching | Stopping | AtBoundary | Adopting;

/** The name of a phase. */
export type Phase = HandoffState["phase"];

/** No crossing: the agent follows its route in one tile, and the mover is its own. */
export interface Following {
  /** Tells the phase. */
  readonly phase: "Following";
  /** Run epoch, a whole number. */
  readonly epoch: number;
  /** The tile whose edges, gradient and budgets hold. */
  readonly tile: Tile;
  /** How the last crossing ended. */
  readonly outcome?: HandoffOutcome;
}

/** What all phases of a crossing know. */
export interface CrossingFacts {
  /** Run epoch, a whole number. */
  readonly epoch: number;
  /** What was agreed. */
  readonly terms: CrossingTerms;
  /** Attempts that were admitted so far, 0 to 3 (H11). */
  readonly attempts: number;
  /** Logic tick of the first Approaching; nothing ever changes it (H11). */
  readonly firstTick: number;
  /** The last logic tick that was heard of. */
  readonly tick: number;
  /** Number of the mover's present order in this epoch, from 1. */
  readonly order: number;
  /** How long the mover has been carrying it out, s, as last reported. */
  readonly executed: number;
  /** Number of the last question (sweep or adoption check) in this epoch; 0 before the first. */
  readonly question: number;
  /** The last feedback that was accepted. */
  readonly actual: ActualBody;
}

/** On the way to the edge: by the solver first, within P's limits; along an admitted access curve later (H3). */
export interface Approaching extends CrossingFacts {
  /** Tells the phase. */
  readonly phase: "Approaching";
  /** The admitted curve; absent while the solver moves the agent. */
  readonly access?: Access;
}

/** Coming to a stop in P, and waiting there. */
export type Stopping = StoppingFacts & Cancelling;

/** What is known while stopping. */
export interface StoppingFacts extends CrossingFacts {
  /** Tells the phase. */
  readonly phase: "Stopping";
  /** The stop that was ordered. */
  readonly braking: BrakingPlan;
  /** Whether feedback has confirmed the stop (H2). */
  readonly stop: "braking" | "confirmed";
  /** "edge": the stop is at or before the edge; "none": no such promise (H12), and no safe stop on record. */
  readonly guarantee: "edge" | "none";
  /** What took the promise away. */
  readonly disturbance?: Disturbance;
  /** The access whose sweep is being asked for, by the number in `question`; absent: none, or refused for now. */
  readonly proposed?: Access;
}

/** Whether there is a way on after the stop (H10, H11). */
export type Cancelling =
  /** What happens next is decided after the stop. */
  | { readonly cancelling: false }
  /** After the stop the mover is released and the failure reported. */
  | { readonly cancelling: true; readonly reason: FailureReason };

/** At rest with the actual foot on the edge (H7). */
export interface AtBoundary extends CrossingFacts {
  /** Tells the phase. */
  readonly phase: "AtBoundary";
}

/** The checks of adoption are under way, in one controller entry (H8). */
export interface Adopting extends CrossingFacts {
  /** Tells the phase. */
  readonly phase: "Adopting";
}

/**
 * The state before any crossing.
 *
 * @param tile the tile that the agent stands on
 * @param epoch run epoch, a whole number, at least 0; larger than that of any earlier run
 */
export function initialHandoff(tile: Tile, epoch = 0): HandoffState {
  return { phase: "Following", epoch, tile };
}

/** The tile whose edges and budgets hold (H2, H8, H9): P until Q is adopted. On the edge, this decides. */
export function tileInForce(state: HandoffState): Tile {
  return state.phase === "Following" ? state.tile : state.terms.from;
}

/** The ticket of the mover's present order. */
export function ticketOf({ epoch, terms, attempts, order }: CrossingFacts): Ticket {
  return { epoch, action: terms.action, attempt: attempts, order };
}

/** Whether the deadline has passed: 30 ticks from the first Approaching (H11). */
export function isExpired({ tick, firstTick }: CrossingFacts): boolean {
  return tick >= firstTick + DEADLINE_TICKS;
}

/** The facts alone, without what belongs to the present phase. */
export function crossingFacts(state: CrossingState): CrossingFacts {
  const { epoch, terms, attempts, firstTick, tick, order, executed, question, actual } = state;
  return { epoch, terms, attempts, firstTick, tick, order, executed, question, actual };
}
