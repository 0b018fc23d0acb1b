import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { addAgents, createCrowd, DETOUR, stepCrowd } from "../../crowd/mod.ts";
import type { InputError } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { BASE, crowdOf, walker } from "./scenes.ts";

/** What is wrong with an input; it must be something. */
function errorsOf(input: unknown): readonly InputError[] {
  const made = createCrowd(input);
  if (made._tag === "Right") {
    throw new Error(`Expected errors, but found a crowd of ${JSON.stringify(input)}`);
  }
  for (const { rule, path, field } of made.left) {
    assert(rule.length > 0);
    if (path.length > 0) assert(path.includes(field));
  }
  return made.left;
}

/** Input of one good agent and one with something changed. */
const withAgent = (change: Readonly<Record<string, unknown>>) => ({
  agents: [walker("good", 9, 9), { ...walker("x19", 0, 0), ...change }],
  parameters: BASE,
});

it("C2: X19: what is wrong with an agent is refused with field, path, value and the agent's ID", () => {
  const unlimited = [NaN, -1, 0, -Infinity, "2", null];
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    ["radius", [-1, 0, NaN, Infinity, "0.5", null, undefined]],
    ["maxSpeed", [-0.1, NaN, Infinity, "1", undefined]],
    ["cruisingSpeed", [-0.1, NaN, Infinity, 2]],
    ["budget", unlimited],
    ["height", unlimited],
    ["responsibility", [-0.5, NaN, Infinity, "1"]],
    ["locked", [0, "false", null]],
    ["z", [NaN, Infinity, "0"]],
    ["detour", [-0.1, NaN, Infinity]],
    ["position", [undefined, null, 3, "0,0"]],
    ["velocity", [null, 3]],
    ["goal", [null, 3, "0"]],
    ["route", [3, {}]],
    ["gradient", [null, 3]],
    ["layers", [-1, 0.5, NaN, 2 ** 32, "1", null]],
    ["mask", [-1, 0.5, NaN, 2 ** 32, "1", null]],
    ["parameters", [null, 3, "off"]],
  ];
  for (const [field, values] of cases) {
    for (const value of values) {
      const [first, ...others] = errorsOf(withAgent({ [field]: value }));
      assertEquals([first?.field, first?.path, first?.agent], [field, ["agents", 1, field], "x19"]);
      assert(Object.is(first?.value, value));
      assertEquals(others.filter(({ path }) => path[2] !== field), []);
    }
  }
});

it("C2: X19: a number in a vector is named by its whole path", () => {
  for (const field of ["position", "velocity", "goal", "gradient"]) {
    for (const bad of [NaN, Infinity, -Infinity, "0", undefined, 1e13]) {
      const errors = errorsOf(withAgent({ [field]: { x: 0, y: bad } }));
      assertEquals(errors.map(({ path, agent }) => ({ path, agent })), [
        { path: ["agents", 1, field, "y"], agent: "x19" },
      ]);
    }
  }
  const [corner] = errorsOf(withAgent({ route: [{ x: 0, y: 0 }, { x: NaN, y: 0 }] }));
  assertEquals(corner?.path, ["agents", 1, "route", 1, "x"]);
});

it("C2: X19: what is wrong with a parameter is refused with field, path and value", () => {
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    ["timeHorizon", [0, -1, NaN, Infinity, "2", undefined]],
    ["timeStep", [0, -0.05, NaN, Infinity, undefined]],
    ["safetyMargin", [-0.1, NaN, Infinity]],
    ["passingSide", ["up", 1, null]],
    ["optimizationVelocity", ["best", null]],
    ["neighborDistance", [0, -1, NaN]],
    ["maxNeighbors", [-1, 0, 2.5, NaN, "3"]],
    ["neighborRanking", ["center", null]],
    ["fallback", ["panic", null]],
    ["detour", ["on", 3]],
    ["perturbation", ["on", 3]],
    ["arrivalDistance", [0, -1, NaN, Infinity]],
  ];
  for (const [field, values] of cases) {
    for (const value of values) {
      const errors = errorsOf({ agents: [], parameters: { ...BASE, [field]: value } });
      assertEquals([errors[0]?.field, errors[0]?.path], [field, ["parameters", field]]);
      assert(Object.is(errors[0]?.value, value));
    }
  }
});

it("C6: constants that would not fade, or are no numbers, are refused by name", () => {
  for (const name of Object.keys(DETOUR)) {
    const [error] = errorsOf({ agents: [], parameters: { ...BASE, detour: { [name]: NaN } } });
    assertEquals(error?.path, ["parameters", "detour", name]);
  }
  const [error] = errorsOf({ agents: [], parameters: { ...BASE, detour: { noneWithin: 10 } } });
  assertEquals(error?.path, ["parameters", "detour", "fullBeyond"]);
  const seeds = errorsOf({ agents: [], parameters: { ...BASE, perturbation: { size: -1, seed: 0.5 } } });
  assertEquals(seeds.map(({ field }) => field).sort(), ["seed", "size"]);
});

