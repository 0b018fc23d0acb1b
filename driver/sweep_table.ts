import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { SWEPT, type SweptName } from "../scenario/swept_parameter.ts";
import type { SweptRun } from "./run_sweep.ts";
import { decimals, fixed, shareText } from "./table.ts";

/** A table as texts, a row of headings and a row for each run. */
export interface SweepTable {
  /** Headings. */
  readonly head: readonly string[];
  /** Texts, one for each heading. */
  readonly rows: readonly (readonly string[])[];
}

const COLUMNS: readonly { readonly head: string; readonly text: (run: SweptRun) => string }[] = [
  { head: "arrived", text: ({ row }) => `${row.arrived} of ${row.withGoal}` },
  { head: "way /\nstraight", text: ({ row }) => optional(row.wayRatio, 3) },
  { head: "time /\nbound", text: ({ row }) => optional(row.timeRatio, 3) },
  { head: "last\n(s)", text: ({ row }) => optional(row.lastArrival, 2) },
  { head: "least\ngap (m)", text: ({ row }) => optional(row.leastGap, 3) },
  { head: "not\nclear", text: ({ row }) => shareText(row.notClear) },
  { head: "half-\nplanes", text: ({ row }) => decimals(row.halfPlanes, 2) },
  { head: "µs", text: ({ microseconds }) => decimals(microseconds, 0) },
];

/** What the columns of the table mean that its headings do not say. */
export const SWEEP_MEANINGS: readonly (readonly [string, string])[] = [
  ["way", "way covered by the straight way from corner to corner, mean of those who arrived"],
  ["time", "arrival time by that of the straight way at top speed, mean of those who arrived"],
  ["half-planes", "those of neighbors, for each decision: what avoiding costs, without a clock"],
  ["µs", "computing time for one agent and one step, of the median step"],
];

/** The table of a sweep over these parameters. */
export function sweepTable(parameters: readonly SweptName[], runs: readonly SweptRun[]): SweepTable {
  const heads = parameters.map((name) => {
    const { words, unit } = SWEPT[name];
    return unit === "" ? words : `${words} (${unit})`;
  });
  return {
    head: [...heads, ...COLUMNS.map(({ head }) => head)],
    rows: runs.map((run) => [
      ...parameters.map((name) => String(run.row.settings[name])),
      ...COLUMNS.map(({ text }) => text(run)),
    ]),
  };
}

function optional(value: O.Option<number>, digits: number): string {
  return O.isSome(value) ? fixed(value.value, digits) : "–";
}
