import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import type { MotionPiece } from "../../geometry/motion.ts";
import { leastGapBelow, pairGap } from "../../scenario/pair_gap.ts";
import { pathLength } from "../../scenario/path_length.ts";
import { signedDistance, wallClearanceBelow } from "../../scenario/wall_clearance.ts";
import { counts } from "../counts.ts";
import { motionOf, placeAt } from "./motion_records.ts";

const grid = (limit: number) => fc.integer({ min: -limit * 64, max: limit * 64 }).map((n) => n / 64);
const vector = (limit: number) => fc.record({ x: grid(limit), y: grid(limit) });
const still = { x: 0, y: 0 };

/** Two pieces that fill a second, cut at any time; the second goes on where the first ended. */
const pieces = fc.record({ cut: fc.integer({ min: 1, max: 63 }), v: vector(4), a: vector(4), b: vector(4) })
  .map(
    ({ cut, v, a, b }): readonly MotionPiece[] => {
      const first = cut / 64;
      return [
        { duration: first, velocity: v, acceleration: a },
        {
          duration: 1 - first,
          velocity: { x: v.x + a.x * first, y: v.y + a.y * first },
          acceleration: b,
        },
      ];
    },
  );

/** An L, counter-clockwise. */
const wall = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]].map(([x, y]) => ({ x: x!, y: y! }));

it("C13: the least gap of a pair is over continuous time, whatever pieces both motions have", () => {
  fc.assert(
    fc.property(vector(4), vector(4), pieces, pieces, (p, q, one, other) => {
      const a = motionOf(p, one), b = motionOf(q, other), steps = 1000;
      const { gap, time } = pairGap(a, b);
      let sampled = Infinity;
      for (let i = 0; i <= steps; i++) {
        const x = placeAt(a, i / steps), y = placeAt(b, i / steps);
        sampled = Math.min(sampled, Math.hypot(x.x - y.x, x.y - y.y) - 1);
      }
      const x = placeAt(a, time), y = placeAt(b, time);
      assertAlmostEquals(gap, Math.hypot(x.x - y.x, x.y - y.y) - 1, 1e-9);
      assert(gap <= sampled + 1e-9, `${gap} above ${sampled}`);
      assert(gap >= sampled - (a.reach + b.reach) / steps, `${gap} far below ${sampled}`);
    }),
    { numRuns: counts("scenario properties") },
  );
});

it("C13: two agents that pass through each other inside one step are seen to overlap", () => {
  const a = motionOf({ x: 0, y: 0 }, [{ duration: 1, velocity: { x: 10, y: 0 }, acceleration: still }]);
  const b = motionOf({ x: 10, y: 0 }, [{ duration: 1, velocity: { x: -10, y: 0 }, acceleration: still }]);
  const { gap, time } = pairGap(a, b);
  assertEquals(gap, -1);
  assertAlmostEquals(time, 0.5, 1e-12);
});

it("C13: the least gap of a crowd is that of its nearest pair, found without looking at all pairs", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(vector(8), pieces), { minLength: 2, maxLength: 8 }),
      grid(8),
      (agents, below) => {
        const motions = agents.map(([from, ways], id) => motionOf(from, ways, { id }));
        let least = below;
        for (const [i, a] of motions.entries()) {
          for (const b of motions.slice(i + 1)) least = Math.min(least, pairGap(a, b).gap);
        }
        const found = leastGapBelow(below, motions);
        assertEquals(found?.gap ?? below, least);
        if (found !== undefined) {
          assertAlmostEquals(
            pairGap(motions[found.one]!, motions[found.other]!).gap,
            least,
            1e-12,
          );
        }
      },
    ),
    { numRuns: counts("scenario properties") },
  );
});

it("C13: a pair that is barely nearer than the bound is found", () => {
  const way = [{ duration: 1, velocity: still, acceleration: still }];
  const pair = [motionOf(still, way, { id: 1 }), motionOf({ x: 1.25, y: 0 }, way, { id: 2 })];
  assertEquals(leastGapBelow(0.2501, pair)?.gap, 0.25);
  assertEquals(leastGapBelow(0.25, pair), undefined);
});

