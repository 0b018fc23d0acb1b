import type { Vec2 } from "../geometry/vector.ts";
import { decimal } from "./svg.ts";

/** Path data of a line between two places of a picture, px. */
export function linePath(from: Vec2, to: Vec2): string {
  return `M${place(from)}L${place(to)}`;
}

/** Path data of the head of an arrow, px; an arrow shorter than 3 px has none. */
export function headPath(from: Vec2, to: Vec2, size: number): string {
  const x = to.x - from.x, y = to.y - from.y;
  const long = Math.sqrt(x * x + y * y);
  if (!(long >= 3)) return "";
  const head = Math.min(size, long * 0.5);
  const along = { x: x / long * head, y: y / long * head };
  // Two barbs, each half as wide as it is long.
  const left = { x: to.x - along.x - along.y * 0.5, y: to.y - along.y + along.x * 0.5 };
  const right = { x: to.x - along.x + along.y * 0.5, y: to.y - along.y - along.x * 0.5 };
  return `M${place(left)}L${place(to)}L${place(right)}`;
}

/** Path data of a line through places of a picture, px: absolute start, then steps, all in tenths. */
export function polylinePath(points: readonly Vec2[]): string {
  let data = "", x = 0, y = 0;
  points.forEach((point, i) => {
    // Steps between rounded places, so that their rounding does not add up.
    const nextX = Number(decimal(point.x, 1)), nextY = Number(decimal(point.y, 1));
    if (i === 0) data = `M${nextX} ${nextY}l`;
    else data += `${i > 1 ? " " : ""}${decimal(nextX - x, 1)} ${decimal(nextY - y, 1)}`;
    [x, y] = [nextX, nextY];
  });
  return points.length < 2 ? "" : data;
}

/** The fewest of the points that keep the line through all of them within `tolerance` px (Douglas and Peucker). */
export function simplify(points: readonly Vec2[], tolerance: number): readonly Vec2[] {
  const keep = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    let far = from, most = tolerance;
    for (let i = from + 1; i < to; i++) {
      const off = distanceToSegment(points[i]!, points[from]!, points[to]!);
      if (off > most) [far, most] = [i, off];
    }
    if (far === from) continue;
    keep.add(far);
    open.push([from, far], [far, to]);
  }
  return points.filter((_, i) => keep.has(i));
}

/** Path data of a closed polygon, px. */
export function polygonPath(points: readonly Vec2[], digits: number): string {
  return points.length === 0
    ? ""
    : `M${points.map((p) => `${decimal(p.x, digits)} ${decimal(p.y, digits)}`).join("L")}Z`;
}

function place(p: Vec2): string {
  return `${decimal(p.x, 1)} ${decimal(p.y, 1)}`;
}

function distanceToSegment(p: Vec2, a: Vec2, b: Vec2): number {
  const x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  const t = square > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * x + (p.y - a.y) * y) / square)) : 0;
  const offX = p.x - a.x - t * x, offY = p.y - a.y - t * y;
  return Math.sqrt(offX * offX + offY * offY);
}
