import type { Vec2 } from "../../geometry/vector.ts";

/** Who owns which place of a world that is larger than one machine. Parts are numbered from 0. */
export interface Partition {
  /** How many parts there are. */
  readonly parts: number;
  /** The one part that owns this place. */
  readonly ownerOf: (place: Vec2) => number;
  /** Whether a place is within `distance`, m, of some place that `part` owns; where in doubt, it is. */
  readonly isNear: (part: number, place: Vec2, distance: number) => boolean;
}

/**
 * Parallel stripes: part 0 owns what is left of the first cut, the last part what is right of the last one; a place on a cut
 * belongs to the right.
 *
 * @param cuts x coordinates, m, rising
 */
export function stripes(cuts: readonly number[]): Partition {
  return {
    parts: cuts.length + 1,
    ownerOf: ({ x }) => {
      let part = 0;
      while (part < cuts.length && x >= cuts[part]!) part++;
      return part;
    },
    isNear: (part, { x }, distance) =>
      x >= (cuts[part - 1] ?? -Infinity) - distance && x <= (cuts[part] ?? Infinity) + distance,
  };
}
