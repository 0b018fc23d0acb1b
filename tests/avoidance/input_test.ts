import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { avoid, type AvoidInput, parseSituation } from "../../avoidance/mod.ts";
import type { InputError } from "../../geometry/mod.ts";
import { agent, runs } from "../geometry/pairs.ts";

const good = {
  self: agent("a", 0, 0, 1, 0),
  neighbors: [agent("b", 4, 0, -1, 0), agent("x19", 0, 4, 0, 0)],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: { x: 1, y: 0 },
  maxSpeed: 1.5,
};

/** What is wrong with an input; it must be something. */
function errorsOf(input: unknown): readonly InputError[] {
  const result = avoid(input as AvoidInput);
  if (result._tag === "Right") throw new Error(`Expected errors, but found ${JSON.stringify(result.right)}`);
  return result.left;
}

/** One value in the place of another must give one error, in that place. */
function assertRefused(
  input: unknown,
  path: readonly (string | number)[],
  value: unknown,
  id?: string,
): void {
  const errors = errorsOf(input);
  const [first] = errors;
  assertEquals(errors.map((error) => error.path), [path]);
  assertEquals(first?.field, path.findLast((part) => typeof part === "string"));
  assert(Object.is(first?.value, value));
  assertEquals(first?.agent, id);
  assert(first!.rule.length > 0);
}

const numbers = [NaN, Infinity, -Infinity, "1", null, 1e13];

it("G1: X19: what is wrong with an agent names field, path, value and ID, for the one that decides and for neighbors", () => {
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    ["radius", [0, -1, NaN, Infinity, "0.5", undefined]],
    ["responsibility", [-1, NaN, Infinity, null]],
    ["locked", [1, "true", null]],
    ["position", [undefined, null, 3]],
    ["velocity", [undefined, null, 3]],
    ["preferredVelocity", [null, 3]],
  ];
  for (const [field, values] of cases) {
    for (const value of values) {
      const readings = field === "position" || field === "velocity" || field === "preferredVelocity";
      assertRefused({ ...good, self: { ...good.self, [field]: value } }, ["self", field], value, "a");
      const neighbors = [good.neighbors[0], { ...good.neighbors[1], [field]: value }];
      assertRefused({ ...good, neighbors }, ["neighbors", 1, field], value, "x19");
      if (!readings) continue;
      for (const bad of numbers) {
        const self = { ...good.self, [field]: { x: bad, y: 0 } };
        assertRefused({ ...good, self }, ["self", field, "x"], bad, "a");
      }
    }
  }
});

it("G2: X19: duplicate IDs are refused, among neighbors and with the one that decides", () => {
  assertRefused(
    { ...good, neighbors: [agent("b", 4, 0, 0, 0), agent("b", 0, 4, 0, 0)] },
    [
      "neighbors",
      1,
      "id",
    ],
    "b",
    "b",
  );
  assertRefused({ ...good, neighbors: [agent("a", 4, 0, 0, 0)] }, ["neighbors", 0, "id"], "a", "a");
});

it("G3: X19: what is wrong with a parameter is refused with field, path and value", () => {
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    ["timeHorizon", [0, -1, NaN, Infinity, "2", undefined, null]],
    ["timeStep", [0, -0.05, NaN, Infinity, undefined]],
    ["safetyMargin", [-0.1, NaN, Infinity, null]],
    ["passingSide", ["up", 0, null]],
    ["optimizationVelocity", ["fast", null]],
  ];
  for (const [field, values] of cases) {
    for (const value of values) {
      const parameters = { ...good.parameters, [field]: value };
      assertRefused({ ...good, parameters }, ["parameters", field], value);
    }
  }
});

it("S10: X19: what is wrong with the rest is refused with field, path and value", () => {
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    ["maxSpeed", [-0.1, NaN, Infinity, "1", undefined, null]],
    ["budget", [-1, NaN, -Infinity, "2", null]],
    ["preferred", [undefined, null, 3]],
    ["fallback", ["panic", null, 3]],
    ["explain", [1, "yes", null]],
    ["neighbors", [undefined, null, {}, "b"]],
    ["support", [null, 3, []]],
  ];
  for (const [field, values] of cases) {
    for (const value of values) {
      const errors = errorsOf({ ...good, [field]: value });
      assertEquals([errors[0]?.path, errors[0]?.field], [[field], field]);
      assert(Object.is(errors[0]?.value, value));
      for (const { path } of errors) assertEquals(path[0], field);
    }
  }
});

