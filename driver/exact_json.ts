import type { Checked } from "../geometry/input_error.ts";
import { checked, type Path, type Reader } from "../geometry/reader.ts";

/**
 * Plain data as values that JSON can hold, from which `fromExactJson` makes the same again, bit for bit; or every place where it
 * is not plain data (a function, an instance of a class, something endless).
 *
 * What JSON has no word for stands as `{ "$": "-0" }`, likewise `NaN`, `Infinity`, `-Infinity` and `undefined`; a record that has
 * a field `$` of its own stands as `{ "$": [[name, value], …] }`. (Packages that do this either give up the plain look of the
 * text or note every object that stands twice, and crowds share many.)
 */
export function toExactJson(value: unknown): Checked<unknown> {
  return checked(value, (v, reader) => encoded(v, [], reader));
}

/** What `toExactJson` was given; errors where a `$` means nothing. */
export function fromExactJson(json: unknown): Checked<unknown> {
  return checked(json, (v, reader) => decoded(v, [], reader));
}

/** Deeper than this, data is endless. */
const DEEPEST = 60;

/** Values without a word in JSON, and theirs. */
const WORDS: readonly (readonly [string, unknown])[] = [
  ["-0", -0],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["undefined", undefined],
];

function encoded(value: unknown, path: Path, reader: Reader): unknown {
  const word = WORDS.find(([, meant]) => Object.is(meant, value));
  if (word !== undefined) return { $: word[0] };
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return value;
  if (typeof value === "object" && path.length < DEEPEST) {
    if (Array.isArray(value)) return Array.from(value, (item, i) => encoded(item, [...path, i], reader));
    const proto = Object.getPrototypeOf(value);
    if (proto === Object.prototype || proto === null) {
      const fields = Object.entries(value).map(([name, inner]): readonly [string, unknown] => [
        name,
        encoded(inner, [...path, name], reader),
      ]);
      return Object.hasOwn(value, "$") ? { $: fields } : Object.fromEntries(fields);
    }
  }
  reader.report(path, value, `must be plain data, at most ${DEEPEST} levels deep`);
  return null;
}

function decoded(json: unknown, path: Path, reader: Reader): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map((item, i) => decoded(item, [...path, i], reader));
  if (!Object.hasOwn(json, "$")) return fieldsOf(Object.entries(json), path, reader);
  const special: unknown = (json as { readonly $: unknown }).$;
  const word = WORDS.find(([name]) => name === special);
  if (word !== undefined) return word[1];
  if (Array.isArray(special) && special.every(isField)) return fieldsOf(special, path, reader);
  reader.report(
    [...path, "$"],
    special,
    `must be one of ${WORDS.map(([name]) => name).join(", ")}, or fields`,
  );
  return undefined;
}

function isField(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string";
}

function fieldsOf(fields: readonly (readonly [string, unknown])[], path: Path, reader: Reader): unknown {
  return Object.fromEntries(fields.map(([name, inner]) => [name, decoded(inner, [...path, name], reader)]));
}
