import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { meanDensity, peakDensity } from "../scenario/counting_area.ts";
import { DIRECTIONS, flowOf, specificFlowOf } from "../scenario/counting_gate.ts";
import { escapeText } from "../view/svg.ts";
import type { Picture } from "./pictures.ts";
import { type Batch, stoppedText } from "./report.ts";
import type { ScenarioResult } from "./run_scenario.ts";
import {
  columnMeanings,
  decimals,
  decisionText,
  outcomeOf,
  TABLE_HEAD,
  tableRow,
  verdictText,
} from "./table.ts";

/** A result and its pictures. */
export interface Exhibit {
  /** What was run. */
  readonly result: ScenarioResult;
  /** Its pictures; their files lie beside the page. */
  readonly pictures: readonly Picture[];
}

const STYLE = `
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #999; padding: 0.2rem 0.6rem; text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 1rem 0; }
dt { font-weight: bold; }
dd { margin: 0; }
.wide { overflow-x: auto; }
figure { margin: 1rem 0; }
img { max-width: 100%; height: auto; border: 1px solid #ccc; }
.stopped { border-left: 0.4rem solid #b34700; padding: 0.4rem 1rem; font-weight: bold; }
.fails { font-weight: bold; color: #9c1c1c; }
`.trim();

/** What the kinds of decisions mean, for the reader who meets them first. */
const KINDS: readonly (readonly [string, string])[] = [
  ["Clear", "the velocity suits all neighbors and limits, and the whole step is checked"],
  [
    "AvoidanceRelaxed",
    "no velocity suits all neighbors: they are relaxed as a group, the hard limits are not",
  ],
  ["ProvenStop", "nothing else is left, and braking is proven to end in time"],
  ["BoundaryUnreachable", "a hard limit cannot be kept, and no stop is proven"],
  ["Uncontrolled", "nothing can be claimed; the velocity is kept"],
];

