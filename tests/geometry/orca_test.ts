import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type HalfPlane, orcaHalfPlane, timeToCollision, type Vec2 } from "../../geometry/mod.ts";
import { frozen } from "./frozen.ts";
import { closestDistance } from "./obstacle_oracle.ts";
import {
  agent,
  anyPairs,
  combinedRadius,
  extremePairs,
  halfPlane,
  neighborSource,
  type Pair,
  relativePosition,
  relativeVelocity,
  runs,
  startVelocity,
} from "./pairs.ts";

const A = agent("a", 0, 0, 1, 0), B = agent("b", 4, 0, -1, 0);
const parameters = { timeHorizon: 2, timeStep: 0.1 };
const slack = (h: HalfPlane, w: Vec2): number =>
  h.normal.x * (w.x - h.point.x) + h.normal.y * (w.y - h.point.y);

/** Both half-planes, where weights let both act. */
function both(pair: Pair): readonly [HalfPlane, HalfPlane] {
  return [
    halfPlane(pair.self, pair.other, pair.parameters),
    halfPlane(pair.other, pair.self, pair.parameters),
  ];
}

/** The disc of relative positions is left alone for this long: T, or one step when the discs overlap. */
function horizonOf(pair: Pair): number {
  const p = relativePosition(pair), R = combinedRadius(pair);
  return p.x * p.x + p.y * p.y > R * R ? pair.parameters.timeHorizon : pair.parameters.timeStep;
}

/** How near the pair comes with relative velocity w: within the horizon, or, overlapping, at the step's end. */
function approach(pair: Pair, w: Vec2): number {
  const p = relativePosition(pair), R = combinedRadius(pair), horizon = horizonOf(pair);
  return horizon === pair.parameters.timeStep && Math.hypot(p.x, p.y) <= R
    ? Math.hypot(p.x - horizon * w.x, p.y - horizon * w.y)
    : closestDistance({ p, combinedRadius: R, horizon }, w);
}

/** Size of the numbers that a distance is computed from, for tolerances. */
function sizeOf(pair: Pair): number {
  const p = relativePosition(pair), v = relativeVelocity(pair);
  const { self, other } = pair;
  return Math.hypot(p.x, p.y) + combinedRadius(pair) + horizonOf(pair) * Math.hypot(v.x, v.y) +
    horizonOf(pair) *
      (Math.hypot(self.velocity.x, self.velocity.y) + Math.hypot(other.velocity.x, other.velocity.y));
}

it("GX1: head-on, v is exactly c: q = (1.5, 0), change (-0.5, 0), n = (-1, 0)", () => {
  assertAlmostEquals(timeToCollision(A, B), 1.5, 1e-12);
  const h = halfPlane(A, B, parameters), { change, feature, share, id } = neighborSource(h);
  assertAlmostEquals(2 + change.x, 1.5, 1e-12);
  assertAlmostEquals(change.x, -0.5, 1e-12);
  assertAlmostEquals(change.y, 0, 1e-12);
  assertAlmostEquals(h.normal.x, -1, 1e-12);
  assertAlmostEquals(h.normal.y, 0, 1e-12);
  assertEquals([feature, share, id], ["arc", 0.5, "b"]);
});

it("GX1: A's half-plane allows w.x <= 0.75, B's mirror w.x >= -0.75", () => {
  const [a, b] = both({ self: A, other: B, parameters });
  for (const y of [-3, 0, 3]) {
    assertAlmostEquals(slack(a, { x: 0.75, y }), 0, 1e-12);
    assertAlmostEquals(slack(b, { x: -0.75, y }), 0, 1e-12);
    assert(slack(a, { x: 0.74, y }) > 0 && slack(a, { x: 0.76, y }) < 0);
    assert(slack(b, { x: -0.74, y }) > 0 && slack(b, { x: -0.76, y }) < 0);
  }
});

