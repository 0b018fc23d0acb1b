import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Command } from "./arguments.ts";
import { complain, STATUS, stoppable } from "./exit_status.ts";
import { progressDisplay } from "./progress_display.ts";
import { divergenceText, type Replay, replay } from "./replay.ts";
import { recordFailureText, type RunRecord } from "./run_entry.ts";
import { readRunLog } from "./run_log.ts";

/** Replays records, prints a line for each; returns the exit status. */
export async function replayCommand(
  { files, talk }: Extract<Command, { readonly kind: "replay" }>,
): Promise<number> {
  const records: { readonly file: string; readonly record: RunRecord }[] = [], wrong: string[] = [];
  for (const file of files) {
    const record = await readRunLog(file);
    if (E.isRight(record)) records.push({ file, record: record.right });
    else wrong.push(`${file}: ${recordFailureText(record.left)}`);
  }
  if (wrong.length > 0) return complain(wrong);
  const display = progressDisplay(talk);
  let status: number = STATUS.fine;
  const aborted = await stoppable(async (signal) => {
    for (const { file, record } of records) {
      if (signal.aborted) break;
      display.begin(file);
      const found = await replay(record, { signal, onProgress: display.update });
      if (E.isLeft(found)) {
        display.end("refused");
        status = complain([`${file}: ${recordFailureText(found.left)}`]);
        continue;
      }
      const { divergence } = found.right, text = outcomeText(found.right, record);
      display.end(O.isSome(divergence) ? "differs" : "equal");
      if (O.isSome(divergence)) {
        status = Math.max(status, STATUS.failed);
        console.error(`${file}: ${text}`);
      } else if (talk === "normal") console.log(`${file}: ${text}`);
    }
  });
  return aborted ? STATUS.stopped : status;
}

function outcomeText({ divergence, compared, crowd, ending }: Replay, { lastTick, torn }: RunRecord): string {
  if (O.isSome(divergence)) return divergenceText(divergence.value);
  const { tick } = crowd.crowd;
  const cut = torn !== undefined
    ? `; the record was cut off in line ${torn.line}`
    : ending === "cut"
    ? "; the record has no end"
    : "";
  const stopped = tick < lastTick ? `stopped after ${tick} of ${lastTick} steps; ` : "";
  return `${stopped}equal in all ${compared} states that were noted in ${tick} steps${cut}`;
}
