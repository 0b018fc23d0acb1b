import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { Ajv2020 } from "npm:ajv@^8/dist/2020.js";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { InputError } from "../../geometry/input_error.ts";
import { stepCrowd } from "../../crowd/step.ts";
import { leastGapBelow } from "../../scenario/pair_gap.ts";
import { buildCrowd, parseScenario } from "../../scenario/parse.ts";
import { scenarioSchema, schemaText } from "../../scenario/schema.ts";
import { stepMotions } from "../../scenario/step_motion.ts";
import { counts } from "../counts.ts";
import { fileOf, names } from "./scenario_files.ts";

const fits = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(scenarioSchema);

/** A scenario with every field that there is. */
const rich = {
  $schema: "../scenario.schema.json",
  id: "rich",
  title: "Everything",
  description: "All fields at once",
  source: "made up",
  duration: 10,
  parameters: {
    timeHorizon: 3,
    timeStep: 0.1,
    safetyMargin: 0.1,
    passingSide: "left",
    optimizationVelocity: "current",
    neighborDistance: 15,
    maxNeighbors: 10,
    neighborRanking: "gap",
    fallback: "brake",
    detour: { rise: 0.3, fall: 0.3, ceiling: 0.5, deadBand: 0.2, noneWithin: 2, fullBeyond: 10 },
    perturbation: { size: 0.001, seed: 7 },
    lineOfSight: "walls",
    timeSlices: 2,
    levelsOfDetail: [{ beyond: 5, every: 3 }, { beyond: 8, every: 2, against: "boundaries" }],
    separation: "floor",
    floorSlack: 1e-8,
    arrivalDistance: 0.2,
  },
  supports: {
    deck: { velocity: { x: 1, y: 0 }, turn: { x: 1, y: 0 }, version: 2 },
    wheel: {
      motion: {
        origin: { x: 1, y: 0 },
        velocity: { x: 0, y: 1 },
        acceleration: { x: 0, y: 0 },
        heading: { x: 0.6, y: 0.8 },
        yawRate: 0.2,
        yawAcceleration: -0.1,
        version: 1,
      },
    },
  },
  regions: {
    hall: {
      polygon: [{ x: -20, y: -20 }, { x: 20, y: -20 }, { x: 20, y: 20 }],
      velocity: { x: 0, y: 0.5 },
      owner: "hall",
      version: 3,
      turning: [{ frame: { yawRate: 0.2 }, edges: [{ id: "e", normal: { x: 0, y: 1 }, offset: 30 }] }],
    },
    half: {
      edges: [{
        id: 1,
        normal: { x: 0, y: 1 },
        offset: 30,
        velocity: { x: 0, y: 1 },
        owner: "me",
        version: 0,
      }],
      turning: [],
    },
    wheel: { turning: [{ frame: {}, edges: [] }] },
  },
  defaults: { radius: 0.5, maxSpeed: 1.5, budget: "unlimited", height: 1.8 },
  agents: [
    {
      id: "a",
      position: { x: 0, y: 0 },
      velocity: { x: 1, y: 0 },
      budget: 2,
      cruisingSpeed: 1,
      route: [{ x: 5, y: 0 }, { x: 5, y: 5 }],
      responsibility: 0.5,
      z: 1,
      height: 2,
      gradient: { x: 0.1, y: 0 },
      layers: 2,
      mask: 3,
      parameters: {
        timeHorizon: 2,
        timeHorizonObstacles: 1,
        safetyMargin: 0,
        maxNeighbors: 4,
        detour: "off",
      },
      support: "deck",
      region: "hall",
    },
    { id: 3, position: { x: 5, y: -9 }, support: { id: 7, velocity: { x: 0, y: 1 } }, region: { edges: [] } },
    {
      id: 4,
      position: { x: 9, y: -9 },
      support: { id: "own", motion: {} },
      region: { polygon: [{ x: 0, y: -20 }, { x: 20, y: -20 }, { x: 20, y: 20 }] },
    },
    { id: 2, position: { x: 9, y: 9 }, radius: 0.25, maxSpeed: 0, goal: { x: 9, y: 9 }, locked: true },
  ],
  walls: [[{ x: 0, y: -3 }, { x: 4, y: -3 }, { x: 4, y: -2 }]],
  viewers: [{ x: 0, y: 0 }, { x: 3, y: 4 }],
  gates: [{ id: "door", from: { x: 0, y: 0 }, to: { x: 0, y: 1 } }],
  areas: [{ id: "room", polygon: [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 2 }] }],
  atGoal: "leave",
  tier: "full",
  expect: [
    { kind: "finite" },
    { kind: "arrival", within: 9, notBefore: 1, agents: ["a"] },
    { kind: "flow", gate: "door", direction: "backward", atLeast: 0, atMost: 2 },
    { kind: "passages", gate: "door", direction: "forward", atLeast: 1 },
    { kind: "density", area: "room", atMost: 3 },
    { kind: "gap", atLeast: -0.001, agents: ["a", 2], from: 1 },
    { kind: "insideRegion", atLeast: -0.1, agents: ["a"] },
    { kind: "noRefusedStop", agents: [3, 4] },
    { kind: "skipped", atLeast: 0.5, atMost: 0.9, agents: ["a"] },
    { kind: "anyOf", of: [{ kind: "speed", atMost: 2, from: 3 }, { kind: "repeatable", order: "same" }] },
  ],
  rightBehaviour: "Nothing in particular.",
  belongsTo: ["cooperation"],
};

