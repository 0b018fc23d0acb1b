import { leastFloorSlack } from "../avoidance/floor_slack.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked, readAgentId, readArray, readRecord } from "../geometry/reader.ts";
import { agentOf, crowdAt } from "./create.ts";
import type { Crowd, CrowdAgent } from "./crowd.ts";
import { readCrowdAgent } from "./parse_crowd.ts";

/**
 * The crowd with some agents changed while it runs (C1), or everything that is wrong with the changes. A change is a record
 * with an agent's `id` and the fields that are to be other than they are, as `createCrowd` takes them; `null` gives a field
 * its default, or takes it away. Whatever is not named stays, the detour memory and the waiting time among them.
 *
 * A `goal` takes the place of a `route`, and the other way round; a `corridor` takes that of both and of a `region`. A cruising speed that is not named follows a new
 * `maxSpeed`: the cap where it was the cap, and never above it.
 *
 * Nothing is refused that a step could not meet by itself: an agent that is put into another one, has grown into it, or
 * whose brakes have become too weak is listed as overlapping or unproven, as one that was added there would be.
 *
 * @param changes an array of changes
 * @example
 * ```ts
 * import { agentOf, changeAgents, createCrowd } from "@halfstep/halfstep";
 *
 * const created = createCrowd({
 *   agents: [{ id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1, goal: { x: 9, y: 0 } }],
 *   parameters: { timeHorizon: 2, timeStep: 0.1 },
 * });
 * if (created._tag === "Left") throw new Error(created.left[0].rule);
 * const changed = changeAgents(created.right, [{ id: "a", goal: { x: 0, y: 9 }, maxSpeed: 1.5 }]);
 * if (changed._tag === "Left" || agentOf(changed.right, "a")?.cruisingSpeed !== 1.5) throw new Error("it is faster");
 * ```
 */
export function changeAgents(crowd: Crowd, changes: unknown): Checked<Crowd> {
  return checked(changes, (value, reader) => {
    const { parameters } = crowd, changed = new Map<AgentId, CrowdAgent>();
    readArray(value, ["changes"], reader).forEach((item, i) => {
      const path = ["changes", i], record = readRecord(item, path, reader);
      const id = readAgentId(record["id"], [...path, "id"], reader);
      if (id === undefined) return;
      const agent = agentOf(crowd, id);
      if (agent === undefined) {
        reader.report([...path, "id"], id, "must be the ID of an agent of the crowd");
      } else if (changed.has(id)) {
        reader.report([...path, "id"], id, "must be used only once", id);
      } else {
        const read = readCrowdAgent(withChange(agent, record), path, reader, parameters);
        changed.set(id, { ...read, ...surroundingsKept(agent, record, read) });
      }
    });
    const floorSlack = Math.max(parameters.floorSlack, leastFloorSlack([...changed.values()], []));
    const agents = crowd.agents.map((agent) => changed.get(agent.id) ?? agent);
    return crowdAt(agents, crowd.obstacles, { ...parameters, floorSlack }, crowd.tick, crowd.remainder);
  });
}

/** The agent as input, with the fields of the change in their places. */
function withChange(
  agent: CrowdAgent,
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { route, corridor, tile, region, cruisingSpeed, ...kept } = agent;
  const isNamed = (field: string): boolean => change[field] !== undefined;
  const onCorridor = isNamed("corridor") && change["corridor"] !== null;
  const merged = Object.entries({
    ...kept,
    ...(onCorridor ? {} : { corridor, tile, region }),
    ...(onCorridor || isNamed("goal") || isNamed("route") ? {} : { route }),
    ...(isNamed("maxSpeed") ? following(agent, change["maxSpeed"]) : { cruisingSpeed }),
    ...Object.fromEntries(Object.entries(change).filter(([field]) => isNamed(field))),
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/**
 * What the agent stands on and stays in, where the change does not name it: reading it again would round its headings again. A
 * support's velocity under the agent follows from a new position.
 */
function surroundingsKept(
  agent: CrowdAgent,
  change: Readonly<Record<string, unknown>>,
  read: CrowdAgent,
): Partial<CrowdAgent> {
  const fields = change["position"] === undefined
    ? ["support", "region", "corridor"] as const
    : ["region", "corridor"] as const;
  const kept = fields.filter((field) =>
    change[field] === undefined && agent[field] !== undefined && read[field] !== undefined
  );
  return Object.fromEntries(kept.map((field) => [field, agent[field]]));
}

/** The cruising speed under a new cap; one that was the cap is the new cap. */
function following(
  { cruisingSpeed, maxSpeed }: CrowdAgent,
  cap: unknown,
): { readonly cruisingSpeed?: number } {
  return cruisingSpeed === maxSpeed || (typeof cap === "number" && cap < cruisingSpeed)
    ? {}
    : { cruisingSpeed };
}
