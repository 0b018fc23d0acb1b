import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Crowd, type Kernel, kernelOf, stepCrowd, stepKernel } from "../../crowd/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { type AgentInput, agentNamed, crowdOf, walker } from "./scenes.ts";

/** What a run came to. */
interface Run {
  readonly crowd: Crowd;
  /** When the last one arrived, s. */
  readonly time: number;
  /** Deepest overlap, m. */
  readonly deepest: number;
}

/** Steps until all have arrived and stand, or the time is up. */
function untilArrived(crowd: Crowd, seconds: number): Run {
  let deepest = 0;
  while (crowd.time < seconds && crowd.report.arrived.length < crowd.agents.length) {
    crowd = stepCrowd(crowd);
    for (const { depth } of crowd.report.overlaps) deepest = Math.max(deepest, depth);
  }
  return { crowd, time: crowd.time, deepest };
}

/** n agents on a circle of 20 m, radius 1.5 m, each on its way to the opposite point. */
function circle(n: number, turned: number): readonly AgentInput[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = turned + 2 * Math.PI * i / n, x = 20 * Math.cos(angle), y = 20 * Math.sin(angle);
    return { id: i, position: { x, y }, goal: { x: -x, y: -y }, radius: 1.5, maxSpeed: 2 };
  });
}

for (let n = 2; n <= 12; n++) {
  it(`C6: ${n} agents on a circle change sides, turned or not, without noise`, () => {
    for (const turned of [0, 0.1, 1, 2.3456]) {
      for (const passingSide of ["right", "left"]) {
        const { crowd, time, deepest } = untilArrived(
          crowdOf(circle(n, turned), { timeHorizon: 5, timeStep: 0.1, passingSide }),
          150,
        );
        assertEquals(crowd.report.arrived.length, n, `turned by ${turned}, ${passingSide}, after ${time} s`);
        assert(deepest < 0.05, `overlap of ${deepest} m`);
      }
    }
  });
}

/** Two agents head-on along a direction, around a center. */
function headOn(
  center: Vec2,
  angle: number,
  half: number,
  more: Partial<AgentInput> = {},
): readonly AgentInput[] {
  const x = half * Math.cos(angle), y = half * Math.sin(angle);
  const plus = { x: center.x + x, y: center.y + y }, minus = { x: center.x - x, y: center.y - y };
  return [
    { ...walker("a", minus.x, minus.y, { goal: plus }), ...more },
    { ...walker("b", plus.x, plus.y, { goal: minus }), ...more },
  ];
}

it("C6: an exact head-on pair passes, at odd angles and far from the origin, whatever the hand", () => {
  for (const center of [{ x: 0, y: 0 }, { x: 1e5, y: -1e5 }, { x: -123_456.7, y: 3 }]) {
    for (const angle of [0, 0.3, Math.PI / 2, 1, 2, 3, Math.PI, 4.56]) {
      for (const passingSide of ["right", "left", "byId"]) {
        const { crowd, time, deepest } = untilArrived(
          crowdOf(headOn(center, angle, 5), { timeHorizon: 3, timeStep: 0.05, passingSide }),
          15,
        );
        assertEquals(
          crowd.report.arrived,
          ["a", "b"],
          `at ${angle} around ${center.x}, ${passingSide}: ${time} s`,
        );
        assert(deepest < 1e-3, `overlap of ${deepest} m`);
      }
    }
  }
});

it("C6: both of a head-on pair go to the hand that the parameter names", () => {
  for (const [passingSide, sign] of [["right", -1], ["left", 1]] as const) {
    let crowd = crowdOf(headOn({ x: 0, y: 0 }, 0, 5), { timeHorizon: 3, timeStep: 0.05, passingSide });
    while (agentNamed(crowd, "a").position.x < 0 && crowd.time < 15) crowd = stepCrowd(crowd);
    assert(sign * agentNamed(crowd, "a").position.y > 0.4);
    assert(sign * agentNamed(crowd, "b").position.y < -0.4);
  }
});

