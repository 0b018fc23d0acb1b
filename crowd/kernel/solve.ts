import type { Vec2 } from "../../geometry/vector.ts";
import {
  INFEASIBLE,
  nearestFeasible,
  nearestInDiscs,
  searchFeasible,
  SURE,
  UNSURE,
} from "../../solver/incremental.ts";
import { atHand, GENEROUS } from "./at_hand.ts";
import { CLEAR, ROW_OPT_X, ROW_OPT_Y } from "./columns.ts";
import { offer, passes, relax } from "./fallback.ts";
import type { Frame } from "./frame.ts";
import { appendNeighborLines, putInOrder } from "./half_planes.ts";
import { sift } from "./in_the_way.ts";
import { gatherSwept } from "./limits.ts";
import { keepNeighbors } from "./near.ts";

const { block, inTheWay, limits, lines, near, optimum, program } = atHand;

/** Whether half-planes against all neighbors stand in the program, or only against those that are in the way. */
let isWhole = false;

/**
 * `decide` with the continuous checks on columns, for the preferred velocity of the program, whose nearest in the discs is in
 * `optimum`: fills `chosen`.
 *
 * @returns the kind of the decision
 */
export function solveFor(frame: Frame, s: number): number {
  const c = program;
  let found = searchInTheWay(frame, s);
  if (found === SURE && passes(frame, s, CLEAR)) return CLEAR;
  // Whatever enumerates constraints wants all of them, and in lines.
  makeWhole(frame, s);
  putInOrder(c, lines);
  if (found === UNSURE) found = nearestFeasible(c, optimum) ? SURE : INFEASIBLE;
  if (found === SURE && offer(frame, s, CLEAR)) return CLEAR;
  const whole = c.count, kind = relax(frame, s, found === SURE ? "refused" : "empty");
  c.count = whole;
  return kind;
}

/**
 * Searches with those who are in the way, and with more of them where that leads farther from where the agent's avoiding starts.
 *
 * @returns `SURE`, with everybody in the program who is in the way of the optimum, or `UNSURE`
 */
function searchInTheWay(frame: Frame, s: number): number {
  if (isWhole) return search();
  if (!isWithin(frame, s, optimum)) layInTheWay(frame, s, optimum);
  for (let k = 0; k < SEARCHES; k++) {
    if (search() !== SURE) return UNSURE;
    if (isWithin(frame, s, optimum)) return SURE;
    layInTheWay(frame, s, optimum);
    nearestInDiscs(program, optimum);
  }
  return UNSURE;
}

/** More than so many searches would cost more than one with all neighbors. */
const SEARCHES = 2;

function search(): number {
  return searchFeasible(program, optimum, lines.isInOrder ? undefined : lines.identity);
}

/** Whether whoever is in the way of a velocity is known: it is near enough to the one that the agent's avoiding starts from. */
function isWithin({ step: { rows } }: Frame, s: number, { x, y }: Vec2): boolean {
  const dx = x - rows[8 * s + ROW_OPT_X]!,
    dy = y - rows[8 * s + ROW_OPT_Y]!,
    within = inTheWay.within[s - near.from]!;
  return dx * dx + dy * dy <= within * within;
}

/** Puts half-planes against whoever is in the way of velocities up to this one into the program. */
export function layInTheWay(frame: Frame, s: number, velocity: Vec2): void {
  const { x, y } = velocity, k = s - near.from, first = near.begin[k]!;
  if (!isWithin(frame, s, velocity)) {
    const { rows } = frame.step, dx = x - rows[8 * s + ROW_OPT_X]!, dy = y - rows[8 * s + ROW_OPT_Y]!;
    inTheWay.within[k] = Math.sqrt(dx * dx + dy * dy) * GENEROUS;
    sift(frame, s, s + 1, near, inTheWay);
  }
  layLines(frame, s, inTheWay.slots, first, first + inTheWay.count[k]!);
  isWhole = false;
}

/** Puts the half-planes against all neighbors there. */
function makeWhole(frame: Frame, s: number): void {
  if (isWhole) return;
  const count = keepNeighbors(frame, s, near);
  layLines(frame, s, near.kept, 0, count);
  isWhole = true;
}

/** Puts half-planes against others into the program, and sees to it that nobody of them is met in this step. */
function layLines(frame: Frame, s: number, slots: Int32Array, begin: number, end: number): void {
  appendNeighborLines(frame, s, block, slots, begin, end, program, lines);
  if (frame.rules.separation !== "floor") gatherSwept(frame, s, block, slots, begin, end, limits);
}
