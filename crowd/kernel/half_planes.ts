import { passingSideById } from "../../geometry/passing_side.ts";
import { AXIS_TIE, NO_DIRECTION, STILL } from "../../geometry/velocity_obstacle.ts";
import type { Columns } from "../../solver/columns.ts";
import type { Block } from "./block.ts";
import type { Frame } from "./frame.ts";
import { makeRoomFor } from "./limit_lines.ts";
import type { Near } from "./near.ts";

/** What an agent's half-planes against neighbors are besides lines: they stand behind the hard lines of a program. */
export interface NeighborLines {
  /** How many lines of the program are hard; the others are those against neighbors. */
  hard: number;
  /** How many neighbors overlap the agent. */
  overlaps: number;
  /** Whether some neighbor is so near that it may be met in this step. */
  mayMeet: boolean;
  /** The order of identity of all lines (S3): of neighbors their numbers, of hard lines numbers below 0, in their order. */
  identity: Int32Array;
  /** Whether the lines stand in that order: hard lines always do, those against neighbors as they were found at first. */
  isInOrder: boolean;
}

/** A record to fill. */
export function createNeighborLines(): NeighborLines {
  return { hard: 0, overlaps: 0, mayMeet: false, identity: new Int32Array(64), isInOrder: false };
}

/** Which half of a number holds its sign: the machine's order of bytes. */
const HIGH = new Int32Array(Float64Array.of(-1).buffer)[1] !== 0 ? 1 : 0;

/** Distances are compared with this much to spare (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** Numbers whose signs are read as bits. */
const room = new Float64Array(2), roomBits = new Int32Array(room.buffer);

/** The sign of the right leg, which is nearer where the sign of `side` is 1, and that of the left. */
const LEG = Float64Array.of(-1, 1);

/** A half-plane that keeps at least this far from the discs, m/s per 1 m/s of scale, cannot change what is decided. */
const OUT_OF_REACH = 1e-6;

/**
 * Appends the half-planes of the agent in slot `s` against its neighbors (G3–G10) to a program of hard lines, without those that
 * no velocity in its discs could violate. The boundary's nearest point is that of `nearestBoundary`, operation by operation,
 * written out here: numbers that go through memory or a call cost more than their arithmetic.
 */