it("G13: what is wrong with a support is refused", () => {
  const ferry = { id: "ferry", velocity: { x: 1, y: 0 } };
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, readonly string[]])[] = [
    [{ id: undefined }, ["id"]],
    [{ id: {} }, ["id"]],
    [{ velocity: { x: NaN, y: 0 } }, ["velocity", "x"]],
    [{ velocity: undefined }, ["velocity"]],
    [{ turn: { x: 0.5, y: 0.5 } }, ["turn"]],
    [{ turn: { x: 0, y: 0 } }, ["turn"]],
    [{ turn: { x: NaN, y: 0 } }, ["turn", "x"]],
    [{ version: NaN }, ["version"]],
    [{ version: "7" }, ["version"]],
  ];
  for (const [change, path] of cases) {
    const errors = errorsOf({ ...good, support: { ...ferry, ...change } });
    assertEquals(errors.map((error) => error.path), [["support", ...path]]);
  }
});

it("G8: where the preferred velocity counts, a neighbor without one is refused by ID, the one that decides is not", () => {
  const parameters = { ...good.parameters, optimizationVelocity: "preferred" };
  const errors = errorsOf({ ...good, parameters });
  assertEquals(errors.map(({ path, agent }) => ({ path, agent })), [
    { path: ["neighbors", 0, "preferredVelocity"], agent: "b" },
    { path: ["neighbors", 1, "preferredVelocity"], agent: "x19" },
  ]);
  const neighbors = good.neighbors.map((other) => ({ ...other, preferredVelocity: { x: 0, y: 0 } }));
  assertEquals(parseSituation({ ...good, parameters, neighbors })._tag, "Right");
});

it("S9: what is no region and no choice of separation is refused by name", () => {
  for (const region of [null, 3, "room"]) {
    const errors = errorsOf({ ...good, region });
    assertEquals(errors[0]?.path[0], "region");
  }
  for (const separation of [null, 3, "on", true]) {
    const errors = errorsOf({ ...good, separation });
    assertEquals(errors.map(({ path }) => path), [["separation"]]);
  }
});

it("S9: all errors come at once", () => {
  const errors = errorsOf({
    self: { ...good.self, radius: -1 },
    neighbors: [{ ...good.neighbors[0], position: { x: NaN, y: 0 } }, 5],
    parameters: { timeHorizon: 0, timeStep: NaN },
    preferred: { x: 0 },
    maxSpeed: -1,
    fallback: "panic",
  });
  const places = errors.map(({ path }) => path.join("."));
  for (
    const place of [
      "self.radius",
      "neighbors.0.position.x",
      "neighbors.1",
      "parameters.timeHorizon",
      "parameters.timeStep",
      "preferred.y",
      "maxSpeed",
      "fallback",
    ]
  ) {
    assertEquals(places.filter((found) => found === place).length, 1, place);
  }
});

it("S9: whatever is given, nothing throws, and what is decided is finite", () => {
  const field = fc.constantFrom(
    ...Object.keys(good),
    "support",
    "fallback",
    "explain",
    "budget",
    "region",
    "separation",
  );
  const part = fc.constantFrom("id", "position", "velocity", "radius", "responsibility", "locked");
  fc.assert(
    fc.property(fc.anything(), field, part, (value, name, inside) => {
      for (
        const input of [
          value,
          { ...good, [name]: value },
          { ...good, self: { ...good.self, [inside]: value } },
          { ...good, neighbors: [value, { ...good.neighbors[0], [inside]: value }] },
        ]
      ) {
        const result = avoid(input as AvoidInput);
        if (result._tag === "Left") assert(result.left.length > 0);
        else assert(Number.isFinite(result.right.velocity.x + result.right.velocity.y));
      }
    }),
    runs("avoidance input"),
  );
});

it("S9: a value that cannot be read is an error, not an exception", () => {
  const trap = {
    get radius(): number {
      throw new Error("no");
    },
  };
  assertEquals(avoid({ ...good, self: trap } as unknown as AvoidInput)._tag, "Left");
});
