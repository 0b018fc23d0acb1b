/**
 * A run with every crowd on its way, and what is wrong with it.
 *
 * @module
 */
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Crowd, CrowdAgent } from "../../../crowd/crowd.ts";
import type { Vec2 } from "../../../geometry/vector.ts";
import { digestOfSteps, listed, type ListOrder, startRun, stepRun, stepsOf } from "../../../scenario/run.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { type RunSummary, summarise } from "../../../scenario/summary.ts";

/** A run to its end. */
export interface WholeRun {
  readonly scenario: Scenario;
  readonly summary: RunSummary;
  /** The crowd at the start and after every step. */
  readonly crowds: readonly Crowd[];
}

/** Runs a scenario, and again for the expectations that ask for it. */
export function wholeRun(scenario: Scenario): WholeRun {
  const start = startRun(scenario);
  if (E.isLeft(start)) throw new Error(JSON.stringify(start.left));
  let run = start.right;
  const crowds = [run.crowd];
  for (let step = stepsOf(scenario); step > 0; step--) {
    run = stepRun(run);
    crowds.push(run.crowd);
  }
  const again = (order: ListOrder): { [order: string]: string } => {
    if (!scenario.expect.some((e) => e.kind === "repeatable" && e.order === order)) return {};
    const second = startRun(listed(scenario, order));
    return E.isLeft(second) ? {} : { [order]: digestOfSteps(second.right, stepsOf(scenario)) };
  };
  return { scenario, summary: summarise(run.metrics, { ...again("same"), ...again("reversed") }), crowds };
}

/** The expectations that do not hold. */
export function broken({ summary }: WholeRun): readonly string[] {
  return summary.expectations.filter(({ verdict }) => verdict !== "holds")
    .map(({ text, verdict, found }) => `${verdict}: ${text}, found ${found}`);
}

/** Agent number `index` of the scenario in a crowd of its run. */
export function agentAt({ scenario }: WholeRun, crowd: Crowd, index: number): CrowdAgent {
  const { id } = scenario.agents[index]!;
  return crowd.agents.find((agent) => agent.id === id)!;
}

/** The places of agent number `index`, from the start to the end. */
export function wayOf(run: WholeRun, index: number): readonly Vec2[] {
  return run.crowds.map((crowd) => agentAt(run, crowd, index).position);
}

/** The crowd at a time, s. */
export function crowdAt({ scenario, crowds }: WholeRun, time: number): Crowd {
  return crowds[Math.min(crowds.length - 1, Math.round(time / scenario.parameters.timeStep))]!;
}
