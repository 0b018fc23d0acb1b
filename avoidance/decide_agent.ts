import { isSome, none } from "npm:fp-ts@^2.16/lib/Option.js";
import { edgeAssumptions, turningAssumptions } from "../boundary/snapshot.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { orcaHalfPlanes } from "../geometry/orca.ts";
import { headingAt } from "../geometry/rigid_motion.ts";
import { assumptionsOf, relativeToSupport } from "../geometry/support.ts";
import { rotate, type Vec2 } from "../geometry/vector.ts";
import { decide } from "../solver/decide.ts";
import type { CandidateStage, Decision, DecisionProblem } from "../solver/decision.ts";
import type { Candidate } from "../solver/problem.ts";
import { type Checking, proofsOf, provenStop, refusedByLimits, refusedBySweep } from "./continuous_checks.ts";
import type { HardLimits } from "./hard_limits.ts";
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
  const { support, region } = situation;
  const decision = decidePrepared(prepare(situation, halfPlanes));
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
  const { problem, checking, hard } = prepared;
  return checking === undefined || hard === undefined ? decide(problem) : proven(problem, checking, hard);
}

/** Decides with the continuous checks, and writes down what they proved. */
function proven(problem: DecisionProblem, checking: Checking, hard: HardLimits): Decision {
  const checks = [
    ...(checking.limits.length === 0 ? [] : ["curve", "committedStop"]),
    ...(checking.turning.length === 0 ? [] : ["turningEdges"]),
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
  }
  if (hard.outside.length > 0) decision = outsideBoundary(decision);
  return {
    ...decision,
    proof: {
      limits: decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled"
        ? []
        : proofsOf(decision.motion, decision.velocity, checking),
      swept: decision.kind === "Clear" ? checking.swept.map(({ id }) => id) : [],
      unproven: hard.unproven,
      outside: hard.outside,
    },
  };
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
  if (decision.kind !== "ProvenStop" || sameVelocity(before, after)) return decision;
  const turn = rotate(after, { x: before.x, y: -before.y });
  return { ...decision, velocity: rotate(decision.velocity, turn) };
}

function sameVelocity(a: Vec2, b: Vec2): boolean {
  return a.x === b.x && a.y === b.y;
}
