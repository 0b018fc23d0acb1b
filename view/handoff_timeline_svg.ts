import { ticks } from "./axes.ts";
import type {
  HandoffActivity,
  HandoffMark,
  HandoffRow,
  HandoffSpan,
  HandoffTimeline,
} from "./handoff_timeline.ts";
import { ink, palette, quietInk } from "./palette.ts";
import { element, escapeText, shorten, svgPicture, textWidth } from "./svg.ts";
import { idText } from "./words.ts";

/** What the picture says beyond its rows. */
export interface HandoffTimelineOptions {
  /** Prefix of the ids inside; pictures on one page need different ones. */
  readonly id: string;
  /** Heading, and the picture's title. */
  readonly title: string;
}

/** Look of an activity: color, height as a share of the row's bar, and its name. */
const LOOKS: Readonly<Record<HandoffActivity, readonly [color: string, height: number, name: string]>> = {
  approach: [palette.sky, 0.5, "approaching, moved by the solver"],
  access: [palette.blue, 1, "approaching on the access curve, with the attempt's number"],
  braking: [palette.orange, 0.75, "stopping"],
  waiting: [palette.yellow, 0.25, "stopped, waiting for a clear sweep"],
  atBoundary: [palette.green, 1, "at the boundary"],
  adopting: [palette.purple, 1, "adopting"],
};

/** Look of a mark: a letter-like sign, its color, and its name. */
const SIGNS: Readonly<Record<HandoffMark["kind"], readonly [color: string, name: string]>> = {
  interrupted: [palette.vermillion, "access interrupted"],
  refused: [palette.black, "sweep or adoption refused"],
  restarted: [palette.purple, "process restarted"],
  adopted: [palette.green, "the next tile adopted"],
  failed: [palette.vermillion, "given up"],
};

const LEFT = 96, RIGHT = 120, TOP = 62, ROW = 24, BAR = 14, WIDTH = 760, LEAST = 3;

/**
 * Handoffs over time as SVG (P3): a row for each agent, its phases as bars of different color and height, attempts as numbers,
 * interruptions, refusals, restarts and ends as signs, the time left to the deadline as a dotted line with its end named.
 */
export function handoffTimelineSvg(timeline: HandoffTimeline, options: HandoffTimelineOptions): string {
  const { rows } = timeline, end = shownEnd(timeline);
  const scale = (WIDTH - LEFT - RIGHT) / end, x = (time: number): number => LEFT + time * scale;
  const bottom = TOP + ROW * Math.max(1, rows.length);
  const legend = legendSvg(bottom + 52);
  return svgPicture(
    {
      id: options.id,
      title: options.title,
      description: descriptionOf(timeline),
      width: WIDTH,
      height: legend.bottom,
    },
    element("text", { x: 16, y: 26, "font-size": 15, "font-weight": "bold" }, escapeText(options.title)),
    element("text", { x: WIDTH - RIGHT + 12, y: TOP - 8, "font-size": 11, fill: quietInk }, "deadline"),
    axisSvg(end, x, bottom),
    ...rows.map((row, i) => rowSvg(row, TOP + ROW * i, end, x)),
    legend.svg,
  );
}

/** Up to the last thing that happened, and a little more. */
function shownEnd({ rows, end }: HandoffTimeline): number {
  const last = rows.reduce(
    (most, { spans, marks }) =>
      Math.max(most, ...spans.map(({ to }) => to), ...marks.map(({ time }) => time)),
    0,
  );
  return Math.max(1, Math.min(end, last * 1.08 + 0.5));
}

function axisSvg(end: number, x: (time: number) => number, bottom: number): string {
  const marks = ticks(0, end, 10).marks;
  return element(
    "g",
    { "font-size": 11, fill: quietInk },
    element("path", {
      d: marks.map(({ value }) => `M${x(value).toFixed(1)} ${TOP - 4}V${bottom}`).join(""),
      stroke: "#e6e6e6",
      fill: "none",
    }),
    ...marks.map(({ value, label }) =>
      element("text", { x: x(value), y: bottom + 15, "text-anchor": "middle" }, escapeText(label))
    ),
    element(
      "text",
      { x: (x(0) + x(end)) / 2, y: bottom + 32, "text-anchor": "middle", fill: ink },
      "time (s)",
    ),
  );
}

function rowSvg(row: HandoffRow, top: number, end: number, x: (time: number) => number): string {
  const middle = top + ROW / 2, { agent, spans, marks, deadlines } = row;
  const last = deadlines.at(-1);
  return element(
    "g",
    { class: "handoff-row" },
    element(
      "text",
      { x: LEFT - 8, y: middle + 4, "text-anchor": "end" },
      escapeText(shorten(idText(agent), 12)),
    ),
    element("path", { d: `M${LEFT} ${middle}H${x(end).toFixed(1)}`, stroke: "#d0d0d0", fill: "none" }),
    ...deadlines.map(({ from, at }) =>
      element("path", {
        class: "deadline",
        d: `M${x(from).toFixed(1)} ${middle + BAR / 2 + 2}H${x(Math.min(at, end)).toFixed(1)}${
          at <= end ? "v-6v12" : ""
        }`,
        stroke: palette.vermillion,
        "stroke-dasharray": "1.5 2.5",
        fill: "none",
      })
    ),
    ...spans.map((span) => spanSvg(span, middle, x)),
    ...marks.map((mark) => markSvg(mark, middle, x(mark.time))),
    last === undefined ? "" : element(
      "text",
      { x: WIDTH - RIGHT + 12, y: middle + 4, "font-size": 11, fill: quietInk },
      `${Number(last.at.toFixed(3))} s`,
    ),
  );
}

