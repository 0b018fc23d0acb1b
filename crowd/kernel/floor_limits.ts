import {
  createPairPlanes,
  createStopPair,
  layPlanes,
  LEAST_PART,
  partOfLower,
  stepReach,
  touchingDistance,
} from "../../boundary/separation.ts";
import { LOCKED, SEEN_ON_RECORDS } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { addSwept, type Limits } from "./limits.ts";
import type { Near } from "./near.ts";

const pair = createPairPlanes(), stops = createStopPair();

/** Slots of those whose planes may bind, in the order of IDs. */
let kept = new Int32Array(64);

/** Velocities keep at least this much room to a plane that is not laid, m/s per 1 m/s of scale: far more than any tolerance. */
const ROOM = 1e-6;

/** `floorLimits` for pairs that both rest at 0 when they have stopped. @returns false where a pair is one for records */
export function layFloor(frame: Frame, s: number, near: Near, out: Limits): boolean {
  const count = keepPairs(frame, s, near, out);
  return count >= 0 && layPairs(frame, s, count, out);
}

/** Somebody is near of whom columns do not know enough. */
const UNKNOWN = -1;

/**
 * Fills `kept` with those whose planes may bind the agent in slot `s`: whom M7 does not cull, and toward whom the step may lead it
 * as far as its part of their gap.
 *
 * ```txt
 *   n points from the agent's stop segment to the other's, and both stops lead along their velocities v and u:
 *     n·v is at most (v·p + the other's stop along v, if u·v > 0) / the distance of the segments
 *   the step changes v by no more than a·dt, so that no velocity leads it along n farther than
 *     (n·v + a·dt)·(dt + |v|/2a), braking included; away from the other, where that is below 0
 * ```
 *
 * @returns how many, or `UNKNOWN`
 */
function keepPairs(frame: Frame, s: number, near: Near, limits: Limits): number {
  const { fixed, step, tops } = frame, { vx, vy, budget, timeStep, slack, closingCap } = limits;
  const { slotX, slotY, slotVx, slotVy, slotRadius, slotSpan, slotWeight, slotId } = step;
  const { floorSlots } = near, i = slotId[s]!, x = slotX[s]!, y = slotY[s]!, radius = slotRadius[s]!;
  const speed = Math.sqrt(vx * vx + vy * vy), reach = stepReach(speed, budget, timeStep, closingCap);
  const change = budget * timeStep + ROOM * (1 + speed + budget * timeStep);
  const stretch = timeStep + Math.max(speed, closingCap) / (2 * budget);
  const farthest = near.floorReach[s - near.from]!, own = slotSpan[s]!, weight = slotWeight[s]!;
  const begin = near.floorBegin[s - near.from]!, end = near.floorBegin[s - near.from + 1]!;
  const isFiltered = tops.strangers > 0 || fixed.layers.length > 0;
  if (kept.length < end - begin) kept = new Int32Array(2 * (end - begin));
  let count = 0;
  for (let k = begin; k < end; k++) {
    const t = floorSlots[k]!;
    if (isFiltered && (isStranger(frame, slotId[t]!) || isIgnored(frame, i, slotId[t]!))) return UNKNOWN;
    const px = slotX[t]! - x, py = slotY[t]! - y, square = px * px + py * py;
    const distance = Math.sqrt(square), combined = radius + slotRadius[t]!;
    const free = distance - radius - slotRadius[t]! - slack - own - slotSpan[t]!;
    // Two movers of one weight share the gap; nobody who moves has less than the least part.
    const part = slotWeight[t] === weight
      ? 0.5
      : LEAST_PART * free >= reach
      ? 1
      : ownPart(frame, i, slotId[t]!);
    if ((free >= 0 && part * free >= reach) || square > farthest * farthest) continue;
    if (free >= 0 && slotWeight[t]! > 0) { // the stops are apart, and the other one's counts
      const along = vx * px + vy * py, isSameWay = vx * slotVx[t]! + vy * slotVy[t]! > 0;
      const most = along + (isSameWay ? speed * slotSpan[t]! : 0);
      const toward = most / (most < 0 ? distance : free + combined + slack);
      if (part * free >= (toward + change) * stretch) continue;
    }
    let at = count++;
    while (at > 0 && slotId[kept[at - 1]!]! > slotId[t]!) {
      kept[at] = kept[at - 1]!;
      at--;
    }
    kept[at] = t;
  }
  return count;
}

