import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { InputError } from "../../geometry/input_error.ts";
import { buildCrowd, parseScenario } from "../../scenario/parse.ts";
import { names, scenarioOf } from "./scenario_files.ts";

const good = {
  id: "good",
  title: "Two agents",
  duration: 10,
  parameters: { timeHorizon: 3, timeStep: 0.1 },
  defaults: { radius: 0.5, maxSpeed: 1.5 },
  agents: [
    { id: "a", position: { x: 0, y: 0 }, goal: { x: 5, y: 0 } },
    { id: "b", position: { x: 5, y: 2 }, goal: { x: 0, y: 2 } },
  ],
};

function errorsOf(value: unknown): readonly InputError[] {
  const scenario = parseScenario(value);
  return E.isLeft(scenario) ? scenario.left : [];
}

const placesOf = (value: unknown): readonly string[] => errorsOf(value).map(({ path }) => path.join("."));

/** The good scenario with the first agent changed. */
const withAgent = (change: Record<string, unknown>): unknown => ({
  ...good,
  agents: [{ ...good.agents[0], ...change }, good.agents[1]],
});

it("C13: every published scenario is accepted, and its crowd can be made", () => {
  for (const name of names) {
    const scenario = scenarioOf(name);
    assertEquals(scenario.id, name, "the file is named after its ID");
    assert(E.isRight(buildCrowd(scenario)), name);
  }
});

it("C13: defaults are filled in, and an agent's own fields win", () => {
  const scenario = parseScenario(withAgent({ radius: 0.25 }));
  assert(E.isRight(scenario));
  assertEquals(scenario.right.agents.map(({ radius }) => radius), [0.25, 0.5]);
  assert(!("defaults" in scenario.right));
});

it("C13: an agent's own route takes the place of a default goal", () => {
  const { goal: _goal, ...aimless } = good.agents[0]!;
  const scenario = parseScenario({
    ...good,
    defaults: { ...good.defaults, goal: { x: 9, y: 9 } },
    agents: [{ ...aimless, route: [{ x: 1, y: 1 }, { x: 2, y: 2 }] }],
  });
  assert(E.isRight(scenario));
  assertEquals(scenario.right.agents[0]!.goal, undefined);
});

it("C13: everything that is wrong is named at once, each at its place", () => {
  const bad = {
    id: "no spaces please",
    duration: -1,
    parameters: { timeHorizon: 0, timeStep: "fast", maxNeighbors: 2.5 },
    agents: [{ id: "a", position: { x: 0, y: null }, radius: -1, maxSpeed: 1 }],
    walls: [[{ x: 0, y: 0 }]],
    expect: [{ kind: "arival" }, { kind: "gap" }],
    belongsTo: "tomorrow",
  };
  assertEquals([...placesOf(bad)].sort(), [
    "agents.0.position.y",
    "agents.0.radius",
    "belongsTo",
    "duration",
    "expect.0.kind",
    "expect.1.atLeast",
    "id",
    "parameters.maxNeighbors",
    "parameters.timeHorizon",
    "parameters.timeStep",
    "title",
    "walls.0",
  ]);
});

it("C13: an error in an agent names the agent, the field, the value and the rule", () => {
  const [error] = errorsOf(withAgent({ radius: -1 }));
  assertEquals(error?.agent, "a");
  assertEquals(error?.field, "radius");
  assertEquals(error?.value, -1);
  assertEquals(error?.path, ["agents", 0, "radius"]);
  assert(error !== undefined && error.rule.includes("above 0"));
});

it("C13: an error in the defaults is named there, once, however many agents share it", () => {
  const errors = errorsOf({ ...good, defaults: { radius: -1, maxSpeed: 1, gradient: { x: 1, y: "steep" } } });
  assertEquals(errors.map(({ path }) => path), [["defaults", "radius"], ["defaults", "gradient", "y"]]);
  assertEquals(errors.map(({ agent }) => agent), [undefined, undefined]);
});

it("C13: a field that is missing in agent and defaults is missed in the agent", () => {
  assertEquals(placesOf({ ...good, defaults: { maxSpeed: 1 } }), ["agents.0.radius", "agents.1.radius"]);
});

it("C13: a field that the format does not know is an error at any depth", () => {
  assertEquals(placesOf({ ...good, wals: [] }), ["wals"]);
  assertEquals(placesOf(withAgent({ raduis: 1 })), ["agents.0.raduis"]);
  assertEquals(placesOf(withAgent({ position: { x: 0, y: 0, z: 1 } })), ["agents.0.position.z"]);
  assertEquals(placesOf({ ...good, defaults: { ...good.defaults, id: "x" } }), ["defaults.id"]);
  assertEquals(placesOf({ ...good, parameters: { ...good.parameters, dt: 1 } }), ["parameters.dt"]);
  const detour = { ...good.parameters, detour: { rises: 1 } };
  assertEquals(placesOf({ ...good, parameters: detour }), ["parameters.detour.rises"]);
  assertEquals(placesOf({ ...good, expect: [{ kind: "finite", from: 3 }] }), ["expect.0.from"]);
});

