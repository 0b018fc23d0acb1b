import { passingSideById } from "../../geometry/passing_side.ts";
import { shareInOrder } from "../../geometry/precedence.ts";
import { AXIS_TIE, NO_DIRECTION, STILL } from "../../geometry/velocity_obstacle.ts";
import type { Columns } from "../../solver/columns.ts";
import type { Block } from "./block.ts";
import { STUCK } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { makeRoomFor } from "./limit_lines.ts";
import { findOrder, type Order } from "./order.ts";

/** What an agent's half-planes against neighbors are besides lines: they stand behind the hard lines of a program. */
export interface NeighborLines {
  /** How many lines of the program are hard, set by whoever lays them; the others are those against neighbors. */
  hard: number;
  /** How many neighbors overlap the agent, of those whose lines stand there. */
  overlaps: number;
  /** The order of identity of all lines (S3): of neighbors their numbers, of hard lines numbers below 0, in their order. */
  identity: Int32Array;
  /** Whether the lines stand in that order: hard lines always do, those against neighbors as they were found at first. */
  isInOrder: boolean;
}

/** A record to fill. */
export function createNeighborLines(): NeighborLines {
  return { hard: 0, overlaps: 0, identity: new Int32Array(64), isInOrder: false };
}

/** A half-plane that keeps at least this far from the discs, m/s per 1 m/s of scale, cannot change what is decided. */
const OUT_OF_REACH = 1e-6;

/** The order of the pair at hand. */
const order: Order = { kind: "none", first: 0 };

/** Constants of the geometry, at hand. */
const TIED = AXIS_TIE * AXIS_TIE, NOWHERE = NO_DIRECTION, AT_REST = STILL;

/**
 * Puts half-planes of the agent in slot `s` against others (G3–G10) behind the hard lines of a program, without those that no velocity in
 * its discs could violate. The boundary's nearest point is that of `nearestBoundary`, operation by operation, written out here:
 * numbers that go through memory or a call cost more than their arithmetic.
 *
 * @param slots the others, from `first` up to `end`
 */
