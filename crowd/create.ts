import { leastFloorSlack, readFloorSlack } from "../avoidance/floor_slack.ts";
import { type Obstacle, readObstacles } from "../boundary/obstacle.ts";
import { compareAgentIds } from "../geometry/agent.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import { sortedById } from "../geometry/orca.ts";
import { checked, readRecord } from "../geometry/reader.ts";
import type { Crowd, CrowdAgent, CrowdParameters, StepReport } from "./crowd.ts";
import { uniformGrid } from "./neighbor_search.ts";
import { findOverlaps } from "./overlaps.ts";
import { readCrowdAgents, readCrowdParameters } from "./parse_crowd.ts";
import { arrivedAgents } from "./waiting.ts";

/**
 * A crowd from unknown input `{ agents, parameters, obstacles }` (C1, C8), or everything that is wrong with it. Fields of
 * agents and parameters that are not given take their defaults; without `obstacles` there are no walls.
 *
 * The new crowd's report lists the overlaps that it starts with.
 *
 * @example
 * ```ts
 * import { createCrowd, stepCrowd } from "@halfstep/halfstep";
 *
 * const created = createCrowd({
 *   agents: [
 *     { id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1.2, goal: { x: 10, y: 0 } },
 *     { id: "b", position: { x: 10, y: 0 }, radius: 0.5, maxSpeed: 1.2, goal: { x: 0, y: 0 } },
 *   ],
 *   parameters: { timeHorizon: 3, timeStep: 0.1 },
 * });
 * if (created._tag === "Left") throw new Error(created.left[0].rule);
 * const next = stepCrowd(created.right);
 * if (next.report.counts.Clear !== 2) throw new Error("both have room");
 * ```
 */
export function createCrowd(input: unknown): Checked<Crowd> {
  return checked(input, (value, reader) => {
    const record = readRecord(value, [], reader);
    const parameters = readCrowdParameters(record["parameters"], ["parameters"], reader);
    const agents = readCrowdAgents(record["agents"], ["agents"], reader, parameters);
    const obstacles = record["obstacles"] === undefined
      ? []
      : readObstacles(record["obstacles"], ["obstacles"], reader);
    const given = (record["parameters"] as { readonly floorSlack?: unknown } | undefined)?.floorSlack;
    const floorSlack = readFloorSlack(given, ["parameters", "floorSlack"], agents, obstacles, reader);
    return crowdAt(agents, obstacles, { ...parameters, floorSlack }, 0);
  });
}

/**
 * The crowd with more agents (C1), or everything that is wrong with them; an ID that is in the crowd already cannot be
 * used again.
 *
 * @param agents an array of agents, as `createCrowd` takes them
 */
export function addAgents(crowd: Crowd, agents: unknown): Checked<Crowd> {
  return checked(agents, (value, reader) => {
    const added = readCrowdAgents(value, ["agents"], reader, crowd.parameters);
    const present = new Set(crowd.agents.map(({ id }) => id));
    added.forEach(({ id }, i) => {
      if (present.has(id)) reader.report(["agents", i, "id"], id, "must not be in the crowd already", id);
    });
    const { parameters } = crowd;
    const floorSlack = Math.max(parameters.floorSlack, leastFloorSlack(added, []));
    const { obstacles, tick, remainder } = crowd;
    return crowdAt([...crowd.agents, ...added], obstacles, { ...parameters, floorSlack }, tick, remainder);
  });
}

/**
 * The crowd among other walls (C8), or everything that is wrong with them: in place of all that stood there before.
 *
 * @param obstacles an array of obstacles, as `createCrowd` takes them
 */
export function withObstacles(crowd: Crowd, obstacles: unknown): Checked<Crowd> {
  return checked(obstacles, (value, reader) => {
    const walls = readObstacles(value, ["obstacles"], reader), { parameters } = crowd;
    const floorSlack = Math.max(parameters.floorSlack, leastFloorSlack([], walls));
    return crowdAt(crowd.agents, walls, { ...parameters, floorSlack }, crowd.tick, crowd.remainder);
  });
}

/** The crowd without these agents (C1). IDs that are not in it change nothing. */
export function removeAgents(crowd: Crowd, ids: readonly AgentId[]): Crowd {
  const gone = new Set(ids);
  const staying = crowd.agents.filter(({ id }) => !gone.has(id));
  return crowdAt(staying, crowd.obstacles, crowd.parameters, crowd.tick, crowd.remainder);
}

/** The agent with this ID, by binary search; undefined when it is not in the crowd. */
export function agentOf(crowd: Crowd, id: AgentId): CrowdAgent | undefined {
  let low = 0, high = crowd.agents.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1, order = compareAgentIds(crowd.agents[middle]!.id, id);
    if (order === 0) return crowd.agents[middle];
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/**
 * A crowd of checked agents, in any order, at a tick: what a step is given after agents have been read back, or have come from
 * somewhere else. Its report lists overlaps and no decisions.
 *
 * @param remainder time that `advanceCrowd` has not stepped through yet, s
 */
export function crowdAt(
  agents: readonly CrowdAgent[],
  obstacles: readonly Obstacle[],
  parameters: CrowdParameters,
  tick: number,
  remainder = 0,
): Crowd {
  const sorted = sortedById(agents);
  const report: StepReport = {
    counts: { Clear: 0, AvoidanceRelaxed: 0, ProvenStop: 0, BoundaryUnreachable: 0, Uncontrolled: 0 },
    skipped: 0,
    decisions: [],
    moved: [],
    overlaps: findOverlaps(sorted, uniformGrid),
    cuts: [],
    stalled: [],
    settled: [],
    deadlocked: [],
    arrived: arrivedAgents(sorted, parameters),
    rejectedInput: [],
  };
  return {
    obstacles,
    agents: sorted,
    parameters,
    tick,
    time: tick * parameters.timeStep,
    remainder,
    report,
  };
}
