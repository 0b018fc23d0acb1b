import type { Agent } from "./agent.ts";
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
}

/**
 * Who is nearer by this share of the sum of both radii goes first all the way; below, order fades: two side by side share as
 * equals do (no unit).
 */
const CLEARLY_NEARER = 0.1;

/** Least part of a pair's change that is left to each: who goes first still turns a little for the other (no unit). */
const LEAST_OF_PAIR = 0.1;

/**
 * How far `self` goes before `other` (C6), -1 to 1, where both go the same way: above 0 where `self` is nearer to the place
 * that both come to. 0 for all others; the other's is exactly the opposite.
 *
 * - `"queue"`: both have the same next corner, and their ways on from there lie within a right angle;
 * - `"onward"`: one has passed the corner, and goes where the other will go from there.
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
  readonly kind: "none" | "queue" | "onward";
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

/** How far `self` goes first, -1 to 1, from how much nearer it is, m. */
export function precedence(nearer: number, combinedRadius: number): number {
  return Math.max(-1, Math.min(1, nearer / (CLEARLY_NEARER * combinedRadius)));
}

/**
 * `self`'s part of a pair's change (G9) where one goes first. What a collision asks of both is done by the one behind. What
 * room there is between them is in a queue for the one in front, so that those behind keep gaps in which places can be
 * changed; nobody need hold back from one who has passed the corner already. Both parts of two agents sum to 1, so that
 * nothing is less safe.
 *
 * @param mine weight, above 0
 * @param theirs weight, above 0
 * @param first see `Precedence`
 * @param collides whether both are on collision course, or have room to come nearer
 */
export function shareInOrder(
  kind: "queue" | "onward",
  mine: number,
  theirs: number,
  first: number,
  collides: boolean,
): number {
  const more = kind === "onward" && !collides ? 0 : (0.5 - LEAST_OF_PAIR) * first;
  const factor = collides ? 0.5 - more : 0.5 + more;
  return mine * factor / (mine * factor + theirs * (1 - factor));
}
