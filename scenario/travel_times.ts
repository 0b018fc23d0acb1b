/** How long agents took to their goals, s from the run's start, of those who arrived. */
export interface TravelTimes {
  /** The first arrival. */
  readonly least: number;
  /** Half of them took no longer. */
  readonly median: number;
  /** The mean. */
  readonly mean: number;
  /** Nine in ten took no longer. */
  readonly ninth: number;
  /** The last arrival. */
  readonly most: number;
}

/** The spread of some arrival times; undefined for none. */
export function travelTimes(arrivals: readonly number[]): TravelTimes | undefined {
  const sorted = [...arrivals].sort((a, b) => a - b), count = sorted.length;
  if (count === 0) return undefined;
  const at = (share: number): number => sorted[Math.ceil(share * count) - 1]!;
  return {
    least: sorted[0]!,
    median: at(0.5),
    mean: sorted.reduce((sum, time) => sum + time, 0) / count,
    ninth: at(0.9),
    most: sorted[count - 1]!,
  };
}
