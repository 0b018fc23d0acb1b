import { isCurved } from "../geometry/rigid_motion.ts";
import { type Support, supportMovingAs } from "../geometry/support.ts";
import { rotate, type Vec2 } from "../geometry/vector.ts";
import type { Identity } from "../handoff/tile.ts";
import type { CrowdAgent } from "./crowd.ts";
import { corridorNow } from "./ground_corridor.ts";
import { frameOfSupport, placeIn, regionNow } from "./ground_frames.ts";
import { type GroundTile, heightOn, standsOn, type TiledGround } from "./tiled_ground.ts";

/**
 * The agent under a tile's rules: its gradient, its edges, its height. What it stands on carries it: that tile, unless it was
 * pushed onto another. In a corridor the corridor's tiles are its edges.
 */
export function onTile(
  { support: _, region: __, ...agent }: CrowdAgent,
  tile: GroundTile,
  ground: TiledGround,
  timeStep: number,
): CrowdAgent {
  const { heading } = frameOfSupport(ground, tile.support.id), { position } = agent;
  const place = placeIn(frameOfSupport(ground, tile.support.id), position);
  const gradient = heading.x === 1 ? tile.gradient : rotate(tile.gradient, heading);
  const support = supportUnder(ground, standsOn(ground, tile, position).support.id, position, timeStep);
  return {
    ...agent,
    gradient,
    ...(agent.corridor === undefined
      ? { region: regionNow(ground, tile) }
      : { corridor: corridorNow(ground, agent.corridor) }),
    z: heightOn(tile, place),
    ...(support === undefined ? {} : { support }),
  };
}

/** What carries an agent at a place, for the next step; undefined: ground at rest. */
function supportUnder(
  { supports }: TiledGround,
  id: Identity["id"],
  position: Vec2,
  timeStep: number,
): Support | undefined {
  const found = supports.find((support) => support.id === id);
  if (found === undefined) return undefined;
  const { version, motion } = found;
  return isCurved(motion)
    ? { ...supportMovingAs(id, motion, position, timeStep), version }
    : { id, velocity: motion.velocity, version };
}
