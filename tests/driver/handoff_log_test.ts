import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { checksum } from "../../driver/checksum.ts";
import { lineOf, readLines } from "../../driver/checked_lines.ts";
import { openHandoffLog } from "../../driver/handoff_log.ts";
import { type HandoffRun, openHandoffRun } from "../../driver/handoff_runner.ts";
import {
  brokenStore,
  type HandoffEntry,
  type HandoffStore,
  latestHandoffs,
  memoryStore,
  type StoreFailure,
  storeFailureText,
} from "../../driver/handoff_store.ts";
import { handoffRecord } from "../../handoff/handoff_record.ts";
import { counts } from "../counts.ts";
import {
  after,
  bodyOf,
  GROUND,
  onAccess,
  resting,
  right,
  runOf,
  slopeCrowd,
  stateOf,
  until,
} from "./slope.ts";

/** Does something with a file that is gone afterwards. */
async function withFile(use: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "halfstep-" });
  try {
    await use(`${folder}/handoffs.log`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const started = (epoch: number): HandoffEntry => ({ kind: "Started", epoch });

const entriesOf = async (store: HandoffStore): Promise<readonly unknown[]> =>
  right(await store.read()).entries;

/** The entries of a crossing that is on its access curve. */
async function crossing(): Promise<{ readonly run: HandoffRun; readonly entries: readonly unknown[] }> {
  const store = memoryStore();
  const run = await until(await runOf([resting(-0.09)], { store }), (run) => onAccess(run) === 1);
  return { run, entries: await entriesOf(store) };
}

it("H13: the checksum is CRC-32", () => {
  assertEquals(checksum(new TextEncoder().encode("123456789")), "cbf43926");
  assertEquals(checksum(new Uint8Array()), "00000000");
});

it("H14, C12: a log that is opened again holds what was appended, in order, and goes on after it", async () => {
  await withFile(async (path) => {
    const { entries } = await crossing();
    const log = right(await openHandoffLog(path));
    await Promise.all(entries.slice(0, 3).map((entry) => log.append(entry as HandoffEntry)));
    log.close();
    const again = right(await openHandoffLog(path));
    assertEquals(await entriesOf(again), entries.slice(0, 3));
    right(await again.append(entries[3] as HandoffEntry));
    again.close();
    const last = right(readLines(await Deno.readFile(path)));
    assertEquals(last.entries, entries.slice(0, 4));
    assertEquals(last.torn, undefined);
  });
});

it("H14: an entry is in the file before append resolves", async () => {
  await withFile(async (path) => {
    const log = right(await openHandoffLog(path));
    for (let epoch = 0; epoch < 5; epoch++) {
      right(await log.append(started(epoch)));
      assertEquals(right(readLines(await Deno.readFile(path))).entries.length, epoch + 1);
    }
    log.close();
    const closed = await log.append(started(5));
    assert(E.isLeft(closed) && closed.left.kind === "Unavailable");
  });
});

it("H14: append brings the data to the disk before it resolves; where that fails, nothing is appended any more", async () => {
  await withFile(async (path) => {
    const log = right(await openHandoffLog(path)), { syncData } = Deno.FsFile.prototype;
    const synced: number[] = [];
    try {
      Deno.FsFile.prototype.syncData = async function () {
        synced.push(Deno.statSync(path).size);
        await syncData.call(this);
      };
      right(await log.append(started(0)));
      const { length } = lineOf(1, started(0));
      assertEquals(synced, [length], "once, with the whole line written");
      Deno.FsFile.prototype.syncData = () => Promise.reject(new Error("input/output error"));
      const failed = await log.append(started(1));
      assert(E.isLeft(failed) && storeFailureText(failed.left).includes("input/output error"));
    } finally {
      Deno.FsFile.prototype.syncData = syncData;
    }
    assert(E.isLeft(await log.append(started(2))), "what is on the disk is not known any more");
    log.close();
  });
});

it("H14: a last line that a crash has cut off, at any byte, is left out and reported; the log goes on before it", async () => {
  const { entries } = await crossing();
  const lines = entries.map((entry, i) => lineOf(i + 1, entry)), last = lines.at(-1)!;
  const whole = lines.slice(0, -1).flatMap((line) => [...line]);
  for (const bytes of [1, 8, 9, 10, last.length >> 1, last.length - 2, last.length - 1]) {
    await withFile(async (path) => {
      await Deno.writeFile(path, Uint8Array.from([...whole, ...last.subarray(0, bytes)]));
      const log = right(await openHandoffLog(path)), found = right(await log.read());
      assertEquals(found.torn, { line: lines.length, bytes });
      assertEquals(found.entries, entries.slice(0, -1));
      right(await log.append(started(7)));
      log.close();
      const now = right(readLines(await Deno.readFile(path)));
      assertEquals(now.entries, [...entries.slice(0, -1), started(7)]);
      assertEquals(now.torn, undefined, "nothing of the torn line is left");
    });
  }
});

it("H14: what was torn off is told by the run, which goes on from the last whole record", async () => {
  await withFile(async (path) => {
    const { run, entries } = await crossing();
    const bytes = entries.flatMap((entry, i) => [...lineOf(i + 1, entry)]);
    await Deno.writeFile(path, Uint8Array.from(bytes.slice(0, -3)));
    const log = right(await openHandoffLog(path));
    const again = right(await openHandoffRun(run.world.crowd, GROUND, log));
    assert(O.isSome(again.torn) && O.isNone(again.failure));
    const state = stateOf(again);
    assertEquals(state.phase === "Stopping" && state.attempts, 0, "the admission was never durable");
    log.close();
  });
});

it("H14: any other damage, in any byte of any line, is found, named, and changes nothing in the file", async () => {
  const { entries } = await crossing();
  const bytes = Uint8Array.from(entries.flatMap((entry, i) => [...lineOf(i + 1, entry)]));
  fc.assert(
    fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = bytes.slice();
      damaged[at] = damaged[at]! ^ change;
      const found = readLines(damaged);
      assert(E.isLeft(found) && found.left.kind === "Damaged", `byte ${at}`);
    }),
    { numRuns: counts("handoff damage") },
  );
  for (
    const damage of [bytes.subarray(lineOf(1, entries[0]).length), Uint8Array.from([...bytes, ...bytes])]
  ) {
    assertEquals(E.isLeft(readLines(damage)), true, "a line that is missing, lines that stand twice");
  }
  await withFile(async (path) => {
    const damaged = bytes.slice();
    damaged[40] = damaged[40]! ^ 1;
    await Deno.writeFile(path, damaged);
    const log = await openHandoffLog(path);
    assert(E.isLeft(log) && log.left.kind === "Damaged" && log.left.line === 1);
    assertEquals(storeFailureText(log.left), "handoff log, line 1: is damaged: its checksum is another");
    assertEquals(await Deno.readFile(path), damaged);
  });
});

