import { type Either, left, right } from "npm:fp-ts@^2.16/lib/Either.js";
import { isNone } from "npm:fp-ts@^2.16/lib/Option.js";
import { dot, equal, length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import { solveIncremental } from "../solver/incremental.ts";
import type { Edge } from "./edge.ts";
import { upperLimit } from "./edge_limits.ts";

/** Why no reference velocity can be claimed (B13). */
export type ReferenceFailure =
  /** The support carries the agent faster than it can cancel: to stop at `stopSpeed` it would need more than its cap. */
  | { readonly kind: "CarriedTooFast"; readonly stopSpeed: number; readonly speedCap: number }
  /** No velocity within the cap of the support keeps from drifting out of every edge. */
  | { readonly kind: "NoReference"; readonly speedCap: number };

/**
 * The reference velocity r of a stop (B12), m/s in world axes: with it the body, once stopped, leaves no edge.
 * No edges, or all moving with the support: r = u. All fixed: r = 0. Else the r nearest to u with dot(n, r - e) <= 0 for
 * every edge and |r - u| <= speedCap.
 *
 * @param speedCap Vh, m/s: radius of the solve's speed disc
 * @returns the reference, or why none can be claimed
 */
export function referenceVelocity(
  edges: readonly Edge[],
  supportVelocity: Vec2,
  speedCap: number,
): Either<ReferenceFailure, Vec2> {
  if (edges.every(({ velocity }) => equal(velocity, supportVelocity))) return right(supportVelocity);
  if (edges.every(({ velocity }) => equal(velocity, ZERO))) {
    const stopSpeed = length(supportVelocity);
    return stopSpeed <= speedCap ? right(ZERO) : left({ kind: "CarriedTooFast", stopSpeed, speedCap });
  }
  const found = solveIncremental({
    preferred: supportVelocity,
    halfPlanes: edges.map(({ id, normal, velocity }) =>
      upperLimit(normal, dot(normal, velocity), { kind: "edge", id })
    ),
    discs: [{ center: supportVelocity, radius: speedCap, role: "speed" }],
  });
  return isNone(found) ? left({ kind: "NoReference", speedCap }) : right(found.value.velocity);
}

/** vStop = r - u, m/s: where braking leads, relative to the support (B13). */
export function stopTarget(reference: Vec2, supportVelocity: Vec2): Vec2 {
  return subtract(reference, supportVelocity);
}
