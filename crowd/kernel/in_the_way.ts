import { BLOCK } from "./block.ts";
import { type StepColumns, STUCK } from "./columns.ts";
import type { Frame, Rules, Tops } from "./frame.ts";
import { found } from "./gather.ts";
import { isKept, keepNeighbors, type Near } from "./near.ts";
import { isOrdered } from "./order.ts";

/** Neighbors that may be in the way of velocities round each agent's own, or be met; filled anew for each block, or for one agent. */
export interface InTheWay {
  /** Slots, for each agent from where its neighbors stand in `Near`. */
  slots: Int32Array;
  /** How many each has. */
  readonly count: Int32Array;
  /** Up to how far from the velocity that its avoiding starts from all others are out of the way, m/s. */
  readonly within: Float64Array;
}

/** A record to fill. */
export function createInTheWay(): InTheWay {
  return {
    slots: new Int32Array(64 * BLOCK),
    count: new Int32Array(BLOCK),
    within: new Float64Array(BLOCK),
  };
}

/** Distances are compared with this much to spare (no unit). */
const ROUNDED_UP = 1 + 1e-9;

/** Of more than so many it is first found out who are neighbors; of fewer who are in the way, and then whether they are neighbors. */
const MANY = 40;

/** Whoever is out of the way leaves this much room, m/s: far more than any tolerance, so that the others alone decide. */
const ROOM = 1e-6;

/**
 * Sifts the neighbors of the agents in the slots from `from` up to `to`, all of a block or some of it: whose velocity obstacle is so
 * far from the agent's relative velocity v that all velocities within `out.within` of its own satisfy the half-plane with room to
 * spare is left out.
 *
 * ```txt
 *   the half-plane begins at share · d from the agent's velocity, where d is how far it is from the obstacle:
 *   velocities nearer than that satisfy it, whatever its direction
 *
 *   from all before the disc:  d >= c  as  p·(p - v·T) >= |p| · (R + c·T)
 *   from a leg:                d >= c  as  |det(p, v)| · √(p² - R²) >= c·p² + R·(p·v)
 * ```
 *
 * Pairs of which one goes first (C6) are all kept. So most pairs need neither a root nor a division, and no line.
 */
export function sift(
  frame: Frame,
  from: number,
  to: number,
  near: Near,
  out: InTheWay,
): void {
  const { step, rules, tops } = frame;
  const { begin } = near, { rows } = step, { timeHorizon, safetyMargin } = rules;
  if (out.slots.length < found.slots.length) out.slots = new Int32Array(found.slots.length);
  const left = out.slots, nearest = meetingSquare(rules, tops);
  const areOfOneSize = tops.leastRadius === tops.radius, areOfOneWeight = tops.share > 0;
  for (let s = from; s < to; s++) {
    const k = s - near.from, base = begin[k]!, isCapped = near.byCap[k]! > 0;
    const isMany = isCapped && begin[k + 1]! - base > MANY;
    const first = isMany ? 0 : base, end = isMany ? keepNeighbors(frame, s, near) : begin[k + 1]!;
    const slots = isMany ? near.kept : found.slots;
    const at = s << 3, x = rows[at]!, y = rows[at | 1]!, wayX = rows[at | 6]!, wayY = rows[at | 7]!;
    const margin = rows[at | 4]! + safetyMargin, weight = rows[at | 5]!;
    const perWeight = (out.within[k]! * ROUNDED_UP + ROOM) * timeHorizon / weight;
    let combined = (margin + tops.radius) * ROUNDED_UP,
      rr = combined * combined,
      closest = Math.max(rr, nearest),
      c = 2 * weight * perWeight;
    let count = base | 0;
    for (let p = first; p < end; p++) {
      const t = slots[p]!, row = t << 3;
      const px = rows[row]! - x, py = rows[row | 1]! - y;
      const ux = wayX - rows[row | 6]!, uy = wayY - rows[row | 7]!; // v, times T
      if (!areOfOneSize) {
        combined = (margin + rows[row | 4]!) * ROUNDED_UP;
        rr = combined * combined;
        closest = Math.max(rr, nearest);
      }
      if (!areOfOneWeight) c = (weight + rows[row | 5]!) * perWeight;
      const far = combined + c, dd = px * px + py * py, up = ux * px + uy * py;
      const side = px * uy - py * ux, most = c * dd + combined * up, before = dd - up;
      const isBefore = ((before > 0) as unknown as number) &
        ((before * before >= far * far * dd) as unknown as number);
      const isBeside = ((most <= 0) as unknown as number) |
        ((side * side * (dd - rr) >= most * most) as unknown as number);
      const isOut = (isBefore | isBeside) & ((dd > closest) as unknown as number);
      left[count] = p;
      count = count + (1 ^ isOut) | 0;
    }
    if (tops.isOrdered) count = addOrdered(step, s, slots, first, end, left, base, count);
    let kept = base;
    for (let q = base; q < count; q++) {
      const p = left[q]!, t = slots[p]!;
      if (t !== s && (isMany || !isCapped || isKept(frame, s, p, near))) left[kept++] = t;
    }
    out.count[k] = kept - base;
  }
}

/** Adds those of whom one goes first, who are not there yet: their half-planes begin elsewhere (C6). @returns where they end */
function addOrdered(
  step: StepColumns,
  s: number,
  slots: Int32Array,
  first: number,
  end: number,
  left: Int32Array,
  base: number,
  count: number,
): number {
  const { slotId, slotStanding, afterX } = step, i = slotId[s]!, isStuck = slotStanding[s] === STUCK;
  const hasAfter = afterX.length > 0;
  if (!hasAfter && !isStuck) { // what nearly all come to: nobody is stuck here, either
    let stuck = 0;
    for (let p = first; p < end; p++) stuck |= slotStanding[slots[p]!]!;
    if ((stuck & STUCK) === 0) return count;
  }
  let all = count;
  for (let p = first, next = base; p < end; p++) {
    const isThere = next < count && left[next] === p;
    if (isThere) next++;
    else if (
      isStuck || slotStanding[slots[p]!] === STUCK || (hasAfter && isOrdered(step, i, slotId[slots[p]!]!))
    ) {
      left[all++] = p;
    }
  }
  return all;
}

/**
 * How near somebody may be met in this step although its half-plane is satisfied, m²: nobody, where half-planes are against the very
 * motion that a step is swept against (B8).
 */
function meetingSquare(
  { separation, optimizationVelocity, timeStep, timeHorizon }: Rules,
  tops: Tops,
): number {
  if (separation === "floor" || (optimizationVelocity === "current" && timeStep <= timeHorizon)) return 0;
  const meeting = 2 * (tops.radius + tops.speed * timeStep) * ROUNDED_UP;
  return meeting * meeting;
}
