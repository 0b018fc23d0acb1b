import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Gate, polylineLength, shortestPath } from "../../boundary/mod.ts";
import { counts } from "../counts.ts";
import { ANY, randomCorridor } from "./random_corridors.ts";
import { shortestLength } from "./path_oracle.ts";

const at = (x: number, y: number) => ({ x, y });
const gate = (left: readonly [number, number], right: readonly [number, number]): Gate => ({
  left: at(...left),
  right: at(...right),
});

it("B11: the path through portals is as long as the best of all ways over their ends", () => {
  for (let seed = 1; seed <= counts("corridor paths"); seed++) {
    const { corridor, start } = randomCorridor(seed, { ...ANY, count: 2 + seed % 20 });
    const path = shortestPath(start, corridor.portals, corridor.goal);
    const best = shortestLength(start, corridor.portals, corridor.goal);
    assertAlmostEquals(polylineLength(start, path), best, 1e-9 * best, `seed ${seed}`);
    assertEquals(path[path.length - 1], corridor.goal);
  }
});

it("B11: a straight way has no corners, a bend has one on its inner side", () => {
  assertEquals(shortestPath(at(0, 0), [gate([1, 1], [1, -1]), gate([2, 1], [2, -1])], at(3, 0)), [at(3, 0)]);
  assertEquals(shortestPath(at(0, 0), [], at(3, 0)), [at(3, 0)]);
  assertEquals(shortestPath(at(3, 0), [], at(3, 0)), [at(3, 0)]);
  assertEquals(shortestPath(at(0, 0), [gate([2, 1], [3, 1])], at(2, 5)), [at(2, 1), at(2, 5)]);
});

it("B11: portals that are points, share ends, lie on one line or follow each other in one place bend the path right", () => {
  const corner = at(2, 1);
  // A fan of triangles around the inner corner: all portals share it.
  const fan = [gate([2, 1], [2, 0]), gate([2, 1], [3, 0]), gate([2, 1], [3, 1])];
  assertEquals(shortestPath(at(0, 0.5), fan, at(2, 5)), [corner, at(2, 5)]);
  // A point is passed, whatever comes next.
  assertEquals(shortestPath(at(0, 0), [gate([2, 1], [2, 1]), gate([4, 2], [4, -2])], at(5, 0)), [
    corner,
    at(5, 0),
  ]);
  // Twice the same portal.
  const twice = [gate([2, 1], [3, 1]), gate([2, 1], [3, 1])];
  assertEquals(shortestPath(at(0, 0), twice, at(2, 5)), [corner, at(2, 5)]);
  // A portal on the line of the corner before it: its nearer end counts.
  const along = [gate([1, 3], [1, 0]), gate([6, 0], [2, 0])];
  assertEquals(shortestPath(at(0, -1), along, at(2, -3)), [at(1, 0), at(2, 0), at(2, -3)]);
  const onward = [...along, gate([3, -1], [2, 0])];
  assertEquals(shortestPath(at(0, -1), onward, at(1, -1)), [at(1, 0), at(2, 0), at(1, -1)]);
  // The start on the portal, and on its end.
  assertEquals(shortestPath(at(2.5, 1), [gate([2, 1], [3, 1])], at(2, 5)), [at(2, 5)]);
  assertEquals(shortestPath(corner, [gate([2, 1], [3, 1])], at(2, 5)), [at(2, 5)]);
  assert(shortestPath(corner, fan, corner).length >= 1);
});
