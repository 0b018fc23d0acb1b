import { dirname } from "node:path";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { lineOf, readLines } from "./checked_lines.ts";
import { reasonOf } from "./read_files.ts";
import type { RunSink } from "./recording.ts";
import { readRunRecord, type RecordFailure, type RunRecord } from "./run_entry.ts";

/** A record of a run in a file that only grows. */
export interface RunLog extends RunSink {
  /** Brings the file to the disk and gives it back. */
  readonly close: () => Promise<void>;
}

/**
 * Begins the record of a run, in place of what the file held. Lines are those of `lineOf`: a flipped bit anywhere is found, and a
 * last line that was cut off is known as such. They are in the file when `append` resolves, and on the disk after `close`: a
 * process that is killed loses nothing, a power failure perhaps the last lines.
 */
export async function openRunLog(path: string): Promise<E.Either<RecordFailure, RunLog>> {
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    return E.right(logIn(await Deno.open(path, { write: true, create: true, truncate: true })));
  } catch (error) {
    return E.left({ kind: "Unavailable", reason: `${path}: ${reasonOf(error)}` });
  }
}

function logIn(file: Deno.FsFile): RunLog {
  let line = 0, last: Promise<E.Either<RecordFailure, void>> = Promise.resolve(E.right(undefined));
  const write = async (entry: unknown): Promise<E.Either<RecordFailure, void>> => {
    try {
      const bytes = lineOf(++line, entry);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      return E.right(undefined);
    } catch (error) {
      return E.left({ kind: "Unavailable", reason: reasonOf(error) });
    }
  };
  return {
    // After a failure nothing more is written: what stands in the file then is not known.
    append: (entry) => last = last.then((before) => E.isLeft(before) ? before : write(entry)),
    close: async () => {
      await last;
      await file.sync().catch(() => {});
      file.close();
    },
  };
}

/** The record in a file, or why it cannot be used. */
export async function readRunLog(path: string): Promise<E.Either<RecordFailure, RunRecord>> {
  try {
    return runRecordOf(await Deno.readFile(path));
  } catch (error) {
    return E.left({ kind: "Unavailable", reason: `${path}: ${reasonOf(error)}` });
  }
}

/** The record in the bytes of a file. */
export function runRecordOf(bytes: Uint8Array): E.Either<RecordFailure, RunRecord> {
  const lines = readLines(bytes);
  return E.isLeft(lines) ? lines : readRunRecord(lines.right.entries, lines.right.torn);
}
