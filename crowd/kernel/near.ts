import { timeToContact } from "../../geometry/collision_time.ts";
import { BLOCK } from "./block.ts";
import { type Cells, rowBegin } from "./cells.ts";
import { LOCKED, type StepColumns } from "./columns.ts";
import type { Frame } from "./frame.ts";

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

/** Ranks are told apart by so many classes first, which needs no comparing: two 32-bit counters of 4 bytes each. */
const CLASSES = 8;

/**
 * So near below the border of a class, or below the last class's end, an agent is looked at again by its gap: squares that differ
 * in rounding alone may have one gap (in classes).
 */
const ROUNDING_OF_CLASSES = 1e-9;

/** All squares within the last class stay this far inside, or are on its border (no unit). */
const WITHIN_LAST_CLASS = 1 - 1e-11;

/** Beyond so many classes they are not counted in whole numbers of 32 bits. */
const MOST_CLASSES = 1e8;

/** The most that a byte counts. */
const BYTE = 255;

/** What lists have room for; they grow together. */
let room = 256;
let gathered = new Int32Array(room);
let ranks = new Float64Array(room);
let classes = new Int32Array(room);
/** How many ranks are of each class: eight bytes. */
const tally = new Int32Array(2);
let edgeSlots = new Int32Array(room);
let edgeRanks = new Float64Array(room);
let squares = new Float64Array(room);
/**
 * What is looked for: the reach, the place, what a square is multiplied by; then what has to be taken from the root of a rank
 * that is a square (NaN: ranks are what they are). Numbers that are handed to a function which the engine does not inline would
 * each be allocated.
 */
const query = new Float64Array(5);

/** A record to fill. */
export function createNear(): Near {
  return {
    from: 0,
    begin: new Int32Array(BLOCK + 1),
    slots: new Int32Array(BLOCK * room),
    floorBegin: new Int32Array(BLOCK + 1),
    floorSlots: new Int32Array(BLOCK * room),
    byCap: new Int32Array(BLOCK),
    floorReach: new Float64Array(BLOCK),
    evenFloorReach: new Float64Array(BLOCK),
  };
}

/**
 * Finds the neighbors of the agents in the slots from `from` up to `to`, a block (C2), as `neighborsOf` does on records: those
 * who can meet them within the horizon, on their own storey, within `neighborDistance`, the first `maxNeighbors` by rank,
 * equal ranks by ID. In the same pass, everybody within the floor's reach.
 */
