import { SWEPT, type SweptName } from "../../scenario/swept_parameter.ts";
import { type SweepMeasureName, sweepSvg } from "../../view/sweep_chart.ts";
import type { Figure } from "./figure.ts";
import { measureTuning, TUNING_PLANS, TUNING_SCENES, tuningData, type TuningPlan } from "./tuning_data.ts";

/** docs/tuning.md: what each parameter does. */
export const tuningFigures: readonly Figure[] = TUNING_PLANS.map((plan) => ({
  file: `tuning_${plan.parameter}.svg`,
  draw: () => drawn(plan),
  measure: () => measureTuning(plan),
}));

/** What is shown where it is not way, time, least gap and arrivals. */
const MEASURES: Readonly<Partial<Record<SweptName, readonly SweepMeasureName[]>>> = {
  timeStep: ["way", "time", "notClear", "arrived"],
  maxNeighbors: ["way", "time", "gap", "halfPlanes"],
  timeHorizon: ["way", "time", "halfPlanes", "arrived"],
  timeHorizonObstacles: ["way", "lastArrival", "notClear", "arrived"],
};

function drawn({ parameter, scenes }: TuningPlan): string {
  const { words } = SWEPT[parameter], measures = MEASURES[parameter], rows = tuningData()[parameter] ?? {};
  const series = scenes.map((scene) => ({ words: TUNING_SCENES[scene].title, rows: rows[scene] ?? [] }));
  return sweepSvg(parameter, series, {
    id: `tuning-${parameter}`,
    title: `What the ${words} does`,
    description: `Charts over the ${words}, a curve for each scene: ${
      series.map(({ words }) => words.toLowerCase()).join("; ")
    }. ` +
      `Each dot is a run, and a curve goes through the means of runs that differ in their seeds alone. Where nobody arrived ` +
      `there is no way and no time to show.`,
    ...(measures === undefined ? {} : { measures }),
  });
}
