import { flowOf, timesBetween } from "../../scenario/counting_gate.ts";
import { MEASURED, SPLITS } from "./counterflow.ts";
import { publishedResults, type Result, resultOf } from "./result.ts";
import { DOORS } from "./rimea.ts";

/** The chapter that the tables stand in. */
export const CHAPTER = new URL("../../docs/literature.md", import.meta.url);

/** Writes the tables into the chapter, in place of those that stand there. */
export async function writeTables(): Promise<void> {
  await Deno.writeTextFile(CHAPTER, withTables(await Deno.readTextFile(CHAPTER), publishedResults()));
}

/** The chapter's text with every table between its marks made anew. */
export function withTables(chapter: string, results: readonly Result[]): string {
  return chapter.replace(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, head: string, name: string, end: string) => `${head}\n${tableText(tables[name]!(results))}\n${end}`,
  );
}

type Row = readonly string[];

/** The tables by name; the first row of each is its head. */
const tables: Readonly<Record<string, (results: readonly Result[]) => readonly Row[]>> = {
  rvo2: (results) => [
    ["", "asked for, median of 10 seeds", "RVO2, measured", "here"],
    ...[
      { id: "rvo2-circle", name: "Circle", asked: ["620 s", "480 s"], rvo2: ["841 s", "610 s", "-0.64 m"] },
      { id: "rvo2-blocks", name: "Blocks", asked: ["850 s", "600 s"], rvo2: ["1000 s", "701 s", "-0.11 m"] },
    ].flatMap(({ id, name, asked, rvo2 }): readonly Row[] => {
      const runs = results.filter((result) => result.id === id);
      const seeds = runs.length === 1 ? "one seed" : `${runs.length} seeds`;
      return [
        [
          `${name}: last arrival (${seeds})`,
          `at most ${asked[0]}`,
          rvo2[0]!,
          `${seconds(median(runs.map(last)))}`,
        ],
        [`${name}: mean arrival`, `at most ${asked[1]}`, rvo2[1]!, seconds(median(runs.map(mean)))],
        [`${name}: least gap`, "no overlap", rvo2[2]!, gapText(Math.min(...runs.map(gapOf)))],
        [`${name}: arrived`, "all", "", arrivedInAll(runs)],
      ];
    }),
  ],
  rimea: (results) => {
    const one = resultOf(results, "rimea-1"), corner = resultOf(results, "rimea-6");
    return [
      ["", "guideline", "here"],
      ["Test 1: 40 m at 1.33 m/s", "26 to 34 s", seconds(last(one))],
      [
        "Test 6: twenty round a corner",
        "nobody through a wall",
        `${arrived(corner)}, ${gapText(corner.leastClearance!)}`,
      ],
    ];
  },
  doors: (results) => [
    [
      "door",
      "through",
      "flow",
      "per metre of width",
      "room empty after",
      "densest before the door",
      "least gap",
    ],
    ...DOORS.map((width): Row => {
      const result = resultOf(results, `rimea-12-${width.toFixed(1).replace(".", "-")}`);
      const passed = passages(result, "door", "forward"), flow = flowOf(passed);
      return [
        `${width.toFixed(1)} m`,
        `${passed.length} of ${result.agents}`,
        flow === undefined ? "–" : `${flow.toFixed(2)} /s`,
        flow === undefined ? "–" : `${(flow / width).toFixed(2)} /(m s)`,
        passed.length === result.agents ? seconds(passed.at(-1)!.time) : "never",
        `${result.peakDensity["before-door"]!.toFixed(1)} /m²`,
        gapText(gapOf(result)),
      ];
    }),
  ],
  counterflow: (results) => [
    [
      "right / left",
      `${MEASURED} m take, right`,
      "left",
      "flow both ways",
      "densest",
      "last one out",
      "least gap",
    ],
    ...SPLITS.map((right): Row => {
      const result = resultOf(results, `counterflow-${right}-${54 - right}`);
      const forward = timesBetween(passages(result, "left", "forward"), passages(result, "right", "forward"));
      const back = timesBetween(passages(result, "right", "backward"), passages(result, "left", "backward"));
      const both = [...passages(result, "middle", "forward"), ...passages(result, "middle", "backward")]
        .sort((a, b) => a.time - b.time);
      return [
        `${right} / ${54 - right}`,
        seconds(average(forward)),
        back.length === 0 ? "–" : seconds(average(back)),
        `${flowOf(both)!.toFixed(2)} /s`,
        `${result.peakDensity["measured"]!.toFixed(2)} /m²`,
        seconds(last(result)),
        gapText(gapOf(result)),
      ];
    }),
  ],
  steerbench: (results) => {
    const runs = ["steerbench-hallway", "steerbench-squeeze"].map((id) =>
      results.find((result) => result.id === id)
    );
    const row = (name: string, cell: (result: Result) => string): Row => [
      name,
      ...runs.map((result) => result === undefined ? "not measured" : cell(result)),
    ];
    return [
      ["", "hallway", "squeeze"],
      row("agents", ({ agents }) => String(agents)),
      row("collisions", collisions),
      row("least gap", (result) => gapText(gapOf(result))),
      row("least wall clearance", ({ leastClearance }) => gapText(leastClearance ?? Infinity)),
      row("arrived", arrived),
      row("last arrival", (result) => seconds(last(result))),
      row("through the passage", (result) => {
        if (result.passages["exit"] === undefined) return "–";
        const through = passages(result, "exit", "forward"), flow = flowOf(through);
        return `${through.length}${flow === undefined ? "" : `, ${flow.toFixed(2)} /s`}`;
      }),
    ];
  },
};

function tableText(rows: readonly Row[]): string {
  const [head = []] = rows;
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]!.length), 3));
  const line = (row: Row) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |\n`;
  return line(head) + line(widths.map((width) => "-".repeat(width))) + rows.slice(1).map(line).join("");
}

/** First passages as records. */
export function passages(
  { passages }: Result,
  gate: string,
  direction: "forward" | "backward",
): readonly { readonly id: string; readonly time: number }[] {
  return passages[gate]![direction].map(([id, time]) => ({ id, time }));
}

function arrived({ arrivals, agents }: Result): string {
  return `${arrivals.length} of ${agents}`;
}

/** Fewest and most that arrived in several runs. */
function arrivedInAll(runs: readonly Result[]): string {
  const counts = runs.map(({ arrivals }) => arrivals.length),
    least = Math.min(...counts),
    most = Math.max(...counts);
  const whole = counts.filter((count) => count === runs[0]!.agents).length;
  return least === most
    ? arrived(runs[0]!)
    : `${least} to ${most} of ${runs[0]!.agents}, all in ${whole} runs`;
}

function collisions({ leastGap }: Result): string {
  return leastGap !== null && leastGap < 0 ? "some" : "0";
}

function last({ arrivals }: Result): number {
  return arrivals.at(-1) ?? Infinity;
}

function mean({ arrivals }: Result): number {
  return average(arrivals);
}

function gapOf({ leastGap }: Result): number {
  return leastGap ?? Infinity;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[(numbers.length - 1) >> 1]!;
}

function seconds(time: number): string {
  return Number.isFinite(time) ? `${time.toFixed(1)} s` : "never";
}

/** A gap with three digits; below a micrometre it is touching. */
function gapText(gap: number): string {
  if (Math.abs(gap) < 1e-6) return gap < 0 ? `${gap.toExponential(1)} m` : "0 m, touching";
  return `${gap.toFixed(gap < 0.001 ? 6 : 3)} m`;
}
