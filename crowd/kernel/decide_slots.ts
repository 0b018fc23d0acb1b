import { createColumns, isFeasible } from "../../solver/columns.ts";
import { createMembers } from "../../solver/candidate_points.ts";
import {
  createCandidate,
  enumeratedMembers,
  firstCandidate,
  type RawCandidate,
} from "../../solver/enumeration.ts";
import {
  INFEASIBLE,
  nearestFeasible,
  nearestInDiscs,
  type Optimum,
  searchFeasible,
  SURE,
  UNSURE,
} from "../../solver/incremental.ts";
import { leastViolation } from "../../solver/least_violation.ts";
import { FEASIBILITY } from "../../solver/tolerance.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { stepReach } from "../../boundary/separation.ts";
import { isBetterStraight, isStuck, progressLost, turnedAside, updatedDetour } from "../detour.ts";
import { isObstacleWithin, type ObstacleIndex } from "../obstacle_search.ts";
import { LITTLE_PROGRESS, updatedWaiting } from "../waiting.ts";
import { meetsNobody, staysBehind, stopIsProven } from "./checks.ts";
import { BLOCK, createBlock, moveBlock, readBlock, UNDECIDED } from "./block.ts";
import { CLEAR, PROVEN_STOP, RELAXED, ROW_OPT_X, ROW_OPT_Y } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { appendNeighborLines, createNeighborLines, putInOrder } from "./half_planes.ts";
import { createInTheWay, sift } from "./in_the_way.ts";
import { appendLimitLines } from "./limit_lines.ts";
import { createLimits, gatherSwept, layLimits } from "./limits.ts";
import { createNear, findNear, keepNeighbors } from "./near.ts";

const block = createBlock(), near = createNear(), limits = createLimits(), lines = createNeighborLines();
const program = createColumns(64, 2), inTheWay = createInTheWay();
const optimum: Optimum = { kind: 0, i: -1, j: -1, side: 0, x: 0, y: 0 };
const point = new Float64Array(2), members = createMembers(), candidate = createCandidate();
let soft = new Uint8Array(64);

/** The velocity at the step's end that one solve came to. */
const chosen = { x: 0, y: 0 };

/** The columns do not hold what is needed to decide. */
const ON_RECORDS_NOW = -1;

/**
 * Third phase of a step: decides for the agents in the slots from `from` up to `to`, and moves them. Whoever the columns do
 * not suffice for is marked in `pending`, and nothing of it is written.
 */
export function decideSlots(frame: Frame, from: number, to: number): void {
  for (let s = from; s < to; s += BLOCK) decideBlock(frame, s, Math.min(to, s + BLOCK));
}

function decideBlock(frame: Frame, from: number, to: number): void {
  readBlock(frame, from, to, block);
  if (frame.rules.separation === "floor") fillFloorReach(frame, from, to);
  findNear(frame, from, to, near);
  setWithin(frame, from, to);
  sift(frame, from, to, near, inTheWay);
  for (let s = from; s < to; s++) {
    if (block.kind[s - from]! < UNDECIDED && !decideSlot(frame, s)) block.kind[s - from] = UNDECIDED;
  }
  moveBlock(frame, to, block, near.byCap);
}

/**
 * How far from the velocity that each agent's avoiding starts from its decision may be expected: as far as its wish, no farther than
 * its budget reaches; all of that where a wish that is turned aside is solved for as well.
 */
function setWithin({ step: { rows }, rules }: Frame, from: number, to: number): void {
  const { wishX, wishY, budget, detour } = block, { within } = inTheWay, isTurned = rules.detour !== "off";
  for (let s = from; s < to; s++) {
    const k = s - from, dx = wishX[k]! - rows[8 * s + ROW_OPT_X]!, dy = wishY[k]! - rows[8 * s + ROW_OPT_Y]!;
    const distance = Math.sqrt(dx * dx + dy * dy), reach = budget[k]! * rules.timeStep;
    const isNearest = distance < reach && !(isTurned && detour[k]! > 0);
    within[k] = (isNearest || reach === Infinity ? distance : reach) * GENEROUS;
  }
}

/** How many lines of the program are hard; behind them stand half-planes against neighbors. */
let hard = 0;

/** Whether those against all neighbors stand there, or only against those that are in the way. */
let isWhole = false;

