import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Vec2 } from "../../geometry/vector.ts";
import { meanDensity, peakDensity } from "../../scenario/counting_area.ts";
import {
  type CountingGate,
  DIRECTIONS,
  flowOf,
  specificFlowOf,
  timesBetween,
} from "../../scenario/counting_gate.ts";
import { describeExpectation } from "../../scenario/expectation.ts";
import { parseScenario } from "../../scenario/parse.ts";
import { startRun, stepRun, stepsOf } from "../../scenario/run.ts";
import { type RunSummary, summarise } from "../../scenario/summary.ts";
import { travelTimes } from "../../scenario/travel_times.ts";
import { counts } from "../counts.ts";

const base = {
  id: "counted",
  title: "Counted",
  duration: 6,
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  defaults: { radius: 0.3, maxSpeed: 1.5 },
};

/** A run with every position of every agent, step by step. */
function run(more: object): { readonly summary: RunSummary; readonly ways: Map<unknown, Vec2[]> } {
  const scenario = parseScenario({ ...base, ...more });
  assert(E.isRight(scenario), JSON.stringify(scenario));
  const start = startRun(scenario.right);
  assert(E.isRight(start));
  let now = start.right;
  const ways = new Map(now.crowd.agents.map(({ id, position }) => [id as unknown, [position]]));
  for (let step = stepsOf(scenario.right); step > 0; step--) {
    now = stepRun(now);
    for (const { id, position } of now.crowd.agents) ways.get(id)!.push(position);
  }
  return { summary: summarise(now.metrics, {}), ways };
}

/** Passages by intersecting segments with determinants of triangles: another way than that of the gate. */
function countedByHand(ways: Map<unknown, Vec2[]>, { from, to }: CountingGate, dt: number) {
  const turn = (a: Vec2, b: Vec2, c: Vec2): number =>
    a.x * b.y - a.y * b.x + b.x * c.y - b.y * c.x + c.x * a.y - c.y * a.x;
  const found = { forward: new Map<unknown, number>(), backward: new Map<unknown, number>() };
  for (const [id, way] of ways) {
    for (let k = 1; k < way.length; k++) {
      const a = way[k - 1]!, b = way[k]!;
      if (!(turn(a, b, from) * turn(a, b, to) < 0 && turn(from, to, a) * turn(from, to, b) < 0)) continue;
      const direction = turn(from, to, b) > 0 ? "forward" : "backward";
      const far = Math.abs(turn(from, to, a)) / (Math.abs(turn(from, to, a)) + Math.abs(turn(from, to, b)));
      if (!found[direction].has(id)) found[direction].set(id, (k - 1 + far) * dt);
    }
  }
  return found;
}

it("C13: passages, flow and density are those that another count of the positions gives", () => {
  const place = fc.record({
    x: fc.integer({ min: -64, max: 64 }).map((n) => n / 16),
    y: fc.integer({ min: -64, max: 64 }).map((n) => n / 16),
  });
  let passed = 0, inside = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(place, { minLength: 2, maxLength: 6, selector: ({ x, y }) => `${x} ${y}` }),
      fc.array(place, { minLength: 6, maxLength: 6 }),
      place,
      place,
      (starts, goals, from, side) => {
        const gate = {
          id: "g",
          from: { x: from.x + 1 / 37, y: from.y },
          to: { x: -side.x, y: side.y + 1 / 41 },
        };
        const area = {
          id: "a",
          polygon: [{ x: -2, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 2 }, { x: -2, y: 2 }],
        };
        const { summary, ways } = run({
          agents: starts.map((position, i) => ({ id: i, position, goal: goals[i] })),
          gates: [gate],
          areas: [area],
        });
        const byHand = countedByHand(ways, gate, base.parameters.timeStep), [count] = summary.gates;
        for (const direction of DIRECTIONS) {
          const times = [...byHand[direction].values()].sort((a, b) => a - b);
          assertEquals(count![direction].length, times.length);
          count![direction].forEach(({ id, time }, i) => {
            assertAlmostEquals(time, byHand[direction].get(id)!, 1e-9);
            assertAlmostEquals(time, times[i]!, 1e-9);
          });
          passed += times.length;
          if (times.length < 2 || times.at(-1)! - times[0]! < 1e-3) continue;
          const flow = (times.length - 1) / (times.at(-1)! - times[0]!);
          const width = Math.hypot(gate.to.x - gate.from.x, gate.to.y - gate.from.y);
          assertAlmostEquals(flowOf(count![direction])! / flow, 1, 1e-6);
          assertAlmostEquals(specificFlowOf(gate, count![direction])! * width / flow, 1, 1e-6);
        }
        const steps = ways.get(0)!.length;
        const numbers = Array.from(
          { length: steps },
          (_, k) =>
            [...ways.values()].filter((way) =>
              way[k]!.x >= -2 && way[k]!.x <= 1 && way[k]!.y >= -1 && way[k]!.y <= 2
            ).length,
        );
        const busy = numbers.slice(1).filter((n) => n > 0);
        const mean = busy.reduce((sum, n) => sum + n, 0) / Math.max(1, busy.length) / 9;
        assertAlmostEquals(peakDensity(summary.areas[0]!), Math.max(...numbers) / 9, 1e-12);
        assertAlmostEquals(meanDensity(summary.areas[0]!), mean, 1e-12);
        inside += busy.length;
      },
    ),
    { numRuns: counts("counted crowds") },
  );
  assert(passed > 20 && inside > 100, `${passed} passages, ${inside} steps with somebody inside`);
});