it("GX1: at ±0.5 m/s the collision is 3 s away and outside the horizon", () => {
  const a = agent("a", 0, 0, 0.5, 0), b = agent("b", 4, 0, -0.5, 0);
  assertAlmostEquals(timeToCollision(a, b), 3, 1e-12);
  const h = halfPlane(a, b, parameters);
  assert(slack(h, a.velocity) > 0, "its velocity is allowed");
  assertAlmostEquals(slack(h, a.velocity), 0.25, 1e-12);
});

it("GX2: closing 3 m in 2 s, each gives 0.25 m/s", () => {
  const closing = (4 - 1) / 2;
  const [a, b] = both({ self: A, other: B, parameters });
  assertAlmostEquals(1 - a.point.x, (2 - closing) / 2, 1e-12);
  assertAlmostEquals(b.point.x - -1, (2 - closing) / 2, 1e-12);
  assertAlmostEquals(a.point.x - b.point.x, closing, 1e-12);
});

it("GX3: with B's weight 0, A gives all of it: w.x <= 0.5", () => {
  const h = halfPlane(A, { ...B, responsibility: 0 }, parameters);
  for (const y of [-3, 0, 3]) assertAlmostEquals(slack(h, { x: 0.5, y }), 0, 1e-12);
  assertAlmostEquals(h.normal.x, -1, 1e-12);
  assertEquals(neighborSource(h).share, 1);
  assertEquals(orcaHalfPlane({ ...B, responsibility: 0 }, A, parameters)._tag, "None");
});

it("G8: point is vOpt + share·change, and the change carries v onto the boundary", () => {
  fc.assert(
    fc.property(anyPairs, (pair) => {
      const found = orcaHalfPlane(frozen(pair.self), frozen(pair.other), frozen(pair.parameters));
      if (found._tag === "None") return;
      const h = found.value, { change, share, feature } = neighborSource(h);
      const vOpt = startVelocity(pair.self, pair.parameters), v = relativeVelocity(pair);
      const speed = Math.hypot(vOpt.x, vOpt.y) + Math.hypot(change.x, change.y);
      assertAlmostEquals(h.point.x, vOpt.x + share * change.x, 1e-14 * speed);
      assertAlmostEquals(h.point.y, vOpt.y + share * change.y, 1e-14 * speed);
      const w = { x: v.x + change.x, y: v.y + change.y };
      assertAlmostEquals(approach(pair, w), combinedRadius(pair), 1e-9 * sizeOf(pair), feature);
    }),
    runs("geometry properties"),
  );
});

it("G8: two velocities that keep both half-planes do not collide within the horizon, from inside and outside", () => {
  const slide = fc.integer({ min: -640, max: 640 }).map((n) => n / 64);
  const give = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 640 }).map((n) => n / 64));
  fc.assert(
    fc.property(anyPairs, slide, slide, give, give, (pair, s1, s2, g1, g2) => {
      const [a, b] = both(pair);
      const inside = (h: HalfPlane, s: number, g: number): Vec2 => ({
        x: h.point.x - s * h.normal.y + g * h.normal.x,
        y: h.point.y + s * h.normal.x + g * h.normal.y,
      });
      const wa = inside(a, s1, g1), wb = inside(b, s2, g2);
      const near = approach(pair, { x: wa.x - wb.x, y: wa.y - wb.y });
      assert(near >= combinedRadius(pair) - 1e-9 * (sizeOf(pair) + 100), `they come as near as ${near}`);
    }),
    runs("geometry properties"),
  );
});

it("G8: outside the obstacle an agent may keep its velocity, inside it may not", () => {
  fc.assert(
    fc.property(anyPairs, (pair) => {
      const h = halfPlane(pair.self, pair.other, pair.parameters);
      const vOpt = startVelocity(pair.self, pair.parameters);
      const near = approach(pair, relativeVelocity(pair)) - combinedRadius(pair);
      const tolerance = 1e-9 * sizeOf(pair);
      if (near > tolerance) assert(slack(h, vOpt) > 0);
      if (near < -tolerance) assert(slack(h, vOpt) < 0);
    }),
    runs("geometry properties"),
  );
});

