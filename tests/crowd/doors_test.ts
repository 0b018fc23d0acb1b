import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type CrowdAgent, stepCrowd } from "../../crowd/mod.ts";
import { destinationOf, stateOf, withDestinations } from "../../crowd/destination.ts";
import { indexObstacles } from "../../crowd/obstacle_search.ts";
import { agentNamed, crowdOf, walker } from "./scenes.ts";

const NO_WALLS = indexObstacles([]);

/** A door of so many metres in a wall at x = 0, and `n` persons in rows before it whose routes lead to a place right behind it. */
function beforeDoor(width: number, n: number) {
  const half = width / 2;
  const agents = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / 6), x = -1 - 0.55 * row, y = 0.55 * (i % 6 - 2.5) + 0.07 * (row % 3);
    return walker(i, x, y, { radius: 0.2, maxSpeed: 1.33, route: [{ x: 0.4, y: 0 }, { x: 10, y: 0 }] });
  });
  const obstacles = [[half, 6], [-6, -half]].map(([from, to], id) => ({
    id,
    corners: [{ x: 0, y: from! }, { x: 0.2, y: from! }, { x: 0.2, y: to! }, { x: 0, y: to! }],
  }));
  const parameters = {
    timeHorizon: 2,
    timeHorizonObstacles: 0.5,
    timeStep: 0.1,
    neighborDistance: 4,
    maxNeighbors: 10,
    separation: "floor",
    detour: "off", // nobody turns aside: the order alone opens an arch
  };
  return crowdOf(agents, parameters, obstacles);
}

it("C6, C14: through a door as wide as two bodies a crowd whose routes lead through it gets out, without any overlap", () => {
  let crowd = beforeDoor(0.8, 36), through = 0;
  while (crowd.time < 60 && through < 36) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.overlaps, []);
    through = crowd.agents.filter(({ position }) => position.x > 0.2).length;
  }
  assertEquals(through, 36);
});

it("C6: neighbors know of an agent its next corner and what comes after it; and whether it rests; nothing of one that never moves", () => {
  const corner = { x: 3, y: 4 }, after = { x: 9, y: 12 }, route = [corner, after];
  const wish = { x: 1, y: 0 }, wishes = { velocity: wish, left: 5, seconds: 0.1 };
  const crowd = crowdOf([
    walker("a", 0, 0, { route }),
    walker("b", 0, 5, { goal: corner }),
    walker("c", 0, 9, { route, locked: true }),
    walker("d", 3, 4, { route }),
    walker("e", 6, 0),
  ]);
  const of = (id: string) => destinationOf(agentNamed(crowd, id), wishes, undefined);
  assertEquals(of("a"), { corner, left: 5, after, onward: 10, wish });
  assertEquals(of("b"), { corner, left: Math.sqrt(10), onward: 0, wish });
  assertEquals(of("d"), { corner: after, left: 10, onward: 0, wish });
  assertEquals([of("c"), of("e")], [undefined, undefined]);
  assertEquals(
    stateOf({ ...agentNamed(crowd, "b"), settled: "atGoal" }, wishes, NO_WALLS, crowd.parameters),
    "resting",
  );
  // What neighbors see in a step is no part of the record.
  assert(stepCrowd(crowd).agents.every((agent) => !("destination" in agent)));
  const goals = crowd.agents.filter(({ route }) => route.length < 2);
  const all = goals.map(() => wishes);
  assertEquals(withDestinations(goals, all, NO_WALLS, crowd.parameters), goals); // no corner is left, nobody is stuck: no order
});

it("C6: who stands though it has waited for its patience is stuck, and its neighbors know it; who wishes for nothing is not", () => {
  const crowd = crowdOf([
    walker("a", 0, 0, { goal: { x: 9, y: 0 } }),
    walker("b", 4, 0, { goal: { x: 4, y: 9 } }),
  ]);
  const [a] = crowd.agents, { parameters } = crowd, waits = 5 * a!.radius / a!.cruisingSpeed;
  const wish = { velocity: { x: 1, y: 0 }, left: 9, seconds: 0.1 };
  const of = (more: Partial<CrowdAgent>, wished = wish, p = parameters, walls = NO_WALLS) =>
    stateOf({ ...a!, ...more }, wished, walls, p);
  assertEquals(of({ waiting: waits + 1e-9 }), "stuck");
  assertEquals(of({ waiting: waits - 1e-9 }), undefined);
  assertEquals(of({ waiting: 9, velocity: { x: 0.2, y: 0 } }), undefined);
  assertEquals(of({ waiting: 9 }, { ...wish, velocity: { x: 0, y: 0 } }), undefined);
  assertEquals(of({ waiting: 9 }, wish, { ...parameters, detour: "off" }), undefined);
  assertEquals(of({ waiting: 9, settled: "inContact" }), "resting");
  const wallAt = (from: number, to: number) =>
    indexObstacles(
      crowdOf([], {}, [{ id: "wall", corners: [{ x: 6, y: from }, { x: 6, y: to }] }]).obstacles,
    );
  assertEquals(of({ waiting: 9 }, wish, parameters, wallAt(-1, 1)), undefined); // across its way
  assertEquals(of({ waiting: 9 }, wish, parameters, wallAt(0.1, 1)), "stuck");
  const waited = crowd.agents.map((agent) => ({ ...agent, waiting: agent.id === "a" ? 9 : 0 }));
  const seen = withDestinations(waited, waited.map(() => wish), NO_WALLS, parameters);
  assertEquals(seen.map(({ destination }) => destination?.state), ["stuck", undefined]);
});
