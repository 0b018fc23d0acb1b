import { assert, assertEquals, assertMatch } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { fileURLToPath } from "node:url";
import { agentOf } from "../../crowd/create.ts";
import { lineOf, readLines } from "../../driver/checked_lines.ts";
import type { DrivenStep } from "../../driver/driven_crowd.ts";
import { brokenStore, memoryStore } from "../../driver/handoff_store.ts";
import { divergenceText, replay } from "../../driver/replay.ts";
import { recordFailureText } from "../../driver/run_entry.ts";
import { openRunLog, readRunLog, runRecordOf } from "../../driver/run_log.ts";
import { runInputOf } from "../../driver/run_scenario.ts";
import { stepsOf } from "../../scenario/run.ts";
import { counts, tier } from "../counts.ts";
import { scenarioOf } from "../scenario/scenario_files.ts";
import {
  failingStore,
  memorySink,
  PLAIN,
  PLAIN_GIVEN,
  runThrough,
  TILED,
  TILED_GIVEN,
} from "./recorded_runs.ts";
import { right } from "./slope.ts";

const PLAIN_TICKS = 43, TILED_TICKS = 90;

/** A run of `PLAIN`, recorded, and its record's bytes. */
async function plainRun(every = 10) {
  const { sink, bytes } = memorySink();
  const done = await runThrough(PLAIN, PLAIN_GIVEN, PLAIN_TICKS, { sink, every });
  return { ...done, bytes: bytes() };
}

/** The digests of a replay, tick by tick, and what came of it. */
async function replayed(bytes: Uint8Array) {
  const steps: DrivenStep[] = [];
  const found = right(await replay(right(runRecordOf(bytes)), { onStep: (step) => steps.push(step) }));
  return { found, steps };
}

/** A record with its entries changed and its lines written anew, checksums included. */
function rewritten(bytes: Uint8Array, change: (entries: unknown[]) => void): Uint8Array {
  const entries = structuredClone([...right(readLines(bytes)).entries]);
  change(entries);
  return Uint8Array.from(entries.flatMap((entry, i) => [...lineOf(i + 1, entry)]));
}

