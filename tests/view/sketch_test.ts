import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { MarkShape, Panel, PlaneShape, SketchLabel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { elements, ofClass, parseSvg, textsOf } from "./svg_document.ts";

const look = { stroke: "#000000" };
const options = { id: "sketch", title: "A sketch of this and that", description: "Nothing much. ".repeat(5) };

const plane = (shapes: readonly PlaneShape[], labels: readonly SketchLabel[] = []): Panel => ({
  kind: "plane",
  title: "A plane",
  window: { minX: 0, maxX: 4, minY: 0, maxY: 2 },
  axes: { x: "x (m)", y: "y (m)" },
  width: 400,
  shapes,
  labels,
});

const chart = (shapes: readonly MarkShape[]): Panel => ({
  kind: "chart",
  title: "A chart",
  window: { minX: 0, maxX: 4, minY: 0, maxY: 1000 },
  axes: { x: "time (s)", y: "speed (m/s)" },
  width: 400,
  height: 100,
  shapes,
  labels: [],
});

/** Centers of the circles in the panels, px. */
function centers(svg: string): readonly (readonly [number, number])[] {
  return elements(parseSvg(svg)).filter(({ tagName }) => tagName === "circle")
    .map((circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))] as const);
}

it("P4: a plane has one scale, a chart two, and both fill their windows", () => {
  const dot = (x: number, y: number): MarkShape => ({ kind: "dot", at: { x, y }, look });
  const [[x0, y0], [x1, y1]] = centers(sketchSvg([plane([dot(1, 0.5), dot(2, 1.5)])], options)) as [
    [number, number],
    [number, number],
  ];
  assertAlmostEquals(x1 - x0, 100, 0.01);
  assertAlmostEquals(y1 - y0, -100, 0.01);
  const [[u0, v0], [u1, v1]] = centers(sketchSvg([chart([dot(1, 0), dot(2, 1000)])], options)) as [
    [number, number],
    [number, number],
  ];
  assertAlmostEquals(u1 - u0, 100, 0.01);
  assertAlmostEquals(v1 - v0, -100, 0.01);
});

it("P4: panels stand side by side, each with its title and its axes", () => {
  const words = textsOf(parseSvg(sketchSvg([plane([]), chart([])], options)), "text");
  for (const text of [options.title, "A plane", "A chart", "x (m)", "y (m)", "time (s)", "speed (m/s)"]) {
    assertEquals(words.filter((one) => one === text).length, 1, text);
  }
});

it("P4: the legend has every key once, and nothing else", () => {
  const path = (key: string): PlaneShape => ({
    kind: "path",
    points: [{ x: 0, y: 0 }, { x: 1, y: 1 }],
    look,
    key,
  });
  const svg = sketchSvg([
    plane([
      path("a way"),
      path("a way"),
      { kind: "area", points: [], look },
      { kind: "halfPlane", point: { x: 1, y: 1 }, normal: { x: 0, y: 1 }, source: "floor", key: "a plane" },
      { kind: "circle", center: { x: 1, y: 1 }, radius: 1, look, key: "a disc" },
    ]),
    chart([{ kind: "distance", from: { x: 0, y: 0 }, to: { x: 1, y: 1 }, look, key: "how far" }]),
  ], options);
  const [legend] = ofClass(parseSvg(svg), "legend");
  assert(legend !== undefined);
  assertEquals(textsOf(legend, "text"), ["a way", "a plane", "a disc", "how far"]);
  assertEquals(
    ofClass(parseSvg(sketchSvg([plane([path("")].map(({ key: _, ...rest }) => rest))], options)), "legend"),
    [],
  );
});

it("P4: a label stands where it is told to, and steps aside for another", () => {
  const label = (text: string): SketchLabel => ({ text, at: { x: 2, y: 1 }, side: "right" });
  const places = (labels: readonly SketchLabel[]) =>
    elements(parseSvg(sketchSvg([plane([], labels)], options)))
      .filter((text) => labels.some((one) => one.text === text.textContent) && text.tagName === "text")
      .map((text) =>
        /translate\(([\d.]+) ([\d.]+)\)/.exec(text.getAttribute("transform") ?? "")!.slice(1).map(Number)
      );
  const [[alone] = []] = [places([label("one")])];
  const [first, second] = places([label("one"), label("two")]);
  assertEquals(first, alone);
  assert(first !== undefined && second !== undefined);
  assert(Math.abs(first[0]! - second[0]!) > 20 || Math.abs(first[1]! - second[1]!) > 12);
  // Right of the place: the text begins beyond it.
  assert(first[0]! > 60 + 200);
});