it("C6: a head-on pair passes with every fallback, with a budget, and in front of a parked disc", () => {
  for (const fallback of ["brake", "leastViolation", "keepPrevious", "stop"]) {
    const { crowd } = untilArrived(crowdOf(headOn({ x: 0, y: 0 }, 0.7, 5), { fallback }), 20);
    assertEquals(crowd.report.arrived, ["a", "b"], fallback);
  }
  for (const budget of [1, 3]) {
    const { crowd } = untilArrived(crowdOf(headOn({ x: 0, y: 0 }, 0.7, 8, { budget })), 40);
    assertEquals(crowd.report.arrived, ["a", "b"], `budget ${budget}`);
  }
  const parked = walker("k", 0, 0, { locked: true, goal: { x: 0, y: 0 } });
  const { crowd } = untilArrived(crowdOf([walker("a", -6, 0, { goal: { x: 6, y: 0 } }), parked]), 20);
  assertEquals(crowd.report.arrived, ["a", "k"]);
});

it("C6: a head-on pair whose caller gives the preferred velocities passes too", () => {
  // No goals: only the wish of each step is known.
  let crowd = crowdOf([walker("a", -5, 0), walker("b", 5, 0)]);
  const preferred = [{ id: "a", velocity: { x: 1.5, y: 0 } }, { id: "b", velocity: { x: -1.5, y: 0 } }];
  for (let t = 0; t < 15; t += 0.125) crowd = stepCrowd(crowd, { preferred });
  assert(agentNamed(crowd, "a").position.x > 5, `a at ${agentNamed(crowd, "a").position.x}`);
  assert(agentNamed(crowd, "b").position.x < -5);
});

it("C6: without the memory the same pair stops head-on for ever", () => {
  const { crowd } = untilArrived(crowdOf(headOn({ x: 0, y: 0 }, 0, 5), { detour: "off" }), 30);
  assertEquals(crowd.report.arrived, []);
  assert(agentNamed(crowd, "a").position.x < -0.4);
});

it("C6: S12: one holds its line, one is parked, and the third does all the avoiding", () => {
  let crowd = crowdOf([
    walker("s", -6, 0.05, { goal: { x: 6, y: 0.05 }, responsibility: 0 }),
    walker("a", 6, 0, { goal: { x: -6, y: 0 } }),
    walker("k", 2.5, -1.15, { goal: { x: 2.5, y: -1.15 }, locked: true }),
  ], { timeHorizon: 3, timeStep: 0.05, neighborDistance: 15, maxNeighbors: 10 });
  const arrival = new Map<string | number, number>();
  for (let k = 0; k < 300; k++) {
    crowd = stepCrowd(crowd);
    assertEquals(agentNamed(crowd, "s").position.y, 0.05);
    assertEquals(agentNamed(crowd, "k").position, { x: 2.5, y: -1.15 });
    for (const { depth } of crowd.report.overlaps) assert(depth < 1e-3);
    for (const id of crowd.report.arrived) if (!arrival.has(id)) arrival.set(id, crowd.time);
  }
  assert(arrival.get("s")! <= 8.1, `s after ${arrival.get("s")} s`);
  assert(arrival.get("a")! <= 15, `a after ${arrival.get("a")} s`);
});

it("C6: X18: two that both refuse to yield share evenly and pass", () => {
  const { crowd, deepest } = untilArrived(
    crowdOf([
      walker("a", -5, 0.1, { goal: { x: 5, y: 0.1 }, responsibility: 0 }),
      walker("b", 5, -0.1, { goal: { x: -5, y: -0.1 }, responsibility: 0 }),
    ], { timeHorizon: 3, timeStep: 0.05 }),
    15,
  );
  assertEquals(crowd.report.arrived, ["a", "b"]);
  assert(deepest < 1e-3);
});

it("C6: S02: coincident agents part within 2 s along opposite directions and stay apart", () => {
  let crowd = crowdOf([
    walker("a1", 0, 0, { goal: { x: 0, y: 0 } }),
    walker("a2", 0, 0, { goal: { x: 0, y: 0 } }),
    walker("b1", 10, 0, { goal: { x: 14, y: 0 } }),
    walker("b2", 10, 0, { goal: { x: 6, y: 0 } }),
  ], { timeHorizon: 3, timeStep: 0.05, neighborDistance: 15, maxNeighbors: 10 });
  assertEquals(crowd.report.overlaps, [{ a: "a1", b: "a2", depth: 1 }, { a: "b1", b: "b2", depth: 1 }]);
  for (let k = 1; k <= 200; k++) {
    crowd = stepCrowd(crowd);
    for (const { velocity: { x, y } } of crowd.agents) assert(Math.hypot(x, y) <= 1.5 + 1e-12);
    if (k === 1) assert(agentNamed(crowd, "a1").velocity.x < 0 && agentNamed(crowd, "a2").velocity.x > 0);
    if (crowd.time >= 2) {
      for (const { depth } of crowd.report.overlaps) assert(depth <= 1e-3, `${depth} m`);
    }
  }
});

