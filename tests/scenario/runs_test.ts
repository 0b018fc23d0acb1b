import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { parseScenario } from "../../scenario/parse.ts";
import { digestOfSteps, listed, type ListOrder, runToEnd, startRun, stepsOf } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { type RunSummary, summarise } from "../../scenario/summary.ts";
import { publishedResults } from "../../tools/literature/result.ts";
import { counts, tier } from "../counts.ts";
import { names, scenarioOf } from "./scenario_files.ts";
import { HERE, type Move, movedScenario, turnBy } from "./shapes/moved_scenario.ts";

function right<A>(checked: E.Either<unknown, A>): A {
  if (E.isLeft(checked)) throw new Error(JSON.stringify(checked.left));
  return checked.right;
}

function digestAgain(scenario: Scenario, steps = stepsOf(scenario)): string {
  return digestOfSteps(right(startRun(scenario)), steps);
}

/** Runs it once, and again for the expectations that ask for it. */
function summaryOf(scenario: Scenario): RunSummary {
  const wanted = (order: ListOrder): boolean =>
    scenario.expect.some((e) => e.kind === "repeatable" && e.order === order);
  return summarise(right(runToEnd(scenario)).metrics, {
    ...(wanted("same") ? { same: digestAgain(scenario) } : {}),
    ...(wanted("reversed") ? { reversed: digestAgain(listed(scenario, "reversed")) } : {}),
  });
}

const summaries = new Map<string, RunSummary>();

/** The summary of a published scenario, run when it is first asked for. */
function published(name: string): RunSummary {
  const known = summaries.get(name) ?? summaryOf(scenarioOf(name));
  summaries.set(name, known);
  return known;
}

const broken = ({ id, expectations }: RunSummary): readonly string[] =>
  expectations.filter(({ verdict }) => verdict !== "holds")
    .map(({ text, verdict, found }) => `${id}: ${verdict}: ${text}, found ${found}`);

/** What docs/literature.jsonl says of the scenarios of the literature. */
const results = publishedResults();

/** What to do where it says something else. */
const STALE = "run deno task literature with this name, then deno task figures";

/** Scenarios that take long. */
const long = names.filter((name) => name === "random-dense" || scenarioOf(name).tier === "full");

it("C5: the tutorial's head-on pair arrives within 12 s and does not overlap, with a margin and without", () => {
  assertEquals(broken(published("head-on-pair")), []);
  assertEquals(broken(published("head-on-pair-no-margin")), []);
});

it("C6: an exactly symmetric head-on pair gets through (S01)", () => {
  assertEquals(broken(published("S01")), []);
});

it("C6: exactly symmetric circles get through (S03 and twelve agents)", () => {
  assertEquals(broken(published("S03")), []);
  assertEquals(broken(published("circle-12")), []);
});

it("C13: agents that start on one spot come apart, and the overlap is reported (S02)", () => {
  assertEquals(broken(published("S02")), []);
});

it("C13: one who never yields keeps its line, one who is locked stays, the third avoids both (S12)", () => {
  assertEquals(broken(published("S12")), []);
});

it("C4: storeys do not meet, and a ramp does (S15)", () => {
  assertEquals(broken(published("S15")), []);
});

it("C13: two who refuse to yield share the avoiding (X18)", () => {
  assertEquals(broken(published("X18")), []);
});

it("M4: dense crossings with finite and with unlimited budgets never overlap, and a stop is always there", () => {
  for (const name of ["heavy-vehicles", "circle-30"]) {
    const summary = published(name);
    assertEquals(broken(summary), []);
    assertEquals([summary.counts.BoundaryUnreachable, summary.counts.Uncontrolled], [0, 0], name);
    assert(summary.floor.planes > 1000 && summary.floor.unproven.tooFast === 0, name);
  }
});

