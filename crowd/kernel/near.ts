import { timeToContact } from "../../geometry/collision_time.ts";
import { BLOCK } from "./block.ts";
import { LOCKED } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { found, gather, searchWithin } from "./gather.ts";
import { type Classes, keepFirst } from "./keep_first.ts";

/**
 * Whom the agents of a block may have as neighbors, and whom their floors may bind against: filled anew for each block. Which of them
 * are neighbors is found out where somebody asks: most are out of the way however they rank.
 */
export interface Near {
  /** First slot of the block. */
  from: number;
  /** Where those who count for each agent begin among `found`, itself the first of them in rank; they end where the next begin. */
  readonly begin: Int32Array;
  /** 1 for each agent whose ranks are squares of distances; else they are gaps or times to contact. */
  readonly isBySquare: Uint8Array;
  /** How many of them the cap cuts off. */
  readonly byCap: Int32Array;
  /** Slots of the neighbors (C2) of the agent that was last asked for, in no set order. */
  kept: Int32Array;
  /** Where those within each agent's floor's reach (M7) begin among `floorSlots`; some of them it culls. */
  readonly floorBegin: Int32Array;
  /** See `floorBegin`. */
  floorSlots: Int32Array;
  /** Where to look for the floor's pairs of each, m. Set by the caller where there is a floor. */
  readonly floorReach: Float64Array;
  /** The same for those of its own weight: of such pairs both keep half of the gap. */
  readonly evenFloorReach: Float64Array;
}

/** Distances are compared with this much to spare, so that rounding loses no disc that touches (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** A record to fill. */
export function createNear(): Near {
  return {
    from: 0,
    begin: new Int32Array(BLOCK + 1),
    isBySquare: new Uint8Array(BLOCK),
    byCap: new Int32Array(BLOCK),
    kept: new Int32Array(64),
    floorBegin: new Int32Array(BLOCK + 1),
    floorSlots: new Int32Array(256 * BLOCK),
    floorReach: new Float64Array(BLOCK),
    evenFloorReach: new Float64Array(BLOCK),
  };
}

/** How far a neighbor may be where all are of one size, m, both radii and the margin, m, and the largest square, m². */
const even = new Float64Array(3);

/**
 * Finds whom the agents in the slots from `from` up to `to`, a block, may have as neighbors (C2), as `neighborsOf` does on records:
 * those who can meet them within the horizon, on their own storey, within `neighborDistance`. In the same pass, everybody within the
 * floor's reach.
 */
export function findNear(frame: Frame, from: number, to: number, out: Near): void {
  const { step, rules } = frame, { slotRadius, slotSpeed } = step;
  const { timeHorizon, maxNeighbors } = rules, hasFloor = rules.separation === "floor";
  const isEven = measureEven(frame), evenEnd = even[0]!, evenSquare = even[2]!;
  let end = 0, floorEnd = 0;
  out.from = from;
  for (let s = from; s < to; s++) {
    const k = s - from, ofFloor = hasFloor ? out.floorReach[k]! : -1;
    const meeting = (slotSpeed[s]! + frame.tops.leastSpeed) * timeHorizon +
      mostCombined(frame, slotRadius[s]!);
    const isBySquare = isEven && meeting >= evenEnd && !(ofFloor > evenEnd);
    if (isBySquare) searchWithin(evenEnd, evenSquare);
    else searchWithin(Math.max(ofFloor, farthestOf(frame, s)));
    const begin = end;
    end = gather(frame, s, begin);
    out.begin[k] = begin;
    out.floorBegin[k] = floorEnd;
    if (hasFloor) floorEnd = gatherFloor(frame, s, begin, end, out, floorEnd);
    if (!isBySquare) end = rank(frame, s, begin, end);
    out.isBySquare[k] = isBySquare ? 1 : 0;
    out.byCap[k] = Math.max(0, end - begin - 1 - maxNeighbors);
  }
  out.begin[to - from] = end;
  out.floorBegin[to - from] = floorEnd;
}

/**
 * Where all are of one size, and fast enough that all within `neighborDistance` count, squares of distances say who does, and rank
 * them.
 *
 * @returns whether all are of one size
 */
function measureEven({ fixed, rules, tops }: Frame): boolean {
  const combined = tops.radius + rules.safetyMargin + tops.radius, end = rules.neighborDistance + combined;
  if (even[0] !== end || even[1] !== combined) {
    even[0] = end;
    even[1] = combined;
    even[2] = largestWithin(rules.neighborDistance, combined);
  }
  return rules.neighborRanking === "gap" && tops.leastRadius === tops.radius &&
    fixed.height.length + fixed.layers.length === 0 && even[2]! < Infinity;
}

/** R with the largest other agent, m. */
function mostCombined({ rules, tops }: Frame, radius: number): number {
  return radius + rules.safetyMargin + tops.radius;
}

/** How far from the agent in slot `s` a neighbor may be, m. */
function farthestOf(frame: Frame, s: number): number {
  const { step, rules, tops } = frame;
  const combined = mostCombined(frame, step.slotRadius[s]!);
  const meeting = (step.slotSpeed[s]! + tops.speed) * rules.timeHorizon + combined;
  return Math.min(meeting, rules.neighborDistance + combined) * ROUNDED_UP;
}

