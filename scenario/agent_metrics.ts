import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { AgentId } from "../geometry/agent.ts";
import { det, distance, dot, length, subtract, type Vec2 } from "../geometry/vector.ts";
import type { AgentDecision, Crowd, CrowdAgent } from "../crowd/crowd.ts";
import { distanceLeft } from "../crowd/preferred_velocity.ts";
import { groundLimits } from "../crowd/floor.ts";
import { pathLength } from "./path_length.ts";
import { type RegionMargin, regionMargin, type RegionStep } from "./region_margin.ts";
import { endVelocity, type SteppedAgent } from "./step_motion.ts";

/**
 * What is known of one agent's run so far. Lengths in m, times in s from the start. Ways and places are those of the
 * world; speeds and accelerations are relative to what the agent stands on, as its speed cap and budget are.
 */
export interface AgentMetrics {
  /** Whose run it is. */
  readonly id: AgentId;
  /** Start position, m. */
  readonly start: Vec2;
  /** The last corner of its route at the start; none: it has no goal, and cannot arrive. */
  readonly goal: O.Option<Vec2>;
  /**
   * The least time in which it could have arrived, s: the way from corner to corner, or the shortest through its tiles, less the arrival distance, at its
   * largest horizontal speed. `Infinity` for an agent that cannot move.
   */
  readonly bound: number;
  /** When it was first within the arrival distance. */
  readonly arrival: O.Option<number>;
  /** Distance left to the goal now, m, which a support carries along; 0 without a goal. */
  readonly distanceToGoal: number;
  /** Length of the way from corner to corner that it had before it at the start, m; 0 without a goal. */
  readonly straightWay: number;
  /** Way covered, m, also when carried. */
  readonly pathLength: number;
  /** Steps in which it turned by more than 90° while faster than 1 mm/s before and after. */
  readonly reversals: number;
  /** Largest distance from the straight line through start and goal, m, at the steps' ends. */
  readonly lateral: number;
  /** Largest distance from the start, m, at the steps' ends. */
  readonly displacement: number;
  /** Largest acceleration, m/s²; a jump of velocity counts as spread over its step. */
  readonly acceleration: number;
  /** Since when it stands still away from its goal. */
  readonly stillSince: O.Option<number>;
  /** When it was first reported as stalled. */
  readonly stalled: O.Option<number>;
  /** How long after it had stopped it was first reported as stalled together with what holds it, s. */
  readonly blockedAfter: O.Option<number>;
  /** Least margin to its region's edges over continuous time, its `time` from the run's start; none without a region. */
  readonly regionMargin: O.Option<RegionMargin>;
  /** Steps in which it was too near a turning edge to be told inside from outside. */
  readonly regionUndecided: number;
  /** Steps that were decided as `BoundaryUnreachable` or `Uncontrolled`: no stop could be proven. */
  readonly refusedStops: number;
  /** Steps that it was observed in. */
  readonly steps: number;
  /** Those among them in which its decision was skipped (C4). */
  readonly skippedSteps: number;
  /** All positions and velocities were finite. */
  readonly finite: boolean;
}

/** Slower than this, an agent's direction means nothing, m/s. */
const NO_DIRECTION = 1e-3;

/** Slower than this, an agent counts as standing still, m/s. */
const STILL = 0.01;

/** An agent's metrics before the first step. */
export function startAgentMetrics(agent: CrowdAgent, arrivalDistance: number): AgentMetrics {
  const goal = O.fromNullable(agent.route.at(-1));
  const distanceToGoal = O.isSome(goal) ? distance(agent.position, goal.value) : 0;
  const way = distanceLeft(agent), least = Math.max(0, way - arrivalDistance);
  return {
    id: agent.id,
    start: agent.position,
    goal,
    bound: least === 0 ? 0 : least / groundLimits(agent).maxSpeed,
    arrival: O.isSome(goal) && distanceToGoal <= arrivalDistance ? O.some(0) : O.none,
    distanceToGoal,
    straightWay: way,
    pathLength: 0,
    reversals: 0,
    lateral: 0,
    displacement: 0,
    acceleration: 0,
    stillSince: O.none,
    stalled: O.none,
    blockedAfter: O.none,
    regionMargin: O.none,
    regionUndecided: 0,
    refusedStops: 0,
    steps: 0,
    skippedSteps: 0,
    finite: true,
  };
}

