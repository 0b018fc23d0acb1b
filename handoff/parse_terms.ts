import { readAgentId } from "../geometry/reader.ts";
import {
  checked,
  type Path,
  type Reader,
  readLimit,
  readNumber,
  readRecord,
  readVec2,
} from "../geometry/reader.ts";
import type { Checked } from "../geometry/input_error.ts";
import { distance, type Vec2 } from "../geometry/vector.ts";
import { type CrossingTerms, DEVIATION, REACH, STOP_SPEED } from "./crossing_terms.ts";
import type { SharedEdge } from "./shared_edge.ts";
import type { Identity, Tile } from "./tile.ts";

/** What may be left out of the terms of a crossing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  reaction: 0,
  nearDistance: 0.2,
  reach: REACH,
  stopSpeed: STOP_SPEED,
  deviation: DEVIATION,
};

/**
 * The terms of a crossing from unknown input, or everything that is wrong with them (H1). May be left out: `reaction` (0 s),
 * `nearDistance` (0.2 m), `reach`, `stopSpeed` and `deviation` (`REACH`, `STOP_SPEED`, `DEVIATION`), and `routeSpeedCap`.
 */
export function parseCrossingTerms(value: unknown): Checked<CrossingTerms> {
  return checked(value, (v, reader) => {
    const given = Object.entries(readRecord(v, [], reader)).filter(([, part]) => part !== undefined);
    return readTerms({ ...DEFAULTS, ...Object.fromEntries(given) }, [], reader);
  });
}

/** Reads terms that are complete; reports what is wrong. */
export function readTerms(value: unknown, path: Path, reader: Reader): CrossingTerms {
  const fields = readFields(value, TERMS, path, reader);
  const from = readTile(fields["from"], [...path, "from"], reader);
  const to = readTile(fields["to"], [...path, "to"], reader);
  if (from.id === to.id) reader.report([...path, "to", "id"], to.id, "must be another tile than `from`");
  const positive = (name: string): number => readNumber(fields[name], [...path, name], "positive", reader);
  const budget = readLimit(fields["surfaceBudget"], [...path, "surfaceBudget"], reader);
  const cap = fields["routeSpeedCap"];
  return {
    action: readId(fields["action"], [...path, "action"], reader),
    from,
    to,
    edge: readSharedEdge(fields["edge"], [...path, "edge"], reader),
    navigation: readWhole(fields["navigation"], [...path, "navigation"], reader),
    surfaceSpeed: positive("surfaceSpeed"),
    surfaceBudget: budget === Infinity ? "unlimited" : budget,
    ...(cap === undefined ? {} : { routeSpeedCap: positive("routeSpeedCap") }),
    reaction: readNumber(fields["reaction"], [...path, "reaction"], "notNegative", reader),
    nearDistance: positive("nearDistance"),
    reach: positive("reach"),
    stopSpeed: positive("stopSpeed"),
    deviation: positive("deviation"),
  };
}

const TERMS: readonly (keyof CrossingTerms)[] = [
  "action",
  "from",
  "to",
  "edge",
  "navigation",
  "surfaceSpeed",
  "surfaceBudget",
  "routeSpeedCap",
  "reaction",
  "nearDistance",
  "reach",
  "stopSpeed",
  "deviation",
];

/** Reads a tile; reports what is wrong. */
export function readTile(value: unknown, path: Path, reader: Reader): Tile {
  const fields = readFields(value, ["id", "version", "gradient", "support"], path, reader);
  return {
    id: readId(fields["id"], [...path, "id"], reader),
    version: readWhole(fields["version"], [...path, "version"], reader),
    gradient: readPlaneVector(fields["gradient"], [...path, "gradient"], reader),
    support: readIdentity(fields["support"], [...path, "support"], reader),
  };
}

function readSharedEdge(value: unknown, path: Path, reader: Reader): SharedEdge {
  const fields = readFields(value, ["id", "version", "from", "to"], path, reader);
  const from = readPlaneVector(fields["from"], [...path, "from"], reader);
  const to = readPlaneVector(fields["to"], [...path, "to"], reader);
  if (distance(from, to) < SHORTEST) {
    reader.report([...path, "to"], to, `must be at least ${SHORTEST} m from the edge's other end`);
  }
  return {
    id: readId(fields["id"], [...path, "id"], reader),
    version: readWhole(fields["version"], [...path, "version"], reader),
    from,
    to,
  };
}

/** A shorter edge has no direction worth trusting, m. */
const SHORTEST = 1e-6;

/** Reads an ID with its version; reports what is wrong. */
export function readIdentity(value: unknown, path: Path, reader: Reader): Identity {
  const fields = readFields(value, ["id", "version"], path, reader);
  return {
    id: readId(fields["id"], [...path, "id"], reader),
    version: readWhole(fields["version"], [...path, "version"], reader),
  };
}

/** Reads a vector that has no other fields than x and y; reports what is wrong. */
export function readPlaneVector(value: unknown, path: Path, reader: Reader): Vec2 {
  if (typeof value === "object" && value !== null) readFields(value, ["x", "y"], path, reader);
  return readVec2(value, path, reader);
}

/** Reads an ID; reports what is wrong. */
export function readId(value: unknown, path: Path, reader: Reader): number | string {
  return readAgentId(value, path, reader) ?? "";
}

/** Reads a whole number, at least 0; reports what is wrong. */
export function readWhole(value: unknown, path: Path, reader: Reader): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value + 0;
  reader.report(path, value, "must be a whole number, at least 0");
  return 0;
}

/** The fields of a record that has no others than these: one that is not known may matter, so it is an error. */
export function readFields(
  value: unknown,
  names: readonly string[],
  path: Path,
  reader: Reader,
): Readonly<Record<string, unknown>> {
  const record = readRecord(value, path, reader);
  for (const [name, part] of Object.entries(record)) {
    if (part !== undefined && !names.includes(name)) {
      reader.report([...path, name], part, "must not be there: no such field is known");
    }
  }
  return record;
}
