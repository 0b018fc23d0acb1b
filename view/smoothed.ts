import type { Crowd } from "../crowd/crowd.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";

/** An agent as it is shown (C7). */
export interface ShownAgent {
  /** Its stable ID. */
  readonly id: AgentId;
  /** m, world. */
  readonly position: Vec2;
  /** m/s, world: the exact rate at which the shown position changes. */
  readonly velocity: Vec2;
}

/** k·h of a critically damped spring of stiffness k that has made up for half of a displacement after h: (1 + kh)·exp(-kh) = 1/2. */
const HALF = 1.678346990016661;

/**
 * What to show of a crowd now, after what was shown `seconds` ago (C7): positions and velocities that follow the real ones
 * without jumps, as on a critically damped spring, each tied to its agent. It is data beside the crowd. Nothing is ever
 * decided by it, and it promises nothing: shown discs may touch where real ones do not.
 *
 * The spring pulls toward where the agent is: its position after the last step, led on at its velocity by the time that
 * `advanceCrowd` has not stepped through yet. An agent that goes straight on is shown exactly there, without lag; after a
 * sudden change Δv of its velocity, what is shown is off by 0.22·|Δv|·halfLife at most. The spring is solved exactly, so that frames
 * of any length give the same curve between two steps.
 *
 * Agents that were not shown before appear where they are; those that have gone are left out. What jumps in the crowd, by
 * feedback say, glides here; leave it out of `shown` where it should jump here, too.
 *
 * @param shown what was shown last, in any order; nothing at first
 * @param halfLife after which half of a displacement is made up for, s; 0 or less: everybody is shown as it is
 * @param seconds since then, s, at least 0
 * @returns in the order of the crowd's agents
 * @example
 * ```ts
 * import { createCrowd, type ShownAgent, smoothed, stepCrowd } from "@halfstep/halfstep";
 *
 * const created = createCrowd({
 *   agents: [{ id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1, goal: { x: 9, y: 0 } }],
 *   parameters: { timeHorizon: 2, timeStep: 0.1 },
 * });
 * if (created._tag === "Left") throw new Error(created.left[0].rule);
 * let crowd = created.right, shown: readonly ShownAgent[] = smoothed([], crowd, 0.2, 0);
 * crowd = stepCrowd(crowd); // from rest to 1 m/s at once
 * shown = smoothed(shown, crowd, 0.2, 0.1);
 * const speed = shown[0]?.velocity.x ?? 0;
 * if (!(speed > 0 && speed < 1)) throw new Error("it is shown to speed up");
 * ```
 */
export function smoothed(
  shown: readonly ShownAgent[],
  { agents, remainder }: Crowd,
  halfLife: number,
  seconds: number,
): readonly ShownAgent[] {
  const before = new Map(shown.map((one) => [one.id, one])), stiffness = HALF / halfLife;
  const springs = halfLife > 0 && stiffness * seconds < LONG;
  return agents.map(({ id, position, velocity }): ShownAgent => {
    const now = { x: position.x + remainder * velocity.x, y: position.y + remainder * velocity.y };
    const last = springs ? before.get(id) : undefined;
    if (last === undefined) return { id, position: now, velocity };
    const x = pulled(last.position.x, last.velocity.x, now.x, velocity.x, stiffness, seconds);
    const y = pulled(last.position.y, last.velocity.y, now.y, velocity.y, stiffness, seconds);
    return { id, position: { x: x.at, y: y.at }, velocity: { x: x.rate, y: y.rate } };
  });
}

/** After so many times 1/stiffness nothing of a displacement is left in a double. */
const LONG = 700;

/** One component on a spring: toward a target that is at `target` now and has come there at `speed`. */
function pulled(
  at: number,
  rate: number,
  target: number,
  speed: number,
  stiffness: number,
  seconds: number,
): { readonly at: number; readonly rate: number } {
  const offset = at - (target - speed * seconds),
    drift = rate - speed,
    decay = Math.exp(-stiffness * seconds);
  const pull = drift + stiffness * offset;
  return {
    at: target + (offset + pull * seconds) * decay,
    rate: speed + (drift - stiffness * seconds * pull) * decay,
  };
}
