import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { stepCrowd } from "../../crowd/mod.ts";
import { destinationOf, withDestinations } from "../../crowd/destination.ts";
import { agentNamed, crowdOf, walker } from "./scenes.ts";

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

it("C6: neighbors know of an agent its next corner and what comes after it; not at rest around a goal, nor where it never moves", () => {
  const corner = { x: 3, y: 4 }, after = { x: 9, y: 12 }, route = [corner, after], wish = { x: 1, y: 0 };
  const crowd = crowdOf([
    walker("a", 0, 0, { route }),
    walker("b", 0, 5, { goal: corner }),
    walker("c", 0, 9, { route, locked: true }),
    walker("d", 3, 4, { route }),
    walker("e", 6, 0),
  ]);
  const of = (id: string) => destinationOf(agentNamed(crowd, id), wish);
  assertEquals(of("a"), { corner, left: 5, after, onward: 10, wish });
  assertEquals(of("b"), { corner, left: Math.sqrt(10), onward: 0, wish });
  assertEquals(of("d"), { corner: after, left: 10, onward: 0, wish });
  assertEquals([of("c"), of("e")], [undefined, undefined]);
  assertEquals(destinationOf({ ...agentNamed(crowd, "b"), settled: "atGoal" }, wish), undefined);
  // What neighbors see in a step is no part of the record.
  assert(stepCrowd(crowd).agents.every((agent) => !("destination" in agent)));
  const goals = crowd.agents.filter(({ route }) => route.length < 2);
  assertEquals(withDestinations(goals, () => wish), goals); // no corner is left: no order
});