/**
 * An agent's metrics after one more step.
 *
 * @param before the time at the step's start, s
 * @param decided what it decided, if it did
 */
export function observeAgent(
  metrics: AgentMetrics,
  motion: SteppedAgent,
  before: number,
  after: Crowd,
  decided: AgentDecision | undefined,
): AgentMetrics {
  const { position, velocity, route } = motion.after,
    { time, parameters: { arrivalDistance, timeStep } } = after;
  const goal = route.at(-1);
  const distanceToGoal = goal === undefined ? 0 : distance(position, goal);
  const isThere = O.isSome(metrics.goal) && distanceToGoal <= arrivalDistance;
  const old = relativeVelocity(motion.before), now = relativeVelocity(motion.after);
  const stopped = length(now) < STILL && !isThere;
  const stillSince = !stopped ? O.none : O.isSome(metrics.stillSince) ? metrics.stillSince : O.some(time);
  const stalled = after.report.stalled.find(({ id }) => id === metrics.id);
  const isBlocked = stalled !== undefined && stalled.heldBy.length > 0;
  const turned = dot(old, now) < 0 && length(old) > NO_DIRECTION && length(now) > NO_DIRECTION;
  const kind = decided?.decision.kind;
  const refused = kind === "BoundaryUnreachable" || kind === "Uncontrolled";
  const region = regionMargin(motion);
  return {
    ...metrics,
    arrival: O.isNone(metrics.arrival) && isThere ? O.some(time) : metrics.arrival,
    distanceToGoal,
    pathLength: metrics.pathLength + pathLength(motion.pieces),
    reversals: metrics.reversals + (turned ? 1 : 0),
    lateral: Math.max(metrics.lateral, lateralDistance(metrics, position)),
    displacement: Math.max(metrics.displacement, distance(metrics.start, position)),
    acceleration: Math.max(metrics.acceleration, largestAcceleration(motion, timeStep)),
    stillSince,
    stalled: O.isNone(metrics.stalled) && stalled !== undefined ? O.some(time) : metrics.stalled,
    blockedAfter: O.isNone(metrics.blockedAfter) && isBlocked
      ? O.some(O.isSome(stillSince) ? time - stillSince.value : 0)
      : metrics.blockedAfter,
    regionMargin: nearerEdge(metrics.regionMargin, region, before),
    regionUndecided: metrics.regionUndecided + region.undecided,
    refusedStops: metrics.refusedStops + (refused ? 1 : 0),
    steps: metrics.steps + 1,
    skippedSteps: metrics.skippedSteps + (decided?.detail === "skipped" ? 1 : 0),
    finite: metrics.finite && [position.x, position.y, velocity.x, velocity.y].every(Number.isFinite),
  };
}

/** Within the arrival distance now, and so at the end when this is the end. */
export function isAtGoal(metrics: AgentMetrics, arrivalDistance: number): boolean {
  return O.isSome(metrics.goal) && metrics.distanceToGoal <= arrivalDistance;
}

function relativeVelocity({ velocity, support }: CrowdAgent): Vec2 {
  return support === undefined ? velocity : subtract(velocity, support.velocity);
}

function lateralDistance({ start, goal }: AgentMetrics, position: Vec2): number {
  const away = subtract(position, start);
  const line = O.isSome(goal) ? subtract(goal.value, start) : away;
  const far = length(line);
  return far === 0 ? length(away) : Math.abs(det(line, away)) / far;
}

function nearerEdge(
  known: O.Option<RegionMargin>,
  { least }: RegionStep,
  before: number,
): O.Option<RegionMargin> {
  if (least === undefined || O.isSome(known) && known.value.margin <= least.margin) return known;
  return O.some({ ...least, time: before + least.time });
}

function largestAcceleration({ carried, carriedVelocity }: SteppedAgent, timeStep: number): number {
  let most = 0, velocity = carriedVelocity;
  for (const piece of carried.motion) {
    const jump = length(subtract(piece.velocity, velocity)) / timeStep;
    most = Math.max(most, length(piece.acceleration), jump);
    velocity = endVelocity(piece);
  }
  return most;
}
