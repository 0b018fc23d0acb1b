import { type Either, left, right } from "npm:fp-ts@^2.16/lib/Either.js";
import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { dot, length, subtract, type Vec2 } from "../geometry/vector.ts";
import { type Edge, edgeMargin, type StepMotion } from "./edge.ts";
import { upperLimit } from "./edge_limits.ts";

/** What an agent brakes with, and toward what. */
export interface Braking {
  /** a, m/s², above 0; `Infinity`: velocity may jump. */
  readonly budget: number;
  /** Vh, m/s: radius of the speed disc. */
  readonly speedCap: number;
  /** r of B12, m/s. */
  readonly reference: Vec2;
  /** The reachable disc, relative to the support: tightens B15 to B18. */
  readonly reachable?: Disc;
}

/** Why braking limits cannot be written (B16). */
export type BrakingFailure =
  /** Without a budget the divided forms mean nothing. */
  | { readonly kind: "NoBudget"; readonly budget: number }
  /** The body is outside these edges already: nothing is claimed for them. */
  | {
    readonly kind: "OutsideAlready";
    readonly edges: readonly { readonly id: Edge["id"]; readonly depth: number }[];
  };

/**
 * The largest speed relative to the reference that the agent can have in this step, m/s: Cmax = Vh + |u - r| (B15), or
 * with the reachable disc min(Cmax, |its center relative to r| + aMax·dt) (B18).
 */
export function closingSpeedCap(supportVelocity: Vec2, { speedCap, reference, reachable }: Braking): number {
  const carried = subtract(supportVelocity, reference);
  const cap = speedCap + length(carried);
  if (reachable === undefined) return cap;
  const { center, radius } = reachable;
  return Math.min(cap, length({ x: carried.x + center.x, y: carried.y + center.y }) + radius);
}

/**
 * Linear limits from which one reaction step at the new velocity and one braking with the budget stay inside every edge
 * (B15, with `reachable` B18): dot(n, u + v - r) <= s/(dt + C/(2a)), in v relative to the support. They pre-select: what is
 * proven is the actual motion (`verifyStop`).
 *
 * @returns a half-plane for each edge in their order, or why there is none (B16)
 */
export function brakingLimits(
  edges: readonly Edge[],
  motion: StepMotion,
  braking: Braking,
): Either<BrakingFailure, readonly HalfPlane[]> {
  if (!(braking.budget > 0)) return left({ kind: "NoBudget", budget: braking.budget });
  const outside = edges
    .map((edge) => ({ id: edge.id, depth: -edgeMargin(edge, motion.position) }))
    .filter(({ depth }) => depth > 0);
  if (outside.length > 0) return left({ kind: "OutsideAlready", edges: outside });
  const cap = closingSpeedCap(motion.supportVelocity, braking);
  return right(edges.map((edge) => reactionLimit(edge, motion, braking, cap)));
}

function reactionLimit(edge: Edge, motion: StepMotion, braking: Braking, cap: number): HalfPlane {
  const closing = edgeMargin(edge, motion.position) / (motion.timeStep + cap / (2 * braking.budget));
  const bound = closing + dot(edge.normal, subtract(braking.reference, motion.supportVelocity));
  return upperLimit(edge.normal, bound, { kind: "braking", id: edge.id });
}

/**
 * The way back for a body that is outside an edge by `depth` > 0 (B16), a soft half-plane:
 * dot(n, u + v - r) <= -depth/(dt + C/(2a)).
 */
export function returnLimit(edge: Edge, motion: StepMotion, braking: Braking): HalfPlane {
  return reactionLimit(edge, motion, braking, closingSpeedCap(motion.supportVelocity, braking));
}

/**
 * Linear and sufficient for the committed stop after B5's curve (B21), together with B5 and the curve's own check, where
 * dot(n, r - e) <= 0. With c0 = u + v0 - r and c1 = u + v1 - r:
 *
 * dot(n, c1)·(dt/2 + C/(2a)) <= s + dt·dot(n, e - r) - dot(n, c0)·dt/2
 *
 * @param margin s, m
 * @param v0 velocity at the step's start, relative to the support, m/s
 * @returns a half-plane in v1
 */
export function committedStopLimit(
  edge: Pick<Edge, "id" | "normal" | "velocity">,
  kind: "braking" | "floor" | "obstacle",
  margin: number,
  motion: Pick<StepMotion, "supportVelocity" | "timeStep">,
  v0: Vec2,
  braking: Braking,
): HalfPlane {
  const { normal, velocity, id } = edge, { supportVelocity: u, timeStep: dt } = motion, r = braking.reference;
  const c0 = normal.x * (u.x + v0.x - r.x) + normal.y * (u.y + v0.y - r.y);
  const drift = normal.x * (velocity.x - r.x) + normal.y * (velocity.y - r.y);
  const cap = closingSpeedCap(u, braking);
  const c1 = (margin + dt * drift - c0 * dt / 2) / (dt / 2 + cap / (2 * braking.budget));
  return upperLimit(normal, c1 + dot(normal, subtract(r, u)), { kind, id });
}
