import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { CrossingParameters } from "../crowd/tiled_crowd.ts";
import { parseTiledGround } from "../crowd/parse_ground.ts";
import type { AgentId } from "../geometry/agent.ts";
import { type Digest, digestText, EMPTY_DIGEST, extendDigest } from "../scenario/digest.ts";
import { breather, type Progress } from "./breather.ts";
import { type DrivenCrowd, drivenCrowd, type DrivenStep, type Given, stepDriven } from "./driven_crowd.ts";
import type { HandoffEntry, HandoffStore, StoreFailure } from "./handoff_store.ts";
import type { RecordFailure, RunEntry, RunRecord } from "./run_entry.ts";
import { changedSnapshot, type Snapshot, snapshotDifference, snapshotOf } from "./snapshot.ts";

/** Where a replay is not the run that was recorded. */
export type Divergence =
  /** An agent's record differs. */
  | {
    readonly kind: "State";
    /** Where it was found: after so many steps. */
    readonly tick: number;
    /** The last tick at which everything was compared and equal; -1: none. */
    readonly equalAt: number;
    /** Whose record. */
    readonly agent: AgentId;
    /** Where in it, such as ["position", "x"]; empty: the agent is only in one of the two. */
    readonly path: readonly (string | number)[];
    /** What was recorded. */
    readonly recorded: unknown;
    /** What the replay has. */
    readonly replayed: unknown;
  }
  /** The states are equal, but the ways that led there are not. */
  | { readonly kind: "Way"; readonly tick: number; readonly equalAt: number };

/** What came of a replay. */
export interface Replay {
  /** The crowd at the end, or where it diverged. */
  readonly crowd: DrivenCrowd;
  /** States that were compared and equal, the start's included. */
  readonly compared: number;
  /** Whether the record has an end: a run that was killed leaves one without. */
  readonly ending: "whole" | "cut";
  /** Where it first differs; none: it is the same run, bit for bit. */
  readonly divergence: O.Option<Divergence>;
  /** Digest of all positions. */
  readonly digest: string;
}

/** How to replay. */
export interface ReplayOptions {
  /** Stops the replay after the current step. */
  readonly signal?: AbortSignal;
  /** Told now and then, and at the end. */
  readonly onProgress?: (progress: Progress) => void;
  /** Told of the crowd before its first step. */
  readonly onStart?: (start: DrivenCrowd) => void;
  /** Told of every step: what the run looked like. */
  readonly onStep?: (step: DrivenStep) => void;
}

/**
 * Runs a record again: the same start, the same inputs, the same answers of the store, and compares the state wherever the record
 * notes it. It stops at the first difference. Nothing is written.
 *
 * Errors: a start that this version of the library refuses.
 */
export async function replay(
  { began, entries, lastTick }: RunRecord,
  { signal, onProgress, onStart, onStep }: ReplayOptions = {},
): Promise<E.Either<RecordFailure, Replay>> {
  const ground = began.ground === undefined ? undefined : parseTiledGround(began.ground);
  if (ground !== undefined && E.isLeft(ground)) return unsoundStart(ground.left);
  const start = await drivenCrowd({
    crowd: began.crowd,
    ...(ground === undefined ? {} : { ground: ground.right }),
    ...(began.crossing === undefined ? {} : { crossing: began.crossing as CrossingParameters }),
  }, { store: answering(began, entries) });
  if (E.isLeft(start)) return unsoundStart(start.left);

  onStart?.(start.right);
  let now = start.right, digest: Digest = extendDigest(EMPTY_DIGEST, now.crowd);
  let noted: Snapshot = new Map(), compared = 0, equalAt = -1, next = 0;
  let divergence: O.Option<Divergence> = O.none;
  const tell = (done: number): void => onProgress?.({ done, steps: lastTick }), breathe = breather(tell);
  for (;;) {
    const { tick } = now.crowd;
    let given: Given = {};
    for (; next < entries.length && entries[next]!.tick <= tick && O.isNone(divergence); next++) {
      const entry = entries[next]!;
      if (entry.kind === "Given") given = { changes: entry.changes, input: entry.input } as Given;
      else if (entry.kind === "State") {
        noted = changedSnapshot(noted, entry.change);
        const found = snapshotDifference(noted, snapshotOf(now));
        if (found !== undefined) {
          const { agent, path, one: recorded, other: replayed } = found;
          divergence = O.some({ kind: "State", tick, equalAt, agent, path, recorded, replayed });
        } else compared++;
      }
      if ((entry.kind === "State" || entry.kind === "Ended") && O.isNone(divergence)) {
        if (entry.digest !== digestText(digest)) divergence = O.some({ kind: "Way", tick, equalAt });
        else equalAt = tick;
      }
    }
    if (O.isSome(divergence) || tick >= lastTick || signal?.aborted === true) break;
    const step = await stepDriven(now, given);
    now = step.after;
    digest = extendDigest(digest, now.crowd);
    onStep?.(step);
    await breathe(now.crowd.tick);
  }
  tell(now.crowd.tick);
  const ending = entries.at(-1)?.kind === "Ended" ? "whole" : "cut";
  return E.right({ crowd: now, compared, ending, divergence, digest: digestText(digest) });
}

function unsoundStart(errors: Extract<RecordFailure, { readonly kind: "Unsound" }>["errors"]) {
  return E.left<RecordFailure>({ kind: "Unsound", line: 1, errors });
}

/** A store that gives the answers that the recorded one gave. */
function answering({ stored }: RunRecord["began"], entries: readonly RunEntry[]): HandoffStore {
  const refusal = entries.find((entry) => entry.kind === "StoreFailed");
  let written = 0;
  return {
    read: () =>
      Promise.resolve(
        stored?.kind === "Failed"
          ? E.left(stored.failure as StoreFailure)
          : E.right({ entries: (stored?.entries ?? []) as readonly HandoffEntry[] }),
      ),
    append: () =>
      Promise.resolve(
        refusal !== undefined && ++written >= refusal.entry
          ? E.left(refusal.failure as StoreFailure)
          : E.right(undefined),
      ),
  };
}

/** Where a replay differs, in words, one line. */
export function divergenceText(divergence: Divergence): string {
  const { tick, equalAt } = divergence;
  const when = equalAt < 0
    ? `at tick ${tick}, the first that is compared`
    : equalAt === tick - 1
    ? `at tick ${tick}`
    : `between tick ${equalAt} and tick ${tick}`;
  if (divergence.kind === "Way") return `diverges ${when}: positions on the way differ`;
  const { agent, path, recorded, replayed } = divergence;
  const place = path.length === 0 ? "" : `, ${path.join(".")}`;
  return `diverges ${when}: agent ${JSON.stringify(agent)}${place}: recorded ${show(recorded)}, replayed ${
    show(replayed)
  }`;
}

function show(value: unknown): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
