import type { Phase } from "../../handoff/handoff_state.ts";
import { palette } from "../../view/palette.ts";
import { element, escapeText, svgPicture } from "../../view/svg.ts";
import { type Arc, explore } from "../handoff/explorer.ts";
import type { Figure } from "./figure.ts";

/** Figures of docs/handoff.md. */
export const handoffFigures: readonly Figure[] = [{ file: "handoff_phases.svg", draw: phases }];

/** Where a phase is drawn: its middle and its size, px. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly note: string;
}

const BOXES: Readonly<Record<Phase, Box>> = {
  Following: { x: 95, y: 235, width: 130, height: 250, note: "the mover is free" },
  Approaching: { x: 420, y: 95, width: 150, height: 56, note: "solver, then curve" },
  Stopping: { x: 420, y: 335, width: 150, height: 56, note: "brakes, waits, decides" },
  AtBoundary: { x: 820, y: 95, width: 150, height: 56, note: "at rest on the edge" },
  Adopting: { x: 820, y: 335, width: 150, height: 56, note: "one controller entry" },
};

/** How an arrow runs, as the corners of its way, and where its words stand. */
interface Route {
  readonly way: readonly (readonly [number, number])[];
  readonly label: readonly [number, number, "start" | "middle" | "end"];
}

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ["Following Approaching", { way: [[160, 130], [345, 95]], label: [250, 92, "middle"] }],
  ["Approaching Stopping", { way: [[395, 123], [395, 307]], label: [385, 180, "end"] }],
  ["Stopping Approaching", { way: [[445, 307], [445, 123]], label: [453, 150, "start"] }],
  ["Approaching AtBoundary", { way: [[495, 85], [745, 85]], label: [620, 75, "middle"] }],
  ["Stopping AtBoundary", { way: [[470, 307], [770, 123]], label: [632, 202, "end"] }],
  ["AtBoundary Stopping", { way: [[790, 123], [495, 320]], label: [672, 232, "start"] }],
  ["AtBoundary Adopting", { way: [[830, 123], [830, 307]], label: [822, 200, "end"] }],
  ["Adopting AtBoundary", { way: [[870, 307], [870, 123]], label: [878, 215, "start"] }],
  ["Adopting Stopping", { way: [[745, 345], [495, 345]], label: [620, 363, "middle"] }],
  ["Adopting Following", {
    way: [[820, 363], [820, 425], [95, 425], [95, 360]],
    label: [460, 418, "middle"],
  }],
  ["Stopping Following", { way: [[345, 335], [160, 335]], label: [250, 325, "middle"] }],
]);

/** The phases and every way between them that the exploration has taken. */
function phases(): string {
  const { arcs, states } = explore();
  const between = new Map<string, Set<string>>();
  for (const arc of arcs.values()) {
    const name = `${arc.from} ${arc.to}`;
    if (arc.from !== arc.to) between.set(name, (between.get(name) ?? new Set()).add(cause(arc)));
  }
  const arrows = [...between].sort(([a], [b]) => a < b ? -1 : 1).map(([name, causes]) => arrow(name, causes));
  return svgPicture(
    {
      id: "handoff-phases",
      width: 1000,
      height: 445,
      title: "The five phases of a handoff",
      description: `Drawn from an exploration of all ${states} reachable states. ` +
        [...between].map(([name, causes]) =>
          `${name.replace(" ", " to ")}: ${[...causes].sort().join(", ")}.`
        ).join(
          " ",
        ),
    },
    element(
      "defs",
      {},
      element(
        "marker",
        {
          id: "handoff-phases-head",
          viewBox: "0 0 10 10",
          refX: 9,
          refY: 5,
          markerWidth: 8,
          markerHeight: 8,
          orient: "auto",
        },
        element("path", { d: "M1 1L9 5L1 9", fill: "none", stroke: palette.blue, "stroke-width": 1.6 }),
      ),
    ),
    element("text", { x: 20, y: 26, "font-size": 15, "font-weight": "bold" }, "The five phases of a handoff"),
    ...arrows,
    ...Object.entries(BOXES).map(([name, box]) => phase(name, box)),
    element("text", { x: 420, y: 385, "text-anchor": "middle", fill: "#555555" }, "a restart leads here too"),
  );
}

function phase(name: string, { x, y, width, height, note }: Box): string {
  return element("rect", {
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    rx: 8,
    fill: "#fff",
    stroke: palette.black,
    "stroke-width": 1.6,
  }) +
    element("text", { x, y: y - 4, "text-anchor": "middle", "font-weight": "bold", "font-size": 14 }, name) +
    element("text", { x, y: y + 14, "text-anchor": "middle", fill: "#555555" }, escapeText(note));
}

function arrow(name: string, causes: ReadonlySet<string>): string {
  const route = ROUTES.get(name);
  if (route === undefined) throw new Error(`Expected a place for the way ${name}, but found none.`);
  const { way, label: [x, y, anchor] } = route;
  const lines = [...causes].sort().map((line, i) =>
    element(
      "text",
      { x, y: y + 15 * i, "text-anchor": anchor, stroke: "#fff", "stroke-width": 3, "paint-order": "stroke" },
      escapeText(line),
    )
  );
  return element(
    "g",
    { class: "way" },
    element("title", {}, escapeText(name.replace(" ", " to "))),
    element("path", {
      d: way.map(([a, b], i) => `${i === 0 ? "M" : "L"}${a} ${b}`).join(""),
      fill: "none",
      stroke: palette.blue,
      "stroke-width": 1.6,
      "marker-end": "url(#handoff-phases-head)",
    }),
    ...lines,
  );
}

/** What led from phase to phase, in words. */
function cause({ before, event, after }: Arc): string {
  switch (event.kind) {
    case "Requested":
      return "requested";
    case "Swept":
      return "sweep clear: next attempt";
    case "Recovered":
      return "restart";
    case "ChecksBegin":
      return after.phase === "Adopting" ? "checks begin" : "deadline";
    case "ChecksDone":
      return after.phase === "Following"
        ? "all checks hold: Following in Q"
        : after.phase === "AtBoundary"
        ? "a check fails"
        : "disturbed";
    case "Moved":
      if (after.phase === "AtBoundary") return "foot on the edge, at rest";
      if (after.phase === "Following") return "at rest, no way on: in P";
      if (after.phase === "Stopping" && after.guarantee === "none") return "disturbed";
      return before.phase === "Approaching" && before.access === undefined ? "edge near" : "curve ends short";
    case "Ticked":
      return after.phase === "Following" ? "at rest, no way on: in P" : "deadline";
    case "Interrupted":
      return after.phase === "Following"
        ? "at rest, no way on: in P"
        : event.cause === "newOrder"
        ? "new order"
        : "obstacles";
    case "VersionsSeen":
      return after.phase === "Following" ? "at rest, no way on: in P" : "versions changed";
    case "Settled":
      return "settled";
  }
}
