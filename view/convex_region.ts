import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { type Box, corners } from "./frame.ts";

/** Points that a whole circle is drawn with: chords stay within 2e-5 of its radius. */
const CIRCLE_POINTS = 512;

/**
 * The velocities of `box` that satisfy all half-planes and discs, as a counter-clockwise polygon whose vertices
 * satisfy them too, up to rounding; arcs are runs of chords (P1).
 *
 * @returns no vertices where nothing, or only a point or a line, satisfies all
 */
export function feasibleRegion(
  halfPlanes: readonly Pick<HalfPlane, "point" | "normal">[],
  discs: readonly Disc[],
  box: Box,
): readonly Vec2[] {
  let polygon = corners(box);
  for (const { point, normal } of halfPlanes) polygon = clipByHalfPlane(polygon, point, normal);
  for (const disc of discs) polygon = clipByDisc(polygon, disc);
  return polygon.length < 3 ? [] : polygon;
}

/** The part of a convex polygon with dot(normal, v - point) >= 0; `normal` need not be a unit vector. */
export function clipByHalfPlane(polygon: readonly Vec2[], point: Vec2, normal: Vec2): readonly Vec2[] {
  const sideOf = (v: Vec2) => normal.x * (v.x - point.x) + normal.y * (v.y - point.y);
  if (polygon.every((v) => sideOf(v) >= 0)) return polygon;
  const side = polygon.map(sideOf);
  const kept: Vec2[] = [];
  polygon.forEach((from, i) => {
    const next = (i + 1) % polygon.length;
    const to = polygon[next]!, s = side[i]!, e = side[next]!;
    if (s >= 0) kept.push(from);
    // The edge changes sides: its crossing with the line is a new corner.
    if ((s > 0 && e < 0) || (s < 0 && e > 0)) kept.push(between(from, to, s / (s - e)));
  });
  return kept;
}

/**
 * The part of a convex polygon inside a disc, up to the chords: half-plane by half-plane, because crossings of a circle
 * with a side that nearly touches it cannot be told from each other.
 */
export function clipByDisc(polygon: readonly Vec2[], disc: Disc): readonly Vec2[] {
  const { center, radius } = disc;
  if (!(radius > 0)) return [];
  if (polygon.every((v) => Math.hypot(v.x - center.x, v.y - center.y) <= radius)) return polygon;
  const rim = Array.from({ length: CIRCLE_POINTS }, (_, k) => {
    const at = 2 * Math.PI * k / CIRCLE_POINTS;
    return { x: center.x + radius * Math.cos(at), y: center.y + radius * Math.sin(at) };
  });
  return rim.reduce((rest, a, k) => {
    const b = rim[(k + 1) % CIRCLE_POINTS]!;
    // The rim runs counter-clockwise, so its inside is to the left of each chord.
    return clipByHalfPlane(rest, a, { x: a.y - b.y, y: b.x - a.x });
  }, polygon);
}

function between(from: Vec2, to: Vec2, t: number): Vec2 {
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}
