import type { Vec2 } from "../geometry/vector.ts";

/** What a thing was when it was looked at: its ID and its version. */
export interface Identity {
  /** Stable ID. */
  readonly id: number | string;
  /** Version, a whole number. */
  readonly version: number;
}

/** Whether both are the same thing in the same version. */
export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.id === b.id && a.version === b.version;
}

/** A tile of ground with one gradient (G14). */
export interface Tile extends Identity {
  /** Height gradient. */
  readonly gradient: Vec2;
  /** What carries it: the ground or a platform, and the version of its motion. */
  readonly support: Identity;
}