const wish = { x: 0, y: 0 }, alone = { x: 0, y: 0 };
const self = { radius: 0, detour: 0 };

/** `choose` on columns: fills the agent's row of the block. @returns false where the record pipeline must decide */
function decideSlot(frame: Frame, s: number): boolean {
  const { rules } = frame, k = s - block.from;
  if (frame.walls !== undefined && isNearWall(frame, frame.walls, s)) return false;
  const isFree = isUnhindered(frame, s);
  if (isFree && !mayHaveLimits(frame, s) && takeWish(frame, s)) return true;
  if (!layLimits(frame, s, block, near, limits)) return false;
  if (isFree && limits.count + limits.sweptCount === 0 && takeWish(frame, s)) return true;
  layDiscs(frame, s);
  program.count = 0;
  appendLimitLines(limits, program);
  hard = program.count;

  wish.x = program.px = block.wishX[k]!;
  wish.y = program.py = block.wishY[k]!;
  if (!nearestInDiscs(program, optimum)) return false;
  alone.x = optimum.x;
  alone.y = optimum.y;
  layInTheWay(frame, s, alone);
  let kind = solveFor(frame, s);
  if (kind === ON_RECORDS_NOW) return false;
  let lost = progressLost(wish, alone, chosen);
  if (rules.detour !== "off") {
    const detour = remember(frame, s, lost);
    if (detour > 0) {
      const turned = turnedAside(wish, detour, rules.passingSide === "left" ? "left" : "right");
      program.px = turned.x;
      program.py = turned.y;
      if (!nearestInDiscs(program, optimum)) return false;
      kind = solveFor(frame, s);
      if (kind === ON_RECORDS_NOW) return false;
      lost = progressLost(wish, alone, chosen);
    }
    block.detour[k] = detour;
  }
  block.waiting[k] = waitingAfter(frame, s, lost, wish.x !== 0 || wish.y !== 0);
  block.toX[k] = chosen.x;
  block.toY[k] = chosen.y;
  block.kind[k] = kind;
  return true;
}

/** Whether an agent's wish lies in its discs, and nobody is in its way. */
function isUnhindered(frame: Frame, s: number): boolean {
  const { step: { slotVx, slotVy }, rules } = frame;
  const k = s - block.from, x = wish.x = block.wishX[k]!, y = wish.y = block.wishY[k]!;
  if (inTheWay.count[k]! > 0 || !isInDisc(x, y, block.maxSpeed[k]!)) return false;
  return isInDisc(x - slotVx[s]!, y - slotVy[s]!, block.budget[k]! * rules.timeStep) &&
    isWithin(frame, s, wish);
}

/** Whether planes may hold an agent. */
function mayHaveLimits({ fixed, rules }: Frame, s: number): boolean {
  const k = s - near.from;
  return fixed.edgeX.length > 0 ||
    (rules.separation === "floor" && near.floorBegin[k + 1]! > near.floorBegin[k]!);
}

/**
 * Decides for an agent that is unhindered and that no plane holds: its wish is the decision.
 *
 * @returns false where its detour memory turns the wish aside
 */
function takeWish(frame: Frame, s: number): boolean {
  const k = s - block.from;
  if (frame.rules.detour !== "off") {
    const detour = remember(frame, s, 0);
    if (detour > 0) return false;
    block.detour[k] = detour;
  }
  block.waiting[k] = waitingAfter(frame, s, 0, wish.x !== 0 || wish.y !== 0);
  block.toX[k] = wish.x;
  block.toY[k] = wish.y;
  block.kind[k] = CLEAR;
  return true;
}

/** Whether a velocity surely lies in a disc round 0, as a program has it. */
function isInDisc(x: number, y: number, radius: number): boolean {
  const end = radius + FEASIBILITY;
  return x * x + y * y <= end * end * ROUNDED_DOWN;
}

/** So that what a square says holds for its root as well (no unit). */
const ROUNDED_DOWN = 1 - 1e-15;

