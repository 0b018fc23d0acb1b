import { directGoal } from "../corridor_agent.ts";
import type { CrowdAgent } from "../crowd.ts";
import { avoids } from "../layers.ts";
import { uniformGrid } from "../neighbor_search.ts";
import { contactReach, IN_CONTACT, MOVING, SETTLED_STATES, settledState, weightOf } from "../settling.ts";
import { meetInHeight } from "../storeys.ts";
import { LOCKED, ON_RECORDS } from "./columns.ts";
import { agentOfKernel, type Kernel } from "./kernel.ts";

/**
 * What the first phase knows once everybody's place is known (C15): who has come to rest, whose wish is therefore none, and
 * the weights that others see. `settledAgents` and `weighedAgents` on columns.
 */
export function senseRest(kernel: Kernel): void {
  const { fixed, state, room, parameters: { settling, timeHorizon } } = kernel;
  const { count, flags, radius } = fixed;
  room.settled.fill(MOVING);
  room.weight.set(fixed.weight);
  if (settling === "off") return;
  const goalX = new Float64Array(count), goalY = new Float64Array(count);
  let topRadius = 0;
  for (let i = 0; i < count; i++) {
    topRadius = Math.max(topRadius, radius[i]!);
    goalX[i] = NaN;
    if ((flags[i]! & LOCKED) !== 0) continue;
    if ((flags[i]! & ON_RECORDS) !== 0) {
      const goal = directGoal(agentOfKernel(kernel, i));
      if (goal !== undefined) goalX[i] = goal.x, goalY[i] = goal.y;
      continue;
    }
    const last = fixed.routeFrom[i]! + state.corner[i]!;
    if (last !== fixed.routeFrom[i + 1]! - 1) continue;
    goalX[i] = fixed.routeX[last]!;
    goalY[i] = fixed.routeY[last]!;
  }
  const isFiltered = fixed.height.length + fixed.layers.length > 0;
  const all = {
    x: state.x,
    y: state.y,
    radius,
    goalX,
    goalY,
    before: state.settled,
    isLocked: (i: number) => (flags[i]! & LOCKED) !== 0,
    isStoppedBy: (i: number, j: number) => {
      if (!isFiltered) return true;
      const a = agentOfKernel(kernel, i), b = agentOfKernel(kernel, j);
      return avoids(a, b) && meetInHeight(a, b);
    },
  };
  const index = uniformGrid(state.x, state.y, contactReach(settling) * topRadius || 1);
  for (let i = 0; i < count; i++) {
    const settled = settledState(i, all, topRadius, index, settling);
    room.settled[i] = settled;
    if (settled === MOVING) continue;
    const support = kernel.records[i]!.support?.velocity;
    const vx = state.vx[i]! - (support?.x ?? 0), vy = state.vy[i]! - (support?.y ?? 0);
    room.weight[i] = weightOf(fixed.weight[i]!, vx, vy, radius[i]!, timeHorizon, settling);
    if (settled !== IN_CONTACT) continue;
    room.wishX[i] = 0;
    room.wishY[i] = 0;
    room.left[i] = 0;
  }
}

/** Agent number i as a record, with its state of rest in this step. */
export function restingOf(kernel: Kernel, i: number): CrowdAgent {
  const agent = agentOfKernel(kernel, i), settled = SETTLED_STATES[kernel.room.settled[i]!]!;
  return settled === agent.settled ? agent : { ...agent, settled };
}
