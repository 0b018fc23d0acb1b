import { ZERO } from "../geometry/vector.ts";
import { directGoal } from "./corridor_agent.ts";
import {
  AT_ITS_GOAL,
  contactReach,
  contactWith,
  IN_CONTACT,
  isNear,
  leftOf,
  mayLean,
  MOVING,
  NEXT_TO_IT,
  ON_BOTH_SIDES,
  type Places,
  RESTS_AHEAD,
  SETTLED_STATES,
  sideOfWall,
  touchReach,
} from "./contact.ts";
import type { CrowdAgent, CrowdParameters, SettlingParameters } from "./crowd.ts";
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

/** Whether one that has not settled, nor waited at all, is so far from its goal, m, that it cannot come to rest in this step. */
export function isFar(left: number, radius: number, { enter, patience }: SettlingParameters): boolean {
  return patience * radius > 0 && left > Math.max(NEXT_TO_IT, enter) * radius;
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
