import type { Vec2 } from "../../geometry/mod.ts";

/** A point, m. */
export const at = (x: number, y: number): Vec2 => ({ x, y });

/** The corners of a rectangle from its lower left one, counter-clockwise, m. */
export const box = (x: number, y: number, width: number, height: number): readonly Vec2[] => [
  at(x, y),
  at(x + width, y),
  at(x + width, y + height),
  at(x, y + height),
];
