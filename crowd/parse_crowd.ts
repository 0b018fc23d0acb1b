import { FALLBACK_POLICIES } from "../avoidance/avoid.ts";
import { readSupport } from "../avoidance/read_support.ts";
import { readRegion } from "../boundary/region.ts";
import { FLOOR_SLACK } from "../boundary/separation.ts";
import { readAgent, reportDuplicateIds } from "../geometry/parse_agent.ts";
import { readParameters } from "../geometry/parse_parameters.ts";
import {
  naming,
  NO_REPORTS,
  type Path,
  readArray,
  type Reader,
  readLimit,
  readNumber,
  readRecord,
  readVec2,
  readWord,
} from "../geometry/reader.ts";
import { ZERO } from "../geometry/vector.ts";
import { readAgentParameters, readCount } from "./agent_parameters.ts";
import { goalOf, readPlace } from "./corridor_agent.ts";
import type { CrowdAgent, CrowdParameters, Perturbation } from "./crowd.ts";
import { readLevels, readSlices } from "./detail.ts";
import { DETOUR } from "./detour.ts";
import { EVERY_LAYER, FIRST_LAYER } from "./layers.ts";
import { readDetour } from "./read_detour.ts";
import { readSettling } from "./read_settling.ts";
import { readRouteCorners, type RouteCorner } from "./route.ts";
import { SETTLING } from "./settling.ts";

/** Reads the parameters of a crowd and fills in the defaults; reports what is wrong. */
export function readCrowdParameters(value: unknown, path: Path, reader: Reader): CrowdParameters {
  const shared = readParameters(value, path, reader);
  const record = readRecord(value, path, NO_REPORTS); // what is no record was reported just now
  const {
    neighborDistance,
    maxNeighbors,
    neighborRanking,
    fallback,
    detour,
    settling,
    perturbation,
    arrivalDistance,
    separation,
    floorSlack,
    longestAdvance,
    lineOfSight,
    timeSlices,
    levelsOfDetail,
  } = record;
  return {
    timeHorizon: shared.timeHorizon,
    timeHorizonObstacles: shared.timeHorizonObstacles ?? shared.timeHorizon,
    timeStep: shared.timeStep,
    safetyMargin: shared.safetyMargin ?? 0,
    passingSide: shared.passingSide ?? "right",
    optimizationVelocity: shared.optimizationVelocity ?? "current",
    neighborDistance: neighborDistance === undefined
      ? Infinity
      : readLimit(neighborDistance, [...path, "neighborDistance"], reader),
    maxNeighbors: maxNeighbors === undefined
      ? Infinity
      : readCount(maxNeighbors, [...path, "maxNeighbors"], reader),
    neighborRanking: neighborRanking === undefined
      ? "gap"
      : readWord(neighborRanking, [...path, "neighborRanking"], ["gap", "timeToContact"], reader),
    fallback: fallback === undefined
      ? "leastViolation"
      : readWord(fallback, [...path, "fallback"], FALLBACK_POLICIES, reader),
    detour: detour === undefined ? DETOUR : readDetour(detour, [...path, "detour"], reader),
    settling: settling === undefined ? SETTLING : readSettling(settling, [...path, "settling"], reader),
    perturbation: perturbation === undefined
      ? "off"
      : readPerturbation(perturbation, [...path, "perturbation"], reader),
    separation: separation === undefined
      ? "floor"
      : readWord(separation, [...path, "separation"], ["floor", "off"], reader),
    floorSlack: floorSlack === undefined
      ? FLOOR_SLACK
      : readNumber(floorSlack, [...path, "floorSlack"], "positive", reader),
    arrivalDistance: arrivalDistance === undefined
      ? 0.15
      : readNumber(arrivalDistance, [...path, "arrivalDistance"], "positive", reader),
    lineOfSight: lineOfSight === undefined
      ? "off"
      : readWord(lineOfSight, [...path, "lineOfSight"], ["walls", "off"], reader),
    timeSlices: timeSlices === undefined ? 1 : readSlices(timeSlices, [...path, "timeSlices"], reader),
    levelsOfDetail: levelsOfDetail === undefined
      ? []
      : readLevels(levelsOfDetail, [...path, "levelsOfDetail"], reader),
    longestAdvance: longestAdvance === undefined
      ? 60
      : readLimit(longestAdvance, [...path, "longestAdvance"], reader),
  };
}

/** Reads agents of a crowd, fills in the defaults, and reports what is wrong with them and IDs that stand twice. */
export function readCrowdAgents(
  value: unknown,
  path: Path,
  reader: Reader,
  parameters: CrowdParameters,
): readonly CrowdAgent[] {
  const agents = readArray(value, path, reader)
    .map((item, i) => readCrowdAgent(item, [...path, i], reader, parameters));
  reportDuplicateIds(agents.map(({ id }, i) => ({ id, path: [...path, i, "id"] })), reader);
  return agents;
}

