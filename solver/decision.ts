import type { Option } from "npm:fp-ts@^2.16/lib/Option.js";
import type { Disc } from "../geometry/disc.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { ConstraintSource, HalfPlane } from "../geometry/half_plane.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import type { Assumption } from "../geometry/support.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Candidate, ConstraintIdentity, Margin } from "./problem.ts";

/** What to do when the neighbors leave no velocity (S10). */
export type FallbackPolicy = "brake" | "leastViolation" | "keepPrevious" | "stop";

/** The stages that candidates are offered in (S11). */
export type CandidateStage = "Clear" | "AvoidanceRelaxed";

/**
 * A check that was made on the chosen velocity: `neighbors` and `boundaries` are the half-planes, `speed` and
 * `reachable` the discs, `committedStop` a braking motion proven by the caller; any other name is that of a
 * continuous check that the caller's `accept` makes.
 */
export type CheckName = string;

/** Why a candidate was turned down. */
export type Rejection =
  /** It violates a constraint by so much, m/s. */
  | { readonly kind: "violates"; readonly constraint: ConstraintIdentity; readonly violation: number }
  /** A later check refused it. */
  | { readonly kind: "check"; readonly check: CheckName; readonly reason: string };

/** A candidate that was turned down, and why. */
export interface Rejected {
  /** The stage it was offered in. */
  readonly stage: CandidateStage;
  /** What was offered. */
  readonly candidate: Candidate;
  /** Why. */
  readonly reason: Rejection;
}

/** One agent's choice of a velocity (S9–S12). All velocities are in one frame, relative to the support. */
export interface DecisionProblem {
  /** The velocity wished for, m/s. */
  readonly preferred: Vec2;
  /** The speed disc first, then, with finite acceleration, the reachable disc. */
  readonly discs: readonly Disc[];
  /** Soft as a group. */
  readonly neighbors: readonly HalfPlane[];
  /** Hard. */
  readonly boundaries: readonly HalfPlane[];
  /** vStop (B13); absent: no stop can be claimed. */
  readonly stopTarget?: Vec2;
  /** The velocity at the step's start. */
  readonly actual?: Vec2;
  /** What "keepPrevious" keeps. */
  readonly previous?: Vec2;
  /** Default "brake". */
  readonly fallback?: FallbackPolicy;
  /** This step of a braking motion that was proven (B19). */
  readonly committedStop?: readonly MotionPiece[];
  /** Continuous checks; `none` accepts the candidate. */
  readonly accept?: (candidate: Candidate, stage: CandidateStage) => Option<Rejection>;
  /** The only velocity that is offered, once, with all constraints; where it fails nothing is solved (C4), m/s. */
  readonly only?: Vec2;
  /** Names of the checks that `accept` makes; default ["accept"]. */
  readonly acceptChecks?: readonly CheckName[];
  /** Names of the checks that `accept` makes in the relaxed stage; default `acceptChecks`. */
  readonly relaxedChecks?: readonly CheckName[];
  /** dt, s: fills the decision's `motion`; absent, a solved velocity carries no motion. */
  readonly timeStep?: number;
  /** Ask for the better candidates and why each was turned down; costs an enumeration. */
  readonly explain?: boolean;
}

/** What every decision carries. */
export interface DecisionBase {
  /** Velocity at the step's end, m/s. */
  readonly velocity: Vec2;
  /** Pieces of constant acceleration that fill the step, relative to the support. */
  readonly motion: readonly MotionPiece[];
  /** Margins of all constraints, in the order of identity. */
  readonly margins: readonly Margin[];
  /** The half-planes that hold the velocity where it is. */
  readonly active: readonly ConstraintSource[];
  /** Only those really made, and passed. */
  readonly checks: readonly CheckName[];
  /** Better candidates and why each was turned down; only with `explain: true`. */
  readonly rejected?: readonly Rejected[];
  /** Versions of what was assumed; compared again before the decision is committed (G17, B7). */
  readonly assumed?: readonly Assumption[];
  /** What the continuous checks proved about the motion, and what stays unproven. */
  readonly proof?: MotionProof;
}

