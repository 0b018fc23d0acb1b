/** Why a crossing was given up. */
export type FailureReason =
  /** The deadline passed (H11). */
  | "expired"
  /** The third attempt did not reach the edge (H11). */
  | "attemptsUsedUp"
  /** Another order took its place (H10). */
  | "newOrder"
  /** A tile, the edge or the navigation data has another version (H10). */
  | "targetInvalid"
  /** The body came to rest on something that is not P's support (H10, H12). */
  | "supportInvalid"
  /** The body came to rest beyond the edge (H12). */
  | "leftTile";

/** All reasons. */
export const FAILURE_REASONS: readonly [FailureReason, ...FailureReason[]] = [
  "expired",
  "attemptsUsedUp",
  "newOrder",
  "targetInvalid",
  "supportInvalid",
  "leftTile",
];
