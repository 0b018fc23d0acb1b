import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Crowd } from "../../crowd/crowd.ts";
import { itemsOf } from "../../crowd/persistent_list.ts";
import { tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { redirect } from "../../crowd/tiled_step.ts";
import { carriedOut, type HandoffRun, openHandoffRun, stepHandoffs } from "../../driver/handoff_runner.ts";
import { type HandoffStore, memoryStore } from "../../driver/handoff_store.ts";
import { runScenario } from "../../driver/run_scenario.ts";
import { tileInForce } from "../../handoff/handoff_state.ts";
import { buildCrowd } from "../../scenario/parse.ts";
import { runToEnd } from "../../scenario/run.ts";
import { summarise } from "../../scenario/summary.ts";
import { scenarioOf } from "../scenario/scenario_files.ts";
import { FERRY, ferryGround } from "./ferry.ts";
import { bodyOf, right, slopeCrowd, stateOf } from "./slope.ts";

const scenario = scenarioOf("pq-corridor"), ground = scenario.ground!;

function crowdOf(...ids: readonly string[]): Crowd {
  const agents = scenario.agents.filter(({ id }) => ids.includes(String(id)));
  return right(buildCrowd({ ...scenario, agents }));
}

async function start(crowd: Crowd, store: HandoffStore = memoryStore()): Promise<HandoffRun> {
  return right(await openHandoffRun(crowd, ground, store));
}

it("B10, H1: along a corridor agents walk through open portals and ask for the handoff by themselves where slope changes, nowhere else", async () => {
  const crowd = right(buildCrowd(scenario));
  let run = await start(crowd), openPassed = 0;
  const asked = new Map<unknown, string[]>();
  for (let step = 0; step < 300; step++) {
    const old = run.world, { before, run: next } = await stepHandoffs(run);
    for (const { agent, event } of itemsOf(next.world.news)) {
      if (event.kind !== "Requested") continue;
      asked.set(agent, [...asked.get(agent) ?? [], `${event.terms.from.id}-${event.terms.to.id}`]);
    }
    for (const { id, state } of itemsOf(next.world.crossers)) {
      const agent = before.agents.find((one) => one.id === id)!, tile = tileInForce(state).id;
      const own = ground.tiles.find((one) => one.id === tile)!;
      // A handoff's gradient holds from its adoption to the next one, whatever the corridor leads to.
      assertEquals(next.world.crowd.agents.find((one) => one.id === id)!.gradient, own.gradient);
      if (state.phase !== "Following") {
        assertEquals(
          [agent.corridor, agent.region?.edges.length],
          [undefined, 4],
          `${id} goes by one tile's edges`,
        );
        continue;
      }
      const was = itemsOf(old.crossers).find((one) => one.id === id)!.state;
      if (was.phase === "Following" && was.tile.id !== state.tile.id) openPassed++;
      const now = bodyOf(next, id as string), index = now.corridor?.tiles[now.tile!]?.id;
      const isPassing = index !== tile;
      if (isPassing) assertEquals([tile, index].sort(), ["aisle", "hall"], "an open portal, just crossed");
    }
    run = next;
  }
  assertEquals(Object.fromEntries([...asked].map(([id, edges]) => [id, edges.join(" ")])), {
    a: "aisle-ramp ramp-top",
    b: "aisle-ramp ramp-top",
    c: "top-ramp ramp-aisle",
    d: "aisle-ramp ramp-top",
  });
  assertEquals(openPassed, 3);
  assertEquals(run.world.crowd.report.arrived, ["a", "b", "c", "d"]);
});

it("C14: the corridor over a ramp does what it expects, in the driver as without a log, bit for bit", async () => {
  const result = right(await runScenario(scenario));
  assertEquals(result.summary.expectations.filter(({ verdict }) => verdict !== "holds"), []);
  const pure = runToEnd(scenario);
  assert(E.isRight(pure));
  assertEquals(summarise(pure.right.metrics, {}).digest, result.summary.digest);
});

it("H14, H9: restarted at any step, with the corridor that it was given, it goes on in the tile that the record names, and arrives", async () => {
  const fresh = crowdOf("a");
  for (let cut = 10; cut < 150; cut += 9) {
    const store = memoryStore();
    let run = await start(fresh, store);
    for (let step = 0; step < cut; step++) run = (await stepHandoffs(run)).run;
    const [body] = run.world.crowd.agents, tile = tileInForce(stateOf(run)).id;
    const found: Crowd = {
      ...run.world.crowd,
      agents: fresh.agents.map((agent) => ({ ...agent, position: body!.position, velocity: body!.velocity })),
    };
    run = await start(found, store);
    assertEquals(tileInForce(stateOf(run)).id, tile);
    const phase = stateOf(run).phase, agent = bodyOf(run);
    if (phase === "Following") assertEquals(agent.corridor?.tiles[agent.tile!]?.id, tile);
    else assertEquals(agent.corridor, undefined);
    for (let step = 0; step < 300 && run.world.crowd.report.arrived.length === 0; step++) {
      run = (await stepHandoffs(run)).run;
    }
    assertEquals(run.world.crowd.report.arrived, ["a"], `cut after ${cut} steps`);
  }
});

it("H10: another route takes the corridor's place, in the midst of a crossing too", async () => {
  const cases = [
    { when: (_: HandoffRun, step: number) => step === 20, to: { x: -5, y: 2.5 } },
    { when: (run: HandoffRun) => stateOf(run).phase !== "Following", to: { x: 0.5, y: 6 } },
  ];
  for (const { when, to } of cases) {
    let run = await start(crowdOf("a"));
    for (let step = 0; !when(run, step); step++) run = (await stepHandoffs(run)).run;
    run = await carriedOut({ ...run, world: redirect(run.world, "a", [to]) });
    for (let step = 0; step < 250; step++) run = (await stepHandoffs(run)).run;
    assertEquals([bodyOf(run).corridor, run.world.crowd.report.arrived], [undefined, ["a"]]);
  }
});

it("H12: pushed onto another tile of its corridor, it goes on from there", async () => {
  let run = await start(crowdOf("a"));
  for (let step = 0; step < 20; step++) run = (await stepHandoffs(run)).run;
  run =
    (await stepHandoffs(run, { feedback: [{ id: "a", position: { x: 3, y: 7 }, velocity: { x: 0, y: 0 } }] }))
      .run;
  for (let step = 0; step < 3; step++) run = (await stepHandoffs(run)).run;
  assertEquals([tileInForce(stateOf(run)).id, bodyOf(run).corridor?.tiles[bodyOf(run).tile!]?.id], [
    "ramp",
    "ramp",
  ]);
  for (let step = 0; step < 200; step++) run = (await stepHandoffs(run)).run;
  assertEquals(run.world.crowd.report.arrived, ["a"]);
});

it("C14: a corridor that is not of the ground is refused, tile by tile", () => {
  const crowd = crowdOf("a"), [p, ...others] = ground.tiles;
  const wrong = [
    { ...ground, tiles: others },
    { ...ground, tiles: [{ ...p!, gradient: { x: 0.1, y: 0 } }, ...others] },
    { ...ground, edges: ground.edges.slice(1) },
  ];
  for (const changed of wrong) {
    const placed = tiledCrowd(crowd, changed);
    assert(E.isLeft(placed) && placed.left.some(({ path }) => path.includes("corridor")));
  }
});

it("B10, C14: a corridor leads onto a ferry and off it; its tiles and portals go with what carries them", async () => {
  const ferry = ferryGround(), box = (k: number) => FERRY.tiles[k]!.polygon;
  const motion = FERRY.supports[0]!.motion;
  const crowd = slopeCrowd([{
    id: "a",
    position: { x: -3, y: -2 },
    corridor: {
      tiles: [
        { id: "west", polygon: box(0) },
        { id: "deck", polygon: box(1), support: { id: "ferry", motion } },
        { id: "east", polygon: box(2) },
      ],
      portals: [
        { left: { x: 0, y: 16 }, right: { x: 0, y: -10 } },
        { left: { x: 3, y: 1 }, right: { x: 3, y: -4 } },
      ],
      goal: { x: 6, y: 3 },
    },
  }]);
  let run = right(await openHandoffRun(crowd, ferry, memoryStore()));
  const tiles = new Set<unknown>();
  for (let step = 0; step < 250; step++) {
    run = (await stepHandoffs(run)).run;
    const { corridor, support } = bodyOf(run), state = stateOf(run);
    tiles.add(tileInForce(state).id);
    assertEquals(support?.id, tileInForce(state).id === "deck" ? "ferry" : undefined);
    if (corridor !== undefined) {
      assertEquals(corridor.tiles[1]!.support?.motion, run.world.ground.supports[0]!.motion);
    }
  }
  assertEquals([...tiles], ["west", "deck", "east"]);
  assertEquals(run.world.crowd.report.arrived, ["a"]);
});
