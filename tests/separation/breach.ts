/**
 * Ways to break an assumption of the theorems.
 *
 * @module
 */
import type { Crowd, CrowdAgent } from "../../crowd/mod.ts";
import { endOf, type Track, trackOf } from "./continuous_gap.ts";

/** What may be done to a crowd before a step, and to a track before it happens. */
export interface Breach {
  /** The crowd as the agents see it. */
  readonly before?: (crowd: Crowd, tick: number) => Crowd;
  /** What an agent really does instead of what it decided. */
  readonly instead?: (agent: CrowdAgent, tick: number, decided: Track) => Track | undefined;
}

/** The old velocity for one more step, of so many seconds. */
export function coasting({ position, velocity }: CrowdAgent, seconds: number): Track {
  return trackOf(position, [{ duration: seconds, velocity, acceleration: { x: 0, y: 0 } }]);
}

/** The agent at the end of a track. */
export function moved(agent: CrowdAgent, track: Track): CrowdAgent {
  const { duration: t, velocity: v, acceleration: a } = track.pieces[track.pieces.length - 1]!;
  return { ...agent, position: endOf(track), velocity: { x: v.x + a.x * t, y: v.y + a.y * t } };
}
