import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  adoptSupport,
  assumptionsOf,
  reachableDisc,
  relativeToSupport,
  speedDisc,
  staleAssumptions,
  type Support,
} from "../../geometry/mod.ts";
import { frozen } from "./frozen.ts";
import { agent, anyPairs, halfPlane, runs } from "./pairs.ts";

const parameters = { timeHorizon: 2, timeStep: 0.1 };
const number = fc.integer({ min: -6_400, max: 6_400 }).map((n) => n / 64);

it("G13: agents on different platforms are compared in world terms", () => {
  // Both walk at 1 m/s on their own platform; B's platform carries it along with A: no collision course in the world.
  const a = agent("a", 0, 0, 1, 0), carried = agent("b", 4, 0, -1 + 2, 0);
  const h = halfPlane(a, carried, parameters);
  assert(h.normal.x * (a.velocity.x - h.point.x) + h.normal.y * (a.velocity.y - h.point.y) > 0);
});

it("G13: for the relative velocity the point moves by -u; normal and source stay", () => {
  const h = halfPlane(agent("a", 0, 0, 1, 0), agent("b", 4, 0, -1, 0), parameters);
  const r = relativeToSupport(frozen(h), frozen({ x: 0.25, y: 3 }));
  assertAlmostEquals(r.point.x, 0.5, 1e-12);
  assertAlmostEquals(r.point.y, h.point.y - 3, 1e-12);
  assertEquals(r.normal, h.normal);
  assertEquals(r.source, h.source);
});

it("G13: u + v keeps the world half-plane by as much as v keeps the relative one", () => {
  fc.assert(
    fc.property(anyPairs, number, number, number, number, ({ self, other, parameters }, ux, uy, vx, vy) => {
      const h = halfPlane(self, other, parameters), r = relativeToSupport(h, { x: ux, y: uy });
      const world = h.normal.x * (ux + vx - h.point.x) + h.normal.y * (uy + vy - h.point.y);
      const relative = r.normal.x * (vx - r.point.x) + r.normal.y * (vy - r.point.y);
      assertAlmostEquals(relative, world, 1e-11 * (1 + Math.abs(h.point.x) + Math.abs(h.point.y)));
    }),
    runs("geometry properties"),
  );
});

it("G15: the speed disc holds the velocities up to the cap, relative to the support", () => {
  assertEquals(speedDisc(1.5), { center: { x: 0, y: 0 }, radius: 1.5, role: "speed" });
  assertEquals(speedDisc(0).radius, 0);
});

it("G15: on a support that does not turn the reachable disc is centered at the fed-back velocity", () => {
  for (const turn of [undefined, { x: 1, y: 0 }]) {
    const found = reachableDisc(frozen({ x: 1.2, y: -0.5 }), turn, 4, 0.25);
    assert(found._tag === "Some");
    assertEquals(found.value, { center: { x: 1.2, y: -0.5 }, radius: 1, role: "reachable" });
  }
});

it("G15: on a turning support the previous relative velocity is carried to the new heading", () => {
  const quarter = reachableDisc({ x: 1, y: 0.5 }, { x: 0, y: 1 }, 2, 0.1);
  assert(quarter._tag === "Some");
  assertEquals(quarter.value.center, { x: -0.5, y: 1 });
  assertAlmostEquals(quarter.value.radius, 0.2, 1e-15);
  const clockwise = reachableDisc({ x: 1, y: 0.5 }, { x: 0, y: -1 }, 2, 0.1);
  assert(clockwise._tag === "Some");
  assertEquals(clockwise.value.center, { x: 0.5, y: -1 });
  // 3-4-5: (5, 0) turned by the angle of (4, 3).
  const some = reachableDisc({ x: 5, y: 0 }, { x: 0.8, y: 0.6 }, 2, 0.1);
  assert(some._tag === "Some");
  assertAlmostEquals(some.value.center.x, 4, 1e-12);
  assertAlmostEquals(some.value.center.y, 3, 1e-12);
});

