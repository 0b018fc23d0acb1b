import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { nearestBoundary, OBSTACLE_FEATURES, type ObstacleFeature, type Vec2 } from "../../geometry/mod.ts";
import {
  boundarySamples,
  closestDistance,
  contains,
  depthInside,
  distanceOutside,
  type Obstacle,
} from "./obstacle_oracle.ts";
import { agent, halfPlane, neighborSource, runs } from "./pairs.ts";

/** Nearest boundary point q, normal and feature that the library finds for a relative velocity v. */
function nearest(o: Obstacle, v: Vec2): { q: Vec2; normal: Vec2; change: Vec2; feature: ObstacleFeature } {
  const self = agent("self", 0, 0, v.x, v.y, { radius: o.combinedRadius / 2 });
  const other = agent("other", o.p.x, o.p.y, 0, 0, { radius: o.combinedRadius / 2 });
  const h = halfPlane(self, other, { timeHorizon: o.horizon, timeStep: 0.1 });
  const { change, feature } = neighborSource(h);
  return { q: { x: v.x + change.x, y: v.y + change.y }, normal: h.normal, change, feature };
}

/** p = (5, 0), R = 3: l = 4, tangents along (4/5, ±3/5). With T = 1, c = (5, 0), r = 3, rays start at (3.2, ±2.4). */
const triangle: Obstacle = { p: { x: 5, y: 0 }, combinedRadius: 3, horizon: 1 };

interface Shape {
  readonly name: string;
  readonly v: Vec2;
  readonly q: Vec2;
  readonly normal: Vec2;
  readonly features: readonly ObstacleFeature[];
  readonly inside: boolean;
}

const onLeft = { x: 6.4, y: 4.8 }, onRight = { x: 6.4, y: -4.8 };
const leftNormal = { x: -0.6, y: 0.8 }, rightNormal = { x: -0.6, y: -0.8 };
const start = { x: 3.2, y: 2.4 };
const shapes: readonly Shape[] = [
  {
    name: "on the arc, from inside",
    v: { x: 3, y: 0 },
    q: { x: 2, y: 0 },
    normal: { x: -1, y: 0 },
    features: ["arc"],
    inside: true,
  },
  {
    name: "on the arc, from outside",
    v: { x: 0, y: 0 },
    q: { x: 2, y: 0 },
    normal: { x: -1, y: 0 },
    features: ["arc"],
    inside: false,
  },
  {
    // c + 3·(-0.8, 0.6) is on the circle, and faces the origin: dot(n, p) = -4 <= -3.
    name: "on the arc off the axis, from inside",
    v: { x: 5 - 0.8, y: 0.6 },
    q: { x: 5 - 2.4, y: 1.8 },
    normal: { x: -0.8, y: 0.6 },
    features: ["arc"],
    inside: true,
  },
  {
    name: "on the arc off the axis, from outside",
    v: { x: 5 - 4, y: -3 },
    q: { x: 5 - 2.4, y: -1.8 },
    normal: { x: -0.8, y: -0.6 },
    features: ["arc"],
    inside: false,
  },
  {
    name: "on the left ray, from inside",
    v: { x: 6.4 + 0.6, y: 4.8 - 0.8 },
    q: onLeft,
    normal: leftNormal,
    features: ["leftLeg"],
    inside: true,
  },
  {
    name: "on the left ray, from outside",
    v: { x: 6.4 - 1.2, y: 4.8 + 1.6 },
    q: onLeft,
    normal: leftNormal,
    features: ["leftLeg"],
    inside: false,
  },
  {
    name: "on the right ray, from inside",
    v: { x: 6.4 + 0.6, y: -4.8 + 0.8 },
    q: onRight,
    normal: rightNormal,
    features: ["rightLeg"],
    inside: true,
  },
  {
    name: "on the right ray, from outside",
    v: { x: 6.4 - 1.2, y: -4.8 - 1.6 },
    q: onRight,
    normal: rightNormal,
    features: ["rightLeg"],
    inside: false,
  },
  {
    // Where arc and ray meet both normals agree, so either name will do.
    name: "at a ray's start, from inside",
    v: { x: 5 - 0.9, y: 1.2 },
    q: start,
    normal: leftNormal,
    features: ["arc", "leftLeg"],
    inside: true,
  },
  {
    name: "at a ray's start, from outside",
    v: { x: 3.2 - 1.2, y: 2.4 + 1.6 },
    q: start,
    normal: leftNormal,
    features: ["arc", "leftLeg"],
    inside: false,
  },
];

