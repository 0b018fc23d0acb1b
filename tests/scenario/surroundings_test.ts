import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { InputError } from "../../geometry/input_error.ts";
import { buildCrowd, parseScenario } from "../../scenario/parse.ts";
import type { Scenario } from "../../scenario/scenario.ts";

const square = [{ x: -9, y: -9 }, { x: 9, y: -9 }, { x: 9, y: 9 }, { x: -9, y: 9 }];
const base = {
  id: "surroundings",
  title: "Regions and supports",
  duration: 10,
  parameters: { timeHorizon: 3, timeStep: 0.1 },
  defaults: { radius: 0.5, maxSpeed: 1.5 },
  agents: [{ id: "a", position: { x: 0, y: 0 } }, { id: "b", position: { x: 5, y: 2 } }],
};

const withAgent = (change: Record<string, unknown>, more: Record<string, unknown> = {}): unknown => ({
  ...base,
  ...more,
  agents: [{ ...base.agents[0], ...change }, base.agents[1]],
});

function parsed(value: unknown): Scenario {
  const scenario = parseScenario(value);
  if (E.isLeft(scenario)) throw new Error(JSON.stringify(scenario.left));
  return scenario.right;
}

function errorsOf(value: unknown): readonly InputError[] {
  const scenario = parseScenario(value);
  return E.isLeft(scenario) ? scenario.left : [];
}

const placesOf = (value: unknown): readonly string[] => errorsOf(value).map(({ path }) => path.join("."));

it("C13: a name stands for the scenario's region or support, whose ID is the name", () => {
  const region = { polygon: square, velocity: { x: 1, y: 0 } }, support = { velocity: { x: 1, y: 0 } };
  const named = parsed(
    withAgent({ region: "hall", support: "deck" }, {
      regions: { hall: region },
      supports: { deck: support },
    }),
  );
  const spelled = parsed(withAgent({ region, support: { ...support, id: "deck" } }));
  assertEquals(named.agents, spelled.agents);
  const crowd = buildCrowd(named);
  assert(E.isRight(crowd));
  const [a, b] = crowd.right.agents;
  assertEquals([a?.support?.id, a?.region?.edges.length, b?.support, b?.region], [
    "deck",
    4,
    undefined,
    undefined,
  ]);
});

it("C13: names in the defaults count for every agent that says nothing else", () => {
  const scenario = parsed({
    ...base,
    regions: { hall: { polygon: square }, half: { edges: [{ id: 1, normal: { x: 1, y: 0 }, offset: 9 }] } },
    defaults: { ...base.defaults, region: "hall" },
    agents: [base.agents[0], { ...base.agents[1], region: "half" }],
  });
  const crowd = buildCrowd(scenario);
  assert(E.isRight(crowd));
  assertEquals(crowd.right.agents.map(({ region }) => region?.edges.length), [4, 1]);
});

it("C13: what is wrong with a shared region or support is named where it stands, once, used or not", () => {
  const regions = {
    hall: { polygon: square.slice(0, 2) },
    unused: { edges: [{ id: 1, normal: { x: 2, y: 0 }, offset: 0 }] },
  };
  const errors = errorsOf({ ...base, regions, defaults: { ...base.defaults, region: "hall" } });
  assertEquals(errors.map(({ path, agent }) => [path.join("."), agent]), [
    ["regions.hall.polygon", undefined],
    ["regions.unused.edges.0.normal", undefined],
  ]);
  const supports = { deck: { velocity: { x: "fast", y: 0 } } };
  assertEquals(placesOf(withAgent({ support: "deck" }, { supports })), ["supports.deck.velocity.x"]);
});

it("C13: a name that stands for nothing is reported where it is used, with the names that there are", () => {
  const [error, ...more] = errorsOf(withAgent({ region: "hal" }, { regions: { hall: { polygon: square } } }));
  assertEquals([error?.path.join("."), error?.value, more.length], ["agents.0.region", "hal", 0]);
  assert(error?.rule.includes('"hall"'), error?.rule);
  assertEquals(placesOf({ ...base, defaults: { ...base.defaults, support: "deck" } }), ["defaults.support"]);
  assertEquals(placesOf(withAgent({ region: "toString" }, { regions: {} })), ["agents.0.region"]);
});

it("C13: each alternative of a region or support has its own fields", () => {
  const region = (value: unknown): readonly string[] => placesOf(withAgent({ region: value }));
  const support = (value: unknown): readonly string[] => placesOf(withAgent({ support: value }));
  assertEquals(region({ polygon: square, edges: [] }), ["agents.0.region.edges"]);
  assertEquals(region({ edges: [], velocity: { x: 0, y: 0 } }), ["agents.0.region.velocity"]);
  assertEquals(region({ turning: [{ frame: { yaw: 1 }, edges: [] }] }), [
    "agents.0.region.turning.0.frame.yaw",
  ]);
  const both = support({ id: 1, motion: { yawRate: 1 }, turn: { x: 1, y: 0 } });
  assertEquals([...new Set(both)], ["agents.0.support.turn"]);
  assertEquals(support({ velocity: { x: 0, y: 0 } }), ["agents.0.support.id"]);
  assertEquals(placesOf({ ...base, supports: { deck: { id: "deck", velocity: { x: 0, y: 0 } } } }), [
    "supports.deck.id",
  ]);
  for (const value of [3, null, []]) {
    assert(
      placesOf({ ...base, regions: value }).length > 0 &&
        placesOf({ ...base, supports: { deck: value } }).length > 0,
    );
    assert(region(value).length > 0 && support(value).length > 0);
  }
});
