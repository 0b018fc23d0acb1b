import type { Destination } from "../../geometry/precedence.ts";
import { destinationOf, stateOf } from "../destination.ts";
import { isStuck } from "../detour.ts";
import { isBarred } from "../line_of_sight.ts";
import { indexObstacles, type ObstacleIndex } from "../obstacle_search.ts";
import { MOVING } from "../contact.ts";
import {
  type FixedColumns,
  LOCKED,
  ON_ITS_WAY,
  ON_RECORDS,
  RESTING,
  type StateColumns,
  STUCK,
} from "./columns.ts";
import type { Kernel } from "./kernel.ts";
import { isGate, nextCorner } from "./route_ahead.ts";
import { restingOf } from "./sense_rest.ts";
import type { Wish } from "../wish.ts";

/** Whether somebody may have a corner left to pass. */
export function hasCorners(fixed: FixedColumns, now: StateColumns): boolean {
  const { count, routeFrom, routeX } = fixed;
  if (routeX.length === 0) return false;
  for (let i = 0; i < count; i++) {
    if (routeFrom[i + 1]! - routeFrom[i]! - now.corner[i]! > 1) return true;
  }
  return false;
}

/**
 * `withDestinations` on columns, once wishes and rest are known.
 *
 * @param wishes of those on records, by number
 */
export function senseDestinations(kernel: Kernel, wishes: ReadonlyMap<number, Wish>): void {
  const { fixed, state, room } = kernel, { count, radius, routeX, routeY, flags } = fixed;
  const { toX, toY, afterX, afterY, onward, standing } = room, hasAfter = afterX.length > 0;
  const { detour } = kernel.parameters, patience = detour === "off" ? Infinity : detour.patience;
  let index: ObstacleIndex | undefined;
  const walls = () => index ??= indexObstacles(kernel.obstacles); // few steps need it
  const { settled } = room, { waiting } = state;
  let some = hasCorners(fixed, state);
  for (let i = 0; i < count; i++) {
    // What most are, without more ado: who has not waited is not stuck, unless all patience is none.
    if (waiting[i] === 0 && patience * radius[i]! > 0 && (flags[i]! & ON_RECORDS) === 0) {
      standing[i] = settled[i] === MOVING ? ON_ITS_WAY : RESTING;
      continue;
    }
    standing[i] = standingOf(kernel, wishes, walls, i);
    if (standing[i] === STUCK) some = true;
  }
  if (!some) { // nobody goes before anybody
    toX.fill(NaN);
    return;
  }
  for (let i = 0; i < count; i++) {
    toX[i] = toY[i] = NaN;
    if (hasAfter) afterX[i] = afterY[i] = NaN;
    if ((flags[i]! & ON_RECORDS) !== 0) {
      const seen = destinationOf(restingOf(kernel, i), wishes.get(i)!, undefined);
      if (seen === undefined) continue;
      toX[i] = seen.corner.x;
      toY[i] = seen.corner.y;
      if (!hasAfter) continue;
      afterX[i] = seen.after?.x ?? NaN;
      afterY[i] = seen.after?.y ?? NaN;
      onward[i] = seen.onward;
      continue;
    }
    const first = fixed.routeFrom[i]! + state.corner[i]!, end = fixed.routeFrom[i + 1]!;
    if (first === end || (flags[i]! & LOCKED) !== 0) continue;
    const k = nextCorner(fixed, first, end, fixed.radius[i]!, state.x[i]!, state.y[i]!);
    if (isGate(fixed, k)) continue;
    toX[i] = routeX[k]!;
    toY[i] = routeY[k]!;
    if (!hasAfter) continue;
    onward[i] = 0;
    if (k === end - 1) continue;
    const onX = routeX[k + 1]! - routeX[k]!, onY = routeY[k + 1]! - routeY[k]!;
    afterX[i] = routeX[k + 1]!;
    afterY[i] = routeY[k + 1]!;
    onward[i] = Math.sqrt(onX * onX + onY * onY);
  }
}

/** `stateOf` on columns. */
function standingOf(
  kernel: Kernel,
  wishes: ReadonlyMap<number, Wish>,
  walls: () => ObstacleIndex,
  i: number,
): number {
  const { fixed, state, room, parameters } = kernel, { detour } = parameters;
  if ((fixed.flags[i]! & ON_RECORDS) !== 0) {
    const found = stateOf(restingOf(kernel, i), wishes.get(i)!, walls(), parameters);
    return found === undefined ? ON_ITS_WAY : found === "stuck" ? STUCK : RESTING;
  }
  if (room.settled[i] !== MOVING) return RESTING;
  if (detour === "off" || (fixed.flags[i]! & LOCKED) !== 0) return ON_ITS_WAY;
  const x = room.wishX[i]!, y = room.wishY[i]!, vx = state.vx[i]!, vy = state.vy[i]!;
  const radius = fixed.radius[i]!, speed = fixed.cruisingSpeed[i]!;
  const goesOn = room.left[i] === Infinity && x === vx && y === vy;
  wish.x = goesOn ? speed : x;
  wish.y = goesOn ? 0 : y;
  if (wish.x === 0 && wish.y === 0) return ON_ITS_WAY;
  if (!isStuck(wish, vx, vy, state.waiting[i]!, radius, speed, detour)) return ON_ITS_WAY;
  if (room.left[i]! < detour.noneWithin * radius) return ON_ITS_WAY;
  const first = fixed.routeFrom[i]! + state.corner[i]!, end = fixed.routeFrom[i + 1]!;
  if (first === end || kernel.obstacles.length === 0) return STUCK;
  here.x = state.x[i]!;
  here.y = state.y[i]!;
  const k = nextCorner(fixed, first, end, radius, here.x, here.y);
  there.x = fixed.routeX[k]!;
  there.y = fixed.routeY[k]!;
  return isBarred(walls(), here, there) ? ON_ITS_WAY : STUCK;
}

const wish = { x: 0, y: 0 }, here = { x: 0, y: 0 }, there = { x: 0, y: 0 };

/** What neighbors are told of it. */
const STATES = [undefined, "stuck", "resting"] as const;

/** An agent's destination as a record, once it is sensed. */
export function destinationIn({ room, state: now }: Kernel, i: number): Destination | undefined {
  if (Number.isNaN(room.toX[i]!)) return undefined;
  const x = room.toX[i]! - now.x[i]!, y = room.toY[i]! - now.y[i]!;
  const afterX = room.afterX[i] ?? NaN, state = STATES[room.standing[i]!];
  return {
    corner: { x: room.toX[i]!, y: room.toY[i]! },
    left: Math.sqrt(x * x + y * y),
    ...(Number.isNaN(afterX) ? {} : { after: { x: afterX, y: room.afterY[i]! } }),
    onward: room.onward[i] ?? 0,
    wish: { x: room.wishX[i]!, y: room.wishY[i]! },
    ...(state === undefined ? {} : { state }),
  };
}
