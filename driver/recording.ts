import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { CrossingParameters } from "../crowd/tiled_crowd.ts";
import { tiledGroundInput } from "../crowd/parse_ground.ts";
import type { TiledGround } from "../crowd/tiled_ground.ts";
import type { Checked } from "../geometry/input_error.ts";
import { type Digest, digestText, EMPTY_DIGEST, extendDigest } from "../scenario/digest.ts";
import type { DrivenCrowd, Given } from "./driven_crowd.ts";
import type { StoredEntries, StoreFailure } from "./handoff_store.ts";
import { type RecordFailure, RUN_VERSION, type RunEntry, runEntryJson } from "./run_entry.ts";
import { type Snapshot, snapshotChange, snapshotOf } from "./snapshot.ts";

/** Where a run is written down, entry after entry. */
export interface RunSink {
  /** Adds an entry, made ready for JSON by `runEntryJson`. */
  readonly append: (entry: unknown) => Promise<E.Either<RecordFailure, void>>;
}

/** How the record of a run stands. */
export interface Recording {
  /** Where it is written. */
  readonly sink: RunSink;
  /** The state is noted every so many steps. */
  readonly every: number;
  /** The state that was noted last. */
  readonly noted: Snapshot;
  /** Of all positions up to now. */
  readonly digest: Digest;
  /** Why nothing is written any more; the run itself goes on. */
  readonly failure: O.Option<RecordFailure>;
}

/** What a record begins with. */
export interface RecordStart {
  /** What `createCrowd` was given. */
  readonly crowd: unknown;
  /** Its tiles. */
  readonly ground: TiledGround | undefined;
  /** How crossings are begun and timed. */
  readonly crossing: CrossingParameters | undefined;
  /** What the store of handoffs said. */
  readonly stored: E.Either<StoreFailure, StoredEntries> | undefined;
  /** The state is noted every so many steps; default 10. */
  readonly every: number | undefined;
}

const EVERY = 10;

/** A run that is recorded from here on. Errors: an input that is no plain data; a wrong `every`. */
export async function startRecording(
  run: DrivenCrowd,
  { crowd, ground, crossing, stored, every = EVERY }: RecordStart,
  sink: RunSink,
): Promise<Checked<DrivenCrowd>> {
  if (!(Number.isSafeInteger(every) && every >= 1)) {
    const rule = "must be a whole number, at least 1";
    return E.left([{ field: "every", path: ["every"], value: every, rule }]);
  }
  const began: RunEntry = {
    kind: "Began",
    version: RUN_VERSION,
    every,
    crowd,
    ...(ground === undefined ? {} : { ground: tiledGroundInput(ground) }),
    ...(crossing === undefined ? {} : { crossing }),
    ...(stored === undefined ? {} : {
      stored: E.isRight(stored)
        ? { kind: "Held", entries: stored.right.entries }
        : { kind: "Failed", failure: stored.left },
    }),
  };
  const json = runEntryJson(began);
  if (E.isLeft(json)) return json;
  const digest = extendDigest(EMPTY_DIGEST, run.crowd);
  const recording: Recording = { sink, every, noted: new Map(), digest, failure: O.none };
  const begun = await written({ ...run, recording }, began);
  return E.right(await withState(await withStoreFailure(begun)));
}

/** The run with what its next step is given written down, if that is anything. */
export async function recordGiven(
  run: DrivenCrowd,
  { changes = [], input = {} }: Given,
): Promise<DrivenCrowd> {
  if (run.recording === undefined) return run;
  const isNothing = changes.length === 0 && Object.values(input).every((part) => part === undefined);
  return isNothing ? run : await written(run, { kind: "Given", tick: run.crowd.tick, changes, input });
}

/** The run with its last step written down: a store that failed in it, and the state where it is due. */
export async function recordStep(old: DrivenCrowd, run: DrivenCrowd): Promise<DrivenCrowd> {
  const { recording, crowd } = run;
  if (recording === undefined) return run;
  const digest = extendDigest(recording.digest, crowd), now = { ...run, recording: { ...recording, digest } };
  const hadFailed = old.handoffs !== undefined && O.isSome(old.handoffs.failure);
  const noted = hadFailed ? now : await withStoreFailure(now);
  return crowd.tick % recording.every === 0 ? await withState(noted) : noted;
}

/** The run with the end of its record written. */
export async function endRecording(run: DrivenCrowd): Promise<DrivenCrowd> {
  const { recording, crowd: { tick } } = run;
  if (recording === undefined) return run;
  const now = tick % recording.every === 0 ? run : await withState(run);
  return await written(now, { kind: "Ended", tick, digest: digestText(recording.digest) });
}

async function withState(run: DrivenCrowd): Promise<DrivenCrowd> {
  const { recording, crowd: { tick } } = run;
  if (recording === undefined || O.isSome(recording.failure)) return run;
  const noted = snapshotOf(run), change = snapshotChange(recording.noted, noted);
  const state: RunEntry = { kind: "State", tick, change, digest: digestText(recording.digest) };
  return await written({ ...run, recording: { ...recording, noted } }, state);
}

/** The run with the refusal of its store written down, if there was one: the store is not asked again after that. */
async function withStoreFailure(run: DrivenCrowd): Promise<DrivenCrowd> {
  const { handoffs, crowd: { tick } } = run;
  if (handoffs === undefined || O.isNone(handoffs.failure)) return run;
  const failure = handoffs.failure.value;
  return await written(run, { kind: "StoreFailed", tick, entry: handoffs.written + 1, failure });
}

async function written(run: DrivenCrowd, entry: RunEntry): Promise<DrivenCrowd> {
  const { recording } = run;
  if (recording === undefined || O.isSome(recording.failure)) return run;
  const json = runEntryJson(entry);
  const done: E.Either<RecordFailure, void> = E.isLeft(json)
    ? E.left({ kind: "Unsound", line: 0, errors: json.left })
    : await recording.sink.append(json.right);
  return E.isRight(done) ? run : { ...run, recording: { ...recording, failure: O.some(done.left) } };
}
