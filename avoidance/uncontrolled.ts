import { type Edge, edgeMargin, type StepMotion } from "../boundary/edge.ts";
import { accelerationLimit, constantVelocityLimit } from "../boundary/edge_limits.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { ZERO } from "../geometry/vector.ts";
import { marginsAt, readyFrom } from "../solver/candidate_record.ts";
import type { Decision, DecisionProblem, DecisionReason, UnprovenPair } from "../solver/decision.ts";
import { inIdentityOrder } from "../solver/identity.ts";

/**
 * The decision where no reference velocity can be claimed (B13): the actual velocity is kept, nothing was checked, and the
 * margins of neighbors, edges (B3, or B5 with a budget) and discs say how things stand.
 */
export function uncontrolled(
  { preferred, actual = ZERO, neighbors, discs, timeStep, explain }: DecisionProblem,
  edges: readonly Edge[],
  motion: StepMotion,
  reason: DecisionReason,
  unproven: readonly UnprovenPair[],
): Decision {
  const limited = discs.length > 1;
  const walls = edges.map((edge) =>
    limited ? accelerationLimit(edge, motion, actual) : constantVelocityLimit(edge, motion)
  );
  return {
    kind: "Uncontrolled",
    velocity: actual,
    motion: timeStep === undefined ? [] : [{ duration: timeStep, velocity: actual, acceleration: ZERO }],
    margins: marginsAt(
      readyFrom(preferred, inIdentityOrder([...walls, ...neighbors]), discs),
      actual.x,
      actual.y,
    ),
    active: [],
    checks: [],
    reason,
    ...(explain === true ? { rejected: [] } : {}),
    proof: {
      limits: [],
      swept: [],
      unproven,
      outside: edges.flatMap((edge) => {
        const depth = -edgeMargin(edge, motion.position);
        return depth > INSIDE ? [{ id: edge.id, depth }] : [];
      }),
    },
  };
}
