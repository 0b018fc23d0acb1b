import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { runToEnd } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { type RunSummary, summarise } from "../../scenario/summary.ts";
import { scenarioOf } from "./scenario_files.ts";

function summaryOf(scenario: Scenario): RunSummary {
  const run = runToEnd(scenario);
  if (E.isLeft(run)) throw new Error(JSON.stringify(run.left));
  return summarise(run.right.metrics, {});
}

function broken({ id, expectations }: RunSummary): readonly string[] {
  return expectations.filter(({ verdict, text }) => verdict !== "holds" && !text.includes("repeat"))
    .map(({ text, found }) => `${id}: ${text}, found ${found}`);
}

it("C8: through a door, round the corners of a corridor, and among RVO2's blocks all arrive", () => {
  for (const name of ["doorway", "corridor-corners", "blocks"]) {
    const summary = summaryOf(scenarioOf(name));
    assertEquals(broken(summary), []);
    assertEquals([summary.counts.BoundaryUnreachable, summary.counts.Uncontrolled], [0, 0], name);
  }
});

it("C8, C9: in a door for one, two agents stop without contact and are reported as waiting for each other (S10)", () => {
  const summary = summaryOf(scenarioOf("S10"));
  assert(O.isSome(summary.leastGap) && summary.leastGap.value.value > 0);
  assert(O.isSome(summary.leastClearance) && summary.leastClearance.value.value > -3e-6);
  assert(summary.deadlocks.some(({ agents, after }) => agents.join() === "a,b" && after <= 2));
});
