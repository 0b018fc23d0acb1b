import { passingSideById } from "../../geometry/passing_side.ts";
import { AXIS_TIE, NO_DIRECTION, STILL } from "../../geometry/velocity_obstacle.ts";
import type { Columns } from "../../solver/columns.ts";
import { ensureRoom } from "../../solver/columns.ts";
import type { Optimum } from "../../solver/incremental.ts";
import { BLOCK, type Block } from "./block.ts";
import type { Frame } from "./frame.ts";
import type { Limits } from "./limits.ts";
import type { Near } from "./near.ts";

/** Half-planes of the neighbors of a block of agents, in the order in which they were found. */
export interface NeighborLines {
  /** Where those of each agent begin: where its neighbors do in `Near`. */
  readonly begin: Int32Array;
  /** How many each has: no more than neighbors. */
  readonly count: Int32Array;
  /** How many neighbors overlap each. */
  readonly overlaps: Int32Array;
  nx: Float64Array;
  ny: Float64Array;
  b: Float64Array;
  /** Numbers of the neighbors. */
  id: Int32Array;
}

/** A record to fill. */
export function createNeighborLines(): NeighborLines {
  return {
    begin: new Int32Array(BLOCK),
    count: new Int32Array(BLOCK),
    overlaps: new Int32Array(BLOCK),
    nx: new Float64Array(64),
    ny: new Float64Array(64),
    b: new Float64Array(64),
    id: new Int32Array(64),
  };
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
 * The half-planes of the agents of a block against their neighbors (G3–G10), without those that no velocity in an agent's
 * discs could violate. The boundary's nearest point is that of `nearestBoundary`, operation by operation, written out here:
 * numbers that go through memory or a call cost more than their arithmetic.
 */
export function layNeighborLines(
  frame: Frame,
  to: number,
  block: Block,
  near: Near,
  out: NeighborLines,
): void {
  const { fixed, step, rules, tops } = frame, { from, begin, slots } = near;
  const { slotX, slotY, slotVx, slotVy, slotOptX, slotOptY, slotRadius, slotWeight, slotId } = step;
  const { timeHorizon, timeStep, safetyMargin, passingSide } = rules, isLayered = fixed.layers.length > 0;
  const mostMeeting = 2 * (tops.radius + tops.speed * timeStep) * ROUNDED_UP;
  const perMeeting = 1 / (mostMeeting * mostMeeting);
  const perHorizon = 1 / timeHorizon, halves = isPowerOfTwo(timeHorizon);
  if (out.nx.length <= begin[to - from]!) makeRoom(out, 2 * begin[to - from]!);
  const { nx, ny, b, id } = out;
  for (let s = from; s < to; s++) {
    const i = slotId[s]!, x = slotX[s]!, y = slotY[s]!, ownX = slotOptX[s]!, ownY = slotOptY[s]!;
    const speed = block.maxSpeed[s - from]!,
      spare = OUT_OF_REACH * Math.max(1, speed),
      lowest = -speed - spare;
    const budget = block.budget[s - from]!;
    const cx = slotVx[s]!, cy = slotVy[s]!, reach = budget * timeStep + spare;
    const margin = slotRadius[s]!,
      weight = slotWeight[s]!,
      first = begin[s - from]!,
      end = begin[s - from + 1]!;
    let n = first, overlaps = 0, meeting = 0;
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
      id[n] = j;
      // Kept, or overwritten by the next: by the sign of the room that it leaves.
      room[0] = offset - lowest;
      room[1] = reach - (mx * cx + my * cy - offset);
      n += ((roomBits[HIGH]! | roomBits[2 + HIGH]!) >> 31) + 1;
    }
    out.begin[s - from] = first;
    out.count[s - from] = n - first;
    out.overlaps[s - from] = overlaps;
    block.mayMeet[s - from] = meeting >>> 31;
  }
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

function makeRoom(out: NeighborLines, room: number): void {
  out.nx = new Float64Array(room);
  out.ny = new Float64Array(room);
  out.b = new Float64Array(room);
  out.id = new Int32Array(room);
}

/** Whether the velocity in `at` is at least `clear` tolerances inside of all half-planes of agent k of the block. */
export function keepsNeighborLines(
  { begin, count, nx, ny, b }: NeighborLines,
  k: number,
  { tolerance }: Columns,
  { x, y }: Optimum,
  clear: number,
): boolean {
  const least = clear * tolerance, end = begin[k]! + count[k]!;
  for (let p = begin[k]!; p < end; p++) if (!(nx[p]! * x + ny[p]! * y - b[p]! >= least)) return false;
  return true;
}

/** The same of the lines of a program. */
export function keepsLines(
  { count, nx, ny, b, tolerance }: Columns,
  { x, y }: Optimum,
  clear: number,
): boolean {
  const least = clear * tolerance;
  for (let k = 0; k < count; k++) if (!(nx[k]! * x + ny[k]! * y - b[k]! >= least)) return false;
  return true;
}

/** Appends the half-planes of agent k of the block to a program in the order of IDs (S3). */
export function appendNeighborLines(lines: NeighborLines, k: number, c: Columns): void {
  const { nx, ny, b, id } = lines, base = c.count, begin = lines.begin[k]!, count = lines.count[k]!;
  ensureRoomKeeping(c, base + count);
  for (let p = begin; p < begin + count; p++) {
    let at = base;
    for (let q = begin; q < begin + count; q++) at += (id[q]! - id[p]!) >>> 31; // one more for each lower ID
    c.nx[at] = nx[p]!;
    c.ny[at] = ny[p]!;
    c.b[at] = b[p]!;
    c.slack[at] = c.tolerance;
  }
  c.count = base + count;
}

function ensureRoomKeeping(c: Columns, lines: number): void {
  if (c.nx.length >= lines) return;
  const { nx, ny, b, slack } = c;
  ensureRoom(c, lines, c.cx.length);
  c.nx.set(nx);
  c.ny.set(ny);
  c.b.set(b);
  c.slack.set(slack);
}

/** Appends what `preselection` makes of the limits, in the order of identity (S3): edges, their braking, floor. */
export function appendLimitLines(limits: Limits, c: Columns): void {
  const jumps = limits.budget === Infinity;
  ensureRoomKeeping(c, c.count + 2 * limits.count);
  for (let k = 0; k < limits.edges; k++) appendLimit(limits, k, c);
  if (!jumps) { for (let k = 0; k < limits.edges; k++) appendStop(limits, k, c); }
  for (let k = limits.edges; k < limits.count; k++) {
    appendLimit(limits, k, c);
    if (jumps) continue;
    appendStop(limits, k, c);
    inOrder(c, c.count - 2);
  }
}

/** Planes are offered to the solver this share of the slack inside, so that its rounding passes the exact checks. */
const INSIDE_FOR_THE_SOLVER = 0.25;

function insideOf({ margin, slack }: Limits, k: number): number {
  const s = margin[k]!;
  return s > 0 ? s - Math.min(INSIDE_FOR_THE_SOLVER * slack, s / 16) : s;
}

/** The mean velocity (B3), or that of the ramp's end (B5), ends inside. */
function appendLimit(limits: Limits, k: number, c: Columns): void {
  const nx = limits.nx[k]!, ny = limits.ny[k]!, mean = insideOf(limits, k) / limits.timeStep;
  const bound = limits.budget === Infinity ? mean : 2 * mean - (nx * limits.vx + ny * limits.vy);
  append(nx, ny, bound, c);
}

/** `committedStopLimit` for a plane at rest (B21). */
function appendStop(limits: Limits, k: number, c: Columns): void {
  const nx = limits.nx[k]!, ny = limits.ny[k]!, dt = limits.timeStep;
  const c0 = nx * limits.vx + ny * limits.vy;
  const c1 = (insideOf(limits, k) - c0 * dt / 2) / (dt / 2 + limits.closingCap / (2 * limits.budget));
  append(nx, ny, c1, c);
}

/** `upperLimit` as a line of a program. */
function append(nx: number, ny: number, bound: number, c: Columns): void {
  const n = c.count++;
  c.nx[n] = -nx;
  c.ny[n] = -ny;
  c.b[n] = -nx * (nx * bound) + -ny * (ny * bound);
  c.slack[n] = c.tolerance;
}

/** Two lines of one identity stand in the order of their points (`compareHalfPlanes`). */
function inOrder(c: Columns, at: number): void {
  const nx = -c.nx[at]!, ny = -c.ny[at]!;
  // Their points are n·bound, and b is -bound.
  const first = -c.b[at]!, second = -c.b[at + 1]!;
  const before = nx * first - nx * second || ny * first - ny * second;
  if (before <= 0) return;
  const b = c.b[at]!;
  c.b[at] = c.b[at + 1]!;
  c.b[at + 1] = b;
}
