import type { Engine, Run } from "./engine.ts";
import type { Scene } from "./scene.ts";

/** How long an engine's steps took. */
export interface Timed {
  /** Median over the rounds, ns per agent and step. */
  readonly nanoseconds: number;
  /** Median over the rounds of its time against the first engine's in the same round. */
  readonly ratio: number;
}

/** How much is timed. */
export interface Rounds {
  /** Steps of each engine before the first round. */
  readonly warmUp: number;
  /** Rounds; in each of them all engines take their turn. */
  readonly rounds: number;
  /** Steps of a turn. */
  readonly steps: number;
}

/**
 * Times engines in turns, so that a machine that gets slower or faster meanwhile does so for all of them. Each engine goes on
 * with its own run; every other round the order is reversed.
 */
export async function timeInTurns(
  engines: readonly Engine[],
  scene: Scene,
  { warmUp, rounds, steps }: Rounds,
): Promise<readonly Timed[]> {
  const runs: Run[] = [];
  for (const engine of engines) runs.push(await engine.start(scene));
  const takeSteps = ({ step }: Run, count: number): number => {
    collectGarbage();
    const start = performance.now();
    for (let k = 0; k < count; k++) step();
    return 1e6 * (performance.now() - start) / (count * scene.starts.length);
  };
  for (const run of runs) takeSteps(run, warmUp);
  const times: number[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = runs.map((_, i) => round % 2 === 0 ? i : runs.length - 1 - i);
    for (const i of order) times[i]!.push(takeSteps(runs[i]!, steps));
  }
  for (const { stop } of runs) stop();
  return times.map((own) => ({
    nanoseconds: median(own),
    ratio: median(own.map((time, round) => time / times[0]![round]!)),
  }));
}

/** Where the process lets us (`--v8-flags=--expose-gc`): nobody pays for what another has left behind. */
function collectGarbage(): void {
  (globalThis as { readonly gc?: () => void }).gc?.();
}

/** The middle of the sorted numbers, the upper one of two. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}
