import { type JsonSchema, listOf, point, pointOf, record } from "./json_schema.ts";

/** The schema of gates. */
export const gates: JsonSchema = listOf(
  record(
    {
      id: { type: "string", description: "Its name, unique among the gates." },
      from: pointOf("One end, m."),
      to: pointOf(
        "The other end, m. Forward is from the right of the line to its left, seen from its first end.",
      ),
    },
    "id",
    "from",
    "to",
  ),
  "Lines at which those who pass are counted.",
);

/** The schema of areas. */
export const areas: JsonSchema = listOf(
  record(
    {
      id: { type: "string", description: "Its name, unique among the areas." },
      polygon: { ...listOf(point, "Corners, counter-clockwise, m."), minItems: 3 },
    },
    "id",
    "polygon",
  ),
  "Places in which agents are counted.",
);
