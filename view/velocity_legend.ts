import type { Vec2 } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import type { Candidate } from "../solver/problem.ts";
import type { Dropped } from "./candidate_layer.ts";
import type { ShownDisc } from "./disc_layer.ts";
import { type Frame, inBox } from "./frame.ts";
import { type ShownHalfPlane, visibility } from "./half_plane_layer.ts";
import { decisionColors, ink, palette, quietInk, sourceStyles } from "./palette.ts";
import { element, escapeText, shorten, textWidth } from "./svg.ts";
import { numberText, velocityText } from "./words.ts";

/** What the legend tells about. */
export interface VelocityLegendInput {
  /** The choice. */
  readonly decision: Decision;
  /** m/s. */
  readonly preferred: Vec2;
  /** Discs of the problem. */
  readonly discs: readonly ShownDisc[];
  /** Half-planes of the problem. */
  readonly planes: readonly ShownHalfPlane[];
  /** Candidates drawn as rings. */
  readonly kept: readonly Candidate[];
  /** Candidates drawn as crosses. */
  readonly dropped: readonly Dropped[];
  /** Corners of the feasible region; none where it has no area. */
  readonly region: readonly Vec2[];
  /** The picture's window. */
  readonly frame: Frame;
  /** Margins up to this size are rounding, m/s. */
  readonly tolerance: number;
}

/** The legend and the room that it takes. */
export interface VelocityLegend {
  /** SVG text. */
  readonly svg: string;
  /** Right side of the picture, px. */
  readonly right: number;
  /** Lower side, px. */
  readonly bottom: number;
}

/** Height of a line, px. */
const LINE = 19;

/** Beyond so many half-planes the legend only counts. */
const MOST_HALF_PLANES = 40;

/** Everything that the picture shows, in words and numbers, beside the pane; half-planes by rising margin. */
export function velocityLegend(input: VelocityLegendInput): VelocityLegend {
  const { pane } = input.frame;
  const left = pane.left + pane.width + 24;
  const rows: Row[] = [...markRows(input), ...discRows(input), ...halfPlaneRows(input)];
  const wide = (row: Row) => 34 + textWidth(row.text, 12) * (row.weight === "bold" ? 1.08 : 1);
  const numbers = rows.reduce((w, row) => row.margin === undefined ? w : Math.max(w, wide(row) + 84), 0);
  const width = rows.reduce((w, row) => Math.max(w, wide(row)), Math.max(200, numbers));
  const svg = rows.map((row, i) => {
    const y = pane.top + 10 + i * LINE;
    if (row.text === "") return "";
    const text = (x: number, anchor: string, words: string, fill: string) =>
      element("text", {
        x,
        y,
        "text-anchor": anchor,
        "font-weight": row.weight === "bold" ? "bold" : undefined,
        fill,
      }, escapeText(words));
    return (row.swatch === "" ? "" : element("g", { transform: `translate(${left} ${y - 4})` }, row.swatch)) +
      text(
        row.swatch === "" ? left : left + 34,
        "start",
        row.text,
        row.swatch === "" && row.weight !== "bold" ? quietInk : ink,
      ) +
      (row.margin === undefined ? "" : text(left + numbers, "end", row.margin, quietInk));
  });
  return {
    svg: element("g", { class: "legend" }, ...svg),
    right: left + width + 16,
    bottom: pane.top + 10 + rows.length * LINE + 6,
  };
}

interface Row {
  /** SVG in a strip 26 px wide around y = 0. */
  readonly swatch: string;
  /** Plain text; "" leaves the line free. */
  readonly text: string;
  /** Weight of the font. */
  readonly weight: "bold" | "normal";
  /** At the right end of the line. */
  readonly margin?: string;
}

