import { type Columns, ensureRoom } from "../../solver/columns.ts";
import type { Limits } from "./limits.ts";

/** Makes room in a program for so many lines, and keeps those that it has. */
export function makeRoomFor(c: Columns, lines: number): void {
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
  makeRoomFor(c, c.count + 2 * limits.count);
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
  c.b[c.count] = limits.budget === Infinity ? mean : 2 * mean - (nx * limits.vx + ny * limits.vy);
  append(limits, k, c);
}

/** `committedStopLimit` for a plane at rest (B21). */
function appendStop(limits: Limits, k: number, c: Columns): void {
  const nx = limits.nx[k]!, ny = limits.ny[k]!, dt = limits.timeStep;
  const c0 = nx * limits.vx + ny * limits.vy;
  c.b[c.count] = (insideOf(limits, k) - c0 * dt / 2) / (dt / 2 + limits.closingCap / (2 * limits.budget));
  append(limits, k, c);
}

/** `upperLimit` of plane k as a line of a program; the bound stands where its offset is to stand. */
function append(limits: Limits, k: number, c: Columns): void {
  const n = c.count++, nx = limits.nx[k]!, ny = limits.ny[k]!, bound = c.b[n]!;
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
