import { BLOCK } from "./block.ts";
import type { Frame } from "./frame.ts";
import type { Near } from "./near.ts";
import { isOrdered } from "./order.ts";

/** Neighbors that may be in the way of velocities round each agent's own; filled anew for each block, or for one agent. */
export interface InTheWay {
  /** Slots, for each agent from where its neighbors stand in `Near`. */
  slots: Int32Array;
  /** How many each has. */
  readonly count: Int32Array;
  /** Up to how far from the velocity that its avoiding starts from all others are out of the way, m/s. */
  readonly within: Float64Array;
  /** 1: some neighbor is so near that it may be met in this step. */
  readonly mayMeet: Uint8Array;
}

/** A record to fill. */
export function createInTheWay(): InTheWay {
  return {
    slots: new Int32Array(64 * BLOCK),
    count: new Int32Array(BLOCK),
    within: new Float64Array(BLOCK),
    mayMeet: new Uint8Array(BLOCK),
  };
}

/** Distances are compared with this much to spare (no unit). */
const ROUNDED_UP = 1 + 1e-9;

/** Whoever is out of the way leaves this much room, m/s: far more than any tolerance, so that the others alone decide. */
const ROOM = 1e-6;

/**
 * Sifts the neighbors of the agents in the slots from `from` up to `to`, all of a block or some of it: whose velocity obstacle is so
 * far from the agent's relative velocity that all velocities within `out.within` of its own satisfy the half-plane with room to
 * spare is left out.
 *
 * ```txt
 *   the half-plane begins at share · d from the agent's velocity, where d is how far it is from the obstacle:
 *   velocities nearer than that satisfy it, whatever its direction
 *
 *   from the cutoff disc:  d >= c  as  |w|² >= (R/T + c)²,  w = v - p/T
 *   from a leg:            d >= c  as  |det(p, v)| · √(p² - R²) >= c·p² + R·(p·v)
 * ```
 *
 * Pairs of which one goes first (C6) are all kept. So most pairs need neither a root nor a division, and no line.
 */
export function sift(
  { step, rules, tops }: Frame,
  from: number,
  to: number,
  near: Near,
  out: InTheWay,
): void {
  const { slots, begin } = near, { rows } = step, { timeHorizon, safetyMargin } = rules;
  if (out.slots.length < slots.length) out.slots = new Int32Array(slots.length);
  const kept = out.slots, ofAll = tops.share > 0 ? timeHorizon / tops.share : NaN;
  const meeting = 2 * (tops.radius + tops.speed * rules.timeStep) * ROUNDED_UP,
    meetingSquare = meeting * meeting;
  for (let s = from; s < to; s++) {
    const k = s - near.from, first = begin[k]!, end = begin[k + 1]!, at = s << 3;
    const x = rows[at]!, y = rows[at | 1]!, aheadX = rows[at | 6]!, aheadY = rows[at | 7]!;
    const margin = rows[at | 4]! + safetyMargin, weight = rows[at | 5]!, i = step.slotId[s]!;
    const within = out.within[k]! * ROUNDED_UP + ROOM;
    const evenWithin = within * ofAll, perWeight = within * timeHorizon / weight;
    let count = first, mayMeet = 0;
    for (let p = first; p < end; p++) {
      const t = slots[p]!, row = t << 3;
      const px = rows[row]! - x, py = rows[row | 1]! - y;
      const wx = aheadX - rows[row | 6]!, wy = aheadY - rows[row | 7]!; // w, times T
      const combined = (margin + rows[row | 4]!) * ROUNDED_UP;
      const c = evenWithin > 0 ? evenWithin : (weight + rows[row | 5]!) * perWeight, far = combined + c;
      const dd = px * px + py * py, rr = combined * combined;
      const ww = wx * wx + wy * wy, wp = wx * px + wy * py;
      const side = px * wy - py * wx, most = far * dd + combined * wp;
      const isBehind = ((wp <= 0) as unknown as number) & ((wp * wp >= rr * ww) as unknown as number) &
        ((ww >= far * far) as unknown as number);
      const isBeside = ((most <= 0) as unknown as number) |
        ((side * side * (dd - rr) >= most * most) as unknown as number);
      const isOut = (isBehind | isBeside) & ((dd > rr) as unknown as number);
      kept[count] = t;
      // Where one goes first the half-plane begins elsewhere.
      count = count + (tops.isOrdered && isOrdered(step, i, step.slotId[t]!) ? 1 : 1 ^ isOut) | 0;
      mayMeet |= (dd < meetingSquare) as unknown as number;
    }
    out.count[k] = count - first;
    out.mayMeet[k] = mayMeet;
  }
}