it("C12: a recorded run is replayed in another process bit for bit, at every tick", async () => {
  const path = await Deno.makeTempFile({ prefix: "halfstep-", suffix: "-run.log" });
  try {
    const sink = right(await openRunLog(path));
    const { digests, steps } = await runThrough(PLAIN, PLAIN_GIVEN, PLAIN_TICKS, { sink, every: 4 });
    await sink.close();
    assertEquals(steps.map(({ refused }) => refused.length).filter((n) => n > 0), [1]);
    assertEquals(steps[18]!.after.crowd.report.rejectedInput.length > 0, true);
    const { stdout, code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", fileURLToPath(new URL("recorded_runs.ts", import.meta.url)), path],
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    assertEquals(lines, [...digests, "equal", `${Math.floor(PLAIN_TICKS / 4) + 2} whole`]);
  } finally {
    await Deno.remove(path);
  }
});

it("C12: decisions, refusals and rejected input of a replay are those of the run", async () => {
  const { bytes, steps } = await plainRun(), again = await replayed(bytes);
  assertEquals(again.steps.length, PLAIN_TICKS);
  again.steps.forEach(({ after, refused }, i) => {
    assertEquals(after.crowd, steps[i]!.after.crowd);
    assertEquals(refused, steps[i]!.refused);
  });
});

it("C12: recording changes nothing, and neither does the order in which agents are listed", async () => {
  const { digests } = await plainRun();
  const bare = await runThrough(PLAIN, PLAIN_GIVEN, PLAIN_TICKS, {});
  assertEquals(bare.digests, digests);
  const crowd = PLAIN.crowd as { readonly agents: readonly unknown[] };
  const { sink, bytes } = memorySink();
  const reversed = { crowd: { ...crowd, agents: [...crowd.agents].reverse() } };
  const other = await runThrough(reversed, PLAIN_GIVEN, PLAIN_TICKS, { sink });
  assertEquals(other.digests, digests);
  assertEquals((await replayed(bytes())).found.divergence, O.none);
});

it("C12: steps that are given nothing leave no line, and states only what has changed", async () => {
  const { sink, bytes } = memorySink();
  const { run } = await runThrough(runInputOf(scenarioOf("S03")), new Map(), 40, { sink, every: 20 });
  const { entries } = right(readLines(bytes()));
  assertEquals((entries as { kind: string }[]).map(({ kind }) => kind), [
    "Began",
    "State",
    "State",
    "State",
    "Ended",
  ]);
  const last = entries[3] as { change: { agents: { fields: object }[] } };
  assertEquals(last.change.agents.length, run.crowd.agents.length);
  for (const { fields } of last.change.agents) assert(!("radius" in fields) && "position" in fields);
});

it("C12, H14: a run on tiles is replayed with its handoffs, and members that come and go", async () => {
  const { sink, bytes } = memorySink();
  const { steps } = await runThrough(TILED, TILED_GIVEN, TILED_TICKS, { sink, every: 1 });
  const again = await replayed(bytes());
  assertEquals(again.found.divergence, O.none);
  assertEquals(again.found.compared, TILED_TICKS + 1);
  assertEquals(
    again.steps.map(({ errands, news }) => ({ errands, news })),
    steps.map(({ errands, news }) => ({
      errands,
      news,
    })),
  );
  assert(
    steps[33]!.news.some(({ agent, event }) => agent === "b" && event.kind === "Interrupted"),
    "what a change does to a handoff is news",
  );
  assert(steps.some(({ errands }) => errands.some(({ command }) => command.kind === "Adopt")));
  assertEquals(steps[55]!.refused.map(({ path }) => path.join(".")), ["changes.0.changes.0.position"]);
  assertEquals(agentOf(steps[57]!.after.crowd, "b")?.maxSpeed, 0.5);
  assertEquals(agentOf(steps[57]!.before, "b")?.region, agentOf(steps[56]!.after.crowd, "b")?.region);
  assertEquals(steps[60]!.refused.map(({ rule }) => rule), ["must not have the ID of one that has gone"]);
});

it("C12, H14: what the store of handoffs answered is part of the record: full at any entry, broken, or of an earlier run", async () => {
  for (const entry of [1, 2, 5, 9]) {
    const { sink, bytes } = memorySink();
    const { run } = await runThrough(TILED, TILED_GIVEN, TILED_TICKS, { sink, store: failingStore(entry) });
    assert(O.isSome(run.handoffs!.failure), `entry ${entry} is never written`);
    const { found } = await replayed(bytes());
    assertEquals(found.divergence, O.none, `entry ${entry}`);
    assertEquals(found.crowd.handoffs?.failure, run.handoffs!.failure);
  }
  const broken = memorySink();
  const failure = { kind: "Damaged", line: 3, rule: "its checksum is another" } as const;
  await runThrough(TILED, new Map(), 5, { sink: broken.sink, store: brokenStore(failure) });
  assertEquals((await replayed(broken.bytes())).found.crowd.handoffs?.failure, O.some(failure));

  const store = memoryStore(), second = memorySink();
  await runThrough(TILED, new Map(), 12, { store });
  const { run } = await runThrough(TILED, new Map(), 30, { store, sink: second.sink });
  assertEquals(run.handoffs?.epoch, 1);
  const { found } = await replayed(second.bytes());
  assertEquals([found.divergence, found.crowd.handoffs?.epoch], [O.none, 1]);
});

it("C12: a byte that has changed, anywhere, is found, with its line; one that ended the file leaves a torn line", async () => {
  const { bytes } = await plainRun();
  const lineAt = (at: number): number => bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = bytes.slice();
      damaged[at]! ^= flip;
      const read = runRecordOf(damaged);
      if (at === bytes.length - 1) return E.isRight(read) && read.right.torn !== undefined;
      return E.isLeft(read) && read.left.kind === "Damaged" && read.left.line === lineAt(at);
    }),
    { numRuns: counts("run record damage") },
  );
  const last = bytes.slice();
  last[bytes.length - 1] = 32;
  assert(right(runRecordOf(last)).torn !== undefined);
});

it("C12: a record that was cut off anywhere is replayed as far as it goes, and says so", async () => {
  const { bytes } = await plainRun(), ends = [...bytes.keys()].filter((i) => bytes[i] === 10);
  for (const cut of [ends[0]! + 1, ends[1]! + 30, ends[4]!, ends[6]! + 1, bytes.length - 1]) {
    const record = right(runRecordOf(bytes.subarray(0, cut)));
    assertEquals(record.torn !== undefined, bytes[cut - 1] !== 10);
    const found = right(await replay(record));
    assertEquals([found.divergence, found.ending], [O.none, "cut"]);
  }
  const beheaded = runRecordOf(bytes.subarray(0, ends[0]!));
  assert(E.isLeft(beheaded) && beheaded.left.kind === "OtherVersion");
});

it("C12: a replay that goes another way says at which tick, whose and which field, and both values", async () => {
  const { bytes } = await plainRun(1);
  const found = await replayed(rewritten(bytes, (entries) => {
    const state = entries.find((entry) => (entry as { tick: number }).tick === 21) as {
      change: { agents: { id: unknown; fields: { position: { x: number } } }[] };
    };
    state.change.agents.find(({ id }) => id === "braking")!.fields.position.x += 2 ** -40;
  }));
  assert(O.isSome(found.found.divergence) && found.found.divergence.value.kind === "State");
  const { tick, equalAt, agent, path, recorded, replayed: other } = found.found.divergence.value;
  assertEquals([tick, equalAt, agent, path], [21, 20, "braking", ["position", "x"]]);
  assert(Math.abs((recorded as number) - (other as number) - 2 ** -40) < 2 ** -50);
  assertMatch(
    divergenceText(found.found.divergence.value),
    /^diverges at tick 21: agent "braking", position\.x: recorded /,
  );
});

