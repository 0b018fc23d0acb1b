import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd, CrowdAgent } from "../../crowd/crowd.ts";
import { stepCrowd } from "../../crowd/mod.ts";
import { checkExpectations } from "../../scenario/check_expectations.ts";
import { describeExpectation, type Expectation } from "../../scenario/expectation.ts";
import { type Metrics, observe, startMetrics } from "../../scenario/metrics.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { summarise } from "../../scenario/summary.ts";
import { crowdOf } from "./motion_records.ts";

const scenario: Scenario = {
  id: "test",
  title: "Test",
  duration: 10,
  parameters: { timeHorizon: 3, timeStep: 0.1 },
  agents: [],
  walls: [],
  expect: [],
};

/** Metrics of a crowd over so many of its own steps. */
function measured(crowd: Crowd, steps: number, more: Partial<Scenario> = {}): Metrics {
  let now = crowd, metrics = startMetrics({ ...scenario, ...more }, crowd);
  for (let i = 0; i < steps; i++) {
    const next = stepCrowd(now);
    metrics = observe(metrics, now, next);
    now = next;
  }
  return metrics;
}

/** The crowd one step later with agents changed by hand, and nothing decided. */
function changed(crowd: Crowd, change: (agent: CrowdAgent) => Partial<CrowdAgent>): Crowd {
  return {
    ...crowd,
    tick: crowd.tick + 1,
    time: (crowd.tick + 1) * crowd.parameters.timeStep,
    agents: crowd.agents.map((agent) => ({ ...agent, ...change(agent) })),
  };
}

const verdicts = (metrics: Metrics): readonly string[] =>
  checkExpectations(metrics, {}).map(({ verdict }) => verdict);

it("C13: a lone agent arrives in the straight-line time, and covers the straight way", () => {
  const metrics = measured(crowdOf([{ id: "a", position: { x: 0, y: 0 }, goal: { x: 6, y: 8 } }]), 100);
  const summary = summarise(metrics, {});
  assertEquals(summary.arrived, ["a"]);
  assert(O.isSome(summary.lastArrival) && O.isSome(summary.worstRatio));
  // 10 m less the arrival distance at 2 m/s, up to one step.
  assertAlmostEquals(metrics.agents[0]!.bound, (10 - 0.15) / 2, 1e-12);
  assert(summary.worstRatio.value.ratio >= 1 - 1e-9 && summary.worstRatio.value.ratio < 1.05);
  assertAlmostEquals(summary.pathLength, 10, 1e-9);
  assertAlmostEquals(metrics.agents[0]!.displacement, 10, 1e-9);
  assertAlmostEquals(metrics.agents[0]!.lateral, 0, 1e-9);
  assertEquals(summary.counts.Clear, 100);
  assertEquals(summary.reversals, 0);
});

it("C13: the bound of a route goes from corner to corner", () => {
  const crowd = crowdOf([{ id: "a", position: { x: 0, y: 0 }, route: [{ x: 3, y: 0 }, { x: 3, y: 4 }] }]);
  assertAlmostEquals(startMetrics(scenario, crowd).agents[0]!.bound, (7 - 0.15) / 2, 1e-12);
});

it("C13: an agent that starts at its goal has no ratio, and one without a goal cannot arrive", () => {
  const crowd = crowdOf([
    { id: "there", position: { x: 0, y: 0 }, goal: { x: 0.1, y: 0 } },
    { id: "aimless", position: { x: 5, y: 0 } },
  ]);
  const summary = summarise(measured(crowd, 10), {});
  assertEquals(summary.arrived, ["there"]);
  assertEquals(summary.withGoal, 1);
  assertEquals(summary.worstRatio, O.none);
});

it("C13: an agent that has arrived and gone again has not arrived", () => {
  const crowd = crowdOf([{ id: "a", position: { x: 0, y: 0 }, goal: { x: 0, y: 0 } }]);
  const away = changed(crowd, () => ({ position: { x: 1, y: 0 } }));
  const metrics = observe(
    startMetrics({ ...scenario, duration: 0.1, expect: [{ kind: "arrival", within: 5 }] }, crowd),
    crowd,
    away,
  );
  assertEquals(summarise(metrics, {}).arrived, []);
  assertEquals(verdicts(metrics), ["fails"]);
});

