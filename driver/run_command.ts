import { join } from "node:path";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Scenario } from "../scenario/scenario.ts";
import type { Command } from "./arguments.ts";
import { complain, STATUS, stoppable } from "./exit_status.ts";
import { galleryHtml } from "./gallery.ts";
import { type HandoffLog, openHandoffLog } from "./handoff_log.ts";
import { storeFailureText } from "./handoff_store.ts";
import { type Picture, picturesOf } from "./pictures.ts";
import { plainTable } from "./plain_table.ts";
import { progressDisplay } from "./progress_display.ts";
import { curatedFiles, publishedFiles, readScenarioFiles, reasonOf } from "./read_files.ts";
import { type Batch, reportText, stoppedText } from "./report.ts";
import { recordFailureText } from "./run_entry.ts";
import { openRunLog, type RunLog } from "./run_log.ts";
import { runScenario, type ScenarioResult } from "./run_scenario.ts";
import { columnMeanings, outcomeOf, remarks, TABLE_HEAD, tableRow, verdictText } from "./table.ts";
import { writeAtomically } from "./write_atomically.ts";

type RunCommand = Extract<Command, { readonly kind: "run" }>;

/** Runs scenarios, prints a table, writes a gallery; returns the exit status. */
export async function runCommand(command: RunCommand): Promise<number> {
  const scenarios = await readScenarioFiles(await filesOf(command));
  if (E.isLeft(scenarios)) return complain(scenarios.left);
  try {
    await Deno.mkdir(command.out, { recursive: true });
  } catch (error) {
    return complain([`${command.out}: cannot be used as a folder: ${reasonOf(error)}`]);
  }
  const batch = await runAll(scenarios.right, command);
  try {
    await writeGallery(command.out, batch);
  } catch (error) {
    return complain([`${command.out}: cannot be written to: ${reasonOf(error)}`]);
  }
  tell(batch, command);
  if (batch.ending === "stopped") return STATUS.stopped;
  return outcomeOf(batch.results).fails > 0 ? STATUS.failed : STATUS.fine;
}

async function filesOf({ files, otherwise }: RunCommand): Promise<readonly string[]> {
  if (files.length > 0) return files;
  return otherwise === "all" ? await publishedFiles() : curatedFiles();
}

/** Runs one scenario after the other; Ctrl-C stops after the current step. */
async function runAll(scenarios: readonly Scenario[], command: RunCommand): Promise<Batch> {
  const display = progressDisplay(command.talk), results: ScenarioResult[] = [];
  const aborted = await stoppable(async (signal) => {
    for (const scenario of scenarios) {
      if (signal.aborted) break;
      display.begin(scenario.id);
      const store = await freshLog(scenario, command.out), record = await freshRecord(scenario, command);
      const result = await runScenario(scenario, {
        signal,
        onProgress: display.update,
        ...(store === undefined ? {} : { store }),
        ...record,
      });
      store?.close();
      await record?.sink.close();
      // What was read from a file has been checked already.
      if (E.isRight(result)) results.push(result.right);
      display.end(E.isLeft(result) ? "refused" : outcomeLine(result.right));
    }
  });
  const isCut = aborted &&
    (results.length < scenarios.length || results.some(({ stoppedAt }) => O.isSome(stoppedAt)) ||
      outcomeOf(results).unknown > 0);
  for (const { scenario: { id }, storeFailure, recordFailure } of results) {
    if (O.isSome(storeFailure)) console.error(`${id}: ${storeFailureText(storeFailure.value)}`);
    if (O.isSome(recordFailure)) console.error(`${id}: ${recordFailureText(recordFailure.value)}`);
  }
  return {
    results,
    notRun: scenarios.slice(results.length),
    ending: isCut ? "stopped" : "complete",
  };
}

/** A new log for the handoffs of a scenario with tiles: each run of the command line begins from the start. */
async function freshLog({ id, ground }: Scenario, out: string): Promise<HandoffLog | undefined> {
  if (ground === undefined) return undefined;
  const path = join(out, `${id}-handoffs.log`);
  await Deno.remove(path).catch(() => {});
  const log = await openHandoffLog(path);
  if (E.isRight(log)) return log.right;
  console.error(`${storeFailureText(log.left)}; handoffs of ${id} are not written down`);
  return undefined;
}

/** A new record for a scenario's run, where one is wanted. */
async function freshRecord(
  { id }: Scenario,
  { record, out }: RunCommand,
): Promise<{ readonly sink: RunLog; readonly every: number } | undefined> {
  if (record.kind === "off") return undefined;
  const log = await openRunLog(join(out, `${id}-run.log`));
  if (E.isRight(log)) return { sink: log.right, every: record.steps };
  console.error(`${recordFailureText(log.left)}; the run of ${id} is not recorded`);
  return undefined;
}

function outcomeLine(result: ScenarioResult): string {
  const { summary, stoppedAt } = result;
  const stopped = O.isSome(stoppedAt) ? `stopped at t = ${Number(stoppedAt.value.toFixed(6))} s; ` : "";
  return `${stopped}${summary.arrived.length} of ${summary.withGoal} arrived; expectations: ${
    verdictText(outcomeOf([result]))
  }`;
}

async function writeGallery(out: string, batch: Batch): Promise<void> {
  const exhibits: { readonly result: ScenarioResult; readonly pictures: readonly Picture[] }[] = [];
  for (const result of batch.results) {
    const pictures = picturesOf(result);
    for (const { file, svg } of pictures) await writeAtomically(join(out, file), svg);
    exhibits.push({ result, pictures });
  }
  await writeAtomically(join(out, "report.json"), reportText(batch));
  await writeAtomically(join(out, "index.html"), galleryHtml(batch, exhibits));
}

function tell(batch: Batch, { talk, out }: RunCommand): void {
  const failures = remarks(batch.results);
  if (talk === "quiet") {
    for (const line of failures.filter((line) => line.includes(": FAILS: "))) console.error(line);
    return;
  }
  console.log(tableText(batch.results));
  for (const [head, meaning] of columnMeanings()) console.log(`  ${head.padEnd(14)}${meaning}`);
  console.log("");
  for (const line of failures) console.log(line);
  const stopped = stoppedText(batch);
  if (stopped !== "") console.log(stopped);
  console.log(`Expectations: ${verdictText(outcomeOf(batch.results))}`);
  console.log(`Pictures and numbers: ${join(out, "index.html")}`);
}

/** The table, at most 100 columns wide unless an ID is long. */
function tableText(results: readonly ScenarioResult[]): string {
  const aligns = TABLE_HEAD.map((head) => head === "scenario" || head === "expectations" ? "left" : "right");
  return plainTable(TABLE_HEAD, results.map(tableRow), aligns);
}
