import type { Vec2 } from "../geometry/vector.ts";
import type { FailureReason } from "./failure_reason.ts";
import type { Identity } from "./tile.ts";

/** How a crossing ended. */
export type HandoffOutcome = OutcomeFacts & (AdoptedOutcome | FailedOutcome);

/** What every outcome tells. */
export interface OutcomeFacts {
  /** ID of the action. */
  readonly action: number | string;
  /** Whether its commands are known to be carried out; if not, a recovery gives them again (H14). */
  readonly delivered: boolean;
}

/** Q was adopted (H8). */
export interface AdoptedOutcome {
  /** Tells the variant. */
  readonly kind: "Adopted";
  /** World velocity at adoption, m/s. */
  readonly velocity: Vec2;
  /** Velocity of the new support, m/s. */
  readonly supportVelocity: Vec2;
  /** Velocity relative to the new support (G16), m/s. */
  readonly relativeVelocity: Vec2;
}

/** The crossing was given up. */
export interface FailedOutcome {
  /** Tells the variant. */
  readonly kind: "Failed";
  /** Why. */
  readonly reason: FailureReason;
  /** What the body really stood on when it was released. */
  readonly support: Identity;
}
