import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { SweepRow } from "../../scenario/sweep.ts";
import { lineChart } from "../../view/line_chart.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { sweepSvg } from "../../view/sweep_chart.ts";
import { elements, parseSvg, textsOf } from "./svg_document.ts";

const look = { stroke: "#0072b2" };
const chart = { title: "A chart", axes: { x: "x (s)", y: "y (m)" }, width: 100, height: 100 };

it("P4: a chart's window holds all its points, with room, and what is asked for goes before", () => {
  const points = [{ x: 1, y: 2 }, { x: 3, y: 6 }];
  const { window } = lineChart({ ...chart, lines: [{ points, look }] });
  assertEquals([window.minX, window.maxX], [1, 3]);
  assert(window.minY < 2 && window.maxY > 6 && window.minY > 1 && window.maxY < 7);
  const dotted = lineChart({ ...chart, lines: [{ points, look, marks: "dots" }] }).window;
  assert(dotted.minX < 1 && dotted.maxX > 3);
  assertEquals(
    lineChart({ ...chart, lines: [{ points, look }], window: { minY: -9, maxX: 5 } }).window.minY,
    -9,
  );
});

it("P4: a chart of nothing, of one point, or of equal values still has a window", () => {
  for (
    const points of [[], [{ x: 0, y: 0 }], [{ x: 1, y: 1e9 }, { x: 2, y: 1e9 }], [{ x: NaN, y: Infinity }]]
  ) {
    const panel = lineChart({ ...chart, lines: [{ points, look, marks: "lineAndDots" }] });
    const { minX, maxX, minY, maxY } = panel.window;
    assert(minX < maxX && minY < maxY && [minX, maxX, minY, maxY].every(Number.isFinite));
    const svg = sketchSvg([panel], { id: "t", title: "T", description: "D" });
    assert(!/NaN|Infinity|undefined/.test(svg));
  }
});

it("P4: a curve has a gap where there is no value", () => {
  const points = [1, 2, NaN, 4, Infinity, 6, 7].map((y, x) => ({ x, y }));
  const { shapes } = lineChart({ ...chart, lines: [{ points, look, key: "k" }] });
  assertEquals(shapes.map((shape) => shape.kind === "path" ? shape.points.map(({ x }) => x) : []), [[0, 1], [
    3,
  ], [5, 6]]);
});

const row = (timeHorizon: number, seed: number, way: O.Option<number>): SweepRow => ({
  settings: { timeHorizon, seed },
  withGoal: 2,
  arrived: O.isSome(way) ? 2 : 0,
  wayRatio: way,
  timeRatio: way,
  meanArrival: O.none,
  lastArrival: O.none,
  leastGap: O.some(0.1),
  counts: { Clear: 3, AvoidanceRelaxed: 1, ProvenStop: 0, BoundaryUnreachable: 0, Uncontrolled: 0 },
  notClear: 0.25,
  halfPlanes: 1,
  reversals: 0,
  overlapSteps: 0,
  deadlocks: 0,
  digest: "0".repeat(16),
});

it("C13, P4: a sweep's picture has a chart for each measure, a curve through the means of each series, and dots for the runs", () => {
  const rows = [row(1, 1, O.some(1.2)), row(1, 2, O.some(1.4)), row(2, 1, O.some(1.1)), row(2, 2, O.none)];
  const svg = sweepSvg("timeHorizon", [{ words: "pair <a>", rows }], {
    id: "sweep",
    title: "What the horizon does",
    description: "Four runs.",
    measures: ["way", "notClear"],
  });
  const root = parseSvg(svg), texts = textsOf(root, "text");
  for (
    const words of [
      "What the horizon does",
      "time horizon (s)",
      "Way, by the straight way",
      "pair <a>",
      "share (%)",
    ]
  ) {
    assert(texts.includes(words), `${words}: ${texts}`);
  }
  assertMatch(svg, /pair &lt;a&gt;/);
  assertStringIncludes(svg, 'id="sweep-0-pane"');
  const dots = elements(root).filter((element) => element.tagName === "circle");
  assertEquals(dots.length, 3 + 4);
});