for (const { name, v, q, normal, features, inside } of shapes) {
  it(`GX4: the nearest point lies ${name}`, () => {
    const found = nearest(triangle, v);
    assertEquals(contains(triangle, v), inside);
    assertAlmostEquals(found.q.x, q.x, 1e-12);
    assertAlmostEquals(found.q.y, q.y, 1e-12);
    assertAlmostEquals(found.normal.x, normal.x, 1e-12);
    assertAlmostEquals(found.normal.y, normal.y, 1e-12);
    assert(features.includes(found.feature), `found ${found.feature}`);
    const distance = Math.hypot(found.change.x, found.change.y);
    let sampled = Infinity;
    for (const b of boundarySamples(triangle, 20_000, 100)) {
      sampled = Math.min(sampled, Math.hypot(b.x - v.x, b.y - v.y));
    }
    // No sample may be nearer; and one must be nearly as near (they are about 1 mm/s apart here).
    assert(sampled >= distance - 1e-9, `a sample at ${sampled} is nearer than ${distance}`);
    assert(sampled <= distance + 1e-3, `no sample within ${sampled} of v, distance ${distance}`);
  });
}

it("G4: the rays start at sqrt(d² - R²)/T and run at ±asin(R/d) from p", () => {
  for (const turn of [0, 0.3, 1.7, 4]) {
    for (const horizon of [0.5, 1, 4]) {
      const d = 7, R = 2, half = Math.asin(R / d);
      const o: Obstacle = {
        p: { x: d * Math.cos(turn), y: d * Math.sin(turn) },
        combinedRadius: R,
        horizon,
      };
      for (const [feature, sign] of [["leftLeg", 1], ["rightLeg", -1]] as const) {
        const angle = turn + sign * half;
        const along = { x: Math.cos(angle), y: Math.sin(angle) };
        const out = { x: -sign * along.y, y: sign * along.x };
        const first = Math.sqrt(d * d - R * R) / horizon;
        for (const beyond of [1e-6, 0.1, 3]) {
          for (const aside of [-0.2, 0.4]) {
            const s = first + beyond;
            const found = nearest(o, { x: s * along.x + aside * out.x, y: s * along.y + aside * out.y });
            assertEquals(found.feature, feature);
            assertAlmostEquals(found.q.x, s * along.x, 1e-12);
            assertAlmostEquals(found.q.y, s * along.y, 1e-12);
          }
        }
        // Just short of the ray's start the circle takes over.
        const s = first - 1e-6;
        assertEquals(nearest(o, { x: s * along.x + out.x, y: s * along.y + out.y }).feature, "arc");
      }
    }
  }
});

it("G4: the arc belongs to the circle with center p/T and radius R/T", () => {
  const o: Obstacle = { p: { x: 3, y: 4 }, combinedRadius: 2, horizon: 4 };
  const { q, feature } = nearest(o, { x: 0, y: 0 });
  assertEquals(feature, "arc");
  assertAlmostEquals(Math.hypot(q.x - 3 / 4, q.y - 4 / 4), 2 / 4, 1e-12);
  assertAlmostEquals(q.x, (1 - 2 / 5) * 3 / 4, 1e-12);
  assertAlmostEquals(q.y, (1 - 2 / 5) * 4 / 4, 1e-12);
});

