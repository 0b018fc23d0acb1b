import { dirname } from "node:path";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { lineOf, type ReadLines, readLines } from "./checked_lines.ts";
import type { HandoffEntry, HandoffStore, StoredEntries, StoreFailure } from "./handoff_store.ts";
import { reasonOf } from "./read_files.ts";

/** A store in a file that only grows. */
export interface HandoffLog extends HandoffStore {
  /** Gives the file back; what comes after is refused. */
  readonly close: () => void;
}

/**
 * Opens a log, or begins one. Each line is a checksum (CRC-32), a space, the line's number and the entry as JSON, and a
 * line feed. An entry is written in one go and the file's data brought to the disk (`fdatasync`) before `append` resolves.
 *
 * A last line without its line feed was cut off by a crash before anybody was told that it is durable: it is taken off the
 * file, and reported. Anything else that is not as it was written is damage: the log is refused, and stays as it is.
 * Two processes cannot have it open at once, where the system can lock files.
 */
export async function openHandoffLog(path: string): Promise<E.Either<StoreFailure, HandoffLog>> {
  let file: Deno.FsFile | undefined;
  try {
    file = await Deno.open(path, { read: true, write: true, create: true });
    if (!(await file.tryLock(true))) {
      file.close();
      return E.left(unavailable(`${path} is in use by another process`));
    }
    const bytes = await Deno.readFile(path), found = readLines(bytes);
    if (E.isLeft(found)) {
      file.close();
      return found;
    }
    const { end } = found.right;
    if (end < bytes.length) await file.truncate(end);
    await file.seek(end, Deno.SeekMode.Start);
    await file.sync();
    await syncFolder(dirname(path));
    return E.right(logIn(file, found.right));
  } catch (error) {
    file?.close();
    return E.left(unavailable(`${path}: ${reasonOf(error)}`));
  }
}

function unavailable(reason: string): StoreFailure {
  return { kind: "Unavailable", reason };
}

/** A new file is there after a power failure only if its folder knows of it; not every system lets folders be opened. */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = await Deno.open(path);
    await folder.sync();
  } catch {
    // Nothing more can be done there.
  }
}

function logIn(file: Deno.FsFile, found: ReadLines): HandoffLog {
  const entries: unknown[] = [...found.entries], { torn } = found;
  let broken: StoreFailure | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const write = async (entry: HandoffEntry): Promise<E.Either<StoreFailure, void>> => {
    if (broken !== undefined) return E.left(broken);
    try {
      const line = lineOf(entries.length + 1, entry);
      for (let at = 0; at < line.length;) at += await file.write(line.subarray(at));
      await file.syncData();
      entries.push(entry);
      return E.right(undefined);
    } catch (error) {
      // What is on the disk now is not known: nothing may follow it.
      broken = unavailable(reasonOf(error));
      return E.left(broken);
    }
  };
  return {
    append: (entry) => {
      const turn = last.then(() => write(entry));
      last = turn;
      return turn;
    },
    read: () =>
      Promise.resolve(E.right<StoreFailure, StoredEntries>({
        entries: [...entries],
        ...(torn === undefined ? {} : { torn }),
      })),
    close: () => {
      if (broken === undefined) broken = unavailable("the log is closed");
      file.unlockSync(); // a process that is just being started may hold a copy of the file, and with it the lock
      file.close();
    },
  };
}
