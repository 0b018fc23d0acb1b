import { type Edge, edgeMargin, type StepMotion } from "../boundary/edge.ts";
import { meanSpeedBound, upperLimit } from "../boundary/edge_limits.ts";
import { type Braking, committedStopLimit, returnLimit } from "../boundary/braking_limits.ts";
import {
  canCull,
  createPairPlanes,
  holdsItsLine,
  type Mover,
  pairPlanes,
  reachOfStep,
  stopSpan,
  stopTime,
} from "../boundary/separation.ts";
import { type Stop, verifyStopAgainst } from "../boundary/stop.ts";
import type { TurningEdges } from "../boundary/region.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { LocalEdge } from "../boundary/verify_rigid.ts";
import { pointVelocity, toLocal, WORLD } from "../geometry/rigid_motion.ts";
import { dot, rotate, type Vec2 } from "../geometry/vector.ts";
import type { OutsideEdge, UnprovenPair } from "../solver/decision.ts";

/**
 * A plane that the motion must stay behind: a region's edge, the separation floor's plane against a neighbor, or the plane
 * against an obstacle.
 */
export interface HardLimit {
  /** Tells the variant. */
  readonly kind: "edge" | "floor" | "obstacle";
  /** Its stable ID. */
  readonly id: number | string;
  /** Outward unit normal. */
  readonly normal: Vec2;
  /** Velocity of the plane, m/s, world. */
  readonly velocity: Vec2;
  /** Distance to the plane as it is laid, at the step's start, m. */
  readonly margin: number;
  /** How far inside the true edge the plane is laid, m (M9). */
  readonly laidInside: number;
  /** Whether the committed stop is proven against it; not for an edge that the body is outside of (B16). */
  readonly stops: boolean;
}

/** The hard limits of one step, the soft ways back, and what nothing is claimed for. */
export interface HardLimits {
  /** The planes. */
  readonly limits: readonly HardLimit[];
  /** Soft half-planes back into edges that the body is outside of (B16). */
  readonly back: readonly HalfPlane[];
  /** Edges that the body is outside of. */
  readonly outside: readonly OutsideEdge[];
  /** Pairs that the floor does not cover. */
  readonly unproven: readonly UnprovenPair[];
  /** Toward whom the closing speed comes first, because both are too fast to stop apart (M5). */
  readonly mostUrgent?: AgentId;
}

/**
 * The limits of a region's edges (B16, M9). Planes are laid ε inside, so that rounding never reaches the true edge; less
 * where the present stop comes nearer than ε.
 */
export function edgeLimits(
  edges: readonly Edge[],
  motion: StepMotion,
  stop: Stop,
  braking: Braking,
  floorSlack: number,
): Omit<HardLimits, "unproven" | "mostUrgent"> {
  const limits: HardLimit[] = [], back: HalfPlane[] = [], outside: OutsideEdge[] = [];
  for (const edge of edges) {
    const margin = edgeMargin(edge, motion.position), shared = pick(edge);
    if (margin < -INSIDE) {
      outside.push({ id: edge.id, depth: -margin });
      back.push(returnLimit(edge, motion, braking));
      limits.push({ ...shared, margin: 0, laidInside: margin, stops: false });
      continue;
    }
    const verdict = verifyStopAgainst(edge, margin, stop, Infinity);
    const spare = verdict.kind === "Proven" ? Math.max(0, Math.min(floorSlack, verdict.margin)) : 0;
    const laid = Math.max(0, margin - spare); // a body outside by rounding may stay where it is
    limits.push({ ...shared, margin: laid, laidInside: margin - laid, stops: true });
  }
  return { limits, back, outside };
}

function pick({ id, normal, velocity }: Edge): Pick<HardLimit, "kind" | "id" | "normal" | "velocity"> {
  return { kind: "edge", id, normal, velocity };
}

/** Edges that turn, for one step (B9): what their curves must keep, and what the solver is told of them. */
export interface TurningLimits {
  /** What the curves are proven against; an edge that the body is outside of runs through the body (B16). */
  readonly groups: readonly TurningEdges[];
  /** The edges as they are at the step's start, moving on as they do where the body is: for the pre-selection alone. */
  readonly frozen: readonly HardLimit[];
  readonly back: readonly HalfPlane[];
  readonly outside: readonly OutsideEdge[];
}

/** The limits of edges that turn or accelerate (B9, B16). */
export function turningLimits(
  turning: readonly TurningEdges[],
  motion: StepMotion,
  braking: Braking,
): TurningLimits {
  const { position } = motion;
  const groups: TurningEdges[] = [],
    frozen: HardLimit[] = [],
    back: HalfPlane[] = [],
    outside: OutsideEdge[] = [];
  for (const { frame, edges } of turning) {
    const local = toLocal(frame, 0, position), velocity = pointVelocity(frame, position);
    const kept = edges.map((edge): LocalEdge => {
      const { id } = edge, margin = edge.offset - (edge.normal.x * local.x + edge.normal.y * local.y);
      const normal = rotate(edge.normal, frame.heading), isOutside = margin < -INSIDE;
      if (isOutside) {
        outside.push({ id, depth: -margin });
        back.push(
          returnLimit({ id, normal, offset: margin + dot(normal, position), velocity }, motion, braking),
        );
      }
      const laid = Math.max(0, margin);
      frozen.push({ kind: "edge", id, normal, velocity, margin: laid, laidInside: 0, stops: !isOutside });
      return isOutside ? { ...edge, offset: edge.offset - margin } : edge;
    });
    groups.push({ frame, edges: kept });
  }
  return { groups, frozen, back, outside };
}

