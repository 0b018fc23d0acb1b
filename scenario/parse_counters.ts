import { readPolygon } from "../boundary/polygon.ts";
import { type Path, readArray, type Reader, readRecord, readVec2 } from "../geometry/reader.ts";
import { equal } from "../geometry/vector.ts";
import type { CountingArea } from "./counting_area.ts";
import type { CountingGate } from "./counting_gate.ts";

/** Reads the gates of a scenario; reports what is wrong with them, ends that are one point and names that stand twice. */
export function readGates(value: unknown, path: Path, reader: Reader): readonly CountingGate[] {
  return readNamed(value, path, reader, (record, at) => {
    const from = readVec2(record["from"], [...at, "from"], reader);
    const to = readVec2(record["to"], [...at, "to"], reader);
    if (equal(from, to)) reader.report([...at, "to"], record["to"], "must differ from the other end");
    return { from, to };
  });
}

/** Reads the areas of a scenario; reports what is wrong with them, and names that stand twice. */
export function readAreas(value: unknown, path: Path, reader: Reader): readonly CountingArea[] {
  return readNamed(
    value,
    path,
    reader,
    (record, at) => ({ polygon: readPolygon(record["polygon"], [...at, "polygon"], reader) }),
  );
}

function readNamed<A>(
  value: unknown,
  path: Path,
  reader: Reader,
  readRest: (record: Readonly<Record<string, unknown>>, at: Path) => A,
): readonly (A & { readonly id: string })[] {
  const seen = new Set<string>();
  return readArray(value, path, reader).map((item, i) => {
    const at = [...path, i], record = readRecord(item, at, reader), id = record["id"];
    if (typeof id !== "string") reader.report([...at, "id"], id, "must be a text");
    else if (seen.has(id)) reader.report([...at, "id"], id, "must differ from the others");
    else seen.add(id);
    return { id: id as string, ...readRest(record, at) };
  });
}
