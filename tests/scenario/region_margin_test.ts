import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { headingAt, originAt, type RigidMotion } from "../../geometry/rigid_motion.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { stepCrowd } from "../../crowd/mod.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import { checkExpectations } from "../../scenario/check_expectations.ts";
import type { Expectation } from "../../scenario/expectation.ts";
import { type Metrics, observe, startMetrics } from "../../scenario/metrics.ts";
import { regionMargin } from "../../scenario/region_margin.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { stepMotions } from "../../scenario/step_motion.ts";
import { summarise } from "../../scenario/summary.ts";
import { counts } from "../counts.ts";
import { crowdOf, motionOf, placeAt } from "./motion_records.ts";

const grid = (limit: number) => fc.integer({ min: -limit * 64, max: limit * 64 }).map((n) => n / 64);
const vector = (limit: number) => fc.record({ x: grid(limit), y: grid(limit) });
const pieces = fc.record({ v: vector(4), a: vector(4) }).map(({ v, a }): readonly MotionPiece[] => [
  { duration: 1, velocity: v, acceleration: a },
]);
const square = [{ x: -3, y: -3 }, { x: 3, y: -3 }, { x: 3, y: 3 }, { x: -3, y: 3 }];
const SAMPLES = 400;

/** The largest dot(n, x) - b of sampled places; the edge's place comes by way of plain trigonometry. */
function sampledMargin(
  at: (t: number) => { readonly x: number; readonly y: number },
  normalAt: (t: number) => { readonly x: number; readonly y: number },
  offsetAt: (t: number) => number,
): number {
  let least = Infinity;
  for (let i = 0; i <= SAMPLES; i++) {
    const t = i / SAMPLES, x = at(t), n = normalAt(t);
    least = Math.min(least, offsetAt(t) - n.x * x.x - n.y * x.y);
  }
  return least;
}

it("B6: the region margin is least over continuous time, against edges that move", () => {
  fc.assert(
    fc.property(vector(2), pieces, vector(2), (from, motion, velocity) => {
      const stepped = motionOf(from, motion, { region: { polygon: square, velocity } });
      const { least, undecided } = regionMargin(stepped);
      const sampled = Math.min(...stepped.before.region!.edges.map(({ normal, offset }) =>
        sampledMargin(
          (t) => placeAt(stepped, t),
          () => normal,
          (t) => offset + t * (normal.x * velocity.x + normal.y * velocity.y),
        )
      ));
      assertEquals(undecided, 0);
      assert(least!.margin <= sampled + 1e-9, `${least!.margin} above ${sampled}`);
      assert(least!.margin >= sampled - 20 / SAMPLES / SAMPLES, `${least!.margin} far below ${sampled}`);
    }),
    { numRuns: counts("scenario properties") },
  );
});

it("B9: against edges that turn it is never above the truth, and negative where the curve leaves", () => {
  fc.assert(
    fc.property(vector(2), pieces, vector(1), grid(1), (from, motion, velocity, yawRate) => {
      const edges = [{ id: "e", normal: { x: 1, y: 0 }, offset: 3 }];
      const stepped = motionOf(from, motion, {
        region: { turning: [{ frame: { velocity, yawRate }, edges }] },
      });
      const { least } = regionMargin(stepped);
      const normalAt = (t: number) => ({ x: Math.cos(yawRate * t), y: Math.sin(yawRate * t) });
      const sampled = sampledMargin(
        (t) => placeAt(stepped, t),
        normalAt,
        (t) => 3 + t * (normalAt(t).x * velocity.x + normalAt(t).y * velocity.y),
      );
      if (least === undefined) return assert(Math.abs(sampled) < 1e-6, "too near to be decided");
      if (sampled < -1e-9) assert(least.margin < 0, `${least.margin}, but it leaves by ${-sampled}`);
      else assert(least.margin <= sampled + 1e-9, `${least.margin} above ${sampled}`);
      if (least.margin < 0) assert(sampled < 20 / SAMPLES / SAMPLES, "said to leave, but it does not");
    }),
    { numRuns: counts("scenario properties") },
  );
});

