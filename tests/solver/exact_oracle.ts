/**
 * The solver's answers by another way, in arithmetic that does not round at any size that matters here: fixed
 * point on big integers with 256 binary places, where 1e-12 rad between two lines is still a crossing with 60
 * correct digits. Slow, and free of the tolerances that a solver in doubles lives with.
 *
 * S1: all points where an optimum can lie, nearest first; the first that lies in everything is it.
 *
 * S7: Helly's theorem. Convex sets of the plane have a common point when every three of them have one, so the
 * least violation of all is the largest among the least violations of any three constraints, and three are
 * easy. No search, no order, no geometry shared with the incremental solver.
 *
 * @module
 */
import type { Disc } from "../../geometry/disc.ts";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { VelocityProblem } from "../../solver/problem.ts";

const PLACES = 256n;
const ONE = 1n << PLACES;
/** 2^-120: far above what this arithmetic loses, far below what doubles can express here. */
const NOTHING = 1n << (PLACES - 120n);

type Point = readonly [bigint, bigint];
/** normal · w >= bound, soft or not. */
interface Line {
  readonly x: bigint;
  readonly y: bigint;
  readonly bound: bigint;
  readonly soft: boolean;
}
interface Circle {
  readonly x: bigint;
  readonly y: bigint;
  readonly radius: bigint;
}

/** A double as it is, without rounding (below 2^-256 it is cut). */
export function fixed(value: number): bigint {
  if (value === 0) return 0n;
  let mantissa = Math.abs(value), exponent = 0;
  while (mantissa < 2 ** 52) (mantissa *= 2, exponent -= 1);
  while (mantissa >= 2 ** 53) (mantissa /= 2, exponent += 1);
  const shift = PLACES + BigInt(exponent);
  const magnitude = shift >= 0n ? BigInt(mantissa) << shift : BigInt(mantissa) >> -shift;
  return value < 0 ? -magnitude : magnitude;
}

