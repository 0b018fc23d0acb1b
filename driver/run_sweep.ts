import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Checked } from "../geometry/input_error.ts";
import { stepsOf } from "../scenario/run.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type SweepRow, sweepRow, type SweepSettings, sweptScenarios } from "../scenario/sweep.ts";
import type { Progress } from "./breather.ts";
import { runScenario } from "./run_scenario.ts";

/** A row of a sweep, with what only a clock can say. */
export interface SweptRun {
  /** What it came to: the same each time. */
  readonly row: SweepRow;
  /** Computing time of the median step, µs per agent. */
  readonly microseconds: number;
}

/**
 * Runs a scenario at every point, with progress over all of them, until the signal: the points that were run to their ends.
 * `sweep` is the same without a clock.
 *
 * Errors: those of `createCrowd` for values that are not allowed; then nothing is run.
 */
export async function runSweep(
  scenario: Scenario,
  points: readonly SweepSettings[],
  { signal, onProgress }: {
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: Progress) => void;
  } = {},
): Promise<Checked<readonly SweptRun[]>> {
  const variants = sweptScenarios(scenario, points);
  if (E.isLeft(variants)) return variants;
  const steps = variants.right.reduce((sum, variant) => sum + stepsOf(variant), 0), runs: SweptRun[] = [];
  let before = 0;
  for (const [i, variant] of variants.right.entries()) {
    const result = await runScenario(variant, {
      ...(signal === undefined ? {} : { signal }),
      onProgress: ({ done }) => onProgress?.({ done: before + done, steps }),
    });
    if (E.isLeft(result)) return result;
    const { summary, microseconds, stoppedAt } = result.right;
    if (O.isSome(stoppedAt)) break;
    runs.push({ row: sweepRow(points[i]!, summary), microseconds });
    before += stepsOf(variant);
  }
  return E.right(runs);
}