/** The detour memory after the straight solution in `chosen`, which loses so much of the progress (C6). */
function remember(frame: Frame, s: number, lost: number): number {
  const { fixed, step: { slotId, slotVx, slotVy, slotRadius }, rules } = frame, k = s - block.from;
  if (rules.detour === "off") return 0;
  self.detour = block.detour[k]!;
  if (self.detour === 0 && lost <= rules.detour.deadBand) return 0; // what most come to, without more ado
  self.radius = slotRadius[s]!;
  const vx = slotVx[s]!, vy = slotVy[s]!, speed = fixed.cruisingSpeed[slotId[s]!]!;
  return updatedDetour(
    self,
    lost,
    lost > 0 && isBetterStraight(wish, alone, vx, vy, chosen, rules.detour),
    lost > 0 && isStuck(wish, vx, vy, block.waiting[k]!, self.radius, speed, rules.detour),
    block.left[k]!,
    rules.timeStep,
    rules.detour,
  );
}

function waitingAfter({ fixed, step, rules }: Frame, s: number, lost: number, wishes: boolean): number {
  const waiting = block.waiting[s - block.from]!;
  if (waiting === 0 && lost <= 1 - LITTLE_PROGRESS) return 0; // what most come to, without more ado
  const speed = fixed.cruisingSpeed[step.slotId[s]!]!;
  return updatedWaiting(waiting, lost, wishes, rules.timeStep, step.slotRadius[s]!, speed);
}

/** Whether some wall may matter to the agent: `obstaclesOf` would find one. */
function isNearWall({ step, rules }: Frame, walls: ObstacleIndex, s: number): boolean {
  const speed = step.slotSpeed[s]!, vx = step.slotVx[s]!, vy = step.slotVy[s]!;
  const now = Math.sqrt(vx * vx + vy * vy);
  const stopping = step.slotSpan[s]! + stepReach(now, block.budget[s - block.from]!, rules.timeStep, speed);
  const range = step.slotRadius[s]! + rules.floorSlack +
    Math.max(speed * rules.timeHorizonObstacles, stopping);
  return isObstacleWithin(walls, step.slotX[s]!, step.slotY[s]!, range * GENEROUS);
}

/** More than an exact reach, so that the decision alone says what matters (no unit). */
const GENEROUS = 1 + 1e-8;

/** What each of two of one weight keeps of their gap (M6). */
const EVEN_PART = 0.5;

/** Where to look for the floor's pairs of a block, as `floorOf` does. */
function fillFloorReach({ step, rules, tops }: Frame, from: number, to: number): void {
  const { slotVx, slotVy, slotRadius, slotSpan } = step, { budget, surfaceSpeed } = block;
  for (let s = from; s < to; s++) {
    const k = s - from, speed = Math.sqrt(slotVx[s]! * slotVx[s]! + slotVy[s]! * slotVy[s]!);
    const own = stepReach(speed, budget[k]!, rules.timeStep, Math.max(speed, surfaceSpeed[k]!));
    const stops = slotRadius[s]! + tops.radius + rules.floorSlack + slotSpan[s]! + tops.span;
    near.floorReach[k] = stops + own / tops.leastPart;
    // Of strangers nothing is known that their weight says.
    near.evenFloorReach[k] = (stops + own / (tops.strangers > 0 ? tops.leastPart : EVEN_PART)) * GENEROUS;
  }
}

/** The same of one agent, m; below 0 without a floor. */
export function floorReachOf(frame: Frame, s: number): number {
  if (frame.rules.separation === "off") return -1;
  readBlock(frame, s, s + 1, block);
  fillFloorReach(frame, s, s + 1);
  return near.floorReach[0]!;
}

/** The speed disc and, with a limited budget, the reachable disc (G15). */
function layDiscs({ step, rules }: Frame, s: number): void {
  const c = program, k = s - block.from, budget = block.budget[k]!, speed = block.maxSpeed[k]!;
  let scale = Math.max(1, speed);
  c.cx[0] = c.cy[0] = 0;
  c.r[0] = speed;
  c.discs = 1;
  if (budget !== Infinity) {
    const vx = step.slotVx[s]!, vy = step.slotVy[s]!, reach = budget * rules.timeStep;
    c.cx[1] = vx;
    c.cy[1] = vy;
    c.r[1] = reach;
    c.discs = 2;
    scale = Math.max(scale, Math.sqrt(vx * vx + vy * vy) + reach);
  }
  c.tolerance = FEASIBILITY * scale;
}

/**
 * `decide` with the continuous checks on columns, for the preferred velocity of the program, whose nearest in the discs is in
 * `optimum`: fills `chosen`.
 *
 * @returns the kind of the decision
 */
