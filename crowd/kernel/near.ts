import { timeToContact } from "../../geometry/collision_time.ts";
import { BLOCK } from "./block.ts";
import { LOCKED } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { found, gather, searchWithin } from "./gather.ts";
import { type Classes, keepFirst, type Ranked } from "./keep_first.ts";

/** Whom the agents of a block avoid, and whom their floors may bind against: filled anew for each block. */
export interface Near {
  /** First slot of the block. */
  from: number;
  /** Where the neighbors (C2) of each begin among `slots`; they end where those of the next begin. */
  readonly begin: Int32Array;
  /** Slots of neighbors, those of one agent in no set order. */
  slots: Int32Array;
  /** The same for those within the floor's reach (M7), some of whom it culls. */
  readonly floorBegin: Int32Array;
  /** See `floorBegin`. */
  floorSlots: Int32Array;
  /** Neighbors of each that the cap cut off. */
  readonly byCap: Int32Array;
  /** Where to look for the floor's pairs of each, m. Set by the caller where there is a floor. */
  readonly floorReach: Float64Array;
  /** The same for those of its own weight: of such pairs both keep half of the gap. */
  readonly evenFloorReach: Float64Array;
}

/** Distances are compared with this much to spare, so that rounding loses no disc that touches (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** How many agents' lists have room at first. */
const ROOM = 256 * BLOCK;

/** A record to fill. */
export function createNear(): Near {
  return {
    from: 0,
    begin: new Int32Array(BLOCK + 1),
    slots: new Int32Array(ROOM),
    floorBegin: new Int32Array(BLOCK + 1),
    floorSlots: new Int32Array(ROOM),
    byCap: new Int32Array(BLOCK),
    floorReach: new Float64Array(BLOCK),
    evenFloorReach: new Float64Array(BLOCK),
  };
}

/** Neighbors of one agent with their ranks, and how these are told apart. */
const ranked: Ranked = { slots: new Int32Array(256), ranks: new Float64Array(256) };
const classes: Classes = { lowest: 0.5, perRank: 0.5, combined: NaN };

/** How far a neighbor may be where all are of one size, m, both radii and the margin, m, and the largest square, m². */
const even = new Float64Array(3);

/** Classes of ranks: as many as a rank at the far end is. */
const CLASSES = 8;

/**
 * Finds the neighbors of the agents in the slots from `from` up to `to`, a block (C2), as `neighborsOf` does on records: those
 * who can meet them within the horizon, on their own storey, within `neighborDistance`, the first `maxNeighbors` by rank,
 * equal ranks by ID. In the same pass, everybody within the floor's reach.
 */
