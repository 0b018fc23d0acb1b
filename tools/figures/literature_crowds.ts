import { palette, quietInk } from "../../view/palette.ts";
import type { MarkShape, Panel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { publishedResults, type Result, resultOf } from "../literature/result.ts";
import { MOST_SYMMETRIC, rvo2Circle, symmetricCircle } from "../literature/rvo2.ts";
import { hallway, squeeze } from "../literature/steerbench.ts";
import type { Figure } from "./figure.ts";
import { countCurve, momentPanel } from "./literature_looks.ts";

/** docs/literature.md, RVO2's examples and symmetric circles. */
export const literatureCircleFigure: Figure = { file: "literature_circle.svg", draw: circleFigure };

/** docs/literature.md, SteerBench. */
export const literatureSteerbenchFigure: Figure = {
  file: "literature_steerbench.svg",
  draw: steerbenchFigure,
};

function circleFigure(): string {
  const results = publishedResults();
  return sketchSvg([circlePanel(results), arrivalsPanel(results), symmetricPanel(results)], {
    id: "literature-circle",
    title: "RVO2's Circle and Blocks, and exactly symmetric circles",
    description:
      "Left, the 250 agents of Circle in the middle of their way: they turn round the center together, without a touch. " +
      "Middle, how many had arrived over time, in Circle and in Blocks. Right, when the last one arrived on symmetric " +
      "circles of 2 to 30 agents, with the time that the straight way takes and the time asked for.",
  });
}

function circlePanel(results: readonly Result[]): Panel {
  const groupOf = (id: string) =>
    Number(id.slice(1)) < 125
      ? { color: palette.blue, key: "started in the upper half" }
      : { color: palette.orange, key: "started in the lower half" };
  return momentPanel(rvo2Circle(1), resultOf(results, "rvo2-circle"), groupOf, {
    title: "Circle",
    window: { minX: -80, maxX: 80, minY: -80, maxY: 80 },
    width: 320,
  });
}

function arrivalsPanel(results: readonly Result[]): Panel {
  const circle = resultOf(results, "rvo2-circle"), blocks = resultOf(results, "rvo2-blocks");
  return {
    kind: "chart",
    title: "Arrived",
    window: { minX: 0, maxX: 900, minY: 0, maxY: 260 },
    axes: { x: "time (s)", y: "agents" },
    width: 300,
    height: 320,
    shapes: [
      countCurve(circle.arrivals, { stroke: palette.blue, width: 2 }, "Circle, 250 agents"),
      countCurve(
        blocks.arrivals,
        { stroke: palette.vermillion, width: 2, dash: "7 3" },
        "Blocks, 100 agents",
      ),
    ],
    labels: [],
  };
}

function symmetricPanel(results: readonly Result[]): Panel {
  const counts = Array.from({ length: MOST_SYMMETRIC - 1 }, (_, i) => i + 2), end = MOST_SYMMETRIC + 1;
  const level = (y: number, dash: string): MarkShape => ({
    kind: "path",
    points: [{ x: 1, y }, { x: end, y }],
    look: { stroke: quietInk, width: 1.2, dash },
  });
  return {
    kind: "chart",
    title: "Symmetric circles: last arrival",
    window: { minX: 1, maxX: end, minY: 0, maxY: 130 },
    axes: { x: "agents", y: "time (s)" },
    width: 300,
    height: 320,
    shapes: [
      level(40, "2 3"),
      level(120, "7 3"),
      ...counts.map((count): MarkShape => {
        const { arrivals, agents } = resultOf(results, symmetricCircle(count).id);
        const all = arrivals.length === agents;
        return {
          kind: all ? "dot" : "cross",
          at: { x: count, y: all ? arrivals.at(-1)! : 125 },
          look: { stroke: palette.blue, fill: palette.blue },
          key: all ? "all arrived" : "not all within 120 s",
        };
      }),
    ],
    labels: [
      { text: "straight way", at: { x: 22, y: 40 }, side: "below", gap: 2 },
      { text: "asked for", at: { x: 6, y: 120 }, side: "below", gap: 2 },
    ],
  };
}

function steerbenchFigure(): string {
  const results = publishedResults();
  const hall = resultOf(results, "steerbench-hallway");
  const narrow = results.find(({ id }) => id === "steerbench-squeeze");
  const groupOf = (id: string) =>
    id.startsWith("l")
      ? { color: palette.orange, key: "wants to the left" }
      : { color: palette.blue, key: id.startsWith("r") ? "wants to the right" : "wants through the passage" };
  return sketchSvg(
    [
      momentPanel(hallway(), hall, groupOf, {
        title: "Hallway, its middle",
        window: { minX: -40, maxX: 40, minY: -11, maxY: 11 },
        width: 560,
      }),
      ...narrow === undefined ? [] : [
        momentPanel(squeeze(), narrow, groupOf, {
          title: "Squeeze",
          window: { minX: -20, maxX: 60, minY: -40, maxY: 40 },
          width: 400,
        }),
      ],
    ],
    {
      id: "literature-steerbench",
      title: narrow === undefined
        ? "SteerBench's two-way hallway"
        : "SteerBench's two-way hallway and its squeeze of a thousand",
      description:
        "The middle of the hallway: two hundred agents pass each other, one half to the right, the other to the left." +
        (narrow === undefined
          ? ""
          : " Beside it, the thousand in front of the passage and in it, which is 4.2 m wide and 31 m long."),
    },
  );
}
