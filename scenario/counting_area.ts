import type { Vec2 } from "../geometry/vector.ts";
import { type Polygon, twiceArea } from "../boundary/polygon.ts";
import { signedDistance } from "./wall_clearance.ts";

/** A place in which agents are counted (C13). */
export interface CountingArea {
  /** Its name, unique among the scenario's areas. */
  readonly id: string;
  /** Its corners, counter-clockwise, m. */
  readonly polygon: Polygon;
}

/** How many agents were in an area so far. */
export interface AreaCount {
  /** Where. */
  readonly area: CountingArea;
  /** Most at once. */
  readonly peak: number;
  /** When that was first so, s from the run's start. */
  readonly peakTime: number;
  /** Agents inside, summed over the steps' ends. */
  readonly sum: number;
  /** Steps at whose ends somebody was inside. */
  readonly steps: number;
}

/** The count of an area before the run, with those who start in it. */
export function startArea(area: CountingArea, centers: readonly Vec2[]): AreaCount {
  return { area, peak: inside(area, centers), peakTime: 0, sum: 0, steps: 0 };
}

/** The count after one more step, which ended at `time`. */
export function countInside(count: AreaCount, time: number, centers: readonly Vec2[]): AreaCount {
  const now = inside(count.area, centers);
  if (now === 0) return count;
  const isMore = now > count.peak;
  return {
    area: count.area,
    peak: isMore ? now : count.peak,
    peakTime: isMore ? time : count.peakTime,
    sum: count.sum + now,
    steps: count.steps + 1,
  };
}

function inside({ polygon }: CountingArea, centers: readonly Vec2[]): number {
  return centers.reduce((sum, center) => signedDistance(center, polygon) <= 0 ? sum + 1 : sum, 0);
}

/** Most agents at once per square metre, 1/m². */
export function peakDensity({ area, peak }: AreaCount): number {
  return 2 * peak / twiceArea(area.polygon);
}

/** Agents per square metre while somebody was inside, averaged over time, 1/m²; 0 for an area that stayed empty. */
export function meanDensity({ area, sum, steps }: AreaCount): number {
  return steps === 0 ? 0 : 2 * sum / (steps * twiceArea(area.polygon));
}
