import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { ReadonlyNonEmptyArray } from "npm:fp-ts@^2.16/lib/ReadonlyNonEmptyArray.js";
import type { Crowd } from "../crowd/crowd.ts";
import { createCrowd } from "../crowd/mod.ts";
import { readTiledGround } from "../crowd/parse_ground.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked, InputError } from "../geometry/input_error.ts";
import {
  checked,
  type Path,
  readArray,
  type Reader,
  readNumber,
  readRecord,
  readVec2,
  readWord,
} from "../geometry/reader.ts";
import type { Expectation } from "./expectation.ts";
import { readAreas, readGates } from "./parse_counters.ts";
import { readExpectation } from "./parse_expectation.ts";
import { type Fields, fieldsOf, mergedAgents, originOf, readShared } from "./merged_agents.ts";
import { type ObstacleInput, readCorners } from "../boundary/obstacle.ts";
import type { Polygon } from "../boundary/polygon.ts";
import {
  AT_GOAL,
  LATER_PARTS,
  type LaterPart,
  type Scenario,
  type ScenarioAgent,
  type ScenarioParameters,
  TIERS,
} from "./scenario.ts";
import { definitions, scenarioSchema } from "./schema.ts";
import { startStepping } from "./stepping.ts";
import { unknownFields } from "./unknown_fields.ts";

/**
 * A scenario from unknown input (C13). The scenario's own fields are checked here; agents and parameters by
 * `createCrowd`, whose errors are led back to where the value stands in the file: in the agent, in `defaults`, or in the
 * shared `supports`, `regions` and `corridors`.
 *
 * Errors: everything that is wrong, each with its path; a field that the format does not know is an error, because
 * it is most likely a slip of the pen.
 */
export function parseScenario(value: unknown): Checked<Scenario> {
  const scenario = checked(value, readScenario);
  if (E.isLeft(scenario)) return E.left(onePerPlace(scenario.left));
  if (scenario.right.ground === undefined) return scenario;
  const crowd = buildCrowd(scenario.right);
  const placed = E.isLeft(crowd) ? crowd : startStepping(scenario.right, crowd.right);
  return E.isLeft(placed) ? placed : scenario; // agents may stand where there is no tile
}

/** The crowd of a scenario at its start, among its walls. Errors: those of `createCrowd`. */
export function buildCrowd(scenario: Scenario): Checked<Crowd> {
  return createCrowd(crowdInputOf(scenario));
}

/** What `createCrowd` makes a scenario's crowd of. */
export function crowdInputOf({ agents, parameters, walls }: Scenario): Readonly<Record<string, unknown>> {
  return { agents, parameters, obstacles: wallsAsObstacles(walls) };
}

/** A scenario's walls as a crowd takes them: the first one is `wall 1` (C8). */
export function wallsAsObstacles(walls: readonly Polygon[]): readonly ObstacleInput[] {
  return walls.map((corners, i) => ({ id: `wall ${i + 1}`, corners }));
}

function readScenario(value: unknown, reader: Reader): Scenario {
  const file = readRecord(value, [], reader);
  if (file !== value) return EMPTY;
  for (const { path, value, rule } of unknownFields(file, scenarioSchema, [], definitions)) {
    reader.report(path, value, rule);
  }
  readShared(file, reader);
  const agents = mergedAgents(file, reader);
  if (file.$schema !== undefined) readText(file.$schema, ["$schema"], reader);
  return {
    id: readId(file.id, reader),
    title: readText(file.title, ["title"], reader),
    ...(file.description === undefined
      ? {}
      : { description: readText(file.description, ["description"], reader) }),
    ...(file.source === undefined ? {} : { source: readText(file.source, ["source"], reader) }),
    duration: readNumber(file.duration, ["duration"], "positive", reader),
    ...readCrowd(agents, file, reader),
    walls: listOrNone(file.walls, ["walls"], reader).map((wall, i) =>
      readCorners(wall, ["walls", i], reader)
    ),
    ...(file.viewers === undefined ? {} : {
      viewers: readArray(file.viewers, ["viewers"], reader).map((place, i) =>
        readVec2(place, ["viewers", i], reader)
      ),
    }),
    ...(file.ground === undefined ? {} : { ground: readTiledGround(file.ground, ["ground"], reader) }),
    ...readCounters(file, reader),
    ...(file.tier === undefined ? {} : { tier: readWord(file.tier, ["tier"], TIERS, reader) }),
    expect: readExpectations(file, reader),
    ...(file.rightBehaviour === undefined
      ? {}
      : { rightBehaviour: readText(file.rightBehaviour, ["rightBehaviour"], reader) }),
    ...(file.belongsTo === undefined ? {} : { belongsTo: readLaterParts(file.belongsTo, reader) }),
  };
}

