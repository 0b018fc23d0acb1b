import { isLeft } from "npm:fp-ts@^2.16/lib/Either.js";
import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import { type Braking, closingSpeedCap } from "../boundary/braking_limits.ts";
import type { StepMotion } from "../boundary/edge.ts";
import { referenceVelocity } from "../boundary/reference_velocity.ts";
import type { Mover } from "../boundary/separation.ts";
import type { Stop } from "../boundary/stop.ts";
import type { Agent } from "../geometry/agent.ts";
import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { sortedById } from "../geometry/orca.ts";
import { reachableDisc, speedDisc } from "../geometry/reachable.ts";
import { SMALLEST } from "../geometry/reader.ts";
import { isCurved } from "../geometry/rigid_motion.ts";
import { length as size, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Decision, DecisionProblem, UnprovenPair } from "../solver/decision.ts";
import { bendOf, carrierOf } from "./carried_motion.ts";
import type { Checking } from "./continuous_checks.ts";
import {
  asTurning,
  edgeLimits,
  floorLimits,
  type HardLimits,
  preselection,
  turningLimits,
} from "./hard_limits.ts";
import { nearestPieces, obstacleHalfPlanes, obstacleLimits, obstacleReach } from "./obstacle_limits.ts";
import type { Situation } from "./situation.ts";
import { uncontrolled } from "./uncontrolled.ts";

/** A situation made ready to decide. */
export type Prepared =
  /** What is solved; where there is anything to check continuously, `checking` and `hard` say what. */
  | {
    readonly kind: "Solve";
    readonly problem: DecisionProblem;
    readonly checking?: Checking;
    readonly hard?: HardLimits;
    /** The reachable velocity of least closing speed, where two are too fast to stop apart (M5), m/s. */
    readonly urgent?: Vec2;
  }
  /** No reference velocity can be claimed (B13). */
  | { readonly kind: "Uncontrolled"; readonly decision: Decision };

/**
 * The decision problem of a situation: the neighbors' half-planes, the linear limits of region, floor and walls, the discs,
 * and what the continuous checks will look at.
 *
 * @param halfPlanes those of the neighbors, relative to the support
 */
export function prepare(situation: Situation, halfPlanes: readonly HalfPlane[]): Prepared {
  const { self, support, parameters, separation } = situation, { timeStep } = parameters;
  const u = support?.velocity ?? ZERO;
  const actual = support === undefined ? self.velocity : subtract(self.velocity, u);
  const locked = self.locked === true;
  const discs = velocityDiscs(situation), reachable = discs[1];
  const problem: DecisionProblem = {
    preferred: locked ? ZERO : situation.preferred,
    discs,
    neighbors: halfPlanes,
    boundaries: [],
    stopTarget: ZERO,
    actual,
    previous: actual,
    fallback: situation.fallback ?? "brake",
    timeStep,
    explain: situation.explain ?? false,
  };
  const edges = situation.region?.edges ?? [];
  const unbounded = edges.length === 0 && situation.region?.turning === undefined;
  const pieces = locked ? [] : nearestPieces(situation), alone = unbounded && pieces.length === 0;
  if (locked || (alone && separation.kind === "off" && situation.neighbors.length === 0)) {
    return { kind: "Solve", problem };
  }

  const motion: StepMotion = { position: self.position, supportVelocity: u, timeStep };
  const reference = referenceVelocity(edges, u, situation.maxSpeed);
  if (isLeft(reference)) {
    const reason = reference.left.kind === "NoReference" ? "noReference" : "carriedTooFast";
    const unproven = uncoveredPairs(situation, actual, u);
    return { kind: "Uncontrolled", decision: uncontrolled(problem, edges, motion, reason, unproven) };
  }
  const r = reference.right, { budget, maxSpeed } = situation;
  const braking: Braking = {
    budget,
    speedCap: maxSpeed,
    reference: r,
    ...(reachable === undefined ? {} : { reachable }),
  };
  const stop: Stop = { position: self.position, velocity: actual, supportVelocity: u, budget, reference: r };
  const range = pieces.length === 0 ? undefined : obstacleReach(situation, stop, motion, braking);
  const floor = hardLimits(situation, motion, stop, braking);
  const hard = range === undefined
    ? floor
    : joined(floor, obstacleLimits(situation, pieces, range.stopping, motion, stop, braking));
  const walls = range === undefined ? [] : obstacleHalfPlanes(situation, pieces, range.horizon, stop);
  const { slack } = separation;
  const turning = turningLimits(situation.region?.turning ?? [], motion, braking),
    carrier = carrierOf(support);
  const curved = isCurved(carrier); // then a plane that keeps its normal is met along a curve, too
  const checking: Checking = {
    limits: curved ? [] : hard.limits,
    turning: curved ? [...turning.groups, ...asTurning(hard.limits, motion)] : turning.groups,
    carrier,
    motion,
    stop,
    slack,
    self,
    swept: sweptNeighbors(situation, hard, motion, stop),
    outsideTurning: turning.outside.length > 0,
  };
  const back = [...hard.back, ...turning.back], urgent = urgentVelocity(situation, hard, reachable);
  const linear = preselection(
    turning.frozen.length === 0 ? hard.limits : [...hard.limits, ...turning.frozen],
    motion,
    actual,
    braking,
    slack,
  );
  return {
    kind: "Solve",
    problem: {
      ...problem,
      neighbors: back.length === 0 ? halfPlanes : [...halfPlanes, ...back],
      boundaries: walls.length === 0 ? linear : [...linear, ...walls],
      stopTarget: subtract(r, u),
    },
    checking,
    hard: { ...hard, outside: [...hard.outside, ...turning.outside] },
    ...(urgent === undefined ? {} : { urgent }),
  };
}

