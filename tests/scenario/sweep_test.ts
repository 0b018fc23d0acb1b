import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { DETOUR } from "../../crowd/detour.ts";
import { runToEnd } from "../../scenario/run.ts";
import { buildCrowd } from "../../scenario/parse.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { summarise } from "../../scenario/summary.ts";
import { sweep, sweepPoints, type SweepRow, sweptScenario } from "../../scenario/sweep.ts";
import { SWEPT, SWEPT_NAMES } from "../../scenario/swept_parameter.ts";
import { scenarioOf } from "./scenario_files.ts";

const PAIR: Scenario = { ...scenarioOf("head-on-pair"), duration: 10 };

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function rowsOf(scenario: Scenario, ...axes: Parameters<typeof sweep>[1]): readonly SweepRow[] {
  const rows = sweep(scenario, axes);
  if (E.isLeft(rows)) throw new Error(JSON.stringify(rows.left));
  return rows.right;
}

it("C13: a sweep runs every combination of values, the last axis fastest, and no axes are the scenario itself", () => {
  const axes = [{ parameter: "timeHorizon", values: [1, 2] }, {
    parameter: "safetyMargin",
    values: [0, 0.1, 0.2],
  }] as const;
  assertEquals(sweepPoints(axes).map(({ timeHorizon, safetyMargin }) => [timeHorizon, safetyMargin]), [
    ...[[1, 0], [1, 0.1], [1, 0.2]],
    ...[[2, 0], [2, 0.1], [2, 0.2]],
  ]);
  assertEquals(sweepPoints([]), [{}]);
  const [own] = rowsOf(PAIR), run = runToEnd(PAIR);
  assert(E.isRight(run) && own !== undefined);
  assertEquals(own.digest, summarise(run.right.metrics, {}).digest);
  const [same] = rowsOf(PAIR, { parameter: "safetyMargin", values: [0.1] });
  assertEquals(same?.digest, own.digest);
  assertEquals(rowsOf(PAIR, ...axes), rowsOf(PAIR, ...axes));
});

it("C13: every parameter of a sweep reaches the crowd, and leaves all others as they were", () => {
  const crowd = (scenario: Scenario) => {
    const built = buildCrowd(scenario);
    assert(E.isRight(built));
    return built.right;
  };
  const base = scenarioOf("S08"), before = crowd(base);
  for (const name of SWEPT_NAMES) {
    const value = name === "seed" ? 9 : name === "maxNeighbors" ? 3 : name === "detourDeadBand" ? 0.9 : 1.5;
    const after = crowd(sweptScenario(base, { [name]: value }));
    const { detour, perturbation, ...rest } = after.parameters, old = before.parameters;
    assert(detour !== "off" && old.detour !== "off");
    const changed = [
      ...Object.keys(rest).filter((key) =>
        !equal(rest[key as keyof typeof rest], old[key as keyof typeof rest])
      ),
      ...Object.keys(detour).filter((key) =>
        detour[key as keyof typeof detour] !== DETOUR[key as keyof typeof detour]
      ),
      ...(perturbation === "off" ? [] : ["perturbation"]),
      ...(["radius", "maxSpeed"] as const).filter((key) =>
        after.agents.some((agent, i) => agent[key] !== before.agents[i]![key])
      ),
    ];
    const wanted: Readonly<Record<string, string>> = {
      speed: "maxSpeed",
      seed: "perturbation",
      detourRise: "rise",
      detourFall: "fall",
      detourCeiling: "ceiling",
      detourDeadBand: "deadBand",
    };
    assertEquals(changed, [wanted[name] ?? name], name);
  }
});

