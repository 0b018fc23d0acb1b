import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Corridor, mergeTiles, parseCorridor, portalKind, tileSlopeFactor } from "../../boundary/mod.ts";

import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { box } from "./box.ts";
import { cutPolygon } from "./cut_polygons.ts";
import { randomCorridor } from "./random_corridors.ts";

/** A row of boxes, each 2 m long and 1 m high, with whole edges as portals. */
function row(more: readonly Record<string, unknown>[]): Corridor {
  const parsed = parseCorridor({
    tiles: more.map((own, i) => ({ id: i, polygon: box(2 * i, 0, 2, 1), ...own })),
    portals: more.slice(1).map((_, i) => ({ left: { x: 2 * i + 2, y: 1 }, right: { x: 2 * i + 2, y: 0 } })),
    goal: { x: 2 * more.length - 1, y: 0.5 },
  });
  if (parsed._tag === "Left") throw new Error(JSON.stringify(parsed.left));
  return frozen(parsed.right);
}

it("B10: neighbors of equal gradient with a convex union and a whole portal become one tile", () => {
  const merged = mergeTiles(row([{ version: 1 }, { version: 2 }, {}]));
  assertEquals(merged.tiles.length, 1);
  assertEquals(merged.portals.length, 0);
  const [tile] = merged.tiles;
  assertEquals(tile!.members!.map(({ id }) => id), [0, 1, 2]);
  assertEquals([...tile!.polygon].sort((a, b) => a.x - b.x || a.y - b.y), [
    { x: 0, y: 0 },
    { x: 0, y: 1 },
    { x: 6, y: 0 },
    { x: 6, y: 1 },
  ]);
  // Another version of any member is another version of the whole.
  const other = mergeTiles(row([{ version: 1 }, { version: 3 }, {}]));
  assert(other.tiles[0]!.version !== tile!.version);
});

it("B10: another gradient, another support, or another motion keeps the edge as a handoff edge", () => {
  const slope = { gradient: { x: 0.5, y: 0 } }, lift = { support: { id: "lift" } };
  for (const changed of [slope, lift, { gradient: { x: 1e-9, y: 0 } }]) {
    const corridor = row([{}, {}, changed]), merged = mergeTiles(corridor);
    assertEquals(merged.tiles.map(({ id }) => id), [0, 2]);
    assertEquals([0, 1].map((i) => portalKind(corridor, i)), ["open", "handoff"]);
    assertEquals(portalKind(merged, 0), "handoff");
    // The portal is found again on the tile that grew.
    assertEquals(merged.tiles[0]!.edges[merged.portals[0]!.exit]!.normal, { x: 1, y: 0 });
  }
  const motion = { velocity: { x: 1, y: 0 } };
  const moving = row([{ support: { id: "lift", motion } }, { support: { id: "other", motion } }]);
  assertEquals(portalKind(moving, 0), "handoff");
  assertEquals(portalKind(row([lift, lift]), 0), "open");
});

it("B10: a stated tolerance merges gradients that differ, and the steepest one of them gives k", () => {
  const corridor = row([{}, { gradient: { x: 0, y: 0.01 } }, { gradient: { x: 0, y: 0.02 } }]);
  assertEquals(mergeTiles(corridor).tiles.length, 3);
  // Within the tolerance of every member, not only of the neighbor: no gradient creeps in step by step.
  const merged = mergeTiles(corridor, 0.0125);
  assertEquals(merged.tiles.map(({ id }) => id), [0, 2]);
  assertEquals(merged.tiles[0]!.gradient, { x: 0, y: 0.01 });
  assertAlmostEquals(tileSlopeFactor(merged.tiles[0]!), Math.sqrt(1 + 0.01 * 0.01), 1e-15);
  assertEquals(mergeTiles(corridor, 0.02).tiles.length, 1);
  assertEquals(mergeTiles(corridor, 0.0125).tiles.length, 2);
});

it("B10: a concave union, and a portal that is only a part of the edge, stay in pieces", () => {
  const bend = parseCorridor({
    tiles: [{ id: 0, polygon: box(0, 0, 4, 2) }, { id: 1, polygon: box(2, 2, 2, 4) }],
    portals: [{ left: { x: 2, y: 2 }, right: { x: 4, y: 2 } }],
    goal: { x: 3, y: 5 },
  });
  const narrow = parseCorridor({
    tiles: [{ id: 0, polygon: box(0, 0, 2, 2) }, { id: 1, polygon: box(2, 0, 2, 2) }],
    portals: [{ left: { x: 2, y: 1.5 }, right: { x: 2, y: 0.5 } }],
    goal: { x: 3, y: 1 },
  });
  // Narrowest in the middle: whole edges, and a reflex corner at both ends of the portal.
  const waist = parseCorridor({
    tiles: [
      { id: 0, polygon: [{ x: 0, y: 0 }, { x: 2, y: 0.5 }, { x: 2, y: 1.5 }, { x: 0, y: 2 }] },
      { id: 1, polygon: [{ x: 2, y: 0.5 }, { x: 4, y: 0 }, { x: 4, y: 2 }, { x: 2, y: 1.5 }] },
    ],
    portals: [{ left: { x: 2, y: 1.5 }, right: { x: 2, y: 0.5 } }],
    goal: { x: 3, y: 1 },
  });
  for (const parsed of [bend, narrow, waist]) {
    if (parsed._tag === "Left") throw new Error(JSON.stringify(parsed.left));
    assertEquals(mergeTiles(parsed.right), parsed.right);
  }
});

it("B10: pieces of a convex polygon merge into the polygon; merging again changes nothing", () => {
  for (let seed = 1; seed <= counts("merged corridors"); seed++) {
    const { corridor, whole } = cutPolygon(seed);
    const merged = mergeTiles(corridor);
    assertEquals(merged.tiles.length, 1, `seed ${seed}`);
    assertEquals(merged.tiles[0]!.polygon.length, whole.length, `seed ${seed}`);
    for (const corner of whole) {
      const nearest = Math.min(
        ...merged.tiles[0]!.polygon.map(({ x, y }) => Math.hypot(x - corner.x, y - corner.y)),
      );
      assert(nearest < 1e-9);
    }
    const random = mergeTiles(randomCorridor(seed).corridor);
    assertEquals(mergeTiles(random).tiles.length, random.tiles.length);
  }
});
