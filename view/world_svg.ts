import {
  agentColor,
  agentsSvg,
  arrowEnds,
  goalsSvg,
  linksSvg,
  overlapsSvg,
  shownRadius,
  strokes,
  velocityArrowsSvg,
} from "./agent_layer.ts";
import { axes, rim } from "./axes.ts";
import { featuresSvg } from "./feature_layer.ts";
import { type Frame, toPicture } from "./frame.ts";
import { type Label, type Patch, patchesAlong, placeLabels, placesAround } from "./labels.ts";
import { type OrcaLine, orcaLineLabel, orcaLines, orcaLineSvg } from "./orca_line_layer.ts";
import { palette } from "./palette.ts";
import { element, escapeText, shorten, svgPicture, textWidth, xmlId } from "./svg.ts";
import { roundInterval, trailsSvg } from "./trail_layer.ts";
import type { World, WorldAgent } from "./world.ts";
import { worldFrame } from "./world_frame.ts";
import { worldLegend } from "./world_legend.ts";
import { countText, idText, numberText } from "./words.ts";
import { paneClip } from "./pane_clip.ts";

/** What a picture of the world may be told beyond the records. */
export interface WorldOptions {
  /** Prefix of the ids inside; pictures on one page need different ones. Default "world". */
  readonly id?: string;
  /** Title; default names time and numbers. */
  readonly title?: string;
  /** Width of the world's window, px, 260 to 4000; default 760. */
  readonly width?: number;
  /** Velocities are drawn as long as the way of so many seconds; default 1. */
  readonly seconds?: number;
  /** Time between the faint discs on trails, s; 0: none. Default: a round time, none in large crowds. */
  readonly pastEvery?: number;
}

/** Above so many agents, IDs are left to the discs' titles. */
const MOST_WITH_NAMES = 60;

/** A moment of the world as SVG (P2): discs, velocities, goals, trails, links, half-planes at their agents, walls. */
export function worldSvg(world: World, options: WorldOptions = {}): string {
  const { agents, trails = [], features = [], overlaps = [] } = world;
  const id = xmlId(options.id ?? "world");
  const seconds = bounded(options.seconds ?? 1, 1e-3, 1e3);
  const frame = worldFrame(world, bounded(options.width ?? 760, 260, 4000));
  const { pane } = frame;
  const every = options.pastEvery ?? roundInterval(trails);
  const lines = agents.flatMap((agent) => orcaLines(agent, frame, seconds));
  const heading = options.title ??
    `World${world.time === undefined ? "" : ` at ${numberText(world.time)} s`}`;
  const legend = worldLegend(world, { frame, seconds, every, lines });
  const colors = new Map(agents.map((agent, i) => [agent.id, agentColor(agent, i)]));
  const radii = new Map(agents.map((agent) => [agent.id, agent.radius]));

  return svgPicture(
    {
      id: options.id ?? "world",
      width: pane.left + pane.width + 20,
      height: legend.bottom,
      title: `${heading}: ${countText(agents.length, "agent")}, ${countText(overlaps.length, "overlap")}`,
      description: description(world, lines.length),
    },
    element(
      "defs",
      {},
      paneClip(id, pane),
    ),
    element(
      "text",
      { x: pane.left, y: 25, "font-size": 15, "font-weight": "bold" },
      escapeText(shorten(heading, Math.floor(pane.width / 9))),
    ),
    axes(frame, { x: "x (m)", y: "y (m)" }),
    element(
      "g",
      { "clip-path": `url(#${id}-pane)` },
      featuresSvg(features, frame, seconds),
      trailsSvg(trails, frame, every, {
        color: (one) => colors.get(one) ?? palette.black,
        radius: (one) => radii.get(one) ?? 0,
      }),
      linksSvg(agents, frame),
      goalsSvg(agents, frame),
      // Among many small discs arrows would hide what they start from.
      ...(strokes(agents.length).head === 0
        ? [velocityArrowsSvg(agents, frame, seconds), agentsSvg(agents, frame)]
        : [agentsSvg(agents, frame)]),
      overlapsSvg(world, frame),
      ...lines.map((line) => orcaLineSvg(line, strokes(agents.length).line + 0.2)),
      // A chosen velocity often lies on a line: its arrow goes on top.
      strokes(agents.length).head === 0 ? "" : velocityArrowsSvg(agents, frame, seconds),
    ),
    labelsSvg(agents, lines, frame, seconds),
    rim(frame),
    legend.svg,
  );
}

function labelsSvg(
  agents: readonly WorldAgent[],
  lines: readonly OrcaLine[],
  frame: Frame,
  seconds: number,
): string {
  if (agents.length > MOST_WITH_NAMES) return "";
  const discs = agents.map((agent): Patch => ({
    ...toPicture(frame, agent.position),
    radius: shownRadius(agent.radius, frame),
  }));
  const inside: Label[] = [], beside: Label[] = [];
  agents.forEach((agent, i) => {
    const { x, y, radius } = discs[i]!;
    const text = shorten(idText(agent.id), 16),
      label = { text, fontSize: 11, weight: "bold" as const, order: 0.5 };
    // A name that has room in its disc stands there, off the center where the arrows start.
    if (radius > 14 && textWidth(text, 11) < 1.5 * radius) {
      const off = radius / 2;
      const spots: readonly [number, number][] = [[0, off], [0, -off], [-off, 0], [off, 0], [0, 0]];
      inside.push({
        ...label,
        places: spots.map(([dx, dy]) => ({ at: { x: x + dx, y: y + dy }, angle: 0 })),
      });
    } else {
      beside.push({ ...label, places: placesAround({ x, y }, text, 11, Math.min(radius + 3, 60)) });
    }
  });
  const arrows = agents.flatMap((agent) =>
    [agent.velocity, agent.preferred].flatMap((v) =>
      v === undefined ? [] : patchesAlong(...arrowEnds(agent, v, frame, seconds), 3)
    )
  );
  const disliked = [...arrows, ...lines.flatMap((line) => patchesAlong(line.from, line.to, 3))];
  const lineLabels = lines.length > 24 ? [] : lines.map(orcaLineLabel);
  return placeLabels(inside, frame.pane, [], disliked) +
    placeLabels([...beside, ...lineLabels], frame.pane, discs.filter((disc) => disc.radius < 60), disliked);
}

function description({ agents, trails = [], features = [], overlaps = [] }: World, lines: number): string {
  const relaxed = agents.filter((agent) => agent.decision !== undefined && agent.decision !== "Clear").length;
  return `Seen from above, x to the right and y up, in metres. ${countText(agents.length, "agent")}, ${
    relaxed === 0 ? "none" : relaxed
  } with a decision other than Clear; ${countText(overlaps.length, "overlapping pair")}; ${
    countText(trails.length, "trail")
  }, ${countText(features.length, "feature")} and ${countText(lines, "half-plane")} drawn.`;
}

function bounded(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
