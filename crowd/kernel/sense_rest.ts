import { directGoal } from "../corridor_agent.ts";
import type { CrowdAgent } from "../crowd.ts";
import { avoids } from "../layers.ts";
import type { SettlingParameters } from "../crowd.ts";
import type { PlaceAtWall } from "../place_at_wall.ts";
import {
  contactWith,
  IN_CONTACT,
  mayLean,
  MOVING,
  type Places,
  SETTLED_STATES,
  sideOfWall,
  touchReach,
} from "../contact.ts";
import { easing, isFar, restingState, weightOf } from "../settling.ts";
import { meetInHeight } from "../storeys.ts";
import { type Cells, rowBegin } from "./cells.ts";
import { LOCKED, ON_RECORDS, type StepColumns } from "./columns.ts";
import { agentOfKernel, type Kernel } from "./kernel.ts";

/**
 * What the first phase knows once everybody's place is known (C15): who has come to rest, whose wish is therefore none, and
 * the weights that others see. `settledAgents` and `weighedAgents` on columns. The agents have been sorted into cells.
 *
 * @param atWalls see `senseAtWalls`
 */
export function senseRest(
  kernel: Kernel,
  cells: Cells,
  atWalls: ReadonlyMap<number, PlaceAtWall>,
): void {
  const { fixed, state, room, parameters: { settling, timeHorizon, safetyMargin } } = kernel;
  const { count, flags, radius } = fixed;
  room.settled.fill(MOVING);
  room.contacts.fill(0);
  room.weight.set(fixed.weight);
  if (settling === "off") return;
  // The rows are not filled yet: room for the goals, in the order of IDs.
  const goalX = room.rows.subarray(0, count), goalY = room.rows.subarray(count, 2 * count);
  let topRadius = 0;
  for (let i = 0; i < count; i++) {
    topRadius = Math.max(topRadius, radius[i]!);
    goalX[i] = NaN;
    if ((flags[i]! & LOCKED) !== 0) continue;
    const held = atWalls.size === 0 ? undefined : atWalls.get(i);
    if (held !== undefined) {
      goalX[i] = held.place.x;
      goalY[i] = held.place.y;
      continue;
    }
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
    waiting: state.waiting,
    cruisingSpeed: fixed.cruisingSpeed,
    atWalls,
    margin: (i: number) => kernel.records[i]!.parameters?.safetyMargin ?? safetyMargin,
    isLocked: (i: number) => (flags[i]! & LOCKED) !== 0,
    isStoppedBy: (i: number, j: number) => {
      if (!isFiltered) return true;
      const a = agentOfKernel(kernel, i), b = agentOfKernel(kernel, j);
      return avoids(a, b) && meetInHeight(a, b);
    },
  };
  const { settled: before, waiting } = state, { left } = room;
  for (let i = 0; i < count; i++) {
    if (
      // What most come to, without more ado: nothing holds it up, and it goes on.
      before[i] === MOVING && waiting[i] === 0 && isFar(left[i]!, radius[i]!, settling) &&
      (flags[i]! & ON_RECORDS) === 0 && (atWalls.size === 0 || !atWalls.has(i))
    ) continue;
    const contacts = contactsIn(i, all, room, cells, topRadius, settling);
    room.contacts[i] = contacts;
    const settled = room.settled[i] = restingState(i, contacts, all, settling);
    if (contacts > 0) {
      const factor = easing(room.wishX[i]!, room.wishY[i]!, room.left[i]!, radius[i]!, contacts, settling);
      room.wishX[i]! *= factor;
      room.wishY[i]! *= factor;
    }
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

/** What agent number `self` is in contact with. */
function contactsIn(
  self: number,
  all: Places,
  { slotId, start }: StepColumns,
  cells: Cells,
  topRadius: number,
  p: SettlingParameters,
): number {
  if (Number.isNaN(all.goalX[self]!) || !mayLean(self, all, p)) return 0;
  const { inverseX, inverseY, mask } = cells, x = all.x[self]!, y = all.y[self]!, count = slotId.length;
  const reach = touchReach(self, all, topRadius, p) * ROUNDED_UP, square = reach * reach;
  const firstRow = Math.floor((y - reach) * inverseY), lastRow = Math.floor((y + reach) * inverseY);
  const first = Math.floor((x - reach) * inverseX), last = Math.floor((x + reach) * inverseX);
  // Where a search covers as many cells as there are agents, all are looked at.
  const isWide = !((lastRow - firstRow + 1) * (last - first + 1) < count);
  const rows = isWide ? 1 : lastRow - firstRow + 1, columns = isWide ? 1 : last - first + 1;
  let contacts = sideOfWall(self, all, p);
  for (let row = 0; row < rows; row++) {
    const begin = rowBegin(cells, firstRow + row) + first;
    // Whoever is met twice, because rows share buckets, adds nothing.
    for (let column = 0; column < columns; column++) {
      const k = begin + column & mask, from = isWide ? 0 : start[k]!, to = isWide ? count : start[k + 1]!;
      for (let t = from; t < to; t++) {
        const at = slotId[t]!, dx = all.x[at]! - x, dy = all.y[at]! - y;
        if (dx * dx + dy * dy > square || at === self) continue;
        contacts |= contactWith(self, at, all, p);
      }
    }
  }
  return contacts;
}

/** Distances are compared with this much to spare, so that rounding loses nobody (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** Agent number i as a record, with its state of rest in this step. */
export function restingOf(kernel: Kernel, i: number): CrowdAgent {
  const agent = agentOfKernel(kernel, i), settled = SETTLED_STATES[kernel.room.settled[i]!]!;
  return settled === agent.settled ? agent : { ...agent, settled };
}
