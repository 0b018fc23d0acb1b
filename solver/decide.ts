import { isNone } from "npm:fp-ts@^2.16/lib/Option.js";
import type { Disc } from "../geometry/disc.ts";
import type { ConstraintSource, HalfPlane } from "../geometry/half_plane.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { equal, type Vec2 } from "../geometry/vector.ts";
import { marginsAt, readyFrom, type ReadyProblem } from "./candidate_record.ts";
import { insideDiscs } from "./columns.ts";
import type {
  CheckName,
  Decision,
  DecisionBase,
  DecisionProblem,
  DecisionReason,
  Rejected,
} from "./decision.ts";
import { rejectedByConstraints } from "./explanation.ts";
import { discRole, inIdentityOrder } from "./identity.ts";
import { solveIncremental } from "./incremental.ts";
import type { Candidate, Margin } from "./problem.ts";
import { neighborViolation, offerClear, offerRelaxed } from "./stages.ts";
import { FEASIBILITY } from "./tolerance.ts";

/** A half-plane is active when its margin is at most this much per 1 m/s of scale: touched, or violated. */
export const ACTIVE = 1e-9;

/**
 * Decides on one velocity (S9–S12): first inside everything; else with the neighbors relaxed as a group; else a proven
 * stop; else the hardest braking; else nothing is claimed. Never throws; the kind says honestly what was reached.
 *
 * @example
 * ```ts
 * import { decide } from "@halfstep/halfstep";
 *
 * const d = decide({
 *   preferred: { x: 2, y: 0 },
 *   discs: [{ center: { x: 0, y: 0 }, radius: 2 }],
 *   neighbors: [],
 *   boundaries: [{ point: { x: 1, y: 0 }, normal: { x: -1, y: 0 }, source: { kind: "edge", id: "wall" } }],
 *   stopTarget: { x: 0, y: 0 },
 * });
 * if (d.kind !== "Clear" || d.velocity.x !== 1) throw new Error("the wall allows 1 m/s");
 * ```
 */
export function decide(problem: DecisionProblem): Decision {
  const boundaries = inIdentityOrder(problem.boundaries);
  const neighbors = inIdentityOrder(problem.neighbors);
  const p: DecisionProblem = { ...problem, boundaries, neighbors };
  const lines = inIdentityOrder([...boundaries, ...neighbors]);
  const rejected: Rejected[] = [];

  const clear = offerClear(p, lines, rejected);
  if (clear.candidate !== undefined) {
    return { kind: "Clear", ...base(p, lines, clear.candidate.velocity, "Clear", clear.candidate, rejected) };
  }
  const reason = clear.reason;
  const relaxed = offerRelaxed(p, lines, rejected);
  if (relaxed.candidate !== undefined) {
    const { velocity } = relaxed.candidate;
    return {
      kind: "AvoidanceRelaxed",
      ...base(p, lines, velocity, "AvoidanceRelaxed", undefined, rejected),
      reason,
      policy: relaxed.policy,
      violation: neighborViolation(neighbors, velocity),
    };
  }
  return lastResort(p, lines, relaxed.reason, rejected);
}

/** ProvenStop, BoundaryUnreachable or Uncontrolled: no velocity satisfies the hard limits, or none was accepted. */
function lastResort(
  p: DecisionProblem,
  lines: readonly HalfPlane[],
  reason: DecisionReason,
  rejected: readonly Rejected[],
): Decision {
  if (p.committedStop !== undefined && p.committedStop.length > 0) {
    const velocity = endVelocity(p.committedStop);
    return {
      kind: "ProvenStop",
      ...base(p, lines, velocity, "ProvenStop", undefined, rejected),
      motion: p.committedStop,
      checks: ["committedStop"],
      reason,
    };
  }
  const uncontrolled = (why: DecisionReason): Decision => {
    const velocity = keptVelocity(p);
    return {
      kind: "Uncontrolled",
      ...base(p, lines, velocity, "Uncontrolled", undefined, rejected),
      motion: p.timeStep === undefined ? [] : [steady(p.timeStep, velocity)],
      checks: [],
      reason: why,
    };
  };
  if (p.stopTarget === undefined) return uncontrolled("noStopTarget");
  const reachable = p.discs.find((disc, k) => discRole(disc, k) === "reachable");
  if (reachable !== undefined && reachable.radius === 0 && !equal(reachable.center, p.stopTarget)) {
    return uncontrolled("noBrakingBudget");
  }
  // The hardest braking: nearest to the stop target in all discs, else in the reachable one alone.
  let hardest = solveIncremental({ preferred: p.stopTarget, halfPlanes: [], discs: p.discs });
  if (isNone(hardest) && reachable !== undefined) {
    hardest = solveIncremental({ preferred: p.stopTarget, halfPlanes: [], discs: [reachable] });
  }
  if (isNone(hardest)) return uncontrolled(reason);
  return {
    kind: "BoundaryUnreachable",
    ...base(p, lines, hardest.value.velocity, "BoundaryUnreachable", undefined, rejected),
    reason,
  };
}

