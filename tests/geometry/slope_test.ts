import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { horizontalLimits, slopeFactor, surfaceVelocity } from "../../geometry/mod.ts";
import { frozen } from "./frozen.ts";
import { runs } from "./pairs.ts";

const number = fc.integer({ min: -640, max: 640 }).map((n) => n / 64);

it("G14: k = sqrt(1 + |g|²): 1 on the level, 2 at a gradient of sqrt 3, whatever its direction", () => {
  assertEquals(slopeFactor({ x: 0, y: 0 }), 1);
  assertAlmostEquals(slopeFactor({ x: Math.sqrt(3), y: 0 }), 2, 1e-12);
  assertAlmostEquals(slopeFactor({ x: 0, y: -Math.sqrt(3) }), 2, 1e-12);
  assertAlmostEquals(slopeFactor({ x: 0.45, y: 0.6 }), 1.25, 1e-12);
});

it("G14: the surface velocity of horizontal v is (v, dot(g, v))", () => {
  assertEquals(surfaceVelocity(frozen({ x: 2, y: -1 }), frozen({ x: 0.5, y: 0.25 })), {
    x: 2,
    y: -1,
    z: 0.75,
  });
  assertEquals(surfaceVelocity({ x: 1, y: 2 }, { x: 0, y: 0 }), { x: 1, y: 2, z: 0 });
  assertEquals(surfaceVelocity({ x: -1, y: 0 }, { x: 0.5, y: 9 }).z, -0.5, "walking back means downhill");
});

it("G14: caps: vMax = min(V/k, route cap), aMax = A/k", () => {
  const gradient = { x: 0.75, y: 0 };
  const limits = horizontalLimits(frozen({ surfaceSpeed: 2, surfaceBudget: 5, gradient }));
  assertAlmostEquals(limits.maxSpeed, 1.6, 1e-12);
  assertAlmostEquals(limits.budget, 4, 1e-12);
  const capped = horizontalLimits({ surfaceSpeed: 2, surfaceBudget: 5, gradient, routeSpeedCap: 1 });
  assertEquals(capped.maxSpeed, 1);
  assertAlmostEquals(capped.budget, 4, 1e-12);
  const high = horizontalLimits({ surfaceSpeed: 2, surfaceBudget: 5, gradient, routeSpeedCap: 9 });
  assertAlmostEquals(high.maxSpeed, 1.6, 1e-12);
});

it("G14: an unlimited budget stays unlimited on a slope, a route cap of 0 stops", () => {
  const limits = horizontalLimits({
    surfaceSpeed: 2,
    surfaceBudget: Infinity,
    gradient: { x: 1, y: 1 },
    routeSpeedCap: 0,
  });
  assertEquals(limits, { maxSpeed: 0, budget: Infinity });
});

it("G14: conservative: no horizontal velocity under the caps exceeds the surface caps", () => {
  fc.assert(
    fc.property(number, number, number, number, (gx, gy, dx, dy) => {
      fc.pre(dx !== 0 || dy !== 0);
      const gradient = { x: gx, y: gy };
      const { maxSpeed, budget } = horizontalLimits({ surfaceSpeed: 3, surfaceBudget: 7, gradient });
      const length = Math.hypot(dx, dy);
      const along = (size: number): number => {
        const { x, y, z } = surfaceVelocity({ x: size * dx / length, y: size * dy / length }, gradient);
        return Math.hypot(x, y, z);
      };
      assert(along(maxSpeed) <= 3 * (1 + 1e-12), "speed");
      assert(along(budget) <= 7 * (1 + 1e-12), "acceleration");
    }),
    runs("geometry properties"),
  );
});

it("G14: the bound is met straight up or down the slope", () => {
  const gradient = { x: 0.3, y: 0.4 },
    { maxSpeed } = horizontalLimits({ surfaceSpeed: 3, surfaceBudget: 7, gradient });
  for (const s of [1, -1]) {
    const up = surfaceVelocity({ x: s * maxSpeed * 0.6, y: s * maxSpeed * 0.8 }, gradient);
    assertAlmostEquals(Math.hypot(up.x, up.y, up.z), 3, 1e-12);
  }
});
