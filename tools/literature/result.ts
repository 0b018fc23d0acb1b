import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd } from "../../crowd/crowd.ts";
import { peakDensity } from "../../scenario/counting_area.ts";
import type { GateDirection, Passage } from "../../scenario/counting_gate.ts";
import { parseScenario } from "../../scenario/parse.ts";
import { type Run, startRun, stepRun, stepsOf } from "../../scenario/run.ts";
import { summarise } from "../../scenario/summary.ts";
import { fileText, type ScenarioFile } from "./scenario_file.ts";

/** A passage of a gate: who, and when, s. */
export type Passed = readonly [id: string, time: number];

/** Where everybody was at a time: ID, x and y, to the millimetre. */
export interface Snapshot {
  /** s. */
  readonly time: number;
  /** m. */
  readonly places: readonly (readonly [id: string, x: number, y: number])[];
}

/** What came of one run, as it is written to docs/literature.jsonl: seconds, metres, to a thousandth. */
export interface Result {
  /** The scenario. */
  readonly id: string;
  /** Seed of the noise, where there is some. */
  readonly seed?: number;
  /** How many agents. */
  readonly agents: number;
  /** When each of those who were there at the end, or had left at their goals, arrived; in order. */
  readonly arrivals: readonly number[];
  /** Least gap of any pair over continuous time; null: there was no pair. */
  readonly leastGap: number | null;
  /** Least wall clearance over continuous time; null: there were no walls. */
  readonly leastClearance: number | null;
  /** First passages of gates, by gate and direction. */
  readonly passages: Readonly<Record<string, Readonly<Record<GateDirection, readonly Passed[]>>>>;
  /** Most agents at once in areas, 1/m². */
  readonly peakDensity: Readonly<Record<string, number>>;
  /** Expectations that do not hold. */
  readonly broken: readonly string[];
  /** One moment of the run. */
  readonly snapshot?: Snapshot;
  /** Digest of all positions. */
  readonly digest: string;
}

/** Runs a scenario, and keeps one moment of it. Throws on a scenario that cannot be run: the tool's own mistake. */
export function measure(file: ScenarioFile, snapshotAt: number | undefined): Result {
  const scenario = parseScenario(JSON.parse(fileText(file)));
  if (E.isLeft(scenario)) throw new Error(`${file.id}: ${JSON.stringify(scenario.left)}`);
  const start = startRun(scenario.right);
  if (E.isLeft(start)) throw new Error(`${file.id}: ${JSON.stringify(start.left)}`);
  let run: Run = start.right, snapshot: Snapshot | undefined;
  for (let step = stepsOf(scenario.right); step > 0; step--) {
    run = stepRun(run);
    const isDue = snapshot === undefined && snapshotAt !== undefined && run.crowd.time >= snapshotAt - 1e-9;
    if (isDue) snapshot = snapshotOf(run.crowd);
  }
  const summary = summarise(run.metrics, {}), arrived = new Set(summary.arrived);
  const { perturbation } = file.parameters;
  return {
    id: file.id,
    ...(perturbation === undefined || perturbation === "off" ? {} : { seed: perturbation.seed }),
    agents: summary.agents.length,
    arrivals: summary.agents.flatMap(({ id, arrival }) =>
      arrived.has(id) && O.isSome(arrival) ? [rounded(arrival.value)] : []
    ).sort((a, b) => a - b),
    leastGap: O.isSome(summary.leastGap) ? summary.leastGap.value.value : null,
    leastClearance: O.isSome(summary.leastClearance) ? summary.leastClearance.value.value : null,
    passages: Object.fromEntries(
      summary.gates.map(({ gate, forward, backward }) => [
        gate.id,
        { forward: forward.map(passed), backward: backward.map(passed) },
      ]),
    ),
    peakDensity: Object.fromEntries(
      summary.areas.map((count) => [count.area.id, rounded(peakDensity(count))]),
    ),
    broken: summary.expectations.filter(({ verdict }) => verdict === "fails").map(({ text }) => text),
    ...(snapshot === undefined ? {} : { snapshot }),
    digest: summary.digest,
  };
}

function passed({ id, time }: Passage): Passed {
  return [String(id), rounded(time)];
}

function snapshotOf({ time, agents }: Crowd): Snapshot {
  return {
    time: rounded(time),
    places: agents.map(({ id, position }) => [String(id), rounded(position.x), rounded(position.y)]),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1e3) / 1e3;
}

/** The results as text: a run a line. */
export function resultsText(results: readonly Result[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join("");
}

/** What `resultsText` has written. */
export function readResults(text: string): readonly Result[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Where the results stand. */
export const RESULTS = new URL("../../docs/literature.jsonl", import.meta.url);

/** The results as they were measured last, and written down by `tools/literature.ts`. */
export function publishedResults(): readonly Result[] {
  return readResults(Deno.readTextFileSync(RESULTS));
}

/** The result of a scenario, of its first seed. */
export function resultOf(results: readonly Result[], id: string): Result {
  const found = results.find((result) => result.id === id);
  if (found === undefined) throw new Error(`${id} was not measured: run tools/literature.ts`);
  return found;
}
