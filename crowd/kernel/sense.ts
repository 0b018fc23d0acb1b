import { brakingBoundFrom } from "../../boundary/braking_bound.ts";
import { AT_GOAL } from "../preferred_velocity.ts";
import {
  type FixedColumns,
  FOR_COLUMNS,
  FOR_RECORDS,
  LOCKED,
  ON_RECORDS,
  ROW_OPT_X,
  ROW_OPT_Y,
  ROW_RADIUS,
  ROW_WAY_X,
  ROW_WAY_Y,
  ROW_WEIGHT,
  ROW_X,
  ROW_Y,
  type StateColumns,
  type StepColumns,
} from "./columns.ts";
import type { Frame, Rules } from "./frame.ts";
import { aimX, aimY, gateShare, nextCorner } from "./route_ahead.ts";

/**
 * First phase of a step: what each agent wishes (C5), how far it has to go, and how fast it may come, for the agents from
 * `from` up to `to`. `preferredVelocity` and `distanceLeft` on columns.
 */
export function senseAgents(
  fixed: FixedColumns,
  now: StateColumns,
  step: StepColumns,
  { timeStep }: Rules,
  from: number,
  to: number,
): void {
  const { x, y, vx, vy, corner } = now, { wishX, wishY, left, speed, pending } = step;
  const { flags, surfaceSpeed, maxSpeed, cruisingSpeed, budget, radius, routeFrom, routeX, routeY } = fixed;
  for (let i = from; i < to; i++) {
    const locked = (flags[i]! & LOCKED) !== 0, first = routeFrom[i]! + corner[i]!, end = routeFrom[i + 1]!;
    const own = Math.sqrt(vx[i]! * vx[i]! + vy[i]! * vy[i]!), cap = locked ? 0 : surfaceSpeed[i]!;
    const fastest = own > cap ? own : cap;
    pending[i] = !locked && (flags[i]! & ON_RECORDS) !== 0 ? FOR_RECORDS : FOR_COLUMNS;
    speed[i] = fastest;
    wishX[i] = 0;
    wishY[i] = 0;
    left[i] = 0;
    if (locked || first === end) continue;
    let toX = routeX[first]!, toY = routeY[first]!;
    const isDirect = end - first === 1;
    if (!isDirect) {
      const k = nextCorner(fixed, first, end, radius[i]!, x[i]!, y[i]!);
      const share = gateShare(fixed, k, end, radius[i]!, x[i]!, y[i]!);
      toX = aimX(fixed, k, share);
      toY = aimY(fixed, k, share);
    }
    const dx = toX - x[i]!, dy = toY - y[i]!, distance = Math.sqrt(dx * dx + dy * dy);
    const ahead = isDirect ? distance : leftAlong(fixed, first, end, radius[i]!, x[i]!, y[i]!);
    left[i] = ahead;
    if (distance <= AT_GOAL) continue;
    const soon = 2 * fastest * timeStep;
    let wished = Math.min(cruisingSpeed[i]!, maxSpeed[i]!);
    // It may have to brake: else the bound lies above its top speed, even with as much across the way.
    if (!(distance > soon && budget[i]! * (ahead - soon) > fastest * fastest)) {
      const toward = (vx[i]! * dx + vy[i]! * dy) / distance, across = (vx[i]! * dy - vy[i]! * dx) / distance;
      const bound = brakingBoundFrom(toward, across, ahead, timeStep, budget[i]!);
      wished = Math.min(wished, distance / timeStep, bound);
    }
    wishX[i] = dx / distance * wished;
    wishY[i] = dy / distance * wished;
  }
}

/** How far a disc at (x, y) has to go along the corners from `first` up to `end`, m. */
function leftAlong(
  fixed: FixedColumns,
  first: number,
  end: number,
  radius: number,
  x: number,
  y: number,
): number {
  let left = 0, fromX = x, fromY = y;
  for (let k = first; k < end; k++) {
    const share = gateShare(fixed, k, end, radius, fromX, fromY);
    const toX = aimX(fixed, k, share), toY = aimY(fixed, k, share), dx = toX - fromX, dy = toY - fromY;
    left += Math.sqrt(dx * dx + dy * dy);
    fromX = toX;
    fromY = toY;
  }
  return left;
}

/** Second phase, after sorting: copies what neighbors see of the agents in the slots from `from` up to `to`. */
export function fillSlots({ fixed, now, step, rules }: Frame, from: number, to: number): void {
  const {
    slotId,
    slotX,
    slotY,
    slotVx,
    slotVy,
    rows,
    slotRadius,
    slotSpeed,
    slotSpan,
    slotWeight,
    wishX,
    wishY,
    weight,
    speed,
    standing,
    slotStanding,
  } = step;
  const { x, y, vx, vy } = now, { radius, budget, flags } = fixed;
  const opt = rules.optimizationVelocity, { timeHorizon } = rules;
  for (let s = from; s < to; s++) {
    const i = slotId[s]!, ownX = vx[i]!, ownY = vy[i]!, row = 8 * s;
    const optX = opt === "current" ? ownX : opt === "zero" ? 0 : wishX[i]!;
    const optY = opt === "current" ? ownY : opt === "zero" ? 0 : wishY[i]!;
    const part = (flags[i]! & LOCKED) !== 0 ? 0 : weight[i]!;
    slotX[s] = x[i]!;
    slotY[s] = y[i]!;
    slotVx[s] = ownX;
    slotVy[s] = ownY;
    slotWeight[s] = part;
    slotRadius[s] = radius[i]!;
    rows[row + ROW_X] = x[i]!;
    rows[row + ROW_Y] = y[i]!;
    rows[row + ROW_OPT_X] = optX;
    rows[row + ROW_OPT_Y] = optY;
    rows[row + ROW_RADIUS] = radius[i]!;
    rows[row + ROW_WEIGHT] = part;
    rows[row + ROW_WAY_X] = timeHorizon * optX;
    rows[row + ROW_WAY_Y] = timeHorizon * optY;
    slotSpeed[s] = speed[i]!;
    slotStanding[s] = standing[i]!;
    const size = Math.sqrt(ownX * ownX + ownY * ownY);
    slotSpan[s] = size * (size / (2 * budget[i]!));
  }
}