export function findNear(frame: Frame, from: number, to: number, out: Near): void {
  const { fixed, step, rules, tops } = frame, { slotRadius, slotSpeed } = step;
  const { timeHorizon, neighborDistance, maxNeighbors } = rules, hasFloor = rules.separation === "floor";
  // Where all are of one size, and fast enough that all within `neighborDistance` count, squares say who does.
  const combinedOfAll = tops.radius + rules.safetyMargin + tops.radius;
  const evenEnd = neighborDistance + combinedOfAll;
  if (even[0] !== evenEnd || even[1] !== combinedOfAll) {
    even[0] = evenEnd;
    even[1] = combinedOfAll;
    even[2] = largestWithin(neighborDistance, combinedOfAll);
  }
  const evenSquare = even[2]!;
  const isEven = rules.neighborRanking === "gap" && tops.leastRadius === tops.radius &&
    fixed.height.length + fixed.layers.length === 0 && evenSquare < Infinity;
  let total = 0, floorTotal = 0;
  out.from = from;
  for (let s = from; s < to; s++) {
    const k = s - from, speed = slotSpeed[s]!, least = slotRadius[s]! + rules.safetyMargin + tops.radius;
    const ofFloor = hasFloor ? out.floorReach[k]! : -1;
    const allCount = isEven && (speed + tops.leastSpeed) * timeHorizon + least >= evenEnd;
    const farthest = allCount
      ? evenEnd
      : Math.min((speed + tops.speed) * timeHorizon + least, neighborDistance + least) * ROUNDED_UP;
    if (allCount && !(ofFloor > evenEnd)) searchWithin(evenEnd, evenSquare);
    else searchWithin(ofFloor > farthest ? ofFloor : farthest);
    const gathered = gather(frame, s);
    if (total + gathered > out.slots.length) out.slots = longer(out.slots, total + gathered);
    out.begin[k] = total;
    out.floorBegin[k] = floorTotal;
    if (hasFloor) {
      if (floorTotal + gathered > out.floorSlots.length) {
        out.floorSlots = longer(out.floorSlots, floorTotal + gathered);
      }
      floorTotal = gatherFloor(frame, s, gathered, out, floorTotal);
    }
    let count = gathered - 1;
    if (allCount && !(ofFloor > evenEnd)) {
      classes.lowest = 0;
      classes.perRank = CLASSES / evenSquare;
      classes.combined = combinedOfAll;
      if (count > maxNeighbors) {
        keepFirst(asRanked(), gathered, s, maxNeighbors, classes, step.slotId, out.slots, total);
      } else copyOthers(gathered, s, out.slots, total);
    } else {
      count = rank(frame, s, gathered);
      classes.lowest = rules.neighborRanking === "gap" ? -least : 0;
      classes.perRank = CLASSES / (rules.neighborRanking === "gap" ? farthest : 2 * timeHorizon);
      classes.combined = NaN;
      if (count > maxNeighbors) {
        keepFirst(ranked, count, -1, maxNeighbors, classes, step.slotId, out.slots, total);
      } else copyRanked(count, out.slots, total);
    }
    out.byCap[k] = count > maxNeighbors ? count - maxNeighbors : 0;
    total += count > maxNeighbors ? maxNeighbors : count;
  }
  out.begin[to - from] = total;
  out.floorBegin[to - from] = floorTotal;
}

/** What has been found, ranked by squares of distances. */
function asRanked(): Ranked {
  bySquare.slots = found.slots;
  bySquare.ranks = found.squares;
  return bySquare;
}

const bySquare: Ranked = { slots: found.slots, ranks: found.squares };

function copyOthers(count: number, except: number, out: Int32Array, base: number): void {
  const { slots } = found;
  let at = base;
  for (let k = 0; k < count; k++) {
    const t = slots[k]!;
    out[at] = t;
    at = at + ((t !== except) as unknown as number | 0) | 0;
  }
}

function copyRanked(count: number, out: Int32Array, base: number): void {
  const { slots } = ranked;
  for (let k = 0; k < count; k++) out[base + k] = slots[k]!;
}

/** Of those found round slot `s`, fills `ranked` with those who count. @returns how many */
function rank(frame: Frame, s: number, gathered: number): number {
  const { fixed, step, rules, tops } = frame,
    { slotRadius, slotSpeed, slotId } = step,
    { slots, squares } = found;
  const { timeHorizon, neighborDistance } = rules, byGap = rules.neighborRanking === "gap";
  const isFiltered = fixed.height.length + fixed.layers.length > 0;
  const speed = slotSpeed[s]!, margin = slotRadius[s]! + rules.safetyMargin;
  const holds = tops.share === 0 && fixed.weight[slotId[s]!] === 0;
  if (ranked.slots.length < gathered) {
    ranked.slots = new Int32Array(2 * gathered);
    ranked.ranks = new Float64Array(2 * gathered);
  }
  let count = 0;
  for (let k = 0; k < gathered; k++) {
    const t = slots[k]!, square = squares[k]!;
    if (t === s || (isFiltered && !isSeen(frame, slotId[s]!, slotId[t]!))) continue;
    const combined = margin + slotRadius[t]!;
    const meeting = ((speed + slotSpeed[t]!) * timeHorizon + combined) * ROUNDED_UP;
    if (square > meeting * meeting || (holds && !alsoHolds(frame, slotId[t]!))) continue;
    const gap = Math.sqrt(square) - combined;
    if (gap > neighborDistance) continue;
    ranked.slots[count] = t;
    ranked.ranks[count++] = byGap ? gap : contactTime(frame, s, t, combined);
  }
  return count;
}

