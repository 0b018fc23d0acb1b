import { type Path, type Reader, readNumber, readRecord } from "../geometry/reader.ts";
import type { DetourParameters } from "./crowd.ts";
import { DETOUR } from "./detour.ts";

/**
 * Reads the constants of the detour memory (C6); reports what is wrong.
 *
 * @param otherwise what holds for constants that are left out
 */
export function readDetour(
  value: unknown,
  path: Path,
  reader: Reader,
  otherwise: DetourParameters | "off" = DETOUR,
): DetourParameters | "off" {
  if (value === "off") return "off";
  const record = readRecord(value, path, reader), usual = otherwise === "off" ? DETOUR : otherwise;
  const read = (name: keyof DetourParameters): number =>
    record[name] === undefined
      ? usual[name]
      : readNumber(record[name], [...path, name], "notNegative", reader);
  const detour: DetourParameters = {
    rise: read("rise"),
    fall: read("fall"),
    ceiling: read("ceiling"),
    deadBand: read("deadBand"),
    limit: read("limit"),
    patience: read("patience"),
    margin: read("margin"),
    noneWithin: read("noneWithin"),
    fullBeyond: read("fullBeyond"),
  };
  if (detour.deadBand > 1) {
    reader.report([...path, "deadBand"], record["deadBand"], "must be at most 1: it is a share");
  }
  if (detour.fullBeyond <= detour.noneWithin) {
    reader.report([...path, "fullBeyond"], record["fullBeyond"], "must be above noneWithin");
  }
  return detour;
}
