import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { type Agent, compareAgentIds } from "../geometry/agent.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import type { Edge } from "./edge.ts";
import { closestOfPair, createClosestPoints, type SegmentPair } from "./segment_distance.ts";

/** An agent as the separation floor sees it (M1). */
export interface Mover extends Agent {
  /** a, m/s², above 0: what it can brake with; `Infinity`: its velocity jumps. */
  readonly budget: number;
  /** r, world velocity that it stops relative to, m/s; default 0 (B12). */
  readonly reference?: Vec2;
  /** Why the floor cannot count on its stop; absent: it can. */
  readonly uncovered?: Uncovered;
}

/**
 * Why the floor does not cover an agent: its decision claims no stop (B13), what carries it turns or accelerates (B9), or it
 * does not avoid the one who looks at it (C4).
 */
export type Uncovered = "uncontrolled" | "carriedAlongCurve" | "ignoresIt";

/** ε, m: how much farther apart than R the planes of a pair are laid (M9). */
export const FLOOR_SLACK = 1e-9;

/** The smallest slack that covers rounding: this share of the largest coordinate (M9). */
export const SLACK_PER_COORDINATE = 1e-13;

/**
 * Stops that are nearer than R by no more than this count as separated, m: the rounding of the steps before (M9). More where
 * the slack is larger, because coordinates are.
 */
const TOUCHING = 1e-12;

/** Nobody keeps less than this share of a gap: with less, a walker would stop far off (M6). */
export const LEAST_PART = 0.125;

/** What a pair is to the floor. */
export type PairStatus =
  /** The stop segments are at least R apart: covered (M1, M4). */
  | "separated"
  /** The discs overlap now (M5). */
  | "overlapping"
  /** Apart, but too fast to stop apart (M5). */
  | "tooFast"
  /** One of them moves with weight 0 and obeys no floor: unproven (M3). */
  | "holdsItsLine"
  /** One of them is not covered at all. */
  | Uncovered
  /** They stop relative to different velocities: unproven (M1). */
  | "otherReference";

/** A pair's planes, as its lower ID sees them: relative to the lower ID's position. */
export interface PairPlanes {
  /** What the pair is to the floor. */
  status: PairStatus;
  /** Normal from the lower ID to the higher. */
  nx: number;
  /** See `nx`. */
  ny: number;
  /** The lower ID keeps dot(n, x - its own position) <= low, m. */
  low: number;
  /** The higher ID keeps dot(-n, x - its own position) <= high, m. */
  high: number;
  /** Least distance of the stop segments minus R, m; negative when not separated. */
  apart: number;
}

/** A record to fill. */
export function createPairPlanes(): PairPlanes {
  return { status: "separated", nx: 1, ny: 0, low: 0, high: 0, apart: 0 };
}

const closest = createClosestPoints(), planes = createPairPlanes(), stops = createStopPair();

/**
 * The two edges that keep a pair apart for this step (M2): `self`'s, then `other`'s. Both agents compute the same bits.
 * They move with the common reference velocity.
 *
 * @param floorSlack ε, m (M9)
 * @returns none when the pair is not covered: stop segments nearer than R, different references, or one of the two moves
 * with weight 0 while the other does not (M1, M3)
 */
export function separationEdges(
  self: Mover,
  other: Mover,
  floorSlack = FLOOR_SLACK,
): Option<readonly [Edge, Edge]> {
  const selfIsLow = compareAgentIds(self.id, other.id) <= 0;
  const low = selfIsLow ? self : other, high = selfIsLow ? other : self;
  pairPlanes(low, high, floorSlack, planes);
  if (planes.status !== "separated") return none;
  const { nx, ny } = planes, velocity = self.reference ?? ZERO;
  const lowEdge: Edge = {
    id: high.id,
    normal: { x: nx, y: ny },
    offset: nx * low.position.x + ny * low.position.y + planes.low,
    velocity,
  };
  const highEdge: Edge = {
    id: low.id,
    normal: { x: -nx, y: -ny },
    offset: -(nx * high.position.x + ny * high.position.y) + planes.high,
    velocity,
  };
  return some(selfIsLow ? [lowEdge, highEdge] : [highEdge, lowEdge]);
}

/** Fills `out` with the planes of a pair, `low` having the lower ID. */
export function pairPlanes(low: Mover, high: Mover, floorSlack: number, out: PairPlanes): void {
  const r = low.reference ?? ZERO, q = high.reference ?? ZERO;
  const combined = low.radius + high.radius, touching = touchingDistance(combined, floorSlack);
  const px = high.position.x - low.position.x, py = high.position.y - low.position.y;
  if (px * px + py * py < touching * touching) {
    out.status = "overlapping";
    out.apart = Math.sqrt(px * px + py * py) - combined;
    return;
  }
  const uncovered = low.uncovered ?? high.uncovered;
  if (uncovered !== undefined) {
    out.status = uncovered;
    return;
  }
  if (r.x !== q.x || r.y !== q.y) {
    out.status = "otherReference";
    return;
  }
  if (holdsItsLine(low) !== holdsItsLine(high)) {
    out.status = "holdsItsLine";
    return;
  }
  const a = stopLength(low), b = stopLength(high);
  stops.px = px;
  stops.py = py;
  stops.sx = (low.velocity.x - r.x) * a;
  stops.sy = (low.velocity.y - r.y) * a;
  stops.tx = (high.velocity.x - r.x) * b;
  stops.ty = (high.velocity.y - r.y) * b;
  stops.combined = combined;
  stops.lowPart = lowerPart(low, high);
  stops.highPart = higherPart(low, high);
  layPlanes(stops, floorSlack, out);
}

