import { det, subtract } from "../geometry/vector.ts";
import type { Polygon } from "./polygon.ts";

/** Corners of a part of a polygon, by their numbers, counter-clockwise. */
type Loop = readonly number[];

/**
 * Convex polygons that together are the given simple, counter-clockwise one (C8): a convex polygon as it is; else its ears
 * are cut off one by one, and every cut that no corner needs is taken back (Hertel and Mehlhorn: at most four times as many
 * pieces as there need be). Pieces share the cuts that remain, which lie inside the solid.
 *
 * ```txt
 *   o-----o
 *   |     |          the reflex corner r is cut once:
 *   |  r--+---o      two pieces, convex to the rounding of a cross product
 *   |  .      |
 *   o---------o
 * ```
 */
export function convexPieces(polygon: Polygon): readonly Polygon[] {
  const whole = polygon.map((_, i) => i);
  if (isConvex(whole, polygon)) return [polygon];
  return merged(earsOf(whole, polygon), polygon).map((loop) => loop.map((i) => polygon[i]!));
}

/** Twice the signed area of a triangle of corners: positive where it turns left at b. */
function turn(a: number, b: number, c: number, corners: Polygon): number {
  return det(subtract(corners[b]!, corners[a]!), subtract(corners[c]!, corners[a]!));
}

function isConvex(loop: Loop, corners: Polygon): boolean {
  const n = loop.length;
  return loop.every((b, i) => turn(loop[(i + n - 1) % n]!, b, loop[(i + 1) % n]!, corners) >= 0);
}

/** Triangles, cut off one after another where nothing else of the polygon lies in them. */
function earsOf(whole: Loop, corners: Polygon): readonly Loop[] {
  const left = [...whole], ears: Loop[] = [];
  while (left.length > 3) {
    const n = left.length;
    let best = 0, most = -Infinity, found = false;
    for (let i = 0; i < n && !found; i++) {
      const a = left[(i + n - 1) % n]!, b = left[i]!, c = left[(i + 1) % n]!;
      const size = turn(a, b, c, corners);
      if (size > most) most = size, best = i; // should rounding leave no ear, the sharpest left turn
      if (size === 0 || (size > 0 && left.every((p) => isOutside(p, a, b, c, corners)))) {
        found = true;
        best = i;
      }
    }
    const ear = [left[(best + n - 1) % n]!, left[best]!, left[(best + 1) % n]!] as const;
    if (turn(...ear, corners) > 0) ears.push(ear); // a corner on a straight side is left out: it has no area
    left.splice(best, 1);
  }
  return turn(left[0]!, left[1]!, left[2]!, corners) > 0 ? [...ears, left] : ears;
}

/** Whether a corner is one of the triangle's own, or lies outside it. */
function isOutside(p: number, a: number, b: number, c: number, corners: Polygon): boolean {
  if (p === a || p === b || p === c) return true;
  return turn(a, b, p, corners) < 0 || turn(b, c, p, corners) < 0 || turn(c, a, p, corners) < 0;
}

/** Takes back the cuts between two pieces that are convex together. */
function merged(pieces: readonly Loop[], corners: Polygon): readonly Loop[] {
  const loops = [...pieces];
  for (let i = 0; i < loops.length; i++) {
    for (let j = i + 1; j < loops.length; j++) {
      const both = joined(loops[i]!, loops[j]!);
      if (both === undefined || !isConvex(both, corners)) continue;
      loops[i] = both;
      loops.splice(j, 1);
      j = i; // the grown piece has other neighbors
    }
  }
  return loops;
}

/** Two loops that share a side, as one. */
function joined(one: Loop, other: Loop): Loop | undefined {
  for (let i = 0; i < one.length; i++) {
    const a = one[i]!, b = one[(i + 1) % one.length]!, at = other.indexOf(b);
    if (at < 0 || other[(at + 1) % other.length] !== a) continue;
    // one runs … a b …, other … b a …: from b round one to a, then round other from after a to before b.
    const first = one.map((_, k) => one[(i + 1 + k) % one.length]!);
    const second = other.slice(2).map((_, k) => other[(at + 2 + k) % other.length]!);
    return [...first, ...second];
  }
  return undefined;
}