export function appendNeighborLines(
  frame: Frame,
  s: number,
  block: Block,
  slots: Int32Array,
  first: number,
  end: number,
  c: Columns,
  out: NeighborLines,
): void {
  const { hard } = out;
  c.count = hard;
  out.overlaps = 0;
  out.isInOrder = true;
  if (first === end) return;
  makeRoomFor(c, hard + end - first);
  if (out.identity.length < c.nx.length) out.identity = new Int32Array(c.nx.length);
  const { fixed, step: { rows, slotId, slotVx, slotVy }, tops } = frame,
    { nx, ny, b, slack, tolerance } = c,
    { identity } = out;
  const { timeHorizon, timeStep, safetyMargin, passingSide } = frame.rules,
    isLayered = fixed.layers.length > 0;
  const seesWishes = frame.rules.optimizationVelocity !== "zero";
  const k = s - block.from, at = s << 3, i = slotId[s]!;
  const x = rows[at]!, y = rows[at | 1]!, optX = rows[at | 2]!, optY = rows[at | 3]!;
  const margin = rows[at | 4]!, weight = rows[at | 5]!;
  const speed = block.maxSpeed[k]!, spare = OUT_OF_REACH * Math.max(1, speed), lowest = -speed - spare;
  const cx = slotVx[s]!, cy = slotVy[s]!, reach = block.budget[k]! * timeStep + spare;
  // Where nobody has corners, who is stuck goes before others, and nobody else does.
  const { slotStanding, afterX } = frame.step, isOrdered = tops.isOrdered && weight > 0;
  const mayBeOrdered = isOrdered && (afterX.length > 0 || slotStanding[s] === STUCK);
  for (let l = 0; l < hard; l++) identity[l] = l - hard;
  let n = hard, overlaps = 0;
  for (let p = first; p < end; p++) {
    const t = slots[p]!, row = t << 3, j = slotId[t]!;
    const px = rows[row]! - x, py = rows[row | 1]! - y;
    let ownX = optX, ownY = optY, theirX = rows[row | 2]!, theirY = rows[row | 3]!, ahead = 0;
    if (
      isOrdered && (mayBeOrdered || slotStanding[t] === STUCK) && rows[row | 5]! > 0 &&
      !(isLayered && ignores(frame, i, j))
    ) {
      findOrder(frame.step, i, j, at, row, margin + rows[row | 4]!, order);
      ahead = order.first;
      if (ahead !== 0 && seesWishes && order.kind !== "queue") {
        const { wishX, wishY } = frame.step;
        if (ahead > 0) ownX += ahead * (wishX[i]! - ownX), ownY += ahead * (wishY[i]! - ownY);
        else theirX += -ahead * (wishX[j]! - theirX), theirY += -ahead * (wishY[j]! - theirY);
      }
    }
    const vx = ownX - theirX, vy = ownY - theirY;
    const combined = margin + rows[row | 4]! + safetyMargin;
    const dd = px * px + py * py, rr = combined * combined;
    let mx: number, my: number, size: number;
    if (!(dd > rr)) {
      const wx = vx - px / timeStep, wy = vy - py / timeStep, w = Math.sqrt(wx * wx + wy * wy);
      const r = combined / timeStep, d = Math.sqrt(dd);
      overlaps++;
      if (w > AT_REST * r) mx = wx / w, my = wy / w;
      else if (d > NOWHERE) mx = -px / d, my = -py / d;
      else mx = i < j ? -1 : 1, my = 0;
      size = r - w;
    } else {
      const wx = vx - px / timeHorizon, wy = vy - py / timeHorizon;
      const ww = wx * wx + wy * wy, wp = wx * px + wy * py;
      if (wp <= 0 && wp * wp >= rr * ww) {
        const w = Math.sqrt(ww), d = Math.sqrt(dd);
        if (w > NOWHERE) mx = wx / w, my = wy / w;
        else mx = -px / d, my = -py / d;
        size = combined / timeHorizon - w;
      } else {
        const side = px * vy - py * vx, l = Math.sqrt(dd - rr);
        const tied = side * side <= TIED * dd * (vx * vx + vy * vy);
        const isRight = tied ? passingSide === "right" || isRightById(frame, i, j) : side < 0;
        const leg = isRight ? l : -l;
        mx = (py * leg - px * combined) / dd;
        my = -(px * leg + py * combined) / dd;
        if (leg < 0) { // as `nearestBoundary` has the signs of its zeros
          if (mx === 0) mx = -0;
          if (my === 0) my = 0;
        }
        size = -(vx * mx + vy * my);
      }
    }
    let share = tops.share;
    if (!(share > 0)) share = isLayered && ignores(frame, i, j) ? 1 : weight / (weight + rows[row | 5]!);
    if (ahead !== 0 && order.kind !== "none") {
      // `+`: else the engine takes what comes for anything, and allocates the other shares as well.
      share = +shareInOrder(order.kind, weight, rows[row | 5]!, ahead, size > 0);
    }
    const offset = mx * (ownX + share * (size * mx)) + my * (ownY + share * (size * my));
    if (offset < lowest || mx * cx + my * cy - offset > reach) continue; // out of reach
    nx[n] = mx;
    ny[n] = my;
    b[n] = offset;
    slack[n] = tolerance;
    identity[n++] = j;
  }
  c.count = n;
  out.overlaps = overlaps;
  out.isInOrder = n - hard < 2;
}

function isRightById({ rules, ids }: Frame, i: number, j: number): boolean {
  return rules.passingSide === "byId" && passingSideById(ids[i]!, ids[j]!) === "right";
}

/** Whether the other does not avoid the agent (C4): then the agent does all (G9). */
function ignores({ fixed }: Frame, i: number, j: number): boolean {
  return (fixed.mask[j]! & fixed.layers[i]!) === 0;
}

/** Puts all lines in the order of identity (S3). */
export function putInOrder(c: Columns, lines: NeighborLines): void {
  if (lines.isInOrder) return;
  const { count, nx, ny, b } = c, { identity } = lines; // the tolerance is the same for all
  for (let l = lines.hard + 1; l < count; l++) {
    const own = identity[l]!, x = nx[l]!, y = ny[l]!, offset = b[l]!;
    let at = l;
    for (; at > lines.hard && identity[at - 1]! > own; at--) {
      identity[at] = identity[at - 1]!;
      nx[at] = nx[at - 1]!;
      ny[at] = ny[at - 1]!;
      b[at] = b[at - 1]!;
    }
    identity[at] = own;
    nx[at] = x;
    ny[at] = y;
    b[at] = offset;
  }
  lines.isInOrder = true;
}
