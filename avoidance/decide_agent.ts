import { isSome, none } from "npm:fp-ts@^2.16/lib/Option.js";
import { edgeAssumptions, turningAssumptions } from "../boundary/snapshot.ts";
import { stopMotion, verifyStopAgainst } from "../boundary/stop.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { orcaHalfPlanes } from "../geometry/orca.ts";
import { headingAt } from "../geometry/rigid_motion.ts";
import { assumptionsOf, relativeToSupport } from "../geometry/support.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { conjugate, equal, rotate, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import { ACTIVE, activeSources, decide } from "../solver/decide.ts";
import { marginsAt, readyFrom } from "../solver/candidate_record.ts";
import type { CandidateStage, Decision, DecisionProblem, UnprovenPair } from "../solver/decision.ts";
import { inIdentityOrder } from "../solver/identity.ts";
import { neighborViolation } from "../solver/stages.ts";
import { FEASIBILITY } from "../solver/tolerance.ts";
import type { Candidate } from "../solver/problem.ts";
import { type Checking, proofsOf, provenStop, refusedByLimits, refusedBySweep } from "./continuous_checks.ts";
import type { HardLimit, HardLimits } from "./hard_limits.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { Situation } from "./situation.ts";

/**
 * The whole pipeline of one agent on checked records: Agent → HalfPlane[] → Candidate[] → Decision. `avoid` and
 * `stepCrowd` both use it. The decision's velocities are relative to the support.
 *
 * Candidates are offered best first to the continuous checks (S11): the curve of the step and the stop after it against the
 * region's edges and the separation floor, and the sweep against neighbors that no floor covers. Where nothing passes, the
 * committed stop is taken if it is proven from the actual state (B19). A locked agent decides on rest.
 *
 * @param halfPlanes those of `neighborHalfPlanes(situation)`, where the caller has them already
 */
export function decideAgent(
  situation: Situation,
  halfPlanes: readonly HalfPlane[] = neighborHalfPlanes(situation),
): Decision {
  return decideReady(situation, prepare(situation, halfPlanes));
}

/**
 * The decision of an agent that does not look about now (C4): `preferred`, which it has already, is offered as the only
 * velocity, without half-planes, and must pass the continuous checks against region, floor and walls; if it fails, the
 * committed stop is taken. Two that are too fast to stop apart still close as little as they can (M5).
 *
 * @param situation its neighbors are not looked at
 */
export function keepVelocity(situation: Situation): Decision {
  const prepared = prepare({ ...situation, neighbors: [] }, []);
  if (prepared.kind === "Uncontrolled" || prepared.urgent !== undefined) {
    return decideReady(situation, prepared);
  }
  const { problem, checking } = prepared,
    only: DecisionProblem = {
      ...problem,
      only: situation.preferred,
      boundaries: [],
      ...(checking === undefined ? { committedStop: stopAlone(situation) } : {}),
    };
  return decideReady(situation, { ...prepared, problem: only });
}

/** The braking motion of an agent that nothing is near. */
function stopAlone({ self, support, budget, parameters }: Situation): readonly MotionPiece[] {
  const u = support?.velocity ?? ZERO, { position } = self, velocity = subtract(self.velocity, u);
  return stopMotion({ position, velocity, supportVelocity: u, budget, reference: u }, parameters.timeStep);
}

/** The decision of a situation that is prepared: candidates, continuous checks, and what was assumed. */
export function decideReady({ support, region }: Situation, prepared: Prepared): Decision {
  const decision = decidePrepared(prepared);
  const assumed = [
    ...(support === undefined ? [] : assumptionsOf(support)),
    ...(region === undefined ? [] : edgeAssumptions(region.edges)),
    ...(region?.turning === undefined ? [] : turningAssumptions(region.turning)),
  ];
  return assumed.length === 0 ? decision : { ...decision, assumed };
}

/** The half-planes of all neighbors in the unknown v, relative to the support, in the order of IDs (G8, G13). */
export function neighborHalfPlanes(
  { self, neighbors, parameters, support }: Situation,
): readonly HalfPlane[] {
  const world = orcaHalfPlanes(self, neighbors, parameters);
  return support === undefined ? world : world.map((h) => relativeToSupport(h, support.velocity));
}

function decidePrepared(prepared: Prepared): Decision {
  if (prepared.kind === "Uncontrolled") return prepared.decision;
  const { problem, checking, hard, urgent } = prepared;
  if (checking === undefined || hard === undefined) return decide(problem);
  return urgent === undefined
    ? proven(problem, checking, hard)
    : leastClosing(problem, checking, hard, urgent);
}

/**
 * Two are too fast to stop apart: the reachable velocity of least closing speed comes before the neighbors' half-planes,
 * whatever the fallback (M5). Edges, floor and walls hold.
 */
