import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { AgentDecision, Crowd } from "../crowd/crowd.ts";
import { CROSSING, type HandoffNews } from "../crowd/tiled_crowd.ts";
import type { Checked } from "../geometry/input_error.ts";
import type { Reruns } from "../scenario/check_expectations.ts";
import { type Digest, digestText, EMPTY_DIGEST, extendDigest } from "../scenario/digest.ts";
import type { Expectation } from "../scenario/expectation.ts";
import { type Metrics, observe } from "../scenario/metrics.ts";
import { listed, type ListOrder, startRun, stepsOf } from "../scenario/run.ts";
import { crowdInputOf } from "../scenario/parse.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type RunSummary, summarise } from "../scenario/summary.ts";
import { inputOf, stepOnce, type Stepping } from "../scenario/stepping.ts";
import { extendTrails, type HandoffTimeline, handoffTimeline, type Trail } from "../view/mod.ts";
import { breather, type Progress } from "./breather.ts";
import {
  type DrivenCrowd,
  drivenCrowd,
  type Given,
  type RunInput,
  type RunOutlets,
  stepDriven,
} from "./driven_crowd.ts";
import type { StoreFailure } from "./handoff_store.ts";
import { endRecording } from "./recording.ts";
import type { RecordFailure } from "./run_entry.ts";

