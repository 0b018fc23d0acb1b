import type { Agent } from "./agent.ts";

/** Where an agent is on its way to. */
export interface Destination {
  /** World position, m: the same numbers for all who want to the same place. */
  readonly x: number;
  /** See `x`. */
  readonly y: number;
  /** Distance to it, m, at least 0. */
  readonly left: number;
}

/**
 * Who is nearer by this share of the sum of both radii goes first all the way; below, order fades: two side by side share as
 * equals do (no unit).
 */
const CLEARLY_NEARER = 0.1;

/** Least part of a pair's change that is left to each: who goes first still turns a little for the other (no unit). */
const LEAST_OF_PAIR = 0.1;

/**
 * How far `self` goes before `other` (C6), -1 to 1: above 0 where both are on their way to one place and `self` is nearer, 0
 * for all who want to different places. The other's is exactly the opposite.
 */
export function precedenceOf(self: Agent, other: Agent): number {
  const a = self.destination, b = other.destination;
  if (a === undefined || b === undefined || a.x !== b.x || a.y !== b.y) return 0;
  return precedence(b.left - a.left, self.radius + other.radius);
}

/** The same from how much nearer `self` is, m. */
export function precedence(nearer: number, combinedRadius: number): number {
  return Math.max(-1, Math.min(1, nearer / (CLEARLY_NEARER * combinedRadius)));
}

/**
 * `self`'s part of a pair's change (G9) where one goes first. What a collision asks of both is done by the one behind; what
 * room there is between them is for the one in front: both parts of two agents sum to 1, so that nothing is less safe.
 *
 * @param mine weight, above 0
 * @param theirs weight, above 0
 * @param first `precedenceOf` of self
 * @param collides whether both are on collision course, or have room to come nearer
 */
export function shareInOrder(mine: number, theirs: number, first: number, collides: boolean): number {
  const more = (0.5 - LEAST_OF_PAIR) * first, factor = collides ? 0.5 - more : 0.5 + more;
  return mine * factor / (mine * factor + theirs * (1 - factor));
}