/** Rules that a schema cannot state. */
const beyondSchema =
  /only once|counter-clockwise|cross itself|next corner|at most maxSpeed|above noneWithin|at least enter|ID of an agent|route is given|it never moves|unit vector|reflex corner|leave a point|1e-13|name of|other end|from the others|level before/;

/** Radius and largest speed may come from the agent or from the defaults, which the schema cannot state either. */
function isExcused({ rule, value, field }: InputError): boolean {
  return beyondSchema.test(rule) || value === undefined && (field === "radius" || field === "maxSpeed");
}

it("C13: the published schema is the one that the parser uses", () => {
  assertEquals(
    Deno.readTextFileSync(new URL("../../docs/scenario.schema.json", import.meta.url)),
    schemaText(),
  );
});

it("C13: schema and parser both accept every published scenario", () => {
  for (const name of names) {
    const file = fileOf(name);
    assert(fits(file), `${name}: ${JSON.stringify(fits.errors)}`);
    assert(E.isRight(parseScenario(file)), name);
  }
});

it("C13: schema and parser both accept a scenario with every field", () => {
  assert(fits(rich), JSON.stringify(fits.errors));
  const scenario = parseScenario(rich);
  assert(E.isRight(scenario), JSON.stringify(scenario));
});

it("C13: schema and parser agree on scenarios with one value replaced, removed or added", () => {
  const places = placesIn(rich, []);
  const values: readonly unknown[] = [
    null,
    true,
    -1,
    0,
    0.5,
    3,
    1e13,
    -1e13,
    1e-13,
    "",
    "text",
    "unlimited",
    "off",
    "deck",
    "hall",
    [],
    {},
    [1],
    { x: 1, y: 2 },
  ];
  const change = fc.oneof(
    fc.record({ kind: fc.constant("replace"), value: fc.constantFrom(...values) }),
    fc.record({ kind: fc.constant("remove"), value: fc.constant(undefined) }),
    fc.record({ kind: fc.constant("add"), value: fc.constantFrom(...values) }),
  );
  let refused = 0, accepted = 0;
  fc.assert(
    fc.property(fc.constantFrom(...places), change, (place, { kind, value }) => {
      const changed = changeAt(structuredClone(rich), place, kind, value);
      const bySchema = fits(changed), scenario = parseScenario(changed);
      if (bySchema) {
        const excused = E.isRight(scenario) || scenario.left.every(isExcused);
        assert(excused, `schema accepts, parser refuses: ${JSON.stringify(scenario)}`);
        accepted++;
      } else {
        assert(E.isLeft(scenario), `schema refuses, parser accepts: ${JSON.stringify(fits.errors)}`);
        refused++;
      }
    }),
    { numRuns: 3 * counts("scenario properties") },
  );
  assert(refused > 0 && accepted > 0);
});

type Place = readonly (string | number)[];

function placesIn(value: unknown, path: Place): readonly Place[] {
  if (value === null || typeof value !== "object") return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inside = keys.flatMap((key) =>
    placesIn((value as Record<string | number, unknown>)[key], [...path, key])
  );
  return path.length === 0 ? inside : [path, ...inside];
}

// deno-lint-ignore no-explicit-any
function changeAt(root: any, place: Place, kind: string, value: unknown): unknown {
  let parent = root;
  for (const key of place.slice(0, -1)) parent = parent[key];
  const last = place.at(-1)!;
  if (kind === "add") {
    if (Array.isArray(parent)) parent.push(value);
    else parent["extra"] = value;
  } else if (kind === "remove") {
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  } else parent[last] = value;
  return root;
}

it("C13, C4, C2: layers, masks, an agent's own parameters, lines of sight and time slices may stand in a file", () => {
  const person = { radius: 0.5, maxSpeed: 1.5, position: { x: 0, y: 0 } };
  const file = {
    id: "filters",
    title: "Who sees whom",
    duration: 1,
    defaults: { mask: 3 },
    agents: [
      { ...person, id: "ghost", layers: 4, mask: 0, goal: { x: 5, y: 0 } },
      { ...person, id: "walker", parameters: { timeHorizon: 1, maxNeighbors: "unlimited", detour: "off" } },
    ],
    parameters: { timeHorizon: 2, timeStep: 0.1, lineOfSight: "walls", timeSlices: 3 },
    expect: [],
  };
  assert(fits(file), JSON.stringify(fits.errors));
  const read = parseScenario(file);
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
  const crowd = buildCrowd(read.right);
  if (E.isLeft(crowd)) throw new Error(JSON.stringify(crowd.left));
  assertEquals(crowd.right.agents.map(({ layers, mask }) => [layers, mask]), [[4, 0], [1, 3]]);
  assertEquals(crowd.right.agents[1]!.parameters, { timeHorizon: 1, maxNeighbors: Infinity, detour: "off" });
  assertEquals([crowd.right.parameters.lineOfSight, crowd.right.parameters.timeSlices], ["walls", 3]);
  // Who ignores each other passes through each other: that is no collision.
  assertEquals(leastGapBelow(Infinity, stepMotions(crowd.right, stepCrowd(crowd.right))), undefined);
});