/** Stops nearer than this count as overlapping, m: R less the rounding of the steps before (M9). */
export function touchingDistance(combinedRadius: number, floorSlack: number): number {
  return combinedRadius - Math.max(TOUCHING, floorSlack / 1000);
}

/** A pair of stops as numbers: the segments of the lower and the higher ID, relative to the lower's position, and their parts. */
export interface StopPair extends SegmentPair {
  /** R, m. */
  combined: number;
  /** The lower ID's part of the gap (M6). */
  lowPart: number;
  /** The higher ID's. */
  highPart: number;
}

/** A record to fill. */
export function createStopPair(): StopPair {
  return { sx: 0, sy: 0, px: 0, py: 0, tx: 0, ty: 0, combined: 0, lowPart: 0, highPart: 0 };
}

/** The planes of a pair that is covered and does not overlap, from numbers alone: fills `out`, "separated" or "tooFast". */
export function layPlanes(stops: StopPair, floorSlack: number, out: PairPlanes): void {
  const { sx, sy, px, py, tx, ty, combined, lowPart, highPart } = stops;
  closestOfPair(stops, closest);
  const dx = closest.bx - closest.ax, dy = closest.by - closest.ay, distance = Math.sqrt(closest.square);
  out.apart = distance - combined;
  if (!(distance >= touchingDistance(combined, floorSlack))) {
    out.status = "tooFast";
    return;
  }
  const nx = dx / distance, ny = dy / distance;
  // Each stop's farthest reach along n, not the closest point's: so no rounding puts a stop beyond its own plane.
  const low0 = Math.max(0, nx * sx + ny * sy),
    high0 = Math.min(0, nx * tx + ny * ty),
    way = nx * px + ny * py;
  const gap = Math.max(0, way + high0 - low0 - combined - floorSlack);
  out.status = "separated";
  out.nx = nx;
  out.ny = ny;
  out.low = low0 + lowPart * gap;
  out.high = highPart * gap - high0;
}

/** |c|/(2a): how much of c the stop segment is long (M1); 0 for an unlimited budget. */
function stopLength({ velocity, reference = ZERO, budget }: Mover): number {
  const x = velocity.x - reference.x, y = velocity.y - reference.y;
  return Math.sqrt(x * x + y * y) / (2 * budget);
}

/** A mover of weight 0: it holds its line (M3). Standing, it is parked. */
export function holdsItsLine(agent: Mover): boolean {
  return agent.locked !== true && agent.responsibility === 0 && !rests(agent);
}

/** Stands and will stand: locked, or at rest with weight 0 (M6). */
export function isParked(agent: Mover): boolean {
  return agent.locked === true || (agent.responsibility === 0 && rests(agent));
}

function rests({ velocity, reference = ZERO }: Mover): boolean {
  return velocity.x === reference.x && velocity.y === reference.y;
}

/** The lower ID's part of the gap. */
function lowerPart(low: Mover, high: Mover): number {
  return partOfLower(isParked(low), isParked(high), low.responsibility ?? 1, high.responsibility ?? 1);
}

/** The higher ID's: the rest of it, but nothing for one that is parked. */
function higherPart(low: Mover, high: Mover): number {
  return isParked(high) ? 0 : 1 - lowerPart(low, high);
}

/** The lower ID's part of a pair's gap (M6) from its and the other's weight: who yields less keeps more. */
export function partOfLower(lowParked: boolean, highParked: boolean, mine: number, theirs: number): number {
  if (lowParked) return 0;
  if (highParked) return 1;
  const part = mine + theirs === 0 ? 0.5 : theirs / (mine + theirs);
  return Math.max(LEAST_PART, Math.min(1 - LEAST_PART, part));
}

/** `self`'s part of the gap to `other` (M6). */
export function gapPart(self: Mover, other: Mover): number {
  return compareAgentIds(self.id, other.id) <= 0 ? lowerPart(self, other) : higherPart(other, self);
}

/**
 * DA of M7, m: how far beyond its stop segment's start an agent can come to rest if it takes any velocity in this step.
 *
 * @param closingCap largest speed relative to the reference in this step (B18), m/s
 */
export function reachOfStep(agent: Mover, timeStep: number, closingCap: number): number {
  const { velocity, reference = ZERO, budget } = agent;
  const x = velocity.x - reference.x, y = velocity.y - reference.y;
  return stepReach(Math.sqrt(x * x + y * y), budget, timeStep, closingCap);
}

/** `reachOfStep` of a speed relative to the reference, m/s. */
export function stepReach(now: number, budget: number, timeStep: number, closingCap: number): number {
  if (budget === Infinity) return closingCap * timeStep;
  const then = Math.min(now + budget * timeStep, Math.max(closingCap, now));
  return now * timeStep + budget * timeStep * timeStep / 2 + then * then / (2 * budget);
}

/**
 * Whether `self` can do without an edge from `other` in this step (M7): its part of what separates them is at least what
 * it can reach.
 *
 * @param reach `reachOfStep` of self, m
 */
export function canCull(self: Mover, other: Mover, floorSlack: number, reach: number): boolean {
  const x = other.position.x - self.position.x, y = other.position.y - self.position.y;
  const a = stopSpan(self), b = stopSpan(other);
  const free = Math.sqrt(x * x + y * y) - self.radius - other.radius - floorSlack - a - b;
  return free >= 0 && gapPart(self, other) * free >= reach;
}

/** |c|²/(2a): length of the stop segment, m. */
export function stopSpan(agent: Mover): number {
  const { velocity, reference = ZERO } = agent;
  const x = velocity.x - reference.x, y = velocity.y - reference.y;
  return Math.sqrt(x * x + y * y) * stopLength(agent);
}

/** |c|/a: how long an agent's stop takes, s. */
export function stopTime(agent: Mover): number {
  return 2 * stopLength(agent);
}