/** The text of `index.html`: numbers of all scenarios in one table, then every scenario with its pictures. */
export function galleryHtml(batch: Batch, exhibits: readonly Exhibit[]): string {
  const stopped = stoppedText(batch);
  const rows = batch.results.map((result) => {
    const [first, ...rest] = tableRow(result);
    const { id, title } = result.scenario;
    return `<tr><th scope="row"><a href="#${id}">${escapeText(first!)}</a></th><td>${escapeText(title)}</td>${
      rest.map((text) => `<td>${escapeText(text)}</td>`).join("")
    }</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Halfstep: scenarios</title>
<style>
${STYLE}
</style>
</head>
<body>
<h1>Halfstep: scenarios</h1>
${stopped === "" ? "" : `<p class="stopped">${escapeText(stopped)}</p>\n`}<p>${
    escapeText(
      `${batch.results.length} scenarios run. Expectations: ${verdictText(outcomeOf(batch.results))}.`,
    )
  }</p>
<div class="wide"><table>
<thead><tr>${
    [TABLE_HEAD[0]!, "what happens", ...TABLE_HEAD.slice(1)].map((text) =>
      `<th scope="col">${escapeText(text)}</th>`
    ).join("")
  }</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div>
<dl>
${columnMeanings().map(term).join("\n")}
</dl>
<p>Kinds of decisions, one for each agent and step:</p>
<dl>
${KINDS.map(term).join("\n")}
</dl>
${exhibits.map(section).join("\n")}
</body>
</html>
`;
}

function term([name, meaning]: readonly [string, string]): string {
  return `<dt>${escapeText(name)}</dt><dd>${escapeText(meaning)}</dd>`;
}

function section({ result, pictures }: Exhibit): string {
  const { scenario, stoppedAt } = result;
  const paragraphs = [
    scenario.description ?? "",
    scenario.rightBehaviour === undefined ? "" : `What ought to happen: ${scenario.rightBehaviour}`,
    scenario.source === undefined ? "" : `Source: ${scenario.source}.`,
    O.isSome(stoppedAt) ? `Stopped early at t = ${decimals(stoppedAt.value, 6)} s.` : "",
    scenario.belongsTo === undefined
      ? ""
      : `Needs a later part of the library: ${scenario.belongsTo.join(" and ")}.`,
  ].filter((text) => text !== "");
  return `<section id="${scenario.id}">
<h2>${escapeText(`${scenario.id}: ${scenario.title}`)}</h2>
${paragraphs.map((text) => `<p>${escapeText(text)}</p>`).join("\n")}
${expectationList(result)}
${numbersTable(result)}
${pictures.map(figure).join("\n")}
</section>`;
}

function expectationList({ scenario, summary }: ScenarioResult): string {
  if (summary.expectations.length === 0) {
    return "<p>Nothing is expected of this scenario; it is only measured.</p>";
  }
  const items = summary.expectations.map(({ text, verdict, found }) => {
    const shown = verdict === "fails" && scenario.belongsTo !== undefined ? "not yet" : verdict;
    const line = `${escapeText(shown)}: ${escapeText(text)} (found: ${escapeText(found)})`;
    return `<li${shown === "fails" ? ' class="fails"' : ""}>${line}</li>`;
  });
  return `<ul>\n${items.join("\n")}\n</ul>`;
}

type Summary = ScenarioResult["summary"];

function extreme(found: Summary["leastGap"], unit: string): string {
  if (O.isNone(found)) return "–";
  const { value, agents, time } = found.value;
  const size = value !== 0 && Math.abs(value) < 1e-6 ? value.toExponential(0) : decimals(value, 6);
  return `${size} ${unit}, ${agents.join(" and ")}, at ${decimals(time, 3)} s`;
}

function regionText({ leastRegionMargin, regionUndecided }: Summary): string {
  const rest = regionUndecided === 0
    ? ""
    : `; not measured in ${regionUndecided} steps too near a turning edge`;
  return extreme(leastRegionMargin, "m") + rest;
}

/** Why the separation floor does not cover a pair. */
const UNPROVEN: Readonly<Record<keyof Summary["floor"]["unproven"], string>> = {
  overlapping: "overlapping already",
  tooFast: "too fast to stop apart",
  holdsItsLine: "one never yields and moves",
  otherReference: "carried differently",
  uncontrolled: "out of control",
  carriedAlongCurve: "carried along a curve",
  otherStorey: "on other storeys",
  otherLayer: "on layers that one does not avoid",
  ignoresIt: "one does not avoid back",
  behindWall: "hidden by walls",
};

function floorText({ planes, unproven }: Summary["floor"]): string {
  const reasons = Object.entries(UNPROVEN) as [keyof typeof UNPROVEN, string][];
  const listed = reasons.flatMap(([reason, text]) =>
    unproven[reason] > 0 ? [`${text} ${unproven[reason]}`] : []
  );
  const kept = `${planes} planes kept, all agents and steps together`;
  return listed.length === 0 ? kept : `${kept}; pairs that it does not cover: ${listed.join(", ")}`;
}

function travelText(times: Summary["travelTimes"]): string {
  if (O.isNone(times)) return "–";
  const { least, median, mean, ninth, most } = times.value, text = (time: number) => decimals(time, 2);
  return `first at ${text(least)} s, half by ${text(median)} s, nine in ten by ${text(ninth)} s, last at ${
    text(most)
  } s; mean ${text(mean)} s`;
}

function gateText({ gate, ...passages }: Summary["gates"][number]): string {
  return DIRECTIONS.map((direction) => {
    const flow = flowOf(passages[direction]), specific = specificFlowOf(gate, passages[direction]);
    const rate = flow === undefined || specific === undefined
      ? ""
      : `, ${decimals(flow, 3)} per second, ${decimals(specific, 3)} per second and metre`;
    return `${direction} ${passages[direction].length}${rate}`;
  }).join("; ");
}

function areaText(count: Summary["areas"][number]): string {
  return `at most ${count.peak} at once, at ${decimals(count.peakTime, 2)} s: ${
    decimals(peakDensity(count), 3)
  } per square metre; ${decimals(meanDensity(count), 3)} on average while somebody is there`;
}

function numbersTable({ summary, microseconds }: ScenarioResult): string {
  const rows: readonly (readonly [string, string])[] = [
    ["Simulated time", `${decimals(summary.time, 6)} s in ${summary.steps} steps`],
    ["Arrived", `${summary.arrived.length} of ${summary.withGoal}`],
    ["Arrivals", travelText(summary.travelTimes)],
    ...summary.gates.map((count) => [`Gate ${count.gate.id}`, gateText(count)] as const),
    ...summary.areas.map((count) => [`Area ${count.area.id}`, areaText(count)] as const),
    [
      "Arrival time over straight-line bound",
      O.isSome(summary.worstRatio) && O.isSome(summary.meanRatio)
        ? `mean ${decimals(summary.meanRatio.value, 3)}, worst ${
          decimals(summary.worstRatio.value.ratio, 3)
        } (${summary.worstRatio.value.id})`
        : "–",
    ],
    ["Least gap", extreme(summary.leastGap, "m")],
    ...(O.isSome(summary.leastClearance)
      ? [["Least wall clearance", extreme(summary.leastClearance, "m")] as const]
      : []),
    ...(O.isSome(summary.leastRegionMargin) ? [["Least region margin", regionText(summary)] as const] : []),
    ["Separation floor", floorText(summary.floor)],
    ["Largest speed in the last 3 s", extreme(summary.lateSpeed, "m/s")],
    [
      "Overlapping pairs",
      `${summary.initialOverlaps} at the start, ${summary.overlapSteps} in all steps together`,
    ],
    ["Decisions", decisionText(summary.counts)],
    ["Turns by more than 90°", String(summary.reversals)],
    [
      "Stood still against its wish for a second or more",
      summary.stalled.length === 0 ? "no one" : summary.stalled.join(", "),
    ],
    [
      "Deadlocks",
      summary.deadlocks.map(({ agents, time }) => `${agents.join(" and ")} at ${decimals(time, 2)} s`).join(
        "; ",
      ) || "none",
    ],
    ["Way covered", `${decimals(summary.pathLength, 2)} m`],
    ["Computing", `${decimals(microseconds, 2)} µs per agent and step`],
    ["Digest of all positions (equal ones: the same run, bit for bit)", summary.digest],
  ];
  const cells = rows.map(([name, value]) =>
    `<tr><th scope="row">${escapeText(name)}</th><td>${escapeText(value)}</td></tr>`
  );
  return `<div class="wide"><table>\n<tbody>\n${cells.join("\n")}\n</tbody>\n</table></div>`;
}

function figure({ file, caption, words }: Picture): string {
  const lines = words === "" ? "" : `<br>${words.split("\n").map(escapeText).join("<br>\n")}`;
  return `<figure>
<a href="${escapeText(file)}"><img src="${escapeText(file)}" alt="${escapeText(caption)}"></a>
<figcaption>${escapeText(caption)}${lines}</figcaption>
</figure>`;
}
