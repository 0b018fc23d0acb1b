import { LARGEST, SMALLEST } from "../geometry/reader.ts";

/** A JSON Schema, or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Any finite number; the bounds are those of every input of the library. */
export const number: JsonSchema = { type: "number", minimum: -LARGEST, maximum: LARGEST };

/** A point or vector of the plane. */
export const point: JsonSchema = {
  type: "object",
  description: "A point or vector of the plane, m or m/s.",
  properties: { x: number, y: number },
  required: ["x", "y"],
  additionalProperties: false,
};

/** The ID of an agent. */
export const agentId: JsonSchema = {
  type: ["string", "number"],
  description: 'Stable ID; 1 and "1" are different.',
};
/** A number above 0. */
export const above0 = (description: string): JsonSchema => ({
  type: "number",
  minimum: SMALLEST,
  maximum: LARGEST,
  description,
});
/** A number not below 0. */
export const atLeast0 = (description: string): JsonSchema => ({
  type: "number",
  minimum: 0,
  maximum: LARGEST,
  description,
});
/** A number above 0, or no limit. */
export const limit = (description: string): JsonSchema => ({
  description,
  anyOf: [{ type: "number", minimum: SMALLEST, maximum: LARGEST }, { const: "unlimited" }],
});
/** A point or vector with a description of its own. */
export const pointOf = (description: string): JsonSchema => ({ ...point, description });
/** Any finite number with a description. */
export const anyNumber = (description: string): JsonSchema => ({ ...number, description });
/** An object with these fields and no others; the names are those that must be there. */
export const record = (
  properties: Readonly<Record<string, JsonSchema>>,
  ...required: string[]
): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
/** A list of alike items. */
export const listOf = (items: JsonSchema, description: string): JsonSchema => ({
  type: "array",
  items,
  description,
});