it("H13: a line that is whole and makes no sense is refused with everything that is wrong in it", async () => {
  const { entries } = await crossing();
  const good = entries.at(-1) as { readonly record: { readonly state: object } };
  const broken = [
    { kind: "Started", epoch: -1 },
    { kind: "Later" },
    { ...good, agent: null },
    { ...good, record: { ...good.record, version: 2 } },
    { ...good, record: { ...good.record, state: { ...good.record.state, attempts: 2 } } },
    null,
  ];
  for (const entry of broken) {
    const read = latestHandoffs([...entries, entry]);
    assert(E.isLeft(read) && read.left.kind === "Unsound" && read.left.line === entries.length + 1);
    assert(read.left.errors.length > 0);
  }
});

it("H14, H15: a run takes an epoch above all earlier ones, those of runs that did nothing too, and writes it down first", async () => {
  const store = memoryStore(), crowd = slopeCrowd([resting(-0.09)]);
  for (let epoch = 0; epoch < 3; epoch++) {
    const run = right(await openHandoffRun(crowd, GROUND, store));
    assertEquals([run.epoch, stateOf(run).epoch], [epoch, epoch]);
    assertEquals((await entriesOf(store)).at(-1), started(epoch));
  }
  right(await store.append(started(41)));
  assertEquals(right(await openHandoffRun(crowd, GROUND, store)).epoch, 42);
});

it("C12: two processes cannot write one log at once", async () => {
  await withFile(async (path) => {
    const log = right(await openHandoffLog(path));
    const second = await openHandoffLog(path);
    assert(E.isLeft(second) && second.left.kind === "Unavailable");
    log.close();
    right(await openHandoffLog(path)).close();
  });
});

it("C12: a log that was closed can be opened at once, while processes are being started that might still hold it", async () => {
  await withFile(async (path) => {
    let goesOn = true;
    const started = (async () => {
      while (goesOn) await new Deno.Command("true").output();
    })();
    for (let k = 0; k < 500; k++) right(await openHandoffLog(path)).close();
    goesOn = false;
    await started;
  });
});

