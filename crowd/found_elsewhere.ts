import type { AgentId } from "../geometry/agent.ts";
import { pointVelocity } from "../geometry/rigid_motion.ts";
import { distance } from "../geometry/vector.ts";
import { STOP_SPEED } from "../handoff/crossing_terms.ts";
import { handoffRecord } from "../handoff/handoff_record.ts";
import { agentOf } from "./create.ts";
import { frameOfSupport } from "./ground_frames.ts";
import { appended } from "./persistent_list.ts";
import { offCorridor } from "./ground_corridor.ts";
import { backInCorridor } from "./tiled_corridor.ts";
import { crosserOf, withAgent, withCrosser } from "./crossers.ts";
import { onTile } from "./on_tile.ts";
import type { Crosser, TiledCrowd } from "./tiled_crowd.ts";
import { handoffTile, standsOn, tileOf } from "./tiled_ground.ts";

/** Owns the mover of a body that was pushed off its tile, until it has come to rest. */
export const FOUND = "found elsewhere";

/**
 * The world after a look at whether an agent without a crossing still is on its tile (H12). One that was pushed onto another is
 * not brought back, and is not under the other's rules by having got there: it comes to rest first, with what its tile allows.
 * Where it then stands, it stands: that tile is written down as its own. A body that was pushed off all tiles comes back (B16).
 */
export function lookedFor(world: TiledCrowd, id: AgentId): TiledCrowd {
  const crosser = crosserOf(world, id), { ground, crowd } = world, agent = agentOf(crowd, id);
  if (crosser === undefined) return world;
  const { state, owner } = crosser;
  if (state.phase !== "Following" || agent === undefined || (owner !== undefined && owner !== FOUND)) {
    return world;
  }
  const inForce = tileOf(ground, state.tile.id);
  const there = inForce === undefined ? undefined : standsOn(ground, inForce, agent.position);
  if (there === undefined || there === inForce) {
    return owner === undefined ? world : withCrosser(world, released(crosser));
  }
  const carriedWith = pointVelocity(frameOfSupport(ground, there.support.id), agent.position);
  if (!(distance(agent.velocity, carriedWith) < STOP_SPEED)) {
    return owner === FOUND ? world : withCrosser(world, { ...crosser, owner: FOUND });
  }
  const settled = { ...state, tile: handoffTile(there) };
  const now = withCrosser(world, { ...released(crosser), state: settled });
  const placed = withAgent(
    now,
    id,
    (one) => onTile(offCorridor(one), there, ground, crowd.parameters.timeStep),
  );
  return {
    ...backInCorridor(placed, id),
    outbox: appended(now.outbox, {
      agent: id,
      command: { kind: "Persist", record: handoffRecord(settled) },
    }),
    news: appended(now.news, {
      agent: id,
      time: crowd.time,
      event: { kind: "FoundElsewhere", tile: there.id },
      before: state,
      after: settled,
      reports: [],
    }),
  };
}

function released({ owner: _, ...crosser }: Crosser): Crosser {
  return crosser;
}