function solveFor(frame: Frame, s: number): number {
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
function layInTheWay(frame: Frame, s: number, velocity: Vec2): void {
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
  layLines(frame, s, near.kept, 0, keepNeighbors(frame, s, near));
  isWhole = true;
}

/** Puts half-planes against others into the program, and sees to it that nobody of them is met in this step. */
function layLines(frame: Frame, s: number, slots: Int32Array, begin: number, end: number): void {
  program.count = hard;
  appendNeighborLines(frame, s, block, slots, begin, end, program, lines);
  if (frame.rules.separation !== "floor") gatherSwept(frame, s, block, slots, begin, end, limits);
}

/** Whether the continuous checks pass the velocity in `optimum` (S11); then it is chosen. */
function passes(frame: Frame, s: number, kind: number): boolean {
  if (limits.count > 0 && !staysBehind(limits, optimum)) return false;
  if (kind === CLEAR && limits.sweptCount > 0 && !meetsNobody(frame, s, limits, optimum)) return false;
  chosen.x = optimum.x;
  chosen.y = optimum.y;
  return true;
}

/**
 * Offers the candidates of the program to the continuous checks, the one in `optimum` first, then the others in order of cost.
 * @returns whether one was chosen
 */
function offer(frame: Frame, s: number, kind: number): boolean {
  if (passes(frame, s, kind)) return true;
  const firstX = optimum.x, firstY = optimum.y;
  enumeratedMembers(program, members);
  let after: RawCandidate | undefined;
  while (firstCandidate(program, members, after, candidate)) {
    after = candidate;
    if (candidate.x === firstX && candidate.y === firstY) continue;
    optimum.x = candidate.x;
    optimum.y = candidate.y;
    if (passes(frame, s, kind)) return true;
  }
  return false;
}

/**
 * The neighbors are relaxed as a group (S9, S10); where the hard lines leave nothing either, a proven stop is taken.
 *
 * @param why nothing satisfies all lines, or the continuous checks refused whatever does
 */
function relax(frame: Frame, s: number, why: "empty" | "refused"): number {
  const { rules } = frame, c = program, whole = c.count, { px, py } = c;
  c.count = lines.hard;
  if (!nearestFeasible(c, optimum)) return stop(frame, s);
  let policy = rules.fallback;
  if (policy === "keepPrevious") {
    optimum.x = limits.vx;
    optimum.y = limits.vy;
    if (isFeasible(c, limits.vx, limits.vy) && passes(frame, s, RELAXED)) return RELAXED;
    policy = "brake";
  }
  if (policy === "leastViolation" || (policy === "brake" && lines.overlaps > 0)) {
    c.count = whole;
    if (soft.length < whole) soft = new Uint8Array(2 * whole);
    for (let k = 0; k < whole; k++) soft[k] = k < lines.hard ? 0 : 1;
    if (why === "refused") nearestFeasible(c, optimum); // violates nothing
    else {
      if (!leastViolation(c, soft, point)) return ON_RECORDS_NOW;
      optimum.x = point[0]!;
      optimum.y = point[1]!;
    }
    return passes(frame, s, RELAXED) ? RELAXED : ON_RECORDS_NOW;
  }
  c.px = c.py = 0; // both brake to rest
  const found = nearestFeasible(c, optimum) && offer(frame, s, RELAXED);
  c.px = px;
  c.py = py;
  return found ? RELAXED : stop(frame, s);
}

/** B19: the braking from the actual state, when it is proven. */
function stop({ rules }: Frame, s: number): number {
  const isChecked = limits.edges > 0 || near.begin[s - near.from + 1]! - near.begin[s - near.from]! > 1 ||
    rules.separation === "floor";
  if (!isChecked || !stopIsProven(limits)) return ON_RECORDS_NOW;
  const { vx, vy, budget, timeStep } = limits, speed = Math.sqrt(vx * vx + vy * vy);
  const braking = speed / budget;
  chosen.x = chosen.y = 0;
  if (braking > 0 && braking >= timeStep) {
    chosen.x = vx + -vx / speed * budget * timeStep;
    chosen.y = vy + -vy / speed * budget * timeStep;
  }
  return PROVEN_STOP;
}