it("C12: a folder that is not there is an error value", async () => {
  const log = await openHandoffLog("/nowhere/at/all.log");
  assert(E.isLeft(log) && log.left.kind === "Unavailable");
});

/** A store that refuses from its n-th entry on. */
function failingFrom(n: number): HandoffStore & { readonly failure: StoreFailure } {
  const store = memoryStore(), failure: StoreFailure = { kind: "Unavailable", reason: "no space" };
  let count = 0;
  return {
    ...store,
    failure,
    append: (entry) => ++count >= n ? Promise.resolve(E.left(failure)) : store.append(entry),
  };
}

it("H14: when a record cannot be written, nothing after it is done, and the body stops before the edge and stays", async () => {
  const whole: string[] = [];
  const told = (list: string[]) => ({
    onErrand: ({ command }: { readonly command: { readonly kind: string } }): void =>
      void list.push(command.kind),
  });
  const agents = [{ id: "a", position: { x: -1.5, y: 0 }, goal: { x: 1, y: 0 } }];
  await until(await runOf(agents), (run) => bodyOf(run).gradient.x > 0, told(whole));
  const persists = whole.filter((kind) => kind === "Persist").length;
  for (let n = 2; n <= persists + 1; n++) {
    const store = failingFrom(n), list: string[] = [];
    const failed = await until(await runOf(agents, { store }), (run) => O.isSome(run.failure), told(list));
    assertEquals(failed.failure, O.some(store.failure));
    assertEquals(list, whole.slice(0, list.length));
    assertEquals(whole[list.length], "Persist", "the list ends before the record that failed");
    const before = list.length, still = await after(failed, 30, told(list));
    assertEquals(list.length, before, "nothing is dispatched any more");
    if (list.includes("Adopt")) continue; // it was across before that
    assert(bodyOf(still).position.x <= 1e-12 && bodyOf(still).gradient.x === 0);
    if (list.includes("Hold")) assertEquals(bodyOf(still).velocity, { x: 0, y: 0 });
  }
});

it("H14: with a log that cannot be trusted everybody brakes from what it really has, and stands", async () => {
  const failure: StoreFailure = { kind: "Damaged", line: 3, rule: "its checksum is another" };
  const crowd = slopeCrowd([
    { ...resting(-0.5), velocity: { x: 0.8, y: 0 } },
    { id: "b", position: { x: 3, y: 2 }, velocity: { x: -0.4, y: 0 }, goal: { x: -3, y: 2 } },
  ]);
  const run = right(await openHandoffRun(crowd, GROUND, brokenStore(failure)));
  assertEquals(run.failure, O.some(failure));
  const stopped = await after(run, 20);
  assertEquals(bodyOf(stopped).velocity, { x: 0, y: 0 });
  assertEquals(bodyOf(stopped, "b").velocity, { x: 0, y: 0 });
  assert(Math.abs(bodyOf(stopped).position.x - (-0.5 + 0.32)) < 1e-12, "braking with P's budget");
  assert(Math.abs(bodyOf(stopped, "b").position.x - (3 - 0.16)) < 1e-12, "braking with Q's");
});

it("H14: an agent whose tile is gone, or that stands on none, is an error value", async () => {
  const { entries } = await crossing();
  const store = memoryStore();
  for (const entry of entries) right(await store.append(entry as HandoffEntry));
  const gone = { ...GROUND, tiles: GROUND.tiles.filter(({ id }) => id !== "P"), edges: [] };
  const crowd = slopeCrowd([resting(-0.09)]);
  assert(E.isLeft(await openHandoffRun(crowd, gone, store)));
  assert(E.isLeft(await openHandoffRun(slopeCrowd([resting(-99)]), GROUND, memoryStore())));
});

it("H14: the last record of each agent counts, and a restart in a row gives the same decision", async () => {
  const store = memoryStore();
  const begun = await runOf([resting(-0.09)], { store });
  const run = await after(await until(begun, (run) => onAccess(run) === 1), 2);
  const once = right(await openHandoffRun(run.world.crowd, GROUND, store));
  const twice = right(await openHandoffRun(run.world.crowd, GROUND, store));
  const plain = ({ epoch: _, ...state }: Record<string, unknown>): unknown => ({ ...state, order: 0 });
  assertEquals(plain({ ...stateOf(twice) }), plain({ ...stateOf(once) }));
  const latest = right(latestHandoffs(await entriesOf(store)));
  assertEquals(handoffRecord(latest.states.get("a")!), handoffRecord(stateOf(twice)));
});
