import type { AgentId } from "../geometry/agent.ts";
import { type Path, readArray, type Reader, readNumber, readRecord, readWord } from "../geometry/reader.ts";
import type { Expectation } from "./expectation.ts";
import { DIRECTIONS } from "./counting_gate.ts";
import { expectationFields } from "./expectation_schema.ts";

/** What an expectation may speak of. */
export interface Named {
  /** IDs of the scenario's agents. */
  readonly agents: ReadonlySet<AgentId>;
  /** Names of its gates. */
  readonly gates: ReadonlySet<string>;
  /** Names of its areas. */
  readonly areas: ReadonlySet<string>;
}

/** Reads one field of an expectation. */
type FieldReader = (value: unknown, path: Path, reader: Reader, named: Named) => void;

/** Reads one expectation; reports what is wrong. `named` is what there is in the scenario. */
export function readExpectation(
  value: unknown,
  named: Named,
  path: Path,
  reader: Reader,
): Expectation {
  const expectation = readRecord(value, path, reader);
  if (expectation !== value) return { kind: "finite" };
  const kind = expectation.kind;
  const fields = typeof kind === "string" && Object.hasOwn(expectationFields, kind)
    ? expectationFields[kind]
    : undefined;
  if (fields === undefined) {
    reader.report([...path, "kind"], kind, `must be one of ${Object.keys(expectationFields).join(", ")}`);
    return { kind: "finite" };
  }
  const known = ["kind", ...Object.keys(fields.must), ...Object.keys(fields.may)];
  for (const field of Object.keys(expectation).filter((field) => !known.includes(field))) {
    const rule = `is not a field here; known are ${known.join(", ")}`;
    reader.report([...path, field], expectation[field], rule);
  }
  for (const field of known.slice(1)) {
    if (expectation[field] === undefined && !(field in fields.must)) continue;
    fieldReaders[field]!(expectation[field], [...path, field], reader, named);
  }
  const pairwise = kind === "gap" || kind === "initialOverlap";
  if (pairwise && Array.isArray(expectation.agents) && expectation.agents.length === 1) {
    reader.report([...path, "agents"], expectation.agents, "must name at least 2 agents");
  }
  return expectation as unknown as Expectation;
}

const notNegative: FieldReader = (value, path, reader) => readNumber(value, path, "notNegative", reader);

const fieldReaders: Readonly<Record<string, FieldReader>> = {
  within: notNegative,
  from: notNegative,
  atMost: notNegative,
  atLeast: (value, path, reader) => readNumber(value, path, "any", reader),
  order: (value, path, reader) => readWord(value, path, ["same", "reversed"], reader),
  notBefore: notNegative,
  direction: (value, path, reader) => readWord(value, path, DIRECTIONS, reader),
  gate: (value, path, reader, { gates }) => nameIn(gates, "a gate", value, path, reader),
  area: (value, path, reader, { areas }) => nameIn(areas, "an area", value, path, reader),
  of: (value, path, reader, named) => {
    const list = readArray(value, path, reader);
    if (Array.isArray(value) && list.length === 0) reader.report(path, value, "must not be empty");
    list.forEach((one, i) => readExpectation(one, named, [...path, i], reader));
  },
  agents: (value, path, reader, { agents }) => {
    const list = readArray(value, path, reader);
    if (Array.isArray(value) && list.length === 0) reader.report(path, value, "must not be empty");
    list.forEach((id, i) => {
      if (!agents.has(id as AgentId)) {
        reader.report([...path, i], id, "must be the ID of an agent of this scenario");
      }
    });
  },
};

function nameIn(names: ReadonlySet<string>, what: string, value: unknown, path: Path, reader: Reader): void {
  if (typeof value !== "string" || !names.has(value)) {
    reader.report(path, value, `must be the name of ${what} of this scenario`);
  }
}
