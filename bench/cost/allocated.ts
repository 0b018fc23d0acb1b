import { STRETCH, stretchOf } from "../stretch.ts";
import type { Crowd } from "../../crowd/crowd.ts";

/** Passes until the machine code is what it stays. */
const WARM_UP = 1000;

/** Looks at the heap, and passes between two of them: few, so that most looks have no collection between them. */
const LOOKS = 60, PASSES = 5;

/**
 * Bytes that deciding allocates per agent-step in a stretch of the crowd: the median over many looks at the heap, so that those with a
 * collection between them do not count.
 */
export function allocatedInStretch(crowd: Crowd): number {
  const decide = stretchOf(crowd), found: number[] = [];
  for (let pass = 0; pass < WARM_UP; pass++) decide();
  for (let look = 0; look < LOOKS; look++) {
    const before = Deno.memoryUsage().heapUsed;
    for (let pass = 0; pass < PASSES; pass++) decide();
    found.push((Deno.memoryUsage().heapUsed - before) / (PASSES * STRETCH));
  }
  return found.sort((a, b) => a - b)[LOOKS >> 1]!;
}
