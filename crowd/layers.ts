import type { CrowdAgent } from "./crowd.ts";

/** The mask of an agent that avoids everybody. */
export const EVERY_LAYER = 0xffffffff;

/** The layers of an agent that was given none: the first alone. */
export const FIRST_LAYER = 1;

/** Whether `a` avoids `b` (C4): whether its mask has one of the layers that `b` is on. It says nothing about `b`. */
export function avoids({ mask }: Pick<CrowdAgent, "mask">, { layers }: Pick<CrowdAgent, "layers">): boolean {
  return (mask & layers) !== 0;
}

/** Whether `b` cannot be counted on in a pair with `a`: it moves, and its mask leaves `a` out. */
export function isIgnoredBy(a: CrowdAgent, b: CrowdAgent): boolean {
  return !b.locked && !avoids(b, a);
}

/**
 * A neighbor as `self` must take it: one that does not avoid it back counts as a mover of weight 0 (G9), so that all of the
 * avoiding is left to `self`. A locked one is avoided whole anyway.
 */
export function asSeenBy(self: CrowdAgent, other: CrowdAgent): CrowdAgent {
  return isIgnoredBy(self, other) ? { ...other, responsibility: 0 } : other;
}
