import type { AgentId } from "../geometry/agent.ts";
import { handoffRecord } from "../handoff/handoff_record.ts";
import { tileInForce } from "../handoff/handoff_state.ts";
import { goalOf } from "./corridor_agent.ts";
import { agentOf } from "./create.ts";
import { corridorNow, offCorridor } from "./ground_corridor.ts";
import { appended } from "./persistent_list.ts";
import { crosserOf, withAgent, withCrosser } from "./crossers.ts";
import { onTile } from "./on_tile.ts";
import type { Crosser, TiledCrowd } from "./tiled_crowd.ts";
import { handoffTile, tileOf } from "./tiled_ground.ts";

/** The world with an agent under its tile's rules alone, while a crossing owns its mover (H6). */
export function withoutCorridor(world: TiledCrowd, id: AgentId): TiledCrowd {
  const crosser = crosserOf(world, id), agent = agentOf(world.crowd, id);
  const tile = crosser === undefined ? undefined : tileOf(world.ground, tileInForce(crosser.state).id);
  if (agent?.corridor === undefined || tile === undefined) return world;
  const { timeStep } = world.crowd.parameters;
  return withAgent(world, id, (one) => onTile(offCorridor(one), tile, world.ground, timeStep));
}

/** The world with an agent in its corridor again, in the tile that its handoff says; one that leads it past that tile is gone. */
export function backInCorridor(world: TiledCrowd, id: AgentId): TiledCrowd {
  const crosser = crosserOf(world, id), { ground } = world;
  const tile = crosser === undefined ? undefined : tileOf(ground, tileInForce(crosser.state).id);
  if (crosser?.corridor === undefined || tile === undefined) return world;
  const corridor = corridorNow(ground, crosser.corridor);
  const at = corridor.tiles.findIndex((one) => one.id === tile.id);
  return withAgent(world, id, (agent) => {
    const { timeStep } = world.crowd.parameters;
    if (at < 0) return onTile(offCorridor(agent), tile, ground, timeStep);
    return onTile({ ...agent, corridor, tile: at, route: [goalOf(corridor)] }, tile, ground, timeStep);
  });
}

/**
 * The world after an agent has walked through open portals of its corridor (B11): no handoff, for slope and support are the same;
 * but the record has to name the tile that it is in (H14).
 */
export function passedPortals(world: TiledCrowd, crosser: Crosser): TiledCrowd {
  const { id, state } = crosser, agent = agentOf(world.crowd, id);
  const here = agent?.corridor?.tiles[agent.tile ?? 0];
  if (state.phase !== "Following" || here === undefined || here.id === state.tile.id) return world;
  const tile = tileOf(world.ground, here.id);
  if (tile === undefined) return world;
  const passed = { ...state, tile: handoffTile(tile) };
  return {
    ...withCrosser(world, { ...crosser, state: passed }),
    outbox: appended(world.outbox, {
      agent: id,
      command: { kind: "Persist", record: handoffRecord(passed) },
    }),
  };
}
