import type { Decision } from "../solver/decision.ts";
import { ringDashes } from "./agent_layer.ts";
import { featureStyles } from "./feature_layer.ts";
import type { Frame } from "./frame.ts";
import type { OrcaLine } from "./orca_line_layer.ts";
import { decisionColors, palette, quietInk, sourceStyles } from "./palette.ts";
import { headPath, linePath } from "./paths.ts";
import { element, escapeText, type SvgAttributes, textWidth } from "./svg.ts";
import type { World, WorldFeature } from "./world.ts";
import { numberText } from "./words.ts";

/** How the picture is drawn, as far as its legend tells it. */
export interface WorldLegendInput {
  /** The picture's window. */
  readonly frame: Frame;
  /** Seconds that velocities are drawn for. */
  readonly seconds: number;
  /** Seconds between faint discs; 0: none. */
  readonly every: number;
  /** Half-planes drawn at agents. */
  readonly lines: readonly OrcaLine[];
}

/** The legend below the window, and where the picture ends. */
export interface WorldLegend {
  /** SVG text. */
  readonly svg: string;
  /** px. */
  readonly bottom: number;
}

interface Item {
  /** SVG in a strip 26 px wide around y = 0. */
  readonly swatch: string;
  /** Plain text. */
  readonly text: string;
}

const featureNames: Readonly<Record<WorldFeature["kind"], string>> = {
  wall: "wall",
  region: "region",
  corridor: "corridor",
  edge: "moving edge",
  portal: "portal",
  gate: "gate where passages are counted",
  brakingEnvelope: "braking envelope",
  accessCurve: "access curve",
};

/** Names only what the picture shows, in rows below the window. */
export function worldLegend(world: World, input: WorldLegendInput): WorldLegend {
  const { pane } = input.frame;
  const right = pane.left + pane.width;
  let x = pane.left, y = pane.top + pane.height + 56;
  const svg = items(world, input).map(({ swatch, text }) => {
    const width = 32 + textWidth(text, 12);
    if (x > pane.left && x + width > right) [x, y] = [pane.left, y + 19];
    const item = element("g", { transform: `translate(${Math.round(x)} ${Math.round(y)})` }, swatch) +
      element("text", { x: Math.round(x) + 32, y: Math.round(y) + 4 }, escapeText(text));
    x += width + 22;
    return item;
  });
  return { svg: element("g", { class: "legend" }, ...svg), bottom: Math.round(y) + 18 };
}

function items(world: World, { seconds, every, lines }: WorldLegendInput): readonly Item[] {
  const { agents, trails = [], overlaps = [], features = [] } = world;
  const time = `way of ${numberText(seconds)} s`;
  const found: Item[] = [];
  const add = (shown: boolean, swatch: string, text: string) => {
    if (shown) found.push({ swatch, text });
  };
  const line = (attributes: SvgAttributes) => element("path", { d: "M0 0H26", fill: "none", ...attributes });
  const arrow = (attributes: SvgAttributes, color: string) => {
    const from = { x: 0, y: 0 }, to = { x: 26, y: 0 };
    return element("path", {
      d: linePath(from, to),
      stroke: color,
      fill: "none",
      "stroke-width": 1.5,
      ...attributes,
    }) +
      element("path", { d: headPath(from, to, 7), stroke: color, fill: "none", "stroke-width": 1.5 });
  };
  add(
    agents.length > 0,
    element("circle", { cx: 13, r: 6, fill: palette.blue, "fill-opacity": "0.35", stroke: palette.blue }),
    "agent and its avoidance radius",
  );
  add(agents.some((a) => a.velocity !== undefined), arrow({}, palette.black), `velocity (${time})`);
  add(
    agents.some((a) => a.preferred !== undefined),
    arrow({ "stroke-dasharray": "3 2.5" }, quietInk),
    "preferred velocity",
  );
  add(
    agents.some((a) => a.goal !== undefined),
    element("path", { d: "M9.5 -3.5l7 7m0-7l-7 7", stroke: palette.blue, "stroke-width": 1.6 }),
    "goal",
  );
  add(
    trails.length > 0,
    line({ stroke: palette.blue, "stroke-opacity": "0.7" }),
    every > 0 ? `trail, a disc every ${numberText(every)} s` : "trail",
  );
  add(
    agents.some((a) => (a.neighbors ?? []).length > 0),
    line({ stroke: "#8c8c8c", "stroke-width": 0.8 }),
    "neighbor",
  );
  for (const kind of new Set(lines.map((one) => one.kind))) {
    const { color, dash } = sourceStyles[kind];
    add(
      true,
      line({ stroke: color, "stroke-width": 1.8, "stroke-dasharray": dash }) +
        element("path", { d: "M4 0v5m6-5v5m6-5v5m6-5v5", stroke: color, "stroke-width": 0.8 }),
      `${kind}'s half-plane, strokes on the forbidden side`,
    );
  }
  add(
    overlaps.length > 0,
    element("path", { d: "M13 -5l5 5l-5 5l-5-5z", fill: palette.vermillion }),
    `overlap (${overlaps.length})`,
  );
  for (const kind of Object.keys(decisionColors) as Decision["kind"][]) {
    const count = kind === "Clear" ? 0 : agents.filter((a) => a.decision === kind).length;
    add(
      count > 0,
      element("circle", {
        cx: 13,
        r: 6,
        fill: "none",
        stroke: decisionColors[kind],
        "stroke-width": 2.2,
        "stroke-dasharray": ringDashes[kind],
      }),
      `${kind} (${count})`,
    );
  }
  for (const kind of Object.keys(featureNames) as WorldFeature["kind"][]) {
    const region = kind === "wall" || kind === "region" || kind === "corridor" || kind === "brakingEnvelope";
    add(
      features.some((feature) => feature.kind === kind),
      element("path", { d: region ? "M1 -6H25V6H1Z" : "M0 0H26", ...featureStyles[kind] }),
      featureNames[kind],
    );
  }
  return found;
}
