/**
 * What really happens to a body among moving edges, worked out apart from the library: its world path is written down as
 * polynomials of time, and margins are looked at where their derivative vanishes, or at very many moments.
 *
 * @module
 */
import type { Edge } from "../../boundary/edge.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import type { Vec2 } from "../../geometry/vector.ts";

/** x(t) = p + v·t + h·t² for 0 <= t <= until, in the world; each stretch has its own clock. */
export interface Stretch {
  readonly p: Vec2;
  readonly v: Vec2;
  readonly h: Vec2;
  readonly until: number;
}

const along = (n: Vec2, v: Vec2): number => n.x * v.x + n.y * v.y;

/** Where a stretch is at its time t. */
export function placeOn({ p, v, h }: Stretch, t: number): Vec2 {
  return { x: p.x + t * (v.x + t * h.x), y: p.y + t * (v.y + t * h.y) };
}

/** A motion relative to a support, as world stretches. */
export function worldPath(position: Vec2, support: Vec2, motion: readonly MotionPiece[]): readonly Stretch[] {
  const path: Stretch[] = [];
  let p = position;
  for (const { duration, velocity, acceleration } of motion) {
    const stretch: Stretch = {
      p,
      v: { x: support.x + velocity.x, y: support.y + velocity.y },
      h: { x: acceleration.x / 2, y: acceleration.y / 2 },
      until: duration,
    };
    path.push(stretch);
    p = placeOn(stretch, duration);
  }
  return path;
}

/** B5's curve as a world path. */
export function rampPath(position: Vec2, support: Vec2, v0: Vec2, v1: Vec2, dt: number): readonly Stretch[] {
  return [{
    p: position,
    v: { x: support.x + v0.x, y: support.y + v0.y },
    h: { x: (v1.x - v0.x) / (2 * dt), y: (v1.y - v0.y) / (2 * dt) },
    until: dt,
  }];
}

/** Braking from world velocity w to r with the budget, as a world path; none when there is nothing to brake. */
export function brakingPath(position: Vec2, w: Vec2, r: Vec2, budget: number): readonly Stretch[] {
  const c = { x: w.x - r.x, y: w.y - r.y }, speed = Math.hypot(c.x, c.y);
  if (speed === 0 || budget === Infinity) return [];
  const h = { x: -budget * c.x / speed / 2, y: -budget * c.y / speed / 2 };
  return [{ p: position, v: w, h, until: speed / budget }];
}

/** A stretch of constant world velocity. */
export function steadyPath(position: Vec2, w: Vec2, duration: number): readonly Stretch[] {
  return [{ p: position, v: w, h: { x: 0, y: 0 }, until: duration }];
}

/** The last point of a path that starts at `position`. */
export function endOf(position: Vec2, path: readonly Stretch[]): Vec2 {
  const last = path[path.length - 1];
  return last === undefined ? position : placeOn(last, last.until);
}

/** Least margin of a path against one edge that moves from time 0 on, m, at the ends and where it is stationary. */
export function leastOnPath(edge: Edge, path: readonly Stretch[]): number {
  let least = Infinity, began = 0;
  const n = edge.normal, rate = along(n, edge.velocity);
  for (const stretch of path) {
    const moments = [0, stretch.until];
    // d/dt (b0 + rate·t - n·x) = rate - n·v - 2t·n·h
    const h = along(n, stretch.h), still = (rate - along(n, stretch.v)) / (2 * h);
    if (h !== 0 && still > 0 && still < stretch.until) moments.push(still);
    for (const t of moments) {
      least = Math.min(least, edge.offset + rate * (began + t) - along(n, placeOn(stretch, t)));
    }
    began += stretch.until;
  }
  return least;
}

/** Least margin of a path against all edges, m. */
export function leastOfAll(edges: readonly Edge[], path: readonly Stretch[]): number {
  return Math.min(...edges.map((edge) => leastOnPath(edge, path)));
}

/** Margin against one edge at a time of the path's clock, m. */
export function marginAt(edge: Edge, path: readonly Stretch[], time: number): number {
  const n = edge.normal;
  let began = 0;
  for (const [i, stretch] of path.entries()) {
    if (time <= began + stretch.until || i === path.length - 1) {
      const x = placeOn(stretch, time - began);
      return edge.offset + along(n, edge.velocity) * time - along(n, x);
    }
    began += stretch.until;
  }
  throw new Error("Expected a path, but found none");
}

/** The least margin at `count` + 1 even moments of every stretch: never below the truth. */
export function sampledLeast(edge: Edge, path: readonly Stretch[], count: number): number {
  let least = Infinity, began = 0;
  const n = edge.normal, rate = along(n, edge.velocity);
  for (const stretch of path) {
    for (let i = 0; i <= count; i++) {
      const t = stretch.until * i / count;
      least = Math.min(least, edge.offset + rate * (began + t) - along(n, placeOn(stretch, t)));
    }
    began += stretch.until;
  }
  return least;
}

/** Largest speed at which a margin against the edge shrinks or grows on a path, m/s. */
export function fastestChange(edge: Edge, path: readonly Stretch[]): number {
  let fastest = 0;
  for (const { v, h, until } of path) {
    for (const t of [0, until]) {
      const rate = along(edge.normal, edge.velocity) - along(edge.normal, v) - 2 * t * along(edge.normal, h);
      fastest = Math.max(fastest, Math.abs(rate));
    }
  }
  return fastest;
}

/** How large the numbers of a scene are, m: rounding grows with it. */
export function sizeOf(edges: readonly Edge[], path: readonly Stretch[]): number {
  let size = 1, time = 0;
  for (const { p, v, h, until } of path) {
    time += until;
    size = Math.max(
      size,
      Math.hypot(p.x, p.y) + until * (Math.hypot(v.x, v.y) + until * Math.hypot(h.x, h.y)),
    );
  }
  for (const { offset, velocity } of edges) {
    size = Math.max(size, Math.abs(offset) + time * Math.hypot(velocity.x, velocity.y));
  }
  return size;
}
