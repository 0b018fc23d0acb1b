import { type Path, readArray, type Reader, readVec2 } from "../geometry/reader.ts";
import { det, dot, equal, subtract, type Vec2 } from "../geometry/vector.ts";

/** A solid polygon, m: at least three corners, counter-clockwise, no edge meets another but at their common corner. */
export type Polygon = readonly Vec2[];

/**
 * Reads a solid polygon. Reported are: fewer than three corners, a corner that is not a point, an edge of length
 * zero, edges that meet elsewhere than at their common corner, and corners in clockwise order. Where the corners
 * are no polygon at all, winding is not judged.
 */
export function readPolygon(value: unknown, path: Path, reader: Reader): Polygon {
  const corners = readArray(value, path, reader).map((corner, i) => readVec2(corner, [...path, i], reader));
  if (!Array.isArray(value)) return corners;
  if (corners.length < 3) reader.report(path, value, "must have at least 3 corners");
  if (corners.length < 3 || corners.some(({ x, y }) => Number.isNaN(x + y))) return corners;
  const empty = corners.map((_, i) => i).filter((i) =>
    equal(corners[i]!, corners[(i + 1) % corners.length]!)
  );
  for (const i of empty) {
    const rule = "must differ from the next corner: an edge of length zero has no direction";
    reader.report([...path, i], corners[i], rule);
  }
  if (empty.length > 0) return corners;
  const crossing = firstCrossing(corners);
  if (crossing !== undefined) {
    reader.report(path, value, `must not cross itself, but edges ${crossing[0]} and ${crossing[1]} meet`);
  } else if (!(twiceArea(corners) > 0)) {
    reader.report(path, value, "must have its corners in counter-clockwise order");
  }
  return corners;
}

/** Twice the signed area, m²: positive when the corners run counter-clockwise. */
export function twiceArea(corners: Polygon): number {
  const origin = corners[0]!;
  let sum = 0;
  for (let i = 1; i + 1 < corners.length; i++) {
    sum += det(subtract(corners[i]!, origin), subtract(corners[i + 1]!, origin));
  }
  return sum;
}

/** Indices of the first two edges that have a point in common which is not their shared corner. */
function firstCrossing(corners: Polygon): readonly [number, number] | undefined {
  const n = corners.length;
  for (let i = 0; i < n; i++) {
    const a = corners[i]!, b = corners[(i + 1) % n]!;
    for (let j = i + 1; j < n; j++) {
      const c = corners[j]!, d = corners[(j + 1) % n]!;
      const follows = j === i + 1, precedes = (j + 1) % n === i;
      const meet = follows && foldsBack(a, b, d) || precedes && foldsBack(c, a, b) ||
        !follows && !precedes && segmentsMeet(a, b, c, d);
      if (meet) return [i, j];
    }
  }
  return undefined;
}

/** The edges before and after `corner` lie on one another. */
function foldsBack(before: Vec2, corner: Vec2, after: Vec2): boolean {
  const arriving = subtract(corner, before), leaving = subtract(after, corner);
  return det(arriving, leaving) === 0 && dot(arriving, leaving) < 0;
}

/** Whether the segments ab and cd have a point in common, ends included. */
export function segmentsMeet(a: Vec2, b: Vec2, c: Vec2, d: Vec2): boolean {
  const ab = subtract(b, a), cd = subtract(d, c);
  const c1 = det(ab, subtract(c, a)), d1 = det(ab, subtract(d, a));
  const a1 = det(cd, subtract(a, c)), b1 = det(cd, subtract(b, c));
  const crosses = (c1 > 0 && d1 < 0 || c1 < 0 && d1 > 0) && (a1 > 0 && b1 < 0 || a1 < 0 && b1 > 0);
  return crosses || c1 === 0 && within(a, b, c) || d1 === 0 && within(a, b, d) ||
    a1 === 0 && within(c, d, a) || b1 === 0 && within(c, d, b);
}

/** p, known to lie on the line ab, lies on the segment. */
function within(a: Vec2, b: Vec2, p: Vec2): boolean {
  return Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) &&
    Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y);
}