export function findNear(frame: Frame, from: number, to: number, out: Near): void {
  const { fixed, step, rules, tops } = frame;
  const { slotRadius, slotSpeed, slotId } = step;
  const { timeHorizon, neighborDistance, maxNeighbors } = rules;
  const byGap = rules.neighborRanking === "gap", filtered = fixed.height.length + fixed.layers.length > 0;
  const hasFloor = rules.separation === "floor";
  // Where all are of one size, and fast enough that all within `neighborDistance` count, squares say who does.
  const combinedOfAll = tops.radius + rules.safetyMargin + tops.radius;
  const evenEnd = neighborDistance + combinedOfAll;
  const perClass = CLASSES * WITHIN_LAST_CLASS / largestWithin(neighborDistance, combinedOfAll);
  const even = byGap && !filtered && tops.leastRadius === tops.radius;
  out.from = from;
  let total = 0, floorTotal = 0;
  for (let s = from; s < to; s++) {
    const speed = slotSpeed[s]!, margin = slotRadius[s]! + rules.safetyMargin;
    const holds = tops.share === 0 && fixed.weight[slotId[s]!] === 0;
    const least = margin + tops.radius, meetingReach = (speed + tops.speed) * timeHorizon + least;
    const farthest = Math.min(meetingReach, neighborDistance + least) * ROUNDED_UP;
    const ofFloor = hasFloor ? out.floorReach[s - from]! : -1,
      floorSquare = hasFloor ? ofFloor * ofFloor : -1;
    const reach = ofFloor > farthest ? ofFloor : farthest;
    query[0] = reach;
    const near = gather(frame, s);
    if (total + near >= out.slots.length) out.slots = longer(out.slots, total + near);
    if (hasFloor && floorTotal + near >= out.floorSlots.length) {
      out.floorSlots = longer(out.floorSlots, floorTotal + near);
    }
    const { slots, floorSlots } = out, list = gathered, rank = ranks, cls = classes, squareOf = squares;
    out.begin[s - from] = total;
    out.floorBegin[s - from] = floorTotal;
    let count = 0;
    const isEven = even && (speed + tops.leastSpeed) * timeHorizon + least >= evenEnd &&
      reach * reach * perClass < MOST_CLASSES;
    let onBorder = 0;
    if (isEven) {
      let low = 0, high = 0;
      for (let k = 0; k < near; k++) {
        const t = list[k]!, square = squareOf[k]!, c = square * perClass, own = c | 0;
        const counts = (own - CLASSES & ~((t ^ s) - 1)) >>> 31; // one for another agent in some class
        slots[total + count] = t;
        rank[count] = square;
        cls[count] = own;
        onBorder |= own ^ (c + ROUNDING_OF_CLASSES | 0);
        const one = counts << ((own & 3) << 3), isLow = (own - 4) >> 31;
        low += one & isLow;
        high += one & ~isLow;
        count += counts;
      }
      tally[0] = low;
      tally[1] = high;
    }
    if (isEven && onBorder === 0) {
      if (hasFloor) floorTotal = gatherFloor(step, s, near, out, floorTotal);
      if (count > maxNeighbors) {
        query[4] = combinedOfAll;
        keepFirst(slots, total, count, maxNeighbors, slotId);
      }
      out.byCap[s - from] = count > maxNeighbors ? count - maxNeighbors : 0;
      total += count > maxNeighbors ? maxNeighbors : count;
      continue;
    }
    count = 0;
    for (let k = 0; k < near; k++) {
      const t = list[k]!;
      if (t === s) continue;
      const square = squareOf[k]!;
      if (filtered && !isSeen(frame, slotId[s]!, slotId[t]!)) continue;
      if (square <= floorSquare) floorSlots[floorTotal++] = t;
      const combined = margin + slotRadius[t]!;
      const meeting = ((speed + slotSpeed[t]!) * timeHorizon + combined) * ROUNDED_UP;
      if (square > meeting * meeting || (holds && !alsoHolds(frame, slotId[t]!))) continue;
      const gap = Math.sqrt(square) - combined;
      if (gap > neighborDistance) continue;
      rank[count] = byGap ? gap : contactTime(frame, s, t, combined);
      slots[total + count++] = t;
    }
    out.byCap[s - from] = Math.max(0, count - maxNeighbors);
    if (count > maxNeighbors) {
      query[4] = NaN;
      classify(count, byGap ? -least : 0, CLASSES / (byGap ? farthest : 2 * timeHorizon));
      keepFirst(slots, total, count, maxNeighbors, slotId);
      count = maxNeighbors;
    }
    total += count;
  }
  out.begin[to - from] = total;
  out.floorBegin[to - from] = floorTotal;
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

/** Of those gathered round slot `s`, appends whoever its floor may bind against: nearer where both yield alike. @returns the end */
function gatherFloor({ slotWeight }: StepColumns, s: number, near: number, out: Near, end: number): number {
  const list = gathered, squareOf = squares, { floorSlots, floorReach, evenFloorReach, from } = out;
  const far = floorReach[s - from]!, close = evenFloorReach[s - from]!, weight = slotWeight[s]!;
  const perFar = (2 - ROUNDED_UP) / (far * far), perClose = (2 - ROUNDED_UP) / (close * close);
  for (let k = 0; k < near; k++) {
    const t = list[k]!, share = squareOf[k]! * (slotWeight[t] === weight ? perClose : perFar);
    floorSlots[end] = t;
    end += ((share | 0) - 1 & ~((t ^ s) - 1)) >>> 31;
  }
  return end;
}

/** Fills the classes and the tally of the first `count` ranks. */
function classify(count: number, lowest: number, perRank: number): void {
  let low = 0, high = 0;
  for (let k = 0; k < count; k++) {
    const c = (ranks[k]! - lowest) * perRank, own = c < CLASSES ? c | 0 : CLASSES - 1;
    const one = 1 << ((own & 3) << 3), isLow = (own - 4) >> 31;
    low += one & isLow;
    high += one & ~isLow;
    classes[k] = own;
  }
  tally[0] = low;
  tally[1] = high;
}

/**
 * Of the `count` ranked from `base` on, moves the first `most` to the front, in no set order: those of the classes below the one in which the cap
 * falls, and of that one the first by rank, equal ranks by ID.
 */
function keepFirst(slots: Int32Array, base: number, count: number, most: number, slotId: Int32Array): void {
  const rank = ranks, cls = classes, onEdge = edgeSlots, onEdgeRank = edgeRanks, combined = query[4]!;
  let cut = 0;
  if (count <= BYTE) {
    const low = tally[0]!, high = tally[1]!;
    let below = low & BYTE;
    while (below < most) {
      cut++;
      below += ((cut < 4 ? low : high) >>> ((cut & 3) << 3)) & BYTE;
    }
  } else cls.fill(0, 0, count);
  let front = 0, edge = 0;
  for (let k = 0; k < count; k++) {
    const slot = slots[base + k]!, own = cls[k]!;
    onEdge[edge] = slot;
    onEdgeRank[edge] = rank[k]!;
    edge += ((own ^ cut) - 1) >>> 31;
    slots[base + front] = slot;
    front += (own - cut) >>> 31;
  }
  const open = most - front;
  if (open < edge) {
    if (combined >= 0) {
      for (let k = 0; k < edge; k++) onEdgeRank[k] = Math.sqrt(onEdgeRank[k]!) - combined;
    }
    heapify(onEdge, onEdgeRank, open, slotId);
    for (let k = open; k < edge; k++) {
      if (!behind(onEdge, onEdgeRank, 0, k, slotId)) continue;
      onEdge[0] = onEdge[k]!;
      onEdgeRank[0] = onEdgeRank[k]!;
      sink(onEdge, onEdgeRank, 0, open, slotId);
    }
  }
  for (let k = 0; k < open; k++) slots[base + front + k] = onEdge[k]!;
}

/** The numbers of the agents within `reach` of slot `s`, its own among them, in the order of IDs. */
export function gatherIds(frame: Frame, s: number, reach: number): readonly number[] {
  query[0] = reach;
  const count = gather(frame, s), { slotId } = frame.step;
  return Array.from(gathered.subarray(0, count), (t) => slotId[t]!).sort((a, b) => a - b);
}

/**
 * Collects the slots within the reach of `query` round slot `s`, itself among them, in no set order, and the squares of their
 * distances; a few just beyond may be among them. Whole squares of cells are looked through: to find the stretch of each row
 * that the circle covers costs more than those whom it would spare.
 *
 * @returns how many
 */
function gather({ step, cells }: Frame, s: number): number {
  const { slotX, slotY, start } = step, { inverse, mask, lowX, lowY } = cells, all = slotX.length;
  const x = slotX[s]!,
    y = slotY[s]!,
    reach = query[0]! * ROUNDED_UP,
    perSquare = (2 - ROUNDED_UP) / (reach * reach);
  query[1] = x;
  query[2] = y;
  query[3] = perSquare;
  const across = reach * inverse;
  if (!(across < MOST_CELLS_ACROSS && across > LEAST_CELLS_ACROSS)) {
    return gatherFrom(slotX, slotY, 0, all, 0);
  }
  let firstRow = Math.floor((y - reach) * inverse) | 0, lastRow = Math.floor((y + reach) * inverse) | 0;
  let first = Math.floor((x - reach) * inverse) | 0, last = Math.floor((x + reach) * inverse) | 0;
  if (!(cells.columns > 0)) {
    return (last - first + 1) * (lastRow - firstRow + 1) < all
      ? gatherHashed(step, cells, firstRow, lastRow, first, last)
      : gatherFrom(slotX, slotY, 0, all, 0);
  }
  if (firstRow < lowY) firstRow = lowY;
  if (first < lowX) first = lowX;
  const endRow = lowY + cells.rows - 1, end = lowX + cells.columns - 1;
  if (lastRow > endRow) lastRow = endRow;
  if (last > end) last = end;
  let count = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const begin = rowBegin(cells, row), stretchEnd = start[(begin + last & mask) + 1]!;
    const stretch = start[begin + first & mask]!;
    if (count + stretchEnd - stretch >= room) makeRoom(count + stretchEnd - stretch);
    const list = gathered, square = squares;
    for (let t = stretch; t < stretchEnd; t++) {
      const dx = slotX[t]! - x, dy = slotY[t]! - y, dd = dx * dx + dy * dy;
      list[count] = t;
      square[count] = dd;
      count += ((dd * perSquare | 0) - 1) >>> 31; // one where that is below 1
    }
  }
  return count;
}

