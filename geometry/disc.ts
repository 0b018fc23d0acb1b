import type { Vec2 } from "./vector.ts";

/** What a disc of velocities stands for: the speed cap, or what the acceleration budget can reach (G15). */
export type DiscRole = "speed" | "reachable";

/** Allows the velocities within `radius` of `center`. */
export interface Disc {
  /** Center, m/s. */
  readonly center: Vec2;
  /** Radius, m/s, at least 0. */
  readonly radius: number;
  /** Default: the first disc of a problem is the speed disc, the second the reachable one. */
  readonly role?: DiscRole;
}
