import { EMPTY_LIST, itemsOf, listOf } from "./persistent_list.ts";
import type { TiledCrowd } from "./tiled_crowd.ts";

/**
 * The world after its record has failed (H14): nothing is dispatched or decided any more. Movers that a crossing owned
 * bring their bodies to rest and keep them there; the others stay in their tiles.
 */
export function haltCrossings(world: TiledCrowd): TiledCrowd {
  const crossers = itemsOf(world.crossers).map(({ order: _, ...crosser }) => crosser);
  return { ...world, crossers: listOf(crossers), outbox: EMPTY_LIST, mode: "halted" };
}

/** The same where it is not known who was crossing: everybody comes to rest. */
export function haltEverybody(world: TiledCrowd): TiledCrowd {
  const halted = haltCrossings(world);
  const crossers = itemsOf(halted.crossers).map((crosser) => ({ ...crosser, owner: HALT }));
  return { ...halted, crossers: listOf(crossers) };
}

/** Owns the movers of a crowd whose record cannot be read. */
export const HALT = "halt";