/** The largest square of a distance whose gap, as it is rounded, is within one that is given. */
function largestWithin(gap: number, combined: number): number {
  const exact = (gap + combined) * (gap + combined);
  let within = exact * (2 - ROUNDED_UP), beyond = exact * ROUNDED_UP;
  for (;;) {
    const between = (within + beyond) / 2;
    if (!(between > within && between < beyond)) return within;
    if (Math.sqrt(between) - combined <= gap) within = between;
    else beyond = between;
  }
}

function longer(slots: Int32Array, count: number): Int32Array {
  const wider = new Int32Array(2 * count);
  wider.set(slots);
  return wider;
}

/** Of those found round slot `s`, appends whoever its floor may bind against: nearer where both yield alike. @returns the end */
function gatherFloor(frame: Frame, s: number, gathered: number, out: Near, end: number): number {
  const { fixed, step: { slotWeight, slotId } } = frame, { slots, squares } = found;
  const { floorSlots, floorReach, evenFloorReach, from } = out;
  const far = floorReach[s - from]! * ROUNDED_UP, close = evenFloorReach[s - from]! * ROUNDED_UP;
  const isFiltered = fixed.height.length + fixed.layers.length > 0, weight = slotWeight[s]!;
  const farSquare = far * far, closeSquare = close * close;
  let count = end;
  for (let k = 0; k < gathered; k++) {
    const t = slots[k]!, isOther = (t !== s) as unknown as number | 0;
    floorSlots[count] = t;
    count = count +
        (isOther &
          ((squares[k]! <= (slotWeight[t] === weight ? closeSquare : farSquare)) as unknown as number)) |
      0;
  }
  if (!isFiltered) return count;
  let seen = end;
  for (let k = end; k < count; k++) {
    if (isSeen(frame, slotId[s]!, slotId[floorSlots[k]!]!)) floorSlots[seen++] = floorSlots[k]!;
  }
  return seen;
}

function contactTime({ step }: Frame, s: number, t: number, combined: number): number {
  const { slotX, slotY, slotVx, slotVy } = step;
  return timeToContact(
    slotX[t]! - slotX[s]!,
    slotY[t]! - slotY[s]!,
    slotVx[s]! - slotVx[t]!,
    slotVy[s]! - slotVy[t]!,
    combined,
  );
}

/** C4's filters: the other is on a layer that the agent avoids, and they can meet in height. */
function isSeen(frame: Frame, i: number, j: number): boolean {
  const { fixed } = frame;
  if (fixed.layers.length > 0 && (fixed.mask[i]! & fixed.layers[j]!) === 0) return false;
  return fixed.height.length === 0 || meetInHeightAt(frame, i, j);
}

/** Whether somebody whom a mover of weight 0 has a half-plane against: it holds its line as well (G9). */
function alsoHolds({ fixed }: Frame, j: number): boolean {
  return fixed.weight[j] === 0 && (fixed.flags[j]! & LOCKED) === 0;
}

/** C4's storeys: `meetInHeight` on columns. */
function meetInHeightAt({ fixed, now }: Frame, i: number, j: number): boolean {
  const apart = now.z[j]! - now.z[i]!, own = fixed.height[i]!, other = fixed.height[j]!;
  if (apart < own && apart > -other) return true;
  const x = now.x[j]! - now.x[i]!, y = now.y[j]! - now.y[i]!;
  const here = now.z[j]! - (fixed.gradientX[j]! * x + fixed.gradientY[j]! * y) - now.z[i]!;
  const there = now.z[j]! - (now.z[i]! + fixed.gradientX[i]! * x + fixed.gradientY[i]! * y);
  return Math.min(here, there) < own && Math.max(here, there) > -other;
}
