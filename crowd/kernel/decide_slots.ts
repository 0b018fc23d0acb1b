import { stepReach } from "../../boundary/separation.ts";
import { isFeasible } from "../../solver/columns.ts";
import { nearestInDiscs } from "../../solver/incremental.ts";
import { FEASIBILITY } from "../../solver/tolerance.ts";
import { isObstacleWithin, type ObstacleIndex } from "../obstacle_search.ts";
import { atHand, DETOUR, GENEROUS, LOST } from "./at_hand.ts";
import { BLOCK, moveBlock, readBlock, UNDECIDED } from "./block.ts";
import { CLEAR, ROW_OPT_X, ROW_OPT_Y } from "./columns.ts";
import { layDiscs } from "./discs.ts";
import { ON_RECORDS_NOW, passes } from "./fallback.ts";
import { fillFloorReach } from "./floor_reach.ts";
import type { Frame } from "./frame.ts";
import { sift } from "./in_the_way.ts";
import { appendLimitLines } from "./limit_lines.ts";
import { layLimits } from "./limits.ts";
import { findNear } from "./near.ts";
import { countWaiting, noteLoss, preferTurned, remember } from "./remember.ts";
import { layInTheWay, solveFor } from "./solve.ts";

const { block, chosen, figures, inTheWay, limits, lines, near, optimum, program } = atHand;

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

const wish = { x: 0, y: 0 }, alone = { x: 0, y: 0 };

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
  lines.hard = program.count;

  wish.x = program.px = block.wishX[k]!;
  wish.y = program.py = block.wishY[k]!;
  if (isFree && isAllowed(frame, s) && takeWish(frame, s)) return true;
  if (!nearestInDiscs(program, optimum)) return false;
  alone.x = optimum.x;
  alone.y = optimum.y;
  layInTheWay(frame, s, alone);
  let kind = solveFor(frame, s);
  if (kind === ON_RECORDS_NOW) return false;
  noteLoss(wish, alone);
  if (rules.detour !== "off") {
    remember(frame, s, wish, alone);
    if (figures[DETOUR]! > 0) {
      preferTurned(frame, wish);
      if (!nearestInDiscs(program, optimum)) return false;
      kind = solveFor(frame, s);
      if (kind === ON_RECORDS_NOW) return false;
      noteLoss(wish, alone);
    }
    block.detour[k] = figures[DETOUR]!;
  }
  countWaiting(frame, s, wish);
  block.toX[k] = chosen.x;
  block.toY[k] = chosen.y;
  block.kind[k] = kind;
  return true;
}

/** Whether an agent's wish surely lies in its discs, and nobody is in its way. */
function isUnhindered({ step: { rows, slotVx, slotVy }, rules }: Frame, s: number): boolean {
  const k = s - block.from;
  if (inTheWay.count[k]! > 0) return false;
  const x = block.wishX[k]!, y = block.wishY[k]!, ax = x - slotVx[s]!, ay = y - slotVy[s]!;
  const dx = x - rows[8 * s + ROW_OPT_X]!, dy = y - rows[8 * s + ROW_OPT_Y]!, within = inTheWay.within[k]!;
  const speed = block.maxSpeed[k]! + FEASIBILITY, reach = block.budget[k]! * rules.timeStep + FEASIBILITY;
  return x * x + y * y <= speed * speed * ROUNDED_DOWN && ax * ax + ay * ay <= reach * reach * ROUNDED_DOWN &&
    dx * dx + dy * dy <= within * within;
}

/** So that what a square says holds for its root as well (no unit). */
const ROUNDED_DOWN = 1 - 1e-15;

/** Whether all planes allow the wish of an agent that is unhindered. */
function isAllowed(frame: Frame, s: number): boolean {
  optimum.x = wish.x;
  optimum.y = wish.y;
  return isFeasible(program, wish.x, wish.y) && passes(frame, s, CLEAR);
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
  wish.x = block.wishX[k]!;
  wish.y = block.wishY[k]!;
  figures[LOST] = 0;
  if (frame.rules.detour !== "off") {
    remember(frame, s, wish, wish);
    if (figures[DETOUR]! > 0) return false;
    block.detour[k] = figures[DETOUR]!;
  }
  countWaiting(frame, s, wish);
  block.toX[k] = wish.x;
  block.toY[k] = wish.y;
  block.kind[k] = CLEAR;
  return true;
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
