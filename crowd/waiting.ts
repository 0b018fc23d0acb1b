import { waitingCycles } from "../cooperation/waiting_cycle.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";
import type { CrowdAgent, CrowdParameters, Stalled } from "./crowd.ts";
import { distanceLeft } from "./preferred_velocity.ts";

/** An agent hardly moves when it makes less than this share of the progress it could make alone (N1). */
export const LITTLE_PROGRESS = 0.1;

/**
 * Whether an agent hardly gets on (C6): it makes little of the progress that it could make alone in this step; or little of what
 * it would like, and others cost it as much of the former. With a budget it could do little alone in one step, and who creeps
 * would seem to get on.
 *
 * @param wish m/s
 * @param velocity what it decided for, m/s
 * @param lost share of its progress alone that it lost in the step
 */
export function hardlyGetsOn(wish: Vec2, velocity: Vec2, lost: number): boolean {
  if (lost > 1 - LITTLE_PROGRESS) return true;
  const along = velocity.x * wish.x + velocity.y * wish.y;
  return lost > LITTLE_PROGRESS && along < LITTLE_PROGRESS * (wish.x * wish.x + wish.y * wish.y);
}

/** Agents that hardly moved for this long are reported as stalled, s. */
export const STALLED_AFTER = 1;

/** Who gets on remembers no longer a wait than the time in which it would go so many radii (no unit). */
const REMEMBERED = 25;

/**
 * An agent's waiting time after a step, s: it grows while the agent hardly gets on, and falls with progress. Once it gets on, a
 * long wait counts as a shorter one: far from there nobody gives up for its sake.
 *
 * @param getsNowhere see `hardlyGetsOn`
 * @param wishes whether it wishes to move
 */
export function updatedWaiting(
  waiting: number,
  getsNowhere: boolean,
  wishes: boolean,
  timeStep: number,
  radius: number,
  cruisingSpeed: number,
): number {
  if (!wishes) return 0;
  if (getsNowhere) return waiting + timeStep;
  return Math.max(0, Math.min(waiting, REMEMBERED * radius / cruisingSpeed) - timeStep);
}

/** The groups of stalled agents that hold each other up. */
export function deadlocks(stalled: readonly Stalled[]): readonly (readonly AgentId[])[] {
  return waitingCycles(new Map(stalled.map(({ id, heldBy }) => [id, neighborsAmong(heldBy)])));
}

/** The agents among what holds somebody: by their half-planes, or by the separation floor. */
function neighborsAmong(sources: readonly ConstraintSource[]): readonly AgentId[] {
  return sources.flatMap(({ kind, id }) => kind === "neighbor" || kind === "floor" ? [id] : []);
}

/** IDs of the agents within `arrivalDistance` of their goals. */
export function arrivedAgents(
  agents: readonly CrowdAgent[],
  parameters: CrowdParameters,
): readonly AgentId[] {
  return agents
    .filter((agent) => agent.route.length > 0 && distanceLeft(agent) <= parameters.arrivalDistance)
    .map(({ id }) => id);
}
