import { type Path, type Reader, readNumber, readRecord } from "../geometry/reader.ts";
import type { SettlingParameters } from "./crowd.ts";
import { SETTLING } from "./settling.ts";

/** Reads the constants of settling (C15), those that are left out from the defaults; reports what is wrong. */
export function readSettling(value: unknown, path: Path, reader: Reader): SettlingParameters | "off" {
  if (value === "off") return "off";
  const record = readRecord(value, path, reader);
  const read = (name: keyof SettlingParameters, range: "positive" | "notNegative"): number =>
    record[name] === undefined ? SETTLING[name] : readNumber(record[name], [...path, name], range, reader);
  const settling: SettlingParameters = {
    enter: read("enter", "notNegative"),
    stay: read("stay", "notNegative"),
    taken: read("taken", "notNegative"),
    ahead: read("ahead", "notNegative"),
    patience: read("patience", "notNegative"),
    ease: read("ease", "positive"),
    weight: read("weight", "positive"),
  };
  if (settling.stay < settling.enter) {
    reader.report([...path, "stay"], record["stay"], "must be at least enter");
  }
  if (settling.ahead > 1) {
    reader.report([...path, "ahead"], record["ahead"], "must be at most 1: it is a sine");
  }
  if (settling.weight > 1) {
    reader.report([...path, "weight"], record["weight"], "must be at most 1: it is a share");
  }
  return settling;
}
