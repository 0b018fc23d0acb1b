import type { Vec2 } from "../geometry/vector.ts";

/** Sides of a rectangle of the plane, in m or m/s. */
export interface Box {
  /** Left side. */
  readonly minX: number;
  /** Lower side. */
  readonly minY: number;
  /** Right side. */
  readonly maxX: number;
  /** Upper side. */
  readonly maxY: number;
}

/** A rectangle of pixels. */
export interface Pane {
  /** Left side, px. */
  readonly left: number;
  /** Upper side, px. */
  readonly top: number;
  /** px. */
  readonly width: number;
  /** px. */
  readonly height: number;
}

/** How the plane is laid into a pane: the same scale along both axes, y up. */
export interface Frame {
  /** Where it is drawn. */
  readonly pane: Pane;
  /** What the pane shows. */
  readonly box: Box;
  /** px per m or m/s, above 0. */
  readonly scale: number;
}

/** Pictures place nothing beyond this, in m or m/s: it keeps every difference of two places finite. */
const FARTHEST = 1e9;

/** `v` with both components cut to ±1e9. */
export function tame(v: Vec2): Vec2 {
  return { x: tameNumber(v.x), y: tameNumber(v.y) };
}

/** `value` cut to ±1e9. */
export function tameNumber(value: number): number {
  return value > FARTHEST ? FARTHEST : value < -FARTHEST ? -FARTHEST : value === value ? value : 0;
}

/** The smallest box around boxes; around none, a point at the origin. */
export function unite(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  for (const box of boxes) {
    minX = Math.min(minX, box.minX);
    minY = Math.min(minY, box.minY);
    maxX = Math.max(maxX, box.maxX);
    maxY = Math.max(maxY, box.maxY);
  }
  return { minX, minY, maxX, maxY };
}

/** The square box of half-width `reach` around `center`. */
export function around(center: Vec2, reach: number): Box {
  const { x, y } = tame(center), r = Math.abs(tameNumber(reach));
  return { minX: x - r, minY: y - r, maxX: x + r, maxY: y + r };
}

/** The larger side of a box. */
export function span(box: Box): number {
  return Math.max(box.maxX - box.minX, box.maxY - box.minY);
}

/** Whether `v` lies in the box. */
export function inBox(box: Box, v: Vec2): boolean {
  return v.x >= box.minX && v.x <= box.maxX && v.y >= box.minY && v.y <= box.maxY;
}

/** A box's corners, counter-clockwise. */
export function corners({ minX, minY, maxX, maxY }: Box): readonly Vec2[] {
  return [{ x: minX, y: minY }, { x: maxX, y: minY }, { x: maxX, y: maxY }, { x: minX, y: maxY }];
}

/** Lays `box` with a border of `padding` times its larger side into the middle of a pane, as large as it fits. */
export function fitFrame(box: Box, pane: Pane, padding: number): Frame {
  const x = (box.minX + box.maxX) / 2, y = (box.minY + box.maxY) / 2;
  // A point gets a window too, wide enough that doubles at that place still tell its pixels apart.
  const least = span(box) > 0 ? 1e-9 : 1;
  const side = Math.max(span(box), least, 1e-9 * Math.max(Math.abs(x), Math.abs(y)));
  const extra = 2 * padding * side;
  const wide = Math.max(box.maxX - box.minX, side * 1e-3) + extra;
  const high = Math.max(box.maxY - box.minY, side * 1e-3) + extra;
  const scale = Math.min(pane.width / wide, pane.height / high);
  const halfX = pane.width / scale / 2, halfY = pane.height / scale / 2;
  return { pane, scale, box: { minX: x - halfX, minY: y - halfY, maxX: x + halfX, maxY: y + halfY } };
}

/** Where `v` is drawn, px. */
export function toPicture({ pane, box, scale }: Frame, v: Vec2): Vec2 {
  return {
    x: pane.left + (tameNumber(v.x) - box.minX) * scale,
    y: pane.top + (box.maxY - tameNumber(v.y)) * scale,
  };
}
