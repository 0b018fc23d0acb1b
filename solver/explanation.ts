import type { HalfPlane } from "../geometry/half_plane.ts";
import type { DecisionProblem, Rejected, Rejection } from "./decision.ts";
import { enumerateCandidates } from "./enumeration.ts";
import type { Candidate } from "./problem.ts";
import { feasibilityTolerance } from "./tolerance.ts";

/**
 * Every candidate better than the chosen one that the constraints drop, best first, each with the constraint that it
 * violates most (S9).
 *
 * @param lines all half-planes, in the order of identity
 * @param chosen the accepted candidate; undefined: none satisfied everything, so all are better
 */
export function rejectedByConstraints(
  p: DecisionProblem,
  lines: readonly HalfPlane[],
  chosen: Candidate | undefined,
): readonly Rejected[] {
  const tolerance = feasibilityTolerance(p.discs, p.preferred, lines);
  const rejected: Rejected[] = [];
  for (
    const candidate of enumerateCandidates({ preferred: p.preferred, halfPlanes: lines, discs: p.discs })
  ) {
    if (chosen !== undefined && candidate.cost >= chosen.cost) break;
    const reason = worstOf(candidate, tolerance);
    if (reason !== undefined) rejected.push({ stage: "Clear", candidate, reason });
  }
  return rejected;
}

function worstOf(candidate: Candidate, tolerance: number): Rejection | undefined {
  let worst: Rejection | undefined, most = tolerance;
  for (const { constraint, margin } of candidate.margins) {
    if (-margin > most) {
      most = -margin;
      worst = { kind: "violates", constraint, violation: most };
    }
  }
  return worst;
}
