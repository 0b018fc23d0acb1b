import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Edge, FLOOR_SLACK, type Mover, separationEdges } from "../../boundary/mod.ts";
import { counts } from "../counts.ts";
import {
  mirrored,
  pairBesideAnEnd,
  pairInStep,
  pairOfMovers,
  pairOnOneLine,
  shifted,
  stopDistance,
  stopMargin,
} from "./movers.ts";
import { segmentDistance } from "./segments.ts";

/** A mover of radius 0.5 that brakes with 1 m/s². */
function mover(id: string, x: number, y: number, vx: number, vy: number, more: Partial<Mover> = {}): Mover {
  return { id, position: { x, y }, velocity: { x: vx, y: vy }, radius: 0.5, budget: 1, ...more };
}

/** The edges of a pair that must have some. */
function edgesOf(a: Mover, b: Mover, slack?: number): readonly [Edge, Edge] {
  const edges = separationEdges(a, b, slack);
  if (edges._tag === "None") throw new Error("Expected a separated pair, but found none");
  return edges.value;
}

it("M1: a pair is separated exactly when its stop segments are at least R apart, by an oracle without formulas", () => {
  fc.assert(
    fc.property(pairOfMovers, ([a, b]) => {
      const spare = stopDistance(a, b) - (a.radius + b.radius);
      if (Math.abs(spare) < 1e-9) return; // the oracle is not that sharp
      assertEquals(separationEdges(a, b)._tag, spare > 0 ? "Some" : "None");
    }),
    { numRuns: counts("separation planes") },
  );
});

it("M1: on one line, where only rounding tells whether stop segments cross, a pair is separated all the same", () => {
  let separated = 0;
  fc.assert(
    fc.property(pairOnOneLine, ([a, b]) => {
      const spare = stopDistance(a, b) - (a.radius + b.radius);
      if (Math.abs(spare) < 1e-9) return;
      if (spare > 0) separated++;
      assertEquals(separationEdges(a, b)._tag, spare > 0 ? "Some" : "None");
    }),
    { numRuns: counts("separation planes") },
  );
  assert(separated > counts("separation planes") / 4, `${separated}`);
});

it("M1: two that creep toward each other along a line are separated", () => {
  // signs of all four cross products are rounding errors here
  const a: Mover = {
    id: 0,
    position: { x: 0.4251709796334305, y: -0.0969377322798631 },
    velocity: { x: -0.00011533945799541052, y: -0.00008554189022254196 },
    radius: 0.25,
    budget: 0.7341690560276064,
  };
  const b: Mover = {
    id: 1,
    position: { x: -0.17734450144140787, y: -0.5437953301501143 },
    velocity: { x: 0.00011533945799541052, y: 0.00008554189022254196 },
    radius: 0.5,
    budget: 0.7341690560276064,
  };
  assertEquals(separationEdges(a, b)._tag, "Some");
});

it("M1: stop segments that cross are not separated, however far their ends are apart", () => {
  const a = mover("a", -20, 0, 9, 0), b = mover("b", 0, -20, 0, 9); // they end at 20.5
  assertEquals(separationEdges(a, b)._tag, "None");
  assertEquals(separationEdges(b, a)._tag, "None");
  const short = { ...b, velocity: { x: 0, y: 6 } }; // 18 m of 20
  assertEquals(separationEdges(a, short)._tag, "Some");
});

it("M1: an unlimited budget makes the stop segment a point, whatever the velocity", () => {
  const a = mover("a", 0, 0, 50, 3, { budget: Infinity }), b = mover("b", 3, 4, -50, 1, { budget: Infinity });
  const [own, other] = edgesOf(a, b, 0.25);
  assertAlmostEquals(own.normal.x, 0.6, 1e-15);
  assertAlmostEquals(own.normal.y, 0.8, 1e-15);
  assertAlmostEquals(own.offset, (5 - 1 - 0.25) / 2, 1e-14);
  assertAlmostEquals(other.offset, -(5 - (5 - 1 - 0.25) / 2), 1e-14);
});