/** The same motion written with sine and cosine. */
function carriedPlace(
  { origin, velocity, yawRate }: RigidMotion,
  local: { x: number; y: number },
  t: number,
) {
  const c = Math.cos(yawRate * t), s = Math.sin(yawRate * t);
  return {
    x: origin.x + velocity.x * t + c * local.x - s * local.y,
    y: origin.y + velocity.y * t + s * local.x + c * local.y,
  };
}

it("C13: the world's motion on a turning support is the carried curve, to a millionth of a millimetre", () => {
  const motion = { origin: { x: 1, y: 2 }, velocity: { x: 1, y: 0 }, yawRate: 0.8 };
  const crowd = crowdOf([{
    id: "a",
    position: { x: 4, y: 2 },
    goal: { x: 1, y: 5 },
    budget: 2,
    support: { id: "p", motion },
  }]);
  const after = stepCrowd(crowd), [stepped] = stepMotions(crowd, after);
  const frame = crowd.agents[0]!.support!.motion!, { position, motion: local } = stepped!.carried;
  assert(stepped!.pieces.length > 1, "it bends");
  for (let i = 0; i <= 100; i++) {
    const t = i / 100 * 0.1, [{ velocity: v, acceleration: a }] = local as [MotionPiece];
    const true_ = carriedPlace(frame, {
      x: position.x + v.x * t + a.x * t * t / 2,
      y: position.y + v.y * t + a.y * t * t / 2,
    }, t);
    const found = placeAt(stepped!, t);
    assert(Math.hypot(found.x - true_.x, found.y - true_.y) < 2e-9, `at ${t}`);
  }
  const end = placeAt(stepped!, 0.1), { position: at } = after.agents[0]!;
  assert(Math.hypot(end.x - at.x, end.y - at.y) < 1e-9);
  assertEquals([headingAt(frame, 0), originAt(frame, 0)], [{ x: 1, y: 0 }, { x: 1, y: 2 }]);
});

const scenario: Scenario = {
  id: "test",
  title: "Test",
  duration: 1,
  parameters: { timeHorizon: 3, timeStep: 0.1 },
  agents: [],
  walls: [],
  expect: [],
};

function measured(crowd: Crowd, steps: number, expect: readonly Expectation[] = []): Metrics {
  let now = crowd, metrics = startMetrics({ ...scenario, duration: steps / 10, expect }, crowd);
  for (let i = 0; i < steps; i++) {
    const next = stepCrowd(now);
    metrics = observe(metrics, now, next);
    now = next;
  }
  return metrics;
}

const verdicts = (metrics: Metrics): readonly string[] =>
  checkExpectations(metrics, {}).map(({ verdict }) => verdict);

it("C13: who stands on a deck that moves covers its way in the world, at a speed of 0", () => {
  const deck = { id: "deck", velocity: { x: 3, y: 4 } };
  const crowd = crowdOf([
    {
      id: "a",
      position: { x: 0, y: 0 },
      velocity: { x: 3, y: 4 },
      goal: { x: 0, y: 0 },
      support: deck,
      budget: 1,
    },
  ]);
  const metrics = measured(crowd, 20), summary = summarise(metrics, {}), [a] = metrics.agents;
  assertAlmostEquals(a!.pathLength, 10, 1e-9);
  assertAlmostEquals(a!.displacement, 10, 1e-9);
  assertEquals([a!.reversals, a!.stillSince, summary.arrived], [0, O.none, ["a"]]);
  const idle = { id: "idle", position: { x: 0, y: 0 }, velocity: deck.velocity, support: deck };
  assertEquals(
    measured(crowdOf([idle]), 5).agents[0]!.stillSince,
    O.some(0.1),
    "stands, though the deck moves",
  );
  assertAlmostEquals(a!.acceleration, 0, 1e-12);
  assert(O.isSome(summary.lateSpeed));
  assertAlmostEquals(summary.lateSpeed.value.value, 0, 1e-12);
});

