import type { Agent, AgentId } from "./agent.ts";
import type { Checked } from "./input_error.ts";
import {
  checked,
  type Path,
  readAgentId,
  readArray,
  readBoolean,
  type Reader,
  readNumber,
  readRecord,
  readVec2,
} from "./reader.ts";

/** An agent from unknown input (G1–G3, G9), or everything that is wrong with it. Unknown fields are left out. */
export function parseAgent(value: unknown): Checked<Agent> {
  return checked(value, (v, reader) => readAgent(v, [], reader));
}

/** Agents from unknown input, or everything that is wrong with them; an ID may stand only once. */
export function parseAgents(value: unknown): Checked<readonly Agent[]> {
  return checked(value, (v, reader) => {
    const agents = readArray(v, [], reader).map((item, i) => readAgent(item, [i], reader));
    reportDuplicateIds(agents.map((agent, i) => ({ id: agent.id, path: [i, "id"] })), reader);
    return agents;
  });
}

/** Reads the fields of an agent; reports what is wrong. */
export function readAgent(value: unknown, path: Path, reader: Reader): Agent {
  const record = readRecord(value, path, reader);
  const named = readAgentId(record["id"], [...path, "id"], reader);
  const { responsibility, locked, preferredVelocity } = record;
  return {
    id: named ?? UNREADABLE,
    position: readVec2(record["position"], [...path, "position"], reader, named),
    velocity: readVec2(record["velocity"], [...path, "velocity"], reader, named),
    radius: readNumber(record["radius"], [...path, "radius"], "positive", reader, named),
    ...(responsibility === undefined ? {} : {
      responsibility: readNumber(responsibility, [...path, "responsibility"], "notNegative", reader, named),
    }),
    ...(locked === undefined ? {} : { locked: readBoolean(locked, [...path, "locked"], reader, named) }),
    ...(preferredVelocity === undefined ? {} : {
      preferredVelocity: readVec2(preferredVelocity, [...path, "preferredVelocity"], reader, named),
    }),
  };
}

/** Stands for an ID that could not be read; with it the input is refused. */
const UNREADABLE: AgentId = NaN;

/** Reports every ID that stood before; IDs that could not be read are left out. */
export function reportDuplicateIds(
  ids: readonly { readonly id: AgentId; readonly path: Path }[],
  reader: Reader,
): void {
  const seen = new Set<AgentId>();
  for (const { id, path } of ids) {
    if (Number.isNaN(id)) continue;
    if (seen.has(id)) reader.report(path, id, "must be used only once", id);
    seen.add(id);
  }
}
