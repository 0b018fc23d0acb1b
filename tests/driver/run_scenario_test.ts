import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { parseArguments } from "../../driver/arguments.ts";
import { galleryHtml } from "../../driver/gallery.ts";
import type { Progress } from "../../driver/breather.ts";
import { picturesOf } from "../../driver/pictures.ts";
import { reportText, stoppedText } from "../../driver/report.ts";
import { type RunOptions, runScenario, type ScenarioResult } from "../../driver/run_scenario.ts";
import { parseScenarioText } from "../../driver/scenario_text.ts";
import { outcomeOf, TABLE_HEAD, tableRow, verdictText } from "../../driver/table.ts";
import { writeAtomically } from "../../driver/write_atomically.ts";
import { problemOf } from "../../driver/decision_problem.ts";
import { regionShapes } from "../../driver/region_shapes.ts";
import { runToEnd, startRun, stepRun } from "../../scenario/run.ts";
import { compareIdentities } from "../../solver/identity.ts";
import { summarise } from "../../scenario/summary.ts";
import { scenarioOf } from "../scenario/scenario_files.ts";

const results = new Map<string, ScenarioResult>();

/** The result of a published scenario; without options it is run only once. */
async function resultOf(name: string, options?: RunOptions): Promise<ScenarioResult> {
  const known = options === undefined ? results.get(name) : undefined;
  if (known !== undefined) return known;
  const result = await runScenario(scenarioOf(name), options);
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  if (options === undefined) results.set(name, result.right);
  return result.right;
}

it("C12: the driver's run is the pure run, bit for bit, with the repeated runs that are asked for", async () => {
  const pure = runToEnd(scenarioOf("S03"));
  assert(E.isRight(pure));
  const { summary } = await resultOf("S03");
  assertEquals(summary.digest, summarise(pure.right.metrics, {}).digest);
  assertEquals(summary.expectations.map(({ verdict }) => verdict), [
    "holds",
    "holds",
    "holds",
    "holds",
    "holds",
  ]);
});

it("C12: progress rises to the end, repeated runs included", async () => {
  const told: Progress[] = [];
  await resultOf("S03", { onProgress: (progress) => told.push(progress) });
  assertEquals(told.at(-1), { done: 3600, steps: 3600 });
  assert(told.every(({ done }, i) => i === 0 || done >= told[i - 1]!.done));
});

it("C12: a run hears its signal between steps, while the event loop goes on", async () => {
  const stop = new AbortController();
  const scenario = { ...scenarioOf("S03"), duration: 1e6 };
  setTimeout(() => stop.abort(), 50);
  const result = await runScenario(scenario, { signal: stop.signal });
  assert(E.isRight(result) && O.isSome(result.right.stoppedAt));
  assertEquals(result.right.stoppedAt.value, result.right.summary.time);
  assert(result.right.summary.steps > 0);
});

it("C12: a signal that was given before the start leaves the crowd as it was", async () => {
  const { summary, stoppedAt, showpiece } = await resultOf("S01", { signal: AbortSignal.abort() });
  assertEquals([summary.steps, stoppedAt, showpiece], [0, O.some(0), O.none]);
});

it("C13: an invalid scenario comes back as errors", async () => {
  const result = await runScenario({ ...scenarioOf("S01"), parameters: { timeHorizon: 0, timeStep: 0.1 } });
  assert(E.isLeft(result));
  assertEquals(result.left[0].path, ["parameters", "timeHorizon"]);
});

it("C13: trails stay short however long the run", async () => {
  const { trails } = await resultOf("S03");
  assertEquals(trails.length, 8);
  for (const { positions, interval } of trails) {
    assert(positions.length <= 241 && positions.length > 100);
    assert(Math.abs(interval - 0.25) < 1e-12);
  }
});

it("C13: a row has a text for every heading, and counts what waits apart from what fails", async () => {
  const hasty = [{ kind: "arrival", within: 1 }] as const;
  const outcome = await runScenario({ ...scenarioOf("S01"), expect: hasty, belongsTo: ["cooperation"] });
  assert(E.isRight(outcome));
  const result = outcome.right, row = tableRow(result);
  assertEquals(row.length, TABLE_HEAD.length);
  assertEquals(row[0], "S01");
  const { notYet, fails } = outcomeOf([result]);
  assert(notYet > 0 && fails === 0);
  const { belongsTo: _belongsTo, ...impatient } = result.scenario;
  assertEquals(outcomeOf([{ ...result, scenario: impatient }]).fails, notYet);
});

it("C13: an outcome reads as a sentence", () => {
  assertEquals(verdictText({ holds: 4, fails: 0, notYet: 0, unknown: 0 }), "4 of 4 hold");
  assertEquals(verdictText({ holds: 1, fails: 1, notYet: 2, unknown: 0 }), "1 of 4 hold, 1 FAIL, 2 not yet");
  assertEquals(verdictText({ holds: 0, fails: 0, notYet: 0, unknown: 0 }), "none");
});