/** The double next to it, or the one after. */
export function rounded(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const drop = Math.max(0, magnitude.toString(16).length * 4 - 60);
  const size = Number(magnitude >> BigInt(drop)) * 2 ** (drop - 256);
  return value < 0n ? -size : size;
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> PLACES;
const over = (a: bigint, b: bigint): bigint => (a << PLACES) / b;
const dot = (ax: bigint, ay: bigint, bx: bigint, by: bigint): bigint => (ax * bx + ay * by) >> PLACES;

function root(value: bigint): bigint {
  const square = value << PLACES;
  if (square <= 0n) return 0n;
  // From above, Newton's steps fall until they have arrived.
  let guess = 1n << BigInt((square.toString(16).length * 4) / 2 + 1);
  for (;;) {
    const next = (guess + square / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Slack loosens a constraint, and tightens it below 0. */
function line(h: HalfPlane, soft: boolean, slack: bigint): Line {
  const x = fixed(h.normal.x), y = fixed(h.normal.y);
  return { x, y, bound: dot(x, y, fixed(h.point.x), fixed(h.point.y)) - slack, soft };
}

function circle(d: Disc, slack: bigint): Circle {
  return { x: fixed(d.center.x), y: fixed(d.center.y), radius: fixed(d.radius) + slack };
}

const holds = (l: Line, [x, y]: Point): boolean => dot(l.x, l.y, x, y) - l.bound >= -NOTHING;

function contains(c: Circle, [x, y]: Point): boolean {
  if (c.radius < 0n) return false;
  const dx = x - c.x, dy = y - c.y, reach = c.radius + NOTHING;
  return dx * dx + dy * dy <= reach * reach;
}

function foot(l: Line, x: bigint, y: bigint): Point {
  const along = over(l.bound - dot(l.x, l.y, x, y), dot(l.x, l.y, l.x, l.y));
  return [x + times(l.x, along), y + times(l.y, along)];
}

function crossing(a: Line, b: Line): readonly Point[] {
  const det = a.x * b.y - a.y * b.x;
  if (det === 0n) return [];
  const x = (a.bound * b.y - b.bound * a.y) << PLACES, y = (a.x * b.bound - b.x * a.bound) << PLACES;
  return [[x / det, y / det]];
}

function onCircle(l: Line, c: Circle): readonly Point[] {
  if (c.radius < 0n || (l.x === 0n && l.y === 0n)) return [];
  const [x, y] = foot(l, c.x, c.y);
  const dx = x - c.x, dy = y - c.y;
  const half = times(c.radius, c.radius) - dot(dx, dy, dx, dy);
  if (half < 0n) return [];
  const along = over(root(half), root(dot(l.x, l.y, l.x, l.y)));
  const sx = times(-l.y, along), sy = times(l.x, along);
  return [[x + sx, y + sy], [x - sx, y - sy]];
}

/** Both circles' crossings lie on the line of equal power. */
function corners(a: Circle, b: Circle): readonly Point[] {
  const x = b.x - a.x, y = b.y - a.y;
  const size = root(dot(x, y, x, y));
  if (size < NOTHING) return [];
  const power = (times(a.radius, a.radius) - times(b.radius, b.radius) + dot(b.x, b.y, b.x, b.y) -
    dot(a.x, a.y, a.x, a.y)) / 2n;
  return onCircle({ x: over(x, size), y: over(y, size), bound: over(power, size), soft: false }, a);
}

/** The point of the disc that goes farthest along the direction. */
function extreme(c: Circle, x: bigint, y: bigint): readonly Point[] {
  const size = root(dot(x, y, x, y));
  if (size === 0n || c.radius < 0n) return [];
  return [[c.x + over(times(x, c.radius), size), c.y + over(times(y, c.radius), size)]];
}

/** What the oracle found: as doubles, rounded once at the end. */
export interface ExactOptimum {
  readonly velocity: Vec2;
  readonly distance: number;
}

interface Shape {
  readonly lines: readonly Line[];
  readonly circles: readonly Circle[];
}

function shape(p: VelocityProblem, softSlack: bigint, hardSlack: bigint): Shape {
  return {
    lines: [
      ...p.halfPlanes.map((h) => line(h, true, softSlack)),
      ...(p.hard ?? []).map((h) => line(h, false, hardSlack)),
    ],
    circles: p.discs.map((d) => circle(d, hardSlack)),
  };
}

function nearest({ lines, circles }: Shape, preferred: Vec2): ExactOptimum | undefined {
  const px = fixed(preferred.x), py = fixed(preferred.y);
  const points: Point[] = [[px, py]];
  lines.forEach((l, i) => {
    points.push(foot(l, px, py));
    for (let j = 0; j < i; j++) points.push(...crossing(l, lines[j]!));
    for (const c of circles) points.push(...onCircle(l, c));
  });
  circles.forEach((c, i) => {
    points.push([c.x, c.y], ...extreme(c, px - c.x, py - c.y));
    for (let j = 0; j < i; j++) points.push(...corners(c, circles[j]!));
  });
  const ranked = points.map((point) => {
    const x = point[0] - px, y = point[1] - py;
    return { point, square: x * x + y * y };
  }).sort((a, b) => (a.square < b.square ? -1 : a.square > b.square ? 1 : 0));
  for (const { point, square } of ranked) {
    if (lines.every((l) => holds(l, point)) && circles.every((c) => contains(c, point))) {
      return {
        velocity: { x: rounded(point[0]), y: rounded(point[1]) },
        distance: rounded(root(square >> PLACES)),
      };
    }
  }
  return undefined;
}

/**
 * S1's optimum with every constraint loosened by `slack`, m/s (tightened below 0); undefined where nothing is
 * feasible. `feasible(p, +tolerance)` and `feasible(p, -tolerance)` differ exactly where the problem's margin
 * is within the tolerance.
 */
export function exactOptimum(p: VelocityProblem, slack = 0): ExactOptimum | undefined {
  return nearest(shape(p, fixed(slack), fixed(slack)), p.preferred);
}

/** By how much a velocity violates the worst constraint; below 0 when it is inside all of them. */
export function exactViolation(p: VelocityProblem, w: Vec2): number {
  const x = fixed(w.x), y = fixed(w.y);
  let most: bigint | undefined;
  const take = (violation: bigint): void => {
    if (most === undefined || violation > most) most = violation;
  };
  const { lines, circles } = shape(p, 0n, 0n);
  for (const l of lines) take(l.bound - dot(l.x, l.y, x, y));
  for (const c of circles) take(root(dot(x - c.x, y - c.y, x - c.x, y - c.y)) - c.radius);
  return most === undefined ? -Infinity : rounded(most);
}

/** S7: the least largest violation, and the nearest of its minimisers; undefined where the hard set is empty. */
export function exactLeastViolation(
  p: VelocityProblem,
  slack = 0,
): { readonly violation: number; readonly nearest: ExactOptimum } | undefined {
  const hard = fixed(slack);
  const clear = nearest(shape(p, 0n, hard), p.preferred);
  if (clear) return { violation: 0, nearest: clear };
  const all = shape(p, 0n, hard);
  if (!nearest({ lines: all.lines.filter((l) => !l.soft), circles: all.circles }, p.preferred)) {
    return undefined;
  }
  let most = 0n;
  for (const value of triples(all)) if (value > most) most = value;
  // A hair above, so that the minimisers survive this arithmetic's own last digits.
  const found = nearest(shape(p, most + (ONE >> 90n), hard + NOTHING), p.preferred);
  if (!found) throw new Error("the oracle lost its own minimiser");
  return { violation: rounded(most), nearest: found };
}

/** Least violations of two or three constraints, at least one of them soft; what cannot bind is left out. */
function* triples({ lines, circles }: Shape): Generator<bigint> {
  const det = lines.map((a) => lines.map((b) => a.x * b.y - a.y * b.x));
  for (let i = 0; i < lines.length; i++) {
    const a = lines[i]!;
    if (a.soft) {
      for (const c of circles) yield* lowest([a], extreme(c, a.x, a.y), [], []);
      for (let k = 0; k < circles.length; k++) {
        for (let m = 0; m < k; m++) {
          const pair = [circles[k]!, circles[m]!];
          const points = pair.flatMap((c) => [...extreme(c, a.x, a.y)]);
          yield* lowest([a], [...points, ...corners(pair[0]!, pair[1]!)], [], pair);
        }
      }
    }
    for (let j = 0; j < i; j++) {
      const b = lines[j]!;
      if (!a.soft && !b.soft) continue;
      if (det[i]![j] === 0n) yield* opposite(a, b);
      for (const c of circles) yield* withCircle(a, b, c);
    }
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        // Weights that cancel the normals; of one sign only where the three point away from each other.
        let u = det[j]![k]!, v = det[k]![i]!, w = det[i]![j]!;
        if (u < 0n || v < 0n || w < 0n) (u = -u, v = -v, w = -w);
        if (u < 0n || v < 0n || w < 0n) continue;
        const b = lines[j]!, c = lines[k]!;
        const share = (a.soft ? u : 0n) + (b.soft ? v : 0n) + (c.soft ? w : 0n);
        if (share > 0n) yield (u * a.bound + v * b.bound + w * c.bound) / share;
      }
    }
  }
}

/** Two exactly parallel lines that face each other. */
function* opposite(a: Line, b: Line): Generator<bigint> {
  if (dot(a.x, a.y, b.x, b.y) >= 0n) return;
  const sizeA = root(dot(a.x, a.y, a.x, a.y)), sizeB = root(dot(b.x, b.y, b.x, b.y));
  const share = (a.soft ? sizeB : 0n) + (b.soft ? sizeA : 0n);
  yield (a.bound * sizeB + b.bound * sizeA) / share;
}

/** Two lines and a circle: the optimum is an extreme point, or where the binding line meets the circle. */
function* withCircle(a: Line, b: Line, c: Circle): Generator<bigint> {
  const soft = [a, b].filter((l) => l.soft), hard = [a, b].filter((l) => !l.soft);
  const binding = hard[0] ?? { x: a.x - b.x, y: a.y - b.y, bound: a.bound - b.bound, soft: false };
  const points = soft.flatMap((l) => [...extreme(c, l.x, l.y)]);
  if (binding.x !== 0n || binding.y !== 0n) {
    points.push(...onCircle(binding, c), foot(binding, c.x, c.y));
  }
  yield* lowest(soft, points, hard, [c]);
}

/** The lowest largest violation of the soft lines at those of the points that are allowed. */
function* lowest(
  soft: readonly Line[],
  points: readonly Point[],
  hard: readonly Line[],
  circles: readonly Circle[],
): Generator<bigint> {
  let least: bigint | undefined;
  for (const point of points) {
    if (!hard.every((l) => holds(l, point)) || !circles.every((c) => contains(c, point))) continue;
    let most: bigint | undefined;
    for (const l of soft) {
      const violation = l.bound - dot(l.x, l.y, point[0], point[1]);
      if (most === undefined || violation > most) most = violation;
    }
    if (most !== undefined && (least === undefined || most < least)) least = most;
  }
  if (least !== undefined) yield least;
}
