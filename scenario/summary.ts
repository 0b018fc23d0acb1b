import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { AgentId } from "../geometry/agent.ts";
import { type AgentMetrics, isAtGoal } from "./agent_metrics.ts";
import { checkExpectations, type ExpectationResult, type Reruns } from "./check_expectations.ts";
import type { AreaCount } from "./counting_area.ts";
import type { GateCount } from "./counting_gate.ts";
import { digestText } from "./digest.ts";
import type { Extreme } from "./extreme.ts";
import type { Deadlock, Metrics, OverlapAt } from "./metrics.ts";
import { type TravelTimes, travelTimes } from "./travel_times.ts";

/** An agent's arrival time against the straight-line bound. */
export interface Ratio {
  /** Whose. */
  readonly id: AgentId;
  /** Arrival time over the bound, at least 1 but for rounding. */
  readonly ratio: number;
}

/** What a run came to (C13). Times in s, lengths in m. */
export interface RunSummary {
  /** The scenario's ID. */
  readonly id: string;
  /** The scenario's title. */
  readonly title: string;
  /** Simulated seconds. */
  readonly time: number;
  /** Steps taken. */
  readonly steps: number;
  /** Every agent's metrics, in the order of IDs. */
  readonly agents: readonly AgentMetrics[];
  /** How many agents have a goal. */
  readonly withGoal: number;
  /** Who was at its goal at the end, in the order of IDs. */
  readonly arrived: readonly AgentId[];
  /** When the last of them came; none when no one arrived. */
  readonly lastArrival: O.Option<number>;
  /** How long they took; none when no one arrived. */
  readonly travelTimes: O.Option<TravelTimes>;
  /** Mean of arrival time over straight-line bound, of those who arrived and had more than a step to go. */
  readonly meanRatio: O.Option<number>;
  /** The largest of these ratios. */
  readonly worstRatio: O.Option<Ratio>;
  /** Least gap of any pair that shares a storey, over continuous time. */
  readonly leastGap: O.Option<Extreme>;
  /** Least wall clearance of any agent, over continuous time; none without walls. */
  readonly leastClearance: O.Option<Extreme>;
  /** Least margin of any agent to the edges of its region, over continuous time; none without regions. */
  readonly leastRegionMargin: O.Option<Extreme>;
  /** Steps of agents that were too near a turning edge to be measured; they are left out of `leastRegionMargin`. */
  readonly regionUndecided: number;
  /** What passed the scenario's gates, in its order. */
  readonly gates: readonly GateCount[];
  /** How many were in its areas, in its order. */
  readonly areas: readonly AreaCount[];
  /** What the separation floor did. */
  readonly floor: Metrics["floor"];
  /** Largest speed in the last 3 s of the duration; none when the run ended before. */
  readonly lateSpeed: O.Option<Extreme>;
  /** Decisions of each kind. */
  readonly counts: Metrics["counts"];
  /** Half-planes of neighbors per decision; 0 without decisions. */
  readonly halfPlanesPerDecision: number;
  /** Pairs that overlapped at the start. */
  readonly initialOverlaps: number;
  /** Pairs that overlap by more than rounding at the steps' ends, all steps together. */
  readonly overlapSteps: number;
  /** The deepest overlap at a step's end. */
  readonly deepestOverlap: O.Option<OverlapAt>;
  /** Agents that were reported as stalled at some time. */
  readonly stalled: readonly AgentId[];
  /** Groups that were reported as deadlocked. */
  readonly deadlocks: readonly Deadlock[];
  /** Sharp turns, all agents together. */
  readonly reversals: number;
  /** Way covered by all agents together, m. */
  readonly pathLength: number;
  /** What came of each expectation. */
  readonly expectations: readonly ExpectationResult[];
  /** Digest of all positions: equal digests, equal runs. */
  readonly digest: string;
}

/** What a run came to. `reruns` are digests of further runs, for the expectations that ask for them. */
export function summarise(metrics: Metrics, reruns: Reruns): RunSummary {
  const { scenario, agents, arrivalDistance } = metrics;
  const { timeStep } = scenario.parameters;
  const arrived = agents.filter((agent) => isAtGoal(agent, arrivalDistance));
  const ratios = arrived.flatMap(({ id, arrival, bound }) =>
    O.isSome(arrival) && bound >= timeStep && Number.isFinite(bound)
      ? [{ id, ratio: arrival.value / bound }]
      : []
  );
  const times = O.fromNullable(
    travelTimes(arrived.flatMap(({ arrival }) => O.isSome(arrival) ? [arrival.value] : [])),
  );
  return {
    id: scenario.id,
    title: scenario.title,
    time: metrics.time,
    steps: metrics.steps,
    agents,
    withGoal: agents.filter(({ goal }) => O.isSome(goal)).length,
    arrived: arrived.map(({ id }) => id),
    lastArrival: O.map(({ most }: TravelTimes) => most)(times),
    travelTimes: times,
    meanRatio: ratios.length === 0
      ? O.none
      : O.some(ratios.reduce((sum, { ratio }) => sum + ratio, 0) / ratios.length),
    worstRatio: worst(ratios),
    leastGap: metrics.leastGap.extreme,
    leastClearance: metrics.leastClearance.extreme,
    leastRegionMargin: leastRegionMargin(agents),
    regionUndecided: agents.reduce((sum, agent) => sum + agent.regionUndecided, 0),
    gates: metrics.gates,
    areas: metrics.areas,
    floor: metrics.floor,
    lateSpeed: metrics.lateSpeed.extreme,
    counts: metrics.counts,
    halfPlanesPerDecision: metrics.halfPlanes / Math.max(1, decisionsOf(metrics.counts)),
    initialOverlaps: metrics.initialOverlaps.length,
    overlapSteps: metrics.overlapSteps,
    deepestOverlap: metrics.deepestOverlap,
    stalled: agents.filter(({ stalled }) => O.isSome(stalled)).map(({ id }) => id),
    deadlocks: metrics.deadlocks,
    reversals: agents.reduce((sum, agent) => sum + agent.reversals, 0),
    pathLength: agents.reduce((sum, agent) => sum + agent.pathLength, 0),
    expectations: checkExpectations(metrics, reruns),
    digest: digestText(metrics.digest),
  };
}

/** How many decisions were taken. */
export function decisionsOf(counts: Metrics["counts"]): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function leastRegionMargin(agents: readonly AgentMetrics[]): O.Option<Extreme> {
  let least: O.Option<Extreme> = O.none;
  for (const { id, regionMargin } of agents) {
    if (O.isNone(regionMargin)) continue;
    const { margin: value, time } = regionMargin.value;
    if (O.isNone(least) || value < least.value.value) least = O.some({ value, agents: [id], time });
  }
  return least;
}

function worst(ratios: readonly Ratio[]): O.Option<Ratio> {
  const [first, ...rest] = ratios;
  return first === undefined ? O.none : O.some(rest.reduce((a, b) => b.ratio > a.ratio ? b : a, first));
}
