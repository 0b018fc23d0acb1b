import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { antipodalCircle, crossingGroups, type Place, randomDense } from "../../scenario/generate.ts";
import { fileOf } from "./scenario_files.ts";

const agentsOf = (name: string): unknown => fileOf(name)["agents"];

function leastDistance(places: readonly Place[], of: "position" | "goal"): number {
  let least = Infinity;
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(i + 1)) {
      least = Math.min(least, Math.hypot(a[of].x - b[of].x, a[of].y - b[of].y));
    }
  }
  return least;
}

it("C14: the published circles, crossings and dense crowd are what the generators make", () => {
  assertEquals(agentsOf("circle-12"), antipodalCircle(12, 8));
  assertEquals(agentsOf("circle-30"), antipodalCircle(30, 12));
  const vehicles = agentsOf("heavy-vehicles") as readonly (Place & { readonly budget: number })[];
  assertEquals(vehicles.map(({ budget: _, ...place }) => place), crossingGroups(4, 3, 12));
  assertEquals(agentsOf("crossing-groups"), crossingGroups(4, 1.3, 8));
  assertEquals(agentsOf("random-dense"), randomDense(60, 16, 1.2, 2024));
});

it("C14: on a circle of any size each agent goes to the opposite point", () => {
  for (const count of [1, 2, 3, 7, 100]) {
    const places = antipodalCircle(count, 5);
    assertEquals(places.length, count);
    for (const { position, goal } of places) {
      assert(position.x === -goal.x + 0 || position.x === -goal.x);
      assert(Math.abs(Math.hypot(goal.x, goal.y) - 5) < 1e-3);
    }
    assertEquals(new Set(places.map(({ id }) => id)).size, count);
  }
});

it("C14: a random crowd keeps its distances, repeats with its seed and differs with another", () => {
  const places = randomDense(40, 12, 1, 7);
  assertEquals(places.length, 40);
  assert(leastDistance(places, "position") >= 1 && leastDistance(places, "goal") >= 1);
  assertEquals(randomDense(40, 12, 1, 7), places);
  assert(randomDense(40, 12, 1, 8)[0]!.position.x !== places[0]!.position.x);
  assert(randomDense(100, 2, 1, 7).length < 100, "a square that is too small holds fewer");
});

it("C14: crossing groups stand apart and each agent goes straight across", () => {
  const places = crossingGroups(3, 1.5, 6);
  assertEquals(places.length, 18);
  assert(leastDistance(places, "position") >= 1.5 - 1e-9);
  for (const { position, goal } of places) {
    assert(position.x === goal.x || position.y === goal.y);
    assert(Math.abs(Math.hypot(goal.x - position.x, goal.y - position.y) - 12) < 1e-9);
  }
});
