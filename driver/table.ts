import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { ScenarioResult } from "./run_scenario.ts";

/** A column of the table of results. */
interface Column {
  /** Heading; a line break where it may wrap. */
  readonly head: string;
  /** What the numbers mean, for the reader who meets them first; empty where the heading says it. */
  readonly meaning: string;
  /** A result's text. */
  readonly text: (result: ScenarioResult) => string;
}

const COLUMNS: readonly Column[] = [
  { head: "scenario", meaning: "", text: ({ scenario }) => scenario.id },
  {
    head: "arrived",
    meaning: "agents at their goals at the end, of those that have one",
    text: ({ summary }) => `${summary.arrived.length} of ${summary.withGoal}`,
  },
  {
    head: "time /\nbound",
    meaning: "the slowest agent's time to its goal, by that of the straight way at top speed",
    text: ({ summary: { worstRatio } }) => O.isSome(worstRatio) ? decimals(worstRatio.value.ratio, 2) : "–",
  },
  {
    head: "least\ngap (m)",
    meaning: "between any two discs at any instant; below 0 they overlap",
    text: ({ summary: { leastGap } }) => O.isSome(leastGap) ? fixed(leastGap.value.value, 3) : "–",
  },
  {
    head: "region\n(m)",
    meaning: "least distance of a center to the edge of the region it is kept in; below 0 it left",
    text: ({ summary: { leastRegionMargin: least } }) => O.isSome(least) ? fixed(least.value.value, 3) : "–",
  },
  {
    head: "not\nclear",
    meaning: "decisions without a velocity that suits all neighbors: they relax, or brake",
    text: ({ summary }) => shareNotClear(summary.counts),
  },
  {
    head: "expectations",
    meaning: 'what the scenario file demands of a run; "not yet" waits for a later part',
    text: ({ scenario, summary }) => verdictText(outcomeOf([{ scenario, summary }])),
  },
  {
    head: "µs",
    meaning: "computing time for one agent and one step, of the median step",
    text: ({ microseconds }) => decimals(microseconds, 0),
  },
];

/** Headings of the table of results. */
export const TABLE_HEAD: readonly string[] = COLUMNS.map(({ head }) => head);

/** One scenario's row, a text for every heading. */
export function tableRow(result: ScenarioResult): readonly string[] {
  return COLUMNS.map(({ text }) => text(result));
}

/** What the columns mean, heading and text, for those that need it. */
export function columnMeanings(): readonly (readonly [string, string])[] {
  return COLUMNS.filter(({ meaning }) => meaning !== "").map((
    { head, meaning },
  ) => [head.replace("\n", " "), meaning]);
}

/** The share of decisions that are not `Clear`. */
function shareNotClear(counts: ScenarioResult["summary"]["counts"]): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all === 0 ? "–" : shareText((all - counts.Clear) / all);
}

/** A share, 0 to 1, in percent. */
export function shareText(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.001 ? "< 0.1 %" : `${(100 * share).toFixed(1)} %`;
}

/** A number with so many decimals; no minus where it rounds to 0, but for what is below by more than rounding. */
export function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  if (Number(text) !== 0) return text;
  return value < -1e-9 ? value.toExponential(0) : text.replace("-", "");
}

/** Decisions of each kind that occurred. */
export function decisionText(counts: ScenarioResult["summary"]["counts"]): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? "none" : some.map(([kind, count]) => `${kind} ${count}`).join(", ");
}

/** How many expectations held, failed, wait for a later part of the library, or are unknown. */
export interface Outcome {
  /** Met. */
  readonly holds: number;
  /** Not met, and nothing excuses it. */
  readonly fails: number;
  /** Not met, but the scenario waits for a later part of the library. */
  readonly notYet: number;
  /** Not decided, because the run was stopped. */
  readonly unknown: number;
}

/** Counts the expectations of some results. */
export function outcomeOf(results: readonly Pick<ScenarioResult, "scenario" | "summary">[]): Outcome {
  const outcome = { holds: 0, fails: 0, notYet: 0, unknown: 0 };
  for (const { scenario, summary } of results) {
    for (const { verdict } of summary.expectations) {
      outcome[verdict === "fails" && scenario.belongsTo !== undefined ? "notYet" : verdict]++;
    }
  }
  return outcome;
}

/** An outcome in words, such as "4 of 5 hold, 1 not yet". */
export function verdictText({ holds, fails, notYet, unknown }: Outcome): string {
  const all = holds + fails + notYet + unknown;
  if (all === 0) return "none";
  const rest = [[fails, "FAIL"], [notYet, "not yet"], [unknown, "unknown"]] as const;
  return [`${holds} of ${all} hold`, ...rest.flatMap(([n, word]) => n > 0 ? [`${n} ${word}`] : [])].join(
    ", ",
  );
}

/** Lines on what did not come out as expected. */
export function remarks(results: readonly ScenarioResult[]): readonly string[] {
  return results.flatMap(({ scenario: { id, belongsTo }, summary }) =>
    summary.expectations.filter(({ verdict }) => verdict === "fails").map(({ text, found }) =>
      belongsTo === undefined
        ? `${id}: FAILS: expected ${text}, but found ${found}`
        : `${id}: not yet (needs ${belongsTo.join(" and ")}): expected ${text}, but found ${found}`
    )
  );
}

/** A number with at most so many decimals, without trailing zeros. */
export function decimals(value: number, most: number): string {
  return String(Number(value.toFixed(most)));
}