/** How to run a scenario. */
export interface RunOptions extends RunOutlets {
  /** Stops the run after the current step. */
  readonly signal?: AbortSignal;
  /** Told now and then, and at the end. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A decision that is worth a picture, and the crowd that it was made in. */
export interface Showpiece {
  /** The crowd before the step. */
  readonly crowd: Crowd;
  /** What one of its agents decided. */
  readonly decision: AgentDecision;
}

/** What came of running a scenario. */
export interface ScenarioResult {
  /** What was run. */
  readonly scenario: Scenario;
  /** The crowd at the end. */
  readonly crowd: Crowd;
  /** Numbers and verdicts. */
  readonly summary: RunSummary;
  /** Ways of all agents, thinned out. */
  readonly trails: readonly Trail[];
  /** The decision with the most at stake; none when nothing was decided. */
  readonly showpiece: O.Option<Showpiece>;
  /** Handoffs over time; none: the scenario has no tiles. */
  readonly handoffs: O.Option<HandoffTimeline>;
  /** Why handoffs could not be written down, if so; those who were crossing were brought to rest. */
  readonly storeFailure: O.Option<StoreFailure>;
  /** Why the record of the run is not whole, where one was asked for. */
  readonly recordFailure: O.Option<RecordFailure>;
  /** When it was stopped, s of the run; none: it ran to its end. */
  readonly stoppedAt: O.Option<number>;
  /** Computing time of `stepCrowd` alone, µs per agent and step. */
  readonly microseconds: number;
}

/** Most positions of a trail: more would not be seen. */
const TRAIL_POINTS = 240;

/**
 * Runs a scenario to its end, or until the signal; measured all along. Scenarios that expect to be repeatable are run
 * again without measuring.
 *
 * Errors: those of `createCrowd`.
 */
export async function runScenario(
  scenario: Scenario,
  options: RunOptions = {},
): Promise<Checked<ScenarioResult>> {
  const start = startRun(scenario);
  if (E.isLeft(start)) return start;
  const steps = stepsOf(scenario), orders = wantedOrders(scenario.expect);
  const stop = (): boolean => options.signal?.aborted === true;
  const breathe = breather((done) => options.onProgress?.({ done, steps: steps * (1 + orders.length) }));

  let { crowd, metrics }: { crowd: Crowd; metrics: Metrics } = start.right;
  const driven = await drivenCrowd(runInputOf(scenario), options);
  if (E.isLeft(driven)) return driven;
  let now: DrivenCrowd = driven.right;
  const news: HandoffNews[] = [];
  let trails = withInterval(extendTrails([], crowd), thinning(steps) * crowd.parameters.timeStep);
  let showpiece: Rated | undefined, step = 0;
  const milliseconds: number[] = [];
  for (; step < steps && !stop(); step++) {
    const began = performance.now();
    const { before, after: driven, news: more } = await stepDriven(now, givenOf(scenario, crowd)),
      after = driven.crowd;
    milliseconds.push((performance.now() - began) / Math.max(1, before.agents.length));
    now = driven;
    news.push(...more);
    metrics = observe(metrics, before, after);
    showpiece = better(showpiece, before, after);
    if ((step + 1) % thinning(steps) === 0) trails = extendTrails(trails, after);
    crowd = after;
    await breathe(step + 1);
  }
  now = await endRecording(now);
  const reruns: { same?: string; reversed?: string } = {};
  for (let i = 0; i < orders.length && !stop(); i++) {
    const again = await repeat(
      listed(scenario, orders[i]!),
      steps,
      stop,
      (n) => breathe(steps * (1 + i) + n),
    );
    if (again !== undefined) reruns[orders[i]!] = again;
  }
  options.onProgress?.({
    done: stop() ? step : steps * (1 + orders.length),
    steps: steps * (1 + orders.length),
  });
  const summary: RunSummary = summarise(metrics, reruns satisfies Reruns);
  return E.right({
    scenario,
    crowd,
    summary,
    trails,
    showpiece: showpiece === undefined
      ? O.none
      : O.some({ crowd: showpiece.crowd, decision: showpiece.decision }),
    handoffs: now.handoffs === undefined ? O.none : O.some(handoffTimeline(news, CROSSING.tick, crowd.time)),
    storeFailure: now.handoffs === undefined ? O.none : now.handoffs.failure,
    recordFailure: now.recording?.failure ?? O.none,
    stoppedAt: step < steps ? O.some(crowd.time) : O.none,
    microseconds: 1000 * median(milliseconds),
  });
}

/** What a scenario's run begins with. */
export function runInputOf(scenario: Scenario): RunInput {
  const { ground } = scenario, crowd = crowdInputOf(scenario);
  return ground === undefined ? { crowd } : { crowd, ground };
}

/** What a step is given: who leaves before it, where agents leave at their goals, and who looks. */
function givenOf(scenario: Scenario, { report: { arrived } }: Crowd): Given {
  const input = inputOf(scenario);
  return scenario.atGoal === "leave" && arrived.length > 0
    ? { changes: [{ kind: "AgentsRemoved", ids: arrived }], input }
    : { input };
}

/** The middle one of some numbers: the first steps, in which the engine still warms up, do not count for much. */
function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** Orders of the list in which the expectations want the run repeated. */
function wantedOrders(expect: readonly Expectation[]): readonly ListOrder[] {
  const wanted = new Set(expect.flatMap(function orders(e): readonly ListOrder[] {
    return e.kind === "repeatable" ? [e.order] : e.kind === "anyOf" ? e.of.flatMap(orders) : [];
  }));
  return (["same", "reversed"] as const).filter((order) => wanted.has(order));
}

/** The digest of a whole further run; nothing when it was stopped. */
async function repeat(
  scenario: Scenario,
  steps: number,
  stop: () => boolean,
  breathe: (done: number) => Promise<void>,
): Promise<string | undefined> {
  const start = startRun(scenario);
  if (E.isLeft(start)) return undefined;
  let now: Stepping = start.right, digest: Digest = extendDigest(EMPTY_DIGEST, now.crowd);
  for (let step = 0; step < steps; step++) {
    if (stop()) return undefined;
    now = stepOnce(now).after;
    digest = extendDigest(digest, now.crowd);
    await breathe(step + 1);
  }
  return digestText(digest);
}

/** Every how many steps a trail gets a point. */
function thinning(steps: number): number {
  return Math.max(1, Math.ceil(steps / TRAIL_POINTS));
}

function withInterval(trails: readonly Trail[], interval: number): readonly Trail[] {
  return trails.map((trail) => ({ ...trail, interval }));
}

interface Rated extends Showpiece {
  readonly rank: number;
}

/** Constraints of one decision that a picture can show without becoming a thicket. */
const READABLE = 12;

/**
 * The decision with the most that binds it; what is not clear counts for more, and more constraints than can be read count
 * against it. The first of equals stays.
 */
function better(best: Rated | undefined, before: Crowd, after: Crowd): Rated | undefined {
  for (const decision of after.report.decisions) {
    const { kind, active, margins } = decision.decision, count = margins.length;
    const legible = count <= READABLE ? count : READABLE - 10 * (count - READABLE);
    const rank = (kind === "Clear" ? 0 : 100) + 20 * active.length + legible;
    if (best === undefined || rank > best.rank) best = { rank, crowd: before, decision };
  }
  return best;
}
