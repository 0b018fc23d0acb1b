import { isNone, isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { marginsAt, readyFrom } from "./candidate_record.ts";
import { isFeasible, largestViolation } from "./columns.ts";
import type {
  CandidateStage,
  DecisionProblem,
  DecisionReason,
  FallbackPolicy,
  Rejected,
} from "./decision.ts";
import { feasibleCandidates } from "./enumeration.ts";
import { solveIncremental } from "./incremental.ts";
import { solveLeastViolation } from "./least_violation.ts";
import type { Candidate, VelocityProblem } from "./problem.ts";

/** What a stage came to: the candidate that was accepted, or why there is none. */
export type Offered =
  | { readonly candidate: Candidate; readonly reason?: never }
  | { readonly candidate?: never; readonly reason: DecisionReason };

/**
 * The first stage (S11): all constraints. The optimum is offered to `accept` first; only when it is refused are the
 * others enumerated, in order of cost.
 *
 * @param rejected receives what `accept` refused
 */
export function offerClear(
  p: DecisionProblem,
  lines: readonly HalfPlane[],
  rejected: Rejected[],
): Offered {
  const problem: VelocityProblem = { preferred: p.preferred, halfPlanes: lines, discs: p.discs };
  if (p.only !== undefined) {
    const { columns } = readyFrom(p.preferred, lines, p.discs);
    if (!isFeasible(columns, p.only.x, p.only.y)) return { reason: "candidatesRejected" };
    const kept = candidateAt(p, lines, p.only, p.preferred, { kind: "previous" });
    return firstAccepted(p, "Clear", kept, () => [], rejected);
  }
  const optimum = solveIncremental(problem);
  if (isNone(optimum)) return { reason: "neighborsInfeasible" };
  return firstAccepted(p, "Clear", optimum.value, () => feasibleCandidates(problem), rejected);
}

/**
 * The second stage (S9, S10): the neighbors are relaxed as a group, the boundaries and discs hold.
 *
 * @param rejected receives what `accept` refused
 */
export function offerRelaxed(
  p: DecisionProblem,
  lines: readonly HalfPlane[],
  rejected: Rejected[],
): Offered & { readonly policy: FallbackPolicy } {
  const hard = (preferred: Vec2): VelocityProblem => ({
    preferred,
    halfPlanes: p.boundaries,
    discs: p.discs,
  });
  const asked = policyOf(p);
  if (p.only !== undefined) return { policy: asked, reason: "candidatesRejected" };
  const empty = emptyReason(p);
  if (empty !== undefined) return { policy: asked, reason: empty };
  if (asked === "keepPrevious" && p.previous !== undefined) {
    const { columns } = readyFrom(p.preferred, p.boundaries, p.discs);
    if (isFeasible(columns, p.previous.x, p.previous.y)) {
      const kept = candidateAt(p, lines, p.previous, p.preferred, { kind: "previous" });
      const offered = firstAccepted(p, "AvoidanceRelaxed", kept, () => [], rejected);
      if (offered.candidate !== undefined) return { policy: asked, ...offered };
    }
  }
  const policy = asked === "keepPrevious" ? policyOf({ ...p, fallback: "brake" }) : asked;
  if (policy === "leastViolation") {
    const least = solveLeastViolation({
      preferred: p.preferred,
      halfPlanes: p.neighbors,
      hard: p.boundaries,
      discs: p.discs,
    });
    if (isNone(least)) return { policy, reason: "boundariesInfeasible" };
    const first = candidateAt(p, lines, least.value.velocity, p.preferred, { kind: "leastViolation" });
    const others = (): readonly Candidate[] =>
      feasibleCandidates(hard(p.preferred))
        .map((c) => ({ c, violation: neighborViolation(p.neighbors, c.velocity) }))
        .sort((a, b) => a.violation - b.violation) // a stable sort: equal violations stay in order of cost
        .map(({ c }) => c);
    return { policy, ...firstAccepted(p, "AvoidanceRelaxed", first, others, rejected) };
  }
  const target = policy === "stop" ? { x: 0, y: 0 } : p.stopTarget;
  if (target === undefined) return { policy, reason: "noStopTarget" };
  const nearest = solveIncremental(hard(target));
  if (isNone(nearest)) return { policy, reason: "boundariesInfeasible" };
  return {
    policy,
    ...firstAccepted(p, "AvoidanceRelaxed", nearest.value, () => feasibleCandidates(hard(target)), rejected),
  };
}

/**
 * The asked-for policy. Braking would keep an overlap among the neighbors for ever, and a body outside an edge outside:
 * there it becomes least violation (S9, B16).
 */
function policyOf(p: DecisionProblem): FallbackPolicy {
  const policy = p.fallback ?? "brake";
  const overlapping = p.neighbors.some(({ source }) =>
    source.kind === "neighbor" && source.feature === "overlap"
  );
  const outside = p.neighbors.some(({ source }) => source.kind === "braking"); // a soft way back
  return outside || (policy === "brake" && overlapping) ? "leastViolation" : policy;
}

/** Why the hard limits leave nothing; undefined when they leave something. */
function emptyReason(p: DecisionProblem): DecisionReason | undefined {
  const discs = { preferred: p.preferred, halfPlanes: [], discs: p.discs };
  if (isSome(solveIncremental({ ...discs, halfPlanes: p.boundaries }))) return undefined;
  return isSome(solveIncremental(discs)) ? "boundariesInfeasible" : "discsDisjoint";
}

function firstAccepted(
  p: DecisionProblem,
  stage: CandidateStage,
  first: Candidate,
  others: () => readonly Candidate[],
  rejected: Rejected[],
): Offered {
  if (p.accept === undefined) return { candidate: first };
  const offer = (candidate: Candidate): boolean => {
    const refusal = p.accept!(candidate, stage);
    if (isSome(refusal)) rejected.push({ stage, candidate, reason: refusal.value });
    return isNone(refusal);
  };
  if (offer(first)) return { candidate: first };
  const { x, y } = first.velocity;
  for (const candidate of others()) {
    if (candidate.velocity.x === x && candidate.velocity.y === y) continue;
    if (offer(candidate)) return { candidate };
  }
  return { reason: "candidatesRejected" };
}

function candidateAt(
  p: DecisionProblem,
  lines: readonly HalfPlane[],
  velocity: Vec2,
  preferred: Vec2,
  origin: Candidate["origin"],
): Candidate {
  const x = velocity.x - preferred.x, y = velocity.y - preferred.y;
  return {
    velocity,
    cost: Math.sqrt(x * x + y * y),
    origin,
    margins: marginsAt(readyFrom(preferred, lines, p.discs), velocity.x, velocity.y),
  };
}

/** Largest violation of a half-plane, m/s, at least 0: to the bit as columns have it, so that both order candidates alike. */
export function neighborViolation(halfPlanes: readonly HalfPlane[], v: Vec2): number {
  const { columns } = readyFrom(v, halfPlanes, []);
  return largestViolation(columns, 0, columns.count, v.x, v.y);
}