function markRows(
  { decision, preferred, kept, dropped, region, frame }: VelocityLegendInput,
): readonly Row[] {
  const outside = (velocities: readonly Vec2[]) => {
    const count = velocities.filter((v) => !inBox(frame.box, v)).length;
    return count === 0 ? "" : ` (${count} outside the picture)`;
  };
  const dot = (color: string) =>
    element("circle", { cx: 13, r: 5, fill: color, stroke: palette.black, "stroke-width": 1.4 });
  const rows: Row[] = [
    row(dot(decisionColors[decision.kind]), `${decision.kind} ${velocityText(decision.velocity)}`, "bold"),
    row(
      element("rect", {
        x: 9.5,
        y: -3.5,
        width: 7,
        height: 7,
        transform: "rotate(45 13 0)",
        fill: palette.yellow,
        stroke: palette.black,
      }),
      `preferred ${velocityText(preferred)}${outside([preferred])}`,
    ),
    region.length > 0
      ? row(
        element("rect", { x: 1, y: -6, width: 24, height: 12, fill: palette.green, "fill-opacity": "0.2" }),
        "feasible velocities",
      )
      : row(
        element("rect", {
          x: 1,
          y: -6,
          width: 24,
          height: 12,
          fill: "none",
          stroke: "#808080",
          "stroke-dasharray": "2 2",
        }),
        "no area of feasible velocities",
      ),
  ];
  if (kept.length > 0) {
    const ring = element("circle", {
      cx: 13,
      r: 4,
      fill: "#fff",
      stroke: palette.green,
      "stroke-width": 1.6,
    });
    rows.push(row(ring, `candidates kept: ${kept.length}${outside(kept.map((c) => c.velocity))}`));
  }
  if (dropped.length > 0) {
    const cross = element("path", {
      d: "M10 -3L16 3M10 3L16 -3",
      stroke: palette.vermillion,
      "stroke-width": 1.5,
    });
    rows.push(
      row(
        cross,
        `candidates dropped: ${dropped.length}${outside(dropped.map((one) => one.candidate.velocity))}`,
      ),
    );
  }
  return rows;
}

function discRows({ discs }: VelocityLegendInput): readonly Row[] {
  return discs.map(({ role, radius }) =>
    row(
      element("path", {
        d: "M0 4A15 15 0 0 1 26 4",
        fill: "none",
        stroke: role === "speed" ? "#333" : "#666",
        "stroke-width": 1.5,
        "stroke-dasharray": role === "speed" ? undefined : "5 4",
      }),
      `${role} disc, radius ${numberText(radius)} m/s`,
    )
  );
}

function halfPlaneRows({ planes, frame, tolerance }: VelocityLegendInput): readonly Row[] {
  if (planes.length === 0) return [{ swatch: "", text: "No half-planes", weight: "normal" }];
  const ordered = [...planes].sort((a, b) => a.margin - b.margin);
  const shown = ordered.slice(0, MOST_HALF_PLANES);
  const rows = shown.map((plane): Row => {
    const { color, dash } = sourceStyles[plane.kind];
    const line = element("path", {
      d: "M0 0H26",
      stroke: color,
      "stroke-width": plane.role === "binding" ? 2.6 : 1.4,
      "stroke-dasharray": dash,
    });
    const seen = visibility(plane, frame);
    const text = shorten(plane.text, 36) + (seen === "line" ? "" : " (out of view)");
    return {
      ...row(line, text, plane.role === "binding" ? "bold" : "normal"),
      margin: numberText(Math.abs(plane.margin) <= tolerance ? 0 : plane.margin),
    };
  });
  const more: Row[] = ordered.length > shown.length
    ? [{ swatch: "", text: `and ${ordered.length - shown.length} more`, weight: "normal" }]
    : [];
  return [
    { swatch: "", text: "", weight: "normal" },
    { swatch: "", text: "Half-planes (bold: binding)", weight: "bold", margin: "margin, m/s" },
    ...rows,
    ...more,
  ];
}

function row(swatch: string, text: string, weight: Row["weight"] = "normal"): Row {
  return { swatch, text, weight };
}
