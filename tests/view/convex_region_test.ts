import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import type { Vec2 } from "../../geometry/vector.ts";
import { feasibleRegion } from "../../view/convex_region.ts";
import { counts } from "../counts.ts";
import { sx1, unitAt } from "./records.ts";

const box = { minX: -4, minY: -4, maxX: 4, maxY: 4 };
const grid = fc.integer({ min: -256, max: 256 }).map((n) => n / 64);
const point = fc.record({ x: grid, y: grid });
const planes = fc.array(fc.record({ point, normal: fc.integer({ min: 0, max: 359 }).map(unitAt) }), {
  maxLength: 5,
});
const discs = fc.array(
  fc.record({ center: point, radius: fc.integer({ min: 1, max: 256 }).map((n) => n / 64) }),
  { maxLength: 3 },
);

/** How far inside the tightest constraint, by its definition alone. */
function least(
  v: Vec2,
  halfPlanes: readonly { point: Vec2; normal: Vec2 }[],
  of: readonly { center: Vec2; radius: number }[],
): number {
  return Math.min(
    v.x - box.minX,
    box.maxX - v.x,
    v.y - box.minY,
    box.maxY - v.y,
    ...halfPlanes.map(({ point: p, normal: n }) => n.x * (v.x - p.x) + n.y * (v.y - p.y)),
    ...of.map(({ center, radius }) => radius - Math.hypot(v.x - center.x, v.y - center.y)),
  );
}

/** Shoelace formula; positive for counter-clockwise polygons. */
function area(polygon: readonly Vec2[]): number {
  return polygon.reduce((sum, a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    return sum + (a.x * b.y - a.y * b.x) / 2;
  }, 0);
}

it("P1: every vertex of the feasible region satisfies every half-plane and disc", () => {
  fc.assert(
    fc.property(planes, discs, (halfPlanes, of) => {
      for (const v of feasibleRegion(halfPlanes, of, box)) assert(least(v, halfPlanes, of) >= -1e-12);
    }),
    { numRuns: counts("view regions") },
  );
});

it("P1: a velocity that satisfies everything lies in the feasible region", () => {
  fc.assert(
    fc.property(planes, discs, point, (halfPlanes, of, v) => {
      // 1e-3 covers what the chords cut off the arcs.
      if (least(v, halfPlanes, of) < 1e-3) return;
      const region = feasibleRegion(halfPlanes, of, box);
      assert(region.length >= 3, "the region is empty");
      region.forEach((a, i) => {
        const b = region[(i + 1) % region.length]!;
        assert((b.x - a.x) * (v.y - a.y) - (b.y - a.y) * (v.x - a.x) >= -1e-12, "left of every side");
      });
    }),
    { numRuns: counts("view regions") },
  );
});

it("P1: the feasible region of SX1 is a circular segment cut by a line, with the area that calculus gives", () => {
  // The area of |v| <= 1.5 with y >= 0.2 and x <= 0.75, as an integral over y of the width.
  const region = feasibleRegion([...sx1.neighbors, ...sx1.boundaries], sx1.discs, box);
  const steps = 200_000, height = 1.3;
  let expected = 0;
  for (let k = 0; k < steps; k++) {
    const half = Math.sqrt(2.25 - (0.2 + height * (k + 0.5) / steps) ** 2);
    expected += (half + Math.min(half, 0.75)) * height / steps;
  }
  assertAlmostEquals(area(region), expected, 1e-4);
});

it("P1: discs that touch from outside, or a disc of radius 0, leave no area", () => {
  const [a, b] = [{ center: { x: -1, y: 0 }, radius: 1 }, { center: { x: 1, y: 0 }, radius: 1 }];
  assertEquals(feasibleRegion([], [a, b], box), []);
  assertEquals(feasibleRegion([], [{ center: { x: 0, y: 0 }, radius: 0 }], box), []);
});

it("P1: of nested discs the inner one is the region, whichever comes first", () => {
  const outer = { center: { x: 0, y: 0 }, radius: 1 }, inner = { center: { x: 0.05, y: 0 }, radius: 0.9 };
  for (const discs of [[outer, inner], [inner, outer]]) {
    assertAlmostEquals(area(feasibleRegion([], discs, box)), Math.PI * 0.81, 3e-4);
  }
});

it("P1: a disc that hardly sticks out of a half-plane keeps nearly all of its area", () => {
  const disc = { center: { x: 0, y: 0 }, radius: 1 };
  for (const gap of [1e-3, 1e-6, 1e-9, 1e-12, 0]) {
    const cut = feasibleRegion([{ point: { x: 1 - gap, y: 0 }, normal: { x: -1, y: 0 } }], [disc], box);
    assertAlmostEquals(area(cut), Math.PI, 3e-4);
  }
});

it("P1: lines that meet on a circle, however near to its tangent, cut off no more than they do", () => {
  const anyTilt = fc.double({ min: 1, max: 40, noNaN: true }).map((power) => Math.pow(2, -power));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), anyTilt, anyTilt, (degrees, left, right) => {
      const point = unitAt(degrees), turned = (by: number) => unitAt(degrees + 180 + by * 180 / Math.PI);
      const region = feasibleRegion(
        [{ point, normal: turned(left) }, { point, normal: turned(-right) }],
        [{ center: { x: 0, y: 0 }, radius: 1 }],
        box,
      );
      // A line at this angle to the tangent cuts off a segment of half-angle `tilt`.
      const segment = (tilt: number) => tilt - Math.sin(2 * tilt) / 2;
      assertAlmostEquals(area(region), Math.PI - segment(left) - segment(right), 3e-4);
    }),
    { numRuns: counts("view regions") / 4 },
  );
});
