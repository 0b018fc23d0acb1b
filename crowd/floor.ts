import { isRight } from "npm:fp-ts@^2.16/lib/Either.js";
import type { Separation } from "../avoidance/situation.ts";
import { bendOf, carrierOf } from "../avoidance/carried_motion.ts";
import { isCurved } from "../geometry/rigid_motion.ts";
import { referenceVelocity } from "../boundary/reference_velocity.ts";
import { gapPart, type Mover, reachOfStep, stopSpan, stopTime } from "../boundary/separation.ts";
import { type HorizontalLimits, horizontalLimits } from "../geometry/slope.ts";
import { length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { UnprovenPair } from "../solver/decision.ts";
import { placeOf, tileRegion } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { avoids, isIgnoredBy } from "./layers.ts";
import type { Hidden } from "./line_of_sight.ts";
import type { NeighborIndex } from "./neighbor_search.ts";
import { meetInHeight } from "./storeys.ts";

/** A crowd's agents as the separation floor sees them, for one step. */
export interface FloorIndex {
  /** In the order of the agents, which is that of their IDs. */
  readonly movers: readonly Mover[];
  readonly index: NeighborIndex;
  /** How far each can come in this step and the stop after it (DA of M7), m. */
  readonly reaches: readonly number[];
  /** Longest stop segment, m. */
  readonly topSpan: number;
  /** Largest radius, m. */
  readonly topRadius: number;
  /** Least part of a gap that anybody keeps who moves (M6). */
  readonly leastPart: number;
  /** Farthest that anybody can come in this step and the stop after it, m. */
  readonly topReach: number;
  /** How far reference velocities can carry two agents apart in that time, m: 0 with one common reference. */
  readonly topDrift: number;
}

/** Distances are compared with this much to spare, so that rounding leaves nobody out (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** Horizontal limits of an agent on the ground that it stands on (G14). */
export function groundLimits({ maxSpeed, budget, gradient }: CrowdAgent): HorizontalLimits {
  return horizontalLimits({ surfaceSpeed: maxSpeed, surfaceBudget: budget, gradient });
}

/** Prepares the floor of one step. */
export function indexFloor(
  agents: readonly CrowdAgent[],
  index: NeighborIndex,
  { timeStep }: CrowdParameters,
): FloorIndex {
  const movers = agents.map(moverOf), first = movers[0]?.reference ?? ZERO;
  const reaches = movers.map((mover, i) => reachOf(agents[i]!, mover, timeStep));
  let topSpan = 0, topRadius = 0, topReach = 0, topTime = 0, topApart = 0;
  movers.forEach((mover, i) => {
    const r = mover.reference ?? ZERO;
    topSpan = Math.max(topSpan, stopSpan(mover));
    topRadius = Math.max(topRadius, mover.radius);
    topReach = Math.max(topReach, reaches[i]!);
    topTime = Math.max(topTime, stopTime(mover));
    topApart = Math.max(topApart, length({ x: r.x - first.x, y: r.y - first.y }));
  });
  const weight = agents.find(({ locked }) => !locked)?.responsibility;
  const equal = agents.every(({ locked, responsibility }) => locked || responsibility === weight);
  const topDrift = 2 * topApart * (timeStep + topTime);
  return { movers, index, reaches, topSpan, topRadius, leastPart: equal ? 0.5 : 0.125, topReach, topDrift };
}

/** DA of M7 for an agent of the crowd, m. */
export function reachOf({ support, maxSpeed }: CrowdAgent, mover: Mover, timeStep: number): number {
  const { velocity, reference: r = ZERO } = mover, u = support?.velocity ?? ZERO;
  const now = length({ x: velocity.x - r.x, y: velocity.y - r.y });
  const bend = bendOf(carrierOf(support), mover.position, Math.max(now, maxSpeed), timeStep);
  return reachOfStep(mover, timeStep, Math.max(now, maxSpeed + length({ x: u.x - r.x, y: u.y - r.y }))) +
    bend;
}

/** An agent with what it brakes with and relative to which velocity (M1, B12). */
export function moverOf(agent: CrowdAgent): Mover {
  const { support, gradient } = agent, place = placeOf(agent);
  const region = place === undefined ? agent.region : tileRegion(place);
  if (support === undefined && region === undefined && gradient.x === 0 && gradient.y === 0) return agent;
  const { maxSpeed, budget } = groundLimits(agent), u: Vec2 = support?.velocity ?? ZERO;
  const reference = referenceVelocity(region?.edges ?? [], u, maxSpeed);
  return {
    ...agent,
    budget,
    reference: isRight(reference) ? reference.right : u,
    ...(isRight(reference) ? {} : { uncovered: "uncontrolled" }),
    ...(isCurved(carrierOf(support)) ? { uncovered: "carriedAlongCurve" } : {}),
  };
}

/**
 * What the floor of agent number `self` works on (M7): everybody that its own reach does not exclude, never capped. Pairs
 * on different storeys, those whom its mask leaves out, and those whom walls hide, are excluded and listed; of whom does not
 * avoid it back no stop is counted on (C4).
 */
export function floorOf(
  self: number,
  agents: readonly CrowdAgent[],
  floor: FloorIndex,
  parameters: CrowdParameters,
  hidden?: Hidden,
): Separation {
  if (parameters.separation === "off") return { kind: "off", slack: parameters.floorSlack };
  const a = agents[self]!, mover = floor.movers[self]!, own = floor.reaches[self]!;
  // Who keeps no part of a gap, being parked, must know of everybody who may use the whole of it.
  const reach = mover.responsibility === 0 ? own + floor.topReach : own / floor.leastPart;
  const range = ROUNDED_UP * ROUNDED_UP *
    (a.radius + floor.topRadius + parameters.floorSlack + stopSpan(mover) + floor.topSpan + reach +
      floor.topDrift);
  const near: number[] = [];
  floor.index.near(a.position.x, a.position.y, range, (at) => {
    if (at === self) return;
    const b = agents[at]!, px = b.position.x - a.position.x, py = b.position.y - a.position.y;
    const most = pairRange(self, at, floor, parameters);
    if (px * px + py * py <= most * most) near.push(at);
  });
  near.sort((m, n) => m - n);
  const movers: Mover[] = [], excluded: UnprovenPair[] = [];
  for (const at of near) {
    const b = agents[at]!, seen = floor.movers[at]!;
    if (!meetInHeight(a, b)) excluded.push({ id: b.id, reason: "otherStorey" });
    else if (!avoids(a, b)) excluded.push({ id: b.id, reason: "otherLayer" });
    else if (hidden !== undefined && isBehindWall(self, at, floor, parameters, hidden)) {
      excluded.push({ id: b.id, reason: "behindWall" });
    } else movers.push(isIgnoredBy(a, b) ? { ...seen, responsibility: 0, uncovered: "ignoresIt" } : seen);
  }
  return { kind: "floor", movers, slack: parameters.floorSlack, excluded };
}

/**
 * Whether walls keep two so far apart that their stops after this step cannot touch by any way round. Both keep clear of
 * walls, and two on both sides of one are as far apart as their discs are wide: at the next step they are separated still.
 */
function isBehindWall(
  self: number,
  other: number,
  { movers, reaches }: FloorIndex,
  { floorSlack }: CrowdParameters,
  hidden: Hidden,
): boolean {
  const low = Math.min(self, other), high = Math.max(self, other), a = movers[low]!, b = movers[high]!;
  const stands = ({ reference: r = ZERO }: Mover): boolean => r.x === 0 && r.y === 0;
  if (!stands(a) || !stands(b)) return false;
  return hidden(low, high, ROUNDED_UP * (reaches[low]! + reaches[high]! + a.radius + b.radius + floorSlack));
}

/**
 * Farther apart than this, m, the floor has nothing to say about a pair to `self` (M7). It depends on the two alone, so that
 * what is decided does not depend on who else is in the crowd.
 */
function pairRange(
  self: number,
  other: number,
  { movers, reaches }: FloorIndex,
  { floorSlack, timeStep }: CrowdParameters,
): number {
  const a = movers[self]!, b = movers[other]!, own = reaches[self]!, part = Math.min(0.5, gapPart(a, b));
  const reach = part === 0 ? own + Math.max(own, reaches[other]!) : own / part;
  const apart = length(subtract(a.reference ?? ZERO, b.reference ?? ZERO));
  const drift = apart === 0 ? 0 : apart * (timeStep + Math.max(stopTime(a), stopTime(b)));
  return ROUNDED_UP * (a.radius + b.radius + floorSlack + stopSpan(a) + stopSpan(b) + reach + drift);
}
