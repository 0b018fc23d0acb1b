import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked, InputError } from "../geometry/input_error.ts";
import {
  checked,
  type Path,
  readAgentId,
  readArray,
  type Reader,
  readRecord,
  readWord,
} from "../geometry/reader.ts";
import type { DamagedLine, TornLine } from "./checked_lines.ts";
import { fromExactJson, toExactJson } from "./exact_json.ts";
import type { SnapshotChange } from "./snapshot.ts";

/** Version of the format. A record of another one is refused. */
export const RUN_VERSION = 1;

/** What a store of handoffs said when the run began. */
export type StoredAnswer =
  | { readonly kind: "Held"; readonly entries: readonly unknown[] }
  | { readonly kind: "Failed"; readonly failure: unknown };

/** A line of a record: all that came into a run from outside, and at times the state that it led to (C12). */
export type RunEntry =
  /** The first line. */
  | {
    readonly kind: "Began";
    readonly version: typeof RUN_VERSION;
    /** The state is noted every so many steps. */
    readonly every: number;
    /** What `createCrowd` was given. */
    readonly crowd: unknown;
    /** What `parseTiledGround` makes the ground of. */
    readonly ground?: unknown;
    /** How crossings are begun and timed. */
    readonly crossing?: unknown;
    /** What the store of handoffs held. */
    readonly stored?: StoredAnswer;
  }
  /** What the step from this tick on was given; steps without an entry were given nothing. */
  | {
    readonly kind: "Given";
    readonly tick: number;
    readonly changes: readonly unknown[];
    readonly input: unknown;
  }
  /** The store of handoffs refused the entry of this number, from 1; nothing was written from there on. */
  | { readonly kind: "StoreFailed"; readonly tick: number; readonly entry: number; readonly failure: unknown }
  /** What has changed since the last state, and the digest of all positions up to now. */
  | {
    readonly kind: "State";
    readonly tick: number;
    readonly change: SnapshotChange;
    readonly digest: string;
  }
  /** The last line of a run that came to its end or was stopped. */
  | { readonly kind: "Ended"; readonly tick: number; readonly digest: string };

/** Why a record cannot be used. */
export type RecordFailure =
  /** The medium refuses: no such file, no permission, no space. */
  | { readonly kind: "Unavailable"; readonly reason: string }
  /** A line is not what was written. */
  | DamagedLine
  /** It is of another version of the format, or none at all. */
  | { readonly kind: "OtherVersion"; readonly version: unknown }
  /** A line is whole, but makes no sense; or it cannot be written, because it is no plain data (line 0). */
  | { readonly kind: "Unsound"; readonly line: number; readonly errors: readonly InputError[] };

/** A failure in words, one line. */
export function recordFailureText(failure: RecordFailure): string {
  switch (failure.kind) {
    case "Unavailable":
      return `record: cannot be used: ${failure.reason}`;
    case "Damaged":
      return `record, line ${failure.line}: is damaged: ${failure.rule}`;
    case "OtherVersion":
      return `record: version must be ${RUN_VERSION}, but is ${JSON.stringify(failure.version)}`;
    case "Unsound": {
      const errors = failure.errors.map(({ path, rule }) => `${path.join(".")} ${rule}`).join("; ");
      return failure.line === 0
        ? `record: cannot be written: ${errors}`
        : `record, line ${failure.line}: ${errors}`;
    }
  }
}

/** A record as it was read: entries in the order of ticks, the first of them `Began`. */
export interface RunRecord {
  /** How the run began. */
  readonly began: Extract<RunEntry, { readonly kind: "Began" }>;
  /** Everything after that. */
  readonly entries: readonly Exclude<RunEntry, { readonly kind: "Began" }>[];
  /** The last tick that it speaks of. */
  readonly lastTick: number;
  /** What a crash has cut off at the end. */
  readonly torn?: TornLine;
}

/** An entry as a line holds it. Errors: what is no plain data. */
export function runEntryJson(entry: RunEntry): Checked<unknown> {
  return toExactJson(entry);
}

