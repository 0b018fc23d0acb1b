import { necessaryBrakingBound } from "../boundary/braking_bound.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import { accessPieces } from "../handoff/access.ts";
import { brakingPieces, brakingPlan } from "../handoff/braking_plan.ts";
import type { CrowdAgent } from "./crowd.ts";
import { groundLimits } from "./floor.ts";
import { partOfMotion } from "./moved_agents.ts";
import { AT_GOAL } from "./preferred_velocity.ts";
import type { Crosser } from "./tiled_crowd.ts";

/** How an agent goes on in the next step while a crossing owns its mover. */
export type OwnedMotion =
  /** The solver moves it, within its tile's edges and budgets, toward this preferred velocity, m/s (H2). */
  | { readonly kind: "solved"; readonly preferred: Vec2 }
  /** It goes exactly so (H5, H6). */
  | { readonly kind: "exact"; readonly motion: readonly MotionPiece[] };

/**
 * The next step of an order (H5, H6). A stop by the solver that has come to rest stays there; so does everything that has
 * been carried out to its end. Without an order the agent brakes from what it really has.
 */
export function ownedMotion(agent: CrowdAgent, { order, state }: Crosser, timeStep: number): OwnedMotion {
  if (order === undefined) return { kind: "exact", motion: comingToRest(agent, timeStep) };
  const { motion, executed } = order, until = executed + timeStep;
  switch (motion.kind) {
    case "Approach": {
      const near = state.phase === "Following" ? 0 : state.terms.nearDistance;
      return { kind: "solved", preferred: toward(motion.toward, near, agent, timeStep) };
    }
    case "Stop":
      return agent.velocity.x === 0 && agent.velocity.y === 0
        ? { kind: "exact", motion: partOfMotion([], 0, timeStep) }
        : { kind: "solved", preferred: ZERO };
    case "Access":
      return { kind: "exact", motion: partOfMotion(accessPieces(motion.access), executed, until) };
    case "Brake":
      return { kind: "exact", motion: partOfMotion(brakingPieces(motion.braking), executed, until) };
  }
}

/** Braking at once from the actual velocity, with what the ground allows. */
function comingToRest(agent: CrowdAgent, timeStep: number): readonly MotionPiece[] {
  const plan = brakingPlan(agent.velocity, groundLimits(agent).budget, 0);
  return partOfMotion(brakingPieces(plan), 0, timeStep);
}

/**
 * Toward a point of the edge, slowly enough to come to rest at least this share of the near distance short of it: the stop
 * begins at the near distance, and the access begins at rest (H3).
 */
const SHORT = 0.5;

/** The velocity that an approach would like, m/s (C5). */
function toward(point: Vec2, near: number, agent: CrowdAgent, timeStep: number): Vec2 {
  const x = point.x - agent.position.x, y = point.y - agent.position.y, left = Math.sqrt(x * x + y * y);
  if (left <= AT_GOAL) return ZERO;
  const { maxSpeed, budget } = groundLimits(agent);
  const speed = Math.min(
    agent.cruisingSpeed,
    maxSpeed,
    left / timeStep,
    necessaryBrakingBound(Math.max(SHORT * near, left - SHORT * near), timeStep, budget),
  );
  return { x: x / left * speed, y: y / left * speed };
}
