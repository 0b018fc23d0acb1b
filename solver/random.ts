/** State of the seeded generator: a 32-bit number, carried by the caller. */
export type RandomState = number;

/**
 * The next number of a small seeded generator (mulberry32): 32-bit integer operations only, the same on every engine.
 *
 * @returns a number in [0, 1) and the state to go on with
 */
export function nextRandom(state: RandomState): readonly [number, RandomState] {
  const next = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(next ^ (next >>> 15), next | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return [((t ^ (t >>> 14)) >>> 0) / 4294967296, next];
}
