import { anyNumber, type JsonSchema, listOf, point, pointOf, record } from "./json_schema.ts";

const nameOf = (list: string): JsonSchema => ({
  type: "string",
  description: `A name from the scenario's ${list}.`,
});

const version = anyNumber("Version of the motion.");

const motionFields: Readonly<Record<string, JsonSchema>> = {
  origin: pointOf("Place of the frame's origin at the start, m; default (0, 0)."),
  velocity: pointOf("Its velocity at the start, m/s; default zero."),
  acceleration: pointOf("Its constant acceleration, m/s²; default zero."),
  heading: pointOf("Unit vector (cosine, sine) of the heading at the start; default (1, 0)."),
  yawRate: anyNumber("Yaw rate at the start, rad/s, counter-clockwise; default 0."),
  yawAcceleration: anyNumber("Constant yaw acceleration, rad/s²; default 0."),
};
const motionWords = "A frame's motion; what is left out does not move or turn.";

/** A frame's motion. */
export const rigidMotion: JsonSchema = { ...record({ ...motionFields, version }), description: motionWords };

/** The same where the version stands beside it. */
export const frameMotion: JsonSchema = { ...record(motionFields), description: motionWords };

const evenGround: Readonly<Record<string, JsonSchema>> = {
  velocity: pointOf("Velocity, m/s, the same everywhere on it."),
  turn: pointOf("Unit vector (cosine, sine) of the yaw in one step; default no turn."),
  version,
};

/** How a support moves; with a name of its own where it stands in an agent. */
const groundAlternatives = (own: Readonly<Record<string, JsonSchema>>): readonly JsonSchema[] => [
  record({ ...own, ...evenGround }, ...Object.keys(own), "velocity"),
  record({ ...own, motion: { $ref: "#/$defs/rigidMotion" } }, ...Object.keys(own), "motion"),
];

/** A support without its name. */
export const ground: JsonSchema = {
  description: "Something that carries agents: a velocity, or a whole rigid motion.",
  anyOf: groundAlternatives({}),
};

const edgeId: JsonSchema = { type: ["string", "number"], description: "Stable ID, unique in its list." };
const edgeLine: Readonly<Record<string, JsonSchema>> = {
  id: edgeId,
  normal: pointOf("Unit normal that points outward."),
  offset: anyNumber("Inside is where dot(normal, x) <= offset, m."),
};
const owner: JsonSchema = { type: "string", description: "Whose edges they are." };

/** Edges that turn. */
export const turningEdges: JsonSchema = listOf(
  record(
    {
      frame: { $ref: "#/$defs/rigidMotion" },
      edges: listOf(record(edgeLine, ...Object.keys(edgeLine)), "Edges in its axes."),
    },
    "frame",
    "edges",
  ),
  "Edges that a turning or accelerating frame carries.",
);

/** A region. */
export const region: JsonSchema = {
  description:
    "A convex region that the agent's center stays in; the body's radius is taken off already, so that the disc may stick out.",
  anyOf: [
    record({
      polygon: { ...listOf(point, "Corners, counter-clockwise, m."), minItems: 3 },
      velocity: pointOf("Velocity of all its edges, m/s; default zero."),
      owner,
      version,
      turning: { $ref: "#/$defs/turningEdges" },
    }, "polygon"),
    record({
      edges: listOf(
        record(
          { ...edgeLine, velocity: pointOf("Velocity of the edge, m/s; default zero."), owner, version },
          ...Object.keys(edgeLine),
        ),
        "Edges; the region is what lies behind all of them.",
      ),
      turning: { $ref: "#/$defs/turningEdges" },
    }, "edges"),
    record({ turning: { $ref: "#/$defs/turningEdges" } }, "turning"),
  ],
};

/** What an agent's `support` may be: a name, or a support with an ID of its own. */
export const supportOfAgent: JsonSchema = {
  description: "What it stands on; default ground at rest. It carries agent and goal along.",
  anyOf: [nameOf("supports"), ...groundAlternatives({ id: { ...edgeId, description: "Stable ID." } })],
};

/** What an agent's `region` may be: a name, or a region of its own. */
export const regionOfAgent: JsonSchema = {
  description: "The region that it stays in; default none.",
  anyOf: [nameOf("regions"), { $ref: "#/$defs/region" }],
};