/** A span; one that takes no time within a step is drawn as a line. */
function spanSvg(span: HandoffSpan, middle: number, x: (time: number) => number): string {
  const { activity, from, to, attempt, guarantee } = span, [color, share, name] = LOOKS[activity];
  const width = Math.max(LEAST, x(to) - x(from)), height = BAR * share;
  const told = `${name}, ${Number(from.toFixed(3))} to ${Number(to.toFixed(3))} s${
    guarantee === "none" ? ", no stopping guarantee" : ""
  }`;
  const bar = element(
    "rect",
    {
      class: activity,
      x: x(from),
      y: middle - height / 2,
      width,
      height,
      fill: color,
      stroke: guarantee === "none" ? palette.vermillion : undefined,
      "stroke-dasharray": guarantee === "none" ? "3 2" : undefined,
    },
    element("title", {}, escapeText(told)),
  );
  return activity !== "access" ? bar : bar + element(
    "text",
    {
      x: x(from) + width / 2,
      y: middle + (width < 9 ? -BAR / 2 - 1 : 4),
      "text-anchor": "middle",
      "font-size": width < 9 ? 8 : 10,
      fill: width < 9 ? ink : "#fff",
    },
    String(attempt),
  );
}

function markSvg({ kind, text, time }: HandoffMark, y: number, x: number): string {
  const [color, name] = SIGNS[kind];
  return element(
    "g",
    { class: kind, stroke: color, "stroke-width": 2, fill: "none" },
    element(
      "title",
      {},
      escapeText(`${name}${text === "" ? "" : `: ${text}`}, ${Number(time.toFixed(3))} s`),
    ),
    signOf(kind, x, y, color),
  );
}

/** Signs differ by shape, not by color alone (P4). */
function signOf(kind: HandoffMark["kind"], x: number, y: number, color: string): string {
  const at = (value: number): string => value.toFixed(1);
  switch (kind) {
    case "interrupted": // a flash
      return element("path", { d: `M${at(x + 3)} ${at(y - 10)}l-5 9h5l-5 9` });
    case "refused":
      return element("circle", { cx: x, cy: y - 8, r: 1.6, "stroke-width": 1.2 });
    case "restarted":
      return element("path", {
        d: `M${at(x)} ${at(y - 11)}V${at(y + 11)}m-3 0h6m-6 -22h6`,
        "stroke-width": 1.5,
      });
    case "adopted":
      return element("circle", { cx: x, cy: y, r: 4, fill: "#fff" }) +
        element("circle", { cx: x, cy: y, r: 1.5, fill: color });
    case "failed":
      return element("path", { d: `M${at(x - 4)} ${at(y - 4)}l8 8m0 -8l-8 8` });
  }
}

function legendSvg(top: number): { readonly svg: string; readonly bottom: number } {
  const bars = Object.values(LOOKS).map(([color, share, name]) => ({
    name,
    sign: (x: number, y: number) =>
      element("rect", { x: x - 9, y: y - BAR * share / 2, width: 18, height: BAR * share, fill: color }),
  }));
  const signs = (Object.keys(SIGNS) as HandoffMark["kind"][]).map((kind) => ({
    name: SIGNS[kind][1],
    sign: (x: number, y: number) =>
      element(
        "g",
        { stroke: SIGNS[kind][0], "stroke-width": 2, fill: "none" },
        signOf(kind, x, kind === "refused" ? y + 8 : y, SIGNS[kind][0]),
      ),
  }));
  const dotted = {
    name: "time that the crossing has, up to its deadline",
    sign: (x: number, y: number) =>
      element("path", {
        d: `M${x - 9} ${y}h18`,
        stroke: palette.vermillion,
        "stroke-dasharray": "1.5 2.5",
        fill: "none",
      }),
  };
  let x = 16, y = top + 8;
  const drawn = [...bars, ...signs, dotted].map(({ name, sign }) => {
    const wide = 34 + textWidth(name, 11) + 16;
    if (x + wide > WIDTH - 8 && x > 16) x = 16, y += 22;
    const item = sign(x + 12, y) +
      element("text", { x: x + 30, y: y + 4, "font-size": 11 }, escapeText(name));
    x += wide;
    return item;
  });
  return { svg: element("g", {}, ...drawn), bottom: y + 22 };
}

function descriptionOf({ rows }: HandoffTimeline): string {
  const count = (kind: HandoffMark["kind"]): number =>
    rows.reduce((sum, { marks }) => sum + marks.filter((mark) => mark.kind === kind).length, 0);
  return `Handoffs of ${rows.length} ${rows.length === 1 ? "agent" : "agents"} over time, a row each: ${
    count("adopted")
  } adopted the next tile, ${count("failed")} were given up, ${
    count("interrupted")
  } access curves were interrupted, ${
    count("refused")
  } sweeps or adoptions were refused for the time being, ${count("restarted")} restarts.`;
}
