import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { parseScenario } from "../../scenario/parse.ts";
import { digestOfSteps, startRun, stepsOf } from "../../scenario/run.ts";
import { CHAPTER, withTables } from "../../tools/literature/chapter.ts";
import { flowOf } from "../../scenario/counting_gate.ts";
import { publishedResults, resultOf } from "../../tools/literature/result.ts";
import { DOORS, rimea12 } from "../../tools/literature/rimea.ts";
import { MOST_SYMMETRIC, symmetricCircle } from "../../tools/literature/rvo2.ts";
import { fileText, type ScenarioFile } from "../../tools/literature/scenario_file.ts";
import { literature } from "../../tools/literature/scenarios.ts";
import { tier } from "../counts.ts";

const results = publishedResults();

/** Circles that the quick tier runs again; the published scenarios are run by tests/scenario. */
const quick = ["symmetric-2", "symmetric-5", "symmetric-16"];

const circles = Array.from({ length: MOST_SYMMETRIC - 1 }, (_, i) => symmetricCircle(i + 2));
const files: readonly ScenarioFile[] = [...literature, ...circles];

it("C14: the chapter's tables are what was measured", () => {
  const chapter = Deno.readTextFileSync(CHAPTER);
  assertEquals(
    withTables(chapter, results),
    chapter,
    "Run deno task literature with the name of a scenario.",
  );
});

it("C14: every scenario of the literature was measured, and nobody overlapped or touched a wall", () => {
  const missing = files.filter(({ id }) => !results.some((result) => result.id === id)).map(({ id }) => id);
  assertEquals(missing, []);
  for (const { id, leastGap, leastClearance } of results) {
    assert(leastGap === null || leastGap >= 0, `${id}: ${leastGap} m`);
    assert(leastClearance === null || leastClearance >= 0, `${id}: ${leastClearance} m`);
  }
});

it("C6, C14: through RiMEA's doors all 150 get out, in a flow that rises with the door's width and is at least 1 per second and metre", () => {
  const flows = DOORS.map((width) => {
    const { agents, arrivals, broken, passages: gates } = resultOf(results, rimea12(width).id);
    assertEquals([agents, arrivals.length, broken], [150, 150, []], `door of ${width} m`);
    const flow = flowOf(gates["door"]!.forward.map(([id, time]) => ({ id, time })));
    assert(flow !== undefined && flow >= width, `door of ${width} m: ${flow} persons per second`);
    return flow;
  });
  assertEquals(flows, [...flows].sort((a, b) => a - b));
});

it("C14: what was measured on symmetric circles is what a run gives now, bit for bit", () => {
  const stale = circles.filter(({ id }) => tier === "full" || quick.includes(id)).filter((file) => {
    const scenario = parseScenario(JSON.parse(fileText(file)));
    assert(E.isRight(scenario), file.id);
    const start = startRun(scenario.right);
    assert(E.isRight(start), file.id);
    const digest = digestOfSteps(start.right, stepsOf(scenario.right));
    return digest !== results.find(({ id }) => id === file.id)?.digest;
  });
  assertEquals(
    stale.map(({ id }) => id),
    [],
    "Run deno task literature with these names, then deno task figures.",
  );
});
