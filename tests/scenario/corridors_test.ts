import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { regionShapes } from "../../driver/region_shapes.ts";
import { buildCrowd, parseScenario } from "../../scenario/parse.ts";
import { corridorMargin } from "../../scenario/corridor_margin.ts";
import { WORLD } from "../../geometry/rigid_motion.ts";
import { counts } from "../counts.ts";
import { randomCorridor } from "../corridor/random_corridors.ts";
import { placeAt } from "../geometry/place_at.ts";
import { right } from "../driver/slope.ts";
import { fileOf, scenarioOf } from "./scenario_files.ts";

/** Every error of a changed file, as its path and rule. */
function wrongIn(name: string, change: (file: Record<string, never>) => void): readonly string[] {
  const file = fileOf(name) as Record<string, never>;
  change(file);
  const read = parseScenario(file);
  return E.isLeft(read) ? read.left.map(({ path, rule }) => `${path.join(".")} ${rule}`) : [];
}

// deno-lint-ignore no-explicit-any
type Loose = any;

it("C13, B11: agents name corridors of the file; an own goal takes the place of the corridor's, names of supports stand for their motion", () => {
  const { agents } = scenarioOf("tiles-corners");
  assertEquals(agents[0]!.corridor?.goal, { x: 14.2, y: 13.8 });
  assertEquals(agents[0]!.corridor?.tiles.map(({ id }) => id), ["hall", "aisle", "gallery"]);
  assertEquals([agents[2]!.portals, agents[5]!.tile], ["wait", 1]);
  const crowd = right(buildCrowd(scenarioOf("tiles-platform")));
  const [f] = crowd.agents;
  assertEquals(f!.corridor?.tiles[0]?.support?.motion.yawRate, 0.06);
  assertEquals(f!.support?.motion?.yawRate, 0.06);
});

it("C13: what is wrong in a corridor is reported where it stands in the file, once", () => {
  assertEquals(wrongIn("tiles-corners", (file: Loose) => file.agents[0].corridor = "nowhere"), [
    'agents.0.corridor must be the name of one of the scenario\'s corridors: "out", "home"',
  ]);
  assertEquals(
    wrongIn("tiles-corners", (file: Loose) => file.corridors.out.portals[0].left.x = 7).length,
    1,
  );
  assert(
    wrongIn("tiles-corners", (file: Loose) => file.corridors.out.portals[0].left.x = 7)[0]!.startsWith(
      "corridors.out.portals.0 must lie on one edge",
    ),
  );
  assertEquals(wrongIn("tiles-corners", (file: Loose) => file.agents[1].goal = { x: 0, y: 0 }), [
    "agents.1.goal must lie in the last tile, gallery",
  ]);
  assertEquals(wrongIn("tiles-corners", (file: Loose) => file.agents[1].portals = "jump").length, 1);
  assertEquals(wrongIn("tiles-corners", (file: Loose) => file.agents[5].tile = 3), [
    "agents.5.tile must be the index of a tile",
  ]);
  assertEquals(
    wrongIn("tiles-platform", (file: Loose) => {
      file.supports.raft = { velocity: { x: 0, y: 0 }, turn: { x: 1, y: 0 } };
    }).every((one) => one.includes("which moves evenly or by its motion")),
    true,
  );
  assertEquals(
    wrongIn("tiles-corners", (file: Loose) => file.corridors.out.tiles[0].hight = 3).map((one) =>
      one.split(" is ")[0]
    ),
    ["corridors.out.tiles.0.hight"],
  );
});

it("C13: a corridor in the defaults is used by all who have no aim of their own", () => {
  const file = fileOf("tiles-doorway") as Loose;
  file.defaults.corridor = "east";
  for (const agent of file.agents) delete agent.corridor, delete agent.goal;
  file.agents[5].goal = { x: -5, y: 0 };
  const { agents } = right(parseScenario(file));
  assertEquals(agents.map(({ corridor }) => corridor?.goal.x), [6, 6, 6, 6, 6, undefined]);
});

it("P2: the tiles of corridors are drawn where they are now, each once", () => {
  const { agents } = right(buildCrowd(scenarioOf("tiles-corners")));
  assertEquals(regionShapes(agents).length, 3);
});

it("C13, B11: the margin of a step through tiles is, at many moments, the least of the tile that owns them; outside is negative", () => {
  let crossed = 0, outside = 0, exact = 0;
  for (let seed = 1; seed <= counts("corridors"); seed++) {
    const { corridor, start, random: r } = randomCorridor(seed), portal = corridor.portals[0]!;
    const through = 0.1 + 0.8 * r();
    const aim = {
      x: portal.right.x + through * (portal.left.x - portal.right.x),
      y: portal.right.y + through * (portal.left.y - portal.right.y),
    };
    const far = 0.5 + 3 * r();
    const motion = [{
      duration: 1,
      velocity: { x: (aim.x - start.x) * far, y: (aim.y - start.y) * far },
      acceleration: { x: r() - 0.5, y: r() - 0.5 },
    }];
    const { least } = corridorMargin({ carried: { frame: WORLD, position: start, motion } }, corridor, 0);
    // Its own rule, in its own words: a tile owns until the portal's segment is crossed; then that edge is none.
    let tile = 0, expected = Infinity, before = start;
    for (let i = 0; i <= 4000; i++) {
      const p = placeAt(start, motion, i / 4000);
      for (;;) {
        const edge = corridor.tiles[tile]!.edges[corridor.portals[tile]?.exit ?? -1];
        const { left = p, right: low = p } = corridor.portals[tile] ?? {};
        const t = ((p.x - low.x) * (left.x - low.x) + (p.y - low.y) * (left.y - low.y)) /
          Math.max(1e-300, (left.x - low.x) ** 2 + (left.y - low.y) ** 2);
        const isPast = edge !== undefined && edge.normal.x * p.x + edge.normal.y * p.y > edge.offset;
        if (!isPast || t < 0 || t > 1 || expected < -1e-9) break;
        tile++;
      }
      corridor.tiles[tile]!.edges.forEach(({ normal, offset }, k) => {
        if (k === corridor.portals[tile]?.exit || k === corridor.portals[tile - 1]?.entry) return;
        expected = Math.min(expected, offset - normal.x * p.x - normal.y * p.y);
      });
      before = p;
    }
    assert(Number.isFinite(before.x) && least !== undefined);
    if (tile > 0) crossed++;
    if (expected < -1e-9) outside++;
    // The library counts the exit portal as an edge while it is not crossed: it never says more than the samples do.
    assert(least.margin <= expected + 1e-3, `seed ${seed}: ${least.margin} but ${expected}`);
    const doors = corridor.portals.flatMap(({ exit, entry = -1 }, k) => [
      corridor.tiles[k]!.edges[exit]!.id,
      corridor.tiles[k + 1]!.edges[entry]?.id,
    ]);
    if (doors.includes(least.edge)) continue;
    assert(Math.abs(least.margin - expected) < 1e-2, `seed ${seed}: ${least.margin} but ${expected}`);
    exact++;
  }
  const many = counts("corridors");
  assert(crossed > many / 3 && outside > many / 8 && exact > many / 4, `${crossed}, ${outside}, ${exact}`);
});
