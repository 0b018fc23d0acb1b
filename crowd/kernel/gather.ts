import { type Cells, rowBegin } from "./cells.ts";
import type { StepColumns } from "./columns.ts";
import type { Frame } from "./frame.ts";

/** What searches found. */
export interface Found {
  /** Slots, that of the middle among them. */
  slots: Int32Array;
  /** What they are ranked by, the least first: squares of their distances, m², unless whoever asked puts something else there. */
  ranks: Float64Array;
}

/** What searches found, one behind the other, those of one search in no set order: grows by need. */
export const found: Found = { slots: new Int32Array(16_384), ranks: new Float64Array(16_384) };

/**
 * What is looked for: the place, how far, m, and the largest square of a distance, m². Numbers that are handed to a function which
 * the engine does not inline would each be allocated.
 */
const query = new Float64Array(4);

/** Distances are compared with this much to spare, so that rounding loses no disc that touches (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** Sets how far the next searches go, m; by default a few just beyond may be found as well. */
export function searchWithin(reach: number, square = reach * ROUNDED_UP * (reach * ROUNDED_UP)): void {
  query[2] = reach * ROUNDED_UP;
  query[3] = square;
}

/**
 * Writes whoever is within the distance that was set of the agent in slot `s` into `found` from `begin` on, itself among them. Whole
 * squares of cells are looked through: to find the stretch of each row that the circle covers costs more than those whom it would
 * spare.
 *
 * @returns where they end
 */
export function gather({ step, cells }: Frame, s: number, begin: number): number {
  query[0] = step.slotX[s]!;
  query[1] = step.slotY[s]!;
  for (;;) {
    const end = cells.columns > 0 ? gatherRows(step, cells, begin) : gatherHashed(step, cells, begin);
    if (end >= 0) return end;
    makeRoom();
  }
}

function makeRoom(): void {
  const { slots, ranks } = found;
  found.slots = new Int32Array(2 * slots.length);
  found.slots.set(slots);
  found.ranks = new Float64Array(2 * ranks.length);
  found.ranks.set(ranks);
}

/** The numbers of the agents within `reach` of slot `s`, its own among them, in the order of IDs. */
export function gatherIds(frame: Frame, s: number, reach: number): readonly number[] {
  searchWithin(reach);
  const count = gather(frame, s, 0), { slotId } = frame.step;
  return Array.from(found.slots.subarray(0, count), (t) => slotId[t]!).sort((a, b) => a - b);
}

/** There is no room for all. */
const TOO_MANY = -1;

/** Where rows lie one behind the other. Nothing is called in its loops, so that the engine keeps at hand where the columns are. */
function gatherRows({ slotX, slotY, start }: StepColumns, cells: Cells, at: number): number {
  const { inverseX, inverseY, lowX, lowY, columns, rows } = cells,
    { slots, ranks } = found,
    room = ranks.length;
  const x = query[0]!, y = query[1]!, reach = query[2]!, most = query[3]!;
  // Compared as they are: a reach may be too many cells for whole numbers of 32 bits.
  const endRow = lowY + rows - 1, end = lowX + columns - 1;
  const firstRow = Math.max(lowY, Math.floor((y - reach) * inverseY)) | 0;
  const lastRow = Math.min(endRow, Math.floor((y + reach) * inverseY)) | 0;
  const first = Math.max(lowX, Math.floor((x - reach) * inverseX)) | 0;
  const last = Math.min(end, Math.floor((x + reach) * inverseX)) | 0;
  // `| 0`: else the engine takes a number that comes in for any number, and keeps the loop's counts as such.
  let count = at | 0, begin = ((firstRow - lowY) * columns - lowX) | 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const stretchEnd = start[begin + last + 1 | 0]!, stretch = start[begin + first | 0]!;
    if (count + stretchEnd - stretch > room) return TOO_MANY;
    for (let t = stretch; t < stretchEnd; t++) {
      const dx = slotX[t]! - x, dy = slotY[t]! - y, square = dx * dx + dy * dy;
      slots[count] = t;
      ranks[count] = square;
      count = count + ((square <= most) as unknown as number | 0) | 0;
    }
    begin = begin + columns | 0;
  }
  return count;
}

/** The same where rows lie at hashed places: beyond the last bucket a row goes on at the first, and rows may share buckets. */
function gatherHashed(step: StepColumns, cells: Cells, at: number): number {
  const { slotY, start } = step, { inverseX, inverseY, mask } = cells, all = slotY.length;
  const x = query[0]!, y = query[1]!, reach = query[2]!;
  const firstRow = Math.floor((y - reach) * inverseY), lastRow = Math.floor((y + reach) * inverseY);
  const first = Math.floor((x - reach) * inverseX), last = Math.floor((x + reach) * inverseX);
  if (!((last - first + 1) * (lastRow - firstRow + 1) < all)) return gatherFrom(step, 0, all, at);
  const { slots, ranks } = found;
  let count = at;
  for (let row = firstRow; row <= lastRow; row++) {
    const low = (rowBegin(cells, row) + first) & mask, high = low + (last - first), before = count;
    count = gatherFrom(step, start[low]!, high <= mask ? start[high + 1]! : all, count);
    if (count >= 0 && high > mask) count = gatherFrom(step, 0, start[(high & mask) + 1]!, count);
    if (count < 0) return TOO_MANY;
    let kept = before;
    for (let k = before; k < count; k++) {
      if (Math.floor(slotY[slots[k]!]! * inverseY) !== row) continue;
      slots[kept] = slots[k]!;
      ranks[kept++] = ranks[k]!;
    }
    count = kept;
  }
  return count;
}

/** Appends those of a stretch of slots that are near enough. */
function gatherFrom(
  { slotX, slotY }: StepColumns,
  from: number,
  to: number,
  count: number,
): number {
  const { slots, ranks } = found, x = query[0]!, y = query[1]!, most = query[3]!;
  if (count + to - from > ranks.length) return TOO_MANY;
  for (let t = from; t < to; t++) {
    const dx = slotX[t]! - x, dy = slotY[t]! - y, square = dx * dx + dy * dy;
    if (!(square <= most)) continue;
    slots[count] = t;
    ranks[count++] = square;
  }
  return count;
}
