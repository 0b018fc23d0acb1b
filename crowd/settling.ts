import { ZERO } from "../geometry/vector.ts";
import { directGoal } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters, SettledState, SettlingParameters } from "./crowd.ts";
import { type NeighborIndex, type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
import { xsOf, ysOf } from "./neighbors.ts";
import { avoids } from "./layers.ts";
import type { ObstacleIndex } from "./obstacle_search.ts";
import { type PlaceAtWall, placesAtWalls } from "./place_at_wall.ts";
import { meetInHeight } from "./storeys.ts";

/** Default constants of settling (C15). */
export const SETTLING: SettlingParameters = {
  enter: 0.15,
  stay: 0.6,
  taken: 0.95,
  ahead: 0.5,
  patience: 25,
  ease: 0.5,
  weight: 0.01,
};

/** The agents as settling finds them in a step. */
export interface Resting {
  /** With their states of rest. */
  readonly agents: readonly CrowdAgent[];
  /** What each is in contact with, by number: see `contactWith`. */
  readonly contacts: Uint8Array;
}

/**
 * The agents with their states of rest in this step (C15). An agent has settled
 *
 * - at its goal, or
 * - in contact, when those that it touches leave it no way nearer: one straight ahead, or one on each side, that stand nearer
 *   to the goal. They have settled themselves, and have taken the goal or came for the same place.
 *
 * Away from its goal an agent first tries for its patience to find a place nearer; next to it there is none. Once it has tried for
 * a while, the gaps that are left count as closed. For whom a wall keeps from its goal, the place in front of that wall is its
 * goal; it has settled there in contact with the wall.
 *
 * Of agents that compete for a place the nearest, once it is so near that nobody else fits in, counts as standing for those
 * behind it: else nobody would be the first where several jam around a goal. All this is local: nobody looks beyond those
 * that it touches.
 *
 * ```txt
 *        A            A touches B and C, on both sides of its way to g: it can come no nearer.
 *      B   C          With B alone it would go on round B.
 *        g
 * ```
 *
 * A pure function of the snapshot: a state leans on the states before, so that settling spreads by one agent per
 * step, whatever the order of the agents.
 *
 * @param atWalls see `placesAtWalls`
 */
export function settledAgents(
  agents: readonly CrowdAgent[],
  { settling, safetyMargin }: CrowdParameters,
  search: NeighborSearch,
  atWalls: ReadonlyMap<number, PlaceAtWall>,
): Resting {
  const contacts = new Uint8Array(agents.length);
  if (settling === "off") {
    const isAwake = agents.every(({ settled }) => settled === "no");
    return { agents: isAwake ? agents : agents.map((agent) => ({ ...agent, settled: "no" })), contacts };
  }
  const goals = agents.map((agent, i) =>
    agent.locked ? undefined : atWalls.get(i)?.place ?? directGoal(agent)
  );
  const all: Places = {
    x: xsOf(agents),
    y: ysOf(agents),
    radius: Float64Array.from(agents, ({ radius }) => radius),
    goalX: Float64Array.from(goals, (goal) => goal?.x ?? NaN),
    goalY: Float64Array.from(goals, (goal) => goal?.y ?? NaN),
    before: Uint8Array.from(agents, ({ settled }) => SETTLED_STATES.indexOf(settled)),
    waiting: Float64Array.from(agents, ({ waiting }) => waiting),
    cruisingSpeed: Float64Array.from(agents, ({ cruisingSpeed }) => cruisingSpeed),
    atWalls,
    margin: (i) => agents[i]!.parameters?.safetyMargin ?? safetyMargin,
    isLocked: (i) => agents[i]!.locked,
    isStoppedBy: (i, j) => avoids(agents[i]!, agents[j]!) && meetInHeight(agents[i]!, agents[j]!),
  };
  const topRadius = all.radius.reduce((top, radius) => Math.max(top, radius), 0);
  const index = search(all.x, all.y, contactReach(settling) * topRadius + safetyMargin || 1);
  const resting = agents.map((agent, i) => {
    contacts[i] = contactsOf(i, all, topRadius, index, settling);
    const settled = SETTLED_STATES[restingState(i, contacts[i]!, all, settling)]!;
    return settled === agent.settled ? agent : { ...agent, settled };
  });
  return { agents: resting, contacts };
}

/**
 * The agents as their neighbors see them (C15, G9): those that have settled and stand with a low weight. One that is still
 * on the move keeps its weight: with a low one its half-planes would hold it to its velocity, and it could not stop.
 */
export function weighedAgents(
  agents: readonly CrowdAgent[],
  { settling, timeHorizon }: CrowdParameters,
): readonly CrowdAgent[] {
  if (settling === "off" || agents.every(({ settled }) => settled === "no")) return agents;
  return agents.map((agent) => {
    const { settled, velocity, support, radius, responsibility } = agent, u = support?.velocity ?? ZERO;
    if (settled === "no") return agent;
    const weight = weightOf(
      responsibility,
      velocity.x - u.x,
      velocity.y - u.y,
      radius,
      timeHorizon,
      settling,
    );
    return weight === responsibility ? agent : { ...agent, responsibility: weight };
  });
}

/** The agents as everybody sees them in this step: both of the above. */
export function asEverybodySees(
  agents: readonly CrowdAgent[],
  parameters: CrowdParameters,
  walls: ObstacleIndex,
): Resting {
  const atWalls = placesAtWalls(agents, parameters, walls);
  const { agents: resting, contacts } = settledAgents(agents, parameters, uniformGrid, atWalls);
  return { agents: weighedAgents(resting, parameters), contacts };
}

/** The weight with which others see one that has settled, at a velocity relative to its support, m/s. */
export function weightOf(
  own: number,
  vx: number,
  vy: number,
  radius: number,
  timeHorizon: number,
  p: SettlingParameters,
): number {
  return hasStopped(Math.sqrt(vx * vx + vy * vy), radius, timeHorizon, p) ? own * p.weight : own;
}

/** Whether a speed is as good as none: within the horizon it leads no farther than one who has settled stays settled. */
export function hasStopped(
  speed: number,
  radius: number,
  timeHorizon: number,
  p: SettlingParameters,
): boolean {
  return speed * timeHorizon <= p.stay * radius;
}

/** What settling reads of all agents, in the order of their IDs. */
export interface Places {
  /** m. */
  readonly x: Float64Array;
  /** m. */
  readonly y: Float64Array;
  /** m. */
  readonly radius: Float64Array;
  /** Goals that nothing has to be passed before, or the places at walls in their stead, m; NaN without one. */
  readonly goalX: Float64Array;
  /** See `goalX`. */
  readonly goalY: Float64Array;
  /** States before, as indices into `SETTLED_STATES`. */
  readonly before: Uint8Array;
  /** How long each has made hardly any progress, s. */
  readonly waiting: Float64Array;
  /** m/s. */
  readonly cruisingSpeed: Float64Array;
  /** Whose goals lie behind walls that hold them up: their `goalX` and `goalY` are their places there. */
  readonly atWalls: ReadonlyMap<number, PlaceAtWall>;
  /** The safety margin that an agent keeps, m. */
  readonly margin: (i: number) => number;
  /** Whether an agent never moves. */
  readonly isLocked: (i: number) => boolean;
  /** Whether agent i has to stop for agent j: by layers and heights. */
  readonly isStoppedBy: (i: number, j: number) => boolean;
}

/** All states; the first is that of an agent that has not settled. */
export const SETTLED_STATES = ["no", "atGoal", "inContact"] as const satisfies readonly SettledState[];

/** Indices into `SETTLED_STATES`. */
export const MOVING = 0, AT_ITS_GOAL = 1, IN_CONTACT = 2;

/** What agent number `self` is in contact with: see `contactWith`, and `sideOfWall`. */
function contactsOf(
  self: number,
  all: Places,
  topRadius: number,
  index: NeighborIndex,
  p: SettlingParameters,
): number {
  if (Number.isNaN(all.goalX[self]!) || !mayLean(self, all, p)) return 0;
  let contacts = sideOfWall(self, all, p);
  index.near(all.x[self]!, all.y[self]!, touchReach(self, all, topRadius, p), (at) => {
    if (at !== self) contacts |= contactWith(self, at, all, p);
  });
  return contacts;
}

/** Within so many radii of its goal an agent has no better place to look for (no unit). */
const NEXT_TO_IT = 2;

/** Whether one that has not settled, nor waited at all, is so far from its goal, m, that it cannot come to rest in this step. */
export function isFar(left: number, radius: number, { enter, patience }: SettlingParameters): boolean {
  return patience > 0 && left > Math.max(NEXT_TO_IT, enter) * radius;
}

/** Whether an agent must know whom it touches: it may rest in contact. */
export function mayLean(self: number, all: Places, p: SettlingParameters): boolean {
  return all.before[self] !== MOVING || leftOf(self, all) <= NEXT_TO_IT * all.radius[self]! ||
    all.atWalls.has(self) || hasTried(self, p.patience, all);
}

function leftOf(self: number, all: Places): number {
  return distanceBetween(all.x[self]!, all.y[self]!, all.goalX[self]!, all.goalY[self]!);
}

/**
 * The state of an agent, as an index into `SETTLED_STATES`.
 *
 * @param contacts what it touches; see `contactWith`
 */
export function restingState(self: number, contacts: number, all: Places, p: SettlingParameters): number {
  if (Number.isNaN(all.goalX[self]!)) return MOVING;
  const left = leftOf(self, all);
  if ((contacts & ON_BOTH_SIDES) === ON_BOTH_SIDES) return IN_CONTACT;
  if (!isNear(left, all.radius[self]!, all.before[self] !== MOVING, p)) return MOVING;
  return all.atWalls.has(self) ? IN_CONTACT : AT_ITS_GOAL;
}

/** The last of its way, in radii, an agent goes in one step: else it would come nearer for ever. */
const AS_GOOD_AS_THERE = 1e-4;

/**
 * By which factor a wish is slowed down (C15): next to its goal, and with somebody at rest in its way, an agent takes its time.
 * In haste it would go to and fro before the other.
 *
 * @param x the wish, m/s
 * @param left distance to the goal, m
 * @param contacts see `contactWith`
 */
export function easing(
  x: number,
  y: number,
  left: number,
  radius: number,
  contacts: number,
  { ease }: SettlingParameters,
): number {
  if ((contacts & RESTS_AHEAD) === 0 || left > NEXT_TO_IT * radius || left < AS_GOOD_AS_THERE * radius) {
    return 1;
  }
  const speed = Math.sqrt(x * x + y * y), most = left / ease;
  return speed > most ? most / speed : 1;
}

/** How far off those are at most that an agent may lean on, between centers, m. */
export function touchReach(self: number, all: Places, topRadius: number, p: SettlingParameters): number {
  return (1 + p.stay) * all.radius[self]! + topRadius + all.margin(self);
}

/** Short of this part of both radii two overlap by rounding alone (no unit). */
const NOT_QUITE = 1 - 1e-6;

/** What `contactWith` tells, as bits. */
export const ON_THE_LEFT = 1, ON_THE_RIGHT = 2, RESTS_AHEAD = 4;

const ON_BOTH_SIDES = ON_THE_LEFT | ON_THE_RIGHT;

/**
 * What one agent's contact with another means, as bits: on which sides of the way to its goal it has to stop for the other, both
 * straight ahead; and whether the other rests, and is in its way.
 */
export function contactWith(self: number, at: number, all: Places, p: SettlingParameters): number {
  const x = all.x[self]!, y = all.y[self]!, goalX = all.goalX[self]!, goalY = all.goalY[self]!;
  // What it keeps clear of another counts as part of that.
  const radius = all.radius[self]!, otherRadius = all.radius[at]! + all.margin(self);
  const combined = radius + otherRadius;
  const px = all.x[at]! - x, py = all.y[at]! - y, away = Math.sqrt(px * px + py * py);
  if (!isNear(away - combined, radius, true, p) || !all.isStoppedBy(self, at)) return 0;
  const gx = goalX - x, gy = goalY - y, left = Math.sqrt(gx * gx + gy * gy), was = staysNear(self, all, p);
  const otherLeft = distanceBetween(all.x[at]!, all.y[at]!, goalX, goalY);
  // At its goal already, it stops for whoever leaves it not quite there; before, only for who leaves it no place at all.
  const taken = isNear(left, radius, was, p) ? NOT_QUITE : p.taken;
  const competes = isTaken( // what is NaN competes for nothing
    distanceBetween(all.goalX[at]!, all.goalY[at]!, goalX, goalY),
    radius,
    otherRadius,
    taken,
  );
  const takesIt = isTaken(otherLeft, radius, otherRadius, taken), comesBetween = takesIt || competes;
  const rests = all.isLocked(at) || all.before[at] !== MOVING;
  const ahead = rests && gx * px + gy * py > 0 ? RESTS_AHEAD : 0;
  const isNearer = otherLeft < left || (otherLeft === left && at < self); // ties by ID (G2)
  if (!comesBetween || !(rests || (competes && takesIt && isNearer))) return ahead;
  if (!leansOn(left, otherLeft, away, radius, otherRadius, was, taken, p)) return ahead;
  const aside = gx * py - gy * px, straight = p.ahead * left * away;
  return ahead | (aside >= -straight ? ON_THE_LEFT : 0) | (aside <= straight ? ON_THE_RIGHT : 0);
}

/** After this share of its patience an agent takes what gaps are left for closed (no unit). */
const LONG_ENOUGH = 0.2;

/**
 * Whether the wider nearness holds for an agent: it has settled, or has tried for a while. Where all press the same way, the last
 * of the gaps between them close slower and slower.
 */
function staysNear(self: number, all: Places, p: SettlingParameters): boolean {
  return all.before[self] !== MOVING || hasTried(self, LONG_ENOUGH * p.patience, all);
}

/**
 * On which side of the way to its place at a wall an agent touches that wall, as `contactWith` tells it: 0 where it does not.
 *
 * ```txt
 *      B          A can come no nearer to p: B is on its left, the wall on its right.
 *    A     p
 *   =========
 * ```
 */
export function sideOfWall(self: number, all: Places, p: SettlingParameters): number {
  const wall = all.atWalls.get(self);
  if (wall === undefined) return 0;
  const { place, outs } = wall, x = place.x - all.x[self]!, y = place.y - all.y[self]!;
  let sides = 0;
  for (const out of outs) {
    const gap = -(x * out.x + y * out.y);
    if (!isNear(gap, all.radius[self]!, staysNear(self, all, p), p)) continue;
    sides |= y * out.x - x * out.y > 0 ? ON_THE_LEFT : ON_THE_RIGHT;
  }
  return sides;
}

/** Whether an agent has made hardly any progress for the time in which it would go so many radii. */
function hasTried(self: number, radii: number, { waiting, cruisingSpeed, radius }: Places): boolean {
  return waiting[self]! * cruisingSpeed[self]! >= radii * radius[self]!;
}

/** How far apart two are at most of which one may lean on the other, in largest radii, no unit. */
export function contactReach(settling: SettlingParameters | "off"): number {
  return settling === "off" ? 0 : 2 + settling.stay;
}

/** Whether a distance counts as none, with hysteresis: within `enter` radii, or `stay` radii for one that has settled. */
export function isNear(distance: number, radius: number, was: boolean, p: SettlingParameters): boolean {
  return distance <= (was ? p.stay : p.enter) * radius;
}

/**
 * Whether an agent touches another that is nearer to its goal, or that has taken it and leaves the agent no nearer place.
 *
 * @param left its distance to its goal, m
 * @param otherLeft the other's distance to the same goal, m
 * @param away between their centers, m
 */
export function leansOn(
  left: number,
  otherLeft: number,
  away: number,
  radius: number,
  otherRadius: number,
  was: boolean,
  taken: number,
  p: SettlingParameters,
): boolean {
  const combined = radius + otherRadius;
  return isNear(away - combined, radius, was, p) && (otherLeft < left ||
    (isTaken(otherLeft, radius, otherRadius, taken) && isNear(left + otherLeft - combined, radius, was, p)));
}

/**
 * Whether somebody so far from a goal has taken it: an agent at the goal would overlap it.
 *
 * @param away from the goal to the other's center, or to its goal, m
 * @param taken within so many sums of both radii
 */
export function isTaken(away: number, radius: number, otherRadius: number, taken: number): boolean {
  return away <= taken * (radius + otherRadius);
}

function distanceBetween(ax: number, ay: number, bx: number, by: number): number {
  const x = bx - ax, y = by - ay;
  return Math.sqrt(x * x + y * y);
}