it("G5: v exactly at the disc's center takes the arc's midpoint", () => {
  for (const [px, py, horizon] of [[4, 0, 2], [0.3, 0.7, 3], [-5, 12, 7], [1e5, -3e4, 0.1]] as const) {
    const d = Math.hypot(px, py), R = d / 3;
    const { change, normal, feature } = nearest(
      { p: { x: px, y: py }, combinedRadius: R, horizon },
      { x: px / horizon, y: py / horizon },
    );
    assertEquals(feature, "arc");
    assertAlmostEquals(normal.x, -px / d, 1e-12);
    assertAlmostEquals(normal.y, -py / d, 1e-12);
    assertAlmostEquals(change.x * horizon / R, -px / d, 1e-12);
    assertAlmostEquals(change.y * horizon / R, -py / d, 1e-12);
  }
});

it("G5: a radial projection on the far side of the circle does not count", () => {
  // v right of c, inside: the circle's own nearest point (8, 0) lies deep inside the obstacle.
  const { q, feature } = nearest(triangle, { x: 7, y: -0.5 });
  assertEquals(feature, "rightLeg");
  assertAlmostEquals(closestDistance(triangle, q), 3, 1e-12);
});

const shape = fc.record({
  distance: fc.integer({ min: 64, max: 6_400 }).map((n) => n / 64),
  turn: fc.integer({ min: 0, max: 6_283 }).map((n) => n / 1_000),
  sine: fc.integer({ min: 3, max: 97 }).map((n) => n / 100),
  horizon: fc.integer({ min: 8, max: 640 }).map((n) => n / 64),
  // v in units of the truncating disc, from its center
  x: fc.integer({ min: -400, max: 400 }).map((n) => n / 100),
  y: fc.integer({ min: -400, max: 400 }).map((n) => n / 100),
}).map(({ distance, turn, sine, horizon, x, y }) => {
  const p = { x: distance * Math.cos(turn), y: distance * Math.sin(turn) };
  const o: Obstacle = { p, combinedRadius: sine * distance, horizon };
  const r = o.combinedRadius / horizon;
  return { o, v: { x: p.x / horizon + x * r, y: p.y / horizon + y * r } };
});

it("G5: no boundary point is nearer than q, and q is on the boundary, by rays and discs alone", () => {
  const seen = { inside: 0, outside: 0 };
  fc.assert(
    fc.property(shape, ({ o, v }) => {
      const { q, normal, change } = nearest(o, v);
      const distance = Math.hypot(change.x, change.y);
      const unit = Math.hypot(o.p.x, o.p.y) / o.horizon;
      assertAlmostEquals(closestDistance(o, q), o.combinedRadius, 1e-9 * Math.hypot(o.p.x, o.p.y));
      if (contains(o, v)) {
        seen.inside++;
        const rays = 720, depth = depthInside(o, v, rays, 1e4 * unit);
        assert(depth >= distance - 1e-9 * unit, `a ray leaves after ${depth}, q is at ${distance}`);
        assert(
          depth * Math.cos(Math.PI / rays) <= distance + 1e-9 * unit,
          `depth ${depth}, q at ${distance}`,
        );
        // Outward: the change leads the same way as the normal.
        assert(change.x * normal.x + change.y * normal.y >= -1e-12 * unit);
      } else {
        seen.outside++;
        const oracle = distanceOutside(o, v);
        assertAlmostEquals(distance, oracle.distance, 1e-9 * unit);
        // A convex set has one nearest point.
        assertAlmostEquals(q.x, oracle.nearest.x, 1e-6 * unit);
        assertAlmostEquals(q.y, oracle.nearest.y, 1e-6 * unit);
        assert(change.x * normal.x + change.y * normal.y <= 1e-12 * unit);
      }
    }),
    runs("geometry boundary sampling"),
  );
  assert(seen.inside > 20 && seen.outside > 20, `inside ${seen.inside}, outside ${seen.outside}`);
});

