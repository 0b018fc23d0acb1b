import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { CROSSING, crossingOfCircles } from "./candidate_points.ts";
import { ready } from "./candidate_record.ts";
import { type Columns, createColumns, discsAllow, ensureRoom, isFeasible, lineMargin } from "./columns.ts";
import { nearestFeasible, type Optimum } from "./incremental.ts";
import { clipLine, type Clipped, createClipped } from "./line_search.ts";
import type { VelocityProblem } from "./problem.ts";

/** The velocity that violates the worst soft half-plane least. */
export interface LeastViolation {
  /** m/s. */
  readonly velocity: Vec2;
  /** Largest violation of a soft half-plane, m/s; 0 when all hold. */
  readonly violation: number;
}

/** Directions whose ends differ by less than this per 1 m/s do not decide which end of a line is better (no unit). */
const FLAT = 1e-14;

/** Without discs, the answer is sought within so many times the problem's scale. */
const FAR = 1e6;

const optimum: Optimum = { kind: CROSSING, i: -1, j: -1, side: 0, x: 0, y: 0 };
const clipped: Clipped = createClipped();
const point = new Float64Array(2);
const program = createColumns(64, 4);
const relaxed = createColumns(64, 4);
let inTurn = Int32Array.from({ length: 64 }, (_, i) => i);
let softLines = new Uint8Array(64);
let hard = new Int32Array(64);
let order = new Int32Array(64);
let keys = new Float64Array(64);

/**
 * The velocity that minimises the largest violation of the soft half-planes, subject to the hard ones and the discs
 * (S7); of several, the one nearest to the preferred velocity. Where everything holds it is S1's optimum.
 *
 * @returns none when the hard half-planes and the discs have no common point
 */
export function solveLeastViolation(problem: VelocityProblem): Option<LeastViolation> {
  const p = ready(problem), c = p.columns;
  const given = new Set<HalfPlane>(problem.hard ?? []);
  if (softLines.length < c.count) softLines = new Uint8Array(2 * c.count);
  p.lines.forEach((line, i) => softLines[i] = given.has(line) ? 0 : 1);
  if (nearestFeasible(c, optimum)) {
    point[0] = optimum.x;
    point[1] = optimum.y;
  } else if (!leastViolation(c, softLines, point)) return none;
  const x = point[0]!, y = point[1]!;
  return some({ velocity: { x, y }, violation: worstViolation(c, softLines, x, y) });
}

/** Largest violation among the lines that `soft` marks at (x, y), m/s, at least 0. */
export function worstViolation(c: Columns, soft: Uint8Array, x: number, y: number): number {
  let worst = 0;
  for (let i = 0; i < c.count; i++) {
    const violation = soft[i] === 0 ? 0 : -lineMargin(c, i, x, y);
    if (violation > worst) worst = violation;
  }
  return worst <= c.tolerance ? 0 : worst;
}

/**
 * `solveLeastViolation` on columns, for a problem in which nothing is feasible; without allocation.
 *
 * Incremental in three variables (velocity and violation λ): while the lines so far allow λ, a line i that asks for
 * more is tight at the new optimum, λ = b_i - n_i·w. So w lies farthest along n_i among the velocities where line i is
 * violated at least as much as every earlier one: (n_j - n_i)·w >= b_j - b_i, a half-plane again.
 *
 * @param soft 1 for each soft line; the others are hard
 * @param out receives the velocity
 * @returns false when the hard lines and the discs have no common point
 */
export function leastViolation(c: Columns, soft: Uint8Array, out: Float64Array): boolean {
  makeRoom(c.count);
  let hardCount = 0;
  for (let i = 0; i < c.count; i++) if (soft[i] === 0) hard[hardCount++] = i;
  copyColumns(c, program, hard, hardCount);
  if (!nearestFeasible(program, optimum)) return false;
  let x = optimum.x, y = optimum.y, lambda = 0;
  const softCount = orderByViolation(c, soft, x, y);
  for (let k = 0; k < softCount; k++) {
    const i = order[k]!;
    if (-lineMargin(c, i, x, y) <= lambda + c.tolerance) continue;
    buildProgram(c, i, k, hardCount);
    if (!farthestAlong(program, c, i, point)) continue; // rounding: the present point stays
    x = point[0]!;
    y = point[1]!;
    lambda = Math.max(0, -lineMargin(c, i, x, y));
  }
  for (let k = 0; k < softCount; k++) lambda = Math.max(lambda, -lineMargin(c, order[k]!, x, y));

  // Of all velocities with that violation, the one nearest to the preferred velocity.
  copyColumns(c, relaxed, inTurn, c.count);
  for (let k = 0; k < softCount; k++) relaxed.b[order[k]!] = c.b[order[k]!]! - lambda;
  if (nearestFeasible(relaxed, optimum) && isFeasible(relaxed, optimum.x, optimum.y)) {
    x = optimum.x;
    y = optimum.y;
  }
  out[0] = x;
  out[1] = y;
  return true;
}

function makeRoom(count: number): void {
  if (inTurn.length < count) inTurn = Int32Array.from({ length: 2 * count }, (_, i) => i);
  if (order.length >= count) return;
  hard = new Int32Array(2 * count);
  order = new Int32Array(2 * count);
  keys = new Float64Array(2 * count);
}

