import { naming, type Path, type Reader, readLimit, readNumber, readRecord } from "../geometry/reader.ts";
import type { AgentParameters, CrowdAgent, CrowdParameters } from "./crowd.ts";
import { readDetour } from "./read_detour.ts";

/** The parameters that an agent decides by: the crowd's, with its own in their places. */
export function parametersOf(
  { parameters: own }: Pick<CrowdAgent, "parameters">,
  shared: CrowdParameters,
): CrowdParameters {
  return own === undefined ? shared : { ...shared, ...own };
}

/** Reads an agent's own parameters; reports what is wrong. Constants of the detour memory that are left out are the crowd's. */
export function readAgentParameters(
  value: unknown,
  path: Path,
  reader: Reader,
  shared: CrowdParameters,
  id: CrowdAgent["id"] | undefined,
): AgentParameters {
  const own = naming(reader, id), record = readRecord(value, path, own);
  const { timeHorizon, timeHorizonObstacles, safetyMargin, neighborDistance, maxNeighbors, detour } = record;
  const at = (name: keyof AgentParameters): Path => [...path, name];
  return {
    ...(timeHorizon === undefined
      ? {}
      : { timeHorizon: readNumber(timeHorizon, at("timeHorizon"), "positive", own) }),
    ...(timeHorizonObstacles === undefined ? {} : {
      timeHorizonObstacles: readNumber(timeHorizonObstacles, at("timeHorizonObstacles"), "positive", own),
    }),
    ...(safetyMargin === undefined
      ? {}
      : { safetyMargin: readNumber(safetyMargin, at("safetyMargin"), "notNegative", own) }),
    ...(neighborDistance === undefined
      ? {}
      : { neighborDistance: readLimit(neighborDistance, at("neighborDistance"), own) }),
    ...(maxNeighbors === undefined ? {} : { maxNeighbors: readCount(maxNeighbors, at("maxNeighbors"), own) }),
    ...(detour === undefined ? {} : { detour: readDetour(detour, at("detour"), own, shared.detour) }),
  };
}

/** A whole number, at least 1, or no cap. */
export function readCount(value: unknown, path: Path, reader: Reader): number {
  if (value === Infinity || value === "unlimited") return Infinity;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  reader.report(path, value, 'must be a whole number, at least 1, or Infinity ("unlimited" in JSON)');
  return NaN;
}
