import type { Vec2 } from "../geometry/vector.ts";

/** A gate of a way: a segment with its ends as seen by who goes through. Both may be one point. */
export interface Gate {
  /** Left end, m. */
  readonly left: Vec2;
  /** Right end, m. */
  readonly right: Vec2;
}

/** Directions nearer than this to one another, rad, are one: a funnel that narrow is a line. */
const ONE_LINE = 1e-12;

/**
 * The shortest path from a point through a row of gates to a goal, as its corners and the goal at the end: a string pulled
 * tight. A funnel of what can still be seen from the last corner is narrowed gate by gate; where the next gate lies wholly
 * beside it, the side that it lies beyond becomes a corner.
 *
 * Only signs of determinants decide. Gates may be points, share ends, or lie on one line; corners that coincide are one.
 *
 * @param gates in the order of the route
 * @returns at least the goal, m
 */
export function shortestPath(start: Vec2, gates: readonly Gate[], goal: Vec2): readonly Vec2[] {
  const path: Vec2[] = [], count = gates.length;
  let apex = start, left = start, right = start, leftAt = -1, rightAt = -1;
  for (let i = 0; i <= count; i++) {
    const gate = gates[i] ?? { left: goal, right: goal };
    if (same(apex, gate.left) || same(apex, gate.right)) { // passed where the string already is
      left = apex, right = apex, leftAt = i, rightAt = i;
      continue;
    }
    const open = same(apex, left) && same(apex, right);
    // The gate lies beyond the left side, or beyond the right one: there the string bends.
    const beyondLeft = !open && turn(apex, left, gate.right) >= 0 && turn(apex, right, gate.right) >= 0;
    const beyondRight = !open && turn(apex, right, gate.left) <= 0 && turn(apex, left, gate.left) <= 0;
    if (beyondLeft || beyondRight) {
      const line = isLine(apex, left, right);
      const first = leftAt !== rightAt ? leftAt < rightAt : square(apex, left) <= square(apex, right);
      const atLeft = line ? first : beyondLeft;
      apex = atLeft ? left : right;
      i = atLeft ? leftAt : rightAt;
      left = apex, right = apex, leftAt = i, rightAt = i;
      path.push(apex);
      continue;
    }
    if (open || turn(apex, right, gate.right) >= 0) right = gate.right, rightAt = i;
    if (open || turn(apex, left, gate.left) <= 0) left = gate.left, leftAt = i;
  }
  const last = path[path.length - 1] ?? start;
  if (path.length === 0 || !same(last, goal)) path.push(goal);
  return path;
}

/** Length of a path from a point, m. */
export function polylineLength(start: Vec2, path: readonly Vec2[]): number {
  let sum = 0, from = start;
  for (const to of path) {
    sum += Math.sqrt(square(from, to));
    from = to;
  }
  return sum;
}

/** Above 0 when c lies to the left of the way from a through b. */
function turn(a: Vec2, b: Vec2, c: Vec2): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function isLine(apex: Vec2, left: Vec2, right: Vec2): boolean {
  return Math.abs(turn(apex, left, right)) <= ONE_LINE * Math.sqrt(square(apex, left) * square(apex, right));
}

function square(a: Vec2, b: Vec2): number {
  const x = b.x - a.x, y = b.y - a.y;
  return x * x + y * y;
}

function same(a: Vec2, b: Vec2): boolean {
  return a.x === b.x && a.y === b.y;
}
