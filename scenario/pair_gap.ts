import { leastDistance } from "../boundary/sweep.ts";
import { avoids } from "../crowd/layers.ts";
import { overlapInHeight } from "../crowd/storeys.ts";
import { subtract } from "../geometry/vector.ts";
import type { SteppedAgent } from "./step_motion.ts";

/** Least surface gap of two agents during a step. */
export interface PairGap {
  /** Distance of centers minus both radii, m; negative where they overlap. */
  readonly gap: number;
  /** When, s from the step's start. */
  readonly time: number;
}

/**
 * Least surface gap of two agents over the whole step, in continuous time. Both motions are cut at every change of
 * either acceleration; on each stretch the relative motion is a parabola, whose closest approach is exact (B8).
 */
export function pairGap(one: SteppedAgent, other: SteppedAgent): PairGap {
  const start = subtract(other.from, one.from);
  const { distance, time } = leastDistance(start, one.pieces, other.pieces, Infinity);
  return { gap: distance - one.before.radius - other.before.radius, time };
}

/** The least gap among many pairs. */
export interface LeastGap extends PairGap {
  /** Index of the first agent of the pair in the list of motions. */
  readonly one: number;
  /** Index of the second. */
  readonly other: number;
}

/**
 * The least gap among all pairs of agents that share a storey at the step's start or end and of which one avoids the other, when it is below `below`;
 * otherwise nothing. Agents are walked from left to right, and a pair that cannot come nearer than the least gap so far
 * is passed over, so a step of a spread crowd costs little more than the sorting.
 */
export function leastGapBelow(below: number, motions: readonly SteppedAgent[]): LeastGap | undefined {
  const extents = motions.map((motion, index) => {
    const room = motion.before.radius + motion.reach;
    return { motion, index, low: motion.from.x - room, high: motion.from.x + room };
  }).sort((a, b) => a.low - b.low || a.index - b.index);
  let found: LeastGap | undefined, least = below;
  for (let i = 0; i < extents.length; i++) {
    const a = extents[i]!;
    for (let j = i + 1; j < extents.length; j++) {
      const b = extents[j]!;
      if (b.low - a.high >= least) break;
      if (startGap(a.motion, b.motion) - a.motion.reach - b.motion.reach >= least) continue;
      if (apartAllStep(a.motion, b.motion)) continue;
      const { gap, time } = pairGap(a.motion, b.motion);
      if (gap < least) {
        least = gap;
        found = { gap, time, one: Math.min(a.index, b.index), other: Math.max(a.index, b.index) };
      }
    }
  }
  return found;
}

function startGap(a: SteppedAgent, b: SteppedAgent): number {
  const x = b.from.x - a.from.x, y = b.from.y - a.from.y;
  return Math.sqrt(x * x + y * y) - a.before.radius - b.before.radius;
}

function apartAllStep(a: SteppedAgent, b: SteppedAgent): boolean {
  const strangers = !avoids(a.before, b.before) && !avoids(b.before, a.before);
  return strangers || (!overlapInHeight(a.before, b.before) && !overlapInHeight(a.after, b.after));
}