/** The pairs of an agent that claims no stop (B13): everybody it might meet, going on as it does (M3). */
function uncoveredPairs(
  { self, separation, budget, parameters }: Situation,
  actual: Vec2,
  u: Vec2,
): readonly UnprovenPair[] {
  if (separation.kind !== "floor") return [];
  const mover: Mover = {
    ...self,
    budget: Math.max(budget, SMALLEST),
    reference: u,
    uncovered: "uncontrolled",
  };
  const { unproven } = floorLimits(
    mover,
    separation.movers,
    true,
    parameters.timeStep,
    size(actual),
    separation.slack,
    0,
  );
  return [...unproven, ...separation.excluded];
}

/**
 * The speed disc and, with a limited budget, the reachable disc of the step (G15), relative to the support. A locked agent
 * has the speed 0 alone.
 */
export function velocityDiscs({ self, support, maxSpeed, budget, parameters }: Situation): readonly Disc[] {
  if (self.locked === true) return [speedDisc(0)];
  const actual = support === undefined ? self.velocity : subtract(self.velocity, support.velocity);
  const reachable = reachableDisc(actual, support?.turn, budget, parameters.timeStep);
  return isSome(reachable) ? [speedDisc(maxSpeed), reachable.value] : [speedDisc(maxSpeed)];
}

function hardLimits(situation: Situation, motion: StepMotion, stop: Stop, braking: Braking): HardLimits {
  const { separation, region } = situation;
  const { slack } = separation;
  const walls = edgeLimits(region?.edges ?? [], motion, stop, braking, slack);
  if (separation.kind === "off") return { ...walls, unproven: [] };
  if (separation.kind === "laid") {
    return { ...walls, limits: [...walls.limits, ...separation.limits], unproven: separation.unproven };
  }
  // Without a budget a moving agent stops nowhere: its stop segment is endless, not a number divided by 0.
  const budget = Math.max(situation.budget, SMALLEST);
  const carrier = carrierOf(situation.support), speed = situation.maxSpeed + size(stop.velocity);
  const self: Mover = {
    ...situation.self,
    budget,
    reference: stop.reference,
    ...(isCurved(carrier) ? { uncovered: "carriedAlongCurve" } : {}),
  };
  const wishes = situation.preferred.x !== 0 || situation.preferred.y !== 0;
  const floor = floorLimits(
    self,
    separation.movers,
    wishes,
    motion.timeStep,
    closingSpeedCap(motion.supportVelocity, braking),
    slack,
    bendOf(carrier, motion.position, speed, motion.timeStep),
  );
  return {
    ...walls,
    ...floor,
    limits: [...walls.limits, ...floor.limits],
    unproven: [...floor.unproven, ...separation.excluded],
  };
}

function joined(a: HardLimits, b: Omit<HardLimits, "mostUrgent">): HardLimits {
  return {
    ...a,
    limits: [...a.limits, ...b.limits],
    back: [...a.back, ...b.back],
    outside: [...a.outside, ...b.outside],
    unproven: [...a.unproven, ...b.unproven],
  };
}

/**
 * Whom to sweep against (B8): those that no floor covers, whether or not they have a half-plane. Whoever is
 * farther off than both can move in one step is left out.
 */
function sweptNeighbors(
  { self, neighbors, separation, maxSpeed, support }: Situation,
  hard: HardLimits,
  { supportVelocity: u, timeStep }: StepMotion,
  stop: Stop,
): readonly Agent[] {
  const uncovered = new Set(hard.unproven.flatMap(({ id, kind }) => kind === undefined ? [id] : []));
  const candidates = separation.kind === "off"
    ? sortedById(neighbors)
    : separation.movers.filter(({ id }) => uncovered.has(id));
  const speed = Math.max(maxSpeed, size(stop.velocity)), own = speed + size(u);
  const bend = bendOf(carrierOf(support), self.position, speed, timeStep);
  return candidates.filter((other) => {
    const x = other.position.x - self.position.x, y = other.position.y - self.position.y;
    const near = self.radius + other.radius + (own + size(other.velocity)) * timeStep + bend;
    return x * x + y * y <= near * near;
  });
}

/** Where two are too fast to stop apart, the reachable velocity of least closing speed comes before all else (M5). */
function urgentVelocity(
  situation: Situation,
  hard: HardLimits,
  reachable: Disc | undefined,
): Vec2 | undefined {
  if (hard.mostUrgent === undefined || reachable === undefined || situation.separation.kind === "off") {
    return undefined;
  }
  const other = situation.separation.movers.find(({ id }) => id === hard.mostUrgent);
  if (other === undefined) return undefined;
  const away = subtract(situation.self.position, other.position), distance = size(away);
  if (!(distance > 0)) return undefined;
  const f = reachable.radius / distance;
  return { x: reachable.center.x + f * away.x, y: reachable.center.y + f * away.y };
}
