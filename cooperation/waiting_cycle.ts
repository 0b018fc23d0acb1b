import { type AgentId, compareAgentIds } from "../geometry/agent.ts";

/**
 * Groups of agents that wait for each other (N1): from each member one gets to every other along "waits for". Tarjan's
 * strongly connected components of at least two agents.
 *
 * @param waits whom each agent waits for; agents that are no key wait for nobody
 * @returns the groups, members and groups in the order of IDs
 */
export function waitingCycles(
  waits: ReadonlyMap<AgentId, readonly AgentId[]>,
): readonly (readonly AgentId[])[] {
  const index = new Map<AgentId, number>(), low = new Map<AgentId, number>();
  const stack: AgentId[] = [], onStack = new Set<AgentId>(), groups: AgentId[][] = [];
  for (const root of waits.keys()) {
    if (index.has(root)) continue;
    // Depth first without recursion: a jam may chain thousands of agents.
    const path: { readonly id: AgentId; next: number }[] = [];
    const enter = (id: AgentId): void => {
      index.set(id, index.size);
      low.set(id, index.size - 1);
      stack.push(id);
      onStack.add(id);
      path.push({ id, next: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const top = path[path.length - 1]!, { id } = top;
      const other = waits.get(id)?.[top.next++];
      if (other !== undefined) {
        if (!waits.has(other)) continue;
        if (!index.has(other)) enter(other);
        else if (onStack.has(other)) low.set(id, Math.min(low.get(id)!, index.get(other)!));
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above !== undefined) low.set(above.id, Math.min(low.get(above.id)!, low.get(id)!));
      if (low.get(id) !== index.get(id)) continue;
      const group = stack.splice(stack.lastIndexOf(id));
      for (const member of group) onStack.delete(member);
      if (group.length > 1) groups.push(group.sort(compareAgentIds));
    }
  }
  return groups.sort((a, b) => compareAgentIds(a[0]!, b[0]!));
}
