import type { Vec2 } from "../geometry/vector.ts";
import type { CrowdAgent, DetourParameters } from "./crowd.ts";

/**
 * Default constants of the detour memory (C6). m is the tangent of half the detour angle: 0.2 per second is about
 * 0.4 rad/s, 0.684 about 1.2 rad.
 */
export const DETOUR: DetourParameters = {
  rise: 0.2,
  fall: 0.3,
  ceiling: 0.684,
  deadBand: 0.3,
  noneWithin: 2,
  fullBeyond: 10,
};

/**
 * The share of progress toward `preferred` that `velocity` loses against `alone`, 0 to 1 (C6): 0 at the same progress, 1 at
 * none or going back. Where the agent alone would make none either (it stands, or still brakes), nothing is lost.
 *
 * @param alone the velocity that speed cap and budget allow without anybody in the way, m/s
 */
export function progressLost(preferred: Vec2, alone: Vec2, velocity: Vec2): number {
  const possible = alone.x * preferred.x + alone.y * preferred.y;
  if (!(possible > 0)) return 0;
  const lost = 1 - (velocity.x * preferred.x + velocity.y * preferred.y) / possible;
  return Math.max(0, Math.min(1, lost));
}

/**
 * The detour memory after a step (C6): it rises with the loss while that is above the dead band, falls otherwise, and
 * stays under a ceiling that fades near the goal.
 *
 * @param lost share of progress that the solution for the *straight* preferred velocity loses
 * @param left distance left to the goal, m; `Infinity` without one
 */
export function updatedDetour(
  agent: CrowdAgent,
  lost: number,
  left: number,
  timeStep: number,
  p: DetourParameters,
): number {
  const change = lost > p.deadBand ? p.rise * lost * timeStep : -p.fall * timeStep;
  const room = (left / agent.radius - p.noneWithin) / (p.fullBeyond - p.noneWithin);
  const ceiling = p.ceiling * Math.max(0, Math.min(1, room));
  return Math.max(0, Math.min(ceiling, agent.detour + change));
}

/** `preferred` turned to the passing side by the angle whose half has the tangent m. */
export function turnedAside(preferred: Vec2, m: number, side: "right" | "left"): Vec2 {
  const cos = (1 - m * m) / (1 + m * m), sin = (side === "left" ? 2 : -2) * m / (1 + m * m);
  return { x: preferred.x * cos - preferred.y * sin, y: preferred.x * sin + preferred.y * cos };
}