it("C13: turns by more than a right angle are counted, slow ones are not", () => {
  const crowd = crowdOf([{ id: "a", position: { x: 0, y: 0 } }]);
  const moves = [{ x: 1, y: 0 }, { x: -1, y: 0.1 }, { x: 0, y: 1 }, { x: 0, y: -0.0005 }, { x: 0, y: 1 }];
  let now = crowd, metrics = startMetrics(scenario, crowd);
  for (const velocity of moves) {
    const next = changed(now, () => ({ velocity }));
    metrics = observe(metrics, now, next);
    now = next;
  }
  assertEquals(metrics.agents[0]!.reversals, 1);
});

it("C13: agents that change places in one step are seen to collide between the steps' ends", () => {
  const crowd = crowdOf([{ id: 1, position: { x: 0, y: 0 } }, { id: 2, position: { x: 4, y: 0 } }]);
  const swapped = changed(crowd, ({ position }) => ({ position: { x: 4 - position.x, y: 0 } }));
  const metrics = observe(startMetrics(scenario, crowd), crowd, swapped);
  assert(O.isSome(metrics.leastGap.extreme));
  assertEquals(metrics.leastGap.extreme.value.value, -1);
  assertEquals(metrics.leastGap.extreme.value.agents, [1, 2]);
  assertAlmostEquals(metrics.leastGap.extreme.value.time, 0.05, 1e-12);
});

it("C13: expectations look at their own agents and at their own time only", () => {
  const crowd = crowdOf([
    { id: 1, position: { x: 0, y: 0 } },
    { id: 2, position: { x: 0.5, y: 0 } },
    { id: 3, position: { x: 5, y: 0 } },
  ]);
  const expect: readonly Expectation[] = [
    { kind: "gap", atLeast: 0 },
    { kind: "gap", atLeast: 0, agents: [1, 3] },
    { kind: "gap", atLeast: 0, from: 0.1 },
    { kind: "initialOverlap", agents: [1, 2] },
    { kind: "initialOverlap", agents: [1, 3] },
    { kind: "displacement", atMost: 0, agents: [1] },
    { kind: "displacement", atMost: 0, agents: [2, 3] },
    { kind: "anyOf", of: [{ kind: "gap", atLeast: 0 }, { kind: "gap", atLeast: -9 }] },
  ];
  const parted = changed(crowd, ({ id, position }) => id === 2 ? { position: { x: 2, y: 0 } } : { position });
  const after = changed(parted, () => ({}));
  const start = startMetrics({ ...scenario, duration: 0.2, expect }, crowd);
  const metrics = observe(observe(start, crowd, parted), parted, after);
  assertEquals(verdicts(metrics), ["fails", "holds", "holds", "holds", "fails", "holds", "fails", "holds"]);
});

it("C13: in a run that was cut short what is broken stays broken, and the rest is unknown", () => {
  const crowd = crowdOf([{ id: 1, position: { x: 0, y: 0 }, goal: { x: 9, y: 0 } }]);
  const expect: readonly Expectation[] = [
    { kind: "finite" },
    { kind: "speed", atMost: 1 },
    { kind: "arrival", within: 9 },
    { kind: "speed", atMost: 3 },
    { kind: "repeatable", order: "same" },
  ];
  assertEquals(verdicts(measured(crowd, 5, { expect })), [
    "unknown",
    "fails",
    "unknown",
    "unknown",
    "unknown",
  ]);
});

it("C13: acceleration counts a jump of velocity as spread over its step", () => {
  const unlimited = measured(crowdOf([{ id: 1, position: { x: 0, y: 0 }, goal: { x: 9, y: 0 } }]), 3);
  assertAlmostEquals(unlimited.agents[0]!.acceleration, 20, 1e-9);
  const heavy = measured(
    crowdOf([{ id: 1, position: { x: 0, y: 0 }, goal: { x: 9, y: 0 }, budget: 1.5 }]),
    30,
  );
  assertAlmostEquals(heavy.agents[0]!.acceleration, 1.5, 1e-9);
});

