import { readSupport } from "../avoidance/read_support.ts";
import { readRegion } from "../boundary/region.ts";
import { type Path, type Reader, readRecord } from "../geometry/reader.ts";
import { ZERO } from "../geometry/vector.ts";

/** An object of a scenario file, its fields unread. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where the things stand that agents may name instead of spelling them out. */
const sharedLists = { support: "supports", region: "regions" } as const;

type Shared = keyof typeof sharedLists;

/**
 * The agents of a file as `createCrowd` takes them: defaults filled in, names replaced by what they stand for. An agent's
 * own goal or route takes the place of either in the defaults. A name that stands for nothing is reported where it is used.
 */
export function mergedAgents(file: Fields, reader: Reader): unknown {
  const defaults = file.defaults === undefined ? {} : readRecord(file.defaults, ["defaults"], reader);
  if (!Array.isArray(file.agents)) return file.agents;
  const { goal: _goal, route: _route, ...aimless } = defaults;
  return file.agents.map((agent: unknown, i) => {
    const own = fieldsOf(agent);
    if (own !== agent) return agent;
    const merged = { ...(own.goal === undefined && own.route === undefined ? defaults : aimless), ...own };
    return withNamed("region", withNamed("support", merged, i, file, reader), i, file, reader);
  });
}

function withNamed(field: Shared, agent: Fields, index: number, file: Fields, reader: Reader): Fields {
  const name = agent[field];
  if (typeof name !== "string") return agent;
  const list = fieldsOf(file[sharedLists[field]]);
  if (Object.hasOwn(list, name)) return { ...agent, [field]: sharedValue(field, name, list[name]) };
  const path = ownOrDefault(["agents", index, field], file);
  const names = Object.keys(list).map((one) => JSON.stringify(one)).join(", ");
  reader.report(
    path,
    name,
    `must be the name of one of the scenario's ${sharedLists[field]}: ${
      names === "" ? "there are none" : names
    }`,
  );
  const { [field]: _, ...rest } = agent;
  return rest;
}

/** A support's name is its ID. */
function sharedValue(field: Shared, name: string, value: unknown): unknown {
  return field === "support" && fieldsOf(value) === value ? { ...fieldsOf(value), id: name } : value;
}

/** Reads what agents may name, used or not; reports what is wrong. */
export function readShared(file: Fields, reader: Reader): void {
  for (const field of ["support", "region"] as const) {
    const list = sharedLists[field];
    if (file[list] === undefined) continue;
    for (const [name, value] of Object.entries(readRecord(file[list], [list], reader))) {
      const shared = sharedValue(field, name, value);
      // Neither place nor step enters what can be wrong with a support.
      if (field === "support") readSupport(shared, [list, name], ZERO, 1, reader);
      else readRegion(shared, [list, name], reader);
    }
  }
}

/** Where the value behind a path of the merged agents stands in the file. */
export function originOf(path: Path, file: Fields): Path {
  const origin = ownOrDefault(path, file), field = path[2];
  if (field !== "support" && field !== "region") return origin;
  const name = (origin[0] === "defaults" ? fieldsOf(file.defaults) : ownFields(path, file))[field];
  return typeof name === "string" ? [sharedLists[field], name, ...path.slice(3)] : origin;
}

/** In the agent itself, or in the defaults. */
function ownOrDefault(path: Path, file: Fields): Path {
  const [list, index, field, ...deeper] = path;
  if (list !== "agents" || typeof index !== "number" || typeof field !== "string") return path;
  const inherited = ownFields(path, file)[field] === undefined &&
    fieldsOf(file.defaults)[field] !== undefined;
  return inherited ? ["defaults", field, ...deeper] : path;
}

function ownFields(path: Path, file: Fields): Fields {
  return Array.isArray(file.agents) ? fieldsOf(file.agents[path[1] as number]) : {};
}

/** The value itself when it is a record, else a record without fields. */
export function fieldsOf(value: unknown): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value as Fields : {};
}