it("B19: a guard never leaves its room while others walk through it", () => {
  const summary = published("guard-room");
  assertEquals(broken(summary), []);
  assert(
    O.isSome(summary.leastRegionMargin) && summary.leastRegionMargin.value.value < 0.01,
    "the edge held it",
  );
});

it("G13, B9: agents stay on a deck that slides and on a platform that turns", () => {
  for (const name of ["moving-deck", "platform-and-wall", "turning-platform"]) {
    assertEquals(broken(published(name)), []);
  }
});

it("C13: what holds of the tutorial's pair also holds with every agent renamed", () => {
  const rename = (id: string | number): string => `z${String(id)}`;
  assertEquals(broken(summaryOf(movedScenario(scenarioOf("head-on-pair"), { ...HERE, rename }))), []);
});

it("C6: what holds of the tutorial's pair and of twelve on a circle also holds turned and shifted", () => {
  const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
  const shift = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(fc.constantFrom("head-on-pair", "circle-12"), angle, shift, shift, (name, by, x, y) => {
      const move: Move = { ...HERE, turn: turnBy(by), shift: { x, y } };
      assertEquals(broken(summaryOf(movedScenario(scenarioOf(name), move))), []);
    }),
    { numRuns: counts("turned scenarios") },
  );
});

it("C13: every scenario runs to its end with finite numbers, and what waits for nothing holds", () => {
  for (const name of names.filter((name) => tier === "full" || !long.includes(name))) {
    const scenario = scenarioOf(name), summary = published(name);
    assertEquals(summary.steps, stepsOf(scenario), name);
    assert(summary.agents.every(({ finite }) => finite), name);
    assert(summary.expectations.every(({ verdict }) => verdict !== "unknown"), name);
    const measured = results.find(({ id }) => id === scenario.id);
    if (measured !== undefined) assertEquals(summary.digest, measured.digest, `${name}: ${STALE}`);
    if (scenario.belongsTo === undefined) assertEquals(broken(summary), []);
  }
});

it("C1: a run gives the same bits again, and with the agents listed backwards", () => {
  for (const name of names.filter((name) => !long.includes(name))) {
    const scenario = scenarioOf(name), steps = Math.min(stepsOf(scenario), counts("repeated steps"));
    const first = digestAgain(scenario, steps);
    assertEquals(digestAgain(scenario, steps), first, name);
    assertEquals(digestAgain(listed(scenario, "reversed"), steps), first, `${name}, backwards`);
  }
});

it("C13: the digest tells apart runs that differ in the last bit", () => {
  const scenario = scenarioOf("S15"), [first, ...rest] = scenario.agents;
  const { x, y } = first!.position;
  const nudged = { ...scenario, agents: [{ ...first!, position: { x: x * (1 + 2 ** -52), y } }, ...rest] };
  assert(digestAgain(scenario) !== digestAgain(nudged));
  const negative = { ...scenario, agents: [{ ...first!, position: { x, y: -0 } }, ...rest] };
  assertEquals(startRun(negative)._tag, "Right");
  assert(
    digestOfSteps(right(startRun(scenario)), 0) !== digestOfSteps(right(startRun(negative)), 0),
  );
});

it("C13: a duration that is no multiple of the step is filled by one step more", () => {
  const scenario = scenarioOf("head-on-pair");
  assertEquals(stepsOf(scenario), 120);
  assertEquals(stepsOf({ ...scenario, duration: 12.01 }), 121);
  assertEquals(stepsOf({ ...scenario, duration: 0.3 }), 3);
});

it("C13: a scenario without agents runs and reports nothing", () => {
  const scenario = right(parseScenario({
    id: "empty",
    title: "No one",
    duration: 1,
    parameters: { timeHorizon: 3, timeStep: 0.1 },
    agents: [],
    expect: [{ kind: "finite" }, { kind: "arrival", within: 1 }, { kind: "gap", atLeast: 0 }],
  }));
  assertEquals(broken(summaryOf(scenario)), []);
});
