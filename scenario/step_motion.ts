import { carriedBody, carriedKind, carrierOf } from "../avoidance/carried_motion.ts";
import type { CarriedBody } from "../boundary/carried_body.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { AgentDecision, Crowd, CrowdAgent, MovedAgent } from "../crowd/crowd.ts";
import { displacement, type MotionPiece } from "../geometry/motion.ts";
import { type RigidMotion, toWorld, WORLD } from "../geometry/rigid_motion.ts";
import { add, conjugate, distance, length, rotate, subtract, type Vec2, ZERO } from "../geometry/vector.ts";

/** How one agent moved during one step. */
export interface SteppedAgent {
  /** The agent as it was at the step's start. */
  readonly before: CrowdAgent;
  /** The agent as it was at the step's end. */
  readonly after: CrowdAgent;
  /** Where its motion starts, m, world. */
  readonly from: Vec2;
  /** Pieces of constant acceleration that fill the step, in the world. */
  readonly pieces: readonly MotionPiece[];
  /** Never less than the way it went, m: how far from `from` it can have been. */
  readonly reach: number;
  /** The same as what carries it sees it; on the ground no different from `pieces`. */
  readonly carried: CarriedBody;
  /** Velocity before the step in the axes of what carries it, m/s. */
  readonly carriedVelocity: Vec2;
}

/** The reported motion must lead to the agent's place up to so much, m; otherwise the straight way is taken. */
const SAME_PLACE = 1e-6;

/**
 * The motions of all agents that are in the crowd before and after a step, in the order of IDs. They are taken from
 * the step's decisions; an agent that decided nothing, or was put elsewhere, is taken to have gone straight.
 */
export function stepMotions(before: Crowd, after: Crowd): readonly SteppedAgent[] {
  const { decisions: decided, moved } = after.report;
  const decisions = new Map<AgentId, Went>([
    ...decided.map((one) => [one.id, one] as const),
    ...moved.map(asDecided),
  ]);
  const earlier = new Map(before.agents.map((agent) => [agent.id, agent]));
  const duration = after.time - before.time;
  return after.agents.flatMap((agent) => {
    const old = earlier.get(agent.id);
    if (old === undefined) return [];
    const decided = decisions.get(agent.id);
    return [
      (decided === undefined ? undefined : decidedMotion(old, agent, decided, duration)) ??
        straightMotion(old, agent, duration),
    ];
  });
}

/** What is known of how an agent went. */
type Went = Pick<AgentDecision, "from" | "supportVelocity"> & {
  readonly decision: Pick<AgentDecision["decision"], "kind" | "motion">;
};

/** An agent that something else moved keeps its direction on what carries it, as a braking does. */
function asDecided({ id, from, supportVelocity, motion }: MovedAgent): readonly [AgentId, Went] {
  return [id, { from, supportVelocity, decision: { kind: "ProvenStop", motion } }];
}

/** The motion that was decided; nothing when it does not lead to where the agent is. */
function decidedMotion(
  before: CrowdAgent,
  after: CrowdAgent,
  { from, supportVelocity: u, decision }: Went,
  duration: number,
): SteppedAgent | undefined {
  if (decision.motion.length === 0) return undefined;
  const kind = carriedKind(decision.kind, before.budget);
  const frame = carrierOf(before.support), { motion } = decision;
  const carried = carriedBody(frame, from, motion, kind, duration);
  const pieces = before.support?.motion !== undefined
    ? carriedPieces(carried)
    : u.x === 0 && u.y === 0
    ? motion
    : motion.map((piece) => ({ ...piece, velocity: add(piece.velocity, u) }));
  if (!(distance(add(from, displacement(pieces)), after.position) <= SAME_PLACE)) return undefined;
  const carriedVelocity = rotate(subtract(before.velocity, u), conjugate(frame.heading));
  return { before, after, from, pieces, reach: reachOf(pieces), carried, carriedVelocity };
}

