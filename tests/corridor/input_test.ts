import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { parseCorridorSituation } from "../../avoidance/mod.ts";
import { type Corridor, parseCorridor, parseTile } from "../../boundary/mod.ts";
import type { Checked } from "../../geometry/mod.ts";
import { frozen } from "../geometry/frozen.ts";

const square = (x: number, y: number) => [
  { x, y },
  { x: x + 2, y },
  { x: x + 2, y: y + 2 },
  { x, y: y + 2 },
];
/** Three squares: to the right, then up. */
const bend = {
  tiles: [
    { id: "a", polygon: square(0, 0) },
    { id: "b", polygon: square(2, 0) },
    { id: "c", polygon: square(2, 2) },
  ],
  portals: [
    { left: { x: 2, y: 2 }, right: { x: 2, y: 0 } },
    { left: { x: 2, y: 2 }, right: { x: 4, y: 2 } },
  ],
  goal: { x: 3, y: 3 },
};

/** What is wrong, as "path: rule". */
function wrong<A>(result: Checked<A>): readonly string[] {
  if (result._tag === "Right") return [];
  return result.left.map(({ path, rule }) => `${path.join(".")}: ${rule}`);
}

const withTile = (i: number, tile: Record<string, unknown>) => ({
  ...bend,
  tiles: bend.tiles.map((own, k) => k === i ? { ...own, ...tile } : own),
});
const withPortal = (i: number, portal: Record<string, unknown>) => ({
  ...bend,
  portals: bend.portals.map((own, k) => k === i ? { ...own, ...portal } : own),
});

function parsed(value: unknown): Corridor {
  const result = parseCorridor(frozen(value));
  if (result._tag === "Left") throw new Error(JSON.stringify(result.left));
  return result.right;
}

it("B11: what was parsed can be parsed again, and stays what it is", () => {
  const once = parsed(bend);
  assertEquals(parsed(once), once);
});

it("B11: a corridor's portals know the edges that they lie on", () => {
  const { tiles, portals } = parsed(bend);
  assertEquals(portals.map(({ exit, entry }) => [exit, entry]), [[1, 3], [2, 0]]);
  assertEquals(tiles[0]!.edges[1], { id: "a/1", normal: { x: 1, y: 0 }, offset: 2 });
});

it("B1: corners in the middle of a straight side are left out, so that a portal lies on one edge", () => {
  const tile = parseTile({ id: 1, polygon: [{ x: 0, y: 0 }, { x: 1, y: 0 }, ...square(0, 0).slice(1)] });
  if (tile._tag === "Left") throw new Error("it is a square");
  assertEquals(tile.right.polygon, square(0, 0));
});

it("B10: a tile that is not convex, clockwise, flat or without a gradient is refused with its place", () => {
  const dart = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 0.5, y: 0.5 }, { x: 0, y: 2 }];
  assertEquals(wrong(parseTile({ id: 1, polygon: dart })), [
    "polygon.2: must not have a reflex corner: a tile must be convex",
  ]);
  assertEquals(wrong(parseTile({ id: 1, polygon: square(0, 0).reverse() })), [
    "polygon: must have its corners in counter-clockwise order",
  ]);
  assertEquals(
    wrong(parseTile({ id: NaN, polygon: square(0, 0), gradient: { x: NaN, y: 0 }, owner: 3, version: "1" })),
    [
      "id: must be a finite number or a string",
      "owner: must be a string",
      "gradient.x: must be a finite number",
      "version: must be a finite number",
    ],
  );
  assertEquals(wrong(parseCorridor(withTile(1, { polygon: dart }))).length, 1); // nothing follows from it
});

it("B11: a portal that is not on both tiles, in the wrong order, the wrong way round, or too short is refused", () => {
  assertEquals(wrong(parseCorridor(withPortal(0, { left: { x: 2, y: 2.1 } }))), [
    "portals.0: must lie on one edge of tile a, which it leaves",
  ]);
  assertEquals(wrong(parseCorridor(withTile(1, { polygon: square(2.5, 0) }))), [
    "portals.0: must lie on one edge of tile b, which it enters",
    "portals.1: must lie on one edge of tile b, which it leaves",
  ]);
  const [first, second] = bend.portals;
  assertEquals(wrong(parseCorridor({ ...bend, portals: [second, first] })), [
    "portals.0: must lie on one edge of tile a, which it leaves",
    "portals.1: must have left and right as seen by who goes through it",
    "portals.1: must lie on one edge of tile c, which it enters",
  ]);
  assertEquals(wrong(parseCorridor(withPortal(0, { left: { x: 2, y: 0 }, right: { x: 2, y: 2 } }))), [
    "portals.0: must have left and right as seen by who goes through it",
  ]);
  assertEquals(wrong(parseCorridor(withPortal(1, { left: { x: 3, y: 2 }, right: { x: 3, y: 2 } }))), [
    "portals.1: must be at least 0.000001 m long",
  ]);
  // Two tiles that lie over each other: the second one on the same side of the portal.
  const back = { tiles: [bend.tiles[0], { id: "z", polygon: square(0, 0) }], portals: [bend.portals[0]] };
  assertEquals(wrong(parseCorridor({ ...back, goal: { x: 1, y: 1 } })), [
    "portals.0: must lie between tiles a and z: both are on the same side of it",
  ]);
});

it("B11: too few portals, a tile twice, a goal outside, two motions of one support: all errors at once", () => {
  const motion = { velocity: { x: 1, y: 0 } };
  const errors = wrong(parseCorridor({
    tiles: [
      { id: "a", polygon: square(0, 0), support: { id: "lift", motion } },
      { id: "a", polygon: square(2, 0), support: { id: "lift" } },
    ],
    portals: [],
    goal: { x: 9, y: 9 },
  }));
  assertEquals(errors, [
    "tiles.1.id: must be used only once",
    "tiles.1.support.motion: must be the same motion for all tiles of a support",
    "portals: must be 1: one from each tile into the next",
    "goal: must lie in the last tile, a",
  ]);
  assertEquals(wrong(parseCorridor({ tiles: [], portals: [], goal: { x: 0, y: 0 } })), [
    "tiles: must have at least one tile",
  ]);
  for (const value of [undefined, null, 3, "x", [], { tiles: 1, portals: 2, goal: 3 }]) {
    assert(wrong(parseCorridor(value)).length > 0);
  }
});

it("B11: a situation in a corridor reports what is wrong with it and with the corridor together", () => {
  const self = { id: "w", position: { x: 1, y: 1 }, velocity: { x: 0, y: 0 }, radius: 0.3 };
  const parameters = { timeHorizon: 2, timeStep: 0.1 };
  const good = parseCorridorSituation({
    self,
    neighbors: [],
    parameters,
    maxSpeed: 1,
    budget: 2,
    corridor: bend,
  });
  if (good._tag === "Left") throw new Error(JSON.stringify(good.left));
  assertEquals([good.right.tile, good.right.preferred, good.right.portals], [0, undefined, undefined]);
  const bad = wrong(parseCorridorSituation({
    self: { ...self, radius: 0 },
    neighbors: [],
    parameters,
    maxSpeed: 1,
    corridor: { ...bend, goal: { x: 9, y: 9 } },
    tile: 3,
    portals: "jump",
    region: { edges: [] },
  }));
  assertEquals(bad, [
    "self.radius: must be a finite number above 0",
    "region: must be left out: the corridor is the region",
    "corridor.goal: must lie in the last tile, c",
    "tile: must be the index of a tile",
    'portals: must be one of "split", "wait"',
  ]);
});
