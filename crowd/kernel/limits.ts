import { INSIDE } from "../../boundary/verify_curve.ts";
import type { Block } from "./block.ts";
import { layFloor } from "./floor_limits.ts";
import type { Frame } from "./frame.ts";
import type { Near } from "./near.ts";

/**
 * The planes that one agent's motion must stay behind in a step (M2, M3, B16), and how it brakes: filled anew for each agent.
 * All of them are fixed in the world, and the committed stop holds against each.
 */
export interface Limits {
  /** Position, m. */
  x: number;
  /** See `x`. */
  y: number;
  /** Velocity at the step's start, m/s. */
  vx: number;
  /** See `vx`. */
  vy: number;
  /** m/s². */
  budget: number;
  /** s. */
  timeStep: number;
  /** ε, m (M9). */
  slack: number;
  /** Largest speed in this step (B18), m/s. */
  closingCap: number;
  /** How many planes there are: first the edges, then those of the floor. */
  count: number;
  /** How many of them are edges. */
  edges: number;
  /** Outward unit normals. */
  nx: Float64Array;
  /** See `nx`. */
  ny: Float64Array;
  /** Distances to the planes as they are laid, m. */
  margin: Float64Array;
  /** How far inside the true edges they are laid, m. */
  laidInside: Float64Array;
  /** Number of neighbors that no floor covers and that may be met in this step (B8). */
  sweptCount: number;
  /** Their slots. */
  swept: Int32Array;
}

/** A record to fill. */
export function createLimits(): Limits {
  return {
    x: 0,
    y: 0,
    vx: 0,
    vy: 0,
    budget: Infinity,
    timeStep: 0,
    slack: 0,
    closingCap: 0,
    count: 0,
    edges: 0,
    nx: new Float64Array(64),
    ny: new Float64Array(64),
    margin: new Float64Array(64),
    laidInside: new Float64Array(64),
    sweptCount: 0,
    swept: new Int32Array(64),
  };
}

/**
 * Lays the planes of the agent in slot `s`: those of its region's edges and, for everybody within the floor's reach whom M7 does
 * not cull, those of the floor.
 *
 * @returns false where something is to be decided that columns do not hold: outside an edge, next to somebody on records,
 * or too fast to stop
 */
export function layLimits(frame: Frame, s: number, block: Block, near: Near, out: Limits): boolean {
  const { fixed, step, rules } = frame, k = s - block.from;
  const budget = block.budget[k]!,
    vx = step.slotVx[s]!,
    vy = step.slotVy[s]!,
    speed = Math.sqrt(vx * vx + vy * vy);
  out.x = step.slotX[s]!;
  out.y = step.slotY[s]!;
  out.vx = vx;
  out.vy = vy;
  out.budget = budget;
  out.timeStep = rules.timeStep;
  out.slack = rules.floorSlack;
  const cap = block.maxSpeed[k]!;
  out.closingCap = budget === Infinity ? cap : Math.min(cap, speed + budget * rules.timeStep);
  out.count = 0;
  out.sweptCount = 0;
  const edges = fixed.edgeX.length === 0 ? 0 : edgesOf(frame, s);
  const most = edges + near.floorBegin[k + 1]! - near.floorBegin[k]!;
  if (out.nx.length < most) makeRoom(out, 2 * most);
  if (edges > 0 && !layEdges(frame, step.slotId[s]!, out)) return false;
  out.edges = out.count;
  return near.floorBegin[k + 1] === near.floorBegin[k] || layFloor(frame, s, near, out);
}

function edgesOf({ fixed, step }: Frame, s: number): number {
  const i = step.slotId[s]!;
  return fixed.edgeFrom[i + 1]! - fixed.edgeFrom[i]!;
}

function makeRoom(out: Limits, room: number): void {
  out.nx = new Float64Array(room);
  out.ny = new Float64Array(room);
  out.margin = new Float64Array(room);
  out.laidInside = new Float64Array(room);
}

/** `edgeLimits` for edges at rest. */
function layEdges({ fixed }: Frame, i: number, out: Limits): boolean {
  for (let e = fixed.edgeFrom[i]!; e < fixed.edgeFrom[i + 1]!; e++) {
    const nx = fixed.edgeX[e]!, ny = fixed.edgeY[e]!;
    const margin = fixed.edgeOffset[e]! - (nx * out.x + ny * out.y);
    if (margin < -INSIDE) return false;
    const least = leastInStop(margin, nx, ny, out.vx, out.vy, out.budget);
    const spare = Math.max(0, Math.min(out.slack, least));
    const laid = Math.max(0, margin - spare); // a body outside by rounding may stay where it is
    out.nx[out.count] = nx;
    out.ny[out.count] = ny;
    out.margin[out.count] = laid;
    out.laidInside[out.count++] = margin - laid;
  }
  return true;
}

/** Distances are compared with this much to spare (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/**
 * Without a floor: whoever has a half-plane and may be met in this step is swept against.
 *
 * @param slots those who have one, from `begin` up to `end`
 */
export function gatherSwept(
  { step, tops }: Frame,
  s: number,
  block: Block,
  slots: Int32Array,
  begin: number,
  end: number,
  out: Limits,
): void {
  const own = Math.max(block.maxSpeed[s - block.from]!, Math.sqrt(out.vx * out.vx + out.vy * out.vy));
  const { slotX, slotY, slotVx, slotVy, slotRadius } = step;
  const x = slotX[s]!, y = slotY[s]!, radius = slotRadius[s]!, dt = out.timeStep;
  const most = radius + tops.radius + (own + tops.speed) * dt, mostSquare = most * most * ROUNDED_UP;
  out.sweptCount = 0;
  for (let k = begin; k < end; k++) {
    const t = slots[k]!, px = slotX[t]! - x, py = slotY[t]! - y;
    if (px * px + py * py > mostSquare) continue;
    const other = Math.sqrt(slotVx[t]! * slotVx[t]! + slotVy[t]! * slotVy[t]!);
    const reach = radius + slotRadius[t]! + (own + other) * dt;
    if (px * px + py * py <= reach * reach) addSwept(out, t);
  }
}

/** One more whom no floor covers. */
export function addSwept(out: Limits, t: number): void {
  if (out.sweptCount === out.swept.length) {
    const wider = new Int32Array(2 * out.swept.length);
    wider.set(out.swept);
    out.swept = wider;
  }
  out.swept[out.sweptCount++] = t;
}

/** The least margin to a plane at rest over braking from a velocity to rest, and ever after, m. */
export function leastInStop(
  margin: number,
  nx: number,
  ny: number,
  vx: number,
  vy: number,
  budget: number,
): number {
  const speed = Math.sqrt(vx * vx + vy * vy), duration = speed > 0 ? speed / budget : 0;
  if (!(duration > 0)) return margin;
  return leastOver(margin, nx, ny, vx, vy, -vx / speed * budget, -vy / speed * budget, duration);
}

/** `leastMargin` of one piece against a plane at rest. */
function leastOver(
  margin: number,
  nx: number,
  ny: number,
  vx: number,
  vy: number,
  ax: number,
  ay: number,
  duration: number,
): number {
  const k = nx * (0 - vx) + ny * (0 - vy), c = -(nx * ax + ny * ay) / 2;
  let least = margin;
  if (c > 0) {
    const turning = -k / (2 * c);
    if (turning > 0 && turning < duration) least = Math.min(least, margin + (k + c * turning) * turning);
  }
  return Math.min(least, margin + (k + c * duration) * duration);
}