const lane = {
  duration: 8,
  agents: [1, 2, 3].map((k) => ({ id: k, position: { x: -2 * k, y: 0 }, goal: { x: 3, y: 0 } })),
  gates: [{ id: "line", from: { x: 0, y: 1 }, to: { x: 0, y: -1 } }],
  areas: [{ id: "before", polygon: [{ x: -6, y: -1 }, { x: 0, y: -1 }, { x: 0, y: 1 }, { x: -6, y: 1 }] }],
  atGoal: "leave",
};

it("C13: expectations on flow, passages, density and early arrivals are judged by the counts", () => {
  const { summary } = run({
    ...lane,
    expect: [
      { kind: "flow", gate: "line", atLeast: 0.7, atMost: 0.8 },
      { kind: "flow", gate: "line", atLeast: 0.8 },
      { kind: "flow", gate: "line", direction: "backward" },
      { kind: "passages", gate: "line", atLeast: 3 },
      { kind: "passages", gate: "line", atLeast: 4 },
      { kind: "density", area: "before", atMost: 0.25 },
      { kind: "density", area: "before", atMost: 0.24 },
      { kind: "arrival", within: 8, notBefore: 3 },
      { kind: "arrival", within: 8, notBefore: 4 },
    ],
  });
  assertEquals(summary.expectations.map(({ verdict }) => verdict), [
    "holds", // one every 2 m at 1.5 m/s
    "fails",
    "fails",
    "holds",
    "fails",
    "holds", // three on 12 m²
    "fails",
    "holds", // the first has 5 m less the arrival distance to go
    "fails",
  ]);
  assertEquals(summary.expectations.map(({ expectation }) => describeExpectation(expectation)), [
    "flow through line >= 0.7 /s <= 0.8 /s",
    "flow through line >= 0.8 /s",
    "flow through line backward",
    "passages of line >= 3",
    "passages of line >= 4",
    "density in before <= 0.25 /m²",
    "density in before <= 0.24 /m²",
    "arrival within 8 s and not before 3 s",
    "arrival within 8 s and not before 4 s",
  ]);
});

it("C14: agents that leave at their goals are there no longer, and count as arrived", () => {
  const leaving = run(lane), staying = run({ ...lane, atGoal: "stay" });
  assertEquals(leaving.summary.arrived, [1, 2, 3]);
  assert(leaving.ways.get(1)!.length < staying.ways.get(1)!.length);
  assert(staying.summary.arrived.length <= 1, "only one can stand at the goal");
  assertEquals(leaving.summary.overlapSteps, 0);
  assert(O.isSome(leaving.summary.travelTimes));
  const { least, most, median } = leaving.summary.travelTimes.value;
  assert(least < median && median < most && most - least > 2.5);
});

it("C13: times between two gates are those of the agents who passed both, one after the other", () => {
  const first = [{ id: "a", time: 1 }, { id: "b", time: 2 }, { id: "c", time: 9 }];
  const second = [{ id: "d", time: 3 }, { id: "b", time: 5 }, { id: "a", time: 6 }, { id: "c", time: 8 }];
  assertEquals(timesBetween(first, second), [3, 5]);
});

it("C13: travel times are those of the sorted list", () => {
  assertEquals(travelTimes([]), undefined);
  assertEquals(travelTimes([3]), { least: 3, median: 3, mean: 3, ninth: 3, most: 3 });
  const times = Array.from({ length: 20 }, (_, i) => (i * 7 % 20) + 1);
  assertEquals(travelTimes(times), { least: 1, median: 10, mean: 10.5, ninth: 18, most: 20 });
});

it("C13: gates, areas and leaving are checked, each error in its place", () => {
  const wrong = parseScenario({
    ...base,
    agents: [],
    gates: [
      { id: "g", from: { x: 0, y: 0 }, to: { x: 0, y: 0 } },
      { id: "g", from: { x: 0, y: 0 }, to: { x: 1, y: 0 } },
    ],
    areas: [{ id: 3, polygon: [{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 0 }] }],
    ground: { tiles: [{ id: 1, polygon: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }] }], edges: [] },
    atGoal: "leave",
    tier: "slow",
    expect: [{ kind: "flow", gate: "door" }, { kind: "density", area: "hall", atMost: 1 }],
  });
  assert(E.isLeft(wrong));
  assertEquals(
    new Set(wrong.left.map(({ path }) => path.join("."))),
    new Set([
      "gates.0.to",
      "gates.1.id",
      "areas.0.id",
      "areas.0.polygon",
      "atGoal",
      "tier",
      "expect.0.gate",
      "expect.1.area",
    ]),
  );
});