it("C13: agents on storeys that lie apart have no gap", () => {
  const way = [{ duration: 1, velocity: still, acceleration: still }];
  const low = motionOf(still, way, { id: 1, z: 0, height: 1.8 });
  const high = motionOf(still, way, { id: 2, z: 3, height: 1.8 });
  const between = motionOf(still, way, { id: 3, z: 1.5, height: 1.8 });
  assertEquals(leastGapBelow(Infinity, [low, high]), undefined);
  assertEquals(leastGapBelow(Infinity, [low, between])?.gap, -1);
  assertEquals(leastGapBelow(Infinity, [high, between])?.gap, -1);
});

it("C13: wall clearance is over continuous time, and never above the truth", () => {
  fc.assert(
    fc.property(vector(5), pieces, (from, ways) => {
      const motion = motionOf(from, ways), steps = 2000;
      let sampled = Infinity;
      for (let i = 0; i <= steps; i++) {
        sampled = Math.min(sampled, signedDistance(placeAt(motion, i / steps), wall) - 0.5);
      }
      const found = wallClearanceBelow(Infinity, motion, wall)!.clearance;
      assert(found <= Math.max(sampled, -0.5) + 1e-9, `${found} above ${sampled}`);
      // From outside the value is sharp; inside the depth is that of the chords' ends.
      if (sampled > -0.5) {
        assert(found >= sampled - motion.reach / steps - 2e-6, `${found} far below ${sampled}`);
      } else assert(found <= -0.5, `${found} although the center was inside`);
    }),
    { numRuns: counts("scenario properties") },
  );
});

it("C13: wall clearance above the bound that was asked for is nothing", () => {
  const motion = motionOf({ x: -2, y: 1 }, [{ duration: 1, velocity: { x: 1, y: 0 }, acceleration: still }]);
  assertEquals(wallClearanceBelow(Infinity, motion, wall)?.clearance, 0.5);
  assertEquals(wallClearanceBelow(0.5, motion, wall), undefined);
});

it("C13: a thin wall that is jumped over in one step is seen", () => {
  const thin = [{ x: 0, y: -1 }, { x: 0.01, y: -1 }, { x: 0.01, y: 1 }, { x: 0, y: 1 }];
  const motion = motionOf({ x: -5, y: 0 }, [{ duration: 1, velocity: { x: 10, y: 0 }, acceleration: still }]);
  assertEquals(wallClearanceBelow(Infinity, motion, thin)?.clearance, -0.5);
});

it("C13: the depth inside a wall counts as negative distance", () => {
  assertEquals(signedDistance({ x: 0.25, y: 2 }, wall), -0.25);
  assertEquals(signedDistance({ x: 2, y: 2 }, wall), 1);
  assertEquals(signedDistance({ x: -3, y: -4 }, wall), 5);
});

it("C13: the way covered is exact where nothing accelerates and where an agent turns back", () => {
  const straight = [{ duration: 2, velocity: { x: 3, y: 4 }, acceleration: still }];
  assertAlmostEquals(pathLength(straight), 10, 1e-12);
  // One metre out, one metre back.
  const back = [{ duration: 2, velocity: { x: 2, y: 0 }, acceleration: { x: -2, y: 0 } }];
  assertAlmostEquals(pathLength(back), 2, 1e-12);
});

it("C13: the way covered on a bend is that of many short chords", () => {
  fc.assert(
    fc.property(pieces, (ways) => {
      const motion = motionOf({ x: 0, y: 0 }, ways), steps = 2000;
      let sum = 0, last = motion.from;
      for (let i = 1; i <= steps; i++) {
        const next = placeAt(motion, i / steps);
        sum += Math.hypot(next.x - last.x, next.y - last.y);
        last = next;
      }
      assertAlmostEquals(pathLength(ways), sum, 1e-3 * sum + 1e-9);
    }),
    { numRuns: counts("scenario properties") },
  );
});
