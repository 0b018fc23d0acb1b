import { right } from "npm:fp-ts@^2.16/lib/Either.js";
import type { Checked } from "../geometry/input_error.ts";
import { agentOf } from "./create.ts";
import { crosserOf } from "./crossers.ts";
import type { Crowd } from "./crowd.ts";
import { itemsOf, listOf } from "./persistent_list.ts";
import { type TiledCrowd, tiledCrowd } from "./tiled_crowd.ts";

/**
 * The world with the agents of another crowd: who is in both keeps its handoff, who is new stands on the tile that it is in, and
 * who is gone takes its handoff and its errands along. Errors: new agents that stand on no tile, or on a support.
 *
 * @param crowd `world.crowd` with agents added, removed or given other routes
 */
export function withMembers(world: TiledCrowd, crowd: Crowd, epoch: number): Checked<TiledCrowd> {
  const states = new Map(itemsOf(world.crossers).map(({ id, state }) => [id, state]));
  const placed = tiledCrowd(crowd, world.ground, world.parameters, { epoch, states });
  if (placed._tag === "Left") return placed;
  const present = new Set(world.crowd.agents.map(({ id }) => id));
  const agents = crowd.agents.map((agent, i) =>
    present.has(agent.id) ? agent : placed.right.crowd.agents[i]!
  );
  const staying = new Set(agents.map(({ id }) => id));
  return right({
    ...world,
    crowd: { ...crowd, agents },
    crossers: listOf(
      itemsOf(placed.right.crossers).map((fresh) => {
        const old = crosserOf(world, fresh.id);
        const sameRoute = agentOf(world.crowd, fresh.id)?.route === agentOf(crowd, fresh.id)?.route;
        return old === undefined ? fresh : sameRoute ? old : { ...old, waypoints: fresh.waypoints };
      }),
    ),
    outbox: listOf(itemsOf(world.outbox).filter(({ agent }) => staying.has(agent))),
  });
}