/** An edge, a pair or a wall that a motion was proven against. */
export interface LimitProof {
  /** A region's edge, the separation floor's plane against a neighbor, or the plane against an obstacle (M10). */
  readonly kind: "edge" | "floor" | "obstacle";
  /** ID of the edge, the neighbor or the obstacle. */
  readonly id: number | string;
  /** Least distance to it over the step, the committed stop and the rest after it, m. */
  readonly margin: number;
}

/** A pair that the separation floor does not cover, and why (M1, M3, M5). */
export interface UnprovenPair {
  /** Its stable ID. */
  readonly id: AgentId;
  /** What the ID is of, where it is no agent's. */
  readonly kind?: "obstacle";
  /** Why. */
  readonly reason:
    | "overlapping"
    | "tooFast"
    | "holdsItsLine"
    | "otherReference"
    | "otherStorey"
    | "otherLayer"
    | "ignoresIt"
    | "behindWall"
    | "uncontrolled"
    | "carriedAlongCurve";
}

/** An edge that the body is outside of, or an obstacle that its disc is in: nothing is claimed for it (B16). */
export interface OutsideEdge {
  /** Its stable ID. */
  readonly id: number | string;
  /** What the ID is of, where it is no edge's. */
  readonly kind?: "obstacle";
  /** m, above 0. */
  readonly depth: number;
}

/** What the continuous checks of one decision covered. */
export interface MotionProof {
  /** Proven against: for the chosen motion and the stop after it. */
  readonly limits: readonly LimitProof[];
  /** Neighbors whose predicted motion the chosen motion was swept against (B8). */
  readonly swept: readonly AgentId[];
  /** Pairs that nothing is claimed for. */
  readonly unproven: readonly UnprovenPair[];
  /** Edges that the body is outside of. */
  readonly outside: readonly OutsideEdge[];
}

/** Why a decision is not `Clear`. */
export type DecisionReason =
  /** No velocity satisfies all neighbors. */
  | "neighborsInfeasible"
  /** Velocities exist, but later checks refused all of them. */
  | "candidatesRejected"
  /** The hard half-planes and the discs have no common point. */
  | "boundariesInfeasible"
  /** The discs have no common point. */
  | "discsDisjoint"
  /** Nothing to brake to was given. */
  | "noStopTarget"
  /** No budget to brake with, while moving. */
  | "noBrakingBudget"
  /** The body is outside an edge: it comes back, and nothing is claimed (B16). */
  | "outsideBoundary"
  /** Two are too fast to stop apart: the least closing speed comes before all else (M5). */
  | "tooFastToStopApart"
  /** No velocity keeps from drifting out of all edges once stopped (B12). */
  | "noReference"
  /** The support carries the agent faster than it can cancel (B13). */
  | "carriedTooFast";

/** A decision of one of five honest kinds (S9). */
export type Decision =
  /** All constraints hold, and every later check that was asked for passed. */
  | DecisionBase & { readonly kind: "Clear" }
  /** The neighbors were relaxed as a group: may collide, never called safe. */
  | DecisionBase & {
    readonly kind: "AvoidanceRelaxed";
    readonly reason: DecisionReason;
    /** How the velocity was chosen. */
    readonly policy: FallbackPolicy;
    /** Largest violation of a neighbor's half-plane, m/s. */
    readonly violation: number;
  }
  /** No velocity satisfies the limits, but the committed stop is proven, and taken. */
  | DecisionBase & { readonly kind: "ProvenStop"; readonly reason: DecisionReason }
  /** The reachable velocity that brakes hardest; it violates a hard limit. */
  | DecisionBase & { readonly kind: "BoundaryUnreachable"; readonly reason: DecisionReason }
  /** Nothing can be claimed: the actual velocity is kept. */
  | DecisionBase & { readonly kind: "Uncontrolled"; readonly reason: DecisionReason };
