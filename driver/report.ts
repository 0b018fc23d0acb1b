import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { meanDensity, peakDensity } from "../scenario/counting_area.ts";
import { DIRECTIONS, flowOf, type GateCount, specificFlowOf } from "../scenario/counting_gate.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { ScenarioResult } from "./run_scenario.ts";
import { outcomeOf } from "./table.ts";

/** What a whole call of the driver came to. */
export interface Batch {
  /** Scenarios that were run, in order; the last may have been stopped. */
  readonly results: readonly ScenarioResult[];
  /** Scenarios whose turn never came. */
  readonly notRun: readonly Scenario[];
  /** Whether it ran to its end. */
  readonly ending: "complete" | "stopped";
}

/** Where a batch was stopped, in words; nothing for one that ran to its end. */
export function stoppedText({ results, notRun, ending }: Batch): string {
  if (ending === "complete") return "";
  const last = results.at(-1);
  const where = last !== undefined && O.isSome(last.stoppedAt)
    ? `stopped early at t = ${Number(last.stoppedAt.value.toFixed(6))} s of ${last.scenario.id}`
    : last !== undefined
    ? `stopped early after ${last.scenario.id}`
    : "stopped early before the first scenario";
  return notRun.length === 0 ? where : `${where}; not run: ${notRun.map(({ id }) => id).join(", ")}`;
}

/** The text of `report.json`. Values that do not exist are null; so are numbers without bound. */
export function reportText(batch: Batch): string {
  const { results, notRun, ending } = batch;
  const report = {
    complete: ending === "complete",
    ...(ending === "stopped" ? { note: stoppedText(batch) } : {}),
    expectations: outcomeOf(results),
    scenarios: results.map(entryOf),
    notRun: notRun.map(({ id }) => id),
  };
  return JSON.stringify(report, plain, 2) + "\n";
}

function entryOf({ scenario, summary, stoppedAt, microseconds }: ScenarioResult): Record<string, unknown> {
  return {
    id: scenario.id,
    title: scenario.title,
    belongsTo: scenario.belongsTo ?? [],
    stoppedAt,
    time: summary.time,
    steps: summary.steps,
    agents: summary.agents.length,
    withGoal: summary.withGoal,
    arrived: summary.arrived,
    lastArrival: summary.lastArrival,
    travelTimes: summary.travelTimes,
    timeOverBound: { mean: summary.meanRatio, worst: summary.worstRatio },
    leastGap: summary.leastGap,
    leastWallClearance: summary.leastClearance,
    leastRegionMargin: summary.leastRegionMargin,
    regionStepsNotMeasured: summary.regionUndecided,
    gates: summary.gates.map(gateEntry),
    areas: summary.areas.map((count) => ({
      id: count.area.id,
      peak: count.peak,
      peakTime: count.peakTime,
      peakDensity: peakDensity(count),
      meanDensity: meanDensity(count),
    })),
    floor: summary.floor,
    speedInLast3s: summary.lateSpeed,
    decisions: summary.counts,
    halfPlanesPerDecision: summary.halfPlanesPerDecision,
    overlaps: {
      atStart: summary.initialOverlaps,
      pairSteps: summary.overlapSteps,
      deepest: summary.deepestOverlap,
    },
    stalled: summary.stalled,
    deadlocks: summary.deadlocks,
    reversals: summary.reversals,
    pathLength: summary.pathLength,
    microsecondsPerAgentStep: Number(microseconds.toFixed(3)),
    digest: summary.digest,
    expectations: summary.expectations.map(({ text, verdict, found }) => ({
      expected: text,
      verdict: verdict === "fails" && scenario.belongsTo !== undefined ? "not yet" : verdict,
      found,
    })),
    perAgent: summary.agents.map(({ start: _start, goal: _goal, ...agent }) => agent),
  };
}

function gateEntry({ gate, ...passages }: GateCount): Record<string, unknown> {
  return {
    id: gate.id,
    ...Object.fromEntries(DIRECTIONS.map((direction) => [direction, {
      passages: passages[direction].length,
      flow: flowOf(passages[direction]) ?? null,
      specificFlow: specificFlowOf(gate, passages[direction]) ?? null,
    }])),
  };
}

/** For `JSON.stringify`: options as their value or null. */
export function plain(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("_tag" in value)) return value;
  return value._tag === "Some" && "value" in value ? value.value : null;
}