it("G8: the change starts from the current, the preferred or the zero velocity of both", () => {
  const a = { ...A, preferredVelocity: { x: 1.75, y: 0 } },
    b = { ...B, preferredVelocity: { x: -1.5, y: 0 } };
  // In line the boundary is at a closing speed of 1.5 m/s, and each takes half of what is too much.
  const bound = (optimizationVelocity: "current" | "preferred" | "zero"): number =>
    halfPlane(a, b, { ...parameters, optimizationVelocity, passingSide: "right" }).point.x;
  assertAlmostEquals(bound("current"), 1 + (1.5 - 2) / 2, 1e-12);
  assertAlmostEquals(bound("zero"), 0 + (1.5 - 0) / 2, 1e-12);
  // Wished for is 3.25, beyond c: the right ray is nearest, with l = sqrt(15), n = (-1, -l)/4.
  const h = halfPlane(a, b, { ...parameters, optimizationVelocity: "preferred" });
  assertAlmostEquals(h.normal.x, -1 / 4, 1e-12);
  assertAlmostEquals(h.normal.y, -Math.sqrt(15) / 4, 1e-12);
  assertAlmostEquals(h.point.x, 1.75 - (3.25 / 4 / 4) / 2, 1e-12);
});

it("G8: a static agent beside a still one is left free to stay", () => {
  const h = halfPlane(agent(1, 0, 0, 0, 0), agent(2, 3, 1, 0, 0), parameters);
  assert(slack(h, { x: 0, y: 0 }) > 0);
});

it("G7: at extremes nothing is NaN, normals are unit vectors, and the change ends on the boundary", () => {
  fc.assert(
    fc.property(extremePairs, (pair) => {
      const found = orcaHalfPlane(frozen(pair.self), frozen(pair.other), frozen(pair.parameters));
      if (found._tag === "None") return;
      const h = found.value, { change, share, feature } = neighborSource(h);
      for (const n of [h.point.x, h.point.y, change.x, change.y, share]) assert(Number.isFinite(n));
      assertAlmostEquals(Math.hypot(h.normal.x, h.normal.y), 1, 1e-12);
      const size = Math.hypot(change.x, change.y);
      assert(Math.abs(change.x * h.normal.y - change.y * h.normal.x) <= 1e-12 * size);
      const v = relativeVelocity(pair), w = { x: v.x + change.x, y: v.y + change.y };
      // G10 gives up 1e-9 of the radius where w has no direction worth the name.
      const allowed = 1e-11 * sizeOf(pair) + (feature === "overlap" ? 2e-9 * combinedRadius(pair) : 0);
      assertAlmostEquals(approach(pair, w), combinedRadius(pair), allowed);
    }),
    runs("geometry properties"),
  );
});

it("G7: differences too small to be squared still give unit normals", () => {
  // A square of 1e-160 is subnormal and has lost most of its digits.
  for (const tiny of [1e-150, 1e-158, 1e-160, 1e-161, 1e-162, 1e-170, 1e-200, 5e-324]) {
    const scenes = [
      [agent(1, 0, 0, 0, 2), agent(2, tiny, 4, 0, 0)], // v beside c by a hair
      [agent(1, 0, 0, 2, tiny), agent(2, 4, 0, 0, 0)],
      [agent(1, 0, 0, 0, 0), agent(2, tiny, 0, 0, 0)], // all but coincident
      [agent(1, 0, 0, tiny, 0), agent(2, 0, tiny, 0, 0)],
      [agent(1, 0, 0, 0, 0), agent(2, tiny, -2 * tiny, 0, 0)],
    ] as const;
    for (const [i, [a, b]] of scenes.entries()) {
      const h = halfPlane(a, b, parameters), g = halfPlane(b, a, parameters);
      assertAlmostEquals(Math.hypot(h.normal.x, h.normal.y), 1, 1e-12, `scene ${i}, ${tiny}`);
      assert(h.normal.x === -g.normal.x && h.normal.y === -g.normal.y, `scene ${i}, ${tiny}: opposite`);
    }
  }
});
