import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { convexPieces, type Obstacle, parseObstacles } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { isWithin, pointDistanceTo, starShape } from "./random_walls.ts";

function turnAt(corners: readonly Vec2[], i: number): number {
  const n = corners.length, a = corners[(i + n - 1) % n]!, b = corners[i]!, c = corners[(i + 1) % n]!;
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

function area(corners: readonly Vec2[]): number {
  return corners.reduce((sum, a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    return sum + (a.x * b.y - a.y * b.x) / 2;
  }, 0);
}

/** The pieces are convex, have the polygon's area together, and hold exactly its points. */
function assertPiecesOf(corners: readonly Vec2[], probes: readonly Vec2[]): void {
  const pieces = convexPieces(corners);
  for (const piece of pieces) {
    assert(piece.length >= 3 && area(piece) > 0);
    piece.forEach((corner, i) => assert(turnAt(piece, i) >= -1e-12, `${JSON.stringify(corner)}`));
    assert(piece.every((corner) => corners.includes(corner)), "no new corners");
  }
  assertAlmostEquals(pieces.reduce((sum, piece) => sum + area(piece), 0), area(corners), 1e-9);
  const reflex = corners.filter((_, i) => turnAt(corners, i) < 0).length;
  assert(pieces.length <= 2 * reflex + 1, `${pieces.length} pieces for ${reflex} reflex corners`);
  for (const probe of probes) {
    if (
      corners.some((_, i) => pointDistanceTo(probe, [corners[i]!, corners[(i + 1) % corners.length]!]) < 1e-6)
    ) continue;
    const inside = pieces.some((piece) => pointDistanceTo(probe, piece) < 1e-9);
    assertEquals(inside, isWithin(probe, corners), JSON.stringify(probe));
  }
}

it("C8: a polygon is cut into convex pieces that are exactly the polygon together", () => {
  const probe = fc.record({
    x: fc.double({ min: -13, max: 13, noNaN: true }),
    y: fc.double({ min: -13, max: 13, noNaN: true }),
  });
  fc.assert(
    fc.property(starShape, fc.array(probe, { minLength: 10, maxLength: 10 }), assertPiecesOf),
    { numRuns: counts("convex pieces") },
  );
});

it("C8: combs, spirals and straight corners are cut as well", () => {
  const comb = [{ x: 0, y: 0 }, { x: 20, y: 0 }];
  for (let tooth = 9; tooth >= 0; tooth--) comb.push({ x: 2 * tooth + 1, y: 5 }, { x: 2 * tooth, y: 1 });
  const spiral = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
    [0, 2],
    [7, 2],
    [7, 7],
    [2, 7],
    [2, 4],
    [5, 4],
    [5, 5],
    [3, 5],
    [3, 6],
    [6, 6],
    [6, 3],
    [1, 3],
    [1, 8],
    [8, 8],
    [8, 1],
    [0, 1],
  ].map(([x, y]) => ({ x: x!, y: y! }));
  const straight = [[0, 0], [1, 0], [2, 0], [4, 0], [4, 2], [2, 2], [2, 3], [2, 4], [0, 4], [0, 2]]
    .map(([x, y]) => ({ x: x!, y: y! }));
  const probes = Array.from(
    { length: 400 },
    (_, i) => ({ x: i % 20 + 0.31, y: Math.floor(i / 20) / 2 + 0.17 }),
  );
  for (const shape of [comb, spiral, straight]) assertPiecesOf(shape, probes);
  assertEquals(convexPieces(straight).length, 2, "an L");
});

it("C8: a convex polygon and a segment stay as they are", () => {
  const square = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 1 }];
  const read = parseObstacles([{ id: "b", corners: square }, { id: "a", corners: square.slice(0, 2) }]);
  if (read._tag === "Left") throw new Error(read.left[0].rule);
  const pieces = (obstacle: Obstacle | undefined): unknown => obstacle?.pieces;
  assertEquals(read.right.map(({ id }) => id), ["a", "b"]);
  assertEquals(pieces(read.right[0]), [{ id: "a", part: 0, corners: square.slice(0, 2) }]);
  assertEquals(pieces(read.right[1]), [{ id: "b", part: 0, corners: square }]);
});

it("C8: what is no wall is refused, and everything that is wrong is said at once", () => {
  const errors = (value: unknown): readonly string[] => {
    const read = parseObstacles(value);
    return read._tag === "Right" ? [] : read.left.map(({ path, rule }) => `${path.join(".")} ${rule}`);
  };
  assertEquals(errors("walls"), [" must be an array"]);
  const found = errors([
    { id: 1, corners: [{ x: 0, y: 0 }] },
    { id: 1, corners: [{ x: 0, y: 0 }, { x: 0, y: 0 }] },
    { id: "clockwise", corners: [{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 0 }] },
    { id: "bow", corners: [{ x: 0, y: 0 }, { x: 2, y: 2 }, { x: 2, y: 0 }, { x: 0, y: 2 }] },
    { corners: [{ x: 0, y: NaN }, { x: 1, y: 0 }] },
    7,
  ]);
  for (
    const part of [
      "0.corners must have 2 corners",
      "1.corners.0 must differ from the next corner",
      "1.id must",
      "2.corners must have its corners in counter-clockwise order",
      "3.corners must not cross itself",
      "4.id must be",
      "4.corners.0.y must be a finite number",
      "5 must be a record",
    ]
  ) assert(found.some((error) => error.startsWith(part)), `${part} in ${found.join("; ")}`);
});
