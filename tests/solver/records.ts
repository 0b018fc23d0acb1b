import type { Disc, DiscRole } from "../../geometry/disc.ts";
import type { ConstraintSource, HalfPlane } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";

/** A velocity. */
export function at(x: number, y: number): Vec2 {
  return { x, y };
}

/** Source of a neighbor's half-plane whose obstacle's arc is touched. */
export function neighbor(id: number | string): ConstraintSource {
  return { kind: "neighbor", id, feature: "arc", change: { x: 0, y: 0 }, share: 0.5 };
}

/** Source of a neighbor's half-plane that overlaps (G10). */
export function overlapping(id: number | string): ConstraintSource {
  return { kind: "neighbor", id, feature: "overlap", change: { x: 0, y: 0 }, share: 0.5 };
}

/** Source of an edge's half-plane. */
export function edge(id: number | string): ConstraintSource {
  return { kind: "edge", id };
}

/** The half-plane normal · w >= bound, held at its point nearest the origin. */
export function atLeast(normal: Vec2, bound: number, source: ConstraintSource): HalfPlane {
  return { point: { x: normal.x * bound, y: normal.y * bound }, normal, source };
}

/** The half-plane w.x <= bound. */
export function left(bound: number, source: ConstraintSource): HalfPlane {
  return { point: { x: bound, y: 0 }, normal: { x: -1, y: 0 }, source };
}

/** The half-plane w.x >= bound. */
export function right(bound: number, source: ConstraintSource): HalfPlane {
  return { point: { x: bound, y: 0 }, normal: { x: 1, y: 0 }, source };
}

/** The half-plane w.y >= bound. */
export function above(bound: number, source: ConstraintSource): HalfPlane {
  return { point: { x: 0, y: bound }, normal: { x: 0, y: 1 }, source };
}

/** The half-plane w.y <= bound. */
export function below(bound: number, source: ConstraintSource): HalfPlane {
  return { point: { x: 0, y: bound }, normal: { x: 0, y: -1 }, source };
}

/** A disc; without a role, its place in the array gives it one. */
export function disc(x: number, y: number, radius: number, role?: DiscRole): Disc {
  return role === undefined ? { center: { x, y }, radius } : { center: { x, y }, radius, role };
}

/** The value itself, frozen all the way down: whoever writes to it throws. */
export function frozen<A>(value: A): A {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/** Distance, by `Math.hypot`: not the way the library computes it. */
export function apart(a: Vec2, b: Vec2): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** How far inside a half-plane a velocity lies. */
export function inside(h: HalfPlane, w: Vec2): number {
  return h.normal.x * (w.x - h.point.x) + h.normal.y * (w.y - h.point.y);
}

/** By how much a velocity violates the worst of half-planes and discs; below 0 when it is inside all. */
export function worst(w: Vec2, halfPlanes: readonly HalfPlane[], discs: readonly Disc[] = []): number {
  let most = -Infinity;
  for (const h of halfPlanes) most = Math.max(most, -inside(h, w));
  for (const d of discs) most = Math.max(most, apart(w, d.center) - d.radius);
  return most;
}
