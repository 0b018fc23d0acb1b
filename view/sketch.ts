import { axes, rim } from "./axes.ts";
import type { Pane } from "./frame.ts";
import { hatchPatterns } from "./half_plane_layer.ts";
import { placeLabels } from "./labels.ts";
import { quietInk } from "./palette.ts";
import type { Panel, PlaneShape } from "./panel.ts";
import { labelOf, marksOf, shapeSvg, shownHalfPlane } from "./sketch_shapes.ts";
import { sketchLegend } from "./sketch_legend.ts";
import { element, escapeText, svgPicture, xmlId } from "./svg.ts";
import { paneClip } from "./pane_clip.ts";

/** What a sketch says beyond its panels. */
export interface SketchOptions {
  /** Prefix of the ids inside; pictures on one page need different ones. */
  readonly id: string;
  /** Heading, and the picture's title. */
  readonly title: string;
  /** What it shows, in sentences. */
  readonly description: string;
}

const LEFT = 60, TOP = 66, BETWEEN = 84, BELOW_AXES = 44;

/** Panels side by side, with a legend below, as SVG (P4): for drawing the geometry behind a decision, and curves. */
export function sketchSvg(panels: readonly Panel[], options: SketchOptions): string {
  const id = xmlId(options.id);
  let left = LEFT, right = LEFT, lowest = TOP;
  const drawn = panels.map((panel, i) => {
    const pane: Pane = { left, top: TOP, width: panel.width, height: heightOf(panel) };
    right = left + pane.width;
    lowest = Math.max(lowest, pane.top + pane.height);
    left = right + BETWEEN;
    return panelSvg(panel, pane, `${id}-${i}`);
  });
  const legend = sketchLegend(panels.flatMap(({ shapes }) => shapes), LEFT, right, lowest + BELOW_AXES + 14);
  return svgPicture(
    { ...options, width: right + 24, height: legend.bottom },
    element(
      "text",
      { x: LEFT, y: 25, "font-size": 15, "font-weight": "bold" },
      escapeText(options.title),
    ),
    ...drawn,
    legend.svg,
  );
}

function heightOf(panel: Panel): number {
  const { minX, maxX, minY, maxY } = panel.window;
  return panel.kind === "chart" ? panel.height : panel.width * (maxY - minY) / (maxX - minX);
}

function panelSvg(panel: Panel, pane: Pane, id: string): string {
  const frame = { pane, box: panel.window, scale: pane.width / (panel.window.maxX - panel.window.minX) };
  const shapes: readonly PlaneShape[] = panel.shapes;
  const planes = shapes.flatMap((shape) => shape.kind === "halfPlane" ? [shownHalfPlane(shape)] : []);
  return element(
    "defs",
    {},
    paneClip(id, pane),
    hatchPatterns(id, planes),
  ) +
    element(
      "text",
      { x: pane.left, y: pane.top - 10, "font-size": 13, fill: quietInk },
      escapeText(panel.title),
    ) +
    axes(frame, panel.axes) +
    element(
      "g",
      { "clip-path": `url(#${id}-pane)` },
      ...shapes.map((shape) => shapeSvg(shape, frame, id)),
    ) +
    placeLabels(panel.labels.map((label) => labelOf(label, frame)), pane, marksOf(shapes, frame), []) +
    rim(frame);
}
