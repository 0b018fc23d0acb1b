import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Checked, InputError } from "../geometry/input_error.ts";
import type { AgentMetrics } from "./agent_metrics.ts";
import { buildCrowd } from "./parse.ts";
import { runToEnd } from "./run.ts";
import type { Scenario } from "./scenario.ts";
import { decisionsOf, type RunSummary, summarise } from "./summary.ts";
import { SWEPT, type SweptName } from "./swept_parameter.ts";

/** A parameter and the values that it takes. */
export interface SweepAxis {
  /** Which parameter. */
  readonly parameter: SweptName;
  /** Its values, in the order of the table. */
  readonly values: readonly number[];
}

/** Values of some parameters; all others are as the scenario has them. */
export type SweepSettings = Readonly<Partial<Record<SweptName, number>>>;

/** What one run of a sweep came to. Ratios are means over those who were at their goals at the end. */
export interface SweepRow {
  /** What was set. */
  readonly settings: SweepSettings;
  /** Agents with a goal. */
  readonly withGoal: number;
  /** Agents that were at their goals at the end. */
  readonly arrived: number;
  /** Way covered by the straight way from corner to corner: 1 is no detour. None: no one arrived. */
  readonly wayRatio: O.Option<number>;
  /** Arrival time by the least possible one. */
  readonly timeRatio: O.Option<number>;
  /** Mean arrival time, s. */
  readonly meanArrival: O.Option<number>;
  /** When the last one arrived, s. */
  readonly lastArrival: O.Option<number>;
  /** Least gap of any pair over continuous time, m. */
  readonly leastGap: O.Option<number>;
  /** Decisions of each kind. */
  readonly counts: RunSummary["counts"];
  /** Share of decisions that are not `Clear`, 0 to 1. */
  readonly notClear: number;
  /** Half-planes of neighbors per decision. */
  readonly halfPlanes: number;
  /** Turns by more than 90°, all agents together. */
  readonly reversals: number;
  /** Pairs that overlap at the steps' ends, all steps together. */
  readonly overlapSteps: number;
  /** Groups that were reported as deadlocked. */
  readonly deadlocks: number;
  /** Digest of all positions. */
  readonly digest: string;
}

/** All combinations of the axes' values, the last axis changing fastest; without axes, the scenario as it is. */
export function sweepPoints(axes: readonly SweepAxis[]): readonly SweepSettings[] {
  return axes.reduce<readonly SweepSettings[]>(
    (points, { parameter, values }) =>
      points.flatMap((point) => values.map((value) => ({ ...point, [parameter]: value }))),
    [{}],
  );
}

/** The scenario with these settings. It expects nothing: what it expected was meant for its own. */
export function sweptScenario(scenario: Scenario, settings: SweepSettings): Scenario {
  const bare: Scenario = { ...scenario, expect: [] };
  return (Object.entries(settings) as [SweptName, number][]).reduce(
    (now, [parameter, value]) => SWEPT[parameter].set(now, value),
    bare,
  );
}

/** The scenario at every point, checked before anything runs. Errors: all values that are not allowed. */
export function sweptScenarios(
  scenario: Scenario,
  points: readonly SweepSettings[],
): Checked<readonly Scenario[]> {
  const variants = points.map((point) => sweptScenario(scenario, point));
  const [first, ...rest] = variants.flatMap((variant): readonly InputError[] => {
    const crowd = buildCrowd(variant);
    return E.isLeft(crowd) ? crowd.left : [];
  });
  return first === undefined ? E.right(variants) : E.left([first, ...rest]);
}

/** A row of the table from what a run came to. */
export function sweepRow(settings: SweepSettings, summary: RunSummary): SweepRow {
  const there = new Set(summary.arrived);
  const arrived = summary.agents.filter(({ id }) => there.has(id)), decisions = decisionsOf(summary.counts);
  const ways = arrived.filter(({ straightWay }) => straightWay > 0);
  return {
    settings,
    withGoal: summary.withGoal,
    arrived: arrived.length,
    wayRatio: meanOf(ways.map(({ pathLength, straightWay }) => pathLength / straightWay)),
    timeRatio: summary.meanRatio,
    meanArrival: meanOf(arrivalsOf(arrived)),
    lastArrival: summary.lastArrival,
    leastGap: O.map(({ value }: { readonly value: number }) => value)(summary.leastGap),
    counts: summary.counts,
    notClear: decisions === 0 ? 0 : (decisions - summary.counts.Clear) / decisions,
    halfPlanes: summary.halfPlanesPerDecision,
    reversals: summary.reversals,
    overlapSteps: summary.overlapSteps,
    deadlocks: summary.deadlocks.length,
    digest: summary.digest,
  };
}

/**
 * A table of what parameters do to a scenario (C13): it is run to its end at every combination of values. The same each time:
 * computing time is not in it.
 *
 * Errors: those of `createCrowd` for values that are not allowed; then nothing is run.
 *
 * @example
 * ```ts
 * import { parseScenario, sweep } from "@halfstep/halfstep/scenario";
 *
 * const scenario = parseScenario({
 *   id: "pair",
 *   title: "Two that meet",
 *   duration: 12,
 *   parameters: { timeHorizon: 3, timeStep: 0.1 },
 *   defaults: { radius: 0.5, maxSpeed: 1.5 },
 *   agents: [
 *     { id: "a", position: { x: -5, y: 0 }, goal: { x: 5, y: 0 } },
 *     { id: "b", position: { x: 5, y: 0.25 }, goal: { x: -5, y: 0.25 } },
 *   ],
 * });
 * if (scenario._tag === "Left") throw new Error(scenario.left[0].rule);
 * const table = sweep(scenario.right, [{ parameter: "safetyMargin", values: [0, 0.5] }]);
 * if (table._tag === "Left") throw new Error(table.left[0].rule);
 * const [close = 0, wide = 0] = table.right.map(({ leastGap }) => leastGap._tag === "Some" ? leastGap.value : NaN);
 * if (!(wide > close + 0.4)) throw new Error("the margin is kept between the discs");
 * ```
 */
export function sweep(scenario: Scenario, axes: readonly SweepAxis[]): Checked<readonly SweepRow[]> {
  const points = sweepPoints(axes), variants = sweptScenarios(scenario, points);
  if (E.isLeft(variants)) return variants;
  const rows: SweepRow[] = [];
  for (const [i, variant] of variants.right.entries()) {
    const run = runToEnd(variant);
    if (E.isLeft(run)) return run;
    rows.push(sweepRow(points[i]!, summarise(run.right.metrics, {})));
  }
  return E.right(rows);
}

function arrivalsOf(agents: readonly AgentMetrics[]): readonly number[] {
  return agents.flatMap(({ arrival }) => O.isSome(arrival) ? [arrival.value] : []);
}

function meanOf(numbers: readonly number[]): O.Option<number> {
  return numbers.length === 0 ? O.none : O.some(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);
}
