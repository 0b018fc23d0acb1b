import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { AgentId } from "../geometry/agent.ts";
import { type AgentMetrics, isAtGoal } from "./agent_metrics.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { type Judged, short, type Verdict, verdict } from "./verdict.ts";
import { judgeCount } from "./judge_count.ts";
import { digestText } from "./digest.ts";
import { type About, describeExpectation, type Expectation } from "./expectation.ts";
import type { Metrics } from "./metrics.ts";

/** An expectation and what came of it. */
export interface ExpectationResult {
  /** What was expected. */
  readonly expectation: Expectation;
  /** The same as text. */
  readonly text: string;
  /** Whether it was met. */
  readonly verdict: Verdict;
  /** What was found instead or in fact, as text. */
  readonly found: string;
}

/** Digests of further runs of the same scenario, where they were made. */
export interface Reruns {
  /** Of a second run, agents listed in the same order. */
  readonly same?: string;
  /** Of a run with the agents listed backwards. */
  readonly reversed?: string;
}

/** Lateral distance and displacement below this are rounding of the measuring itself, m. */
const ROUNDING = 1e-12;

/** Judges every expectation of the scenario by what was measured. */
export function checkExpectations(metrics: Metrics, reruns: Reruns): readonly ExpectationResult[] {
  const isComplete = metrics.time >= metrics.scenario.duration * (1 - 1e-9);
  return metrics.scenario.expect.map((expectation) => {
    const { verdict, found } = judge(expectation, metrics, reruns);
    const honest = isComplete || !mayStillChange(expectation, verdict) ? verdict : "unknown";
    return { expectation, text: describeExpectation(expectation), verdict: honest, found };
  });
}

/** In a run that ended early, what was broken stays broken, and what holds may yet break. */
function mayStillChange(expectation: Expectation, verdict: Verdict): boolean {
  switch (expectation.kind) {
    case "initialOverlap":
      return false;
    case "arrival":
    case "flow":
    case "passages":
    case "distanceToGoal":
    case "skipped":
    case "blockedReported":
    case "deadlockReported":
    case "anyOf":
      return true;
    default:
      return verdict === "holds";
  }
}

function judge(e: Expectation, metrics: Metrics, reruns: Reruns): Judged {
  switch (e.kind) {
    case "finite": {
      const broken = metrics.agents.filter(({ finite }) => !finite);
      return verdict(broken.length === 0, broken.length === 0 ? "all finite" : `not of ${names(broken)}`);
    }
    case "arrival":
      return arrival(e, metrics);
    case "gap":
    case "wallClearance":
    case "speed": {
      const watch = metrics.watches.find(([one]) => one === e)?.[1];
      if (watch === undefined || O.isNone(watch.extreme)) {
        return { verdict: e.kind === "speed" ? "unknown" : "holds", found: "nothing to measure" };
      }
      const { value, agents, time } = watch.extreme.value;
      const holds = e.kind === "speed" ? value <= e.atMost : value >= e.atLeast;
      return verdict(holds, `${short(value)} by ${agents.join(" and ")} at ${short(time)} s`);
    }
    case "acceleration":
      return atMost(e, metrics, (agent) => agent.acceleration, e.atMost);
    case "lateral":
      return atMost(e, metrics, (agent) => agent.lateral, e.atMost + ROUNDING);
    case "displacement":
      return atMost(e, metrics, (agent) => agent.displacement, e.atMost + ROUNDING);
    case "distanceToGoal":
      return atMost(e, metrics, (agent) => agent.distanceToGoal, e.atMost);
    case "reversals": {
      const total = meant(e, metrics).reduce((sum, agent) => sum + agent.reversals, 0);
      return verdict(total <= e.atMost, String(total));
    }
    case "initialOverlap": {
      const found = metrics.initialOverlaps.find(({ a, b }) => isMeant(e, a) && isMeant(e, b));
      return verdict(
        found !== undefined,
        found === undefined ? "none reported" : `${short(found.depth)} m between ${found.a} and ${found.b}`,
      );
    }
    case "blockedReported":
      return blocked(e, metrics);
    case "deadlockReported": {
      const found = metrics.deadlocks.find(({ agents }) =>
        e.agents === undefined || e.agents.every((id) => agents.includes(id))
      );
      return found === undefined ? verdict(false, "none reported") : verdict(
        found.after <= e.within,
        `${found.agents.join(" and ")} after ${short(found.after)} s, at ${short(found.time)} s`,
      );
    }
    case "insideRegion":
      return insideRegion(e, metrics);
    case "noRefusedStop": {
      const refused = meant(e, metrics).filter(({ refusedStops }) => refusedStops > 0);
      const steps = refused.reduce((sum, agent) => sum + agent.refusedStops, 0);
      return verdict(
        steps === 0,
        steps === 0 ? "in every step" : `none in ${steps} steps of ${names(refused)}`,
      );
    }
    case "skipped":
      return skipped(e, metrics);
    case "flow":
    case "passages":
    case "density":
      return judgeCount(e, metrics);
    case "repeatable": {
      const again = reruns[e.order], first = digestText(metrics.digest);
      if (again === undefined) return { verdict: "unknown", found: "not run again" };
      return verdict(again === first, again === first ? first : `${first} and then ${again}`);
    }
    case "anyOf": {
      const all = e.of.map((one) => judge(one, metrics, reruns));
      const found = all.map((one) => one.found).join("; ");
      if (all.some((one) => one.verdict === "holds")) return { verdict: "holds", found };
      return { verdict: all.some((one) => one.verdict === "unknown") ? "unknown" : "fails", found };
    }
  }
}

