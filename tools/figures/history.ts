import type { Crowd } from "../../crowd/crowd.ts";
import { stepCrowd } from "../../crowd/step.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { Trail } from "../../view/world.ts";
import { extendTrails } from "../../view/world_from_crowd.ts";

/** A crowd after every step, its start first. */
export function history(start: Crowd, count: number): readonly Crowd[] {
  const crowds = [start];
  for (let k = 0; k < count; k++) crowds.push(stepCrowd(crowds[k]!));
  return crowds;
}

/** The ways of a history's agents. */
export function trailsOf(crowds: readonly Crowd[]): readonly Trail[] {
  return crowds.reduce<readonly Trail[]>(extendTrails, []);
}

/** A quantity of a history over time, s. */
export function overTime(crowds: readonly Crowd[], quantity: (crowd: Crowd) => number): readonly Vec2[] {
  return crowds.map((crowd) => ({ x: crowd.time, y: quantity(crowd) }));
}
