import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Mover, separationEdges } from "../../boundary/mod.ts";
import { counts } from "../counts.ts";

const still = { x: 0, y: 0 };

/** Two that face each other 10 m apart with R = 1 and a slack of 1 m: the gap is 8 m. */
function facing(a: Partial<Mover>, b: Partial<Mover>): readonly [Mover, Mover] {
  const shared = { velocity: still, radius: 0.5, budget: Infinity };
  return [
    { id: "a", position: still, ...shared, ...a },
    { id: "b", position: { x: 10, y: 0 }, ...shared, ...b },
  ];
}

/** How far each may come, m; the same whoever asks. */
function partsOf(a: Partial<Mover>, b: Partial<Mover>): readonly [number, number] {
  const [one, two] = facing(a, b),
    asked = separationEdges(one, two, 1),
    answered = separationEdges(two, one, 1);
  if (asked._tag === "None" || answered._tag === "None") throw new Error("Expected edges, but found none");
  const [own, other] = asked.value;
  assertEquals([other, own], [...answered.value]);
  return [own.offset, other.offset + 10];
}

const walks = { velocity: { x: 0, y: 1 } };

it("M6: a part of the gap is the other's share of both weights: who yields less keeps more", () => {
  assertEquals(partsOf({}, {}), [4, 4]);
  assertEquals(partsOf({ responsibility: 3 }, { responsibility: 1 }), [2, 6]);
  assertEquals(partsOf({ responsibility: 1 }, { responsibility: 3 }), [6, 2]);
  assertEquals(partsOf({ responsibility: 0.5 }, { responsibility: 0.5 }), [4, 4]);
});

it("M6: nobody who may move keeps less than an eighth of the gap, or more than seven eighths", () => {
  assertEquals(partsOf({ responsibility: 100 }, { responsibility: 1 }), [1, 7]);
  assertEquals(partsOf({ responsibility: 1 }, { responsibility: 1e9 }), [7, 1]);
  assertEquals(partsOf({ responsibility: 7 }, { responsibility: 1 }), [1, 7]); // just so
  assertEquals(partsOf({ responsibility: 5 }, { responsibility: 3 }), [3, 5]);
});

it("M6: who stands and will stand keeps none of the gap: locked, or at rest with weight 0", () => {
  assertEquals(partsOf({ locked: true }, {}), [0, 8]);
  assertEquals(partsOf({}, { locked: true }), [8, 0]);
  assertEquals(partsOf({ responsibility: 0 }, {}), [0, 8]);
  assertEquals(partsOf({}, { responsibility: 0 }), [8, 0]);
  assertEquals(partsOf({ responsibility: 0 }, { locked: true }), [0, 0]);
  assertEquals(partsOf({ responsibility: 0 }, { responsibility: 0 }), [0, 0]);
  // locked with any weight, also against an agent that hardly yields
  assertEquals(partsOf({ locked: true, responsibility: 9 }, { responsibility: 0.01 }), [0, 8]);
});

it("M6: at rest means at rest relative to the common reference", () => {
  const reference = { x: 0.25, y: 0 };
  assertEquals(
    partsOf({ responsibility: 0, velocity: reference, reference }, { velocity: reference, reference }),
    [0, 8],
  );
  const [one, two] = facing({ responsibility: 0, reference }, { velocity: reference, reference });
  assertEquals(separationEdges(one, two)._tag, "None"); // it is carried on while it stands in the world
});

it("M3, M6: two that both move with weight 0 keep half each; with one of them nothing is proven", () => {
  assertEquals(partsOf({ responsibility: 0, ...walks }, { responsibility: 0, ...walks }), [4, 4]);
  for (const other of [{}, { locked: true }, { responsibility: 0 }]) {
    const [one, two] = facing({ responsibility: 0, ...walks }, other);
    assertEquals(separationEdges(one, two)._tag, "None");
    assertEquals(separationEdges(two, one)._tag, "None");
  }
});

it("M6: the parts of two that move are the whole gap, for any weights", () => {
  const weight = fc.oneof(
    fc.constantFrom(0, 1, 5e-324, 1e300),
    fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
  );
  fc.assert(
    fc.property(weight, weight, (m, n) => {
      if ((m === 0) !== (n === 0)) return;
      const [own, other] = partsOf({ responsibility: m, ...walks }, { responsibility: n, ...walks });
      assertAlmostEquals(own + other, 8, 1e-12);
      assert(own >= 1 && other >= 1 - 1e-12, `${own} ${other}`);
      if (m < n) assert(own >= other - 1e-12, "who yields less keeps more");
    }),
    { numRuns: Math.min(2000, counts("separation planes")) },
  );
});