it("C1: all errors come at once, of agents and parameters", () => {
  const errors = errorsOf({
    agents: [
      { ...walker("a", 0, NaN), radius: -1 },
      { ...walker("a", 3, 0), maxSpeed: Infinity },
      { ...walker({} as string, 6, 0) },
      7,
    ],
    parameters: { timeHorizon: 0, timeStep: NaN, maxNeighbors: 2.5 },
  });
  const places = errors.map(({ path }) => path.join("."));
  for (
    const place of [
      "parameters.timeHorizon",
      "parameters.timeStep",
      "parameters.maxNeighbors",
      "agents.0.position.y",
      "agents.0.radius",
      "agents.1.id",
      "agents.1.maxSpeed",
      "agents.2.id",
      "agents.3",
    ]
  ) {
    assertEquals(places.filter((found) => found === place).length, 1, place);
  }
  assertEquals(errors.find(({ field }) => field === "radius")?.agent, "a");
});

it("C1: agents without a readable ID are one error each, and no ID is made up for them", () => {
  for (const id of [undefined, null, NaN, {}, true, Infinity]) {
    const bad = { ...walker("a", 0, 0), id };
    const errors = errorsOf({ agents: [bad, { ...bad, position: { x: 3, y: 0 } }], parameters: BASE });
    assertEquals(errors.map(({ path, agent }) => ({ path, agent })), [
      { path: ["agents", 0, "id"], agent: undefined },
      { path: ["agents", 1, "id"], agent: undefined },
    ]);
  }
});

it("C1: a locked agent that moves is refused", () => {
  const errors = errorsOf(withAgent({ locked: true, velocity: { x: 1, y: 0 } }));
  assertEquals(errors.map(({ path, agent }) => ({ path, agent })), [
    { path: ["agents", 1, "velocity"], agent: "x19" },
  ]);
});

it("C1: what may be absent may also be undefined", () => {
  const optional = [
    "velocity",
    "cruisingSpeed",
    "budget",
    "goal",
    "route",
    "responsibility",
    "locked",
    "z",
    "height",
    "gradient",
    "detour",
    "settled",
  ];
  const bare = { id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1.5 };
  const undefinedOnes = { ...Object.fromEntries(optional.map((name) => [name, undefined])), ...bare };
  const made = createCrowd({ agents: [undefinedOnes], parameters: { ...BASE, safetyMargin: undefined } });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  assertEquals(made.right, crowdOf([bare]));
});

it("C1: what is not given takes its default", () => {
  const [agent] = crowdOf([walker("a", 1, 2)]).agents;
  assertEquals(agent, {
    id: "a",
    position: { x: 1, y: 2 },
    velocity: { x: 0, y: 0 },
    radius: 0.5,
    responsibility: 1,
    locked: false,
    maxSpeed: 1.5,
    budget: Infinity,
    cruisingSpeed: 1.5,
    route: [],
    z: 0,
    height: Infinity,
    gradient: { x: 0, y: 0 },
    layers: 1,
    mask: 0xffffffff,
    detour: 0,
    settled: "no",
    waiting: 0,
  });
});

it("C1: an unlimited budget or height may be written for JSON", () => {
  const input = JSON.parse(
    '{"id":"a","position":{"x":0,"y":0},"radius":1,"maxSpeed":1,"budget":"unlimited","height":"unlimited"}',
  );
  const [agent] = crowdOf([input]).agents;
  assertEquals([agent?.budget, agent?.height], [Infinity, Infinity]);
});

it("C1: a crowd's own agents and parameters are input of the same crowd", () => {
  const crowd = crowdOf([
    walker("a", 0, 0, { goal: { x: 1, y: 0 }, budget: 2, detour: 0.25 }),
    walker(2, 3, 0),
  ]);
  const again = createCrowd({ agents: crowd.agents, parameters: crowd.parameters });
  assert(again._tag === "Right");
  assertEquals(again.right, crowd);
});

it("C1: whatever is given, nothing throws", () => {
  const crowd = crowdOf([walker("a", 0, 0)]);
  const field = fc.constantFrom(
    "id",
    "position",
    "velocity",
    "radius",
    "maxSpeed",
    "goal",
    "route",
    "budget",
    "locked",
  );
  fc.assert(
    fc.property(fc.anything(), fc.anything(), field, (value, other, name) => {
      createCrowd(value);
      createCrowd({ agents: value, parameters: other });
      createCrowd({ agents: [value, other], parameters: BASE });
      createCrowd({
        agents: [walker("a", 0, 0)],
        parameters: { ...BASE, [name]: value, detour: other, perturbation: other },
      });
      addAgents(crowd, value);
      addAgents(crowd, [value, other]);
      const made = createCrowd(withAgent({ [name]: value }));
      if (made._tag === "Right") {
        for (const { position } of stepCrowd(made.right).agents) {
          assert(Number.isFinite(position.x + position.y));
        }
      }
    }),
    runs("crowd input"),
  );
});

it("C1: a value that cannot be read is an error, not an exception", () => {
  const trap = {
    get radius(): number {
      throw new Error("no");
    },
  };
  assertEquals(createCrowd({ agents: [trap], parameters: BASE })._tag, "Left");
  assertEquals(createCrowd(new Proxy({}, { get: () => Symbol() }))._tag, "Left");
});
