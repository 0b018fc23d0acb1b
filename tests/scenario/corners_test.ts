import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Run, startRun, stepRun } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { scenarioOf } from "./scenario_files.ts";

/** The scenario with everybody's start moved by so much, m, neighbors the opposite ways. */
function shifted(scenario: Scenario, by: number): Scenario {
  const agents = scenario.agents.map((agent, i) => {
    const { x, y } = agent.position;
    return { ...agent, position: { x: i % 2 === 0 ? x - by : x + by, y: y + by / 2 } };
  });
  return { ...scenario, agents };
}

/** The run's state when a condition holds for the first time, or after so many seconds. */
function runUntil(scenario: Scenario, done: (run: Run) => boolean, most: number): Run {
  const start = startRun(scenario);
  if (start._tag === "Left") throw new Error(JSON.stringify(start.left));
  let run = start.right;
  while (run.crowd.time < most && !done(run)) run = stepRun(run);
  return run;
}

it("C5: nobody turns back to a corner that others pushed it past: six are round two corners within 16 s", () => {
  for (const by of [0, 0.03, -0.04, 0.02]) {
    const { crowd } = runUntil(
      shifted(scenarioOf("corridor-corners"), by),
      (run) => run.crowd.agents.every(({ route }) => route.length === 1),
      30,
    );
    assert(crowd.time < 16, `shifted by ${by} m some had not passed the corners after ${crowd.time} s`);
    assertEquals(crowd.report.overlaps, []);
  }
});

it("C6, C14: who has passed a corner goes before those who come to it: six that start a little elsewhere arrive in good order", () => {
  const late = [0, 0.03, -0.04, 0.02, -0.02].filter((by) => {
    const { crowd } = runUntil(
      shifted(scenarioOf("corridor-corners"), by),
      ({ crowd }) => crowd.report.arrived.length === crowd.agents.length,
      30,
    );
    return crowd.report.arrived.length < crowd.agents.length;
  });
  assertEquals(late, []);
});
