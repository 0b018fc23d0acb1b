/**
 * Convex polygons cut into a row of pieces: by parallel lines, or into triangles around one corner.
 *
 * @module
 */
import { type Corridor, parseCorridor } from "../../boundary/corridor.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { type Random, seeded } from "../solver/random_problems.ts";

const between = (r: Random, low: number, high: number): number => low + (high - low) * r();

/** A corridor of the pieces, the polygon, and a start in the first piece. */
export interface CutPolygon {
  readonly corridor: Corridor;
  readonly whole: readonly Vec2[];
  readonly start: Vec2;
  readonly random: Random;
}

/** A polygon of 5 to 9 corners on a circle of some metres, cut into 3 to 7 pieces. */
export function cutPolygon(seed: number): CutPolygon {
  const r = seeded(seed), count = 5 + Math.floor(r() * 5), size = between(r, 3, 8), turned = between(r, 0, 7);
  const whole = Array.from({ length: count }, (_, i): Vec2 => {
    const angle = turned + (i + between(r, -0.3, 0.3)) * 2 * Math.PI / count;
    return { x: size * Math.cos(angle), y: size * Math.sin(angle) };
  });
  const { pieces, portals } = seed % 3 === 0 ? fan(whole) : strips(r, whole);
  const parsed = parseCorridor({
    tiles: pieces.map((polygon, id) => ({ id, polygon })),
    portals,
    goal: middle(r, pieces[pieces.length - 1]!),
  });
  if (parsed._tag === "Left") throw new Error(`seed ${seed}: ${JSON.stringify(parsed.left)}`);
  return { corridor: parsed.right, whole, start: middle(r, pieces[0]!), random: r };
}

interface Pieces {
  readonly pieces: readonly (readonly Vec2[])[];
  readonly portals: readonly { readonly left: Vec2; readonly right: Vec2 }[];
}

function fan(whole: readonly Vec2[]): Pieces {
  const [hub] = whole, pieces: Vec2[][] = [], portals: { left: Vec2; right: Vec2 }[] = [];
  for (let i = 1; i + 1 < whole.length; i++) {
    pieces.push([hub!, whole[i]!, whole[i + 1]!]);
    // Round the hub counter-clockwise: the hub is on the left.
    if (i + 2 < whole.length) portals.push({ left: hub!, right: whole[i + 1]! });
  }
  return { pieces, portals };
}

function strips(r: Random, whole: readonly Vec2[]): Pieces {
  const angle = between(r, 0, 7), n = { x: Math.cos(angle), y: Math.sin(angle) };
  const depths = whole.map((p) => p.x * n.x + p.y * n.y),
    low = Math.min(...depths),
    high = Math.max(...depths);
  const count = 2 + Math.floor(r() * 5), pieces: (readonly Vec2[])[] = [];
  const portals: { left: Vec2; right: Vec2 }[] = [];
  let rest = whole;
  for (let k = 1; k < count; k++) {
    const at = low + (high - low) * (k + between(r, -0.3, 0.3)) / count;
    const near: Vec2[] = [], far: Vec2[] = [];
    let left: Vec2 | undefined, right: Vec2 | undefined;
    rest.forEach((p, i) => {
      const q = rest[(i + 1) % rest.length]!, a = p.x * n.x + p.y * n.y - at, b = q.x * n.x + q.y * n.y - at;
      (a <= 0 ? near : far).push(p);
      if (a <= 0 === b <= 0) return;
      const t = a / (a - b), cut = { x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) };
      near.push(cut);
      far.push(cut);
      if (a <= 0) right = cut;
      else left = cut;
    });
    pieces.push(near);
    portals.push({ left: left!, right: right! });
    rest = far;
  }
  pieces.push(rest);
  return { pieces, portals };
}

function middle(r: Random, polygon: readonly Vec2[]): Vec2 {
  const weights = polygon.map(() => 0.1 + r()), sum = weights.reduce((a, b) => a + b, 0);
  return {
    x: polygon.reduce((x, p, i) => x + p.x * weights[i]! / sum, 0),
    y: polygon.reduce((y, p, i) => y + p.y * weights[i]! / sum, 0),
  };
}
