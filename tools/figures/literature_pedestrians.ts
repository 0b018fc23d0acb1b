import { timesBetween } from "../../scenario/counting_gate.ts";
import { palette } from "../../view/palette.ts";
import type { MarkShape, Panel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { passages } from "../literature/chapter.ts";
import { counterflow, MEASURED, PERSONS, SPEED, SPLITS } from "../literature/counterflow.ts";
import { publishedResults, type Result, resultOf } from "../literature/result.ts";
import { DOORS, rimea12 } from "../literature/rimea.ts";
import type { Figure } from "./figure.ts";
import { countCurve, curves, momentPanel } from "./literature_looks.ts";

/** docs/literature.md, RiMEA's test 12. */
export const literatureDoorFigure: Figure = { file: "literature_door.svg", draw: doorFigure };

/** docs/literature.md, the two-way corridor. */
export const literatureCounterflowFigure: Figure = {
  file: "literature_counterflow.svg",
  draw: counterflowFigure,
};

function doorFigure(): string {
  const results = publishedResults();
  return sketchSvg([roomPanel(results), passagesPanel(results)], {
    id: "literature-door",
    title: "RiMEA test 12: 150 persons leave a room",
    description:
      "Left, the room and its door of 1 m. Right, how many have passed the door over time, for doors of 0.8, 1.0 and " +
      "1.2 m: the steeper the curve, the larger the flow.",
  });
}

function roomPanel(results: readonly Result[]): Panel {
  const file = rimea12(1);
  return momentPanel(file, resultOf(results, file.id), () => ({ color: palette.blue, key: "person" }), {
    window: { minX: -0.5, maxX: 14.5, minY: -5.5, maxY: 5.5 },
    width: 440,
  });
}

function passagesPanel(results: readonly Result[]): Panel {
  const runs = DOORS.map((width) => ({
    width,
    times: passages(resultOf(results, rimea12(width).id), "door", "forward").map(({ time }) => time),
  }));
  const end = Math.max(60, ...runs.map(({ times }) => times.at(-1) ?? 0));
  return {
    kind: "chart",
    title: "Passed the door",
    window: { minX: 0, maxX: end * 1.05, minY: 0, maxY: 160 },
    axes: { x: "time (s)", y: "persons" },
    width: 340,
    height: 322,
    shapes: runs.map(({ width, times }, i) => countCurve(times, curves[i]!, `door of ${width.toFixed(1)} m`)),
    labels: [],
  };
}

function counterflowFigure(): string {
  const results = publishedResults();
  return sketchSvg([corridorPanel(results), walkingPanel(results)], {
    id: "literature-counterflow",
    title: "54 persons in a two-way corridor",
    description:
      "Left, half of them to the right and half to the left, while they meet in the middle: each group threads the other in " +
      "lanes. Right, how long the 10 m in the middle take on average, for the four splits of the 54; without anybody in " +
      "the way they would take 7.7 s.",
  });
}

function corridorPanel(results: readonly Result[]): Panel {
  const file = counterflow(27);
  const groupOf = (id: string) =>
    id.startsWith("r")
      ? { color: palette.blue, key: "to the right" }
      : { color: palette.orange, key: "to the left" };
  return momentPanel(file, resultOf(results, file.id), groupOf, {
    window: { minX: -12, maxX: 12, minY: -2, maxY: 2 },
    width: 640,
  });
}

function walkingPanel(results: readonly Result[]): Panel {
  const series = SPLITS.map((right) => {
    const result = resultOf(results, counterflow(right).id);
    const forward = timesBetween(passages(result, "left", "forward"), passages(result, "right", "forward"));
    const back = timesBetween(passages(result, "right", "backward"), passages(result, "left", "backward"));
    return { x: 1 - right / PERSONS, forward: average(forward), back: average(back) };
  });
  const mark = (x: number, y: number | undefined, kind: "dot" | "cross", color: string, key: string) =>
    y === undefined ? [] : [{ kind, at: { x, y }, look: { stroke: color, fill: color }, key } as const];
  const free = MEASURED / SPEED;
  const shapes: readonly MarkShape[] = [
    { kind: "path", points: [{ x: -0.05, y: free }, { x: 0.55, y: free }], look: curves[0]!, key: "alone" },
    ...series.flatMap(({ x, forward, back }) => [
      ...mark(x, forward, "dot", palette.blue, "mean, to the right"),
      ...mark(x, back, "cross", palette.orange, "mean, to the left"),
    ]),
  ];
  return {
    kind: "chart",
    title: "Mean time for 10 m",
    window: { minX: -0.05, maxX: 0.55, minY: 6, maxY: 16 },
    axes: { x: "share that goes to the left", y: "time (s)" },
    width: 260,
    height: 220,
    shapes,
    labels: [],
  };
}

function average(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}
