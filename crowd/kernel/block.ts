import { MOVING } from "../contact.ts";
import { FOR_COLUMNS, FOR_RECORDS, LOCKED, NO_DECISION, PROVEN_STOP } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { nextCorner } from "./route_ahead.ts";

/** So many agents are looked at together: each pass over them keeps its columns at hand. */
export const BLOCK = 64;

/**
 * What the agents of a block decide from besides what neighbors see of them, and what they come to. Their rows stand all over
 * memory, in the order of IDs: read and written in passes of their own, many are on their way at once; read one by one where
 * they are needed, each would be waited for.
 */
export interface Block {
  /** First slot of the block. */
  from: number;
  /** Horizontal speed caps, m/s. */
  readonly maxSpeed: Float64Array;
  /** m/s². */
  readonly budget: Float64Array;
  /** m/s. */
  readonly wishX: Float64Array;
  /** See `wishX`. */
  readonly wishY: Float64Array;
  /** Detour memories; those after the step where one has been decided. */
  readonly detour: Float64Array;
  /** Waiting times, s; likewise. */
  readonly waiting: Float64Array;
  /** Velocities that were decided, m/s. */
  readonly toX: Float64Array;
  /** See `toX`. */
  readonly toY: Float64Array;
  /** Kinds of the decisions, or `UNDECIDED`. */
  readonly kind: Uint8Array;
  /** `LOCKED` and its like. */
  readonly flags: Uint8Array;
}

/** The record pipeline has to decide. */
export const UNDECIDED = 254;

/** A record to fill. */
export function createBlock(): Block {
  const doubles = () => new Float64Array(BLOCK), bytes = () => new Uint8Array(BLOCK);
  return {
    from: 0,
    maxSpeed: doubles(),
    budget: doubles(),
    wishX: doubles(),
    wishY: doubles(),
    detour: doubles(),
    waiting: doubles(),
    toX: doubles(),
    toY: doubles(),
    kind: bytes(),
    flags: bytes(),
  };
}

/** Reads the rows of the agents in the slots from `from` up to `to`, a block. */
export function readBlock(frame: Frame, from: number, to: number, out: Block): void {
  const { fixed, now, step } = frame, { slotId, pending, wishX: wishesX, wishY: wishesY } = step;
  const { maxSpeed: caps, budget: budgets, flags: flagsOfAll } = fixed;
  const { detour: detours, waiting: waitings } = now;
  const { maxSpeed, budget, wishX, wishY, detour, waiting, kind, flags } = out, count = to - from;
  out.from = from;
  for (let k = 0; k < count; k++) {
    const i = slotId[from + k]!;
    maxSpeed[k] = caps[i]!;
    budget[k] = budgets[i]!;
    flags[k] = flagsOfAll[i]!;
  }
  for (let k = 0; k < count; k++) {
    const i = slotId[from + k]!;
    wishX[k] = wishesX[i]!;
    wishY[k] = wishesY[i]!;
    detour[k] = detours[i]!;
    waiting[k] = waitings[i]!;
    kind[k] = (flags[k]! & LOCKED) !== 0 ? NO_DECISION : pending[i] === FOR_COLUMNS ? 0 : UNDECIDED;
  }
}

/** `applied` on columns, for all of a block: velocities as decided, positions by the exact integral of the motion (C1). */
export function moveBlock(frame: Frame, to: number, block: Block, byCap: Int32Array): void {
  const { fixed, now, next, step, rules } = frame, dt = rules.timeStep, onStoreys = now.z.length > 0;
  const { slotId, slotX, slotY, slotVx, slotVy, settled, pending } = step;
  const { from, kind, detour, waiting, toX, toY, budget: budgets } = block,
    { routeFrom } = fixed,
    { corner } = now;
  const { x: nextX, y: nextY, vx: nextVx, vy: nextVy, detour: nextDetour, waiting: nextWaiting } = next;
  const { settled: nextSettled, cutByCap, kind: nextKind, corner: nextCorners } = next;
  for (let s = from; s < to; s++) {
    const k = s - from, i = slotId[s]!, decided = kind[k]!;
    if (decided === UNDECIDED) {
      pending[i] = FOR_RECORDS;
      continue;
    }
    nextDetour[i] = detour[k]!;
    nextWaiting[i] = waiting[k]!;
    nextKind[i] = decided;
    if (decided === NO_DECISION) {
      stay(frame, s, i);
      continue;
    }
    nextSettled[i] = settled[i]!;
    cutByCap[i] = byCap[k]!;
    const vx = toX[k]!, vy = toY[k]!, budget = budgets[k]!, fromX = slotVx[s]!, fromY = slotVy[s]!;
    let x: number, y: number;
    if (decided === PROVEN_STOP) {
      const speed = Math.sqrt(fromX * fromX + fromY * fromY), braking = speed / budget;
      const time = braking > 0 ? Math.min(braking, dt) : 0;
      x = time > 0 ? (fromX + -fromX / speed * budget * time / 2) * time : 0;
      y = time > 0 ? (fromY + -fromY / speed * budget * time / 2) * time : 0;
    } else if (budget === Infinity) {
      x = vx * dt;
      y = vy * dt;
    } else {
      x = (fromX + (vx - fromX) / dt * dt / 2) * dt;
      y = (fromY + (vy - fromY) / dt * dt / 2) * dt;
    }
    x += 0; // as the sum of pieces that begins with 0: no minus is left on a zero
    y += 0;
    const endX = slotX[s]! + x, endY = slotY[s]! + y;
    nextVx[i] = vx;
    nextVy[i] = vy;
    nextX[i] = endX;
    nextY[i] = endY;
    if (onStoreys) next.z[i] = now.z[i]! + fixed.gradientX[i]! * x + fixed.gradientY[i]! * y;
    const begin = routeFrom[i]!, first = begin + corner[i]!, end = routeFrom[i + 1]!;
    nextCorners[i] = end - first < 2
      ? first - begin
      : nextCorner(fixed, first, end, step.slotRadius[s]!, endX, endY) - begin;
  }
}

function stay({ now, next, step }: Frame, s: number, i: number): void {
  next.x[i] = step.slotX[s]!;
  next.y[i] = step.slotY[s]!;
  next.vx[i] = step.slotVx[s]!;
  next.vy[i] = step.slotVy[s]!;
  next.corner[i] = now.corner[i]!;
  if (now.z.length > 0) next.z[i] = now.z[i]!;
  next.settled[i] = MOVING;
  next.cutByCap[i] = 0;
}
