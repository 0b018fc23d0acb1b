/**
 * What a step costs against the number of agents and against density: `deno task bench:cost`. Prints the tables of
 * docs/scale.md, with the counts that explain them.
 *
 * Options: `--agents 250,1000,4000,16000`, `--densities 0.05,0.15,0.3,0.6` (at 1,000 agents), `--rounds 5`, `--steps 3`.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { stepCrowd } from "../../crowd/step.ts";
import { randomDense } from "../../scenario/generate.ts";

/** What is measured: a crowd in motion, and its next step. */
interface Measured {
  readonly name: string;
  readonly crowd: Crowd;
}

/** Steps from the start until the crowd is in motion. */
const UNDER_WAY = 15;

/** A random crowd in motion, with the floor and the detour memory or as plain ORCA. */
function crowdInMotion(agents: number, density: number, kind: "plain" | "full"): Crowd {
  const side = Math.sqrt(agents / density);
  const created = createCrowd({
    agents: randomDense(agents, side, 0.61, 5).map(({ position, goal }, id) => ({
      id,
      position,
      goal,
      radius: 0.3,
      maxSpeed: 1.5,
      ...(kind === "full" ? { budget: 5 } : {}),
    })),
    parameters: {
      timeHorizon: 2,
      timeStep: 0.1,
      neighborDistance: 5,
      maxNeighbors: 10,
      ...(kind === "full" ? {} : { separation: "off", detour: "off" }),
    },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  let crowd = created.right;
  for (let step = 0; step < UNDER_WAY; step++) crowd = stepCrowd(crowd);
  return crowd;
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

/** Medians over the rounds, µs per agent-step; all take turns in each round. */
function medians(crowds: readonly Measured[], rounds: number, steps: number): readonly number[] {
  const times: number[][] = crowds.map(() => []);
  for (let round = 0; round < rounds; round++) {
    crowds.forEach(({ crowd }, i) => {
      let now = crowd;
      const start = performance.now();
      for (let step = 0; step < steps; step++) now = stepCrowd(now);
      times[i]!.push(1e3 * (performance.now() - start) / (steps * crowd.agents.length));
    });
  }
  return times.map((own) => own.sort((a, b) => a - b)[own.length >> 1]!);
}

function printTable(
  what: string,
  names: readonly string[],
  crowds: readonly Measured[],
  found: readonly number[],
): void {
  console.log(`\n| ${what} | plain, µs | floor and memory, µs | half-planes | floor planes |`);
  console.log("| ---: | ---: | ---: | ---: | ---: |");
  names.forEach((name, i) => {
    const { halfPlanes, floorPlanes } = countsOf(crowds[2 * i + 1]!.crowd);
    const times = [found[2 * i]!, found[2 * i + 1]!].map((time) => time.toPrecision(2));
    console.log(`| ${[name, ...times, halfPlanes.toFixed(1), floorPlanes.toFixed(1)].join(" | ")} |`);
  });
}

function numbers(text: string): readonly number[] {
  return text.split(",").map(Number);
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    agents: { type: "string", default: "250,1000,4000,16000" },
    densities: { type: "string", default: "0.05,0.15,0.3,0.6" },
    rounds: { type: "string", default: "5" },
    steps: { type: "string", default: "3" },
  },
});
const rounds = Number(values.rounds), steps = Number(values.steps);
const sizes = numbers(values.agents), densities = numbers(values.densities);
const pair = (name: string, agents: number, density: number): readonly Measured[] => [
  { name, crowd: crowdInMotion(agents, density, "plain") },
  { name, crowd: crowdInMotion(agents, density, "full") },
];
const bySize = sizes.flatMap((agents) => pair(`${agents}`, agents, 0.15));
console.log("µs per agent and step, records; 0.15 agents per square metre");
printTable("agents", sizes.map(String), bySize, medians(bySize, rounds, steps));
const byDensity = densities.flatMap((density) => pair(`${density}`, 1000, density));
console.log("\n1,000 agents");
printTable("agents per m²", densities.map(String), byDensity, medians(byDensity, rounds, steps));
