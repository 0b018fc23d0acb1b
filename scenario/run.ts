import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Checked } from "../geometry/input_error.ts";
import { digestText, EMPTY_DIGEST, extendDigest } from "./digest.ts";
import { type Metrics, observe, startMetrics } from "./metrics.ts";
import { buildCrowd } from "./parse.ts";
import type { Scenario } from "./scenario.ts";
import { startStepping, stepOnce, type Stepping } from "./stepping.ts";

/** A run that is under way: what is measured so far, and the crowd as it is now. */
export interface Run extends Stepping {
  /** What was measured up to now. */
  readonly metrics: Metrics;
}

/** How many steps a scenario takes: enough to fill its duration. */
export function stepsOf(scenario: Scenario): number {
  return Math.ceil(scenario.duration / scenario.parameters.timeStep * (1 - 1e-12));
}

/** A run before its first step. Errors: those of `createCrowd`. */
export function startRun(scenario: Scenario): Checked<Run> {
  const crowd = buildCrowd(scenario);
  if (E.isLeft(crowd)) return crowd;
  const start = startStepping(scenario, crowd.right);
  return E.isLeft(start)
    ? start
    : E.right({ ...start.right, metrics: startMetrics(scenario, start.right.crowd) });
}

/** A run after one more step. */
export function stepRun({ metrics, ...now }: Run): Run {
  const { before, after } = stepOnce(now);
  return { ...after, metrics: observe(metrics, before, after.crowd) };
}

/** A whole run, measured. Errors: those of `createCrowd`. */
export function runToEnd(scenario: Scenario): Checked<Run> {
  const start = startRun(scenario);
  if (E.isLeft(start)) return start;
  let run = start.right;
  for (let step = stepsOf(scenario); step > 0; step--) run = stepRun(run);
  return E.right(run);
}

/** The order in which a scenario's agents are listed. */
export type ListOrder = "same" | "reversed";

/** The scenario with its agents listed in an order. */
export function listed(scenario: Scenario, order: ListOrder): Scenario {
  return order === "same" ? scenario : { ...scenario, agents: [...scenario.agents].reverse() };
}

/** The digest of a crowd's positions over so many steps from here, the start included; nothing else is measured. */
export function digestOfSteps(start: Stepping, steps: number): string {
  let now = start, digest = extendDigest(EMPTY_DIGEST, start.crowd);
  for (let step = 0; step < steps; step++) {
    now = stepOnce(now).after;
    digest = extendDigest(digest, now.crowd);
  }
  return digestText(digest);
}
