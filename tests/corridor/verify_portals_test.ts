import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  type Corridor,
  parseCorridor,
  type PortalKind,
  portalKind,
  verifyThroughPortals,
} from "../../boundary/mod.ts";
import type { MotionPiece, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { placeAt } from "../geometry/place_at.ts";
import { at, box } from "./box.ts";
import { randomCorridor } from "./random_corridors.ts";

/** A room, a passage of 1 m in the middle of its right wall, and a room behind it. */
const parsed = parseCorridor({
  tiles: [
    { id: 0, polygon: box(0, 0, 4, 4) },
    { id: 1, polygon: box(4, 1.5, 1, 1) },
    { id: 2, polygon: box(5, 0, 4, 4) },
  ],
  portals: [
    { left: at(4, 2.5), right: at(4, 1.5) },
    { left: at(5, 2.5), right: at(5, 1.5) },
  ],
  goal: at(8, 2),
});
if (parsed._tag === "Left") throw new Error(JSON.stringify(parsed.left));
const rooms: Corridor = parsed.right;
const open = (): PortalKind => "open";
const piece = (duration: number, velocity: Vec2, acceleration: Vec2 = at(0, 0)): MotionPiece => ({
  duration,
  velocity,
  acceleration,
});

it("B11: a motion through two portals crosses each when it is there", () => {
  const verdict = verifyThroughPortals(rooms, 0, at(3, 2), [piece(4, at(1, 0))], open);
  assertEquals(verdict, { kind: "Inside", crossings: [{ portal: 0, time: 1 }, { portal: 1, time: 2 }] });
  const braking = verifyThroughPortals(rooms, 0, at(3.5, 2), [
    piece(0.25, at(1, 0)),
    piece(1, at(1, 0), at(-1, 0)),
  ], open);
  assertEquals(braking.kind, "Inside");
  assertEquals(braking.crossings.map(({ portal }) => portal), [0]);
  // 0.25 m are left when the braking begins: t - t²/2 = 0.25
  assertAlmostEquals(braking.crossings[0]!.time, 0.25 + 1 - Math.sqrt(0.5), 1e-12);
});

it("B11: beside the portal's own segment the edge is a wall", () => {
  const verdict = verifyThroughPortals(rooms, 0, at(3, 3), [piece(2, at(1, 0))], open);
  assertEquals([verdict.kind, verdict.crossings], ["Leaves", []]);
  assert(verdict.kind === "Leaves" && Math.abs(verdict.depth - 0.5) < 1e-12);
  // Over the passage's own wall.
  assertEquals(verifyThroughPortals(rooms, 1, at(4.5, 2), [piece(1, at(0, 1))], open).kind, "Leaves");
});

it("B11: for a motion that comes back the portal is an edge", () => {
  const back = [piece(2, at(1, 0), at(-1, 0))]; // 0.5 m there, and back
  assertEquals(verifyThroughPortals(rooms, 0, at(3.75, 2), back, open).kind, "Leaves");
  assertEquals(verifyThroughPortals(rooms, 0, at(3.25, 2), back, open), { kind: "Inside", crossings: [] });
  // Exactly to the portal: touched, not crossed.
  assertEquals(verifyThroughPortals(rooms, 0, at(3.5, 2), back, open), { kind: "Inside", crossings: [] });
});

it("B11: on the shared edge the index decides, and only a motion into the neighbor crosses", () => {
  const rest = [piece(1, at(0, 0))], on = at(4, 2);
  for (const tile of [0, 1]) {
    assertEquals(verifyThroughPortals(rooms, tile, on, rest, open), { kind: "Inside", crossings: [] });
  }
  assertEquals(verifyThroughPortals(rooms, 0, on, [piece(0.5, at(1, 0))], open).crossings, [{
    portal: 0,
    time: 0,
  }]);
  assertEquals(verifyThroughPortals(rooms, 0, on, [piece(0.5, at(-1, 0))], open), {
    kind: "Inside",
    crossings: [],
  });
  assertEquals(verifyThroughPortals(rooms, 1, on, [piece(0.5, at(-1, 0))], open).kind, "Leaves");
});

it("B10: a handoff edge is not crossed by a motion", () => {
  const closed = (i: number): PortalKind => i === 0 ? "handoff" : "open";
  const verdict = verifyThroughPortals(rooms, 0, at(3.5, 2), [piece(1, at(1, 0))], closed);
  assertEquals([verdict.kind, verdict.crossings], ["Leaves", []]);
});

it("B11: the exact check agrees with a walk along very many points", () => {
  const seen = { inside: 0, leaves: 0, crossed: 0 };
  for (let seed = 1; seed <= counts("portal motions"); seed++) {
    const { corridor, start, random: r } = randomCorridor(seed);
    const aim = corridor.portals[0] ?? { left: corridor.goal, right: corridor.goal };
    const t = 1.2 * r() - 0.1, x = aim.left.x + t * (aim.right.x - aim.left.x) - start.x;
    const y = aim.left.y + t * (aim.right.y - aim.left.y) - start.y, seconds = 1 + r();
    const motion = [
      piece(seconds, at(x / seconds, y / seconds), at(r() - 0.5, r() - 0.5)),
      piece(seconds, at(x / seconds * r(), y / seconds * r()), at(r() - 0.5, r() - 0.5)),
    ];
    const verdict = verifyThroughPortals(corridor, 0, start, motion, (i) => portalKind(corridor, i));
    seen[verdict.kind === "Inside" ? "inside" : "leaves"]++;
    seen.crossed += verdict.crossings.length;
    const deepest = walk(corridor, start, motion, verdict.crossings.map(({ time }) => time));
    if (verdict.kind === "Inside") assert(deepest <= 1e-9, `seed ${seed}: ${deepest} m outside`);
    else assert(deepest > -0.05, `seed ${seed}: well inside, by ${-deepest} m`);
  }
  assert(seen.inside > 50 && seen.leaves > 50 && seen.crossed > 50, JSON.stringify(seen));
});

/** How far outside the tile that owns it a motion comes at 2,000 moments, m. */
function walk(
  corridor: Corridor,
  start: Vec2,
  motion: readonly MotionPiece[],
  crossings: readonly number[],
): number {
  const whole = motion.reduce((sum, { duration }) => sum + duration, 0);
  let deepest = -Infinity;
  for (let i = 0; i <= 2000; i++) {
    const time = whole * i / 2000;
    const { x, y } = placeAt(start, motion, time);
    const tile = crossings.filter((crossed) => crossed < time).length;
    for (const { normal, offset } of corridor.tiles[tile]!.edges) {
      deepest = Math.max(deepest, normal.x * x + normal.y * y - offset);
    }
  }
  return deepest;
}