/** Where a reach is more cells, or less of one, whole numbers of 32 bits do not hold what is counted: all are looked through. */
const MOST_CELLS_ACROSS = 1e6, LEAST_CELLS_ACROSS = 1e-4;

/** The same where rows lie at hashed places: beyond the last bucket a row goes on at the first, and rows may share buckets. */
function gatherHashed(
  { slotX, slotY, start }: StepColumns,
  cells: Cells,
  firstRow: number,
  lastRow: number,
  first: number,
  last: number,
): number {
  const { inverse, mask } = cells, all = slotX.length;
  let count = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const low = (rowBegin(cells, row) + first) & mask, high = low + (last - first), before = count;
    count = gatherFrom(slotX, slotY, start[low]!, high <= mask ? start[high + 1]! : all, count);
    if (high > mask) count = gatherFrom(slotX, slotY, 0, start[(high & mask) + 1]!, count);
    let kept = before;
    for (let k = before; k < count; k++) {
      if (Math.floor(slotY[gathered[k]!]! * inverse) !== row) continue;
      gathered[kept] = gathered[k]!;
      squares[kept++] = squares[k]!;
    }
    count = kept;
  }
  return count;
}

/** Appends those of a stretch of slots that are near enough. */
function gatherFrom(
  slotX: Float64Array,
  slotY: Float64Array,
  from: number,
  to: number,
  count: number,
): number {
  if (count + to - from >= room) makeRoom(count + to - from);
  const x = query[1]!, y = query[2]!, perSquare = query[3]!;
  for (let t = from; t < to; t++) {
    const dx = slotX[t]! - x, dy = slotY[t]! - y, dd = dx * dx + dy * dy;
    if (dd * perSquare > 1) continue; // far clusters are too far for whole numbers
    gathered[count] = t;
    squares[count++] = dd;
  }
  return count;
}

