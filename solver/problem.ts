import type { Disc, DiscRole } from "../geometry/disc.ts";
import type { ConstraintSource, HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";

/** Find the velocity nearest to `preferred` inside all half-planes and discs (S1). */
export interface VelocityProblem {
  /** The velocity wished for, m/s. */
  readonly preferred: Vec2;
  /** Soft half-planes: `solveLeastViolation` may give way on them, the other solvers hold them too. */
  readonly halfPlanes: readonly HalfPlane[];
  /** Any number of discs; decisions use a speed disc and at most one reachable disc. */
  readonly discs: readonly Disc[];
  /** Half-planes that are never relaxed. */
  readonly hard?: readonly HalfPlane[];
}

/** A disc as the source of a margin or a candidate. */
export interface DiscSource {
  /** Tells the variant. */
  readonly kind: "disc";
  /** Speed cap or reachable disc. */
  readonly role: DiscRole;
  /** Index in the problem's `discs`. */
  readonly index: number;
}

/** A half-plane's or a disc's identity. */
export type ConstraintIdentity = ConstraintSource | DiscSource;

/** How far inside one constraint a velocity lies, m/s; negative outside. */
export interface Margin {
  /** Which constraint. */
  readonly constraint: ConstraintIdentity;
  /** m/s inside; negative outside. */
  readonly margin: number;
}

/**
 * Where a candidate comes from (S2): the preferred velocity, its foot on a boundary line, a crossing of two
 * lines, of a line and a circle, of two circles, its radial projection on a circle, the center of a disc of
 * radius 0; or, outside the enumeration, the least violation (S7) or the previous velocity (S10).
 */
export type CandidateOrigin =
  | { readonly kind: "preferred" }
  | { readonly kind: "foot"; readonly of: ConstraintIdentity }
  | { readonly kind: "projection"; readonly of: ConstraintIdentity }
  | { readonly kind: "crossing"; readonly of: readonly [ConstraintIdentity, ConstraintIdentity] }
  | { readonly kind: "center"; readonly of: ConstraintIdentity }
  | { readonly kind: "leastViolation" }
  | { readonly kind: "previous" };

/** A velocity that may be the answer. */
export interface Candidate {
  /** m/s, in the problem's frame. */
  readonly velocity: Vec2;
  /** Distance to the preferred velocity, m/s. */
  readonly cost: number;
  /** Where it comes from (S2). */
  readonly origin: CandidateOrigin;
  /** Every constraint's margin, in the order of identity (S3). */
  readonly margins: readonly Margin[];
}