function straightMotion(before: CrowdAgent, after: CrowdAgent, duration: number): SteppedAgent {
  const way = subtract(after.position, before.position), u = before.support?.velocity ?? ZERO;
  const velocity = { x: way.x / duration, y: way.y / duration };
  const straight = { duration, velocity, acceleration: ZERO };
  return {
    before,
    after,
    from: before.position,
    pieces: [straight],
    reach: length(way),
    carried: {
      frame: { ...WORLD, velocity: u },
      position: before.position,
      motion: [{ ...straight, velocity: subtract(velocity, u) }],
    },
    carriedVelocity: subtract(before.velocity, u),
  };
}

/** A curve that a turning support bends is replaced by parabolas that leave it by at most so much, m. */
const BENT = 1e-9;

/** Most parabolas for one piece of motion. */
const MOST_PARABOLAS = 64;

/**
 * The world motion of a body on something that turns or accelerates: parabolas through three points each of the true
 * curve. With |x'''| <= J on the curve, a parabola over h seconds leaves it by at most J·h³/(72√3).
 */
function carriedPieces({ frame, position, motion }: CarriedBody): readonly MotionPiece[] {
  const pieces: MotionPiece[] = [];
  let start = 0, origin = position;
  for (const piece of motion) {
    const { duration, velocity: v, acceleration: a } = piece;
    const since = start, place = origin;
    const at = (t: number): Vec2 => {
      const s = t - since;
      return toWorld(frame, t, {
        x: place.x + (v.x + a.x * s / 2) * s,
        y: place.y + (v.y + a.y * s / 2) * s,
      });
    };
    const h = Math.cbrt(72 * Math.sqrt(3) * BENT / jerkBound(piece, place, frame, since + duration));
    const count = Math.max(1, Math.min(MOST_PARABOLAS, Math.ceil(duration / h)));
    for (let k = 0; k < count; k++) {
      const t = since + duration * k / count;
      pieces.push(parabola(at(t), at(t + duration / count / 2), at(t + duration / count), duration / count));
    }
    origin = add(place, displacement([piece]));
    start += duration;
  }
  return pieces;
}

/** A bound of |x'''| of a carried point, m/s³: turning by ω and α, it is at most ω³l + 3ωαl + 3(ω² + α)v + 3ωa. */
function jerkBound(
  { duration, velocity, acceleration }: MotionPiece,
  position: Vec2,
  { yawRate, yawAcceleration }: RigidMotion,
  until: number,
): number {
  const w = Math.max(Math.abs(yawRate), Math.abs(yawRate + yawAcceleration * until));
  const alpha = Math.abs(yawAcceleration), a = length(acceleration), v = length(velocity) + a * duration;
  const l = length(position) + v * duration;
  return (w * w * w + 3 * w * alpha) * l + 3 * (w * w + alpha) * v + 3 * w * a;
}

function parabola(p: Vec2, q: Vec2, r: Vec2, duration: number): MotionPiece {
  const t = duration;
  return {
    duration,
    velocity: { x: (4 * q.x - 3 * p.x - r.x) / t, y: (4 * q.y - 3 * p.y - r.y) / t },
    acceleration: { x: 4 * (p.x - 2 * q.x + r.x) / (t * t), y: 4 * (p.y - 2 * q.y + r.y) / (t * t) },
  };
}

/** Speed is a convex function of time on a piece, so the faster end bounds it. */
function reachOf(motion: readonly MotionPiece[]): number {
  let reach = 0;
  for (const piece of motion) {
    reach += piece.duration * Math.max(length(piece.velocity), length(endVelocity(piece)));
  }
  return reach;
}

/** Velocity at a piece's end, m/s. */
export function endVelocity({ duration, velocity, acceleration }: MotionPiece): Vec2 {
  return { x: velocity.x + acceleration.x * duration, y: velocity.y + acceleration.y * duration };
}
