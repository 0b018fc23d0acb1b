import { join } from "node:path";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Scenario } from "../scenario/scenario.ts";
import { type SweepAxis, sweepPoints, type SweepRow, type SweepSettings } from "../scenario/sweep.ts";
import { SWEPT, type SweptName } from "../scenario/swept_parameter.ts";
import { type SweepSeries, sweepSvg } from "../view/mod.ts";
import type { Command } from "./arguments.ts";
import { complain, STATUS, stoppable } from "./exit_status.ts";
import { plainTable } from "./plain_table.ts";
import { progressDisplay } from "./progress_display.ts";
import { readScenarioFiles, reasonOf, scenarioFile } from "./read_files.ts";
import { plain } from "./report.ts";
import { runSweep, type SweptRun } from "./run_sweep.ts";
import { pathText } from "./scenario_text.ts";
import { SWEEP_MEANINGS, sweepTable } from "./sweep_table.ts";
import { writeAtomically } from "./write_atomically.ts";

type SweepCommand = Extract<Command, { readonly kind: "sweep" }>;

/** What is varied together: one axis alone, or a grid of several. */
type Plan = readonly SweepAxis[];

/** What is varied, one after the other, where nothing is named. */
const CUSTOMARY: readonly SweptName[] = [
  "timeHorizon",
  "safetyMargin",
  "radius",
  "speed",
  "timeStep",
  "maxNeighbors",
  "detourRise",
  "detourCeiling",
];

/** Varies parameters of scenarios, prints tables, writes numbers and charts; returns the exit status. */
export async function sweepCommand(command: SweepCommand): Promise<number> {
  const files = command.files.length === 0 ? [scenarioFile("circle-12")] : command.files;
  const scenarios = await readScenarioFiles(files);
  if (E.isLeft(scenarios)) return complain(scenarios.left);
  const plans = plansOf(command), display = progressDisplay(command.talk);
  let status: number = STATUS.fine;
  const aborted = await stoppable(async (signal) => {
    for (const scenario of scenarios.right) {
      const done: { readonly plan: Plan; readonly runs: readonly SweptRun[] }[] = [];
      for (const plan of plans) {
        if (signal.aborted) break;
        const names = plan.map(({ parameter }) => parameter).join(", ");
        display.begin(`${scenario.id}: ${names}`);
        const runs = await runSweep(scenario, sweepPoints(plan), { signal, onProgress: display.update });
        display.end(E.isLeft(runs) ? "refused" : `${runs.right.length} runs`);
        if (E.isLeft(runs)) {
          status = complain(
            runs.left.map(({ path, rule, value }) =>
              `${names}: ${pathText(path)} ${rule}, but found ${value}`
            ),
          );
          continue;
        }
        done.push({ plan, runs: runs.right });
        if (command.talk === "normal") tell(scenario, plan, runs.right);
      }
      try {
        await write(command.out, scenario, done);
      } catch (error) {
        status = complain([`${command.out}: cannot be written to: ${reasonOf(error)}`]);
      }
    }
  });
  if (command.talk === "normal") {
    for (const [head, meaning] of SWEEP_MEANINGS) console.log(`  ${head.padEnd(14)}${meaning}`);
    console.log(`Numbers and charts: ${join(command.out, "*-sweep*")}`);
  }
  return aborted ? STATUS.stopped : status;
}

function plansOf({ vary, shape }: SweepCommand): readonly Plan[] {
  const axes = vary.length > 0
    ? vary
    : CUSTOMARY.map((parameter) => ({ parameter, values: SWEPT[parameter].values }));
  return shape === "grid" ? [axes] : axes.map((axis) => [axis]);
}

function tell({ id }: Scenario, plan: Plan, runs: readonly SweptRun[]): void {
  const parameters = plan.map(({ parameter }) => parameter), { head, rows } = sweepTable(parameters, runs);
  console.log(`\n${id}\n${plainTable(head, rows, head.map(() => "right"))}\n`);
}

async function write(
  out: string,
  scenario: Scenario,
  done: readonly { readonly plan: Plan; readonly runs: readonly SweptRun[] }[],
): Promise<void> {
  await Deno.mkdir(out, { recursive: true });
  const sweeps = done.map(({ plan, runs }) => ({ axes: plan, rows: runs.map(({ row }) => row) }));
  const table = { scenario: scenario.id, title: scenario.title, sweeps };
  await writeAtomically(join(out, `${scenario.id}-sweep.json`), JSON.stringify(table, plain, 2) + "\n");
  for (const { axes, rows } of sweeps) {
    const name = `${scenario.id}-sweep-${axes.map(({ parameter }) => parameter).join("-")}`;
    await writeAtomically(join(out, `${name}.svg`), chart(name, scenario, axes, rows));
  }
}

function chart(id: string, { title }: Scenario, axes: Plan, rows: readonly SweepRow[]): string {
  const [{ parameter }, ...others] = axes as readonly [SweepAxis, ...SweepAxis[]];
  const words = SWEPT[parameter].words;
  return sweepSvg(parameter, seriesOf(others, rows), {
    id,
    title: `${title}: what the ${words} does`,
    description:
      `${rows.length} runs of a scenario that differ in the ${words}, and what came of them: the way covered by the ` +
      `straight way, the time by the least possible one, the least gap between two discs, and the share of agents that ` +
      `arrived.`,
  });
}

/** A curve for each combination of the other parameters; runs that differ in their seeds alone share one. */
function seriesOf(others: Plan, rows: readonly SweepRow[]): readonly SweepSeries[] {
  const names = others.map(({ parameter }) => parameter).filter((name) => name !== "seed");
  const wordsOf = (settings: SweepSettings): string =>
    names.length === 0 ? "run" : names.map((name) => `${SWEPT[name].words} ${settings[name]}`).join(", ");
  const groups = new Map<string, SweepRow[]>();
  for (const row of rows) {
    const words = wordsOf(row.settings), group = groups.get(words);
    if (group === undefined) groups.set(words, [row]);
    else group.push(row);
  }
  return [...groups].map(([words, group]) => ({ words, rows: group }));
}
