import { type Agent, compareAgentIds } from "./agent.ts";
import type { Vec2 } from "./vector.ts";

/** Where an agent's route leads it next, as its neighbors know it. */
export interface Destination {
  /** The next corner or the goal, world position, m: the same numbers for all who want to the same place. */
  readonly corner: Vec2;
  /** Distance to it, m, at least 0. */
  readonly left: number;
  /** What comes after the corner, m; absent: it is the goal. */
  readonly after?: Vec2;
  /** Distance from the corner to what comes after it, m; 0 where nothing does. */
  readonly onward: number;
  /** World velocity it would like, m/s. */
  readonly wish: Vec2;
  /** Whether it is held up, or has come to rest there; absent: it is on its way. */
  readonly state?: "stuck" | "resting";
}

/**
 * Who is nearer by this share of the sum of both radii goes first all the way; below, order fades: two side by side share as
 * equals do (no unit).
 */
const CLEARLY_NEARER = 0.1;

/** Up to this share of the sum of both radii two that are stuck are equally near: rounding makes nobody the first (no unit). */
const EQUALLY_NEAR = 1e-6;

/** Least part of a pair's change that is left to each: who goes first still turns a little for the other (no unit). */
const LEAST_OF_PAIR = 0.1;

/**
 * How far `self` goes before `other` (C6), -1 to 1; the other's is exactly the opposite. 0 where there is no order.
 *
 * - `"queue"`: both have the same next corner, and their ways on from there lie within a right angle; the nearer goes first;
 * - `"onward"`: one has passed the corner, and goes where the other will go from there; the nearer to that goes first;
 * - `"stuck"`: none of these, and one is stuck; of two the nearer to its own goal goes first. Not where both come for one
 *   place, which is packed around, not passed: there only a tie is broken, by ID (G2), for a ring of agents that press
 *   toward its middle evenly would hold like an arch.
 *
 * ```txt
 *   a →
 *          C → → p → → N     a and b: a queue before C; p has passed it: it goes before both, being on the leg C N
 *   b →
 * ```
 */
export function precedenceOf(self: Agent, other: Agent): Precedence {
  const a = self.destination, b = other.destination;
  if (a === undefined || b === undefined) return NO_ORDER;
  const combined = self.radius + other.radius;
  const order = a.state === "resting" || b.state === "resting" ? NO_ORDER : orderOfWays(a, b, combined);
  if (order.kind !== "none" || (a.state !== "stuck" && b.state !== "stuck")) return order;
  const x = b.corner.x - a.corner.x, y = b.corner.y - a.corner.y;
  const nearer = b.left + b.onward - (a.left + a.onward);
  if (a.after === undefined && b.after === undefined && isOnePlace(x, y, combined)) {
    const isTie = a.state === b.state && isEquallyNear(nearer, combined);
    return isTie ? { kind: "stuck", first: compareAgentIds(self.id, other.id) < 0 ? 1 : -1 } : NO_ORDER;
  }
  return {
    kind: "stuck",
    first: precedenceOfStuck(a.state === "stuck", b.state === "stuck", nearer, combined),
  };
}

function orderOfWays(a: Destination, b: Destination, combined: number): Precedence {
  if (a.after !== undefined && b.after !== undefined && isSame(a.corner, b.corner)) {
    const c = a.corner, p = a.after, q = b.after;
    if (!isSameWay(p.x - c.x, p.y - c.y, q.x - c.x, q.y - c.y)) return NO_ORDER;
    return { kind: "queue", first: precedence(b.left - a.left, combined) };
  }
  const comesAfterSelf = b.after !== undefined && isSame(a.corner, b.after);
  const comesAfterOther = a.after !== undefined && isSame(b.corner, a.after);
  // Both: they go the opposite ways along one leg.
  if (comesAfterSelf === comesAfterOther) return NO_ORDER;
  const nearer = comesAfterSelf ? b.left + b.onward - a.left : b.left - (a.left + a.onward);
  return { kind: "onward", first: precedence(nearer, combined) };
}

/** An order between two (C6), and why it is there. */
export interface Precedence {
  /** See `precedenceOf`. */
  readonly kind: "none" | "queue" | "onward" | "stuck";
  /** -1 to 1: 1 where `self` goes first all the way. */
  readonly first: number;
}

const NO_ORDER: Precedence = { kind: "none", first: 0 };

function isSame(a: Vec2, b: Vec2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Whether two ways lie within a right angle. */
export function isSameWay(ax: number, ay: number, bx: number, by: number): boolean {
  return ax * bx + ay * by > 0;
}

/** Whether only one can stand at two goals so far apart, m. */
export function isOnePlace(x: number, y: number, combinedRadius: number): boolean {
  return x * x + y * y < combinedRadius * combinedRadius;
}

/** Whether two ways differ by rounding alone, m. */
export function isEquallyNear(nearer: number, combinedRadius: number): boolean {
  return Math.abs(nearer) <= EQUALLY_NEAR * combinedRadius;
}

/** How far `self` goes first, -1 to 1, where one of two is stuck, or both, from how much nearer it is to its goal, m. */
export function precedenceOfStuck(
  isStuck: boolean,
  otherIsStuck: boolean,
  nearer: number,
  combinedRadius: number,
): number {
  if (!isStuck || !otherIsStuck) return isStuck ? 1 : -1;
  return isEquallyNear(nearer, combinedRadius) ? 0 : precedence(nearer, combinedRadius);
}

/** How far `self` goes first, -1 to 1, from how much nearer it is, m. */
export function precedence(nearer: number, combinedRadius: number): number {
  return Math.max(-1, Math.min(1, nearer / (CLEARLY_NEARER * combinedRadius)));
}

/**
 * `self`'s part of a pair's change (G9) where one goes first. What a collision asks of both is done by the one behind. What
 * room there is between them is in a queue for the one in front, so that those behind keep gaps in which places can be
 * changed; nobody need hold back from one who has passed the corner already, or is stuck. Both parts of two agents sum to 1, so that
 * nothing is less safe.
 *
 * @param mine weight, above 0
 * @param theirs weight, above 0
 * @param first see `Precedence`
 * @param collides whether both are on collision course, or have room to come nearer
 */
export function shareInOrder(
  kind: "queue" | "onward" | "stuck",
  mine: number,
  theirs: number,
  first: number,
  collides: boolean,
): number {
  const more = kind !== "queue" && !collides ? 0 : (0.5 - LEAST_OF_PAIR) * first;
  const factor = collides ? 0.5 - more : 0.5 + more;
  return mine * factor / (mine * factor + theirs * (1 - factor));
}
