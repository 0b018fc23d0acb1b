import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { Disc } from "./disc.ts";
import { carryHeading } from "./support.ts";
import { type Vec2, ZERO } from "./vector.ts";

/** The speed disc |v| <= maxSpeed, m/s, relative to the support (G15). */
export function speedDisc(maxSpeed: number): Disc {
  return { center: ZERO, radius: maxSpeed, role: "speed" };
}

/**
 * Velocities that the budget can reach in one step (G15): radius aMax·dt around the previous relative velocity carried
 * to the support's end-of-step heading.
 *
 * @param previousRelative fed-back velocity relative to the support, m/s
 * @param turn unit vector (cosine, sine) of the support's yaw in this step; absent: it does not turn
 * @param budget aMax, m/s²
 * @param timeStep dt, s
 * @returns none for an unlimited budget (`Infinity`)
 */
export function reachableDisc(
  previousRelative: Vec2,
  turn: Vec2 | undefined,
  budget: number,
  timeStep: number,
): Option<Disc> {
  if (budget === Infinity) return none;
  return some({ center: carryHeading(previousRelative, turn), radius: budget * timeStep, role: "reachable" });
}