export function appendNeighborLines(
  frame: Frame,
  s: number,
  block: Block,
  near: Near,
  c: Columns,
  out: NeighborLines,
): void {
  const { fixed, step, rules, tops } = frame, { slots } = near, k = s - near.from;
  const { slotX, slotY, slotOptX, slotOptY, slotRadius, slotWeight, slotId } = step;
  const { timeHorizon, timeStep, safetyMargin, passingSide } = rules, isLayered = fixed.layers.length > 0;
  const first = near.begin[k]!, end = near.begin[k + 1]!, hard = c.count;
  makeRoomFor(c, hard + end - first);
  if (out.identity.length < c.nx.length) out.identity = new Int32Array(c.nx.length);
  const { nx, ny, b, slack, tolerance } = c, { identity } = out;
  for (let l = 0; l < hard; l++) identity[l] = l - hard;
  const mostMeeting = 2 * (tops.radius + tops.speed * timeStep) * ROUNDED_UP;
  const perMeeting = 1 / (mostMeeting * mostMeeting);
  const perHorizon = 1 / timeHorizon, halves = isPowerOfTwo(timeHorizon);
  const i = slotId[s]!, x = slotX[s]!, y = slotY[s]!, ownX = slotOptX[s]!, ownY = slotOptY[s]!;
  const speed = block.maxSpeed[k]!, spare = OUT_OF_REACH * Math.max(1, speed), lowest = -speed - spare;
  const budget = block.budget[k]!, reach = budget * timeStep + spare;
  const cx = step.slotVx[s]!, cy = step.slotVy[s]!, margin = slotRadius[s]!, weight = slotWeight[s]!;
  let n = hard, overlaps = 0, meeting = 0;
  for (let p = first; p < end; p++) {
    const t = slots[p]!, j = slotId[t]!, px = slotX[t]! - x, py = slotY[t]! - y;
    const vx = ownX - slotOptX[t]!, vy = ownY - slotOptY[t]!;
    const combined = margin + slotRadius[t]! + safetyMargin;
    const dd = px * px + py * py;
    meeting |= (dd * perMeeting | 0) - 1; // below 0 where one is that near
    const rr = combined * combined;
    let mx: number, my: number, size: number;
    if (!(dd > rr)) {
      const wx = vx - px / timeStep, wy = vy - py / timeStep, w = Math.sqrt(wx * wx + wy * wy);
      const r = combined / timeStep, d = Math.sqrt(dd);
      overlaps++;
      if (w > STILL * r) mx = wx / w, my = wy / w;
      else if (d > NO_DIRECTION) mx = -px / d, my = -py / d;
      else mx = i < j ? -1 : 1, my = 0;
      size = r - w;
    } else {
      const wx = vx - (halves ? px * perHorizon : px / timeHorizon);
      const wy = vy - (halves ? py * perHorizon : py / timeHorizon);
      const ww = wx * wx + wy * wy, wp = wx * px + wy * py;
      if (wp <= 0 && wp * wp >= rr * ww) {
        const w = Math.sqrt(ww), d = Math.sqrt(dd);
        if (w > NO_DIRECTION) mx = wx / w, my = wy / w;
        else mx = -px / d, my = -py / d;
        size = combined / timeHorizon - w;
      } else {
        const side = px * vy - py * vx, l = Math.sqrt(dd - rr);
        const tied = side * side <= AXIS_TIE * AXIS_TIE * dd * (vx * vx + vy * vy);
        // Which leg is nearer nobody can foretell: its sign goes into the arithmetic, a branch would cost more.
        room[0] = side;
        const leg = !tied
          ? l * LEG[roomBits[HIGH]! >>> 31]!
          : passingSide === "right" || isRightById(frame, i, j)
          ? l
          : -l;
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
    if (!(share > 0)) share = isLayered && ignores(frame, i, j) ? 1 : weight / (weight + slotWeight[t]!);
    const offset = mx * (ownX + share * (size * mx)) + my * (ownY + share * (size * my));
    nx[n] = mx;
    ny[n] = my;
    b[n] = offset;
    slack[n] = tolerance;
    identity[n] = j;
    // Kept, or overwritten by the next: by the sign of the room that it leaves.
    room[0] = offset - lowest;
    room[1] = reach - (mx * cx + my * cy - offset);
    n += ((roomBits[HIGH]! | roomBits[2 + HIGH]!) >> 31) + 1;
  }
  c.count = n;
  out.hard = hard;
  out.overlaps = overlaps;
  out.mayMeet = meeting < 0;
  out.isInOrder = n - hard < 2;
}

function isRightById({ rules, ids }: Frame, i: number, j: number): boolean {
  return rules.passingSide === "byId" && passingSideById(ids[i]!, ids[j]!) === "right";
}

/** Whether a division by a number is a multiplication by its inverse, bit for bit: which costs a fraction of it. */
function isPowerOfTwo(number: number): boolean {
  let rest = number;
  while (rest > 1) rest /= 2;
  while (rest < 1 && rest > 0) rest *= 2;
  return rest === 1;
}

/** Whether the other does not avoid the agent (C4): then the agent does all (G9). */
function ignores({ fixed }: Frame, i: number, j: number): boolean {
  return (fixed.mask[j]! & fixed.layers[i]!) === 0;
}

/** Puts all lines in the order of identity (S3). */
export function putInOrder(c: Columns, lines: NeighborLines): void {
  if (lines.isInOrder) return;
  const { count, nx, ny, b } = c, { identity } = lines; // the slack is the same for all
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
