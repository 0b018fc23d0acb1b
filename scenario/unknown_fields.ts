import type { InputError } from "../geometry/input_error.ts";
import type { JsonSchema } from "./json_schema.ts";

/**
 * Fields that the schema does not know, at any depth. Names are all that is looked at: values that do not fit are
 * left to those who know the rules.
 *
 * @param definitions what `$ref`s of the form `#/$defs/name` stand for
 */
export function unknownFields(
  value: unknown,
  schema: JsonSchema,
  path: InputError["path"],
  definitions: Readonly<Record<string, JsonSchema>>,
): readonly InputError[] {
  const inside = (inner: unknown, its: JsonSchema, at: string | number): readonly InputError[] =>
    unknownFields(inner, its, [...path, at], definitions);
  const alternatives = alternativesOf(schema, definitions);
  if (Array.isArray(value)) {
    const items = alternatives.find((one) => one.items !== undefined)?.items as JsonSchema | undefined;
    return items === undefined ? [] : value.flatMap((item, i) => inside(item, items, i));
  }
  if (value === null || typeof value !== "object") return [];
  const meant = meantBy(value, alternatives);
  if (meant === undefined) return [];
  const { properties = {}, additionalProperties } = meant as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly additionalProperties?: JsonSchema | false;
  };
  return Object.entries(value).flatMap(([field, inner]) => {
    const known = Object.hasOwn(properties, field) ? properties[field] : additionalProperties;
    if (known !== undefined && known !== false) return inside(inner, known, field);
    const names = Object.keys(properties).join(", ");
    return [{ field, path: [...path, field], value: inner, rule: `is not a field here; known are ${names}` }];
  });
}

/** The schemas that a value may fit, references followed. */
function alternativesOf(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): readonly JsonSchema[] {
  if (typeof schema.$ref === "string") {
    const definition = definitions[schema.$ref.slice("#/$defs/".length)];
    return definition === undefined ? [] : alternativesOf(definition, definitions);
  }
  return schema.anyOf === undefined
    ? [schema]
    : (schema.anyOf as readonly JsonSchema[]).flatMap((one) => alternativesOf(one, definitions));
}

/** Which object's schema an object is meant to fit: the first whose required fields are all there, else the first. */
function meantBy(value: object, alternatives: readonly JsonSchema[]): JsonSchema | undefined {
  const objects = alternatives.filter((one) =>
    one.properties !== undefined || typeof one.additionalProperties === "object"
  );
  const hasAll = (one: JsonSchema): boolean =>
    ((one.required ?? []) as readonly string[]).every((field) => Object.hasOwn(value, field));
  return objects.find(hasAll) ?? objects[0];
}