/** A record from the entries of its lines, or the first that makes no sense. */
export function readRunRecord(
  lines: readonly unknown[],
  torn?: TornLine,
): E.Either<RecordFailure, RunRecord> {
  const version = versionOf(lines[0]);
  if (version !== RUN_VERSION) return E.left({ kind: "OtherVersion", version });
  const entries: RunEntry[] = [];
  for (const [i, json] of lines.entries()) {
    const value = fromExactJson(json), last = entries.at(-1);
    const entry = E.isLeft(value) ? value : checked(value.right, (v, reader) => readEntry(v, last, reader));
    if (E.isLeft(entry)) return E.left({ kind: "Unsound", line: i + 1, errors: entry.left });
    entries.push(entry.right);
  }
  const [began, ...rest] = entries;
  return E.right({
    began: began as RunRecord["began"],
    entries: rest as RunRecord["entries"],
    lastTick: tickOf(entries.at(-1)!),
    ...(torn === undefined ? {} : { torn }),
  });
}

function versionOf(line: unknown): unknown {
  return typeof line === "object" && line !== null && "version" in line ? line.version : undefined;
}

function tickOf(entry: RunEntry): number {
  return entry.kind === "Began" ? 0 : entry.tick;
}

const KINDS = [
  "Began",
  "Given",
  "StoreFailed",
  "State",
  "Ended",
] as const satisfies readonly RunEntry["kind"][];

function readEntry(value: unknown, last: RunEntry | undefined, reader: Reader): RunEntry {
  const record = readRecord(value, [], reader), kind = readWord(record["kind"], ["kind"], KINDS, reader);
  if ((kind === "Began") !== (last === undefined)) {
    reader.report(["kind"], kind, 'must be "Began" in the first line, and in no other');
  }
  if (last?.kind === "Ended") reader.report(["kind"], kind, "must not come after the end");
  if (kind === "Began") return readBegan(record, reader);
  const tick = readWhole(record["tick"], last === undefined ? 0 : tickOf(last), ["tick"], reader);
  switch (kind) {
    case "Given":
      return {
        kind,
        tick,
        changes: readArray(record["changes"], ["changes"], reader),
        input: readRecord(record["input"], ["input"], reader),
      };
    case "StoreFailed":
      return {
        kind,
        tick,
        entry: readWhole(record["entry"], 1, ["entry"], reader),
        failure: record["failure"],
      };
    case "State":
      return {
        kind,
        tick,
        change: readChange(record["change"], ["change"], reader),
        digest: readDigest(record["digest"], reader),
      };
    case "Ended":
      return { kind, tick, digest: readDigest(record["digest"], reader) };
  }
}

function readBegan(record: Readonly<Record<string, unknown>>, reader: Reader): RunEntry {
  const { crowd, ground, crossing } = record;
  const stored = record["stored"] === undefined
    ? undefined
    : readRecord(record["stored"], ["stored"], reader);
  return {
    kind: "Began",
    version: RUN_VERSION,
    every: readWhole(record["every"], 1, ["every"], reader),
    crowd,
    ...(ground === undefined ? {} : { ground }),
    ...(crossing === undefined ? {} : { crossing }),
    ...(stored === undefined ? {} : {
      stored: readWord(stored["kind"], ["stored", "kind"], ["Held", "Failed"], reader) === "Held"
        ? { kind: "Held", entries: readArray(stored["entries"], ["stored", "entries"], reader) }
        : { kind: "Failed", failure: stored["failure"] },
    }),
  };
}

function readWhole(value: unknown, least: number, path: Path, reader: Reader): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  reader.report(path, value, `must be a whole number, at least ${least}`);
  return least;
}

function readDigest(value: unknown, reader: Reader): string {
  if (typeof value === "string" && /^[0-9a-f]{16}$/.test(value)) return value;
  reader.report(["digest"], value, "must have 16 hexadecimal digits");
  return "";
}

function readChange(value: unknown, path: Path, reader: Reader): SnapshotChange {
  const record = readRecord(value, path, reader);
  const id = (one: unknown, at: Path): AgentId => readAgentId(one, at, reader) ?? NaN;
  return {
    agents: readArray(record["agents"], [...path, "agents"], reader).map((item, i) => {
      const at = [...path, "agents", i], agent = readRecord(item, at, reader);
      return {
        id: id(agent["id"], [...at, "id"]),
        fields: readRecord(agent["fields"], [...at, "fields"], reader),
      };
    }),
    gone: readArray(record["gone"], [...path, "gone"], reader).map((one, i) => id(one, [...path, "gone", i])),
  };
}
