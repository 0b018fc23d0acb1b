import { necessaryBrakingBound } from "../boundary/braking_bound.ts";
import { verifyStopAgainst } from "../boundary/stop.ts";
import { INSIDE, leastMargin } from "../boundary/verify_curve.ts";
import { edgeMargin } from "../boundary/edge.ts";
import { displacement, type MotionPiece } from "../geometry/motion.ts";
import { pointVelocity, type RigidMotion, toWorld } from "../geometry/rigid_motion.ts";
import { add, length, rotate, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import { accessPieces } from "../handoff/access.ts";
import { brakingPieces, brakingPlan } from "../handoff/braking_plan.ts";
import { carrierOfCrossing, frameOfCrossing } from "./crossing_feedback.ts";
import type { CrowdAgent } from "./crowd.ts";
import { groundLimits, moverOf } from "./floor.ts";
import { partOfMotion } from "./moved_agents.ts";
import { AT_GOAL } from "./preferred_velocity.ts";
import type { Crosser } from "./tiled_crowd.ts";
import { GROUND, type TiledGround } from "./tiled_ground.ts";

/** How an agent goes on in the next step while a crossing owns its mover. */
export type OwnedMotion =
  /** The solver moves it, within its tile's edges and budgets, toward this preferred velocity, m/s (H2). */
  | { readonly kind: "solved"; readonly preferred: Vec2 }
  /** It goes exactly so (H5, H6). */
  | { readonly kind: "exact"; readonly motion: readonly MotionPiece[] };

/**
 * The next step of an order (H5, H6). A stop by the solver that has come to rest stays there; so does everything that has
 * been carried out to its end. Rest is rest relative to the edge: where another support carries it, the agent goes along with
 * it on its own tile (H2). Without an order, and on a support that is not P's, it brakes from what it really has.
 */
export function ownedMotion(
  ground: TiledGround,
  agent: CrowdAgent,
  { order, state }: Crosser,
  timeStep: number,
): OwnedMotion {
  const own = agent.support?.id ?? GROUND.id;
  if (order === undefined || state.phase === "Following" || own !== state.terms.from.support.id) {
    return { kind: "exact", motion: comingToRest(agent, timeStep) };
  }
  const { motion, executed } = order, until = executed + timeStep, { terms } = state;
  const frame = frameOfCrossing(ground, terms), u = agent.support?.velocity ?? ZERO;
  const drift = carrierOfCrossing(ground, terms) === own
    ? ZERO
    : subtract(pointVelocity(frame, agent.position), u);
  const along = (pieces: readonly MotionPiece[], from: number, proven: boolean): OwnedMotion =>
    inTile(agent, carried(partOfMotion(pieces, from, from + timeStep), frame, drift), drift, proven);
  switch (motion.kind) {
    case "Approach": {
      const wish = toward(toWorld(frame, 0, motion.toward), terms.nearDistance, agent, drift, timeStep);
      return { kind: "solved", preferred: wish };
    }
    case "Stop":
      return length(subtract(subtract(agent.velocity, u), drift)) <= AT_REST
        ? along([], until, true)
        : { kind: "solved", preferred: drift };
    case "Access":
      return along(accessPieces(motion.access), executed, true);
    case "Brake":
      return along(
        brakingPieces(motion.braking),
        executed,
        state.phase !== "Stopping" || state.guarantee === "edge",
      );
  }
}

/** What rounding leaves of a velocity that is 0, m/s. */
const AT_REST = 1e-12;

/** A velocity that differs by so much from the planned one is not that of the plan any more, m/s. */
const STRAYED = 1e-9;

/** Braking at once from the actual velocity, with what the ground allows. */
export function comingToRest(agent: CrowdAgent, timeStep: number): readonly MotionPiece[] {
  const velocity = subtract(agent.velocity, agent.support?.velocity ?? ZERO);
  return partOfMotion(brakingPieces(brakingPlan(velocity, groundLimits(agent).budget, 0)), 0, timeStep);
}

/** A motion in the frame of a crossing, as one relative to the agent's support, in world axes at the step's start. */
function carried(
  motion: readonly MotionPiece[],
  { heading }: RigidMotion,
  drift: Vec2,
): readonly MotionPiece[] {
  return motion.map(({ duration, velocity, acceleration }) => ({
    duration,
    velocity: add(rotate(velocity, heading), drift),
    acceleration: rotate(acceleration, heading),
  }));
}

/**
 * The motion itself where P's edges allow it. They do where the edge is carried as P is: the access was proven inside. But who
 * goes along with an edge that moves past P comes to P's end, and there P's edges hold, not the edge (H2). So they do where a
 * braking that nothing proves would lead past the edge itself, while a stop on P stays inside. What the solver has then taken
 * over it brings to its end: the body is not where the plan has it.
 *
 * @param proven whether it comes to rest at the edge, as its order says
 */
function inTile(
  agent: CrowdAgent,
  motion: readonly MotionPiece[],
  drift: Vec2,
  proven: boolean,
): OwnedMotion {
  if (drift.x === 0 && drift.y === 0) return { kind: "exact", motion };
  const { position, region, support } = agent, u = support?.velocity ?? ZERO, way = displacement(motion);
  const [first] = motion, strayed = subtract(subtract(agent.velocity, u), first?.velocity ?? drift);
  if (!proven && length(strayed) > STRAYED) return { kind: "solved", preferred: drift };
  const last = motion.at(-1), duration = motion.reduce((sum, piece) => sum + piece.duration, 0);
  const velocity = last === undefined ? drift : {
    x: last.velocity.x + last.acceleration.x * last.duration,
    y: last.velocity.y + last.acceleration.y * last.duration,
  };
  const after = {
    position: add(add(position, way), { x: u.x * duration, y: u.y * duration }),
    velocity,
    supportVelocity: u,
    budget: groundLimits(agent).budget,
    reference: moverOf(agent).reference ?? ZERO,
  };
  const holds = (region?.edges ?? []).every((edge) => {
    const passing = subtract(edge.velocity, u), { normal } = edge;
    const margin = edgeMargin(edge, position);
    if (!(leastMargin(margin, normal, passing, motion).margin >= -INSIDE)) return false;
    // Only an edge that the drift leads to has to be kept by a stop on P as well: the others, by the stop at the edge.
    const nearing = normal.x * (drift.x - passing.x) + normal.y * (drift.y - passing.y);
    if (proven && !(nearing > AT_REST)) return true;
    const left = margin + duration * (normal.x * passing.x + normal.y * passing.y) -
      (normal.x * way.x + normal.y * way.y);
    return verifyStopAgainst(edge, left, after, INSIDE).kind === "Proven";
  });
  return holds ? { kind: "exact", motion } : { kind: "solved", preferred: drift };
}

/**
 * Toward a point of the edge, slowly enough to come to rest at least this share of the near distance short of it: the stop
 * begins at the near distance, and the access begins at rest (H3).
 */
const SHORT = 0.5;

/** The velocity that an approach would like, relative to the agent's support, m/s (C5): that of the edge, and toward it. */
function toward(point: Vec2, near: number, agent: CrowdAgent, drift: Vec2, timeStep: number): Vec2 {
  const x = point.x - agent.position.x, y = point.y - agent.position.y, left = Math.sqrt(x * x + y * y);
  if (left <= AT_GOAL) return drift;
  const { maxSpeed, budget } = groundLimits(agent);
  const speed = Math.min(
    agent.cruisingSpeed,
    maxSpeed - length(drift),
    left / timeStep,
    necessaryBrakingBound(Math.max(SHORT * near, left - SHORT * near), timeStep, budget),
  );
  return { x: drift.x + x / left * speed, y: drift.y + y / left * speed };
}
