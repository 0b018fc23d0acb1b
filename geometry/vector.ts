/**
 * A vector of the horizontal plane: metres for positions, metres per second for velocities. The plane is
 * right-handed, x to the right and y up.
 */
export interface Vec2 {
  /** Component along x. */
  readonly x: number;
  /** Component along y. */
  readonly y: number;
}

/** A vector of space; z points up. */
export interface Vec3 extends Vec2 {
  /** Component along the vertical. */
  readonly z: number;
}

/** The zero vector. */
export const ZERO: Vec2 = { x: 0, y: 0 };

/** Scalar product. */
export function dot(a: Vec2, b: Vec2): number {
  return a.x * b.x + a.y * b.y;
}

/** Determinant of the pair (a, b): positive when b lies to the left of a. */
export function det(a: Vec2, b: Vec2): number {
  return a.x * b.y - a.y * b.x;
}

/** Sum of two vectors. */
export function add(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** Difference a - b. */
export function subtract(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Vector times a number. */
export function scale(a: Vec2, factor: number): Vec2 {
  return { x: a.x * factor, y: a.y * factor };
}

/** Whether two vectors have the same components; 0 and -0 count as the same. */
export function equal(a: Vec2, b: Vec2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** A vector mirrored at the x axis: for a unit vector (cosine, sine), the turn back. */
export function conjugate({ x, y }: Vec2): Vec2 {
  return { x, y: -y };
}

/** Length, by a square root of a sum of squares (`Math.hypot` is not the same on every engine). */
export function length(a: Vec2): number {
  return Math.sqrt(a.x * a.x + a.y * a.y);
}

/** Distance of two points. */
export function distance(a: Vec2, b: Vec2): number {
  const x = a.x - b.x, y = a.y - b.y;
  return Math.sqrt(x * x + y * y);
}

/**
 * `v` turned by the angle whose (cosine, sine) is `turn`; `turn` is a unit vector. Exact for quarter turns.
 */
export function rotate(v: Vec2, turn: Vec2): Vec2 {
  return { x: v.x * turn.x - v.y * turn.y, y: v.x * turn.y + v.y * turn.x };
}
