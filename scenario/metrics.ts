import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd, Overlap, StepReport } from "../crowd/crowd.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { type AgentMetrics, observeAgent, startAgentMetrics } from "./agent_metrics.ts";
import { type Digest, EMPTY_DIGEST, extendDigest } from "./digest.ts";
import type { Expectation } from "./expectation.ts";
import { type AreaCount, countInside, startArea } from "./counting_area.ts";
import { closedCount, countPassages, type GateCount } from "./counting_gate.ts";
import { type Quantity, type Watch, watchFor, watchStep } from "./extreme.ts";
import { addFloor, type FloorMetrics, NO_FLOOR } from "./floor_metrics.ts";
import type { Scenario } from "./scenario.ts";
import { stepMotions } from "./step_motion.ts";

/** A group that was reported as deadlocked. */
export interface Deadlock {
  /** Its members, in the order of IDs. */
  readonly agents: readonly AgentId[];
  /** When it was first reported, s. */
  readonly time: number;
  /** How long after the last member had stopped, s. */
  readonly after: number;
}

/** An overlap at a step's end. */
export interface OverlapAt extends Overlap {
  /** s from the start. */
  readonly time: number;
}

/** The expectations that speak of an extreme, at any depth of `anyOf`. */
export type WatchedExpectation = Extract<Expectation, { readonly kind: Quantity }>;

/** Everything measured of a run so far (C13). */
export interface Metrics {
  /** What is run. */
  readonly scenario: Scenario;
  /** Distance at which an agent counts as arrived, m. */
  readonly arrivalDistance: number;
  /** s from the start. */
  readonly time: number;
  /** Steps observed. */
  readonly steps: number;
  /** One for every agent, in the order of IDs. */
  readonly agents: readonly AgentMetrics[];
  /** Least surface gap of any pair that shares a storey. */
  readonly leastGap: Watch;
  /** Least distance of any agent to a wall, minus its radius. */
  readonly leastClearance: Watch;
  /** Largest speed in the last 3 s of the scenario's duration. */
  readonly lateSpeed: Watch;
  /** The extremes that expectations ask for. */
  readonly watches: readonly (readonly [WatchedExpectation, Watch])[];
  /** What passed the scenario's gates, in its order. */
  readonly gates: readonly GateCount[];
  /** How many were in its areas, in its order. */
  readonly areas: readonly AreaCount[];
  /** Decisions of each kind, all steps together. */
  readonly counts: StepReport["counts"];
  /** Half-planes of neighbors that decisions were made with, all steps together: what avoiding costs, without a clock. */
  readonly halfPlanes: number;
  /** What the separation floor did. */
  readonly floor: FloorMetrics;
  /** Overlaps that the new crowd reported before any step. */
  readonly initialOverlaps: readonly Overlap[];
  /** Pairs that overlap by more than rounding at the steps' ends, all steps together. */
  readonly overlapSteps: number;
  /** The deepest of them, where there was one. */
  readonly deepestOverlap: O.Option<OverlapAt>;
  /** Groups that were reported as deadlocked, in the order of their first report. */
  readonly deadlocks: readonly Deadlock[];
  /** Digest of all positions after every step, the start included. */
  readonly digest: Digest;
}

/** Discs that overlap by no more than this touch, m: rounding of coordinates does as much. */
const TOUCHING = 1e-9;

/** Seconds before the end in which agents ought to have come to rest. */
const LATE = 3;

/** Metrics of a run before its first step. `crowd` is the scenario's crowd at its start. */
export function startMetrics(scenario: Scenario, crowd: Crowd): Metrics {
  const { arrivalDistance } = crowd.parameters;
  const watch = (quantity: Quantity, from = 0): Watch => ({ quantity, from, extreme: O.none });
  return {
    scenario,
    arrivalDistance,
    time: crowd.time,
    steps: 0,
    agents: crowd.agents.map((agent) => startAgentMetrics(agent, arrivalDistance)),
    leastGap: watch("gap"),
    leastClearance: watch("wallClearance"),
    lateSpeed: watch("speed", Math.max(0, scenario.duration - LATE)),
    watches: watched(scenario.expect).map((e) => [e, watchFor(e)]),
    gates: (scenario.gates ?? []).map(closedCount),
    areas: (scenario.areas ?? []).map((area) => startArea(area, centersOf(crowd))),
    counts: crowd.report.counts,
    halfPlanes: 0,
    floor: NO_FLOOR,
    initialOverlaps: crowd.report.overlaps,
    overlapSteps: 0,
    deepestOverlap: O.none,
    deadlocks: [],
    digest: extendDigest(EMPTY_DIGEST, crowd),
  };
}

