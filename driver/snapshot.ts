import { itemsOf } from "../crowd/persistent_list.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { DrivenCrowd } from "./driven_crowd.ts";

/** Everything that steps depend on, agent by agent in the order of IDs: the fields of its record, and its handoff. */
export type Snapshot = ReadonlyMap<AgentId, Readonly<Record<string, unknown>>>;

/** What is different in a later snapshot. */
export interface SnapshotChange {
  /** Agents with fields that are new or have other values; a field that is gone is `undefined`. */
  readonly agents: readonly { readonly id: AgentId; readonly fields: Readonly<Record<string, unknown>> }[];
  /** Agents that are gone. */
  readonly gone: readonly AgentId[];
}

/** Where two snapshots first differ. */
export interface SnapshotDifference {
  /** Whose record. */
  readonly agent: AgentId;
  /** Where in it, such as ["position", "x"]; empty: one of the two does not have the agent. */
  readonly path: readonly (string | number)[];
  /** What the first has there. */
  readonly one: unknown;
  /** What the second has there. */
  readonly other: unknown;
}

/** What a crowd's next step depends on. */
export function snapshotOf({ crowd, handoffs }: DrivenCrowd): Snapshot {
  const crossers = new Map(
    (handoffs === undefined ? [] : itemsOf(handoffs.world.crossers)).map((crosser) => [crosser.id, crosser]),
  );
  return new Map(crowd.agents.map((agent) => {
    const { id, ...fields } = agent, handoff = crossers.get(id);
    return [id, handoff === undefined ? fields : { ...fields, handoff }];
  }));
}

/** How to get from one snapshot to another. */
export function snapshotChange(old: Snapshot, now: Snapshot): SnapshotChange {
  const agents = [...now].flatMap(([id, fields]) => {
    const before = old.get(id) ?? {};
    const names = [...new Set([...Object.keys(before), ...Object.keys(fields)])];
    const changed = names.filter((name) => firstDifference(before[name], fields[name]) !== undefined);
    return changed.length === 0 && old.has(id)
      ? []
      : [{ id, fields: Object.fromEntries(changed.map((name) => [name, fields[name]])) }];
  });
  return { agents, gone: [...old.keys()].filter((id) => !now.has(id)) };
}

/** The snapshot after a change. */
export function changedSnapshot(old: Snapshot, { agents, gone }: SnapshotChange): Snapshot {
  const now = new Map(old);
  for (const id of gone) now.delete(id);
  for (const { id, fields } of agents) now.set(id, { ...now.get(id), ...fields });
  return now;
}

/** The first difference of two snapshots, bit for bit; undefined: there is none. */
export function snapshotDifference(one: Snapshot, other: Snapshot): SnapshotDifference | undefined {
  for (const agent of new Set([...one.keys(), ...other.keys()])) {
    const found = firstDifference(one.get(agent), other.get(agent));
    if (found !== undefined) return { agent, ...found };
  }
  return undefined;
}

type Difference = Omit<SnapshotDifference, "agent">;

/** Where plain data first differs; a field that is not there is as good as `undefined`, and 0 is not -0. */
function firstDifference(one: unknown, other: unknown): Difference | undefined {
  if (Object.is(one, other)) return undefined;
  if (!isComposed(one) || !isComposed(other) || Array.isArray(one) !== Array.isArray(other)) {
    return { path: [], one, other };
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[name], other[name]);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

function isComposed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