it("M1: a stop is one relative to the reference, and only pairs with the same one, bit for bit, belong", () => {
  const r = { x: 0.1 + 0.2, y: 1 }, still = { x: 0, y: 0 };
  const a = mover("a", 0, 0, 2.3, 1, { reference: r }), b = mover("b", 6, 0, r.x, r.y, { reference: r });
  const [own, other] = edgesOf(a, b, 0.5);
  assertEquals(own.velocity, r);
  assertEquals(other.velocity, r);
  assertAlmostEquals(own.offset, 2 + (6 - 2 - 1 - 0.5) / 2, 1e-12); // c = (2, 0) takes 2 m
  for (const reference of [{ x: 0.3, y: 1 }, still]) { // 0.1 + 0.2 is not 0.3
    assertEquals(separationEdges(a, { ...b, reference })._tag, "None");
    assertEquals(separationEdges({ ...b, reference }, a)._tag, "None");
  }
  const { reference: _, ...plain } = mover("c", 9, 0, 0, 0);
  assertEquals(separationEdges(plain, { ...mover("a", 0, 0, 0, 0), reference: still })._tag, "Some");
});

it("M2: both stops stay behind their planes, which are R + ε apart, or as far as the stops are if that is less", () => {
  fc.assert(
    fc.property(pairOfMovers, fc.constantFrom(FLOOR_SLACK, 0.01, 0.5), ([a, b], slack) => {
      const found = separationEdges(a, b, slack), distance = stopDistance(a, b), R = a.radius + b.radius;
      if (found._tag === "None") return;
      const [own, other] = found.value, n = own.normal;
      assertAlmostEquals(n.x * n.x + n.y * n.y, 1, 1e-14);
      const width = -other.offset - own.offset;
      assertAlmostEquals(width, Math.min(R + slack, distance), 1e-9);
      // only along the shortest way between two convex sets is the strip between them as wide as they are apart
      const mine = stopMargin(own, a), theirs = stopMargin(other, b);
      assertAlmostEquals(mine + width + theirs, distance, 1e-9);
      assert(mine >= -1e-14 && theirs >= -1e-14, `${mine} ${theirs}`);
    }),
    { numRuns: counts("separation planes") },
  );
});

it("M2: both stops stay behind their planes also where rounding hides which points are the closest", () => {
  fc.assert(
    fc.property(fc.oneof(pairBesideAnEnd, pairInStep), ([a, b]) => {
      const found = separationEdges(a, b);
      if (found._tag === "None") return; // too near, where they run toward each other
      for (const [edge, mover] of [[found.value[0], a], [found.value[1], b]] as const) {
        const margin = stopMargin(edge, mover);
        assert(margin >= -2e-13, `the stop of ${mover.id} passes its plane by ${-margin} m`);
      }
    }),
    { numRuns: 4 * counts("separation planes") },
  );
});

it("M2: both agents compute the same bits, whoever asks, also far from the origin", () => {
  fc.assert(
    fc.property(
      pairOfMovers,
      fc.constantFrom({ x: 0, y: 0 }, { x: 1e6, y: -1e6 }, { x: 987654.321, y: 0.1 }),
      ([a, b], by) => {
        const one = shifted(a, by), two = shifted(b, by);
        const asked = separationEdges(one, two), answered = separationEdges(two, one);
        assertEquals(asked._tag, answered._tag);
        if (asked._tag === "None" || answered._tag === "None") return;
        const [own, other] = asked.value, [first, second] = answered.value;
        assertEquals([own.normal, own.offset, other.normal, other.offset], [
          second.normal,
          second.offset,
          first.normal,
          first.offset,
        ]);
        assert(own.normal.x + other.normal.x === 0 && own.normal.y + other.normal.y === 0, "not parallel");
        assertEquals([own.id, other.id], [b.id, a.id]);
      },
    ),
    { numRuns: counts("separation planes") },
  );
});

it("M2: moved by a million meters the planes are the same, up to the rounding of the new coordinates", () => {
  fc.assert(
    fc.property(pairOfMovers, ([a, b]) => {
      const by = { x: 1048576, y: -2097152 };
      const exact = [a, b].every(({ position: { x, y } }) => x + by.x - by.x === x && y + by.y - by.y === y);
      if (!exact) return;
      const here = separationEdges(a, b), there = separationEdges(shifted(a, by), shifted(b, by));
      assertEquals(here._tag, there._tag);
      if (here._tag === "None" || there._tag === "None") return;
      here.value.forEach((edge, i) => {
        const moved = there.value[i]!;
        assertEquals(moved.normal, edge.normal);
        assertAlmostEquals(moved.offset, edge.offset + edge.normal.x * by.x + edge.normal.y * by.y, 2e-9);
      });
    }),
    { numRuns: counts("separation planes") },
  );
});

