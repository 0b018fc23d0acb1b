import { type Cells, rowBegin } from "./cells.ts";
import type { StepColumns } from "./columns.ts";
import type { Frame } from "./frame.ts";

/** What the last search found, in no set order; filled anew by each. */
export interface Found {
  /** Slots, that of the middle among them. */
  slots: Int32Array;
  /** Squares of their distances, m². */
  squares: Float64Array;
}

/** See `Found`. Grows by need. */
export const found: Found = { slots: new Int32Array(256), squares: new Float64Array(256) };

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
 * Fills `found` with whoever is within the distance that was set of the agent in slot `s`, itself among them. Whole squares of
 * cells are looked through: to find the stretch of each row that the circle covers costs more than those whom it would spare.
 *
 * @returns how many
 */
export function gather({ step, cells }: Frame, s: number): number {
  query[0] = step.slotX[s]!;
  query[1] = step.slotY[s]!;
  for (;;) {
    const count = cells.columns > 0 ? gatherRows(step, cells) : gatherHashed(step, cells);
    if (count >= 0) return count;
    found.slots = new Int32Array(2 * found.slots.length);
    found.squares = new Float64Array(2 * found.squares.length);
  }
}

/** The numbers of the agents within `reach` of slot `s`, its own among them, in the order of IDs. */
export function gatherIds(frame: Frame, s: number, reach: number): readonly number[] {
  searchWithin(reach);
  const count = gather(frame, s), { slotId } = frame.step;
  return Array.from(found.slots.subarray(0, count), (t) => slotId[t]!).sort((a, b) => a - b);
}

/** There is no room for all. */
const TOO_MANY = -1;

/** Where rows lie one behind the other. Nothing is called in its loops, so that the engine keeps at hand where the columns are. */
function gatherRows({ slotX, slotY, start }: StepColumns, cells: Cells): number {
  const { inverseX, inverseY, lowX, lowY, columns, rows } = cells,
    { slots, squares } = found,
    room = squares.length;
  const x = query[0]!, y = query[1]!, reach = query[2]!, most = query[3]!;
  // Compared as they are: a reach may be too many cells for whole numbers of 32 bits.
  const endRow = lowY + rows - 1, end = lowX + columns - 1;
  const firstRow = Math.max(lowY, Math.floor((y - reach) * inverseY)) | 0;
  const lastRow = Math.min(endRow, Math.floor((y + reach) * inverseY)) | 0;
  const first = Math.max(lowX, Math.floor((x - reach) * inverseX)) | 0;
  const last = Math.min(end, Math.floor((x + reach) * inverseX)) | 0;
  let count = 0, begin = ((firstRow - lowY) * columns - lowX) | 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const stretchEnd = start[begin + last + 1 | 0]!, stretch = start[begin + first | 0]!;
    if (count + stretchEnd - stretch > room) return TOO_MANY;
    for (let t = stretch; t < stretchEnd; t++) {
      const dx = slotX[t]! - x, dy = slotY[t]! - y, square = dx * dx + dy * dy;
      slots[count] = t;
      squares[count] = square;
      count = count + ((square <= most) as unknown as number | 0) | 0;
    }
    begin = begin + columns | 0;
  }
  return count;
}

/** The same where rows lie at hashed places: beyond the last bucket a row goes on at the first, and rows may share buckets. */
function gatherHashed(step: StepColumns, cells: Cells): number {
  const { slotY, start } = step, { inverseX, inverseY, mask } = cells, all = slotY.length;
  const x = query[0]!, y = query[1]!, reach = query[2]!;
  const firstRow = Math.floor((y - reach) * inverseY), lastRow = Math.floor((y + reach) * inverseY);
  const first = Math.floor((x - reach) * inverseX), last = Math.floor((x + reach) * inverseX);
  if (!((last - first + 1) * (lastRow - firstRow + 1) < all)) return gatherFrom(step, 0, all, 0);
  const { slots, squares } = found;
  let count = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    const low = (rowBegin(cells, row) + first) & mask, high = low + (last - first), before = count;
    count = gatherFrom(step, start[low]!, high <= mask ? start[high + 1]! : all, count);
    if (count >= 0 && high > mask) count = gatherFrom(step, 0, start[(high & mask) + 1]!, count);
    if (count < 0) return TOO_MANY;
    let kept = before;
    for (let k = before; k < count; k++) {
      if (Math.floor(slotY[slots[k]!]! * inverseY) !== row) continue;
      slots[kept] = slots[k]!;
      squares[kept++] = squares[k]!;
    }
    count = kept;
  }
  return count;
}

/** Appends those of a stretch of slots that are near enough. */
function gatherFrom({ slotX, slotY }: StepColumns, from: number, to: number, count: number): number {
  const { slots, squares } = found, x = query[0]!, y = query[1]!, most = query[3]!;
  if (count + to - from > squares.length) return TOO_MANY;
  for (let t = from; t < to; t++) {
    const dx = slotX[t]! - x, dy = slotY[t]! - y, square = dx * dx + dy * dy;
    if (!(square <= most)) continue;
    slots[count] = t;
    squares[count++] = square;
  }
  return count;
}