function arrival(e: Extract<Expectation, { readonly kind: "arrival" }>, metrics: Metrics): Judged {
  const { arrivalDistance } = metrics;
  const bound = meant(e, metrics).filter(({ goal }) => O.isSome(goal));
  const late = bound.filter((agent) =>
    !isAtGoal(agent, arrivalDistance) || O.isNone(agent.arrival) || agent.arrival.value > e.within
  );
  const { notBefore = 0 } = e;
  const early = bound.filter(({ arrival }) => O.isSome(arrival) && arrival.value < notBefore);
  if (early.length > 0) return verdict(false, `too early: ${names(early)}`);
  const times = bound.flatMap(({ arrival }) => O.isSome(arrival) ? [arrival.value] : []);
  if (late.length === 0) {
    return verdict(true, times.length === 0 ? "no one has a goal" : `last at ${short(Math.max(...times))} s`);
  }
  return verdict(false, `late, gone again or missing: ${names(late)}`);
}

function blocked(e: About & { readonly within: number }, metrics: Metrics): Judged {
  const short = meant(e, metrics).filter((agent) =>
    O.isSome(agent.goal) && !isAtGoal(agent, metrics.arrivalDistance)
  );
  const silent = short.filter(({ blockedAfter }) => O.isNone(blockedAfter) || blockedAfter.value > e.within);
  return verdict(
    silent.length === 0,
    silent.length === 0
      ? `${short.length} short of the goal, all reported`
      : `not reported: ${names(silent)}`,
  );
}

function insideRegion(e: About & { readonly atLeast?: number }, metrics: Metrics): Judged {
  const measured = meant(e, metrics).flatMap(({ id, regionMargin }) =>
    O.isSome(regionMargin) ? [{ id, ...regionMargin.value }] : []
  );
  const undecided = meant(e, metrics).reduce((sum, agent) => sum + agent.regionUndecided, 0);
  const [first, ...rest] = measured;
  if (first === undefined) {
    return undecided > 0 || metrics.steps === 0
      ? { verdict: "unknown", found: "not measured" }
      : verdict(false, "no one has a region");
  }
  const { id, margin, time, edge } = rest.reduce((a, b) => b.margin < a.margin ? b : a, first);
  const found = `${short(margin)} m by ${id} at edge ${edge}, ${short(time)} s`;
  if (margin < (e.atLeast ?? -INSIDE)) return verdict(false, found);
  return undecided > 0
    ? { verdict: "unknown", found: `${found}; not measured in ${undecided} steps` }
    : verdict(true, found);
}

function skipped({ atLeast = 0, atMost = 1, ...e }: Skipped, metrics: Metrics): Judged {
  const shares = meant(e, metrics).filter(({ steps }) => steps > 0).map((agent) =>
    agent.skippedSteps / agent.steps
  );
  if (shares.length === 0) return { verdict: "unknown", found: "nothing to measure" };
  const least = Math.min(...shares), most = Math.max(...shares);
  return verdict(least >= atLeast && most <= atMost, `${short(100 * least)} to ${short(100 * most)} %`);
}

type Skipped = Extract<Expectation, { readonly kind: "skipped" }>;

function atMost(e: About, metrics: Metrics, of: (agent: AgentMetrics) => number, limit: number): Judged {
  let most = 0, who: AgentMetrics | undefined;
  for (const agent of meant(e, metrics)) if (!(of(agent) <= most)) most = of(agent), who = agent;
  return verdict(most <= limit, who === undefined ? "0" : `${short(most)} by ${who.id}`);
}

function meant(e: About, metrics: Metrics): readonly AgentMetrics[] {
  return metrics.agents.filter(({ id }) => isMeant(e, id));
}

function isMeant({ agents }: About, id: AgentId): boolean {
  return agents === undefined || agents.includes(id);
}

function names(agents: readonly AgentMetrics[]): string {
  const shown = agents.slice(0, 5).map(({ id }) => id).join(", ");
  return agents.length > 5 ? `${shown} and ${agents.length - 5} more` : shown;
}
