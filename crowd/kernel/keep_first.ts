import { type Found, found } from "./gather.ts";

/** By which classes ranks are told apart first, so that only those about as far as the last that is kept are compared. */
export interface Classes {
  /** Where the first class begins. */
  lowest: number;
  /** How many classes a rank of 1 more is. */
  perRank: number;
  /** What is to be taken from the root of a rank to compare it (the ranks are squares of distances); NaN: nothing. */
  combined: number;
}

/** Classes where there are few candidates, and where there are many. */
const FEW_CLASSES = 8, MANY_CLASSES = 4;

/** How many candidates the counts of so many classes hold: 48 bits for all of them. */
const FEW = 63, MANY = 4095;

/** What one of a class adds to the counts of all classes up to each: a digit for each class, so that one sum counts them all. */
const DIGITS = Float64Array.from({ length: FEW_CLASSES + MANY_CLASSES }, (_, k) => {
  const classes = k < FEW_CLASSES ? FEW_CLASSES : MANY_CLASSES, base = k < FEW_CLASSES ? FEW + 1 : MANY + 1;
  let sum = 0;
  for (let c = k < FEW_CLASSES ? k : k - FEW_CLASSES; c < classes; c++) sum += power(base, c);
  return sum;
});

function power(base: number, exponent: number): number {
  let product = 1;
  for (let k = 0; k < exponent; k++) product *= base;
  return product;
}

/** What a 1 in the upper 24 bits of all digits is worth. */
const HALF = 16_777_216;

/** Ranks this near to the border of a class are compared as well: they may differ in rounding alone (in classes). */
const ROUNDING = 1e-9;

/** Those about as far as the last that is kept. */
const edge: Found = { slots: new Int32Array(64), ranks: new Float64Array(64) };

/**
 * Writes the first `most` of more candidates by rank into `out`, in no set order; of equal ranks the first by ID.
 *
 * @param begin where the candidates begin; with the one that is left out there are more than `most` + 1
 * @param except a slot among them that is left out, and whose rank is in the lowest class
 */
export function keepFirst(
  begin: number,
  end: number,
  except: number,
  most: number,
  classes: Classes,
  slotId: Int32Array,
  out: Int32Array,
): void {
  if (edge.slots.length < end - begin) {
    edge.slots = new Int32Array(2 * (end - begin));
    edge.ranks = new Float64Array(2 * (end - begin));
  }
  setBorders(begin, end, most + 1, classes);
  const open = place(begin, end, except, most, out), number = edgeCount;
  if (open < number) leaveOut(number, open, classes, slotId);
  const left = edge.slots;
  for (let k = 0; k < open; k++) out[most - open + k] = left[k]!;
}

/** Ranks below the first are kept, those from the second on (NaN: none) are not; those between are compared. */
const borders = new Float64Array(2);

/** Finds the class in which the last that is kept falls. */
function setBorders(begin: number, end: number, most: number, classes: Classes): void {
  const count = end - begin,
    isFew = count <= FEW,
    number = isFew ? FEW_CLASSES : MANY_CLASSES,
    shift = isFew ? 0 : FEW_CLASSES;
  const { ranks } = found,
    { lowest } = classes,
    perRank = isFew ? classes.perRank : classes.perRank * (MANY_CLASSES / FEW_CLASSES);
  if (count > MANY) {
    borders[0] = -Infinity;
    borders[1] = NaN;
    return;
  }
  let digits = 0;
  for (let k = begin; k < end; k++) {
    const c = (ranks[k]! - lowest) * perRank;
    digits += DIGITS[(c < number ? c | 0 : number - 1) + shift]!;
  }
  // Both halves of the digits fit into whole numbers.
  const bits = isFew ? 6 : 12, ones = isFew ? FEW : MANY;
  let high = (digits * (1 / HALF)) | 0, low = (digits - high * HALF) | 0, cut = 0;
  for (let c = 0; c < 24; c += bits) {
    cut = cut + (((low & ones) - most) >>> 31) + (((high & ones) - most) >>> 31) | 0;
    low >>>= bits;
    high >>>= bits;
  }
  borders[0] = cut === 0 ? -Infinity : lowest + (cut - ROUNDING) / perRank;
  borders[1] = cut === number - 1 ? NaN : lowest + (cut + 1 + ROUNDING) / perRank;
}

let edgeCount = 0;

/** Writes those below the borders, and those between into `edge`. @returns how many of these are kept */
function place(
  begin: number,
  end: number,
  except: number,
  most: number,
  out: Int32Array,
): number {
  const { slots, ranks } = found,
    low = borders[0]!,
    high = borders[1]!,
    edgeSlots = edge.slots,
    edgeRanks = edge.ranks;
  let front = 0, number = 0;
  for (let k = begin; k < end; k++) {
    const t = slots[k]!, rank = ranks[k]!, isOther = (t !== except) as unknown as number | 0;
    const isBelow = (rank < low) as unknown as number | 0, isBeyond = (rank >= high) as unknown as number | 0;
    out[front] = t;
    front = front + (isBelow & isOther) | 0;
    edgeSlots[number] = t;
    edgeRanks[number] = rank;
    number = number + ((1 ^ isBelow ^ isBeyond) & isOther) | 0;
  }
  edgeCount = number;
  return most - front;
}

/** So many are compared one by one; more are made a heap. */
const SMALL = 16;

/** Of the `count` in `edge`, moves the first `open` by rank to the front. */
function leaveOut(count: number, open: number, { combined }: Classes, slotId: Int32Array): void {
  const { slots, ranks } = edge;
  if (combined >= 0) { for (let k = 0; k < count; k++) ranks[k] = Math.sqrt(ranks[k]!) - combined; }
  if (count <= SMALL) {
    for (let end = count - 1; end >= open; end--) {
      let last = 0;
      for (let k = 1; k <= end; k++) {
        const p = ranks[k]!, q = ranks[last]!;
        if (p > q || (p === q && slotId[slots[k]!]! > slotId[slots[last]!]!)) last = k;
      }
      slots[last] = slots[end]!;
      ranks[last] = ranks[end]!;
    }
    return;
  }
  if (open === 0) return;
  for (let k = (open >> 1) - 1; k >= 0; k--) sink(slots, ranks, k, open, slotId);
  for (let k = open; k < count; k++) {
    if (!behind(slots, ranks, 0, k, slotId)) continue;
    slots[0] = slots[k]!;
    ranks[0] = ranks[k]!;
    sink(slots, ranks, 0, open, slotId);
  }
}

/** Whether the first entry ranks behind the second: farther, or as far with the higher ID. */
function behind(slots: Int32Array, ranks: Float64Array, a: number, b: number, slotId: Int32Array): boolean {
  const p = ranks[a]!, q = ranks[b]!;
  return p > q || (p === q && slotId[slots[a]!]! > slotId[slots[b]!]!);
}

/** In a heap of the first `count` entries, the last in rank on top, lets one sink to its place. */
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
