import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  type AgentId,
  combinedRadius,
  compareAgentIds,
  orcaHalfPlane,
  orcaHalfPlanes,
  sortedById,
  timeToCollision,
} from "../../geometry/mod.ts";
import { frozen } from "./frozen.ts";
import { agent, anyPairs, halfPlane, runs } from "./pairs.ts";

const parameters = { timeHorizon: 2, timeStep: 0.1 };
const someId: fc.Arbitrary<AgentId> = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(-0.5, 0.5, 10, 9, 1e300, -1e300),
  fc.string({ maxLength: 2 }),
  fc.constantFrom("1", "10", "9", "", "Z", "a", "ä"),
);

it("G1: the avoidance radius is the one that counts, not the body's", () => {
  const a = agent("a", 0, 0, 1, 0), b = agent("b", 4, 0, -1, 0);
  assertAlmostEquals(timeToCollision(a, b), 1.5, 1e-12);
  assertAlmostEquals(timeToCollision({ ...a, radius: 0.4 }, { ...b, radius: 0.4 }), 1.6, 1e-12);
});

it("G1: avoidance starts from the actual velocity, whatever an agent would like", () => {
  const a = agent("a", 0, 0, 1, 0), b = agent("b", 4, 0, -1, 0);
  const dreamer = { ...a, preferredVelocity: { x: 9, y: 9 } };
  assertEquals(orcaHalfPlane(dreamer, b, parameters), orcaHalfPlane(a, b, parameters));
});

it("G2: numbers come before strings, numbers by value, strings by code unit", () => {
  const inOrder: readonly AgentId[] = [
    -1e300,
    -3,
    -0.5,
    0,
    2,
    9,
    10,
    1e300,
    "",
    "1",
    "10",
    "9",
    "Z",
    "a",
    "ä",
  ];
  for (const [i, a] of inOrder.entries()) {
    for (const [j, b] of inOrder.entries()) {
      assertEquals(Math.sign(compareAgentIds(a, b)), Math.sign(i - j), `${String(a)} against ${String(b)}`);
    }
  }
});

it("G2: strings go by code unit, not by code point or alphabet", () => {
  // U+1F600 starts with the unit D83D, below FF5E, though its code point is above.
  assert(compareAgentIds("\u{1F600}", "\uFF5E") < 0);
  assert(compareAgentIds("Zebra", "aardvark") < 0);
});

it("G2: the order is total: antisymmetric, transitive, and 0 only for the same ID", () => {
  fc.assert(
    fc.property(someId, someId, someId, (a, b, c) => {
      const ab = compareAgentIds(a, b);
      assertEquals(Math.sign(ab), -Math.sign(compareAgentIds(b, a)));
      assertEquals(ab === 0, a === b);
      if (ab <= 0 && compareAgentIds(b, c) <= 0) assert(compareAgentIds(a, c) <= 0);
    }),
    runs("geometry properties"),
  );
});

it("G2: half-planes come in the order of IDs, whatever order the neighbors came in", () => {
  const self = agent(0, 0, 0, 1, 0);
  const others = [10, 9, "b", "a", -2, "10"].map((id, i) => agent(id, 3 + i, i - 2, -1, 0.25 * i));
  const found = orcaHalfPlanes(self, frozen(others), parameters);
  assertEquals(found.map((h) => h.source.id), [-2, 9, 10, "10", "a", "b"]);
  fc.assert(
    fc.property(fc.shuffledSubarray(others, { minLength: others.length }), (shuffled) => {
      assertEquals(orcaHalfPlanes(self, frozen(shuffled), parameters), found);
      assertEquals(sortedById(shuffled).map((a) => a.id), [-2, 9, 10, "10", "a", "b"]);
    }),
    runs("geometry properties"),
  );
});

it("G2: 1 and '1' are two agents, and nobody avoids itself", () => {
  const one = agent(1, 0, 0, 1, 0);
  assertEquals(orcaHalfPlane(one, agent("1", 4, 0, -1, 0), parameters)._tag, "Some");
  assertEquals(orcaHalfPlane(one, agent(1, 4, 0, -1, 0), parameters)._tag, "None");
  assertEquals(orcaHalfPlanes(one, [one], parameters), []);
});

it("G3: R is the sum of both radii and the safety margin", () => {
  const a = agent("a", 0, 0, 1, 0, { radius: 0.25 }), b = agent("b", 5, 0, -1, 0, { radius: 1.5 });
  assertEquals(combinedRadius(a, b), 1.75);
  assertEquals(combinedRadius(a, b, 0.5), 2.25);
  // Head-on, the boundary in line is at (|p| - R)/T; each agent gives half.
  const bound = halfPlane(a, b, { ...parameters, safetyMargin: 0.5 });
  assertAlmostEquals(bound.point.x, 1 + ((5 - 2.25) / 2 - 2) / 2, 1e-12);
});

it("G3: a margin acts exactly as if it were part of a radius", () => {
  fc.assert(
    fc.property(
      anyPairs,
      fc.integer({ min: 0, max: 64 }).map((n) => n / 8),
      ({ self, other, parameters }, δ) => {
        const plain = { ...parameters, safetyMargin: 0 };
        const wide = { ...other, radius: other.radius + δ };
        assertEquals(
          orcaHalfPlane(self, other, { ...parameters, safetyMargin: δ }),
          orcaHalfPlane(self, wide, plain),
        );
      },
    ),
    runs("geometry properties"),
  );
});