/** Lays the planes against the first `count` of `kept`. */
function layPairs(frame: Frame, s: number, count: number, out: Limits): boolean {
  const { fixed, step: { slotX, slotY, slotVx, slotVy, slotRadius, slotWeight, slotId } } = frame,
    { slack } = out;
  const i = slotId[s]!, x = slotX[s]!, y = slotY[s]!, radius = slotRadius[s]!, weight = slotWeight[s]!;
  const half = Math.sqrt(out.vx * out.vx + out.vy * out.vy) / (2 * out.budget);
  const sx = out.vx * half, sy = out.vy * half;
  for (let k = 0; k < count; k++) {
    const t = kept[k]!, j = slotId[t]!, px = slotX[t]! - x, py = slotY[t]! - y;
    if (slotWeight[t] === 0 && holdsItsLine(frame, j)) return false;
    const combined = radius + slotRadius[t]!, touching = touchingDistance(combined, slack);
    if (px * px + py * py < touching * touching) {
      addSwept(out, t);
      continue;
    }
    const ux = slotVx[t]!, uy = slotVy[t]!, other = Math.sqrt(ux * ux + uy * uy) / (2 * fixed.budget[j]!);
    const tx = ux * other, ty = uy * other, isLow = i < j, even = slotWeight[t] === weight;
    stops.px = isLow ? px : -px;
    stops.py = isLow ? py : -py;
    stops.sx = isLow ? sx : tx;
    stops.sy = isLow ? sy : ty;
    stops.tx = isLow ? tx : sx;
    stops.ty = isLow ? ty : sy;
    stops.combined = combined;
    stops.lowPart = even ? 0.5 : isLow ? lowPart(frame, i, j) : lowPart(frame, j, i);
    stops.highPart = even ? 0.5 : isLow ? highPart(frame, i, j) : highPart(frame, j, i);
    layPlanes(stops, slack, pair);
    if (pair.status !== "separated") return false;
    out.nx[out.count] = isLow ? pair.nx : -pair.nx;
    out.ny[out.count] = isLow ? pair.ny : -pair.ny;
    out.margin[out.count] = isLow ? pair.low : pair.high;
    out.laidInside[out.count++] = 0;
  }
  return true;
}

/** The agent's part of its gap to the other (M6). */
function ownPart(frame: Frame, i: number, j: number): number {
  return i < j ? lowPart(frame, i, j) : highPart(frame, j, i);
}

function isStranger({ fixed }: Frame, j: number): boolean {
  return (fixed.flags[j]! & SEEN_ON_RECORDS) !== 0;
}

function lowPart(frame: Frame, low: number, high: number): number {
  const { weight } = frame.step;
  return partOfLower(isParked(frame, low), isParked(frame, high), weight[low]!, weight[high]!);
}

function highPart(frame: Frame, low: number, high: number): number {
  return isParked(frame, high) ? 0 : 1 - lowPart(frame, low, high);
}

function holdsItsLine(frame: Frame, j: number): boolean {
  return frame.fixed.weight[j] === 0 && !isParked(frame, j);
}

/** Whether the other moves and does not avoid the agent: no stop of it is counted on (C4). */
function isIgnored({ fixed }: Frame, i: number, j: number): boolean {
  return fixed.layers.length > 0 && (fixed.mask[j]! & fixed.layers[i]!) === 0 &&
    (fixed.flags[j]! & LOCKED) === 0;
}

function isParked({ fixed, now }: Frame, j: number): boolean {
  return (fixed.flags[j]! & LOCKED) !== 0 || (fixed.weight[j] === 0 && now.vx[j] === 0 && now.vy[j] === 0);
}