it("G7: the normal at q points out of the obstacle, is a unit vector, and parallel to the change", () => {
  fc.assert(
    fc.property(shape, ({ o, v }) => {
      const { q, normal, change } = nearest(o, v);
      const unit = Math.hypot(o.p.x, o.p.y) / o.horizon;
      assertAlmostEquals(Math.hypot(normal.x, normal.y), 1, 1e-12);
      const cross = change.x * normal.y - change.y * normal.x;
      assertAlmostEquals(cross, 0, 1e-12 * unit);
      const along = (k: number): Vec2 => ({ x: q.x + k * unit * normal.x, y: q.y + k * unit * normal.y });
      assert(!contains(o, along(1e-7)), "just outside");
      assert(contains(o, along(-1e-7)), "just inside");
      assert(!contains(o, along(100)), "far outside");
    }),
    runs("geometry properties"),
  );
});

it("G7: the boundary is smooth where the arc meets a ray: the normals agree from both sides", () => {
  const l = Math.sqrt(7 * 7 - 2 * 2), o: Obstacle = { p: { x: 7, y: 0 }, combinedRadius: 2, horizon: 1 };
  const along = { x: l / 7, y: 2 / 7 };
  const at = (s: number): Vec2 => ({ x: s * along.x, y: s * along.y });
  const arc = nearest(o, at(l - 1e-9)), ray = nearest(o, at(l + 1e-9));
  assertAlmostEquals(arc.normal.x, ray.normal.x, 1e-8);
  assertAlmostEquals(arc.normal.y, ray.normal.y, 1e-8);
});

it("G7: every circle point facing the origin has the normal (q - c)/r, every ray point the ray's perpendicular", () => {
  fc.assert(
    fc.property(shape, ({ o, v }) => {
      const { q, normal, feature } = nearest(o, v);
      const r = o.combinedRadius / o.horizon, d = Math.hypot(o.p.x, o.p.y);
      const toward = normal.x * o.p.x + normal.y * o.p.y;
      if (feature === "arc") {
        assertAlmostEquals((q.x - o.p.x / o.horizon) / r, normal.x, 1e-9);
        assertAlmostEquals((q.y - o.p.y / o.horizon) / r, normal.y, 1e-9);
        assert(toward <= -o.combinedRadius + 1e-9 * d);
      } else {
        // A ray's line passes through the origin, and every ray normal n has dot(n, p) = -R.
        assertAlmostEquals(q.x * normal.x + q.y * normal.y, 0, 1e-12 * Math.hypot(q.x, q.y));
        assertAlmostEquals(toward, -o.combinedRadius, 1e-11 * d);
        const side = o.p.x * normal.y - o.p.y * normal.x;
        assertEquals(feature, side > 0 ? "leftLeg" : "rightLeg");
        const first = Math.sqrt((d - o.combinedRadius) * (d + o.combinedRadius)) / o.horizon;
        assert(Math.hypot(q.x, q.y) >= first * (1 - 1e-9), "q lies before the ray's start");
      }
    }),
    runs("geometry properties"),
  );
});

it("G5: the scalar form gives the half-plane's numbers, and writes nowhere else", () => {
  fc.assert(
    fc.property(shape, ({ o, v }) => {
      const { change, normal, feature } = nearest(o, v);
      const out = new Float64Array(8).fill(-7);
      // As in `nearest`, R is twice its half.
      const R = o.combinedRadius / 2 + o.combinedRadius / 2;
      const found = nearestBoundary(o.p.x, o.p.y, v.x, v.y, R, o.horizon, 0.1, true, 1, out, 2);
      assertEquals([...out], [-7, -7, change.x, change.y, normal.x, normal.y, -7, -7]);
      assertEquals(OBSTACLE_FEATURES[found], feature);
    }),
    runs("geometry properties"),
  );
});
