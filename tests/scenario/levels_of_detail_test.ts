import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { parseScenario } from "../../scenario/parse.ts";
import { runToEnd } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { summarise } from "../../scenario/summary.ts";
import { runScenario } from "../../driver/run_scenario.ts";
import { right } from "../driver/slope.ts";
import { fileOf, scenarioOf } from "./scenario_files.ts";

/** What is wrong with the scenario when it is changed so, as path and rule. */
function wrongWith(change: Readonly<Record<string, unknown>>): readonly string[] {
  const { parameters, ...file } = fileOf("levels-of-detail");
  const { levelsOfDetail, ...more } = change;
  const read = parseScenario({
    ...file,
    parameters: { ...parameters as object, ...(levelsOfDetail === undefined ? {} : { levelsOfDetail }) },
    ...more,
  });
  return E.isLeft(read) ? read.left.map(({ path, rule }) => `${path.join(".")} ${rule}`) : [];
}

it("C4, C13: what is wrong with levels of detail and viewers is told with its place", () => {
  assertEquals(wrongWith({}), []);
  assertEquals(wrongWith({ levelsOfDetail: [{ beyond: 5 }, { beyond: 5, every: 2 }] }), [
    "parameters.levelsOfDetail.1.beyond must be above that of the level before",
  ]);
  assertEquals(wrongWith({ levelsOfDetail: [{ beyond: 5, evry: 2 }] }).length, 1);
  assertEquals(
    wrongWith({ levelsOfDetail: [{ beyond: 5, against: "walls" }] }).map((one) => one.split(" ")[0]),
    [
      "parameters.levelsOfDetail.0.against",
    ],
  );
  assertEquals(wrongWith({ viewers: [{ x: 0, y: NaN }] }).map((one) => one.split(" ")[0]), ["viewers.0.y"]);
  assertEquals(wrongWith({ viewers: { x: 0, y: 0 } }).map((one) => one.split(" ")[0]), ["viewers"]);
});

/** Shares of skipped decisions of the agents of a run, the least and the largest. */
function skippedIn(scenario: Scenario): readonly [number, number] {
  const { agents } = summarise(right(runToEnd(scenario)).metrics, {});
  const shares = agents.map(({ steps, skippedSteps }) => skippedSteps / steps);
  return [Math.min(...shares), Math.max(...shares)];
}

it("C4, C13: levels count from the viewers of the file; without viewers all is decided, with none of them nobody is near", () => {
  const { viewers, ...scenario } = { ...scenarioOf("levels-of-detail"), duration: 4 };
  assertEquals(viewers, [{ x: 0, y: 0 }, { x: 0, y: -5 }]);
  assertEquals(skippedIn({ ...scenario, viewers: viewers! }), [0, 0.75]);
  assertEquals(skippedIn(scenario), [0, 0]);
  assertEquals(skippedIn({ ...scenario, viewers: [] }), [0.75, 0.75]);
});

it("C4, C13, C14: viewers look at a crowd on tiles too", () => {
  const { parameters, ...scenario } = { ...scenarioOf("pq-slope"), duration: 4 };
  const levelsOfDetail = [{ beyond: 1, every: 2 }];
  assertEquals(skippedIn({ ...scenario, parameters: { ...parameters, levelsOfDetail } }), [0, 0]);
  const [, most] = skippedIn({
    ...scenario,
    parameters: { ...parameters, levelsOfDetail },
    viewers: [{ x: 999, y: 0 }],
  });
  assert(most > 0.3, `${most}`);
});

it("C4, C12: the driver gives a step the viewers of the file: its run is the same", async () => {
  const scenario: Scenario = { ...scenarioOf("levels-of-detail"), duration: 4, expect: [] };
  const { summary } = right(await runScenario(scenario));
  assertEquals(summary.digest, summarise(right(runToEnd(scenario)).metrics, {}).digest);
  const { viewers: _, ...unseen } = scenario;
  assert(summary.digest !== summarise(right(runToEnd(unseen)).metrics, {}).digest);
});

it("C4, C13: an expected share of skipped decisions holds, fails, and is unknown where nothing was decided", () => {
  const scenario = { ...scenarioOf("levels-of-detail"), duration: 4 };
  const verdicts = (steps: Scenario): readonly string[] =>
    summarise(right(runToEnd(steps)).metrics, {}).expectations.map(({ verdict, text }) =>
      `${verdict}: ${text}`
    );
  const expect: Scenario["expect"] = [
    { kind: "skipped", atLeast: 0.75, atMost: 0.75, agents: ["farthest-east1"] },
    { kind: "skipped", atLeast: 0.76, agents: ["farthest-east1"] },
    { kind: "skipped", atMost: 0.74, agents: ["near-east1", "farthest-east1"] },
    { kind: "skipped", atMost: 0, agents: ["near-east1"] },
  ];
  assertEquals(verdicts({ ...scenario, expect }), [
    "holds: skipped decisions >= 75 % <= 75 % of farthest-east1",
    "fails: skipped decisions >= 76 % of farthest-east1",
    "fails: skipped decisions <= 74 % of near-east1, farthest-east1",
    "holds: skipped decisions <= 0 % of near-east1",
  ]);
  assertEquals(verdicts({ ...scenario, agents: [], expect: [{ kind: "skipped", atLeast: 0 }] }), [
    "unknown: skipped decisions >= 0 %",
  ]);
});
