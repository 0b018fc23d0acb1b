import type { Vec2 } from "../geometry/vector.ts";
import { type Frame, tame, toPicture } from "./frame.ts";
import { palette } from "./palette.ts";
import { headPath, linePath, polygonPath, polylinePath } from "./paths.ts";
import { element, type SvgAttributes } from "./svg.ts";
import type { WorldFeature } from "./world.ts";

/** How each kind of feature is drawn, in the picture and in its legend. */
export const featureStyles: Readonly<Record<WorldFeature["kind"], SvgAttributes>> = {
  region: { fill: "none", stroke: "#707070", "stroke-dasharray": "1 3" },
  corridor: { fill: "#f3f3f3", stroke: "#9a9a9a", "stroke-dasharray": "1 3" },
  wall: { fill: "#c9c9c9", stroke: "#4d4d4d" },
  brakingEnvelope: {
    fill: palette.orange,
    "fill-opacity": "0.12",
    stroke: palette.orange,
    "stroke-dasharray": "7 3",
  },
  accessCurve: { fill: "none", stroke: palette.purple, "stroke-width": 2, "stroke-dasharray": "9 3 2 3" },
  portal: { fill: "none", stroke: palette.sky, "stroke-width": 4 },
  gate: { fill: "none", stroke: palette.green, "stroke-width": 2.4, "stroke-dasharray": "2 3" },
  edge: { fill: "none", stroke: palette.vermillion, "stroke-width": 2, "stroke-dasharray": "14 3" },
};

/** Walls and the like as SVG, regions below lines; an edge's velocity is an arrow as long as `seconds` of it. */
export function featuresSvg(features: readonly WorldFeature[], frame: Frame, seconds: number): string {
  const order = Object.keys(featureStyles);
  return [...features]
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map((feature) =>
      element("path", { class: feature.kind, d: data(feature, frame), ...featureStyles[feature.kind] }) +
      motion(feature, frame, seconds)
    )
    .join("");
}

function data(feature: WorldFeature, frame: Frame): string {
  const place = (v: Vec2) => toPicture(frame, v);
  switch (feature.kind) {
    case "wall":
    case "region":
    case "corridor":
    case "brakingEnvelope":
      return polygonPath(feature.polygon.map(place), 1);
    case "accessCurve":
      return polylinePath(feature.points.map(place));
    case "edge":
    case "portal":
    case "gate":
      return linePath(place(feature.from), place(feature.to));
  }
}

function motion(feature: WorldFeature, frame: Frame, seconds: number): string {
  if (feature.kind !== "edge" || feature.velocity === undefined) return "";
  const a = tame(feature.from), b = tame(feature.to), v = tame(feature.velocity);
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const from = toPicture(frame, middle);
  const to = toPicture(frame, { x: middle.x + v.x * seconds, y: middle.y + v.y * seconds });
  return element("path", {
    d: linePath(from, to) + headPath(from, to, 7),
    stroke: palette.vermillion,
    "stroke-width": 1.6,
    fill: "none",
  });
}
