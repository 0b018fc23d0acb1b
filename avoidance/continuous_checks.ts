import { isSome, none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { StepMotion } from "../boundary/edge.ts";
import type { TurningEdges } from "../boundary/region.ts";
import { brakingMotion, brakingTime, type Stop, stopMotion, verifyStopAgainst } from "../boundary/stop.ts";
import { sweepNeighbor } from "../boundary/sweep.ts";
import { INSIDE, leastMargin } from "../boundary/verify_curve.ts";
import type { CarriedBody } from "../boundary/carried_body.ts";
import { sweepCarried } from "../boundary/sweep_carried.ts";
import { verifyRigid } from "../boundary/verify_rigid.ts";
import type { Agent } from "../geometry/agent.ts";
import { displacement, type MotionPiece } from "../geometry/motion.ts";
import { combinedRadius } from "../geometry/orca.ts";
import { headingAt, isCurved, type RigidMotion } from "../geometry/rigid_motion.ts";
import { add, conjugate, rotate, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { LimitProof, Rejection } from "../solver/decision.ts";
import { carriedBody, carriedKind } from "./carried_motion.ts";
import type { HardLimit } from "./hard_limits.ts";

/** What one agent's candidates are checked in: its step, its present velocity, and what it brakes with. */
export interface Checking {
  /** The planes. */
  readonly limits: readonly HardLimit[];
  /** The frame of the step. */
  readonly motion: StepMotion;
  /** The stop from the actual state. */
  readonly stop: Stop;
  /** Edges that turn (B9). */
  readonly turning: readonly TurningEdges[];
  /** What carries the agent. */
  readonly carrier: RigidMotion;
  /** Neighbors whose predicted motion is swept against, because no floor covers them (B8). */
  readonly swept: readonly Agent[];
  /** ε, m (M9). */
  readonly slack: number;
  /** The agent that decides. */
  readonly self: Agent;
  /** Whether the body is outside an edge that turns: then no stop is proven (B16). */
  readonly outsideTurning: boolean;
  /**
   * In a corridor (B11): refuses motions, the stop after them among them, that use a portal otherwise than to cross it and stay
   * in the next piece.
   */
  readonly throughPortals?: (body: CarriedBody) => Option<Rejection>;
}

/** B5's ramp to an end velocity, or a jump to it with an unlimited budget (M1). */
export function stepMotionTo(
  velocity: Vec2,
  { motion: { timeStep }, stop }: Checking,
): readonly MotionPiece[] {
  if (stop.budget === Infinity) return [{ duration: timeStep, velocity, acceleration: ZERO }];
  const from = stop.velocity;
  const acceleration = { x: (velocity.x - from.x) / timeStep, y: (velocity.y - from.y) / timeStep };
  return [{ duration: timeStep, velocity: from, acceleration }];
}

/**
 * The exact check of a candidate against edges and floor (B6, B19): its curve over the step, then braking from its end and
 * resting for ever, all behind every plane as it is laid, without tolerance (M9). Only a region's edge that is laid inside the true one
 * is given back its rounding, for a body at rest on the laid plane would be refused to move along it by 1e-17 m.
 *
 * @returns none when it passes
 */
export function refusedByLimits(velocity: Vec2, checking: Checking): Option<Rejection> {
  const { limits, motion } = checking, { timeStep, supportVelocity: u } = motion;
  const step = stepMotionTo(velocity, checking), moved = displacement(step);
  const after: Stop = { ...checking.stop, velocity };
  for (const limit of limits) {
    const { normal, margin } = limit, drift = subtract(limit.velocity, u);
    const rounding = limit.kind === "edge" ? Math.max(0, Math.min(INSIDE, limit.laidInside)) : 0;
    const found = leastMargin(margin, normal, drift, step);
    if (!(found.margin >= -rounding)) {
      return refusal("curve", `leaves ${nameOf(limit)} by ${-found.margin} m after ${found.time} s`);
    }
    if (!limit.stops) continue;
    const end = margin + timeStep * (normal.x * drift.x + normal.y * drift.y) -
      (normal.x * moved.x + normal.y * moved.y);
    const verdict = verifyStopAgainst(limit, end, after, rounding);
    if (verdict.kind !== "Proven") {
      return refusal("committedStop", `no stop in front of ${nameOf(limit)} after it`);
    }
  }
  for (const { frame, edges } of checking.turning) {
    const verdict = verifyRigid(edges, frame, carriedThroughStop(step, checking));
    if (verdict.kind !== "ProvenInside") {
      return refusal("turningEdges", `${verdict.kind} at edge ${verdict.edge}`);
    }
  }
  return checking.throughPortals?.(carriedThroughStop(step, checking)) ?? none;
}

/** A solved motion and the braking after it, as the carrier sees them. */
function carriedThroughStop(step: readonly MotionPiece[], { carrier, motion, stop }: Checking): CarriedBody {
  const { timeStep, supportVelocity: u } = motion;
  const body = carriedBody(carrier, motion.position, step, carriedKind("Clear", stop.budget), timeStep);
  if (stop.budget === Infinity) return body;
  const { velocity: v, acceleration: a, duration } = body.motion[body.motion.length - 1]!;
  const heading = headingAt(carrier, timeStep);
  const rest = rotate(subtract(stop.reference, u), conjugate(heading));
  const end = { x: v.x + a.x * duration, y: v.y + a.y * duration };
  const local: Stop = { ...stop, velocity: subtract(end, rest), supportVelocity: ZERO, reference: ZERO };
  const braking = brakingMotion(local).map((piece) => ({ ...piece, velocity: add(piece.velocity, rest) }));
  return { ...body, motion: [...body.motion, ...braking] };
}

/** The sweep of a candidate against the predicted motion of neighbors that no floor covers (B8). */
export function refusedBySweep(velocity: Vec2, checking: Checking): Option<Rejection> {
  const { motion, swept } = checking;
  if (swept.length === 0) return none;
  const u = motion.supportVelocity, { carrier } = checking, step = stepMotionTo(velocity, checking);
  const curved = isCurved(carrier)
    ? carriedBody(carrier, motion.position, step, carriedKind("Clear", checking.stop.budget), motion.timeStep)
    : undefined;
  const mine = {
    position: motion.position,
    motion: step.map((piece) => ({ ...piece, velocity: add(piece.velocity, u) })),
  };
  for (const other of swept) {
    const radius = combinedRadius(checking.self, other);
    const verdict = curved === undefined
      ? sweepNeighbor(mine, other, radius, motion.timeStep)
      : sweepCarried(curved, other.position, other.velocity, radius);
    if (verdict.kind === "Collides") {
      return refusal("sweep", `meets neighbor ${other.id} after ${verdict.time} s, ${verdict.depth} m deep`);
    }
    if (verdict.kind === "Overlapped" && verdict.deeper > 0) {
      return refusal("sweep", `gets ${verdict.deeper} m deeper into neighbor ${other.id}`);
    }
  }
  return none;
}

function refusal(check: string, reason: string): Option<Rejection> {
  return some({ kind: "check", check, reason });
}

function nameOf({ kind, id }: HardLimit): string {
  return kind === "floor" ? `the floor toward ${id}` : `${kind} ${id}`;
}

/**
 * The braking motion of this step, when all of it is proven from the actual state (B19): behind every plane, up to an
 * eighth of the slack (M9).
 */
export function provenStop(checking: Checking): Option<readonly MotionPiece[]> {
  const { limits, stop, motion, slack } = checking;
  if (checking.outsideTurning) return none;
  if (!(stop.budget > 0) && (stop.velocity.x !== 0 || stop.velocity.y !== 0)) return none;
  for (const limit of limits) {
    if (!limit.stops) return none;
    // Never outside the true edge: less than the slack where the plane lies less than that inside it.
    const tolerance = limit.kind === "edge"
      ? Math.min(slack / 8, Math.max(0, limit.laidInside) + INSIDE)
      : slack / 8;
    if (verifyStopAgainst(limit, limit.margin, stop, tolerance).kind !== "Proven") return none;
  }
  // The whole braking, and the rest of the step after it: an edge that turns turns on.
  const whole = Math.max(motion.timeStep, brakingTime(stop));
  const { carrier, turning, throughPortals } = checking;
  if (turning.length > 0 || throughPortals !== undefined) {
    const body = carriedBody(carrier, motion.position, stopMotion(stop, whole), "stop", motion.timeStep);
    for (const { frame, edges } of turning) {
      if (verifyRigid(edges, frame, body).kind !== "ProvenInside") return none;
    }
    if (throughPortals !== undefined && isSome(throughPortals(body))) return none;
  }
  return some(stopMotion(stop, motion.timeStep));
}

/**
 * How near the chosen motion, and the stop after it, comes to each plane, m; a region's edges as they are, the floor's
 * planes as they are laid.
 */
export function proofsOf(
  step: readonly MotionPiece[],
  velocity: Vec2,
  checking: Checking,
): readonly LimitProof[] {
  const { limits, motion, stop } = checking,
    { timeStep, supportVelocity: u } = motion,
    moved = displacement(step),
    after: Stop = { ...stop, velocity };
  const turning = checking.turning.flatMap(({ frame, edges }) =>
    edges.map((edge): LimitProof => {
      const verdict = verifyRigid([edge], frame, carriedThroughStop(step, checking));
      return {
        kind: "edge",
        id: edge.id,
        margin: verdict.kind === "ProvenInside" ? verdict.margin : -Infinity,
      };
    })
  );
  const straight = limits.filter(({ stops }) => stops).map((limit): LimitProof => {
    const { kind, id, normal, margin, laidInside } = limit, drift = subtract(limit.velocity, u);
    const end = margin + timeStep * (normal.x * drift.x + normal.y * drift.y) -
      (normal.x * moved.x + normal.y * moved.y);
    const during = leastMargin(margin, normal, drift, step).margin;
    const verdict = verifyStopAgainst(limit, end, after, Infinity);
    const later = verdict.kind === "Proven" ? verdict.margin : -Infinity;
    return { kind, id, margin: Math.min(during, later) + laidInside };
  });
  return [...straight, ...turning];
}
