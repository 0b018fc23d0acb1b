/**
 * Random convex pieces and simple polygons, and what it means to meet them, without the library's formulas.
 *
 * @module
 */
import fc from "fast-check";
import type { Vec2 } from "../../geometry/mod.ts";
import { pointDistance, segmentDistance } from "../separation/segments.ts";
import { vector } from "../separation/movers.ts";

/** Segments, and convex polygons round a center, counter-clockwise. */
export const convexShape: fc.Arbitrary<readonly Vec2[]> = fc.record({
  center: vector(4),
  turns: fc.uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 2, maxLength: 8 }),
  size: fc.constantFrom(0.25, 1, 3, 12),
}).map(({ center, turns, size }) =>
  [...turns].sort((a, b) => a - b).map((turn) => ({
    x: center.x + size * Math.cos(turn * Math.PI / 180),
    y: center.y + size * Math.sin(turn * Math.PI / 180),
  }))
);

/** Polygons that a center sees all of: simple, counter-clockwise, mostly not convex. */
export const starShape: fc.Arbitrary<readonly Vec2[]> = fc.record({
  center: vector(8),
  rays: fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 5, maxLength: 24 }),
}).map(({ center, rays }) =>
  rays.map((ray, i) => ({
    x: center.x + ray / 16 * Math.cos(2 * Math.PI * i / rays.length),
    y: center.y + ray / 16 * Math.sin(2 * Math.PI * i / rays.length),
  }))
);

/** Whether a point lies in a polygon, by the angle that its corners turn round it. */
export function isWithin({ x, y }: Vec2, corners: readonly Vec2[]): boolean {
  let turned = 0;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length]!, p = { x: from.x - x, y: from.y - y };
    const q = { x: to.x - x, y: to.y - y };
    turned += Math.atan2(p.x * q.y - p.y * q.x, p.x * q.x + p.y * q.y);
  });
  return Math.abs(turned) > 1;
}

/** Distance of the way from `start` along `along` to a solid shape, m; 0 where it starts inside. */
export function wayDistance(start: Vec2, along: Vec2, corners: readonly Vec2[]): number {
  if (corners.length > 2 && isWithin(start, corners)) return 0;
  return Math.min(...corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const p = { x: from.x - start.x, y: from.y - start.y }, side = { x: to.x - from.x, y: to.y - from.y };
    return Math.min(segmentDistance(along, p, side), segmentDistance(side, { x: -p.x, y: -p.y }, along));
  }));
}

/** Distance of a point to a solid shape, m; 0 inside. */
export function pointDistanceTo(point: Vec2, corners: readonly Vec2[]): number {
  if (corners.length > 2 && isWithin(point, corners)) return 0;
  return Math.min(...corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    return pointDistance(point.x, point.y, from, { x: to.x - from.x, y: to.y - from.y });
  }));
}
