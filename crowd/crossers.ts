import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import type { CrowdAgent } from "./crowd.ts";
import { itemAt, type PersistentList, withItem } from "./persistent_list.ts";
import type { Crosser, TiledCrowd } from "./tiled_crowd.ts";

/** An agent's handoff. */
export function crosserOf({ crossers }: TiledCrowd, id: AgentId): Crosser | undefined {
  return itemAt(crossers, indexOf(crossers, id));
}

/** Where an agent's handoff stands, by binary search; -1: it has none. */
function indexOf(crossers: PersistentList<Crosser>, id: AgentId): number {
  let low = 0, high = crossers.size - 1;
  while (low <= high) {
    const middle = (low + high) >> 1, order = compareAgentIds(itemAt(crossers, middle)!.id, id);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The world with one agent's handoff in another state. */
export function withCrosser(world: TiledCrowd, crosser: Crosser): TiledCrowd {
  const { crossers } = world;
  return { ...world, crossers: withItem(crossers, indexOf(crossers, crosser.id), crosser) };
}

/** The world with one agent changed. */
export function withAgent(
  world: TiledCrowd,
  id: AgentId,
  change: (agent: CrowdAgent) => CrowdAgent,
): TiledCrowd {
  const { crowd } = world;
  return {
    ...world,
    crowd: { ...crowd, agents: crowd.agents.map((agent) => agent.id === id ? change(agent) : agent) },
  };
}
