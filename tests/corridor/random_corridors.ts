/**
 * Seeded corridors: convex tiles of 3 to 8 corners, glued edge to edge, with portals that are the whole of what two edges share
 * or a part of it, and sharp bends. Later tiles may lie over earlier ones: the route decides where a body is.
 *
 * @module
 */
import { type Corridor, parseCorridor } from "../../boundary/corridor.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { type Random, seeded } from "../solver/random_problems.ts";

const between = (r: Random, low: number, high: number): number => low + (high - low) * r();
const pick = <A>(r: Random, from: readonly A[]): A => from[Math.floor(r() * from.length)]!;

/** A corridor, where to start in its first tile, and the stream that goes on. */
export interface CorridorCase {
  readonly corridor: Corridor;
  readonly start: Vec2;
  readonly random: Random;
  readonly seed: number;
}

/** A convex polygon of `count` corners on an ellipse, counter-clockwise. */
function convexPolygon(r: Random, count: number, size: number): Vec2[] {
  const long = size * between(r, 0.7, 1.6), wide = size * between(r, 0.5, 1.1), turned = between(r, 0, 7);
  const step = 2 * Math.PI / count;
  return Array.from({ length: count }, (_, i) => {
    const angle = (i + between(r, -0.3, 0.3)) * step, x = long * Math.cos(angle), y = wide * Math.sin(angle);
    return { x: x * Math.cos(turned) - y * Math.sin(turned), y: x * Math.sin(turned) + y * Math.cos(turned) };
  });
}

const lerp = (a: Vec2, b: Vec2, t: number): Vec2 => ({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });

/** The polygon moved so that the middle of its edge k lies on `middle`, with the edge along `along` (a unit vector). */
function placed(polygon: readonly Vec2[], k: number, middle: Vec2, along: Vec2): Vec2[] {
  const a = polygon[k]!, b = polygon[(k + 1) % polygon.length]!, m = lerp(a, b, 0.5);
  const size = Math.hypot(b.x - a.x, b.y - a.y), cos = ((b.x - a.x) * along.x + (b.y - a.y) * along.y) / size;
  const sin = ((b.x - a.x) * along.y - (b.y - a.y) * along.x) / size;
  return polygon.map((p) => {
    const x = p.x - m.x, y = p.y - m.y;
    return { x: middle.x + x * cos - y * sin, y: middle.y + x * sin + y * cos };
  });
}

/** Sizes of tiles, m, how much of an edge a portal takes at least, and how many tiles there are. */
export interface CorridorSizes {
  readonly sizes: readonly number[];
  readonly least: number;
  /** Edges shorter than this are left by no portal where a longer one is there, m. */
  readonly edge: number;
  readonly count?: number;
}

/** Small and large tiles, narrow portals, sharp bends. */
export const ANY: CorridorSizes = { sizes: [3, 6, 10], least: 0.3, edge: 0 };

/** Halls and passages of some metres: a body can turn in them without braking to a crawl. */
export const ROOMY: CorridorSizes = { sizes: [6, 8, 12], least: 0.5, edge: 4 };

/** A random corridor; `more` is added to every tile. */
export function randomCorridor(
  seed: number,
  { sizes, least, edge, count }: CorridorSizes = ANY,
  more: Record<string, unknown> = {},
): CorridorCase {
  const r = seeded(seed), tiles: Vec2[][] = [], portals: { left: Vec2; right: Vec2 }[] = [];
  const total = count ?? 2 + Math.floor(r() * 7);
  tiles.push(convexPolygon(r, 3 + Math.floor(r() * 6), pick(r, sizes)));
  let entry = -1;
  for (let k = 1; k < total; k++) {
    const from = tiles[k - 1]!, n = from.length;
    const sideOf = (i: number): number =>
      Math.hypot(from[(i + 1) % n]!.x - from[i]!.x, from[(i + 1) % n]!.y - from[i]!.y);
    const others = from.map((_, i) => i).filter((i) => i !== entry);
    const longer = others.filter((i) => sideOf(i) >= edge);
    const longest = others.reduce((best, i) => sideOf(i) > sideOf(best) ? i : best);
    const exit = longer.length > 0 ? pick(r, longer) : longest, size = sideOf(exit);
    const a = from[exit]!, b = from[(exit + 1) % n]!;
    const along = { x: (b.x - a.x) / size, y: (b.y - a.y) / size };
    // Of the edge from a (right) to b (left), the piece that the next tile touches.
    const share = pick(r, [1, between(r, least, 1), between(r, least, 1)]), low = between(r, 0, 1 - share);
    const right = lerp(a, b, low), left = share === 1 ? b : lerp(a, b, low + share);
    const next = convexPolygon(r, 3 + Math.floor(r() * 6), pick(r, sizes));
    const sides = next.map((p, i) =>
      Math.hypot(p.x - next[(i + 1) % next.length]!.x, p.y - next[(i + 1) % next.length]!.y)
    );
    // Not one of the short ones: the tile is scaled until that edge fits the portal.
    const fitting = sides.map((_, i) => i).filter((i) => sides[i]! >= Math.max(...sides) / 2);
    entry = pick(r, fitting);
    const backward = { x: -along.x, y: -along.y };
    const put = placed(next, entry, lerp(left, right, 0.5), backward);
    // Scale it until its edge is as long as the portal, or longer by a part on each side.
    const p = put[entry]!, q = put[(entry + 1) % put.length]!, own = Math.hypot(q.x - p.x, q.y - p.y);
    const over = pick(r, [0, 0, between(r, 0, 0.8)]), width = Math.hypot(left.x - right.x, left.y - right.y);
    const stretch = width * (1 + over) / own, middle = lerp(left, right, 0.5);
    const grow = Math.max(1, Math.min(2, sizes[0]! / width)); // along the normal: not too flat
    const normal = { x: along.y, y: -along.x };
    const sized = put.map((v) => {
      const x = v.x - middle.x, y = v.y - middle.y;
      const t = (x * along.x + y * along.y) * stretch, d = (x * normal.x + y * normal.y) * stretch * grow;
      return { x: middle.x + t * along.x + d * normal.x, y: middle.y + t * along.y + d * normal.y };
    });
    if (over === 0) sized[entry] = left, sized[(entry + 1) % sized.length] = right;
    tiles.push(sized);
    portals.push({ left, right });
  }
  const inside = (polygon: readonly Vec2[]): Vec2 => {
    const weights = polygon.map(() => 0.05 + r()), sum = weights.reduce((x, y) => x + y, 0);
    return polygon.reduce(
      (p, v, i) => ({ x: p.x + v.x * weights[i]! / sum, y: p.y + v.y * weights[i]! / sum }),
      {
        x: 0,
        y: 0,
      },
    );
  };
  const parsed = parseCorridor({
    tiles: tiles.map((polygon, id) => ({ id, polygon, ...more })),
    portals,
    goal: inside(tiles[tiles.length - 1]!),
  });
  if (parsed._tag === "Left") throw new Error(`seed ${seed}: ${JSON.stringify(parsed.left.slice(0, 2))}`);
  return { corridor: parsed.right, start: inside(tiles[0]!), random: r, seed };
}
