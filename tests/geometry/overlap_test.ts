import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type AgentId, compareAgentIds, type Vec2 } from "../../geometry/mod.ts";
import { agent, halfPlane, neighborSource } from "./pairs.ts";

const parameters = { timeHorizon: 2, timeStep: 0.25 };

it("G10: the step replaces the horizon: n = w/|w|, change = (R/dt - |w|)·n", () => {
  // p = (0.6, 0), p/dt = (2.4, 0), v = (0.4, 1.5): w = (-2, 1.5), |w| = 2.5, R/dt = 4.
  const h = halfPlane(agent(1, 0, 0, 0.4, 1), agent(2, 0.6, 0, 0, -0.5), parameters);
  const { change, feature } = neighborSource(h);
  assertEquals(feature, "overlap");
  assertAlmostEquals(h.normal.x, -0.8, 1e-12);
  assertAlmostEquals(h.normal.y, 0.6, 1e-12);
  assertAlmostEquals(change.x, 1.5 * -0.8, 1e-12);
  assertAlmostEquals(change.y, 1.5 * 0.6, 1e-12);
  assertAlmostEquals(h.point.x, 0.4 + 0.75 * -0.8, 1e-12);
  assertAlmostEquals(h.point.y, 1 + 0.75 * 0.6, 1e-12);
});

it("G10: after one step of the whole change the discs touch", () => {
  for (
    const [x, y, vx, vy] of [[0.3, 0.1, 0, 0], [-0.7, 0.2, 1, 4], [0.01, -0.02, -9, 3], [0, 0, 1, 1]] as const
  ) {
    const h = halfPlane(agent(1, 0, 0, vx, vy), agent(2, x, y, 0, 0), parameters);
    const { change } = neighborSource(h), dt = parameters.timeStep;
    assertAlmostEquals(Math.hypot(x - dt * (vx + change.x), y - dt * (vy + change.y)), 1, 1e-12);
  }
});

it("G10: two that already part fast enough may slow down: the change points inward", () => {
  // w = (-8, 0) - (2, 0) = (-10, 0) and R/dt = 4.
  const h = halfPlane(agent(1, 0, 0, -8, 0), agent(2, 0.5, 0, 0, 0), parameters);
  assertAlmostEquals(neighborSource(h).change.x, 6, 1e-12);
  assertAlmostEquals(h.normal.x, -1, 1e-12);
});

it("G10: |p| = R counts as overlap", () => {
  const touching = halfPlane(agent(1, 0, 0, 0, 0), agent(2, 1, 0, 0, 0), parameters);
  assertEquals(neighborSource(touching).feature, "overlap");
  assertEquals(touching.normal, { x: -1, y: 0 });
  assertAlmostEquals(touching.point.x, 0, 1e-12);
  const apart = halfPlane(agent(1, 0, 0, 0, 0), agent(2, 1 + 1e-9, 0, 0, 0), parameters);
  assertEquals(neighborSource(apart).feature, "arc");
  const margin = halfPlane(agent(1, 0, 0, 0, 0), agent(2, 1.5, 0, 0, 0), {
    ...parameters,
    safetyMargin: 0.5,
  });
  assertEquals(neighborSource(margin).feature, "overlap");
});

it("G10: the horizon plays no part in an overlap, and the step none outside", () => {
  const a = agent(1, 0, 0, 1, 0.5), near = agent(2, 0.5, 0, 0, 0), far = agent(2, 3, 0, 0, 0);
  assertEquals(halfPlane(a, near, { ...parameters, timeHorizon: 9 }), halfPlane(a, near, parameters));
  assertEquals(halfPlane(a, far, { ...parameters, timeStep: 0.01 }), halfPlane(a, far, parameters));
});

it("G10: |w| <= 1e-9·R/dt is no direction: n = -p/|p|, and beyond it w is", () => {
  // p/dt = (2, 0), R/dt = 4, so the limit is 4e-9.
  const at = (x: number, y: number): { normal: Vec2; change: Vec2 } => {
    const h = halfPlane(agent(1, 0, 0, 2 + x, y), agent(2, 0.5, 0, 0, 0), parameters);
    return { normal: h.normal, change: neighborSource(h).change };
  };
  for (const [x, y] of [[0, 0], [0, 3.9e-9], [0, -3.9e-9], [3.9e-9, 0], [-3.9e-9, 0]] as const) {
    const { normal, change } = at(x, y);
    assertAlmostEquals(normal.x, -1, 1e-15);
    assertAlmostEquals(normal.y, 0, 1e-15);
    assertAlmostEquals(change.x, -(4 - Math.hypot(x, y)), 1e-14);
  }
  assertAlmostEquals(at(0, 4.1e-9).normal.y, 1, 1e-12);
  assertAlmostEquals(at(0, -4.1e-9).normal.y, -1, 1e-12);
  assertAlmostEquals(at(4.2e-9, 0).normal.x, 1, 1e-12);
  // Off the axes as well: p = (0.3, 0.4), p/dt = (1.2, 1.6).
  const h = halfPlane(agent(1, 0, 0, 0.3 / 0.25, 0.4 / 0.25), agent(2, 0.3, 0.4, 0, 0), parameters);
  assertAlmostEquals(h.normal.x, -0.6, 1e-12);
  assertAlmostEquals(h.normal.y, -0.8, 1e-12);
});

it("G10: identical positions and velocities: the lower ID goes to -x, the higher to +x", () => {
  const pairs: readonly (readonly [AgentId, AgentId])[] = [[1, 2], [2, 10], [-1, 0], [99, ""], ["10", "9"], [
    "a",
    "b",
  ]];
  for (const [low, high] of pairs) {
    assert(compareAgentIds(low, high) < 0);
    const a = agent(low, 3, -7, 1, 2), b = agent(high, 3, -7, 1, 2);
    const h = halfPlane(a, b, parameters), g = halfPlane(b, a, parameters);
    assertEquals(h.normal, { x: -1, y: 0 });
    assertEquals(g.normal, { x: 1, y: 0 });
    assertEquals(neighborSource(h).change, { x: -4, y: 0 });
    assertEquals(neighborSource(g).change, { x: 4, y: 0 });
    assertAlmostEquals(h.point.x, 1 - 2, 1e-12);
    assertAlmostEquals(g.point.x, 1 + 2, 1e-12);
  }
});

it("G10: identical positions with different velocities part along them", () => {
  const a = agent(1, 3, -7, 3, 0), b = agent(2, 3, -7, 0, 4);
  const h = halfPlane(a, b, parameters), g = halfPlane(b, a, parameters);
  assertAlmostEquals(h.normal.x, 0.6, 1e-12);
  assertAlmostEquals(h.normal.y, -0.8, 1e-12);
  assertAlmostEquals(g.normal.x, -0.6, 1e-12);
  assertAlmostEquals(g.normal.y, 0.8, 1e-12);
  // |w| = 5 beats R/dt = 4.
  assertAlmostEquals(neighborSource(h).change.x, -0.6, 1e-12);
});

it("G10: all but identical positions keep their own direction", () => {
  const h = halfPlane(agent(1, 0, 0, 0, 0), agent(2, 0, 1e-12, 0, 0), parameters);
  assertEquals(neighborSource(h).feature, "overlap");
  assertAlmostEquals(h.normal.x, 0, 1e-12);
  assertAlmostEquals(h.normal.y, -1, 1e-12);
});
