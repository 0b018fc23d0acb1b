import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { closestApproach } from "../../geometry/closest_approach.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { counts } from "../counts.ts";

const grid = (limit: number) => fc.integer({ min: -limit * 64, max: limit * 64 }).map((n) => n / 64);
const vector = (limit: number) => fc.record({ x: grid(limit), y: grid(limit) });

const at = (p: Vec2, v: Vec2, a: Vec2, t: number): Vec2 => ({
  x: p.x + v.x * t + a.x * t * t / 2,
  y: p.y + v.y * t + a.y * t * t / 2,
});
const size = (v: Vec2): number => Math.hypot(v.x, v.y);

/** Least distance among many moments: never below the truth. */
function leastOfMany(p: Vec2, v: Vec2, a: Vec2, duration: number, steps: number): number {
  let least = Infinity;
  for (let i = 0; i <= steps; i++) least = Math.min(least, size(at(p, v, a, duration * i / steps)));
  return least;
}

it("B8: the least distance on a curve is what very many moments approach from above", () => {
  const steps = 2000;
  fc.assert(
    fc.property(
      vector(8),
      vector(8),
      fc.oneof(vector(16), vector(1), fc.constant({ x: 0, y: 0 })),
      fc.integer({ min: 1, max: 256 }).map((n) => n / 64),
      (p, v, a, duration) => {
        const found = closestApproach(p, v, a, duration);
        const sampled = leastOfMany(p, v, a, duration, steps);
        const fastest = size(v) + size(a) * duration;
        // Between two moments the point moves by at most so much.
        const coarse = fastest * duration / steps / 2;
        assert(found.time >= 0 && found.time <= duration);
        assertAlmostEquals(found.distance, size(at(p, v, a, found.time)), 1e-12);
        assert(found.distance <= sampled + 1e-12, `${found.distance} above ${sampled}`);
        assert(found.distance >= sampled - coarse - 1e-12, `${found.distance} far below ${sampled}`);
      },
    ),
    { numRuns: counts("closest approach") },
  );
});

it("B8: the moment found is stationary or an end of the interval", () => {
  fc.assert(
    fc.property(vector(8), vector(8), vector(8), (p, v, a) => {
      const { time, distance } = closestApproach(p, v, a, 2);
      if (time === 0 || time === 2 || distance < 1e-6) return;
      const x = at(p, v, a, time);
      const slope = x.x * (v.x + a.x * time) + x.y * (v.y + a.y * time);
      assert(Math.abs(slope) <= 1e-10 * (size(p) + size(v) + size(a) + 1) ** 2, `slope ${slope}`);
    }),
    { numRuns: counts("closest approach") },
  );
});

it("B8: a straight even motion passes the origin at its foot", () => {
  const found = closestApproach({ x: -3, y: 4 }, { x: 1, y: 0 }, { x: 0, y: 0 }, 10);
  assertEquals(found, { distance: 4, time: 3 });
});

it("B8: a motion that ends before its foot is nearest at the end, one that leaves is nearest at the start", () => {
  assertEquals(closestApproach({ x: -5, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 0 }, 2), { distance: 3, time: 2 });
  assertEquals(closestApproach({ x: 5, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 0 }, 2), { distance: 5, time: 0 });
});

it("B8: of two nearest moments on a curve the earlier is given", () => {
  // p(t) = (t - 1, 1 - (t-1)² ... ) is as near at both feet of its arch.
  const p = { x: -1, y: 0 }, v = { x: 1, y: 2 }, a = { x: 0, y: -2 };
  const found = closestApproach(p, v, a, 2);
  assertEquals(found.time <= 1, true);
  const mirrored = closestApproach({ x: 1, y: 0 }, { x: -1, y: 2 }, a, 2);
  assertEquals(mirrored.distance, found.distance);
  assertEquals(mirrored.time, found.time);
});

it("B8: a body that brakes to the origin and turns back touches it at its turning point", () => {
  const found = closestApproach({ x: -2, y: 0 }, { x: 2, y: 0 }, { x: -1, y: 0 }, 10);
  assertAlmostEquals(found.distance, 0, 1e-12);
  assertAlmostEquals(found.time, 2, 1e-6);
});

it("B8: no motion, no acceleration and no duration are all fine", () => {
  const zero = { x: 0, y: 0 };
  assertEquals(closestApproach(zero, zero, zero, 1), { distance: 0, time: 0 });
  assertEquals(closestApproach({ x: 3, y: 4 }, zero, zero, 1), { distance: 5, time: 0 });
  assertEquals(closestApproach({ x: 3, y: 4 }, { x: -3, y: -4 }, { x: 9, y: 9 }, 0), {
    distance: 5,
    time: 0,
  });
  const fromRest = closestApproach({ x: -2, y: 1 }, zero, { x: 1, y: 0 }, 4);
  assertAlmostEquals(fromRest.distance, 1, 1e-12);
  assertAlmostEquals(fromRest.time, 2, 1e-9);
});

it("B8: the answer follows the scale of length and of time, however large or small", () => {
  fc.assert(
    fc.property(
      vector(8),
      vector(8),
      vector(8),
      fc.constantFrom(2 ** -400, 2 ** -60, 2 ** 60, 2 ** 400),
      fc.constantFrom(2 ** -90, 2 ** 90),
      (p, v, a, metre, second) => {
        const plain = closestApproach(p, v, a, 2);
        const times = (w: Vec2, k: number): Vec2 => ({ x: w.x * k, y: w.y * k });
        const scaled = closestApproach(
          times(p, metre),
          times(v, metre / second),
          times(a, metre / second / second),
          2 * second,
        );
        assertEquals(scaled.distance / metre, plain.distance);
        assertEquals(scaled.time / second, plain.time);
      },
    ),
    { numRuns: counts("closest approach") },
  );
});

it("B8: a hard pass near the origin is found to the last digits", () => {
  const found = closestApproach({ x: -1e6, y: 1e-6 }, { x: 1e6, y: 0 }, { x: 0, y: 0 }, 3);
  assertAlmostEquals(found.distance, 1e-6, 1e-9);
  assertAlmostEquals(found.time, 1, 1e-12);
});
