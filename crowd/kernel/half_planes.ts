import { passingSideById } from "../../geometry/passing_side.ts";
import type { AgentId } from "../../geometry/agent.ts";
import {
  CHANGE_X,
  CHANGE_Y,
  COMBINED_RADIUS,
  createPairNumbers,
  nearestBoundaryOf,
  NORMAL_X,
  NORMAL_Y,
  OBSTACLE_FEATURES,
  PX,
  PY,
  TIME_HORIZON,
  TIME_STEP,
  VX,
  VY,
} from "../../geometry/velocity_obstacle.ts";
import type { Columns } from "../../solver/columns.ts";
import { ensureRoom } from "../../solver/columns.ts";
import type { Optimum } from "../../solver/incremental.ts";
import { LOCKED } from "./columns.ts";
import type { Frame } from "./frame.ts";
import type { Limits } from "./limits.ts";
import type { Near } from "./near.ts";

/** Half-planes of an agent's neighbors, in the order in which they were found. */
export interface NeighborLines {
  count: number;
  nx: Float64Array;
  ny: Float64Array;
  b: Float64Array;
  /** Numbers of the neighbors. */
  id: Int32Array;
  /** Whether one of all the neighbors overlaps the agent. */
  overlapping: boolean;
}

/** A record to fill. */
export function createNeighborLines(): NeighborLines {
  return {
    count: 0,
    nx: new Float64Array(64),
    ny: new Float64Array(64),
    b: new Float64Array(64),
    id: new Int32Array(64),
    overlapping: false,
  };
}

/** The number of the feature of discs that overlap. */
const OVERLAP = OBSTACLE_FEATURES.indexOf("overlap");

/** A half-plane that keeps at least this far from the discs, m/s per 1 m/s of scale, cannot change what is decided. */
const OUT_OF_REACH = 1e-6;

const pair = createPairNumbers();

/**
 * The half-planes of the agent in slot `s` against its neighbors (G3–G10), without those that no velocity in its discs could
 * violate.
 */
export function layNeighborLines(
  frame: Frame,
  s: number,
  near: Near,
  discs: Columns,
  ids: readonly AgentId[],
  out: NeighborLines,
): void {
  const { step, rules, tops } = frame, { slotX, slotY, slotOptX, slotOptY, slotRadius, slotId } = step;
  const { safetyMargin, passingSide } = rules;
  const i = slotId[s]!, x = slotX[s]!, y = slotY[s]!, vx = slotOptX[s]!, vy = slotOptY[s]!;
  const radius = slotRadius[s]!, speed = discs.r[0]!, spare = OUT_OF_REACH * Math.max(1, speed);
  const limited = discs.discs > 1, cx = discs.cx[1]!, cy = discs.cy[1]!, r = discs.r[1]!;
  if (out.nx.length < near.count) makeRoom(out, 2 * near.count);
  const { nx, ny, b, id } = out, { slots } = near;
  out.overlapping = false;
  pair[TIME_HORIZON] = rules.timeHorizon;
  pair[TIME_STEP] = rules.timeStep;
  let n = 0;
  for (let k = 0; k < near.count; k++) {
    const t = slots[k]!, j = slotId[t]!;
    pair[PX] = slotX[t]! - x;
    pair[PY] = slotY[t]! - y;
    pair[VX] = vx - slotOptX[t]!;
    pair[VY] = vy - slotOptY[t]!;
    pair[COMBINED_RADIUS] = radius + slotRadius[t]! + safetyMargin;
    const right = passingSide === "right" ||
      (passingSide === "byId" && passingSideById(ids[i]!, ids[j]!) === "right");
    const feature = nearestBoundaryOf(right, i < j ? -1 : 1, pair);
    if (feature === OVERLAP) out.overlapping = true;
    const share = tops.share > 0 ? tops.share : shareOf(frame, i, j);
    const mx = pair[NORMAL_X]!, my = pair[NORMAL_Y]!;
    const offset = mx * (vx + share * pair[CHANGE_X]!) + my * (vy + share * pair[CHANGE_Y]!);
    if (-speed - offset > spare || (limited && mx * cx + my * cy - r - offset > spare)) continue;
    nx[n] = mx;
    ny[n] = my;
    b[n] = offset;
    id[n++] = j;
  }
  out.count = n;
}

/** `responsibilityShare` of a mover with a weight. */
function shareOf({ fixed, step }: Frame, i: number, j: number): number {
  if ((fixed.flags[j]! & LOCKED) !== 0) return 1;
  if (fixed.layers.length > 0 && (fixed.mask[j]! & fixed.layers[i]!) === 0) return 1; // it does not avoid back
  return step.weight[i]! / (step.weight[i]! + step.weight[j]!);
}

function makeRoom(out: NeighborLines, room: number): void {
  out.nx = new Float64Array(room);
  out.ny = new Float64Array(room);
  out.b = new Float64Array(room);
  out.id = new Int32Array(room);
}

/** Whether the velocity in `at` is at least `clear` tolerances inside of all these half-planes. */
export function keepsNeighborLines(
  { count, nx, ny, b }: NeighborLines,
  { tolerance }: Columns,
  { x, y }: Optimum,
  clear: number,
): boolean {
  const least = clear * tolerance;
  for (let k = 0; k < count; k++) if (!(nx[k]! * x + ny[k]! * y - b[k]! >= least)) return false;
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

/** Appends the neighbors' half-planes to a program in the order of IDs (S3). */
export function appendNeighborLines({ count, nx, ny, b, id }: NeighborLines, c: Columns): void {
  const base = c.count;
  ensureRoomKeeping(c, base + count);
  for (let k = 0; k < count; k++) {
    let at = base;
    for (let m = 0; m < count; m++) at += (id[m]! - id[k]!) >>> 31; // one more for each lower ID
    c.nx[at] = nx[k]!;
    c.ny[at] = ny[k]!;
    c.b[at] = b[k]!;
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
