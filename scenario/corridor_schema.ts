import { PORTAL_POLICIES } from "../avoidance/corridor_situation.ts";
import { type JsonSchema, listOf, point, pointOf, record } from "./json_schema.ts";

const tileId: JsonSchema = { type: ["string", "number"], description: "Stable ID, unique in the corridor." };

/** A route through tiles (B10, B11). */
export const corridor: JsonSchema = {
  ...record(
    {
      tiles: {
        ...listOf(
          record(
            {
              id: tileId,
              polygon: { ...listOf(point, "Corners, counter-clockwise, convex, m."), minItems: 3 },
              gradient: pointOf("Height gradient; default level."),
              version: { type: "number", description: "Version of its shape." },
              owner: { type: "string", description: "Whose tile it is." },
              support: { $ref: "#/$defs/supportOfTile" },
            },
            "id",
            "polygon",
          ),
          "Convex pieces of ground in the order of the route; the body's radius is taken off already.",
        ),
        minItems: 1,
      },
      portals: listOf(
        record({ left: pointOf("Its left end, m."), right: pointOf("Its right end, m.") }, "left", "right"),
        "From each tile into the next, as seen by who goes through, in the axes of the tile that is left.",
      ),
      goal: pointOf("Where the route ends, m, in the axes of the last tile."),
    },
    "tiles",
    "portals",
    "goal",
  ),
  description: "A route through tiles.",
};

/** What carries a tile: a name, or a support with an ID of its own. */
export const supportOfTile: JsonSchema = {
  description: "What carries the tile, whose axes its corners are in; default the world.",
  anyOf: [
    { type: "string", description: "A name from the scenario's supports." },
    record({ id: tileId, motion: { $ref: "#/$defs/rigidMotion" } }, "id"),
  ],
};

/** Fields of an agent that follows a corridor. */
export const corridorProperties: Readonly<Record<string, JsonSchema>> = {
  corridor: {
    description: "The route through tiles that it follows, in place of goal, route and region.",
    anyOf: [
      { type: "string", description: "A name from the scenario's corridors." },
      { $ref: "#/$defs/corridor" },
    ],
  },
  tile: { type: "integer", minimum: 0, description: "Index of the tile that it starts in; default 0." },
  portals: {
    enum: PORTAL_POLICIES,
    description: "What it does about a portal in the middle of a step; default split.",
  },
};
