import { readSupport } from "../avoidance/read_support.ts";
import { readCorridor } from "../boundary/corridor.ts";
import { readRegion } from "../boundary/region.ts";
import { type Path, type Reader, readRecord } from "../geometry/reader.ts";
import { ZERO } from "../geometry/vector.ts";

/** An object of a scenario file, its fields unread. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where the things stand that agents may name instead of spelling them out. */
const sharedLists = { support: "supports", region: "regions", corridor: "corridors" } as const;

const SHARED: readonly Shared[] = ["support", "region", "corridor"];

type Shared = keyof typeof sharedLists;

/**
 * The agents of a file as `createCrowd` takes them: defaults filled in, names replaced by what they stand for. An agent's
 * own goal, route or corridor takes the place of all three in the defaults; its own goal beside its own corridor, that of the corridor. A name that stands for nothing is reported where it is used.
 */
export function mergedAgents(file: Fields, reader: Reader): unknown {
  const defaults = file.defaults === undefined ? {} : readRecord(file.defaults, ["defaults"], reader);
  if (!Array.isArray(file.agents)) return file.agents;
  const { goal: _goal, route: _route, corridor: _corridor, tile: _tile, ...aimless } = defaults;
  return file.agents.map((agent: unknown, i) => {
    const own = fieldsOf(agent);
    if (own !== agent) return agent;
    const isAimless = [own.goal, own.route, own.corridor].every((aim) => aim === undefined);
    const merged: Fields = { ...(isAimless ? defaults : aimless), ...own };
    const named = SHARED.reduce((so, field) => withNamed(field, so, i, file, reader), merged);
    if (named.corridor === undefined) return named;
    const path = originOf(["agents", i, "corridor"], file);
    return withOwnGoal({ ...named, corridor: carriedTiles(named.corridor, file, path, reader) }, own);
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

/** An agent's own goal beside its own corridor takes the place of the corridor's. */
function withOwnGoal({ goal, ...agent }: Fields, own: Fields): Fields {
  return own.corridor === undefined || own.goal === undefined || fieldsOf(agent.corridor) !== agent.corridor
    ? goal === undefined ? agent : { ...agent, goal }
    : { ...agent, corridor: { ...fieldsOf(agent.corridor), goal } };
}

/** The corridor with what carries its tiles in place of the names of the scenario's supports. */
function carriedTiles(corridor: unknown, file: Fields, path: Path, reader: Reader): unknown {
  const fields = fieldsOf(corridor), { tiles } = fields, supports = fieldsOf(file.supports);
  if (!Array.isArray(tiles)) return corridor;
  return {
    ...fields,
    tiles: tiles.map((tile: unknown, i) => {
      const { support, ...resting } = fieldsOf(tile);
      if (typeof support !== "string") return tile;
      const { motion, velocity, turn } = fieldsOf(supports[support]);
      const evenly = turn === undefined && velocity !== undefined ? { velocity } : undefined;
      if (motion === undefined && evenly === undefined) {
        const rule =
          "must be the name of one of the scenario's supports, which moves evenly or by its motion";
        reader.report([...path, "tiles", i, "support"], support, rule);
        return resting;
      }
      return { ...resting, support: { id: support, motion: motion ?? evenly } };
    }),
  };
}

/** A support's name is its ID. */
function sharedValue(field: Shared, name: string, value: unknown): unknown {
  return field === "support" && fieldsOf(value) === value ? { ...fieldsOf(value), id: name } : value;
}

/** Reads what agents may name, used or not; reports what is wrong. */
export function readShared(file: Fields, reader: Reader): void {
  for (const field of SHARED) {
    const list = sharedLists[field];
    if (file[list] === undefined) continue;
    for (const [name, value] of Object.entries(readRecord(file[list], [list], reader))) {
      const shared = sharedValue(field, name, value);
      // Neither place nor step enters what can be wrong with a support.
      if (field === "support") readSupport(shared, [list, name], ZERO, 1, reader);
      else if (field === "region") readRegion(shared, [list, name], reader);
      else readCorridor(carriedTiles(shared, file, [list, name], reader), [list, name], reader);
    }
  }
}

/** Where the value behind a path of the merged agents stands in the file. */
export function originOf(path: Path, file: Fields): Path {
  const origin = ownOrDefault(path, file), field = path[2], own = ownFields(path, file);
  if (field === "corridor" && path[3] === "goal" && own.corridor !== undefined && own.goal !== undefined) {
    return [...path.slice(0, 2), ...path.slice(3)];
  }
  if (field !== "support" && field !== "region" && field !== "corridor") return origin;
  const name = (origin[0] === "defaults" ? fieldsOf(file.defaults) : own)[field];
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