it("G15: a turn keeps the speed, and the radius depends on budget and step alone", () => {
  fc.assert(
    fc.property(number, number, number, (x, y, angle) => {
      const found = reachableDisc({ x, y }, { x: Math.cos(angle), y: Math.sin(angle) }, 3, 0.5);
      assert(found._tag === "Some");
      const { center, radius } = found.value;
      assertAlmostEquals(Math.hypot(center.x, center.y), Math.hypot(x, y), 1e-12 * (1 + Math.hypot(x, y)));
      assertAlmostEquals(radius, 1.5, 1e-15);
    }),
    runs("geometry properties"),
  );
});

it("G15: an unlimited budget has no reachable disc", () => {
  assertEquals(reachableDisc({ x: 1, y: 0 }, undefined, Infinity, 0.1)._tag, "None");
  assertEquals(reachableDisc({ x: 1, y: 0 }, undefined, 1e12, 0.1)._tag, "Some");
});

it("G16: the new relative velocity is the world velocity minus the new support's", () => {
  assertEquals(adoptSupport(frozen({ x: 1.5, y: -2 }), frozen({ x: 0.5, y: 1 })), { x: 1, y: -3 });
});

it("G16: its horizontal part only", () => {
  const world = { x: 1, y: 2, z: 3 }, lift = { x: 0, y: 0.5, z: -9 };
  assertEquals(adoptSupport(world, lift), { x: 1, y: 1.5 });
});

it("G16: it is zero only when it really is, and the world velocity stays what it was", () => {
  assertEquals(adoptSupport({ x: 1.25, y: -3 }, { x: 1.25, y: -3 }), { x: 0, y: 0 });
  assert(
    adoptSupport({ x: 1e-9, y: 0 }, { x: 0, y: 0 }).x === 1e-9,
    "a creeping velocity is not rounded away",
  );
  fc.assert(
    fc.property(number, number, number, number, (wx, wy, ux, uy) => {
      const v = adoptSupport({ x: wx, y: wy }, { x: ux, y: uy });
      assert(ux + v.x === wx && uy + v.y === wy);
    }),
    runs("geometry properties"),
  );
});

const deck: Support = frozen({ id: "deck", velocity: { x: 1, y: 0 }, version: 4 });
const lift: Support = frozen({ id: 7, velocity: { x: 0, y: 0 }, turn: { x: 1, y: 0 }, version: 0 });

it("G17: the version of the support that was assumed travels with the decision", () => {
  assertEquals(assumptionsOf(deck).map(({ id, version }) => [id, version]), [["deck", 4]]);
  assertEquals(assumptionsOf(lift).map(({ id, version }) => [id, version]), [[7, 0]]);
  assertEquals(assumptionsOf({ id: "ground", velocity: { x: 0, y: 0 } }), []);
});

it("G17: an assumption is stale when its support has another version or is gone", () => {
  const assumed = frozen([...assumptionsOf(deck), ...assumptionsOf(lift)]);
  const stale = (supports: readonly Support[]): unknown =>
    staleAssumptions(assumed, frozen(supports)).map((a) => a.id);
  assertEquals(stale([lift, deck]), []);
  assertEquals(stale([{ ...deck, version: 5 }, lift]), ["deck"]);
  assertEquals(stale([{ ...deck, version: 3 }, lift]), ["deck"], "an older version is another one too");
  assertEquals(stale([lift]), ["deck"]);
  assertEquals(stale([]), ["deck", 7]);
  assertEquals(stale([deck, { ...lift, id: "7" }]), [7], "7 and '7' are two supports");
  assertEquals(
    stale([{ id: "deck", velocity: { x: 1, y: 0 } }, lift]),
    ["deck"],
    "without a version nothing is known",
  );
});

it("G17: a velocity that changed under the same version is no stale assumption, only another version is", () => {
  assertEquals(staleAssumptions(assumptionsOf(deck), [{ ...deck, velocity: { x: 2, y: 0 } }]), []);
});

it("G17: the half-planes freeze the support's velocity: a turn alone does not move them", () => {
  const h = halfPlane(agent("a", 0, 0, 1, 0), agent("b", 4, 0, -1, 0), parameters);
  const turning: Support = { ...deck, turn: { x: 0, y: 1 } };
  assertEquals(relativeToSupport(h, turning.velocity), relativeToSupport(h, deck.velocity));
});