function makeRoom(count: number): void {
  room = 2 * count;
  const wider = new Int32Array(room);
  wider.set(gathered);
  gathered = wider;
  ranks = new Float64Array(room);
  classes = new Int32Array(room);
  edgeSlots = new Int32Array(room);
  edgeRanks = new Float64Array(room);
  const more = new Float64Array(room);
  more.set(squares);
  squares = more;
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

/** Whether the first entry ranks behind the second: farther, or as far with the higher ID. */
function behind(slots: Int32Array, ranks: Float64Array, a: number, b: number, slotId: Int32Array): boolean {
  const p = ranks[a]!, q = ranks[b]!;
  return p > q || (p === q && slotId[slots[a]!]! > slotId[slots[b]!]!);
}

/** Makes a heap of the first `count` entries, the last in rank on top. */
function heapify(slots: Int32Array, ranks: Float64Array, count: number, slotId: Int32Array): void {
  for (let k = (count >> 1) - 1; k >= 0; k--) sink(slots, ranks, k, count, slotId);
}

function sink(slots: Int32Array, ranks: Float64Array, at: number, count: number, slotId: Int32Array): void {
  for (;;) {
    let top = 2 * at + 1;
    if (top >= count) return;
    if (top + 1 < count && behind(slots, ranks, top + 1, top, slotId)) top++;
    if (!behind(slots, ranks, top, at, slotId)) return;
    const slot = slots[at]!, rank = ranks[at]!;
    slots[at] = slots[top]!;
    ranks[at] = ranks[top]!;
    slots[top] = slot;
    ranks[top] = rank;
    at = top;
  }
}
