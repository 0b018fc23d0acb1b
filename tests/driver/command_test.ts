import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { lineOf, readLines } from "../../driver/checked_lines.ts";
import { curatedFiles, publishedFiles, readScenarioFiles } from "../../driver/read_files.ts";
import { right } from "./slope.ts";
import { tier } from "../counts.ts";

const main = fileURLToPath(new URL("../../driver/main.ts", import.meta.url));
const published = fileURLToPath(new URL("../../docs/scenarios/", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function command(...args: readonly string[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", main, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

async function run(...args: readonly string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await command(...args).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

/** Runs with a folder of its own, which is removed afterwards. */
async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "halfstep-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const tiny = {
  id: "tiny",
  title: "Two agents <meet>",
  duration: 8,
  parameters: { timeHorizon: 3, timeStep: 0.1 },
  defaults: { radius: 0.5, maxSpeed: 1.5 },
  agents: [
    { id: "a", position: { x: 0, y: 0 }, goal: { x: 6, y: 0 } },
    { id: "b", position: { x: 6, y: 0.2 }, goal: { x: 0, y: 0.2 } },
  ],
  expect: [{ kind: "arrival", within: 7 }, { kind: "gap", atLeast: -0.001 }],
};

async function write(folder: string, name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await Deno.writeTextFile(path, typeof value === "string" ? value : JSON.stringify(value, null, 2));
  return path;
}

const filesIn = (folder: string): readonly string[] =>
  [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

it("C13: a good file gives a table, a gallery, a report and exit status 0", () =>
  inFolder(async (folder) => {
    const out = join(folder, "deep", "out");
    const { code, stdout, stderr } = await run("--out", out, await write(folder, "tiny.json", tiny));
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /tiny .* 2 of 2 /);
    assertStringIncludes(stdout, "Expectations: 2 of 2 hold");
    assertStringIncludes(stderr, "tiny: 2 of 2 arrived");
    assertEquals(filesIn(out), ["index.html", "report.json", "tiny-velocity.svg", "tiny-world.svg"]);
    const report = JSON.parse(await Deno.readTextFile(join(out, "report.json")));
    assertEquals(report.complete, true);
    assertEquals(report.scenarios[0].arrived, ["a", "b"]);
    assertEquals(report.scenarios[0].leastWallClearance, null);
    assertEquals(report.scenarios[0].overlaps, { atStart: 0, pairSteps: 0, deepest: null });
    const page = await Deno.readTextFile(join(out, "index.html"));
    assertStringIncludes(page, "Two agents &lt;meet&gt;");
    assertStringIncludes(page, 'src="tiny-world.svg"');
  }));

it("C13: expectations that fail give exit status 1, those that wait for a later part do not", () =>
  inFolder(async (folder) => {
    const late = { ...tiny, expect: [{ kind: "arrival", within: 1 }] };
    const failing = await run("--out", join(folder, "one"), await write(folder, "late.json", late));
    assertEquals(failing.code, 1);
    assertMatch(failing.stdout, /tiny: FAILS: expected arrival within 1 s, but found/);
    const later = await write(folder, "later.json", { ...late, belongsTo: ["cooperation"] });
    const waiting = await run("--out", join(folder, "two"), later);
    assertEquals(waiting.code, 0, waiting.stderr);
    assertMatch(waiting.stdout, /tiny: not yet \(needs cooperation\): expected arrival within 1 s/);
  }));

it("C13: --quiet prints nothing but failures", () =>
  inFolder(async (folder) => {
    const out = join(folder, "out");
    const good = await run("--quiet", "--out", out, await write(folder, "tiny.json", tiny));
    assertEquals(good, { code: 0, stdout: "", stderr: "" });
    const late = { ...tiny, expect: [{ kind: "arrival", within: 1 }] };
    const bad = await run("--quiet", "--out", out, await write(folder, "late.json", late));
    assertEquals([bad.code, bad.stdout], [1, ""]);
    assertStringIncludes(bad.stderr, "FAILS");
  }));

it("C13: a bad file gives every error with its place on stderr, exit status 2, and nothing is written", () =>
  inFolder(async (folder) => {
    const out = join(folder, "out");
    const bad = await write(folder, "bad.json", {
      ...tiny,
      duration: 0,
      agents: [{ ...tiny.agents[0], radius: -1 }, { ...tiny.agents[1], id: "a", goool: 1 }],
    });
    const good = await write(folder, "tiny.json", tiny);
    const { code, stdout, stderr } = await run("--out", out, good, bad);
    assertEquals([code, stdout], [2, ""]);
    assertEquals(stderr.trim().split("\n").length, 4, stderr);
    assertMatch(stderr, /bad\.json:4:15: duration must be a finite number above 0, but found 0/);
    assertMatch(
      stderr,
      /bad\.json:\d+:\d+: agents\[0\]\.radius \(agent "a"\) must be .*above 0, but found -1/,
    );
    assertMatch(
      stderr,
      /bad\.json:\d+:\d+: agents\[1\]\.id \(agent "a"\) must be used only once, but found "a"/,
    );
    assertMatch(stderr, /bad\.json:\d+:\d+: agents\[1\]\.goool is not a field here; known are /);
    assertEquals(filesIn(folder), ["bad.json", "tiny.json"]);
  }));

it("C13: a missing file, a folder and text that is not JSON are told apart, all at once, with exit status 2", () =>
  inFolder(async (folder) => {
    const broken = await write(folder, "broken.json", '{\n  "id": "x",\n  "title": oops\n}\n');
    const cut = await write(folder, "cut.json", '{ "id": "x",');
    const empty = await write(folder, "empty.json", "");
    const missing = join(folder, "missing.json");
    const { code, stderr } = await run("--out", join(folder, "out"), missing, folder, broken, cut, empty);
    assertEquals(code, 2);
    const lines = stderr.trim().split("\n");
    assertEquals(lines.length, 5, stderr);
    assertStringIncludes(lines[0]!, "missing.json: cannot be read: no such file");
    assertStringIncludes(lines[1]!, "expected a scenario file, but found a folder");
    assertMatch(lines[2]!, /broken\.json:3:12: is not valid JSON: /);
    assertMatch(lines[3]!, /cut\.json:1:1[23]: is not valid JSON: /);
    assertMatch(lines[4]!, /empty\.json:1:1: is not valid JSON: /);
  }));

it("C13: two files with one ID, a bad option and an --out that is a file are refused with exit status 2", () =>
  inFolder(async (folder) => {
    const one = await write(folder, "one.json", tiny), two = await write(folder, "two.json", tiny);
    const twice = await run("--out", join(folder, "out"), one, two);
    assertEquals(twice.code, 2);
    assertStringIncludes(
      twice.stderr,
      'two.json: id must differ from that of every other file, but found "tiny"',
    );
    const option = await run("--speed", "3");
    assertEquals(option.code, 2);
    assertStringIncludes(option.stderr, "--speed");
    assertStringIncludes(option.stderr, "Usage:");
    const file = await run("--out", two, one);
    assertEquals(file.code, 2);
    assertStringIncludes(file.stderr, "cannot be used as a folder");
  }));

it("C13: --help prints the usage", async () => {
  const { code, stdout } = await run("--help");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Usage:");
});

it("C12: Ctrl-C stops after the current step and leaves a readable partial report, exit status 130", () =>
  inFolder(async (folder) => {
    const out = join(folder, "out");
    const long = {
      ...JSON.parse(await Deno.readTextFile(join(published, "random-dense.json"))),
      duration: 1e5,
    };
    const first = await write(folder, "tiny.json", tiny), second = await write(folder, "long.json", long);
    const third = await write(folder, "third.json", { ...tiny, id: "third" });
    const child = command("--out", out, first, second, third).spawn();
    // The first scenario's line says that the second is under way.
    let said = "";
    const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
    while (!said.includes("tiny:")) {
      const { value, done } = await reader.read();
      assert(!done, said);
      said += value;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill("SIGINT");
    const [{ code }, stdout] = await Promise.all([
      child.status,
      new Response(child.stdout).text(),
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ]);
    assertEquals(code, 130);
    assertMatch(stdout, /stopped early at t = [\d.]+ s of random-dense; not run: third/);
    const report = JSON.parse(await Deno.readTextFile(join(out, "report.json")));
    assertEquals(report.complete, false);
    assertMatch(report.note, /stopped early at t = [\d.]+ s of random-dense/);
    assertEquals(report.notRun, ["third"]);
    assertEquals(report.scenarios.map(({ id }: { id: string }) => id), ["tiny", "random-dense"]);
    const { stoppedAt, time, steps } = report.scenarios[1];
    assert(stoppedAt > 0 && stoppedAt === time && steps < 1e6);
    const page = await Deno.readTextFile(join(out, "index.html"));
    assertMatch(page, /stopped early at t = [\d.]+ s of random-dense/);
    assertEquals(filesIn(out).filter((name) => name.endsWith(".part")), []);
    assert(filesIn(out).includes("random-dense-world.svg"));
  }));

it("C12: --record writes a record of each run, and replay finds it equal; a changed byte and a changed number are told apart", () =>
  inFolder(async (folder) => {
    const out = join(folder, "out"), log = join(out, "tiny-run.log");
    const recorded = await run(
      "--quiet",
      "--out",
      out,
      "--record",
      "5",
      await write(folder, "tiny.json", tiny),
    );
    assertEquals(recorded, { code: 0, stdout: "", stderr: "" });
    const equal = await run("replay", log);
    assertEquals(equal.code, 0, equal.stderr);
    assertStringIncludes(equal.stdout, "tiny-run.log: equal in all 17 states that were noted in 80 steps");
    assertEquals(await run("replay", "--quiet", log), { code: 0, stdout: "", stderr: "" });

    const bytes = await Deno.readFile(log), entries = right(readLines(bytes)).entries.slice();
    const state = structuredClone(entries[7]) as {
      change: { agents: { fields: { position: { y: number } } }[] };
    };
    state.change.agents[1]!.fields.position.y += 1e-9;
    entries[7] = state;
    await Deno.writeFile(log, Uint8Array.from(entries.flatMap((entry, i) => [...lineOf(i + 1, entry)])));
    const differs = await run("replay", log);
    assertEquals(differs.code, 1);
    assertMatch(
      differs.stderr,
      /diverges between tick 25 and tick 30: agent "b", position\.y: recorded [-\d.e]+, replayed [-\d.e]+/,
    );

    bytes[bytes.length >> 1]! ^= 4;
    await Deno.writeFile(log, bytes);
    const damaged = await run("replay", log, join(folder, "missing.log"));
    assertEquals([damaged.code, damaged.stdout], [2, ""]);
    assertMatch(damaged.stderr, /tiny-run\.log: record, line \d+: is damaged: its checksum is another/);
    assertMatch(damaged.stderr, /missing\.log: record: cannot be used: .*no such file/);
    for (
      const wrong of [["replay"], ["--record", "0"], ["--record", "often"], ["replay", "--out", "x", log]]
    ) {
      const { code, stderr } = await run(...wrong);
      assertEquals(code, 2, wrong.join(" "));
      assertStringIncludes(stderr, "Usage:");
    }
  }));

it("C13: sweep prints a table, writes numbers that are the same each time, and a chart for each parameter", () =>
  inFolder(async (folder) => {
    const file = await write(folder, "tiny.json", tiny), out = join(folder, "out");
    const args = ["--vary", "safetyMargin=0,0.25", "--vary", "seed=1,2,3", file];
    const { code, stdout, stderr } = await run("sweep", "--out", out, ...args);
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /safety margin \(m\) +arrived/);
    assertMatch(stdout, /0\.25 +2 of 2 +1\.\d{3} +1\.\d{3} /);
    assertEquals(filesIn(out), ["tiny-sweep-safetyMargin.svg", "tiny-sweep-seed.svg", "tiny-sweep.json"]);
    const text = await Deno.readTextFile(join(out, "tiny-sweep.json")), table = JSON.parse(text);
    assertEquals(table.sweeps.map(({ rows }: { rows: unknown[] }) => rows.length), [2, 3]);
    assert(table.sweeps[0].rows[1].leastGap >= 0.25 - 1e-9 && !text.includes("microseconds"));
    const again = join(folder, "again");
    assertEquals(await run("sweep", "--quiet", "--out", again, ...args), { code: 0, stdout: "", stderr: "" });
    for (const name of filesIn(out)) {
      assertEquals(
        await Deno.readTextFile(join(again, name)),
        await Deno.readTextFile(join(out, name)),
        name,
      );
    }
    const grid = await run("sweep", "--grid", "--out", join(folder, "grid"), ...args);
    assertEquals(grid.code, 0, grid.stderr);
    assertEquals(filesIn(join(folder, "grid")), ["tiny-sweep-safetyMargin-seed.svg", "tiny-sweep.json"]);
    const wrong = await run("sweep", "--out", out, "--vary", "timeStep=0,0.1", file);
    assertEquals(wrong.code, 2);
    assertMatch(wrong.stderr, /timeStep: parameters\.timeStep must be a finite number above 0, but found 0/);
    for (const vary of ["speeed=1", "speed=", "speed=1,x", "speed=1=2"]) {
      const { code, stderr } = await run("sweep", "--vary", vary, file);
      assertEquals(code, 2, vary);
      assertStringIncludes(stderr, vary);
    }
  }));

it("C13: the table is at most 100 columns wide, and says what its columns mean", () =>
  inFolder(async (folder) => {
    const late = {
      ...tiny,
      id: "twenty-two-characters-",
      expect: [{ kind: "arrival", within: 1 }, { kind: "finite" }],
    };
    const file = await write(folder, "late.json", { ...late, belongsTo: ["through", "cooperation"] });
    const { stdout } = await run("--out", join(folder, "out"), file);
    const [table, remarks] = stdout.split("\n\n");
    for (const line of table!.split("\n")) assert(line.length <= 100, `${line.length}: ${line}`);
    assertMatch(table!, /time \/ bound +the slowest agent/);
    assertMatch(remarks!, /not yet \(needs through and cooperation\): expected arrival/);
  }));

it("C13: everything published is the curated list and the rest of the folder, each once", async () => {
  const all = await publishedFiles(), curated = curatedFiles();
  assertEquals(all.slice(0, curated.length), curated);
  assertEquals([...all].sort(), filesIn(published).map((name) => join(published, name)));
  assert(E.isRight(await readScenarioFiles(all)));
});

it("C13: the curated list is of published scenarios, and in the full tier runs without a single failure", async () => {
  const curated = curatedFiles();
  assert(curated.length >= 10 && new Set(curated).size === curated.length);
  assert(E.isRight(await readScenarioFiles(curated)));
  if (tier === "quick") return; // tests/scenario runs the same scenarios, without the command line
  await inFolder(async (folder) => {
    const { code, stdout, stderr } = await run("--out", join(folder, "out"));
    assertEquals(code, 0, stdout + stderr);
    assertStringIncludes(stdout, "head-on-pair");
    const report = JSON.parse(await Deno.readTextFile(join(folder, "out", "report.json")));
    assertEquals(report.expectations.fails, 0);
    assertEquals(report.scenarios.length, curated.length);
  });
});