it("M2: mirrored movers get mirrored planes", () => {
  fc.assert(
    fc.property(pairOfMovers, ([a, b]) => {
      const here = separationEdges(a, b), there = separationEdges(mirrored(a), mirrored(b));
      assertEquals(here._tag, there._tag);
      if (here._tag === "None" || there._tag === "None") return;
      here.value.forEach(({ normal, offset }, i) => {
        const seen = there.value[i]!;
        assertEquals([seen.normal.x, seen.normal.y + normal.y, seen.offset], [normal.x, 0, offset]);
      });
    }),
    { numRuns: counts("separation planes") },
  );
});

it("M2: of parallel stop segments, whose closest points are not unique, the same ones are taken every time", () => {
  const a = mover("a", 0, 0, 2, 0), b = mover("b", 0.5, 3, 2, 0);
  const [own, other] = edgesOf(a, b);
  assertEquals(own.normal, { x: 0, y: 1 });
  assertAlmostEquals(own.offset, 1, 1e-9);
  assertAlmostEquals(other.offset, -2, 1e-9);
  assertEquals(edgesOf(a, b), edgesOf(a, b));
  assertEquals(edgesOf(b, a), [other, own]);
});

it("M1: the oracle of these tests agrees with plain sampling", () => {
  fc.assert(
    fc.property(pairOfMovers, ([a, b]) => {
      const s = a.velocity,
        p = { x: b.position.x - a.position.x, y: b.position.y - a.position.y },
        t = b.velocity;
      let sampled = Infinity;
      for (let i = 0; i <= 40; i++) {
        for (let j = 0; j <= 40; j++) {
          const x = p.x + t.x * j / 40 - s.x * i / 40, y = p.y + t.y * j / 40 - s.y * i / 40;
          sampled = Math.min(sampled, Math.hypot(x, y));
        }
      }
      const found = segmentDistance(s, p, t);
      assert(found <= sampled + 1e-12, `${found} above ${sampled}`);
      assert(
        found >= sampled - (Math.hypot(s.x, s.y) + Math.hypot(t.x, t.y)) / 40,
        `${found} below ${sampled}`,
      );
    }),
    { numRuns: Math.min(500, counts("separation planes")) },
  );
});

it("MX1: two agents at rest 3 m apart share a gap of 2 m", () => {
  const a = mover("a", 0, 0, 0, 0, { budget: Infinity }), b = mover("b", 3, 0, 0, 0, { budget: Infinity });
  const [own, other] = edgesOf(a, b);
  assertEquals([own.normal, other.normal], [{ x: 1, y: 0 }, { x: -1, y: 0 }]);
  assertAlmostEquals(own.offset, 1 - FLOOR_SLACK / 2, 1e-15);
  assertAlmostEquals(other.offset, -2 - FLOOR_SLACK / 2, 1e-15);
});

it("MX2: stop segments to (2, 0) and (5.5, 0) leave a gap of 2.5 m", () => {
  const [own, other] = edgesOf(mover("a", 0, 0, 2, 0), mover("b", 6, 0, -1, 0));
  assertAlmostEquals(own.offset, 3.25, 1e-9);
  assertAlmostEquals(other.offset, -4.25, 1e-9);
});

it("MX3: a stop that ends 0.5 m from another is not separated with R = 1", () => {
  assertEquals(separationEdges(mover("a", 0, 0, 2, 0), mover("b", 2.5, 0, 0, 0))._tag, "None");
});

it("MX4: stop segments that pass each other are divided by the horizontal between them", () => {
  const [own, other] = edgesOf(
    mover("a", 0, 0, 2, 0),
    mover("b", 1, 3, 0, -1, { budget: 0.5 }), // to (1, 2)
  );
  assertEquals([own.normal, other.normal], [{ x: 0, y: 1 }, { x: 0, y: -1 }]);
  assertAlmostEquals(own.offset, 0.5, 1e-9);
  assertAlmostEquals(other.offset, -1.5, 1e-9);
});
