import {
  type FixedColumns,
  LOCKED,
  SEEN_ON_RECORDS,
  type StateColumns,
  type StepColumns,
  STUCK,
} from "./columns.ts";
import type { Tops } from "./frame.ts";
import { hasCorners } from "./sense_destinations.ts";

/** Bounds over all agents, once what each senses is known. */
export function topsOf(fixed: FixedColumns, now: StateColumns, step: StepColumns): Tops {
  const { count, budget, flags, radius: radii } = fixed, { vx, vy } = now;
  const { weight, speed: speeds, standing } = step;
  let radius = 0,
    leastRadius = Infinity,
    speed = 0,
    leastSpeed = Infinity,
    span = 0,
    weightOfAll = -1,
    isEven = true,
    locked = 0,
    strangers = 0,
    isOrdered = hasCorners(fixed, now);
  for (let i = 0; i < count; i++) {
    radius = Math.max(radius, radii[i]!);
    leastRadius = Math.min(leastRadius, radii[i]!);
    speed = Math.max(speed, speeds[i]!);
    leastSpeed = Math.min(leastSpeed, speeds[i]!);
    const size = Math.sqrt(vx[i]! * vx[i]! + vy[i]! * vy[i]!);
    span = Math.max(span, size * (size / (2 * budget[i]!)));
    if (standing[i] === STUCK) isOrdered = true;
    if ((flags[i]! & SEEN_ON_RECORDS) !== 0) strangers++;
    if ((flags[i]! & LOCKED) !== 0) locked++;
    else if (weightOfAll < 0) weightOfAll = weight[i]!;
    else if (weight[i] !== weightOfAll) isEven = false;
  }
  const mutual = fixed.layers.length === 0 && isEven && locked === 0 && weightOfAll > 0;
  return {
    radius,
    leastRadius,
    speed,
    leastSpeed,
    span,
    share: mutual ? 0.5 : 0,
    strangers,
    isOrdered,
    leastPart: isEven ? 0.5 : 0.125,
  };
}
