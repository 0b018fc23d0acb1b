/**
 * What a step costs against the number of agents, against density and against the number of threads: `deno task bench:cost`.
 * Prints the tables of docs/scale.md, with the counts that explain them, and what deciding allocates (docs/kernel.md).
 *
 * Options: `--agents 1000,4000,16000`, `--densities 0.05,0.15,0.3,0.6` (at 4,000 agents), `--threads 1,2` (at 10,000),
 * `--rounds 30`, `--steps 5`, `--records 1000` (with more agents, records are not measured), `--allocated 1000,10000,100000`.
 *
 * @module
 */
import { parseArgs } from "node:util";
import type { Crowd } from "../../crowd/crowd.ts";
import { type Kernel, kernelOf } from "../../crowd/kernel/kernel.ts";
import { NO_INPUT, stepKernel } from "../../crowd/kernel/step.ts";
import { stepCrowd } from "../../crowd/step.ts";
import {
  closeThreads,
  openThreads,
  stepThreaded,
  threadedKernel,
} from "../../driver/threads/threaded_kernel.ts";
import { denseCrowdInMotion } from "../dense_crowd.ts";
import { allocatedInStretch } from "./allocated.ts";

/** Something that can be stepped. */
interface Stepped {
  readonly agents: number;
  readonly step: () => void;
}

/** In columns, on this thread; two states take turns. */
function inColumns(crowd: Crowd): Stepped {
  let kernel = kernelOf(crowd), before: Kernel | undefined;
  return {
    agents: crowd.agents.length,
    step: () => {
      const next = stepKernel(kernel, NO_INPUT, before);
      before = kernel;
      kernel = next;
    },
  };
}

function onRecords(crowd: Crowd): Stepped {
  let now = crowd;
  return {
    agents: crowd.agents.length,
    step: () => {
      now = stepCrowd(now);
    },
  };
}

/** Half-planes and floor planes of one step, per agent: counts, the same on every machine. */
function countsOf(crowd: Crowd): { readonly halfPlanes: number; readonly floorPlanes: number } {
  const { decisions } = stepCrowd(crowd).report, n = decisions.length;
  let halfPlanes = 0, floorPlanes = 0;
  for (const { decision } of decisions) {
    for (const { constraint } of decision.margins) if (constraint.kind === "neighbor") halfPlanes++;
    floorPlanes += decision.proof?.limits.length ?? 0;
  }
  return { halfPlanes: halfPlanes / n, floorPlanes: floorPlanes / n };
}

/**
 * Least times of a step, µs per agent-step; all take turns in each round. A machine that is shared with others adds to a step and
 * takes nothing away: the least of many says most about the step.
 */
function leastTimes(
  runs: readonly (Stepped | undefined)[],
  rounds: number,
  steps: number,
): readonly number[] {
  const least = runs.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    runs.forEach((run, i) => {
      if (run === undefined) return;
      for (let step = 0; step < steps; step++) {
        const start = performance.now();
        run.step();
        least[i] = Math.min(least[i]!, 1e3 * (performance.now() - start) / run.agents);
      }
    });
  }
  return least;
}

function numbers(text: string): readonly number[] {
  return text.split(",").map(Number);
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    agents: { type: "string", default: "1000,4000,16000" },
    densities: { type: "string", default: "0.05,0.15,0.3,0.6" },
    threads: { type: "string", default: "1,2" },
    rounds: { type: "string", default: "30" },
    steps: { type: "string", default: "5" },
    records: { type: "string", default: "1000" },
    allocated: { type: "string", default: "1000,10000,100000" },
  },
});
const rounds = Number(values.rounds), steps = Number(values.steps), mostOnRecords = Number(values.records);

function text(microseconds: number): string {
  return microseconds === Infinity ? "" : microseconds.toFixed(microseconds < 10 ? 2 : 0);
}

function printRow(name: string, agents: number, density: number): void {
  const plain = denseCrowdInMotion(agents, "plain", density);
  const whole = denseCrowdInMotion(agents, "whole", density);
  const found = leastTimes(
    [inColumns(plain), inColumns(whole), agents <= mostOnRecords ? onRecords(whole) : undefined],
    rounds,
    steps,
  );
  const { halfPlanes, floorPlanes } = countsOf(whole);
  console.log(`| ${[name, ...found.map(text), halfPlanes.toFixed(1), floorPlanes.toFixed(1)].join(" | ")} |`);
}

const HEAD = "plain, µs | floor and memory, µs | the same on records, µs | half-planes | floor planes |\n" +
  "| ---: | ---: | ---: | ---: | ---: | ---: |";
console.log(`µs per agent and step, least times; 0.15 agents per square metre\n\n| agents | ${HEAD}`);
for (const agents of numbers(values.agents)) printRow(`${agents}`, agents, 0.15);
console.log(`\n4,000 agents\n\n| agents per m² | ${HEAD}`);
for (const density of numbers(values.densities)) printRow(`${density}`, 4000, density);

console.log(
  "\n10,000 agents, threads\n\n| threads | plain, µs | floor and memory, µs |\n| ---: | ---: | ---: |",
);
const crowds = (["plain", "whole"] as const).map((work) => denseCrowdInMotion(10_000, work));
const teams = await Promise.all(
  numbers(values.threads).flatMap((count) =>
    crowds.map(async (crowd) => {
      const threads = openThreads({ threads: count });
      let now = await threadedKernel(threads, crowd);
      const step = (): void => {
        now = stepThreaded(now);
      };
      return { agents: 10_000, step, threads, count: now.threads };
    })
  ),
);
const found = leastTimes(teams, rounds, steps);
for (let i = 0; i < teams.length; i += 2) {
  console.log(`| ${[teams[i]!.count, text(found[i]!), text(found[i + 1]!)].join(" | ")} |`);
}
for (const { threads } of teams) closeThreads(threads);

console.log(
  "\nallocated by deciding, bytes per agent-step\n\n| agents | plain | floor and memory |\n| ---: | ---: | ---: |",
);
for (const agents of numbers(values.allocated)) {
  const bytes = (["plain", "whole"] as const).map((work) =>
    allocatedInStretch(denseCrowdInMotion(agents, work))
  );
  console.log(`| ${[agents, ...bytes.map((each) => each.toFixed(0))].join(" | ")} |`);
}
