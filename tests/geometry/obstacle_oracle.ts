/**
 * The velocity obstacle straight from its definition, for checking the library against. A relative velocity v
 * belongs to it when some 0 < t <= T has |p - t v| < R; equally, it is the union of the open discs with center
 * p/t and radius R/t. Nothing here knows of arcs, tangents or ray starts.
 *
 * @module
 */
import type { Vec2 } from "../../geometry/mod.ts";

/** A pair's obstacle: relative position p (m), combined radius R (m), horizon T (s). */
export interface Obstacle {
  readonly p: Vec2;
  readonly combinedRadius: number;
  readonly horizon: number;
}

/** Smallest |p - t v| over 0 <= t <= T, m: the parabola's vertex, clamped. */
export function closestDistance(o: Obstacle, v: Vec2): number {
  const vv = v.x * v.x + v.y * v.y;
  const t = vv === 0 ? 0 : Math.min(o.horizon, Math.max(0, (o.p.x * v.x + o.p.y * v.y) / vv));
  return Math.hypot(o.p.x - t * v.x, o.p.y - t * v.y);
}

/** Whether v collides within the horizon. */
export function contains(o: Obstacle, v: Vec2): boolean {
  return closestDistance(o, v) < o.combinedRadius;
}

/**
 * Distance along a ray from `from` (inside) to where it leaves the obstacle, by doubling and bisection;
 * `undefined` when it is still inside at `reach`.
 */
export function exitDistance(o: Obstacle, from: Vec2, angle: number, reach: number): number | undefined {
  const dx = Math.cos(angle), dy = Math.sin(angle);
  const inside = (s: number): boolean => contains(o, { x: from.x + s * dx, y: from.y + s * dy });
  let low = 0, high = reach / 4096;
  while (inside(high)) {
    low = high;
    high *= 2;
    if (low >= reach) return undefined;
  }
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (inside(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Boundary points where `rays` rays from the last disc's center leave the obstacle within `reach`. */
export function boundarySamples(o: Obstacle, rays: number, reach: number): readonly Vec2[] {
  const center = { x: o.p.x / o.horizon, y: o.p.y / o.horizon };
  const samples: Vec2[] = [];
  for (let i = 0; i < rays; i++) {
    const angle = 2 * Math.PI * (i + 0.5) / rays;
    const s = exitDistance(o, center, angle, reach);
    if (s !== undefined) {
      samples.push({ x: center.x + s * Math.cos(angle), y: center.y + s * Math.sin(angle) });
    }
  }
  return samples;
}

/**
 * Distance from an inside v to the boundary, m/s: the shortest of `rays` rays. The obstacle is convex, so a ray
 * that misses the shortest direction by an angle a is longer by at most the factor 1/cos(a).
 */
export function depthInside(o: Obstacle, v: Vec2, rays: number, reach: number): number {
  let best = Infinity;
  for (let i = 0; i < rays; i++) {
    best = Math.min(best, exitDistance(o, v, 2 * Math.PI * (i + 0.5) / rays, reach) ?? Infinity);
  }
  return best;
}

/**
 * Distance from an outside v to the union of discs, m/s, and the nearest point of the nearest disc. With s = 1/t the
 * distance to one disc is |v - s p| - s R, convex in s: dense sampling, then a ternary search around the best.
 */
export function distanceOutside(o: Obstacle, v: Vec2): { readonly distance: number; readonly nearest: Vec2 } {
  const gap = (s: number): number => Math.hypot(v.x - s * o.p.x, v.y - s * o.p.y) - s * o.combinedRadius;
  const d = Math.hypot(o.p.x, o.p.y), first = 1 / o.horizon;
  const last = first + 2 * (Math.hypot(v.x, v.y) + Math.abs(gap(first))) / (d - o.combinedRadius);
  const steps = 2000;
  let best = 0;
  const at = (i: number): number => first + (last - first) * (i / steps) ** 2;
  for (let i = 1; i <= steps; i++) if (gap(at(i)) < gap(at(best))) best = i;
  let low = at(Math.max(0, best - 1)), high = at(Math.min(steps, best + 1));
  for (let i = 0; i < 120; i++) {
    const a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (gap(a) <= gap(b)) high = b;
    else low = a;
  }
  const s = gap(low) < gap(first) ? low : first;
  const length = Math.hypot(v.x - s * o.p.x, v.y - s * o.p.y);
  const k = s * o.combinedRadius / length;
  return {
    distance: gap(s),
    nearest: { x: s * o.p.x + k * (v.x - s * o.p.x), y: s * o.p.y + k * (v.y - s * o.p.y) },
  };
}