/** Planes that keep their normals, as edges of frames that only translate: for a body that goes along a curve (B9). */
export function asTurning(limits: readonly HardLimit[], { position }: StepMotion): readonly TurningEdges[] {
  return limits.map(({ id, normal, velocity, margin }) => ({
    frame: { ...WORLD, velocity },
    edges: [{ id, normal, offset: margin + dot(normal, position) }],
  }));
}

const planes = createPairPlanes();

/**
 * The limits of the separation floor (M2, M3): a plane against each neighbor that M7 does not cull.
 *
 * @param others everybody within M7's reach, in the order of IDs
 * @param wishes whether `self` wishes to move: with weight 0 it then holds its line and obeys no floor (M3)
 * @param closingCap largest speed relative to the reference in this step, m/s (B18)
 * @param bend how far a support that turns or accelerates carries the agent off its straight way, m
 */
export function floorLimits(
  self: Mover,
  others: readonly Mover[],
  wishes: boolean,
  timeStep: number,
  closingCap: number,
  floorSlack: number,
  bend = 0,
): Pick<HardLimits, "limits" | "unproven" | "mostUrgent"> {
  const limits: HardLimit[] = [], unproven: UnprovenPair[] = [];
  const reach = reachOfStep(self, timeStep, closingCap) + bend, velocity = self.reference ?? { x: 0, y: 0 };
  let mostUrgent: AgentId | undefined, least = Infinity;
  const ownLine = wishes && self.responsibility === 0 && self.locked !== true;
  for (const other of others) {
    if (ownLine && !holdsItsLine(other)) {
      if (mayMeet(self, other, reach, timeStep)) unproven.push({ id: other.id, reason: "holdsItsLine" });
      continue;
    }
    const covered = self.uncovered === undefined && other.uncovered === undefined;
    if (covered && sameReference(self, other) && canCull(self, other, floorSlack, reach)) continue;
    const selfIsLow = compareAgentIds(self.id, other.id) < 0;
    pairPlanes(selfIsLow ? self : other, selfIsLow ? other : self, floorSlack, planes);
    const { status, nx, ny, low, high, apart } = planes;
    if (status === "separated") {
      const normal = selfIsLow ? { x: nx, y: ny } : { x: -nx, y: -ny };
      const margin = selfIsLow ? low : high;
      limits.push({ kind: "floor", id: other.id, normal, velocity, margin, laidInside: 0, stops: true });
      continue;
    }
    const elsewhere = status === "otherReference" || status === "uncontrolled" ||
      status === "carriedAlongCurve" || status === "ignoresIt";
    if (elsewhere && !mayMeet(self, other, reach, timeStep)) continue;
    unproven.push({ id: other.id, reason: status });
    if (status === "tooFast" && apart < least) least = apart, mostUrgent = other.id;
  }
  return { limits, unproven, ...(mostUrgent === undefined ? {} : { mostUrgent }) };
}

/** Whether the two could touch in this step and the stops after it. */
function mayMeet(self: Mover, other: Mover, reach: number, timeStep: number): boolean {
  const x = other.position.x - self.position.x, y = other.position.y - self.position.y;
  const near = self.radius + other.radius + 2 * reach + stopSpan(other) + drift(self, other, timeStep);
  return Math.sqrt(x * x + y * y) < near;
}

/** How far two reference velocities carry agents apart in a step and the stops after it, m. */
function drift(self: Mover, other: Mover, timeStep: number): number {
  const x = (self.reference?.x ?? 0) - (other.reference?.x ?? 0);
  const y = (self.reference?.y ?? 0) - (other.reference?.y ?? 0);
  return x === 0 && y === 0
    ? 0
    : Math.sqrt(x * x + y * y) * (timeStep + Math.max(stopTime(self), stopTime(other)));
}

function sameReference(self: Mover, other: Mover): boolean {
  return (self.reference?.x ?? 0) === (other.reference?.x ?? 0) &&
    (self.reference?.y ?? 0) === (other.reference?.y ?? 0);
}

/** Planes are offered to the solver this share of the slack inside, so that its rounding passes the exact checks. */
const INSIDE_FOR_THE_SOLVER = 0.25;

/**
 * The linear limits that pre-select velocities (M3): with an unlimited budget B3; else B5 for the end of the step and B21
 * for the stop after it.
 *
 * @param v0 velocity at the step's start, relative to the support, m/s
 */
export function preselection(
  limits: readonly HardLimit[],
  motion: StepMotion,
  v0: Vec2,
  braking: Braking,
  floorSlack: number,
): readonly HalfPlane[] {
  const result: HalfPlane[] = [];
  for (const limit of limits) {
    const { kind, id, normal, margin } = limit;
    const most = kind === "obstacle" ? margin : margin / 16; // what touches a wall is offered nothing
    const inside = margin > 0 ? margin - Math.min(INSIDE_FOR_THE_SOLVER * floorSlack, most) : margin;
    const mean = meanSpeedBound(limit, inside, motion);
    if (braking.budget === Infinity || braking.budget === 0) { // B3: the velocity of the whole step
      result.push(upperLimit(normal, mean, { kind, id }));
      continue;
    }
    result.push(upperLimit(normal, 2 * mean - dot(normal, v0), { kind, id }));
    if (limit.stops) {
      const stopKind = kind === "edge" ? "braking" : kind;
      result.push(committedStopLimit(limit, stopKind, inside, motion, v0, braking));
    }
  }
  return result;
}