/** When the last one was within `near` of its goal in a run in columns, s, at most `seconds`; and the least gap, m. */
function lastArrival(
  crowd: Crowd,
  near: number,
  seconds: number,
): { readonly last: number; readonly gap: number } {
  let kernel: Kernel = kernelOf(crowd), gap = Infinity;
  const { agents, parameters: { timeStep } } = crowd, missing = new Set(agents.keys());
  for (let k = 1; k * timeStep <= seconds; k++) {
    kernel = stepKernel(kernel);
    const { x, y } = kernel.state;
    for (const i of agents.keys()) {
      const goal = agents[i]!.route[0]!;
      if (Math.hypot(x[i]! - goal.x, y[i]! - goal.y) <= near) missing.delete(i);
      for (let j = 0; j < i; j++) {
        gap = Math.min(gap, Math.hypot(x[i]! - x[j]!, y[i]! - y[j]!) - agents[i]!.radius - agents[j]!.radius);
      }
    }
    if (missing.size === 0) return { last: k * timeStep, gap };
  }
  return { last: Infinity, gap };
}

it("C6: exactly symmetric circles of 2 to 30 get through within 120 s, turned by any angle, without noise or overlap", () => {
  const parameters = {
    timeHorizon: 10,
    timeStep: 0.25,
    neighborDistance: 15,
    maxNeighbors: 10,
    separation: "floor",
  };
  for (const turned of [0.3, 1, 2.2, 4.567].slice(0, counts("turned circles"))) {
    for (let n = 2; n <= 30; n++) {
      const agents = circle(n, turned).map((agent) => ({ ...agent, cruisingSpeed: 1 }));
      const { last, gap } = lastArrival(crowdOf(agents, parameters), 1.5, 120);
      assert(last <= 120, `${n} agents, turned by ${turned}: not all are there after 120 s`);
      assert(gap >= -1e-12, `${n} agents, turned by ${turned}: overlap of ${-gap} m`);
    }
  }
});

it("C6: tight circles get through, with a limited budget too: who is stuck on its detour turns on", () => {
  const tight = [[12, 5, 1.5], [12, 6, 3], [12, 8, 2], [16, 8, 1.5], [16, 8, Infinity], [
    20,
    8,
    2,
  ]] as const;
  for (const [n, far, budget] of tight) {
    const agents = circle(n, 0).map(({ position: p, goal: g, ...agent }) => ({
      ...agent,
      position: { x: p.x * far / 20, y: p.y * far / 20 },
      goal: { x: g!.x * far / 20, y: g!.y * far / 20 },
      radius: 0.5,
      maxSpeed: 1.5,
      ...(budget === Infinity ? {} : { budget }),
    }));
    const { last, gap } = lastArrival(
      crowdOf(agents, { timeHorizon: 3, timeStep: 0.1, separation: "floor" }),
      0.3,
      60,
    );
    assert(last <= 60 && gap >= -1e-12, `${n} on ${far} m with budget ${budget}: ${last} s, gap ${gap} m`);
  }
});

it("C6: two who rest abreast in a passage make room for one that is stuck behind them, and come back", () => {
  const walls = [1.1, -1.3].map((y, id) => ({
    id,
    corners: [{ x: -20, y }, { x: 20, y }, { x: 20, y: y + 0.2 }, { x: -20, y: y + 0.2 }],
  }));
  const agents = [
    walker("k1", 0, 0.55, { goal: { x: 0, y: 0.55 } }),
    walker("k2", 0, -0.55, { goal: { x: 0, y: -0.55 } }),
    walker("p", -5, 0.1, { goal: { x: 6, y: 0 } }),
  ];
  const { crowd, time, deepest } = untilArrived(
    crowdOf(agents, { timeHorizon: 3, timeHorizonObstacles: 1, timeStep: 0.05, separation: "floor" }, walls),
    60,
  );
  assert(
    agentNamed(crowd, "p").position.x > 3,
    `p at ${agentNamed(crowd, "p").position.x} m after ${time} s`,
  );
  assertEquals([crowd.report.arrived, deepest], [["k1", "k2", "p"], 0]);
});