it("C12: another input, another parameter, a lost step input, a zero with another sign: each is found at its tick", async () => {
  const { bytes } = await plainRun(1);
  type Lines = { kind: string; tick: number; input: unknown; crowd: { parameters: object } }[];
  const tickOf = async (change: (entries: Lines) => void): Promise<number> => {
    const { found } = await replayed(rewritten(bytes, (entries) => change(entries as Lines)));
    return O.isSome(found.divergence) ? found.divergence.value.tick : -1;
  };
  assertEquals(
    await tickOf((entries) => {
      entries.splice(entries.findIndex(({ kind, tick }) => kind === "Given" && tick === 9), 1);
    }),
    10,
  );
  assertEquals(
    await tickOf((entries) => Object.assign(entries[0]!.crowd.parameters, { timeHorizon: 3.5 })),
    1,
  );
  const sign = await tickOf((entries) => {
    const state = entries[1] as unknown as { change: { agents: { fields: { velocity: { x: unknown } } }[] } };
    assertEquals(state.change.agents[0]!.fields.velocity.x, { $: "-0" });
    state.change.agents[0]!.fields.velocity.x = 0;
  });
  assertEquals(sign, 0);
});

it("C12: records of other versions, other files, and lines that make no sense are told apart", async () => {
  const { bytes } = await plainRun();
  const failure = (change: (entries: Record<string, unknown>[]) => void): string => {
    const read = runRecordOf(rewritten(bytes, (entries) => change(entries as Record<string, unknown>[])));
    return E.isLeft(read) ? recordFailureText(read.left) : "read";
  };
  assertEquals(failure((e) => e[0]!["version"] = 0), "record: version must be 1, but is 0");
  assertEquals(failure((e) => e.shift()), "record: version must be 1, but is undefined");
  assertMatch(failure((e) => e[3]!["kind"] = "Jumped"), /^record, line 4: kind must be one of /);
  assertMatch(
    failure((e) => e[5]!["tick"] = 0),
    /^record, line 6: tick must be a whole number, at least \d+$/,
  );
  assertMatch(
    failure((e) => e[1]!["digest"] = "x"),
    /^record, line 2: digest must have 16 hexadecimal digits$/,
  );
  assertMatch(failure((e) => e.push(e[1]!)), /must not come after the end/);
  assertMatch(
    recordFailureText((await readRunLog("/nowhere/run.log") as E.Left<never>).left),
    /no such file/,
  );
  const start = right(runRecordOf(rewritten(bytes, (e) => {
    (e[0] as { crowd: { parameters: { timeStep: number } } }).crowd.parameters.timeStep = -1;
  })));
  const refused = await replay(start);
  assert(E.isLeft(refused) && refused.left.kind === "Unsound" && refused.left.line === 1);
  assertEquals(refused.left.errors[0]?.path, ["parameters", "timeStep"]);
});

it("C12: where the record cannot be written the run goes on, and says why", async () => {
  const full = {
    append: () => Promise.resolve(E.left({ kind: "Unavailable", reason: "disk full" } as const)),
  };
  const { digests, run } = await runThrough(PLAIN, PLAIN_GIVEN, PLAIN_TICKS, { sink: full });
  assertEquals(run.recording?.failure, O.some({ kind: "Unavailable", reason: "disk full" }));
  assertEquals(digests, (await plainRun()).digests);
  const { sink } = memorySink();
  const odd = new Map([[1, { input: { preferred: (() => []) as never } }]]);
  const other = await runThrough(PLAIN, odd, 3, { sink });
  assert(O.isSome(other.run.recording!.failure) && other.run.recording!.failure.value.kind === "Unsound");
});

it("C12: published scenarios of every kind are replayed from their records: walls, regions, platforms, corridors, tiles", async () => {
  const names = tier === "quick"
    ? ["heavy-vehicles", "guard-room", "turning-platform", "ferry", "corridor-corners", "S13"]
    : [...Deno.readDirSync(new URL("../../docs/scenarios/", import.meta.url))].flatMap(({ name }) =>
      name.endsWith(".json") ? [name.slice(0, -5)] : []
    );
  for (const name of names) {
    const { sink, bytes } = memorySink(), scenario = scenarioOf(name);
    const ticks = Math.min(tier === "quick" ? 25 : 60, stepsOf(scenario));
    await runThrough(runInputOf(scenario), new Map(), ticks, { sink, every: 5 });
    const { found } = await replayed(bytes());
    assertEquals([found.divergence, found.ending], [O.none, "whole"], name);
  }
});