function watched(expect: readonly Expectation[]): readonly WatchedExpectation[] {
  return expect.flatMap((e) => {
    if (e.kind === "anyOf") return watched(e.of);
    return e.kind === "gap" || e.kind === "wallClearance" || e.kind === "speed" ? [e] : [];
  });
}

/** Metrics after one more step from `before` to `after`. Agents that were added on the way are not followed. */
export function observe(metrics: Metrics, before: Crowd, after: Crowd): Metrics {
  const motions = stepMotions(before, after);
  const motionOf = new Map(motions.map((motion) => [motion.after.id, motion]));
  const decisions = new Map(after.report.decisions.map((one) => [one.id, one]));
  const walls = metrics.scenario.walls;
  const look = (watch: Watch): Watch => watchStep(watch, before.time, motions, walls);
  const agents = metrics.agents.map((agent) => {
    const motion = motionOf.get(agent.id);
    return motion === undefined
      ? agent
      : observeAgent(agent, motion, before.time, after, decisions.get(agent.id));
  });
  return {
    ...metrics,
    time: after.time,
    steps: metrics.steps + 1,
    agents,
    leastGap: look(metrics.leastGap),
    leastClearance: look(metrics.leastClearance),
    lateSpeed: look(metrics.lateSpeed),
    watches: metrics.watches.map(([e, watch]) => [e, look(watch)]),
    gates: metrics.gates.map((gate) => countPassages(gate, before.time, after.time - before.time, motions)),
    areas: metrics.areas.map((area) => countInside(area, after.time, centersOf(after))),
    counts: sum(metrics.counts, after.report.counts),
    halfPlanes: metrics.halfPlanes + neighborHalfPlanes(after.report.decisions),
    floor: addFloor(metrics.floor, after.report.decisions),
    overlapSteps: metrics.overlapSteps + after.report.overlaps.filter(({ depth }) => depth > TOUCHING).length,
    deepestOverlap: deepest(metrics.deepestOverlap, after),
    deadlocks: [...metrics.deadlocks, ...newDeadlocks(metrics.deadlocks, agents, after)],
    digest: extendDigest(metrics.digest, after),
  };
}

function centersOf({ agents }: Crowd): readonly Vec2[] {
  return agents.map(({ position }) => position);
}

function neighborHalfPlanes(decisions: StepReport["decisions"]): number {
  let count = 0;
  for (const { decision: { margins } } of decisions) {
    for (const { constraint } of margins) if (constraint.kind === "neighbor") count++;
  }
  return count;
}

function sum(a: StepReport["counts"], b: StepReport["counts"]): StepReport["counts"] {
  return {
    Clear: a.Clear + b.Clear,
    AvoidanceRelaxed: a.AvoidanceRelaxed + b.AvoidanceRelaxed,
    ProvenStop: a.ProvenStop + b.ProvenStop,
    BoundaryUnreachable: a.BoundaryUnreachable + b.BoundaryUnreachable,
    Uncontrolled: a.Uncontrolled + b.Uncontrolled,
  };
}

function deepest(known: O.Option<OverlapAt>, after: Crowd): O.Option<OverlapAt> {
  let most = known;
  for (const overlap of after.report.overlaps) {
    if (overlap.depth <= TOUCHING) continue;
    if (O.isNone(most) || overlap.depth > most.value.depth) most = O.some({ ...overlap, time: after.time });
  }
  return most;
}

function newDeadlocks(
  known: readonly Deadlock[],
  agents: readonly AgentMetrics[],
  after: Crowd,
): readonly Deadlock[] {
  return after.report.deadlocked
    .filter((group) => !known.some((one) => sameMembers(one.agents, group)))
    .map((group) => {
      const stops = agents.filter(({ id }) => group.includes(id)).map(({ stillSince }) =>
        O.isSome(stillSince) ? stillSince.value : after.time
      );
      return { agents: group, time: after.time, after: after.time - Math.max(...stops) };
    });
}

function sameMembers(a: readonly AgentId[], b: readonly AgentId[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