/** Fills `order` with the soft lines, most violated at (x, y) first, equal ones in the order of identity. */
function orderByViolation(c: Columns, soft: Uint8Array, x: number, y: number): number {
  let count = 0;
  for (let i = 0; i < c.count; i++) {
    if (soft[i] === 0) continue;
    const margin = lineMargin(c, i, x, y);
    let at = count++;
    while (at > 0 && keys[at - 1]! > margin) {
      keys[at] = keys[at - 1]!;
      order[at] = order[at - 1]!;
      at--;
    }
    keys[at] = margin;
    order[at] = i;
  }
  return count;
}

function copyColumns(from: Columns, to: Columns, lines: Int32Array, count: number): void {
  ensureRoom(to, count, from.discs);
  to.count = count;
  for (let k = 0; k < count; k++) copyLine(from, lines[k]!, to, k);
  copyDiscs(from, to);
}

function copyLine(from: Columns, i: number, to: Columns, k: number): void {
  to.nx[k] = from.nx[i]!;
  to.ny[k] = from.ny[i]!;
  to.b[k] = from.b[i]!;
  to.slack[k] = from.slack[i]!;
}

function copyDiscs(from: Columns, to: Columns): void {
  to.discs = from.discs;
  for (let d = 0; d < from.discs; d++) {
    to.cx[d] = from.cx[d]!;
    to.cy[d] = from.cy[d]!;
    to.r[d] = from.r[d]!;
  }
  to.tolerance = from.tolerance;
  to.px = from.px;
  to.py = from.py;
}

/** The half-planes in which line i is the worst violated of the first k + 1 soft lines, and violated at all. */
function buildProgram(c: Columns, i: number, k: number, hardCount: number): void {
  ensureRoom(program, hardCount + k + 1, Math.max(1, c.discs));
  copyDiscs(c, program);
  if (c.discs === 0) {
    program.discs = 1;
    program.cx[0] = program.cy[0] = 0;
    program.r[0] = FAR * c.tolerance / 1e-12;
  }
  let n = 0;
  for (; n < hardCount; n++) copyLine(c, hard[n]!, program, n);
  program.nx[n] = -c.nx[i]!;
  program.ny[n] = -c.ny[i]!;
  program.b[n] = -c.b[i]!;
  program.slack[n++] = c.tolerance;
  for (let a = 0; a < k; a++) {
    const j = order[a]!;
    const mx = c.nx[j]! - c.nx[i]!, my = c.ny[j]! - c.ny[i]!;
    const m = Math.sqrt(mx * mx + my * my);
    if (!(m > 0)) continue; // same direction: the worse of the two is the worse one everywhere
    program.nx[n] = mx / m;
    program.ny[n] = my / m;
    program.b[n] = (c.b[j]! - c.b[i]!) / m;
    program.slack[n++] = c.tolerance / m;
  }
  program.count = n;
}

/**
 * The point of all lines and discs that lies farthest along the normal of line `i` of `from`; where many do, one near the preferred
 * velocity.
 */
function farthestAlong(c: Columns, from: Columns, i: number, out: Float64Array): boolean {
  const dx = from.nx[i]!, dy = from.ny[i]!;
  if (!supportPoint(c, from, i, out)) return false;
  makeRoom(c.count);
  for (let l = 0; l < c.count; l++) {
    if (lineMargin(c, l, out[0]!, out[1]!) >= -c.slack[l]!) continue;
    if (!clipLine(c, l, inTurn, l, clipped)) return false;
    const nx = c.nx[l]!, ny = c.ny[l]!, gain = nx * dy - ny * dx;
    const { low, high } = clipped;
    const t = gain > FLAT
      ? Math.max(high, clipped.slackLow)
      : gain < -FLAT
      ? Math.min(low, clipped.slackHigh)
      : Math.min(clipped.slackHigh, Math.max(low, Math.min(high, nx * c.py - ny * c.px)));
    out[0] = c.b[l]! * nx - t * ny;
    out[1] = c.b[l]! * ny + t * nx;
  }
  return true;
}

/** The point that lies farthest so far, and how far. */
const support = { reach: -Infinity, x: 0, y: 0 };

/** The point of the discs' common part that lies farthest along the normal of line `i` of `from`. */
function supportPoint(c: Columns, from: Columns, i: number, out: Float64Array): boolean {
  support.reach = -Infinity;
  support.x = support.y = 0;
  for (let k = 0; k < c.discs; k++) {
    out[0] = c.cx[k]! + c.r[k]! * from.nx[i]!;
    out[1] = c.cy[k]! + c.r[k]! * from.ny[i]!;
    considerSupport(c, from, i, out);
  }
  for (let k = 0; k < c.discs; k++) {
    for (let l = k + 1; l < c.discs; l++) {
      for (let side = 1; side >= -1; side -= 2) {
        if (crossingOfCircles(c, k, l, side, out)) considerSupport(c, from, i, out);
      }
    }
  }
  out[0] = support.x;
  out[1] = support.y;
  return support.reach > -Infinity;
}

function considerSupport(c: Columns, from: Columns, i: number, point: Float64Array): void {
  const x = point[0]!, y = point[1]!, reach = from.nx[i]! * x + from.ny[i]! * y;
  if (!(reach > support.reach) || !discsAllow(c, point)) return;
  support.reach = reach;
  support.x = x;
  support.y = y;
}
