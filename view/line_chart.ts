import type { Vec2 } from "../geometry/vector.ts";
import type { Box } from "./frame.ts";
import { ink } from "./palette.ts";
import type { Look, MarkShape, Panel, SketchLabel } from "./panel.ts";

/** A curve of a chart. */
export interface ChartLine {
  /** Its points, from left to right; one whose y is no number, or without bound, leaves a gap. */
  readonly points: readonly Vec2[];
  /** How it is drawn. */
  readonly look: Look;
  /** Its words in the legend; absent: none. */
  readonly key?: string;
  /** Whether each point is marked as measured; default "line" alone. */
  readonly marks?: "line" | "dots" | "lineAndDots";
}

/** What a chart shows. */
export interface LineChart {
  /** Above the window. */
  readonly title: string;
  /** Names of the axes, with their units. */
  readonly axes: { readonly x: string; readonly y: string };
  /** px. */
  readonly width: number;
  /** px. */
  readonly height: number;
  /** Its curves, the last one on top. */
  readonly lines: readonly ChartLine[];
  /** Shapes behind the curves, such as areas that are out of bounds. */
  readonly behind?: readonly MarkShape[];
  /** Words in it. */
  readonly labels?: readonly SketchLabel[];
  /** What the window shows; sides that are not given follow from the points. */
  readonly window?: Partial<Box>;
}

/** Room around the curves where the window follows from them, as a share of it: above and below, and beside dots. */
const ROOM = 0.08, BESIDE_DOTS = 0.04;

/** Curves over one axis, as a panel of a sketch (P4). */
export function lineChart(chart: LineChart): Panel {
  const { title, axes, width, height, lines, behind = [], labels = [] } = chart;
  return {
    kind: "chart",
    title,
    window: windowOf(chart),
    axes,
    width,
    height,
    shapes: [...behind, ...lines.flatMap(shapesOf)],
    labels,
  };
}

function windowOf({ lines, window = {} }: LineChart): Box {
  const points = lines.flatMap(({ points }) => points.filter(isDrawn));
  const x = rangeOf(points.map((point) => point.x)), y = rangeOf(points.map((point) => point.y));
  const room = ROOM * (y.max - y.min), hasDots = lines.some(({ marks = "line" }) => marks !== "line");
  const beside = hasDots ? BESIDE_DOTS * (x.max - x.min) : 0;
  return { minX: x.min - beside, maxX: x.max + beside, minY: y.min - room, maxY: y.max + room, ...window };
}

/** Least and largest of some numbers, never the same. */
function rangeOf(numbers: readonly number[]): { readonly min: number; readonly max: number } {
  const min = numbers.reduce((a, b) => Math.min(a, b), Infinity),
    max = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!(min <= max)) return { min: 0, max: 1 };
  const half = Math.max(Math.abs(min), 1) * 0.05;
  return max - min > 1e-9 * Math.max(Math.abs(min), Math.abs(max))
    ? { min, max }
    : { min: min - half, max: max + half };
}

function isDrawn({ x, y }: Vec2): boolean {
  return Number.isFinite(x) && Number.isFinite(y);
}

function shapesOf({ points, look, key, marks = "line" }: ChartLine): readonly MarkShape[] {
  const named = key === undefined ? {} : { key };
  const paths = marks === "dots" ? [] : unbroken(points).map((part): MarkShape => ({
    kind: "path",
    points: part,
    look,
    ...named,
  }));
  const dots = marks === "line" ? [] : points.filter(isDrawn).map((at): MarkShape => ({
    kind: "dot",
    at,
    look: marks === "dots" && look.fill !== undefined ? look : { fill: look.stroke ?? ink },
    ...(marks === "dots" ? named : {}),
  }));
  return [...paths, ...dots];
}

/** The stretches of a curve between its gaps. */
function unbroken(points: readonly Vec2[]): readonly (readonly Vec2[])[] {
  const parts: Vec2[][] = [];
  let isBroken = true;
  for (const point of points) {
    if (!isDrawn(point)) isBroken = true;
    else if (isBroken) parts.push([point]), isBroken = false;
    else parts.at(-1)!.push(point);
  }
  return parts;
}
