import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Vec2 } from "../geometry/vector.ts";
import type { SweepRow } from "../scenario/sweep.ts";
import { SWEPT, type SweptName } from "../scenario/swept_parameter.ts";
import { lineChart } from "./line_chart.ts";
import { agentColors } from "./palette.ts";
import type { Panel } from "./panel.ts";
import { sketchSvg } from "./sketch.ts";

/** What can be shown over a parameter. */
export interface SweepMeasure {
  /** Above its chart. */
  readonly title: string;
  /** Name of the axis, with its unit. */
  readonly axis: string;
  /** What its axis shows; absent: what there is. */
  readonly window?: { readonly minY: number; readonly maxY: number };
  /** A row's value; none: there is nothing to show. */
  readonly value: (row: SweepRow) => O.Option<number>;
}

/** Name of a measure. */
export type SweepMeasureName = "way" | "time" | "lastArrival" | "gap" | "notClear" | "halfPlanes" | "arrived";

/** The measures that sweeps are drawn by, by name. */
export const SWEEP_MEASURES: Readonly<Record<SweepMeasureName, SweepMeasure>> = {
  way: { title: "Way, by the straight way", axis: "ratio", value: ({ wayRatio }) => wayRatio },
  time: { title: "Time, by the least possible", axis: "ratio", value: ({ timeRatio }) => timeRatio },
  lastArrival: { title: "Last arrival", axis: "time (s)", value: ({ lastArrival }) => lastArrival },
  gap: { title: "Least gap", axis: "gap (m)", value: ({ leastGap }) => leastGap },
  notClear: {
    title: "Decisions that are not clear",
    axis: "share (%)",
    value: ({ notClear }) => O.some(100 * notClear),
  },
  halfPlanes: {
    title: "Half-planes per decision",
    axis: "number",
    value: ({ halfPlanes }) => O.some(halfPlanes),
  },
  arrived: {
    title: "Arrived",
    axis: "share (%)",
    window: { minY: 0, maxY: 106 },
    value: ({ arrived, withGoal }) => withGoal === 0 ? O.none : O.some(100 * arrived / withGoal),
  },
};

/** Runs that differ in the parameter that is looked at, drawn as one curve. */
export interface SweepSeries {
  /** Its words in the legend. */
  readonly words: string;
  /** Its rows. Several with the same value, of other seeds, say, are drawn as dots, and the curve goes through their means. */
  readonly rows: readonly SweepRow[];
}

/** What a picture of a sweep says. */
export interface SweepChartOptions {
  /** Prefix of the ids inside; pictures on one page need different ones. */
  readonly id: string;
  /** Heading, and the picture's title. */
  readonly title: string;
  /** What it shows, in sentences. */
  readonly description: string;
  /** What is shown; default: way, time, least gap, and who arrived. */
  readonly measures?: readonly SweepMeasureName[];
}

const SHOWN: readonly SweepMeasureName[] = ["way", "time", "gap", "arrived"];

/** What a parameter does: a chart for each measure, a curve for each series, as SVG (C13, P4). */
export function sweepSvg(
  parameter: SweptName,
  series: readonly SweepSeries[],
  { measures = SHOWN, ...options }: SweepChartOptions,
): string {
  return sketchSvg(measures.map((name) => measurePanel(parameter, series, SWEEP_MEASURES[name])), options);
}

const DASHES = [undefined, "7 3", "2 3", "9 3 2 3", "14 3"] as const;

function measurePanel(parameter: SweptName, series: readonly SweepSeries[], measure: SweepMeasure): Panel {
  return lineChart({
    title: measure.title,
    axes: { x: axisName(parameter), y: measure.axis },
    width: 190,
    height: 170,
    ...(measure.window === undefined ? {} : { window: measure.window }),
    lines: series.flatMap(({ words, rows }, i) => {
      const stroke = agentColors[i % agentColors.length]!, dash = DASHES[i % DASHES.length];
      const points = rows.map((row): Vec2 => ({
        x: row.settings[parameter] ?? NaN,
        y: O.getOrElse(() => NaN)(measure.value(row)),
      }));
      const means = meansOf(points);
      return [
        { points, look: { stroke }, marks: "dots" as const },
        { points: means, look: { stroke, width: 1.8, ...(dash === undefined ? {} : { dash }) }, key: words },
      ];
    }),
  });
}

/** The mean of the points at each x, from left to right; those without a y do not count, and nowhere any leaves a gap. */
function meansOf(points: readonly Vec2[]): readonly Vec2[] {
  const xs = [...new Set(points.map(({ x }) => x))].filter(Number.isFinite).sort((a, b) => a - b);
  return xs.map((x) => {
    const ys = points.filter((point) => point.x === x && Number.isFinite(point.y)).map(({ y }) => y);
    return { x, y: ys.length === 0 ? NaN : ys.reduce((sum, y) => sum + y, 0) / ys.length };
  });
}

/** A parameter's name with its unit. */
function axisName(parameter: SweptName): string {
  const { words, unit } = SWEPT[parameter];
  return unit === "" ? words : unit === "×" ? `${words} (× its own)` : `${words} (${unit})`;
}
