import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { collisionCone, inCollisionCone, timeToCollision } from "../../geometry/mod.ts";
import { frozen } from "./frozen.ts";
import { closestDistance } from "./obstacle_oracle.ts";
import { agent, anyPairs, runs } from "./pairs.ts";

const still = agent("b", 5, 0, 0, 0, { radius: 2 });
const from = (x: number, y: number, vx: number, vy: number) => agent("a", x, y, vx, vy, { radius: 1 });

it("G12: the cone has the line of sight as axis and half-angle asin(R/|p|)", () => {
  const cone = collisionCone(from(0, 0, 0, 0), still);
  assertEquals(cone.axis, { x: 5, y: 0 });
  assertEquals(cone.combinedRadius, 3);
  assertAlmostEquals(cone.halfAngle, Math.asin(3 / 5), 1e-12);
  assertAlmostEquals(collisionCone(from(0, 0, 0, 0), still, 1).halfAngle, Math.asin(4 / 5), 1e-12);
});

it("G12: the half-angle is π/2 at contact and inside it", () => {
  for (const x of [2, 2.5, 3, 5]) {
    assertEquals(collisionCone(from(x, 0, 0, 0), still).halfAngle, Math.PI / 2);
  }
  assert(collisionCone(from(1.9, 0, 0, 0), still).halfAngle < Math.PI / 2);
});

it("G12: a relative velocity lies in the cone when it leads closer than R some time", () => {
  const cone = collisionCone(from(0, 0, 0, 0), still);
  assert(inCollisionCone(cone, { x: 1, y: 0 }));
  assert(inCollisionCone(cone, { x: 0.81, y: 0.6 }), "just inside the tangent (4, 3)/5");
  assert(!inCollisionCone(cone, { x: 0.79, y: 0.6 }), "just outside");
  assert(!inCollisionCone(cone, { x: 4, y: 3 }), "on the tangent itself they only touch");
  assert(!inCollisionCone(cone, { x: -1, y: 0 }), "receding");
  assert(!inCollisionCone(cone, { x: 0, y: 0 }), "at rest");
  assert(!inCollisionCone(cone, { x: 0, y: 1 }));
});

it("G12: at contact approaching is inside and sliding along is not", () => {
  const cone = collisionCone(from(2, 0, 0, 0), still);
  assert(inCollisionCone(cone, { x: 0.1, y: 5 }));
  assert(inCollisionCone(cone, { x: 1e-12, y: 5 }), "approaching ever so little");
  assert(!inCollisionCone(cone, { x: 0, y: 5 }));
  assert(!inCollisionCone(cone, { x: -0.1, y: 5 }));
  assert(inCollisionCone(collisionCone(from(3, 0, 0, 0), still), { x: 1, y: 0 }));
});

it("G12: the time to collision: head-on, overlapping, receding, resting, passing", () => {
  assertAlmostEquals(timeToCollision(from(0, 0, 2, 0), still), 1, 1e-12);
  assertAlmostEquals(timeToCollision(from(0, 0, 2, 0), still, 1), 0.5, 1e-12);
  assertEquals(timeToCollision(from(3, 0, 0, 0), still), 0);
  assertEquals(timeToCollision(from(3, 0, -9, 0), still), 0, "overlapping counts even when parting");
  assertEquals(timeToCollision(from(5, 0, 0, 0), still), 0, "coincident");
  assertEquals(timeToCollision(from(0, 0, -2, 0), still), Infinity);
  assertEquals(timeToCollision(from(0, 0, 0, 0), still), Infinity);
  assertEquals(timeToCollision(from(0, 0, 0, 2), still), Infinity);
  // Off center: y = 1.8 from the axis, so contact at sqrt(9 - 3.24) = 2.4 before the other's x.
  assertAlmostEquals(timeToCollision(from(0, 1.8, 2, 0), still), (5 - 2.4) / 2, 1e-12);
});

it("G12: touching is no collision: neither resting at contact nor grazing", () => {
  assertEquals(timeToCollision(from(2, 0, 0, 0), still), Infinity);
  assertEquals(timeToCollision(from(2, 0, 0, 1), still), Infinity);
  assertEquals(timeToCollision(from(2, 0, -1, 0), still), Infinity);
  assertEquals(timeToCollision(from(0, 3, 1, 0), still), Infinity, "grazes at distance exactly R");
  assertEquals(timeToCollision(from(2, 0, 1, 0), still), 0, "at contact and approaching");
});

it("G12: only relative motion matters", () => {
  const a = agent("a", 1, 2, 3, 4), b = agent("b", 9, 5, -1, 3);
  const moved = timeToCollision(
    { ...a, velocity: { x: 13, y: -4 } },
    { ...b, velocity: { x: 9, y: -5 } },
  );
  assertAlmostEquals(timeToCollision(a, b), moved, 1e-12);
  assertEquals(timeToCollision(b, a), timeToCollision(a, b));
});

it("G12: time and cone agree with the definition: nothing nearer than R before, R at that time, nearer after", () => {
  const seen = { hit: 0, miss: 0 };
  fc.assert(
    fc.property(anyPairs, ({ self, other, parameters }) => {
      const margin = parameters.safetyMargin ?? 0;
      const t = timeToCollision(frozen(self), frozen(other), margin);
      const p = { x: other.position.x - self.position.x, y: other.position.y - self.position.y };
      const v = { x: self.velocity.x - other.velocity.x, y: self.velocity.y - other.velocity.y };
      const R = self.radius + other.radius + margin, d = Math.hypot(p.x, p.y);
      const nearest = (horizon: number): number => closestDistance({ p, combinedRadius: R, horizon }, v);
      const cone = collisionCone(self, other, margin);
      if (d < R) return assertEquals(t, 0);
      if (nearest(1e9) > R + 1e-9 * d) {
        assertEquals(t, Infinity);
        assert(!inCollisionCone(cone, v));
      } else if (nearest(1e9) < R - 1e-9 * d) {
        assert(Number.isFinite(t));
        assert(inCollisionCone(cone, v));
        assertAlmostEquals(Math.hypot(p.x - t * v.x, p.y - t * v.y), R, 1e-9 * d);
        assert(nearest(t) >= R - 1e-9 * d, "met before");
        assert(nearest(1.001 * t + 1e-3) < R, "must be nearer soon after");
        seen.hit++;
        return;
      }
      seen.miss++;
    }),
    runs("geometry properties"),
  );
  assert(seen.hit > 20 && seen.miss > 20, `hit ${seen.hit}, missed ${seen.miss}`);
});

it("G12: a grazing course is in or out by the smallest of margins", () => {
  const cone = collisionCone(from(0, 0, 0, 0), still);
  for (const [aside, hits] of [[3 - 1e-9, true], [3 + 1e-9, false]] as const) {
    assertEquals(Number.isFinite(timeToCollision(from(0, aside, 1, 0), still)), hits);
    const sine = aside / 5, cosine = Math.sqrt(1 - sine * sine);
    assertEquals(inCollisionCone(cone, { x: cosine, y: sine }), hits);
    assertEquals(inCollisionCone(cone, { x: 7 * cosine, y: -7 * sine }), hits);
  }
});
