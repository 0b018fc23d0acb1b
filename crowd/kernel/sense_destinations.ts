import type { Destination } from "../../geometry/precedence.ts";
import { destinationOf } from "../destination.ts";
import { MOVING } from "../settling.ts";
import { type FixedColumns, LOCKED, ON_RECORDS, type StateColumns } from "./columns.ts";
import type { Kernel } from "./kernel.ts";
import { isGate, nextCorner } from "./route_ahead.ts";
import { restingOf } from "./sense_rest.ts";

/** Whether somebody may have a corner left to pass: otherwise nobody goes before anybody (C6). */
export function hasCorners(fixed: FixedColumns, now: StateColumns): boolean {
  const { count, routeFrom, routeX } = fixed;
  if (routeX.length === 0) return false;
  for (let i = 0; i < count; i++) {
    if (routeFrom[i + 1]! - routeFrom[i]! - now.corner[i]! > 1) return true;
  }
  return false;
}

/** `withDestinations` on columns, once wishes and rest are known. */
export function senseDestinations(kernel: Kernel): void {
  const { fixed, state, room } = kernel, { count, routeX, routeY, flags } = fixed;
  const { toX, toY, away, afterX, afterY, onward, settled } = room;
  if (!hasCorners(fixed, state)) {
    toX.fill(NaN);
    return;
  }
  for (let i = 0; i < count; i++) {
    toX[i] =
      toY[i] =
      afterX[i] =
      afterY[i] =
        NaN;
    if ((flags[i]! & ON_RECORDS) !== 0) {
      const seen = destinationOf(restingOf(kernel, i), { x: room.wishX[i]!, y: room.wishY[i]! });
      if (seen === undefined) continue;
      toX[i] = seen.corner.x;
      toY[i] = seen.corner.y;
      away[i] = seen.left;
      afterX[i] = seen.after?.x ?? NaN;
      afterY[i] = seen.after?.y ?? NaN;
      onward[i] = seen.onward;
      continue;
    }
    const first = fixed.routeFrom[i]! + state.corner[i]!, end = fixed.routeFrom[i + 1]!;
    if (first === end || (flags[i]! & LOCKED) !== 0 || settled[i] !== MOVING) continue;
    const k = nextCorner(fixed, first, end, fixed.radius[i]!, state.x[i]!, state.y[i]!);
    if (isGate(fixed, k)) continue;
    const x = routeX[k]! - state.x[i]!, y = routeY[k]! - state.y[i]!;
    toX[i] = routeX[k]!;
    toY[i] = routeY[k]!;
    away[i] = Math.sqrt(x * x + y * y);
    onward[i] = 0;
    if (k === end - 1) continue;
    const onX = routeX[k + 1]! - routeX[k]!, onY = routeY[k + 1]! - routeY[k]!;
    afterX[i] = routeX[k + 1]!;
    afterY[i] = routeY[k + 1]!;
    onward[i] = Math.sqrt(onX * onX + onY * onY);
  }
}

/** An agent's destination as a record, once it is sensed. */
export function destinationIn({ room }: Kernel, i: number): Destination | undefined {
  if (room.toX.length === 0 || Number.isNaN(room.toX[i]!)) return undefined;
  const x = room.toX[i]!, y = room.toY[i]!, afterX = room.afterX[i]!;
  const wish = { x: room.wishX[i]!, y: room.wishY[i]! }, left = room.away[i]!, onward = room.onward[i]!;
  return Number.isNaN(afterX)
    ? { corner: { x, y }, left, onward, wish }
    : { corner: { x, y }, left, after: { x: afterX, y: room.afterY[i]! }, onward, wish };
}
