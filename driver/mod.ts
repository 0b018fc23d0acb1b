/**
 * Running crowds: the only room with effects. `driveCrowd` drives one through real time in fixed steps, `runScenario` runs a
 * scenario as fast as it goes; both hear an abort signal, report progress, and can be recorded and replayed bit for bit. The rest
 * makes tables, reports and pages of what came out. The command line is `driver/main.ts`.
 *
 * @module
 */
export type { DamagedLine, ReadLines, TornLine } from "./checked_lines.ts";
export type { Progress } from "./breather.ts";
export { changedBy, type CrowdChange } from "./crowd_change.ts";
export { type Drive, driveCrowd, type DriveOptions, type DriverPorts, type Frame } from "./drive_crowd.ts";
export {
  type DrivenCrowd,
  drivenCrowd,
  type DrivenStep,
  type Given,
  type RunInput,
  type RunOutlets,
  stepDriven,
} from "./driven_crowd.ts";
export { fromExactJson, toExactJson } from "./exact_json.ts";
export { type Cutting, type DueSteps, dueSteps, type FrameTime, NO_TIME } from "./frame_time.ts";
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
} from "./handoff_store.ts";
export { type Picture, picturesOf } from "./pictures.ts";
export { type Batch, reportText, stoppedText } from "./report.ts";
export { endRecording, type Recording, type RunSink } from "./recording.ts";
export { type Divergence, divergenceText, type Replay, replay, type ReplayOptions } from "./replay.ts";
export {
  type RecordFailure,
  recordFailureText,
  RUN_VERSION,
  type RunEntry,
  type RunRecord,
  type StoredAnswer,
} from "./run_entry.ts";
export { openRunLog, readRunLog, type RunLog, runRecordOf } from "./run_log.ts";
export { runSweep, type SweptRun } from "./run_sweep.ts";
export type { Snapshot, SnapshotChange } from "./snapshot.ts";
export {
  runInputOf,
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
export { serveTeam } from "./threads/serve.ts";
export { kernelPhases, type KernelSubject } from "./threads/kernel_phases.ts";
export {
  type Call,
  type OneThreadReason,
  oneThreadText,
  type Team,
  type TeamOptions,
} from "./threads/team.ts";
export {
  closeThreads,
  openThreads,
  stepThreaded,
  type ThreadedKernel,
  threadedKernel,
  type Threads,
  type ThreadsOptions,
} from "./threads/threaded_kernel.ts";
export type { Relay, Work } from "./threads/relay.ts";
