import { itemsOf } from "../../crowd/persistent_list.ts";
import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { addAgents, agentOf, removeAgents } from "../../crowd/create.ts";
import { crosserOf } from "../../crowd/crossers.ts";
import { withMembers } from "../../crowd/members.ts";
import { tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { advanceGround } from "../../crowd/ground_frames.ts";
import { parseTiledGround, tiledGroundInput } from "../../crowd/parse_ground.ts";
import { stepTiledCrowd } from "../../crowd/tiled_step.ts";
import { GROUND, resting, right, slopeCrowd } from "../driver/slope.ts";
import { scenarioOf } from "../scenario/scenario_files.ts";

it("C1, H2: on tiles, who comes stands on its tile, who goes takes its handoff along, who stays is untouched", () => {
  let world = right(tiledCrowd(slopeCrowd([resting(-0.09), { id: "b", position: { x: -3, y: 1 } }]), GROUND));
  for (let step = 0; step < 5; step++) world = stepTiledCrowd(world);
  const crosser = crosserOf(world, "a")!, body = agentOf(world.crowd, "a");
  assert(crosser.state.phase !== "Following");
  const more = right(
    addAgents(removeAgents(world.crowd, ["b"]), [{
      id: "c",
      position: { x: 4, y: 2 },
      radius: 0.1,
      maxSpeed: 1,
    }]),
  );
  const now = right(withMembers(world, more, 3));
  assertEquals(itemsOf(now.crossers).map(({ id }) => id), ["a", "c"]);
  assertEquals([crosserOf(now, "a"), agentOf(now.crowd, "a")], [crosser, body]);
  assertEquals(agentOf(now.crowd, "c")?.gradient, { x: Math.sqrt(3), y: 0 });
  assertEquals(crosserOf(now, "c")?.state.epoch, 3);
  const outside = withMembers(
    world,
    right(addAgents(world.crowd, [{ id: "c", position: { x: 99, y: 0 }, radius: 0.1, maxSpeed: 1 }])),
    0,
  );
  assert(outside._tag === "Left" && outside.left[0].agent === "c");
});

it("C12: ground as data makes the same ground again, bit for bit", () => {
  for (
    const ground of [GROUND, scenarioOf("pq-slope").ground!, advanceGround(scenarioOf("ferry").ground!, 0.7)]
  ) {
    assertEquals(right(parseTiledGround(JSON.parse(JSON.stringify(tiledGroundInput(ground))))), ground);
  }
});
