import type { CarriedBody } from "../boundary/carried_body.ts";
import { isCurved, type RigidMotion, sameMotion, toLocal } from "../geometry/rigid_motion.ts";
import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { MotionPiece } from "../geometry/motion.ts";
import { rotate, type Vec2 } from "../geometry/vector.ts";

/** A body's motion in the axes of a tile: parabolas of time. */
export interface TilePath {
  /** At the start, m. */
  readonly position: Vec2;
  /** Pieces relative to the tile. */
  readonly motion: readonly MotionPiece[];
}

/**
 * How a tile sees a carried body: exactly where both are carried alike, or where neither frame turns or accelerates.
 *
 * @returns none otherwise, for then its path is no row of parabolas
 */
export function pathInTile(
  { frame: carrier, position, motion }: CarriedBody,
  tile: RigidMotion,
): Option<TilePath> {
  if (sameMotion(carrier, tile)) return some({ position, motion });
  if (isCurved(carrier) || isCurved(tile)) return none;
  // Into the world's axes, then into the tile's.
  const h = carrier.heading, back = { x: tile.heading.x, y: -tile.heading.y };
  const turned = (v: Vec2): Vec2 => rotate(rotate(v, h), back);
  const drift = rotate(
    { x: carrier.velocity.x - tile.velocity.x, y: carrier.velocity.y - tile.velocity.y },
    back,
  );
  const world = rotate(position, h);
  return some({
    position: toLocal(tile, 0, { x: carrier.origin.x + world.x, y: carrier.origin.y + world.y }),
    motion: motion.map(({ duration, velocity, acceleration }) => {
      const v = turned(velocity);
      return {
        duration,
        velocity: { x: v.x + drift.x, y: v.y + drift.y },
        acceleration: turned(acceleration),
      };
    }),
  });
}
