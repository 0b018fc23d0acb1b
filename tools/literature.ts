/**
 * Writes the scenarios of the literature into docs/scenarios, runs them, and writes what came of it into
 * docs/literature.jsonl, from which the chapter's tables and figures are made.
 *
 * ```sh
 * deno run -A tools/literature.ts              # all, each with one seed: some minutes
 * deno run -A tools/literature.ts rimea-6      # those only; the results of others stay
 * deno run -A tools/literature.ts --seeds 10   # RVO2's two with ten seeds
 * ```
 *
 * @module
 */
import { parseArgs } from "node:util";
import { counterflow } from "./literature/counterflow.ts";
import { writeTables } from "./literature/chapter.ts";
import { measure, readResults, type Result, RESULTS, resultsText } from "./literature/result.ts";
import { MOST_SYMMETRIC, rvo2Blocks, rvo2Circle, SEEDS, symmetricCircle } from "./literature/rvo2.ts";
import { fileText, type ScenarioFile } from "./literature/scenario_file.ts";
import { literature } from "./literature/scenarios.ts";

/** Where the scenarios are written. */
const SCENARIOS = new URL("../docs/scenarios/", import.meta.url);

/** The moment of a run that is drawn, s. */
const DRAWN: Readonly<Record<string, number>> = {
  "rvo2-circle": 250,
  "rvo2-blocks": 150,
  "rimea-6": 8,
  "rimea-12-1-0": 20,
  [counterflow(27).id]: 9,
  "steerbench-hallway": 40,
  "steerbench-squeeze": 60,
};

/** What is run: the published scenarios, all symmetric circles, and RVO2's two with so many seeds. */
function planned(seeds: number): readonly ScenarioFile[] {
  const more = SEEDS.slice(1, seeds), symmetric = symmetricCircle(0).id.slice(0, -1);
  return [
    ...literature.filter(({ id }) => !id.startsWith(symmetric)),
    ...Array.from({ length: MOST_SYMMETRIC - 1 }, (_, i) => symmetricCircle(i + 2)),
    ...more.map(rvo2Circle),
    ...more.map(rvo2Blocks),
  ];
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { seeds: { type: "string", default: "1" } },
    allowPositionals: true,
  });
  for (const file of literature) {
    await Deno.writeTextFile(new URL(`${file.id}.json`, SCENARIOS), fileText(file));
  }
  const plan = planned(Number(values.seeds)), keyOf = (id: string, seed?: number) => `${id} ${seed ?? ""}`;
  const found = new Map((await known()).map((result) => [keyOf(result.id, result.seed), result]));
  for (const file of plan.filter(({ id }) => positionals.length === 0 || positionals.includes(id))) {
    const began = performance.now(), result = measure(file, DRAWN[file.id]);
    found.set(keyOf(result.id, result.seed), result);
    await Deno.writeTextFile(RESULTS, resultsText(sorted([...found.values()], plan)));
    const took = ((performance.now() - began) / 1000).toFixed(1), { arrivals, agents, broken } = result;
    console.log(`${keyOf(result.id, result.seed)}: ${arrivals.length} of ${agents} in ${took} s`, ...broken);
  }
  await writeTables();
}

async function known(): Promise<readonly Result[]> {
  try {
    return readResults(await Deno.readTextFile(RESULTS));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** In the order of the plan, the seeds of a scenario one after the other. */
function sorted(results: readonly Result[], plan: readonly ScenarioFile[]): readonly Result[] {
  const order = plan.map(({ id }) => id);
  return [...results].sort((a, b) =>
    order.indexOf(a.id) - order.indexOf(b.id) || (a.seed ?? 0) - (b.seed ?? 0)
  );
}

if (import.meta.main) await main();