it("C13: the goal of an agent on a deck moves with the deck, and arriving means to be there", () => {
  const deck = { id: "deck", velocity: { x: 0, y: 5 } };
  const start = { position: { x: 0, y: 0 }, velocity: { x: 0, y: 5 }, support: deck };
  const metrics = measured(crowdOf([{ id: "a", ...start, goal: { x: 4, y: 0 } }]), 40);
  assertEquals(summarise(metrics, {}).arrived, ["a"]);
  assert(metrics.agents[0]!.displacement > 19);
});

it("C13: on a turning platform speed and acceleration stay within what the agent has there", () => {
  const support = { id: "p", motion: { yawRate: 1 } };
  const metrics = measured(
    crowdOf([{
      id: "a",
      position: { x: 5, y: 0 },
      velocity: { x: 0, y: 5 },
      goal: { x: -5, y: 0 },
      budget: 1.5,
      support,
    }]),
    64, // speeding up and braking off included, 10 m take 7.7 s
  );
  assert(metrics.agents[0]!.acceleration <= 1.5 + 1e-6, String(metrics.agents[0]!.acceleration));
  assert(metrics.agents[0]!.acceleration > 1.4 && O.isSome(metrics.agents[0]!.arrival));
});

it("C13: the straight-line bound on a slope is that of the horizontal speed", () => {
  const crowd = crowdOf([{
    id: "a",
    position: { x: 0, y: 0 },
    goal: { x: 10.15, y: 0 },
    gradient: { x: 0.75, y: 0 },
  }]);
  assertAlmostEquals(startMetrics(scenario, crowd).agents[0]!.bound, 10 / 2 * 1.25, 1e-9);
});

it("C13: insideRegion holds, fails, and is not said of agents without a region", () => {
  const inside = { id: "in", position: { x: -2, y: -2 }, region: { polygon: square } };
  const outside = { id: "out", position: { x: 5, y: 2 }, region: { polygon: square } };
  const free = { id: "free", position: { x: 9, y: 9 } };
  const metrics = measured(crowdOf([inside, outside, free]), 10, [
    { kind: "insideRegion", agents: ["in"] },
    { kind: "insideRegion", agents: ["in"], atLeast: 0.99 },
    { kind: "insideRegion", agents: ["in"], atLeast: 1.01 },
    { kind: "insideRegion" },
    { kind: "insideRegion", agents: ["free"] },
  ]);
  assertEquals(verdicts(metrics), ["holds", "holds", "fails", "fails", "fails"]);
  const summary = summarise(metrics, {});
  assertEquals(summary.leastRegionMargin, O.some({ value: -2, agents: ["out"], time: 0 }));
  assertEquals(summarise(measured(crowdOf([free]), 3), {}).leastRegionMargin, O.none);
});

it("C13: a step that could not be measured makes insideRegion unknown, unless it failed already", () => {
  const metrics = measured(
    crowdOf([{ id: "a", position: { x: 0, y: 0 }, region: { polygon: square } }]),
    10,
    [
      { kind: "insideRegion" },
      { kind: "insideRegion", atLeast: 5 },
    ],
  );
  const near = { ...metrics, agents: metrics.agents.map((agent) => ({ ...agent, regionUndecided: 1 })) };
  assertEquals(verdicts(near), ["unknown", "fails"]);
});

it("C13: refused stops are counted for the agents that are meant", () => {
  const fast = {
    id: "fast",
    position: { x: 0, y: 0 },
    velocity: { x: 2, y: 0 },
    budget: 0.1,
    region: { polygon: square },
  };
  const metrics = measured(crowdOf([fast, { id: "calm", position: { x: 0, y: 9 } }]), 10, [
    { kind: "noRefusedStop", agents: ["calm"] },
    { kind: "noRefusedStop" },
  ]);
  assertEquals(verdicts(metrics), ["holds", "fails"]);
  assert(metrics.counts.BoundaryUnreachable + metrics.counts.Uncontrolled > 0);
});