it("C13: wall clearance is measured against every wall of the scenario", () => {
  const wall = [{ x: 2, y: -1 }, { x: 3, y: -1 }, { x: 3, y: 1 }, { x: 2, y: 1 }];
  const crowd = crowdOf([{ id: 1, position: { x: 0, y: 0 }, goal: { x: 1, y: 0 } }]);
  const summary = summarise(measured(crowd, 20, { walls: [wall] }), {});
  assert(O.isSome(summary.leastClearance));
  assertAlmostEquals(summary.leastClearance.value.value, 0.5, 1e-9);
  assertEquals(summarise(measured(crowd, 20), {}).leastClearance, O.none);
});

it("C9: stalled agents and deadlocks that a step reports are part of the result", () => {
  const crowd = crowdOf([
    { id: "a", position: { x: 0, y: 0 }, goal: { x: 9, y: 0 } },
    { id: "b", position: { x: 1, y: 0 }, goal: { x: -9, y: 0 } },
  ]);
  const heldBy = [{ kind: "edge", id: 7 }] as const;
  let now = crowd;
  const expect: readonly Expectation[] = [
    { kind: "deadlockReported", within: 2, agents: ["a", "b"] },
    { kind: "deadlockReported", within: 1, agents: ["a", "b"] },
    { kind: "blockedReported", within: 2 },
    { kind: "blockedReported", within: 1 },
  ];
  let metrics = startMetrics({ ...scenario, duration: 2, expect }, crowd);
  for (let step = 1; step <= 20; step++) {
    const next = changed(now, () => ({ velocity: { x: 0, y: 0 } }));
    const seen = step < 15 ? next : {
      ...next,
      report: {
        ...next.report,
        stalled: ["a", "b"].map((id) => ({ id, seconds: 1, heldBy })),
        deadlocked: [["a", "b"]],
      },
    };
    metrics = observe(metrics, now, seen);
    now = seen;
  }
  const summary = summarise(metrics, {});
  assertEquals(summary.stalled, ["a", "b"]);
  assertEquals(summary.deadlocks.length, 1);
  assertAlmostEquals(summary.deadlocks[0]!.time, 1.5, 1e-9);
  assertAlmostEquals(summary.deadlocks[0]!.after, 1.4, 1e-9);
  assertEquals(verdicts(metrics), ["holds", "fails", "holds", "fails"]);
});

it("C9: overlaps are counted beyond rounding, with the deepest pair", () => {
  const crowd = crowdOf([{ id: 1, position: { x: 0, y: 0 } }, { id: 2, position: { x: 3, y: 0 } }]);
  const next = changed(crowd, () => ({}));
  const report = (depth: number): Crowd => ({
    ...next,
    report: { ...next.report, overlaps: [{ a: 1, b: 2, depth }] },
  });
  const start = startMetrics(scenario, crowd);
  assertEquals(observe(start, crowd, report(1e-12)).overlapSteps, 0);
  const metrics = observe(start, crowd, report(0.25));
  assertEquals(metrics.overlapSteps, 1);
  assertEquals(metrics.deepestOverlap, O.some({ a: 1, b: 2, depth: 0.25, time: 0.1 }));
});

it("C13: observing leaves its records alone", () => {
  const crowd = crowdOf([{ id: 1, position: { x: 0, y: 0 }, goal: { x: 9, y: 0 } }]);
  const start = startMetrics(scenario, crowd), copy = structuredClone({ ...start, watches: [] });
  observe(start, crowd, stepCrowd(crowd));
  assertEquals(structuredClone({ ...start, watches: [] }), copy);
});

it("C13: an expectation reads as a sentence", () => {
  assertEquals(
    describeExpectation({ kind: "gap", atLeast: -0.001, agents: ["a", "b"], from: 2 }),
    "gap >= -0.001 m of a, b from 2 s",
  );
  assertEquals(
    describeExpectation({ kind: "anyOf", of: [{ kind: "arrival", within: 20 }, { kind: "finite" }] }),
    "arrival within 20 s or all numbers finite",
  );
});
