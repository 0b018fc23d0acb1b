import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { followCorridor } from "../../avoidance/mod.ts";
import { parseCorridor } from "../../boundary/mod.ts";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";

import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { at, box } from "./box.ts";
import { randomCorridor } from "./random_corridors.ts";
import { placeAt } from "../geometry/place_at.ts";
import { walker } from "./run_corridor.ts";

/** A hall, and an aisle that leads up from its right end. */
const up = {
  tiles: [{ id: "hall", polygon: box(0, 0, 10, 3) }, { id: "aisle", polygon: box(7, 3, 3, 8) }],
  portals: [{ left: at(7, 3), right: at(10, 3) }],
  goal: at(8.5, 10),
};
/** The same way back. */
const down = {
  tiles: [up.tiles[1], up.tiles[0]],
  portals: [{ left: at(10, 3), right: at(7, 3) }],
  goal: at(1, 1.5),
};

function crowdOf(agents: readonly unknown[], parameters: Record<string, unknown> = {}): Crowd {
  const made = createCrowd({ agents, parameters: { timeHorizon: 2, timeStep: 0.1, ...parameters } });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return frozen(made.right);
}

const person = (id: string, x: number, y: number, more: Record<string, unknown> = {}) => ({
  id,
  position: at(x, y),
  radius: 0.3,
  maxSpeed: 1.4,
  budget: 5,
  ...more,
});

it("B11: an agent of a crowd follows its corridor as it would alone, whether it splits steps at portals or waits there", () => {
  for (let seed = 1; seed <= counts("corridors") / 10; seed++) {
    const { corridor, start } = randomCorridor(seed), portals = seed % 2 === 0 ? "split" : "wait";
    let crowd = crowdOf([person("w", start.x, start.y, { corridor, portals })], { detour: "off" });
    let alone = walker(corridor, start, { budget: 5, fallback: "leastViolation", portals });
    for (let k = 0; k < 100; k++) {
      crowd = stepCrowd(crowd);
      const step = followCorridor(alone), [agent] = crowd.agents;
      assertAlmostEquals(agent!.position.x, step.position.x, 1e-9, `seed ${seed}, step ${k}`);
      assertAlmostEquals(agent!.position.y, step.position.y, 1e-9, `seed ${seed}, step ${k}`);
      assertEquals(agent!.tile, step.tile);
      alone = { ...alone, self: { ...alone.self, position: step.position, velocity: step.velocity } };
      alone = { ...alone, tile: step.tile };
    }
  }
});

it("B11: a crowd goes both ways round a corner: it arrives, never overlaps, and never leaves its tiles", () => {
  const spots = [0, 1, 2, 3];
  let crowd = crowdOf([
    ...spots.map((i) =>
      person(`a${i}`, 1 + i, 0.8 + 0.4 * i, { corridor: { ...up, goal: at(7.6 + 0.65 * i, 10) } })
    ),
    ...spots.map((i) =>
      person(`b${i}`, 7.5 + 0.7 * i, 9 - i, { corridor: { ...down, goal: at(1 + i, 0.6 + 0.5 * i) } })
    ),
  ]);
  let least = Infinity, outside = -Infinity, splits = 0;
  for (let k = 0; k < 500; k++) {
    const before = crowd.agents, after = stepCrowd(crowd);
    const motions = before.map(({ id }) => after.report.decisions.find((d) => d.id === id)!.decision.motion);
    splits += motions.filter((motion) => motion.length > 1).length;
    for (let i = 0; i <= 10; i++) {
      const places = before.map(({ position }, n) => placeAt(position, motions[n]!, 0.1 * i / 10));
      places.forEach((p, m) => {
        // In the hall or in the aisle.
        const hall = Math.max(-p.x, p.x - 10, -p.y, p.y - 3),
          aisle = Math.max(7 - p.x, p.x - 10, 3 - p.y, p.y - 11);
        outside = Math.max(outside, Math.min(hall, aisle));
        places.slice(m + 1).forEach((q) => least = Math.min(least, Math.hypot(p.x - q.x, p.y - q.y)));
      });
    }
    crowd = after;
  }
  assert(outside <= 1e-9 && least >= 0.6 - 1e-9, `${outside} m outside, ${least} m apart`);
  assert(splits > 0);
  assertEquals(crowd.report.arrived, ["a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"]);
});

it("B11: on a slope that begins behind a handoff edge nobody goes on before it is adopted", () => {
  const corridor = { ...up, tiles: [up.tiles[0], { ...up.tiles[1], gradient: at(0, 0.5) }] };
  let crowd = crowdOf([person("w", 2, 1.5, { corridor })]);
  for (let k = 0; k < 200; k++) {
    crowd = stepCrowd(crowd);
    assert(crowd.agents[0]!.position.y <= 3 + 1e-12);
  }
  assertEquals(crowd.agents[0]!.tile, 0);
  assertAlmostEquals(crowd.agents[0]!.position.y, 3, 1e-6);
});

it("B11: a moving deck carries the corridor of those who stand on it", () => {
  const velocity = at(2, -1), support = { id: "deck", motion: { velocity } };
  const carried = { ...up, tiles: up.tiles.map((tile) => ({ ...tile, support })) };
  let land = crowdOf([person("w", 2, 1.5, { corridor: up })]);
  let deck = crowdOf([
    person("w", 2, 1.5, { corridor: carried, velocity, support: { id: "deck", velocity } }),
  ]);
  for (let k = 1; k <= 120; k++) {
    land = stepCrowd(land), deck = stepCrowd(deck);
    const [p] = land.agents, [q] = deck.agents;
    assertAlmostEquals(q!.position.x - 0.2 * k, p!.position.x, 1e-7, `step ${k}`);
    assertAlmostEquals(q!.position.y + 0.1 * k, p!.position.y, 1e-7, `step ${k}`);
    assertEquals(q!.tile, p!.tile);
  }
  assertAlmostEquals(deck.agents[0]!.route[0]!.x, 8.5 + 24, 1e-9);
});

it("B11: what is wrong with an agent's corridor is reported with the agent", () => {
  const made = createCrowd({
    agents: [
      person("w", 2, 1.5, {
        corridor: { ...up, goal: at(0, 0) },
        tile: 2,
        goal: at(1, 1),
        region: { edges: [] },
      }),
    ],
    parameters: { timeHorizon: 2, timeStep: 0.1 },
  });
  if (made._tag === "Right") throw new Error("there are four errors");
  assertEquals(made.left.map(({ path, agent }) => [path.join("."), agent]), [
    ["agents.0.region", "w"],
    ["agents.0.goal", "w"],
    ["agents.0.corridor.goal", "w"],
    ["agents.0.tile", "w"],
  ]);
  // A crowd's own agents can be put into another crowd.
  const crowd = crowdOf([person("w", 2, 1.5, { corridor: up })]);
  assertEquals(crowdOf(crowd.agents).agents, crowd.agents);
  assertEquals(parseCorridor(crowd.agents[0]!.corridor)._tag, "Right");
});
