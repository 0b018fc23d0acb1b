import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { stepTiledCrowd } from "../../crowd/tiled_step.ts";
import type { TiledGround } from "../../crowd/tiled_ground.ts";
import { parseTiledGround } from "../../crowd/parse_ground.ts";
import { nextRandom } from "../../solver/random.ts";
import { counts } from "../counts.ts";
import { FERRY } from "../driver/ferry.ts";
import { GROUND, right, slopeCrowd } from "../driver/slope.ts";

/** By how much the velocity of any of these agents changes in a step beyond what its budget allows, m/s. */
function largestExcess(ground: TiledGround, agents: readonly object[]): number {
  let world = right(tiledCrowd(slopeCrowd(agents), ground)), excess = -Infinity;
  for (let step = 0; step < 250; step++) {
    const before = world.crowd.agents;
    world = stepTiledCrowd(world);
    for (const [i, { velocity, gradient }] of world.crowd.agents.entries()) {
      const old = before[i]!, k = Math.sqrt(1 + gradient.x ** 2); // adoption comes before the motion
      const change = Math.hypot(velocity.x - old.velocity.x, velocity.y - old.velocity.y);
      excess = Math.max(excess, change - 0.1 / k);
    }
  }
  return excess;
}

it("H2, H3: who slid at 0.4 mm/s when its access was to begin brakes that off first", () => {
  const agents = [
    {
      id: "east",
      position: { x: -0.6687970372615382, y: -1.5292046797694638 },
      goal: { x: 4, y: 2.328844198025763 },
    },
    {
      id: "west",
      position: { x: 3.5997789593413474, y: 1.5838051929604262 },
      goal: { x: -1.5, y: 4.375907711684704 },
    },
  ];
  assert(largestExcess(right(parseTiledGround(FERRY)), agents) <= 1e-9);
});

it("H2, H3: an access begins from real rest: in no step of a crossing a velocity changes by more than the budget allows", () => {
  const ferry = right(parseTiledGround(FERRY));
  let seed = 20261;
  const at = (least: number, most: number): number => {
    const [value, next] = nextRandom(seed);
    seed = next;
    return least + (most - least) * value;
  };
  for (let i = 0; i < counts("crossings of two"); i++) {
    const agents = [
      { id: "east", position: { x: at(-1.5, -0.2), y: at(-2, -0.5) }, goal: { x: 4, y: at(2, 5) } },
      { id: "west", position: { x: at(3.2, 4), y: at(0.5, 2) }, goal: { x: -1.5, y: at(4, 6) } },
    ];
    const onFerry = largestExcess(ferry, agents);
    assert(onFerry <= 1e-9, `ferry, ${JSON.stringify(agents)}: ${onFerry} m/s too much`);
    const onSlope = largestExcess(GROUND, agents.map((agent) => ({ ...agent, cruisingSpeed: at(0.2, 1) })));
    assert(onSlope <= 1e-9, `slope, ${JSON.stringify(agents)}: ${onSlope} m/s too much`);
  }
});