/** What every kind of decision carries, for a chosen velocity. */
function base(
  p: DecisionProblem,
  lines: readonly HalfPlane[],
  velocity: Vec2,
  kind: Decision["kind"],
  chosen: Candidate | undefined,
  rejected: readonly Rejected[],
): DecisionBase {
  const all = readyFrom(p.preferred, lines, p.discs);
  const margins = chosen?.margins ?? marginsAt(all, velocity.x, velocity.y);
  const shared = {
    velocity,
    motion: solvedMotion(p, velocity),
    margins,
    active: activeSources(margins, all.columns.tolerance / FEASIBILITY * ACTIVE),
    checks: checksMade(p, all, velocity, kind),
  };
  return p.explain === true
    ? {
      ...shared,
      rejected: [...rejected, ...rejectedByConstraints(p, lines, kind === "Clear" ? chosen : undefined)],
    }
    : shared;
}

/**
 * The half-planes that are touched or violated.
 *
 * @param within m/s: `ACTIVE` times the problem's scale
 */
export function activeSources(margins: readonly Margin[], within: number): readonly ConstraintSource[] {
  const active: ConstraintSource[] = [];
  for (const { constraint, margin } of margins) {
    if (constraint.kind !== "disc" && margin <= within) active.push(constraint);
  }
  return active;
}

/** The checks that the chosen velocity passed; a group without constraints was not checked. */
function checksMade(
  p: DecisionProblem,
  all: ReadyProblem,
  { x, y }: Vec2,
  kind: Decision["kind"],
): readonly CheckName[] {
  const checks: CheckName[] = [];
  const solved = kind === "Clear" || kind === "AvoidanceRelaxed";
  if (kind === "Clear" && p.neighbors.length > 0) checks.push("neighbors");
  if (solved && p.boundaries.length > 0) checks.push("boundaries");
  const alone = (disc: Disc): boolean => insideDiscs(readyFrom(p.preferred, [], [disc]).columns, x, y);
  for (const role of ["speed", "reachable"] as const) {
    const discs = all.discs.filter((_, k) => all.sources[k]!.role === role);
    if (discs.length > 0 && (solved || discs.every(alone))) checks.push(role);
  }
  if (solved && p.accept !== undefined) {
    const made = p.acceptChecks ?? ["accept"];
    checks.push(...(kind === "Clear" ? made : p.relaxedChecks ?? made));
  }
  return checks;
}

/** B5's ramp from the actual velocity; with an unlimited budget (no reachable disc) velocity jumps (M1). */
function solvedMotion(p: DecisionProblem, velocity: Vec2): readonly MotionPiece[] {
  if (p.timeStep === undefined) return [];
  const reachable = p.discs.find((disc, k) => discRole(disc, k) === "reachable");
  if (reachable === undefined) return [steady(p.timeStep, velocity)];
  const start = p.actual ?? reachable.center;
  return [{
    duration: p.timeStep,
    velocity: start,
    acceleration: { x: (velocity.x - start.x) / p.timeStep, y: (velocity.y - start.y) / p.timeStep },
  }];
}

function steady(duration: number, velocity: Vec2): MotionPiece {
  return { duration, velocity, acceleration: { x: 0, y: 0 } };
}

function endVelocity(motion: readonly MotionPiece[]): Vec2 {
  const { duration, velocity, acceleration } = motion[motion.length - 1]!;
  return { x: velocity.x + acceleration.x * duration, y: velocity.y + acceleration.y * duration };
}

/** The actual velocity; where it was not given, the best that is known of it. */
function keptVelocity(p: DecisionProblem): Vec2 {
  const reachable = p.discs.find((disc, k) => discRole(disc, k) === "reachable");
  return p.actual ?? reachable?.center ?? p.previous ?? { x: 0, y: 0 };
}