function leastClosing(
  problem: DecisionProblem,
  checking: Checking,
  hard: HardLimits,
  urgent: Vec2,
): Decision {
  const alone: DecisionProblem = {
    ...problem,
    preferred: urgent,
    stopTarget: urgent,
    neighbors: [],
    fallback: "brake",
  };
  const decision = proven(alone, { ...checking, swept: [] }, hard);
  if (decision.kind !== "Clear" && decision.kind !== "AvoidanceRelaxed") {
    return proven(problem, checking, hard);
  }
  const lines = inIdentityOrder([...problem.boundaries, ...problem.neighbors]);
  const { x, y } = decision.velocity, all = readyFrom(problem.preferred, lines, problem.discs);
  const margins = marginsAt(all, x, y);
  return {
    ...decision,
    kind: "AvoidanceRelaxed",
    margins,
    active: activeSources(margins, all.columns.tolerance / FEASIBILITY * ACTIVE),
    reason: "tooFastToStopApart",
    policy: "brake",
    violation: neighborViolation(problem.neighbors, decision.velocity),
  };
}

/** Decides with the continuous checks, and writes down what they proved. */
function proven(problem: DecisionProblem, checking: Checking, hard: HardLimits): Decision {
  const checks = [
    ...(checking.limits.length === 0 ? [] : ["curve", "committedStop"]),
    ...(checking.turning.length === 0 ? [] : ["turningEdges"]),
    ...(checking.throughPortals === undefined ? [] : ["portals"]),
  ];
  const sweeps = checking.swept.length === 0 ? [] : ["sweep"];
  const checked: DecisionProblem = checks.length + sweeps.length === 0 ? problem : {
    ...problem,
    acceptChecks: [...checks, ...sweeps],
    relaxedChecks: checks,
    accept: ({ velocity }: Candidate, stage: CandidateStage) => {
      const refusal = refusedByLimits(velocity, checking);
      if (isSome(refusal)) return refusal;
      return stage === "Clear" ? refusedBySweep(velocity, checking) : none;
    },
  };
  let decision = decide(checked);
  if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") {
    const stop = provenStop(checking);
    if (isSome(stop)) decision = turnedStop(decide({ ...checked, committedStop: stop.value }), checking);
    else if (decision.kind === "BoundaryUnreachable") decision = brakingHardest(decision, checked, checking);
  }
  const lost = decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled";
  const held = decision.kind === "BoundaryUnreachable" ? planesHeld(checking) : [];
  if (hard.outside.length > 0) decision = outsideBoundary(decision);
  return {
    ...decision,
    proof: {
      limits: decision.kind === "Uncontrolled" ? [] : proofsOf(
        decision.motion,
        decision.velocity,
        lost ? { ...checking, limits: held, turning: [] } : checking,
      ),
      swept: decision.kind === "Clear" ? checking.swept.map(({ id }) => id) : [],
      unproven: lost ? [...hard.unproven, ...planesLost(checking, held)] : hard.unproven,
      outside: hard.outside,
    },
  };
}

/**
 * The hardest braking where a stop in front of some edge is not proven: the braking motion itself, which comes to rest inside
 * the step and does not overshoot as a ramp to its end velocity would (B19). It keeps what the separation floor asks for.
 */
function brakingHardest(decision: Decision, checked: DecisionProblem, checking: Checking): Decision {
  const { stop, motion } = checking;
  if (decision.kind !== "BoundaryUnreachable" || !(stop.budget > 0) || stop.budget === Infinity) {
    return decision;
  }
  const stopped = decide({ ...checked, committedStop: stopMotion(stop, motion.timeStep) });
  const { velocity } = turnedStop(stopped, checking);
  const { motion: pieces, margins, active } = stopped;
  const passed = margins.flatMap(({ constraint, margin }) =>
    constraint.kind === "disc" && margin >= -INSIDE ? [constraint.role] : []
  );
  return { ...decision, velocity, motion: pieces, margins, active, checks: passed };
}

/** The planes of the floor and of walls that braking from the actual state stays behind. */
function planesHeld({ limits, stop, slack }: Checking): readonly HardLimit[] {
  return limits.filter((limit) =>
    limit.kind !== "edge" && verifyStopAgainst(limit, limit.margin, stop, slack / 8).kind === "Proven"
  );
}

/** The neighbors and walls whose planes it does not. */
function planesLost({ limits }: Checking, held: readonly HardLimit[]): readonly UnprovenPair[] {
  return limits.filter((limit) => limit.kind !== "edge" && !held.includes(limit)).map(({ kind, id }) => ({
    id,
    ...(kind === "obstacle" ? { kind } : {}),
    reason: "tooFast",
  }));
}

/** Outside an edge a decision is never Clear, and that is the reason (B16). */
function outsideBoundary(decision: Decision): Decision {
  if (decision.kind === "AvoidanceRelaxed") return { ...decision, reason: "outsideBoundary" };
  if (decision.kind !== "Clear") return decision;
  return {
    ...decision,
    kind: "AvoidanceRelaxed",
    reason: "outsideBoundary",
    policy: "leastViolation",
    violation: 0,
  };
}

/** A proven stop keeps its direction on the support: what it ends with turns with it (G15). */
function turnedStop(decision: Decision, { carrier, motion }: Checking): Decision {
  const before = carrier.heading, after = headingAt(carrier, motion.timeStep);
  if (decision.kind !== "ProvenStop" || equal(before, after)) return decision;
  const turn = rotate(after, conjugate(before));
  return { ...decision, velocity: rotate(decision.velocity, turn) };
}