it("P1: the velocity space shows the half-planes that the decision was made with", async () => {
  const result = await resultOf("S12");
  const [world, velocity] = picturesOf(result);
  assertEquals([world?.file, velocity?.file], ["S12-world.svg", "S12-velocity.svg"]);
  assertMatch(world!.svg, /^<svg /);
  assert(O.isSome(result.showpiece));
  const { margins } = result.showpiece.value.decision.decision;
  const neighbors = margins.flatMap(({ constraint }) =>
    constraint.kind === "neighbor" ? [constraint.id] : []
  );
  assert(neighbors.length > 0);
  for (const id of neighbors) assertStringIncludes(velocity!.svg, `neighbor ${id}`);
});

it("P1: the problem that a picture shows is the one that was decided, margin by margin", () => {
  for (const name of ["guard-room", "moving-deck", "turning-platform", "S15", "S02"]) {
    const start = startRun(scenarioOf(name));
    assert(E.isRight(start));
    let run = start.right;
    for (let step = 0; step < 60; step++) {
      const next = stepRun(run);
      for (const made of step % 10 === 0 || step === 45 ? next.crowd.report.decisions : []) {
        const { neighbors, boundaries } = problemOf(run.crowd, made),
          { velocity: v, margins } = made.decision;
        const shown = [...neighbors, ...boundaries].map(({ point, normal, source }) => ({
          source,
          margin: normal.x * (v.x - point.x) + normal.y * (v.y - point.y),
        }));
        const decided = margins.filter(({ constraint }) => constraint.kind !== "disc");
        assertEquals(shown.length, decided.length, name);
        for (const { constraint, margin } of decided) {
          const nearest = Math.min(
            ...shown.filter(({ source }) => compareIdentities(source, constraint) === 0)
              .map((one) => Math.abs(one.margin - margin)),
          );
          assert(nearest < 1e-9, `${name}: ${JSON.stringify(constraint)} is off by ${nearest}`);
        }
      }
      run = next;
    }
  }
});

it("P2: regions are drawn where they are at the end, each once", async () => {
  const deck = await resultOf("moving-deck"), shapes = regionShapes(deck.crowd.agents);
  assertEquals(shapes.length, 1);
  const xs = shapes[0]!.map(({ x }) => x), ys = shapes[0]!.map(({ y }) => y);
  assert(
    Math.abs(Math.min(...xs) - 11) < 1e-9 && Math.abs(Math.max(...ys) - 8.7) < 1e-9,
    JSON.stringify(shapes),
  );
  assertStringIncludes(picturesOf(deck)[0]!.svg, 'class="region"');
  const platform = regionShapes((await resultOf("turning-platform")).crowd.agents)[0]!;
  assertEquals(platform.length, 4);
  for (const { x, y } of platform) assert(Math.abs(Math.hypot(x, y) - 3 * Math.SQRT2) < 1e-6);
  const guard = await resultOf("guard-room");
  const room = regionShapes(guard.crowd.agents)[0]!.map((
    { x, y },
  ) => [Number(x.toFixed(9)), Number(y.toFixed(9))]);
  assertEquals([...room].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!), [[-2, -2], [-2, 2], [2, -2], [
    2,
    2,
  ]]);
  const half = { edges: [{ id: 1, normal: { x: 0, y: 1 }, offset: 3, velocity: { x: 0, y: 0 } }] };
  const [open] = regionShapes(guard.crowd.agents.map((agent) => ({ ...agent, region: half })));
  assert(open!.every(({ x, y }) => Math.abs(x) < 20 && y > -20 && y <= 3 + 1e-9), JSON.stringify(open));
  assertEquals(regionShapes((await resultOf("S12")).crowd.agents), []);
});

it("C13: page and report tell region margin and floor where there is something to tell", async () => {
  const guard = await resultOf("guard-room"), land = await resultOf("S15");
  const page = (result: ScenarioResult): string =>
    galleryHtml({ results: [result], notRun: [], ending: "complete" }, [{ result, pictures: [] }]);
  assertStringIncludes(page(guard), "Least region margin");
  assertMatch(page(guard), /Separation floor<\/th><td>\d+ planes kept/);
  assert(!page(land).includes("Least region margin"));
  assertMatch(page(land), /pairs that it does not cover: on other storeys \d+/);
  const [entry] = JSON.parse(reportText({ results: [guard], notRun: [], ending: "complete" })).scenarios;
  assertEquals([entry.leastRegionMargin.agents, entry.regionStepsNotMeasured], [["guard"], 0]);
  assert(entry.floor.planes > 0 && entry.floor.unproven.tooFast === 0 && entry.decisions.Uncontrolled === 0);
});

