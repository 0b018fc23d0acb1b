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
 * `from` up to `to`.
 */
export function senseAgents(
  fixed: FixedColumns,
  now: StateColumns,
  step: StepColumns,
  rules: Rules,
  from: number,
  to: number,
): void {
  const { vx, vy } = now, { wishX, wishY, left, speed, pending } = step;
  for (let i = from; i < to; i++) {
    const locked = (fixed.flags[i]! & LOCKED) !== 0;
    pending[i] = !locked && (fixed.flags[i]! & ON_RECORDS) !== 0 ? FOR_RECORDS : FOR_COLUMNS;
    speed[i] = Math.max(locked ? 0 : fixed.surfaceSpeed[i]!, Math.sqrt(vx[i]! * vx[i]! + vy[i]! * vy[i]!));
    wishX[i] = 0;
    wishY[i] = 0;
    left[i] = 0;
    if (!locked) senseWish(fixed, now, step, rules.timeStep, i);
  }
}

/** `preferredVelocity` and `distanceLeft` on columns. */
function senseWish(
  fixed: FixedColumns,
  now: StateColumns,
  step: StepColumns,
  timeStep: number,
  i: number,
): void {
  const x = now.x[i]!, y = now.y[i]!;
  const first = fixed.routeFrom[i]! + now.corner[i]!, end = fixed.routeFrom[i + 1]!;
  if (first === end) return;
  let left = 0, fromX = x, fromY = y;
  const radius = fixed.radius[i]!;
  for (let k = first; k < end; k++) {
    const share = gateShare(fixed, k, end, radius, fromX, fromY);
    const toX = aimX(fixed, k, share), toY = aimY(fixed, k, share), dx = toX - fromX, dy = toY - fromY;
    left += Math.sqrt(dx * dx + dy * dy);
    fromX = toX;
    fromY = toY;
  }
  step.left[i] = left;
  const k = nextCorner(fixed, first, end, radius, x, y), share = gateShare(fixed, k, end, radius, x, y);
  const dx = aimX(fixed, k, share) - x,
    dy = aimY(fixed, k, share) - y,
    distance = Math.sqrt(dx * dx + dy * dy);
  if (distance <= AT_GOAL) return;
  const fastest = step.speed[i]!, budget = fixed.budget[i]!, soon = 2 * fastest * timeStep;
  let speed = Math.min(fixed.cruisingSpeed[i]!, fixed.maxSpeed[i]!);
  // It may have to brake: else the bound lies above its top speed, even with as much across the way.
  if (!(distance > soon && budget * (left - soon) > fastest * fastest)) {
    const vx = now.vx[i]!, vy = now.vy[i]!;
    const present = (vx * dx + vy * dy) / distance, across = (vx * dy - vy * dx) / distance;
    speed = Math.min(speed, distance / timeStep, brakingBoundFrom(present, across, left, timeStep, budget));
  }
  step.wishX[i] = dx / distance * speed;
  step.wishY[i] = dy / distance * speed;
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
  } = step;
  const opt = rules.optimizationVelocity;
  for (let s = from; s < to; s++) {
    const i = slotId[s]!, vx = now.vx[i]!, vy = now.vy[i]!;
    slotX[s] = now.x[i]!;
    slotY[s] = now.y[i]!;
    slotVx[s] = vx;
    slotVy[s] = vy;
    slotWeight[s] = (fixed.flags[i]! & LOCKED) !== 0 ? 0 : step.weight[i]!;
    slotRadius[s] = fixed.radius[i]!;
    const row = 8 * s;
    rows[row + ROW_X] = now.x[i]!;
    rows[row + ROW_Y] = now.y[i]!;
    rows[row + ROW_OPT_X] = opt === "current" ? vx : opt === "zero" ? 0 : step.wishX[i]!;
    rows[row + ROW_OPT_Y] = opt === "current" ? vy : opt === "zero" ? 0 : step.wishY[i]!;
    rows[row + ROW_RADIUS] = fixed.radius[i]!;
    rows[row + ROW_WEIGHT] = slotWeight[s]!;
    rows[row + ROW_WAY_X] = rules.timeHorizon * rows[row + ROW_OPT_X]!;
    rows[row + ROW_WAY_Y] = rules.timeHorizon * rows[row + ROW_OPT_Y]!;
    slotSpeed[s] = step.speed[i]!;
    const size = Math.sqrt(vx * vx + vy * vy);
    slotSpan[s] = size * (size / (2 * fixed.budget[i]!));
  }
}
