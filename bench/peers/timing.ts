import type { Engine } from "./engine.ts";
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
  /** Agent-steps of each engine before the first round: code that is compiled as it runs is as fast as it gets by then. */
  readonly warmUp: number;
  /** Rounds; in each of them all engines take their turn. */
  readonly rounds: number;
  /** Steps of the scene before those that are timed. */
  readonly from: number;
  /** Steps of a turn. */
  readonly steps: number;
}

/** An engine at work on a scene, here or elsewhere. */
export interface Timing {
  /** Starts the scene anew, takes `from` steps of it, and times `steps` more. @returns ms */
  readonly turn: (from: number, steps: number) => Promise<number>;
  /** Ends it. */
  readonly stop: () => void;
}

/** Times an engine here. */
export function timingOf(engine: Engine, scene: Scene): Timing {
  return {
    turn: async (from, steps) => {
      const { step, stop } = await engine.start(scene);
      for (let k = 0; k < from; k++) step();
      collectGarbage();
      const start = performance.now();
      for (let k = 0; k < steps; k++) step();
      const milliseconds = performance.now() - start;
      stop();
      return milliseconds;
    },
    stop: () => {},
  };
}

/**
 * Times engines in turns, so that a machine that gets slower or faster meanwhile does so for all of them: the same steps of the
 * scene in each. Every other round the order is reversed.
 *
 * @param agents of the scene
 */
export async function timeInTurns(
  engines: readonly Timing[],
  agents: number,
  { warmUp, rounds, from, steps }: Rounds,
): Promise<readonly Timed[]> {
  const times: number[][] = engines.map(() => []), turns = Math.ceil(warmUp / (agents * (from + steps)));
  for (const { turn } of engines) for (let k = 0; k < turns; k++) await turn(from, steps);
  for (let round = 0; round < rounds; round++) {
    const order = engines.map((_, i) => round % 2 === 0 ? i : engines.length - 1 - i);
    for (const i of order) times[i]!.push(1e6 * await engines[i]!.turn(from, steps) / (steps * agents));
  }
  for (const { stop } of engines) stop();
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