it("C13: a horizon for agents leaves walls theirs; factors leave locked agents' radii alone; a memory that is off comes on", () => {
  const { timeHorizonObstacles: _, ...parameters } = PAIR.parameters;
  const swept = sweptScenario({ ...PAIR, parameters }, { timeHorizon: 8 });
  assertEquals(swept.parameters.timeHorizonObstacles, 3);
  const agents = [{ ...PAIR.agents[0]!, locked: true }, { ...PAIR.agents[1]!, cruisingSpeed: 0.6 }];
  const large = sweptScenario({ ...PAIR, agents }, { radius: 2, speed: 0.5 });
  assertEquals(large.agents.map(({ radius, cruisingSpeed }) => [radius, cruisingSpeed]), [[0.5, undefined], [
    1,
    0.3,
  ]]);
  const off = sweptScenario({ ...PAIR, parameters: { ...parameters, detour: "off" } }, { detourRise: 0.4 });
  assertEquals(off.parameters.detour, { ...DETOUR, rise: 0.4 });
  const seeded = sweptScenario({
    ...PAIR,
    parameters: { ...parameters, perturbation: { size: 0.1, seed: 1 } },
  }, { seed: 2 });
  assertEquals(seeded.parameters.perturbation, { size: 0.1, seed: 2 });
  assertEquals(sweptScenario(PAIR, { speed: 2 }).expect, [], "what it expected was meant for its own speed");
});

it("C13: values that are not allowed are refused with their rules, all at once, before anything runs", () => {
  const wrong = sweep({ ...PAIR, duration: 1e9 }, [{ parameter: "timeStep", values: [0.1, 0, -1] }]);
  assert(E.isLeft(wrong));
  assertEquals(wrong.left.map(({ path, value }) => [path.join("."), value]), [
    ["parameters.timeStep", 0],
    ["parameters.timeStep", -1],
  ]);
});

it("C13: a row's numbers are those of the run: way and time against the straight way, gaps, decisions, half-planes", () => {
  const [row] = rowsOf(PAIR), run = runToEnd(PAIR);
  assert(row !== undefined && E.isRight(run));
  const { agents } = run.right.metrics;
  assert(
    O.isSome(row.wayRatio) && O.isSome(row.timeRatio) && O.isSome(row.meanArrival) && O.isSome(row.leastGap),
  );
  // Both go 10 m, from x = 0 to 10 and back.
  const covered = agents.reduce((sum, { pathLength }) => sum + pathLength, 0);
  assert(Math.abs(row.wayRatio.value - covered / 20) < 1e-12);
  assert(row.wayRatio.value > 1 && row.wayRatio.value < 1.05, String(row.wayRatio.value));
  assert(Math.abs(row.timeRatio.value - row.meanArrival.value / ((10 - 0.15) / 1.2)) < 1e-12);
  assert(row.leastGap.value >= 0.1 - 1e-9, "the safety margin");
  assertEquals([row.arrived, row.withGoal, row.notClear, row.overlapSteps], [2, 2, 0, 0]);
  assertEquals(row.counts.Clear, 2 * 100);
  // Each sees the other from 2 · 1.2 m/s · 3 s + the radii and the margin on, and until they are as far apart again.
  assert(row.halfPlanes > 0.5 && row.halfPlanes < 1);
  const alone = rowsOf({ ...PAIR, agents: PAIR.agents.slice(0, 1) })[0]!;
  assertEquals([alone.wayRatio, alone.halfPlanes, alone.leastGap], [O.some(1), 0, O.none]);
  const stuck = rowsOf({ ...PAIR, duration: 1 })[0]!;
  assertEquals([stuck.arrived, stuck.wayRatio, stuck.timeRatio, stuck.lastArrival], [
    0,
    O.none,
    O.none,
    O.none,
  ]);
});

it("C13: what the parameters are said to do, they do: margin widens the gap, a cap saves half-planes, no rise no way through", () => {
  const gaps = rowsOf(PAIR, { parameter: "safetyMargin", values: [0, 0.2, 0.4] }).map(({ leastGap }) =>
    leastGap
  );
  gaps.forEach((gap, i) => assert(O.isSome(gap) && gap.value >= 0.2 * i - 1e-9));
  const circle = { ...scenarioOf("circle-12"), duration: 4 };
  const caps = rowsOf(circle, { parameter: "maxNeighbors", values: [1, 3, 20] }).map(({ halfPlanes }) =>
    halfPlanes
  );
  assert(caps[0]! <= 1 && caps[1]! <= 3 && caps[0]! < caps[1]! && caps[1]! < caps[2]!, String(caps));
  assertEquals(rowsOf(PAIR, { parameter: "detourRise", values: [0, 0.2] }).map(({ arrived }) => arrived), [
    0,
    2,
  ]);
  assert(
    SWEPT_NAMES.every((name) => SWEPT[name].values.every((value, i, all) => i === 0 || value > all[i - 1]!)),
  );
});