/** Reads an agent of a crowd and fills in the defaults; reports what is wrong. */
export function readCrowdAgent(
  value: unknown,
  path: Path,
  reader: Reader,
  parameters: CrowdParameters,
): CrowdAgent {
  const record = readRecord(value, path, reader);
  const { velocity = ZERO } = record;
  const seen = readAgent({ ...record, velocity }, path, reader);
  const id = Number.isNaN(seen.id) ? undefined : seen.id;
  const { budget, cruisingSpeed, z, height, gradient, support, region, detour, settled, waiting } = record;
  const { layers, mask, parameters: own } = record;
  const maxSpeed = readNumber(record["maxSpeed"], [...path, "maxSpeed"], "notNegative", reader, id);
  const cruising = cruisingSpeed === undefined
    ? maxSpeed
    : readNumber(cruisingSpeed, [...path, "cruisingSpeed"], "notNegative", reader, id);
  if (cruising > maxSpeed) {
    reader.report([...path, "cruisingSpeed"], cruisingSpeed, "must be at most maxSpeed", id);
  }
  const locked = seen.locked ?? false;
  if (locked && (seen.velocity.x !== 0 || seen.velocity.y !== 0)) {
    reader.report([...path, "velocity"], seen.velocity, "must be 0 for a locked agent: it never moves", id);
  }
  const place = record["corridor"] === undefined ? undefined : readPlace(record, path, reader, id);
  return {
    id: seen.id,
    position: seen.position,
    velocity: seen.velocity,
    radius: seen.radius,
    responsibility: seen.responsibility ?? 1,
    locked,
    maxSpeed,
    budget: budget === undefined ? Infinity : readLimit(budget, [...path, "budget"], reader, id),
    cruisingSpeed: cruising,
    route: place === undefined ? readRoute(record, path, reader, id) : [goalOf(place.corridor)],
    z: z === undefined ? 0 : readNumber(z, [...path, "z"], "any", reader, id),
    height: height === undefined ? Infinity : readLimit(height, [...path, "height"], reader, id),
    gradient: gradient === undefined ? ZERO : readVec2(gradient, [...path, "gradient"], reader, id),
    layers: layers === undefined ? FIRST_LAYER : readBits(layers, [...path, "layers"], reader, id),
    mask: mask === undefined ? EVERY_LAYER : readBits(mask, [...path, "mask"], reader, id),
    ...(own === undefined
      ? {}
      : { parameters: readAgentParameters(own, [...path, "parameters"], reader, parameters, id) }),
    ...(support === undefined ? {} : {
      support: readSupport(
        support,
        [...path, "support"],
        seen.position,
        parameters.timeStep,
        naming(reader, id),
      ),
    }),
    ...(place === undefined ? {} : place),
    ...(region === undefined ? {} : { region: readRegion(region, [...path, "region"], naming(reader, id)) }),
    detour: detour === undefined ? 0 : readNumber(detour, [...path, "detour"], "notNegative", reader, id),
    settled: settled === undefined
      ? "no"
      : readWord(settled, [...path, "settled"], ["no", "atGoal", "inContact"], reader),
    waiting: waiting === undefined ? 0 : readNumber(waiting, [...path, "waiting"], "notNegative", reader, id),
    ...(parameters.optimizationVelocity === "preferred"
      ? { preferredVelocity: seen.preferredVelocity ?? ZERO }
      : {}),
  };
}

function readRoute(
  record: Readonly<Record<string, unknown>>,
  path: Path,
  reader: Reader,
  id: CrowdAgent["id"] | undefined,
): readonly RouteCorner[] {
  const { goal, route } = record;
  if (goal !== undefined && route !== undefined) {
    reader.report(
      [...path, "goal"],
      goal,
      "must be absent where a route is given: its last corner is the goal",
      id,
    );
  }
  if (route !== undefined) {
    return readRouteCorners(route, [...path, "route"], reader, id);
  }
  return goal === undefined ? [] : [readVec2(goal, [...path, "goal"], reader, id)];
}

function readBits(value: unknown, path: Path, reader: Reader, id: CrowdAgent["id"] | undefined): number {
  if (typeof value === "number" && value >>> 0 === value) return value;
  reader.report(path, value, `must be a set of 32 bits: a whole number from 0 to ${EVERY_LAYER}`, id);
  return NaN;
}

function readPerturbation(value: unknown, path: Path, reader: Reader): Perturbation | "off" {
  if (value === "off") return "off";
  const record = readRecord(value, path, reader), seed = record["seed"];
  if (typeof seed !== "number" || (seed | 0) !== seed) {
    reader.report([...path, "seed"], seed, "must be a 32-bit integer");
  }
  return {
    size: readNumber(record["size"], [...path, "size"], "notNegative", reader),
    seed: seed as number,
  };
}
