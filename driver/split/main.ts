/**
 * A world on two processes, worked out: `deno run -A driver/split/main.ts`. A crowd is laid down in a folder, split in the
 * middle, stepped by two processes that talk over loopback, gathered again and compared with the same crowd stepped here.
 *
 * Options: `--agents 300`, `--steps 60`, `--processes 2`, `--seed 1`, `--kill 25` (ends the second process as soon as it
 * has said that it is at this tick; the run then goes on from what is stored).
 *
 * @module
 */
import { parseArgs } from "node:util";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { stepCrowd } from "../../crowd/step.ts";
import { digestText, EMPTY_DIGEST, extendDigest } from "../../scenario/digest.ts";
import { randomDense } from "../../scenario/generate.ts";
import { partFailureText } from "./part_failure.ts";
import type { PartWord } from "./part_process.ts";
import { gatherSplit, laySplit, runSplit, type SplitRun } from "./run_split.ts";

/** A random crowd that is twelve times as long as wide: most agents are far from every cut. */
function longCrowd(agents: number, seed: number): Crowd {
  const side = Math.sqrt(agents / 0.08), stretch = Math.sqrt(12);
  const along = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: x * stretch,
    y: y / stretch,
  });
  const created = createCrowd({
    agents: randomDense(agents, side, 2.5, seed).map(({ position, goal }, id) => ({
      id,
      position: along(position),
      goal: along(goal),
      radius: 0.3,
      maxSpeed: 1.5,
      budget: 5,
    })),
    parameters: { timeHorizon: 2, timeStep: 0.1, neighborDistance: 5, maxNeighbors: 10 },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  return created.right;
}

/** Cuts that give each of so many parts as many agents as the others, to begin with. */
function evenCuts({ agents }: Crowd, parts: number): readonly number[] {
  const xs = agents.map(({ position }) => position.x).sort((a, b) => a - b);
  return Array.from({ length: parts - 1 }, (_, i) => xs[Math.floor((i + 1) * xs.length / parts)]!);
}

/** What a part's words add up to. */
interface Account {
  steps: number;
  own: number;
  seen: number;
  arrived: number;
  traffic: number;
}

function addWord(account: Account, word: PartWord): void {
  if (word.kind === "Done") account.traffic += word.traffic;
  if (word.kind !== "Stepped") return;
  account.steps++;
  account.own += word.own;
  account.seen += word.seen;
  account.arrived += word.arrived;
}

function accountText({ steps, own, seen, arrived, traffic }: Account, part: number): string {
  const perStep = (sum: number, digits = 0): string => (sum / Math.max(1, steps)).toFixed(digits);
  return `part ${part}: ${steps} steps, ${perStep(own)} own agents and ${
    perStep(seen)
  } of others in a step, ` +
    `${arrived} came to stay, ${perStep(traffic / 1024, 1)} KiB in a step`;
}

function digestOf(crowd: Crowd): string {
  return digestText(extendDigest(EMPTY_DIGEST, crowd));
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      agents: { type: "string", default: "300" },
      steps: { type: "string", default: "60" },
      processes: { type: "string", default: "2" },
      seed: { type: "string", default: "1" },
      kill: { type: "string" },
    },
  });
  const steps = Number(values.steps), whole = longCrowd(Number(values.agents), Number(values.seed));
  const folder = await Deno.makeTempDir({ prefix: "halfstep-split-" });
  const accounts: Account[] = [];
  let killAt = values.kill === undefined ? Infinity : Number(values.kill);
  const run: SplitRun = {
    folder,
    cuts: evenCuts(whole, Number(values.processes)),
    onWord: (word, part, process) => {
      addWord(accounts[part] ??= { steps: 0, own: 0, seen: 0, arrived: 0, traffic: 0 }, word);
      if (word.kind === "Failed") console.log(`part ${part} stops: ${word.reason}`);
      if (part !== 1 || word.kind !== "Stepped" || word.tick < killAt) return;
      killAt = Infinity;
      console.log(`part ${part} is killed at tick ${word.tick}`);
      process.kill("SIGKILL");
    },
  };
  try {
    const laid = await laySplit(run, whole);
    if (E.isLeft(laid)) throw new Error(partFailureText(laid.left));
    for (let life = 0; await runSplit(run, steps) === "stopped"; life++) {
      if (life === 3) throw new Error("the parts do not come to their last tick");
    }
    const gathered = await gatherSplit(run, steps);
    if (E.isLeft(gathered)) throw new Error(partFailureText(gathered.left));
    let alone = whole;
    for (let step = 0; step < steps; step++) alone = stepCrowd(alone);
    accounts.forEach((account, part) => console.log(accountText(account, part)));
    const split = digestOf(gathered.right), one = digestOf(alone);
    console.log(
      `${gathered.right.agents.length} agents after ${steps} steps: ${split} in parts, ${one} in one`,
    );
    return split === one ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
