import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { corridorPath } from "../../avoidance/mod.ts";
import { convexView, type Corridor, portalKind, type Viewpoint } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { cutPolygon } from "./cut_polygons.ts";
import { randomCorridor } from "./random_corridors.ts";

/** How far outside a tile a point lies, m; negative inside. */
function outside({ tiles }: Corridor, k: number, { x, y }: Vec2): number {
  return Math.max(...tiles[k]!.edges.map(({ normal, offset }) => normal.x * x + normal.y * y - offset));
}

it("B11: a view is convex, inside the union of the tiles ahead, and holds position and stop", () => {
  const seen = { through: 0, stopBeyond: 0, points: 0 };
  for (let seed = 1; seed <= counts("convex views"); seed++) {
    const { corridor, random: r } = randomCorridor(seed);
    const kindOf = (i: number) => portalKind(corridor, i);
    for (let n = 0; n < 30; n++) {
      const tile = Math.floor(r() * corridor.tiles.length), { polygon: corners } = corridor.tiles[tile]!;
      const weights = corners.map(() => r() ** 3 + 1e-9), sum = weights.reduce((a, b) => a + b, 0);
      // Often close to a corner or an edge, often to the portal.
      const base = corners.reduce((p, c, i) => ({
        x: p.x + c.x * weights[i]! / sum,
        y: p.y + c.y * weights[i]! / sum,
      }), { x: 0, y: 0 });
      const portal = corridor.portals[tile];
      const t = r(), near = portal === undefined ? 0 : r() < 0.6 ? 1 - 10 ** (-4 * r()) : 0;
      const on = portal === undefined ? base : {
        x: portal.left.x + t * (portal.right.x - portal.left.x),
        y: portal.left.y + t * (portal.right.y - portal.left.y),
      };
      const position = { x: base.x + near * (on.x - base.x), y: base.y + near * (on.y - base.y) };
      const angle = 7 * r(), speed = 2 * r() ** 2, reach = 0.2 + 2 * r();
      const stop = { x: position.x + speed * Math.cos(angle), y: position.y + speed * Math.sin(angle) };
      const [aim] = corridorPath(corridor, tile, position);
      const from: Viewpoint = frozen({ tile, position, stop, aim: aim!, reach, inset: 1e-3 });
      const view = convexView(frozen(corridor), from, kindOf);
      const margin = ({ x, y }: Vec2): number =>
        Math.min(...view.edges.map(({ normal, offset }) => offset - (normal.x * x + normal.y * y)));
      assert(margin(position) >= -1e-11, `seed ${seed}/${n}: position ${margin(position)}`);
      if (view.last > tile) seen.through++;
      // Where the straight way to the stop stays in the corridor, the view holds the stop.
      if (followsTiles(corridor, tile, position, stop)) {
        assert(margin(stop) >= -1e-9, `seed ${seed}/${n}: stop ${margin(stop)}`);
        if (outside(corridor, tile, stop) > 0) seen.stopBeyond++;
      }
      for (let k = 0; k < 60; k++) {
        const a = 7 * r(),
          d = 3 * r(),
          y = { x: position.x + d * Math.cos(a), y: position.y + d * Math.sin(a) };
        if (margin(y) < 0) continue;
        seen.points++;
        let depth = Infinity;
        for (let i = tile; i <= view.last; i++) depth = Math.min(depth, outside(corridor, i, y));
        assert(depth <= 1e-9, `seed ${seed}/${n}: ${depth} m outside all tiles`);
      }
    }
  }
  assert(seen.through > 200 && seen.stopBeyond > 20 && seen.points > 5000, JSON.stringify(seen));
});

/** Whether 400 points of a straight way lie in the tiles, one after the other, without going back. */
function followsTiles(corridor: Corridor, tile: number, from: Vec2, to: Vec2): boolean {
  let k = tile;
  for (let i = 0; i <= 400; i++) {
    const p = { x: from.x + i / 400 * (to.x - from.x), y: from.y + i / 400 * (to.y - from.y) };
    while (k < corridor.tiles.length && outside(corridor, k, p) > 0) {
      const portal = corridor.portals[k];
      if (portal === undefined) return false;
      const exit = corridor.tiles[k]!.edges[portal.exit]!;
      // It must have left over the portal's own segment, to what 400 points show.
      if (exit.normal.x * p.x + exit.normal.y * p.y <= exit.offset) return false;
      const d = { x: to.x - from.x, y: to.y - from.y };
      const along = { x: portal.left.x - portal.right.x, y: portal.left.y - portal.right.y };
      const cross = d.x * along.y - d.y * along.x;
      const s = ((portal.right.y - from.y) * d.x - (portal.right.x - from.x) * d.y) / -cross;
      if (!(s >= 0 && s <= 1)) return false;
      k++;
    }
  }
  return k < corridor.tiles.length && outside(corridor, k, to) <= 0;
}

it("B11: where the union is convex, the view is the merged region", () => {
  for (let seed = 1; seed <= counts("convex views"); seed++) {
    const { corridor, whole, start, random: r } = cutPolygon(seed);
    const from: Viewpoint = {
      tile: 0,
      position: start,
      stop: start,
      aim: corridorPath(corridor, 0, start)[0]!,
      reach: 100,
      inset: 1e-3,
    };
    const view = convexView(corridor, from, () => "open");
    assertEquals(view.last, corridor.tiles.length - 1, `seed ${seed}`);
    for (let k = 0; k < 100; k++) {
      const weights = whole.map(() => r()), sum = weights.reduce((a, b) => a + b, 0);
      const p = whole.reduce((q, c, i) => ({
        x: q.x + c.x * weights[i]! / sum,
        y: q.y + c.y * weights[i]! / sum,
      }), { x: 0, y: 0 });
      for (const { normal, offset, id } of view.edges) {
        assert(normal.x * p.x + normal.y * p.y <= offset + 1e-9, `seed ${seed}: edge ${id} cuts the polygon`);
      }
    }
  }
});

it("B11: a body that rounding has put outside its own tile by 1e-13 m keeps that wall", () => {
  for (let seed = 1; seed <= counts("convex views"); seed++) {
    const { corridor } = randomCorridor(seed), { polygon: corners, edges } = corridor.tiles[0]!;
    edges.forEach(({ normal, id }, i) => {
      if (i === corridor.portals[0]?.exit) return;
      const a = corners[i]!, b = corners[(i + 1) % corners.length]!, off = 1e-13;
      const position = { x: (a.x + b.x) / 2 + off * normal.x, y: (a.y + b.y) / 2 + off * normal.y };
      const [aim] = corridorPath(corridor, 0, position);
      const view = convexView(
        corridor,
        { tile: 0, position, stop: position, aim: aim!, reach: 100, inset: 1e-3 },
        (k) => portalKind(corridor, k),
      );
      const kept = view.edges.some((edge) => edge.id === id);
      // It may be gone only where the point ahead, in another tile, lies beyond its line.
      if (!kept) assert(view.last > 0, `seed ${seed}: wall ${id} is lost`);
      const y = { x: position.x + 1e-3 * normal.x, y: position.y + 1e-3 * normal.y };
      const margin = Math.min(...view.edges.map((e) => e.offset - e.normal.x * y.x - e.normal.y * y.y));
      assert(margin < 0, `seed ${seed}: the wall ${id} is open`);
    });
  }
});