/** Stands in where nothing could be read; never leaves `checked`. */
const EMPTY: Scenario = {
  id: "",
  title: "",
  duration: NaN,
  parameters: { timeHorizon: NaN, timeStep: NaN },
  agents: [],
  walls: [],
  expect: [],
};

function readId(value: unknown, reader: Reader): string {
  const id = readText(value, ["id"], reader);
  if (typeof value === "string" && !/^[A-Za-z0-9_-]+$/.test(value)) {
    reader.report(["id"], value, 'must be a short name of letters, digits, "-" and "_"');
  }
  return id;
}

function readText(value: unknown, path: Path, reader: Reader): string {
  if (typeof value === "string") {
    if (value === "" && path[0] === "title") reader.report(path, value, "must not be empty");
    return value;
  }
  reader.report(path, value, "must be a text");
  return "";
}

function listOrNone(value: unknown, path: Path, reader: Reader): readonly unknown[] {
  return value === undefined ? [] : readArray(value, path, reader);
}

/** Gates, areas, and whether agents leave. */
function readCounters(file: Fields, reader: Reader): Pick<Scenario, "gates" | "areas" | "atGoal"> {
  if (file.atGoal === "leave" && file.ground !== undefined) {
    reader.report(["atGoal"], file.atGoal, "must be stay on a ground of tiles");
  }
  return {
    ...(file.gates === undefined ? {} : { gates: readGates(file.gates, ["gates"], reader) }),
    ...(file.areas === undefined ? {} : { areas: readAreas(file.areas, ["areas"], reader) }),
    ...(file.atGoal === undefined ? {} : { atGoal: readWord(file.atGoal, ["atGoal"], AT_GOAL, reader) }),
  };
}

function readLaterParts(value: unknown, reader: Reader): readonly LaterPart[] {
  const parts = readArray(value, ["belongsTo"], reader);
  if (Array.isArray(value) && parts.length === 0) reader.report(["belongsTo"], value, "must not be empty");
  return parts.map((part, i) => readWord(part, ["belongsTo", i], LATER_PARTS, reader));
}

function readExpectations(file: Fields, reader: Reader): readonly Expectation[] {
  const named = { agents: idsIn(file.agents), gates: namesIn(file.gates), areas: namesIn(file.areas) };
  return listOrNone(file.expect, ["expect"], reader)
    .map((expectation, i) => readExpectation(expectation, named, ["expect", i], reader));
}

function idsIn(list: unknown): ReadonlySet<AgentId> {
  const ids = (Array.isArray(list) ? list : []).map((item) => fieldsOf(item).id);
  return new Set(ids.filter((id) => typeof id === "string" || typeof id === "number"));
}

function namesIn(list: unknown): ReadonlySet<string> {
  return new Set([...idsIn(list)].filter((id) => typeof id === "string"));
}

/** Lets `createCrowd` judge the agents and the parameters, and reports its errors where they stand in the file. */
function readCrowd(agents: unknown, file: Fields, reader: Reader): Pick<Scenario, "agents" | "parameters"> {
  const crowd = createCrowd({ agents, parameters: file.parameters });
  if (E.isLeft(crowd)) {
    for (const { path, value, rule, agent } of crowd.left) {
      const origin = originOf(path, file);
      reader.report(origin, value, rule, origin[0] === "agents" ? agent : undefined);
    }
  }
  return { agents: agents as readonly ScenarioAgent[], parameters: file.parameters as ScenarioParameters };
}

/** The first error of every place: a value in `defaults` would else be complained of once for every agent. */
function onePerPlace(errors: ReadonlyNonEmptyArray<InputError>): ReadonlyNonEmptyArray<InputError> {
  const seen = new Set<string>();
  const [first, ...rest] = errors.filter(({ path }) => {
    const place = JSON.stringify(path), isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
  return [first!, ...rest];
}
