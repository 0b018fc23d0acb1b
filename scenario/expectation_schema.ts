import { DIRECTIONS } from "./counting_gate.ts";
import { agentId, atLeast0, type JsonSchema, number } from "./json_schema.ts";

/** What an expectation's fields look like, beside `kind`. */
const agents: JsonSchema = {
  type: "array",
  items: agentId,
  minItems: 1,
  description: "The agents meant; absent: all.",
};
const from: JsonSchema = atLeast0("Counted from this time on, s.");
const within: JsonSchema = atLeast0("Time allowed, s.");
const atMost: JsonSchema = atLeast0("Largest value allowed.");
const atLeast: JsonSchema = { ...number, description: "Smallest value allowed." };
const name: JsonSchema = { type: "string", description: "A name from the scenario's list." };
const direction: JsonSchema = { enum: DIRECTIONS, description: "The way through the gate; default forward." };

/** Fields of every kind of expectation: those it must have, and those it may have. */
export const expectationFields: Readonly<
  Record<string, {
    /** Required fields beside `kind`. */
    readonly must: Readonly<Record<string, JsonSchema>>;
    /** Optional fields. */
    readonly may: Readonly<Record<string, JsonSchema>>;
  }>
> = {
  finite: { must: {}, may: {} },
  arrival: { must: { within }, may: { notBefore: atLeast0("Nobody may arrive earlier, s."), agents } },
  flow: { must: { gate: name }, may: { direction, atLeast, atMost } },
  passages: { must: { gate: name, atLeast }, may: { direction } },
  density: { must: { area: name, atMost }, may: {} },
  gap: { must: { atLeast }, may: { agents: { ...agents, minItems: 2 }, from } },
  wallClearance: { must: { atLeast }, may: { agents, from } },
  speed: { must: { atMost }, may: { agents, from } },
  acceleration: { must: { atMost }, may: { agents } },
  reversals: { must: { atMost }, may: { agents } },
  distanceToGoal: { must: { atMost }, may: { agents } },
  lateral: { must: { atMost }, may: { agents } },
  displacement: { must: { atMost }, may: { agents } },
  initialOverlap: { must: {}, may: { agents: { ...agents, minItems: 2 } } },
  blockedReported: { must: { within }, may: { agents } },
  deadlockReported: { must: { within }, may: { agents } },
  insideRegion: { must: {}, may: { atLeast, agents } },
  noRefusedStop: { must: {}, may: { agents } },
  skipped: { must: {}, may: { atLeast, atMost, agents } },
  repeatable: { must: { order: { enum: ["same", "reversed"] } }, may: {} },
  anyOf: { must: { of: { type: "array", items: { $ref: "#/$defs/expectation" }, minItems: 1 } }, may: {} },
};

/** The schema of an expectation. */
export const expectation: JsonSchema = {
  description: "Something that must hold of a run.",
  oneOf: Object.entries(expectationFields).map(([kind, { must, may }]) => ({
    type: "object",
    properties: { kind: { const: kind }, ...must, ...may },
    required: ["kind", ...Object.keys(must)],
    additionalProperties: false,
  })),
};
