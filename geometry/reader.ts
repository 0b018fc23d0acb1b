import { left, right } from "npm:fp-ts@^2.16/lib/Either.js";
import type { AgentId } from "./agent.ts";
import type { Checked, InputError } from "./input_error.ts";
import type { Vec2 } from "./vector.ts";

/**
 * Largest size of any finite number in an input (SI units). Squares and products of four such numbers stay far from
 * overflow, so nothing that was let in turns into NaN later.
 */
export const LARGEST = 1e12;

/** Smallest size of an input that must be above 0 (SI units): its square is far from underflow. */
export const SMALLEST = 1e-12;

/** Where in an input a value stands. */
export type Path = readonly (string | number)[];

/**
 * Collects everything that is wrong with one input. Readers report to it and go on with a stand-in, which never leaves
 * `checked`: with any error the result is the list of errors.
 */
export interface Reader {
  /** Reports one error. */
  readonly report: (path: Path, value: unknown, rule: string, agent?: AgentId) => void;
}

/**
 * Runs `read` on an unknown value and returns what it made, or all that it reported. Never throws: a value that cannot
 * even be read (a getter that throws, say) is an error too.
 */
export function checked<A>(value: unknown, read: (value: unknown, reader: Reader) => A): Checked<A> {
  const errors: InputError[] = [];
  const reader: Reader = {
    report: (path, value, rule, agent) => {
      const field = fieldOf(path);
      errors.push(agent === undefined ? { field, path, value, rule } : { field, path, value, rule, agent });
    },
  };
  let result: A;
  try {
    result = read(value, reader);
  } catch {
    reader.report([], value, "must be readable, but reading one of its fields failed");
    return failed(errors);
  }
  return errors.length === 0 ? right(result) : failed(errors);
}

function failed<A>(errors: readonly InputError[]): Checked<A> {
  const [first, ...rest] = errors;
  return left([first!, ...rest]);
}

/** The last name in a path: "radius" of ["agents", 1, "radius"], "route" of ["route", 2]. */
function fieldOf(path: Path): string {
  for (let i = path.length - 1; i >= 0; i--) {
    const part = path[i];
    if (typeof part === "string") return part;
  }
  return "";
}

/** For a value that was judged before: reports nothing. */
export const NO_REPORTS: Reader = { report: () => {} };

/** A reader that names `agent` in what is reported without an agent. */
export function naming(reader: Reader, agent: AgentId | undefined): Reader {
  if (agent === undefined) return reader;
  return { report: (path, value, rule, other) => reader.report(path, value, rule, other ?? agent) };
}

/** The fields of a record; anything else is reported and read as a record without fields. */
export function readRecord(value: unknown, path: Path, reader: Reader): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  reader.report(path, value, "must be a record of named fields");
  return {};
}

/** The items of an array; anything else is reported and read as empty. */
export function readArray(value: unknown, path: Path, reader: Reader): readonly unknown[] {
  if (Array.isArray(value)) return Array.from(value); // a hole becomes an undefined item, and is judged as one
  reader.report(path, value, "must be an array");
  return [];
}

/** What a number must be, beside finite and at most `LARGEST` in size. */
export type NumberRule = "any" | "notNegative" | "positive" | "atLeastOne";

const inWords: Readonly<Record<NumberRule, string>> = {
  any: "must be a finite number",
  notNegative: "must be a finite number, at least 0",
  positive: "must be a finite number above 0",
  atLeastOne: "must be a finite number, at least 1",
};

/** A finite number that keeps `rule`. */
export function readNumber(
  value: unknown,
  path: Path,
  rule: NumberRule,
  reader: Reader,
  agent?: AgentId,
): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    reader.report(path, value, `${inWords[rule]}`, agent);
    return NaN;
  }
  const broken = rule === "any"
    ? false
    : rule === "notNegative"
    ? value < 0
    : rule === "positive"
    ? !(value > 0)
    : value < 1;
  if (broken) reader.report(path, value, inWords[rule], agent);
  else if (Math.abs(value) > LARGEST) {
    reader.report(path, value, `must be at most ${LARGEST} in size (SI units)`, agent);
  } else if (rule === "positive" && value < SMALLEST) {
    reader.report(path, value, `must be at least ${SMALLEST} (SI units)`, agent);
  }
  return value;
}

/** A number above 0, or no limit: `Infinity` in a record, "unlimited" in JSON. */
export function readLimit(value: unknown, path: Path, reader: Reader, agent?: AgentId): number {
  if (value === Infinity || value === "unlimited") return Infinity;
  if (typeof value === "number" && value > 0) return readNumber(value, path, "positive", reader, agent);
  reader.report(path, value, 'must be a number above 0, or Infinity ("unlimited" in JSON)', agent);
  return NaN;
}

/** A vector of two finite numbers. */
export function readVec2(value: unknown, path: Path, reader: Reader, agent?: AgentId): Vec2 {
  if (typeof value !== "object" || value === null) {
    reader.report(path, value, "must be a vector { x, y }", agent);
    return { x: NaN, y: NaN };
  }
  const { x, y } = value as { x?: unknown; y?: unknown };
  return {
    x: readNumber(x, [...path, "x"], "any", reader, agent),
    y: readNumber(y, [...path, "y"], "any", reader, agent),
  };
}

/** A unit vector, exact to 1e-9, as (cosine, sine) of an angle. */
export function readUnitVector(value: unknown, path: Path, reader: Reader): Vec2 {
  const v = readVec2(value, path, reader);
  const square = v.x * v.x + v.y * v.y;
  if (Math.abs(square - 1) > 2e-9) reader.report(path, value, "must be a unit vector (to 1e-9)");
  const length = Math.sqrt(square);
  return square === 1 ? v : { x: v.x / length, y: v.y / length };
}

/** One of several words. */
export function readWord<W extends string>(
  value: unknown,
  path: Path,
  words: readonly [W, ...W[]],
  reader: Reader,
): W {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  reader.report(path, value, `must be one of ${words.map((word) => `"${word}"`).join(", ")}`);
  return words[0];
}

/** true or false. */
export function readBoolean(value: unknown, path: Path, reader: Reader, agent?: AgentId): boolean {
  if (typeof value !== "boolean") reader.report(path, value, "must be true or false", agent);
  return value === true;
}

/** An agent's ID: a finite number or a string; undefined, and reported, when it is neither. */
export function readAgentId(value: unknown, path: Path, reader: Reader): AgentId | undefined {
  if (typeof value === "string" || (typeof value === "number" && Number.isFinite(value))) {
    return value === 0 ? 0 : value; // -0 and 0 are one ID
  }
  reader.report(path, value, "must be a finite number or a string");
  return undefined;
}
