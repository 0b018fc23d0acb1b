import type { Frame } from "./frame.ts";
import { sourceStyles } from "./palette.ts";
import { shapeSvg } from "./sketch_shapes.ts";
import type { PlaneShape } from "./panel.ts";
import { element, escapeText, textWidth } from "./svg.ts";

/** A legend below the panels. */
export interface SketchLegend {
  /** SVG text. */
  readonly svg: string;
  /** Where the picture ends, px. */
  readonly bottom: number;
}

/** One px for one unit, y up, so that swatches are small shapes around the origin. */
const swatchFrame: Frame = {
  pane: { left: -100, top: -100, width: 200, height: 200 },
  box: { minX: -100, minY: -100, maxX: 100, maxY: 100 },
  scale: 1,
};

/** The words of the shapes that have some, each with a swatch of the first such shape, in rows from `top` on. */
export function sketchLegend(
  shapes: readonly PlaneShape[],
  left: number,
  right: number,
  top: number,
): SketchLegend {
  const keyed = new Map<string, PlaneShape>();
  for (const shape of shapes) {
    if (shape.key !== undefined && !keyed.has(shape.key)) keyed.set(shape.key, shape);
  }
  if (keyed.size === 0) return { svg: "", bottom: top };
  let x = left, y = top;
  const items = [...keyed].map(([text, shape]) => {
    const width = 32 + textWidth(text, 12);
    if (x > left && x + width > right) [x, y] = [left, y + 20];
    const item = element("g", { transform: `translate(${Math.round(x)} ${Math.round(y)})` }, swatch(shape)) +
      element("text", { x: Math.round(x) + 32, y: Math.round(y) + 4 }, escapeText(text));
    x += width + 20;
    return item;
  });
  return { svg: element("g", { class: "legend" }, ...items), bottom: Math.round(y) + 18 };
}

function swatch(shape: PlaneShape): string {
  const from = { x: 0, y: 0 }, to = { x: 26, y: 0 }, middle = { x: 13, y: 0 };
  const box = [{ x: 1, y: -6 }, { x: 25, y: -6 }, { x: 25, y: 6 }, { x: 1, y: 6 }];
  const draw = (small: PlaneShape) => shapeSvg(small, swatchFrame, "");
  switch (shape.kind) {
    case "path":
      return draw({ ...shape, points: [from, to] });
    case "area":
      return draw({ ...shape, points: box });
    case "arrow":
    case "distance":
      return draw({ ...shape, from, to });
    case "dot":
    case "cross":
      return draw({ ...shape, at: middle });
    case "circle":
      return draw({ ...shape, center: middle, radius: 6 });
    case "halfPlane": {
      const { color, dash } = sourceStyles[shape.source];
      return element("path", {
        d: "M0 -1H26",
        stroke: color,
        "stroke-width": 2.6,
        "stroke-dasharray": dash,
      }) +
        element("path", { d: "M2 6l5 -6m1 6l5 -6m1 6l5 -6m1 6l5 -6", stroke: color, fill: "none" });
    }
  }
}
