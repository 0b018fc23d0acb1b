import { agentId, atLeast0, type JsonSchema, number, point, pointOf } from "./json_schema.ts";
import { frameMotion } from "./surroundings_schema.ts";

const version: JsonSchema = { type: "integer", minimum: 0, description: "Default 1." };

/** The schema of tiles and of the edges between them (C14). */
export const tiledGround: JsonSchema = {
  type: "object",
  description: "Tiles that agents walk on; from one to the next they go by handoff.",
  properties: {
    supports: {
      type: "array",
      description: "Platforms that carry tiles.",
      items: {
        type: "object",
        properties: { id: agentId, motion: frameMotion, version },
        required: ["id", "motion"],
        additionalProperties: false,
      },
    },
    tiles: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: agentId,
          polygon: {
            type: "array",
            items: point,
            minItems: 3,
            description: "Where the centers of agents may be: convex, counter-clockwise.",
          },
          gradient: pointOf("Height gradient; default level."),
          height: { ...number, description: "Height of its plane, carried on, at the origin, m; default 0." },
          support: {
            ...agentId,
            description: "What carries the tile, whose axes it is in; default ground at rest.",
          },
          version,
        },
        required: ["id", "polygon"],
        additionalProperties: false,
      },
    },
    edges: {
      type: "array",
      description: "Edges that two tiles share; going from `from` to `to`, one lies to the left.",
      items: {
        type: "object",
        properties: {
          id: agentId,
          left: agentId,
          right: agentId,
          from: pointOf("One end, m."),
          to: pointOf("The other end, m."),
          movesWith: {
            ...agentId,
            description:
              "The one of both tiles whose axes it is in; needed where different supports carry them.",
          },
          version,
        },
        required: ["id", "left", "right", "from", "to"],
        additionalProperties: false,
      },
    },
    navigation: { ...version, description: "Version of the navigation data; default 1." },
    stepHeight: atLeast0("Highest step that can be taken at an edge, m; default 0.02."),
  },
  required: ["tiles", "edges"],
  additionalProperties: false,
};
