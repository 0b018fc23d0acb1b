import type { SettledState, SettlingParameters } from "./crowd.ts";
import type { PlaceAtWall } from "./place_at_wall.ts";

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

/** Within so many radii of its goal an agent has no better place to look for (no unit). */
export const NEXT_TO_IT = 2;

/** Whether an agent must know whom it touches: it may rest in contact. */
export function mayLean(self: number, all: Places, p: SettlingParameters): boolean {
  return all.before[self] !== MOVING || leftOf(self, all) <= NEXT_TO_IT * all.radius[self]! ||
    all.atWalls.has(self) || hasTried(self, p.patience, all);
}

/** How far an agent is from its goal, m. */
export function leftOf(self: number, all: Places): number {
  return distanceBetween(all.x[self]!, all.y[self]!, all.goalX[self]!, all.goalY[self]!);
}

/** How far off those are at most that an agent may lean on, between centers, m. */
export function touchReach(self: number, all: Places, topRadius: number, p: SettlingParameters): number {
  return (1 + p.stay) * all.radius[self]! + topRadius + all.margin(self);
}

/** Short of this part of both radii two overlap by rounding alone (no unit). */
const NOT_QUITE = 1 - 1e-6;

/** What `contactWith` tells, as bits. */
export const ON_THE_LEFT = 1, ON_THE_RIGHT = 2, RESTS_AHEAD = 4;

/** Both sides of its way. */
export const ON_BOTH_SIDES = ON_THE_LEFT | ON_THE_RIGHT;

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
