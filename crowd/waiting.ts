import { waitingCycles } from "../cooperation/waiting_cycle.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";
import type { CrowdAgent, CrowdParameters, Stalled } from "./crowd.ts";
import { distanceLeft } from "./preferred_velocity.ts";

/** An agent hardly moves when it makes less than this share of the progress it could make alone (N1). */
export const LITTLE_PROGRESS = 0.1;

/** Agents that hardly moved for this long are reported as stalled, s. */
export const STALLED_AFTER = 1;

/** Who gets on remembers no longer a wait than the time in which it would go so many radii (no unit). */
const REMEMBERED = 25;

/**
 * An agent's waiting time after a step, s: it grows while the agent makes hardly any of the progress that it could make
 * alone, and falls with progress. Once it gets on, a long wait counts as a shorter one: far from there nobody gives up for its
 * sake.
 *
 * @param lost share of that progress that it lost in the step
 * @param wishes whether it wishes to move
 */
export function updatedWaiting(
  waiting: number,
  lost: number,
  wishes: boolean,
  timeStep: number,
  radius: number,
  cruisingSpeed: number,
): number {
  if (!wishes) return 0;
  if (lost > 1 - LITTLE_PROGRESS) return waiting + timeStep;
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
