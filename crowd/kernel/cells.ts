import type { StepColumns } from "./columns.ts";

/** A grid of cells over the agents of one step, sorted into the slots of `StepColumns`. */
export interface Cells {
  /** 1 / the width of a cell: an x coordinate times this, rounded down, is its cell, everywhere in the same way. */
  readonly inverseX: number;
  /** The same for y and the height. */
  readonly inverseY: number;
  /** Cell coordinates of the lowest corner that is laid out; see `rowBegin`. */
  readonly lowX: number;
  /** See `lowX`. */
  readonly lowY: number;
  /** Cells in a row and rows, where all of them have buckets of their own; else 0: rows lie at hashed places. */
  readonly columns: number;
  /** See `columns`. */
  readonly rows: number;
  /** Number of buckets minus 1; a power of two minus 1. */
  readonly mask: number;
}

/** Cell coordinates stay below this, so that they are exact as 32-bit integers. */
const MOST_CELLS = 1_073_741_824;

/**
 * Lays out cells of about the given sizes round all positions. Where the box round them has no more cells than there are
 * buckets, it is laid out row by row; else each row begins at a bucket that its number is hashed to, and cells far apart may
 * share one: distances tell them apart.
 *
 * ```txt
 *   row 0: 0 1 2 3 | row 1: 4 5 6 7 | …      or      row 0: … 5 6 7 8 …   row 1: … 2 3 4 5 …
 * ```
 *
 * @param width m, above 0
 * @param height m, above 0
 */
export function layOutCells(
  x: Float64Array,
  y: Float64Array,
  width: number,
  height: number,
  buckets: number,
): Cells {
  let lowX = Infinity, lowY = Infinity, highX = -Infinity, highY = -Infinity;
  for (let i = 0; i < x.length; i++) {
    const px = x[i]!, py = y[i]!;
    if (px < lowX) lowX = px;
    if (px > highX) highX = px;
    if (py < lowY) lowY = py;
    if (py > highY) highY = py;
  }
  const farX = Math.max(Math.abs(lowX), Math.abs(highX)), farY = Math.max(Math.abs(lowY), Math.abs(highY));
  const inverseX = x.length === 0 ? 1 : 1 / Math.max(width, farX / MOST_CELLS);
  const inverseY = x.length === 0 ? 1 : 1 / Math.max(height, farY / MOST_CELLS);
  const columns = Math.floor(highX * inverseX) - Math.floor(lowX * inverseX) + 1;
  const rows = Math.floor(highY * inverseY) - Math.floor(lowY * inverseY) + 1;
  const fits = columns * rows <= buckets;
  return {
    inverseX,
    inverseY,
    lowX: Math.floor(lowX * inverseX),
    lowY: Math.floor(lowY * inverseY),
    columns: fits ? columns : 0,
    rows: fits ? rows : 0,
    mask: buckets - 1,
  };
}

/** Where the bucket of cell 0 of a row would be; the bucket of its cell c is (that + c) & mask. */
export function rowBegin(cells: Cells, row: number): number {
  return cells.columns > 0
    ? (row - cells.lowY) * cells.columns - cells.lowX
    : Math.imul(row ^ (row >>> 15), 0x9e3779b1) >>> 7;
}

/** Sorts the agents by bucket, in each bucket by ID: fills `bucket`, `start` and `slotId` (a counting sort). */
export function sortIntoCells(x: Float64Array, y: Float64Array, cells: Cells, step: StepColumns): void {
  const { bucket, start, slotId } = step, { inverseX, inverseY, mask } = cells;
  start.fill(0);
  for (let i = 0; i < x.length; i++) {
    const k = (rowBegin(cells, Math.floor(y[i]! * inverseY)) + Math.floor(x[i]! * inverseX)) & mask;
    bucket[i] = k;
    start[k]!++;
  }
  let sum = 0;
  for (let k = 0; k <= mask; k++) {
    sum += start[k]!;
    start[k] = sum;
  }
  start[mask + 1] = sum;
  // From the last agent on: each bucket fills from its end, which leaves `start` at its beginning.
  for (let i = x.length - 1; i >= 0; i--) slotId[--start[bucket[i]!]!] = i;
}