it("C13: numbers in a row read as what they are", async () => {
  const result = await resultOf("S01"), column = TABLE_HEAD.indexOf("least\ngap (m)");
  const withGap = (value: number): string =>
    tableRow({
      ...result,
      summary: { ...result.summary, leastGap: O.some({ value, agents: ["a", "b"], time: 1 }) },
    })[column]!;
  assertEquals([0.12345, -0.5, -1e-13, -2e-5].map(withGap), ["0.123", "-0.500", "0.000", "-2e-5"]);
  const clear = TABLE_HEAD.indexOf("not\nclear");
  const withCounts = (counts: Partial<ScenarioResult["summary"]["counts"]>): string =>
    tableRow({
      ...result,
      summary: { ...result.summary, counts: { ...result.summary.counts, ...counts } },
    })[clear]!;
  assertEquals(withCounts({ Clear: 99, ProvenStop: 1 }), "1.0 %");
  assertEquals(withCounts({ Clear: 9999, AvoidanceRelaxed: 1 }), "< 0.1 %");
  assertEquals(withCounts({ Clear: 9 }), "0 %");
  assertEquals(withCounts({ Clear: 0 }), "–");
});

it("C13: page and report say where a run was stopped, and what was not run", async () => {
  const stopped = await resultOf("S01", { signal: AbortSignal.abort() });
  const batch = { results: [stopped], notRun: [scenarioOf("S02")], ending: "stopped" } as const;
  assertEquals(stoppedText(batch), "stopped early at t = 0 s of S01; not run: S02");
  assertStringIncludes(
    galleryHtml(batch, [{ result: stopped, pictures: [] }]),
    "stopped early at t = 0 s of S01",
  );
  const report = JSON.parse(reportText(batch));
  assertEquals([report.complete, report.notRun, report.scenarios[0].stoppedAt], [false, ["S02"], 0]);
  assertEquals(stoppedText({ results: [stopped], notRun: [], ending: "complete" }), "");
});

it("C13: texts from a scenario cannot break out of the page", async () => {
  const result = await resultOf("S01");
  const nasty = {
    ...result,
    scenario: { ...result.scenario, title: '<script>"&', description: "</p><img>" },
  };
  const page = galleryHtml({ results: [nasty], notRun: [], ending: "complete" }, [{
    result: nasty,
    pictures: [],
  }]);
  assert(!page.includes("<script>") && !page.includes("<img>"));
  assertStringIncludes(page, "&lt;script&gt;&quot;&amp;");
});

it("C13: an error names line and column, of the innermost value around when the field itself is missing", () => {
  const text =
    '{\n  "id": "x",\n  "title": "t",\n  "duration": 1,\n  "parameters": {\n    "timeStep": 1\n  },\n' +
    '  "agents": []\n}';
  const result = parseScenarioText("x.json", text);
  assertEquals(
    result,
    E.left(["x.json:5:17: parameters.timeHorizon must be a finite number above 0, but found nothing"]),
  );
  assert(E.isRight(parseScenarioText("x.json", "\uFEFF" + text.replace("{\n    ", '{ "timeHorizon": 2,'))));
});

it("C13: arguments are read, and what is not understood is said", () => {
  const record = { kind: "off" } as const;
  assertEquals(parseArguments([]), {
    kind: "run",
    files: [],
    otherwise: "curated",
    out: "out",
    talk: "normal",
    record,
  });
  assertEquals(parseArguments(["--all"]), {
    kind: "run",
    files: [],
    otherwise: "all",
    out: "out",
    talk: "normal",
    record,
  });
  assertEquals(parseArguments(["a.json", "--quiet", "--out", "x", "b.json"]), {
    kind: "run",
    files: ["a.json", "b.json"],
    otherwise: "curated",
    out: "x",
    talk: "quiet",
    record,
  });
  assertEquals(parseArguments(["--help"]).kind, "help");
  assertEquals(parseArguments(["-h"]).kind, "help");
  for (const args of [["--nonsense"], ["--out"], ["--out", ""], ["--quiet=yes"], ["--all", "a.json"]]) {
    assertEquals(parseArguments(args).kind, "wrong", args.join(" "));
  }
  assertEquals(parseArguments(["--", "--odd-name.json"]), {
    kind: "run",
    files: ["--odd-name.json"],
    otherwise: "curated",
    out: "out",
    talk: "normal",
    record,
  });
  assertEquals(parseArguments(["replay", "--quiet", "a.log"]), {
    kind: "replay",
    files: ["a.log"],
    talk: "quiet",
  });
});

it("C12: a file is written whole, over an older one, and nothing is left where it cannot be", async () => {
  const folder = await Deno.makeTempDir({ prefix: "halfstep-" });
  try {
    await writeAtomically(`${folder}/a.txt`, "one");
    await writeAtomically(`${folder}/a.txt`, "two");
    assertEquals(await Deno.readTextFile(`${folder}/a.txt`), "two");
    await Deno.mkdir(`${folder}/taken`);
    let refused = false;
    await writeAtomically(`${folder}/taken`, "three").catch(() => refused = true);
    assert(refused);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["a.txt", "taken"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