/** Of those found round slot `s`, keeps those who count, and ranks them. @returns where they end */
function rank(frame: Frame, s: number, begin: number, end: number): number {
  const { fixed, step, rules, tops } = frame,
    { slotRadius, slotSpeed, slotId } = step,
    { slots, ranks } = found;
  const { timeHorizon, neighborDistance } = rules, byGap = rules.neighborRanking === "gap";
  const isFiltered = fixed.height.length + fixed.layers.length > 0;
  const speed = slotSpeed[s]!, margin = slotRadius[s]! + rules.safetyMargin;
  const holds = tops.share === 0 && fixed.weight[slotId[s]!] === 0;
  let count = begin;
  for (let k = begin; k < end; k++) {
    const t = slots[k]!, square = ranks[k]!;
    if (t === s) {
      slots[count] = s;
      ranks[count++] = -Infinity; // the first
      continue;
    }
    if (isFiltered && !isSeen(frame, slotId[s]!, slotId[t]!)) continue;
    const combined = margin + slotRadius[t]!;
    const meeting = ((speed + slotSpeed[t]!) * timeHorizon + combined) * ROUNDED_UP;
    if (square > meeting * meeting || (holds && !alsoHolds(frame, slotId[t]!))) continue;
    const gap = Math.sqrt(square) - combined;
    if (gap > neighborDistance) continue;
    slots[count] = t;
    ranks[count++] = byGap ? gap : contactTime(frame, s, t, combined);
  }
  return count;
}

/** Writes the neighbors of the agent in slot `s` into `near.kept`: the first `maxNeighbors` by rank, equal ranks by ID. @returns how many */
export function keepNeighbors(frame: Frame, s: number, near: Near): number {
  const k = s - near.from, begin = near.begin[k]!, end = near.begin[k + 1]!;
  const { maxNeighbors } = frame.rules, count = Math.min(maxNeighbors, end - begin - 1);
  if (near.kept.length < count) near.kept = new Int32Array(2 * count);
  if (near.byCap[k]! > 0) {
    setClasses(frame, s, near.isBySquare[k] === 1);
    keepFirst(begin, end, s, maxNeighbors, classes, frame.step.slotId, near.kept);
    return count;
  }
  let at = 0;
  for (let p = begin; p < end; p++) if (found.slots[p] !== s) near.kept[at++] = found.slots[p]!;
  return count;
}

/** How ranks are told apart. */
const classes: Classes = { lowest: 0.5, perRank: 0.5, combined: NaN };

/** Classes of ranks: as many as a rank at the far end is. */
const CLASSES = 8;

function setClasses(frame: Frame, s: number, isBySquare: boolean): void {
  const { rules, step } = frame, byGap = rules.neighborRanking === "gap";
  const end = isBySquare ? even[2]! : byGap ? farthestOf(frame, s) : 2 * rules.timeHorizon;
  classes.lowest = isBySquare || !byGap ? 0 : -mostCombined(frame, step.slotRadius[s]!);
  classes.perRank = CLASSES / end;
  classes.combined = isBySquare ? even[1]! : NaN;
}

/** Ranks that are squares differ by more than rounding where they do by this share of themselves and of the square of R. */
const ROUNDING = 1e-9;

/** Whether number p of those found for the agent in slot `s` is one of its neighbors, although the cap cuts some off. */
export function isKept(frame: Frame, s: number, p: number, near: Near): boolean {
  const { ranks } = found, k = s - near.from, begin = near.begin[k]!, end = near.begin[k + 1]!;
  const own = ranks[p]!, spare = near.isBySquare[k] === 1 ? ROUNDING * (own + even[1]! * even[1]!) : 0;
  const low = own - spare, high = own + spare, { maxNeighbors } = frame.rules;
  // Itself counted, and number p.
  let notBehind = 0;
  for (let q = begin; q < end; q++) {
    notBehind = notBehind + ((ranks[q]! <= high) as unknown as number | 0) | 0;
  }
  if (notBehind <= maxNeighbors + 1) return true;
  let before = 0;
  for (let q = begin; q < end; q++) before = before + ((ranks[q]! < low) as unknown as number | 0) | 0;
  if (before > maxNeighbors) return false;
  const count = keepNeighbors(frame, s, near); // ranks so near that IDs may decide
  return near.kept.subarray(0, count).includes(found.slots[p]!);
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
function gatherFloor(
  frame: Frame,
  s: number,
  begin: number,
  end: number,
  out: Near,
  floorEnd: number,
): number {
  const { fixed, step: { slotWeight, slotId } } = frame, { slots, ranks } = found;
  if (floorEnd + end - begin > out.floorSlots.length) {
    out.floorSlots = longer(out.floorSlots, floorEnd + end - begin);
  }
  const { floorSlots, floorReach, evenFloorReach, from } = out;
  const far = floorReach[s - from]! * ROUNDED_UP, close = evenFloorReach[s - from]! * ROUNDED_UP;
  const isFiltered = fixed.height.length + fixed.layers.length > 0, weight = slotWeight[s]!;
  const farSquare = far * far, closeSquare = close * close;
  let count = floorEnd | 0;
  for (let k = begin; k < end; k++) {
    const t = slots[k]!, isOther = (t !== s) as unknown as number | 0;
    floorSlots[count] = t;
    count = count +
        (isOther &
          ((ranks[k]! <= (slotWeight[t] === weight ? closeSquare : farSquare)) as unknown as number)) |
      0;
  }
  if (!isFiltered) return count;
  let seen = floorEnd;
  for (let k = floorEnd; k < count; k++) {
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
