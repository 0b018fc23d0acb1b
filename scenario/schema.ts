import { FALLBACK_POLICIES } from "../avoidance/avoid.ts";
import { areas, gates } from "./counters_schema.ts";
import { expectation } from "./expectation_schema.ts";
import { corridor, corridorProperties, supportOfTile } from "./corridor_schema.ts";
import { tiledGround } from "./ground_schema.ts";
import { above0, agentId, atLeast0, type JsonSchema, limit, number, point, pointOf } from "./json_schema.ts";
import { AT_GOAL, LATER_PARTS, TIERS } from "./scenario.ts";
import {
  ground,
  region,
  regionOfAgent,
  rigidMotion,
  supportOfAgent,
  turningEdges,
} from "./surroundings_schema.ts";

const layerSet: JsonSchema = { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 };

const neighborDistance = limit("Surface gap beyond which neighbors are left out, m; default: none.");

const maxNeighbors: JsonSchema = {
  description: "Most half-planes of one agent; default: no cap.",
  anyOf: [{ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, { const: "unlimited" }],
};

const detour: JsonSchema = {
  description: 'Constants of the detour memory; "off" switches it off.',
  anyOf: [
    { const: "off" },
    {
      type: "object",
      properties: {
        rise: atLeast0("Rise per second at full loss of progress, 1/s."),
        fall: atLeast0("Fall per second while little is lost, 1/s."),
        ceiling: atLeast0("Tangent of half the largest detour angle of who moves."),
        limit: atLeast0("The same of who is stuck; there it starts anew."),
        patience: atLeast0("Who stands is stuck after the time in which it would go so many radii."),
        margin: atLeast0(
          "Share of progress by which the straight way must be better for the memory to fall.",
        ),
        deadBand: { ...atLeast0("Share of progress that may be lost, 0 to 1."), maximum: 1 },
        noneWithin: atLeast0(
          "No detour within so many radii of the goal, and no going first for being stuck.",
        ),
        fullBeyond: atLeast0("Full ceiling beyond so many radii of the goal."),
      },
      additionalProperties: false,
    },
  ],
};

const timeHorizon = above0("Collisions within this time are avoided, s.");
const timeHorizonObstacles = above0("The same against walls, s; default timeHorizon.");
const safetyMargin = atLeast0("Distance kept beyond both radii, m; default 0.");

/** A number of groups that take turns. */
const turns: JsonSchema = { type: "integer", minimum: 1, maximum: 1_000_000 };

/** Fields that agents and `defaults` have in common. */
export const agentTraitProperties: Readonly<Record<string, JsonSchema>> = {
  velocity: pointOf("Start velocity, m/s; default zero."),
  radius: above0("Avoidance radius, m."),
  maxSpeed: atLeast0(
    "Speed cap along the ground, relative to the support, m/s; on a slope less of it is horizontal.",
  ),
  budget: limit('Acceleration budget along the ground, m/s²; "unlimited" (default): velocity jumps.'),
  cruisingSpeed: atLeast0("Speed it likes to go at, m/s, at most maxSpeed."),
  goal: pointOf("Where it wants to go, m."),
  route: {
    type: "array",
    items: {
      ...point,
      properties: {
        ...point.properties as Readonly<Record<string, JsonSchema>>,
        half: pointOf(
          "Of a gate, which may be passed anywhere: from its middle, x and y, to one of its ends, m.",
        ),
      },
    },
    description: "Corners and gates to pass in order, m, in place of goal; the last one is the goal.",
  },
  responsibility: atLeast0("Weight of its part of the avoiding; default 1; 0 does not cooperate."),
  locked: { type: "boolean", description: "Never moves." },
  z: { ...number, description: "Foot height, m; default 0." },
  height: limit("Body height, m; default: on every storey."),
  gradient: pointOf("Height gradient of the ground: rise in metres per metre along x and y."),
  layers: { ...layerSet, description: "Layers that it is on, a set of 32 bits; default 1, the first." },
  mask: { ...layerSet, description: "Layers that it avoids, a set of 32 bits; default all." },
  parameters: {
    type: "object",
    description: "Parameters of its own, in the places of the crowd's.",
    properties: {
      timeHorizon,
      timeHorizonObstacles,
      safetyMargin,
      neighborDistance,
      maxNeighbors,
      detour,
    },
    additionalProperties: false,
  },
  support: { $ref: "#/$defs/supportOfAgent" },
  region: regionOfAgent,
  ...corridorProperties,
};

/** Fields of an agent. */
export const agentProperties: Readonly<Record<string, JsonSchema>> = {
  id: agentId,
  position: pointOf("Start position, m."),
  ...agentTraitProperties,
};

/** Fields of `parameters`. */
export const parameterProperties: Readonly<Record<string, JsonSchema>> = {
  timeHorizon,
  timeHorizonObstacles,
  timeStep: above0("The fixed step, s."),
  safetyMargin,
  passingSide: {
    enum: ["right", "left", "byId"],
    description: "Hand on which both agents of a pair pass when the geometry does not say; default right.",
  },
  optimizationVelocity: {
    enum: ["current", "preferred", "zero"],
    description: "Velocity that the reciprocal change starts from; default current.",
  },
  neighborDistance,
  maxNeighbors,
  neighborRanking: {
    enum: ["gap", "timeToContact"],
    description: "How the cap ranks neighbors; default gap.",
  },
  fallback: {
    enum: FALLBACK_POLICIES,
    description: "What to do when the neighbors leave no velocity; default leastViolation.",
  },
  detour,
  settling: {
    description: 'Constants of settling; "off": nobody settles.',
    anyOf: [
      { const: "off" },
      {
        type: "object",
        properties: {
          enter: atLeast0("A goal or a neighbor within so many radii is reached or touched."),
          stay: atLeast0("So far one that has settled stays so, radii."),
          taken: atLeast0("A goal is taken by who stands within so many sums of both radii of it."),
          ahead: {
            ...atLeast0("Sine of the angle off the way within which a single neighbor blocks it, at most 1."),
            maximum: 1,
          },
          patience: atLeast0("It tries to come nearer for the time in which it would go so many radii."),
          ease: above0(
            "Next to its goal, with somebody at rest in its way, it goes what is left in this time, s.",
          ),
          weight: { ...above0("Factor of the weight of who has settled, at most 1."), maximum: 1 },
        },
        additionalProperties: false,
      },
    ],
  },
  perturbation: {
    description: 'Tiny seeded change of preferred velocities; default "off".',
    anyOf: [
      { const: "off" },
      {
        type: "object",
        properties: {
          size: atLeast0("Largest change of either component, m/s."),
          seed: { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1, description: "32-bit seed." },
        },
        required: ["size", "seed"],
        additionalProperties: false,
      },
    ],
  },
  lineOfSight: {
    enum: ["walls", "off"],
    description: "Whether walls hide those whom no way round them brings near in time; default off.",
  },
  timeSlices: {
    ...turns,
    description: "Agents decide in turn, in so many groups, one a step; default 1.",
  },
  levelsOfDetail: {
    type: "array",
    description:
      "How much is decided for those who are far from all viewers, the nearest level first; default none.",
    items: {
      type: "object",
      properties: {
        beyond: above0("It holds for agents farther than this from the nearest viewer, m."),
        every: { ...turns, description: "They decide in every so manieth step; default 1." },
        against: {
          enum: ["everything", "boundaries"],
          description: 'What they avoid; "boundaries": no neighbors, but by the floor; default everything.',
        },
      },
      required: ["beyond"],
      additionalProperties: false,
    },
  },
  separation: {
    enum: ["floor", "off"],
    description: "The floor under which cooperating agents never overlap, or none; default floor.",
  },
  floorSlack: above0("What the floor keeps beyond both radii against rounding, m; default 1e-9."),
  arrivalDistance: above0("Distance to the goal at which an agent counts as arrived, m."),
};

/** What the schema's references stand for. */
export const definitions: Readonly<Record<string, JsonSchema>> = {
  expectation,
  ground,
  region,
  supportOfAgent,
  rigidMotion,
  turningEdges,
  corridor,
  supportOfTile,
};

/** The published schema of a scenario file (C13). What it cannot say (winding, duplicate IDs) the parser checks. */
export const scenarioSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Halfstep scenario",
  description: "A crowd, its surroundings, and what must come out of a run. SI units: m, s, m/s.",
  type: "object",
  properties: {
    $schema: { type: "string", description: "Address of this schema, for editors." },
    id: { type: "string", pattern: "^[A-Za-z0-9_-]+$", description: "Short name, the key in reports." },
    title: { type: "string", minLength: 1, description: "One line." },
    description: { type: "string", description: "What the scene looks like and why it is hard." },
    source: { type: "string", description: "Where it comes from." },
    duration: above0("How long to run, s."),
    parameters: {
      type: "object",
      description: "What all agents share.",
      properties: parameterProperties,
      required: ["timeHorizon", "timeStep"],
      additionalProperties: false,
    },
    defaults: {
      type: "object",
      description: "Fields that every agent has unless it says otherwise.",
      properties: agentTraitProperties,
      additionalProperties: false,
    },
    agents: {
      type: "array",
      description: "Radius and maxSpeed must come from the agent or from defaults.",
      items: {
        type: "object",
        properties: agentProperties,
        required: ["id", "position"],
        additionalProperties: false,
      },
    },
    supports: {
      type: "object",
      description: "What agents stand on, by name; the name is the support's ID.",
      additionalProperties: { $ref: "#/$defs/ground" },
    },
    corridors: {
      type: "object",
      description: "Routes through tiles that agents share, by name.",
      additionalProperties: { $ref: "#/$defs/corridor" },
    },
    regions: {
      type: "object",
      description: "Regions that agents share, by name.",
      additionalProperties: { $ref: "#/$defs/region" },
    },
    walls: {
      type: "array",
      description: "Solid polygons, counter-clockwise, and segments of two points; every agent avoids them.",
      items: { type: "array", items: point, minItems: 2 },
    },
    viewers: {
      type: "array",
      items: point,
      description:
        "Places that the crowd is looked at from, m, for levelsOfDetail; default: all is seen in full.",
    },
    ground: tiledGround,
    gates,
    areas,
    atGoal: {
      enum: AT_GOAL,
      description: "What becomes of agents within arrivalDistance of their goals; default stay.",
    },
    tier: {
      enum: TIERS,
      description: "When it is run: always (default), or in full tests and when it is asked for.",
    },
    expect: {
      type: "array",
      items: { $ref: "#/$defs/expectation" },
      description: "What must hold of a run.",
    },
    rightBehaviour: { type: "string", description: "What a good run looks like, in words." },
    belongsTo: {
      type: "array",
      items: { enum: LATER_PARTS },
      minItems: 1,
      description: "The later parts of the library that are needed to meet expect.",
    },
  },
  required: ["id", "title", "duration", "parameters", "agents"],
  additionalProperties: false,
  $defs: definitions,
};

/** The text of `docs/scenario.schema.json`. */
export function schemaText(): string {
  return JSON.stringify(scenarioSchema, null, 2) + "\n";
}
