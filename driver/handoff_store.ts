import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { AgentId } from "../geometry/agent.ts";
import type { InputError } from "../geometry/input_error.ts";
import type { HandoffRecord } from "../handoff/handoff_record.ts";
import type { HandoffState } from "../handoff/handoff_state.ts";
import { parseHandoffRecord } from "../handoff/parse_record.ts";
import type { DamagedLine, ReadLines } from "./checked_lines.ts";

/** One thing to be remembered through a crash. */
export type HandoffEntry =
  /** A run has begun, and this epoch is taken: no later run may use it again (H15). */
  | { readonly kind: "Started"; readonly epoch: number }
  /** An agent's handoff is in this state from here on (H13). */
  | { readonly kind: "State"; readonly agent: AgentId; readonly record: HandoffRecord };

/** Where handoffs are written down (C12, H14). Whoever implements it answers for "durable". */
export interface HandoffStore {
  /**
   * Adds an entry. It resolves with `Right` only when the entry survives the process being killed and the power failing;
   * after a `Left` nothing may be done that depends on it, nor on any later entry.
   */
  readonly append: (entry: HandoffEntry) => Promise<E.Either<StoreFailure, void>>;
  /** Everything that was written, oldest first, or why it cannot be trusted. */
  readonly read: () => Promise<E.Either<StoreFailure, StoredEntries>>;
}

/** What a store holds: entries as they were read, and what a crash has cut off: no one was told that it is durable. */
export type StoredEntries = Pick<ReadLines, "entries" | "torn">;

/** Why a store cannot be used. */
export type StoreFailure =
  /** The medium refuses: no such folder, no permission, no space, an I/O error. */
  | { readonly kind: "Unavailable"; readonly reason: string }
  /** A line is not what was written. */
  | DamagedLine
  /** A line is whole, but no record of this version, or at odds with itself. */
  | { readonly kind: "Unsound"; readonly line: number; readonly errors: readonly InputError[] };

/** A failure in words, one line. */
export function storeFailureText(failure: StoreFailure): string {
  switch (failure.kind) {
    case "Unavailable":
      return `handoff log: cannot be used: ${failure.reason}`;
    case "Damaged":
      return `handoff log, line ${failure.line}: is damaged: ${failure.rule}`;
    case "Unsound":
      return `handoff log, line ${failure.line}: ${
        failure.errors.map(({ path, rule }) => `${path.join(".")} ${rule}`).join("; ")
      }`;
  }
}

/** What a restart goes on from. */
export interface StoredHandoffs {
  /** The highest epoch that was ever taken; -1: none. A new run takes one above it. */
  readonly epoch: number;
  /** The last state of each agent. */
  readonly states: ReadonlyMap<AgentId, HandoffState>;
}

/**
 * The last state of each agent, and the highest epoch, from what a store holds (H14). Every entry is read, not only the last
 * ones: a log with one line that makes no sense is not trusted in any other.
 */
export function latestHandoffs(entries: readonly unknown[]): E.Either<StoreFailure, StoredHandoffs> {
  const states = new Map<AgentId, HandoffState>();
  let epoch = -1;
  for (const [index, value] of entries.entries()) {
    const entry = readEntry(value);
    if (E.isLeft(entry)) return E.left({ kind: "Unsound", line: index + 1, errors: entry.left });
    if (entry.right.kind === "Started") epoch = Math.max(epoch, entry.right.epoch);
    else {
      epoch = Math.max(epoch, entry.right.state.epoch);
      states.set(entry.right.agent, entry.right.state);
    }
  }
  return E.right({ epoch, states });
}

type ReadEntry =
  | { readonly kind: "Started"; readonly epoch: number }
  | { readonly kind: "State"; readonly agent: AgentId; readonly state: HandoffState };

function readEntry(value: unknown): E.Either<readonly InputError[], ReadEntry> {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { kind, epoch, agent, record } = fields;
  const wrong = (field: string, found: unknown, rule: string): E.Either<readonly InputError[], never> =>
    E.left([{ field, path: [field], value: found, rule }]);
  switch (kind) {
    case "Started":
      return typeof epoch === "number" && Number.isSafeInteger(epoch) && epoch >= 0
        ? E.right({ kind, epoch })
        : wrong("epoch", epoch, "must be a whole number, at least 0");
    case "State": {
      if (typeof agent !== "string" && !(typeof agent === "number" && Number.isFinite(agent))) {
        return wrong("agent", agent, "must be a finite number or a string");
      }
      const state = parseHandoffRecord(record);
      return E.isLeft(state) ? state : E.right({ kind, agent, state: state.right });
    }
    default:
      return wrong("kind", kind, 'must be "Started" or "State"');
  }
}

/** A store that forgets: for runs that are shown and not resumed. */
export function memoryStore(): HandoffStore {
  const entries: HandoffEntry[] = [];
  return {
    append: (entry) => {
      entries.push(structuredClone(entry));
      return Promise.resolve(E.right(undefined));
    },
    read: () => Promise.resolve(E.right({ entries: [...entries] })),
  };
}

/** What stands for a store that could not be opened: a run that begins with it brings everybody to rest. */
export function brokenStore(failure: StoreFailure): HandoffStore {
  return { append: () => Promise.resolve(E.left(failure)), read: () => Promise.resolve(E.left(failure)) };
}
