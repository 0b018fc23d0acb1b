/**
 * Running scenarios: the only room with effects. `runScenario` lets the event loop breathe, hears an abort signal and
 * reports progress; the rest makes tables, reports and pages of what came out. The command line is `driver/main.ts`.
 *
 * @module
 */
export { type Exhibit, galleryHtml } from "./gallery.ts";
export { type HandoffLog, openHandoffLog } from "./handoff_log.ts";
export {
  carriedOut,
  type HandoffOptions,
  type HandoffRun,
  type HandoffStepped,
  openHandoffRun,
  stepHandoffs,
} from "./handoff_runner.ts";
export {
  brokenStore,
  type HandoffEntry,
  type HandoffStore,
  latestHandoffs,
  memoryStore,
  type StoredEntries,
  type StoredHandoffs,
  type StoreFailure,
  storeFailureText,
  type TornLine,
} from "./handoff_store.ts";
export { type Picture, picturesOf } from "./pictures.ts";
export { type Batch, reportText, stoppedText } from "./report.ts";
export {
  type Progress,
  type RunOptions,
  runScenario,
  type ScenarioResult,
  type Showpiece,
} from "./run_scenario.ts";
export {
  columnMeanings,
  decisionText,
  type Outcome,
  outcomeOf,
  remarks,
  TABLE_HEAD,
  tableRow,
  verdictText,
} from "./table.ts";
export { type PartFailure, partFailureText } from "./split/part_failure.ts";
export { type PartLink, partLink, SILENCE } from "./split/part_link.ts";
export type { PartMessage } from "./split/part_message.ts";
export type { PartWord } from "./split/part_process.ts";
export { type PartStore, partStore, readWorld, type World, writeWorld } from "./split/part_store.ts";
export { type PartRun, type PartStep, runPart } from "./split/run_part.ts";
export { gatherSplit, laySplit, runSplit, type SplitRun } from "./split/run_split.ts";
