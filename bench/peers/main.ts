/**
 * This library and what a web user would take otherwise, on the same work, each engine in an isolate of its own:
 * `deno task bench:peers`.
 *
 * Options: `--agents 1000,10000` (scenes), `--rounds 7`, `--from 20` (step of the scene where a turn begins), `--steps 20` (of a
 * turn), `--warm-up 500000` (agent-steps of each engine before the first round), `--watched 600000` (agent-steps of the runs that
 * are looked at pair by pair; 0: none), `--seed 5`.
 *
 * @module
 */
import { parseArgs } from "node:util";
import type { Engine } from "./engine.ts";
import { ENGINES } from "./engines.ts";
import { timingInIsolate } from "./isolate.ts";
import { sceneOf, SETTINGS } from "./scene.ts";
import { type Timed, timeInTurns } from "./timing.ts";
import { VISIBLE, watch, type Watched } from "./watch.ts";

/** A whole number of at least `least` from an option, or an end with a word about it. */
function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name}: expected a whole number of at least ${least}, but found ${text}`);
  Deno.exit(2);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function speedRow({ name }: Engine, { nanoseconds, ratio }: Timed): string {
  return row([name, nanoseconds.toFixed(0), ratio.toFixed(2)]);
}

function outcomeRow({ name }: Engine, w: Watched): string {
  const millimetres = (metres: number): string => (1000 * metres).toFixed(metres > -1e-5 ? 3 : 1);
  return row([
    name,
    millimetres(w.leastGap),
    millimetres(w.leastGapAtEnds),
    w.overlaps.toFixed(2),
    (1000 * w.depth).toFixed(1),
    (100 * w.arrived).toFixed(1),
  ]);
}

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      agents: { type: "string", default: "1000,10000" },
      rounds: { type: "string", default: "7" },
      steps: { type: "string", default: "20" },
      "warm-up": { type: "string", default: "500000" },
      from: { type: "string", default: "20" },
      watched: { type: "string", default: "600000" },
      seed: { type: "string", default: "5" },
    },
  });
  const number = (
    name: "rounds" | "steps" | "warm-up" | "from" | "watched" | "seed",
    least: number,
  ): number => wholeNumber(name, values[name], least);
  const rounds = {
    rounds: number("rounds", 1),
    steps: number("steps", 1),
    warmUp: number("warm-up", 0),
    from: number("from", 0),
  };
  const watched = number("watched", 0), seed = number("seed", 0);
  console.log(`Every engine: ${JSON.stringify(SETTINGS)}`);
  for (const { name, setTo } of ENGINES) console.log(`- ${name}: ${setTo}`);
  for (const agents of values.agents.split(",").map((text) => wholeNumber("agents", text, 1))) {
    const scene = sceneOf(agents, seed);
    console.log(
      `\n${scene.starts.length} agents: medians of ${rounds.rounds} rounds of ${rounds.steps} steps after the first ${rounds.from}\n`,
    );
    console.log(row(["engine", "ns per agent-step", "times the first"]) + "\n| --- | ---: | ---: |");
    const timed = await timeInTurns(
      ENGINES.map((_, i) => timingInIsolate(i, scene)),
      scene.starts.length,
      rounds,
    );
    ENGINES.forEach((engine, i) => console.log(speedRow(engine, timed[i]!)));
    const steps = Math.floor(watched / scene.starts.length);
    if (steps === 0) continue;
    console.log(
      `\nThe same scene from its start, ${steps} steps; overlaps deeper than ${1000 * VISIBLE} mm\n`,
    );
    console.log(
      row([
        "engine",
        "least gap, mm",
        "at ends of steps, mm",
        "overlapping pairs per 1,000 agents",
        "mean depth, mm",
        "arrived, %",
      ]) + "\n| --- | ---: | ---: | ---: | ---: | ---: |",
    );
    for (const engine of ENGINES) console.log(outcomeRow(engine, await watch(engine, scene, steps)));
  }
}

await main(Deno.args);