it("C13: each invalid input of the list of complaints is refused before any step", () => {
  const parameters = (change: Record<string, unknown>): unknown => ({
    ...good,
    parameters: { ...good.parameters, ...change },
  });
  const cases: readonly (readonly [unknown, string])[] = [
    [withAgent({ radius: -1 }), "agents.0.radius"],
    [withAgent({ radius: NaN }), "agents.0.radius"],
    [withAgent({ radius: "NaN" }), "agents.0.radius"],
    [withAgent({ maxSpeed: -0.1 }), "agents.0.maxSpeed"],
    [withAgent({ maxSpeed: Infinity }), "agents.0.maxSpeed"],
    [withAgent({ maxSpeed: "Infinity" }), "agents.0.maxSpeed"],
    [withAgent({ position: { x: NaN, y: 0 } }), "agents.0.position.x"],
    [withAgent({ id: "b" }), "agents.1.id"],
    [parameters({ timeHorizon: 0 }), "parameters.timeHorizon"],
    [parameters({ neighborDistance: 0 }), "parameters.neighborDistance"],
    [parameters({ maxNeighbors: -1 }), "parameters.maxNeighbors"],
    [parameters({ maxNeighbors: 2.5 }), "parameters.maxNeighbors"],
    [parameters({ timeStep: 0 }), "parameters.timeStep"],
    [parameters({ timeStep: -0.05 }), "parameters.timeStep"],
  ];
  for (const [value, place] of cases) assertEquals(placesOf(value), [place]);
});

it('C13: duplicate IDs are named, while 1 and "1" are different', () => {
  const [error] = errorsOf(withAgent({ id: "b" }));
  assertEquals(error?.agent, "b");
  assertEquals(error?.value, "b");
  const agents = [{ ...good.agents[0], id: 1 }, { ...good.agents[1], id: "1" }];
  assertEquals(errorsOf({ ...good, agents }), []);
});

it("C13: a wall must be a segment, or a counter-clockwise polygon that does not cross itself", () => {
  const ruleOf = (...corners: readonly (readonly [number, number])[]): string =>
    errorsOf({ ...good, walls: [corners.map(([x, y]) => ({ x, y }))] }).map(({ path, rule }) =>
      `${path.join(".")} ${rule}`
    ).join("; ");
  assertEquals(ruleOf([0, 0], [1, 0], [1, 1], [0, 1]), "");
  assertEquals(ruleOf([0, 0], [4, 0], [4, 4], [2, 1], [0, 4]), "", "need not be convex");
  assert(
    ruleOf([0, 0], [0, 1], [1, 1], [1, 0]).includes("walls.0 must have its corners in counter-clockwise"),
  );
  assertEquals(ruleOf([0, 0], [1, 0]), "", "a segment");
  assert(ruleOf([0, 0]).includes("at least 3 (a polygon)"));
  assert(ruleOf([1, 0], [1, 0]).startsWith("walls.0.0 must differ from the next corner"));
  assert(ruleOf([0, 0], [1, 0], [1, 0], [0, 1]).startsWith("walls.0.1 must differ from the next corner"));
  assert(ruleOf([0, 0], [1, 0], [1, 1], [0, 0]).startsWith("walls.0.3 must differ from the next corner"));
  assert(ruleOf([0, 0], [2, 2], [2, 0], [0, 2]).includes("edges 0 and 2 meet"), "crossing");
  assert(ruleOf([0, 0], [4, 0], [4, 4], [2, 0], [0, 4]).includes("meet"), "a corner on another edge");
  assert(ruleOf([0, 0], [4, 0], [2, 0]).includes("meet"), "folded flat");
  assert(ruleOf([2, 0], [4, 0], [0, 0]).includes("meet"), "folded flat at other corners");
  assert(ruleOf([0, 0], [2, 0], [4, 0], [4, 2]) === "", "a straight corner is fine");
  assert(ruleOf([0, 0], [1, 0], [NaN, 1]).includes("walls.0.2.x must be a finite number"));
});

it("C13: expectations may only speak of agents that exist, and of pairs where a pair is meant", () => {
  const expect = (...list: readonly unknown[]): readonly string[] => placesOf({ ...good, expect: list });
  assertEquals(expect({ kind: "arrival", within: 5, agents: ["a", "c"] }), ["expect.0.agents.1"]);
  assertEquals(expect({ kind: "gap", atLeast: 0, agents: ["a"] }), ["expect.0.agents"]);
  assertEquals(expect({ kind: "arrival", within: 5, agents: [] }), ["expect.0.agents"]);
  assertEquals(expect({ kind: "arrival", within: -5 }), ["expect.0.within"]);
  assertEquals(expect({ kind: "anyOf", of: [] }), ["expect.0.of"]);
  assertEquals(expect({ kind: "anyOf", of: [{ kind: "finite" }, { kind: "speed" }] }), [
    "expect.0.of.1.atMost",
  ]);
  assertEquals(expect({ kind: "repeatable", order: "shuffled" }), ["expect.0.order"]);
  assertEquals(expect(3), ["expect.0"]);
});

it("C13: values that are no scenario at all are refused without throwing", () => {
  for (const value of [undefined, null, 3, "text", [], [good], () => good]) {
    assert(errorsOf(value).length > 0, String(value));
  }
  assert(placesOf({}).includes("parameters") || placesOf({}).includes("parameters.timeHorizon"));
  for (const field of ["agents", "walls", "expect", "defaults", "parameters"]) {
    for (const value of [3, "text", null]) assert(errorsOf({ ...good, [field]: value }).length > 0, field);
  }
});

it("C13: parsing leaves its input alone", () => {
  const frozen = deepFreeze(structuredClone(good));
  assert(E.isRight(parseScenario(frozen)));
});

function deepFreeze<A>(value: A): A {
  if (value !== null && typeof value === "object") {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
