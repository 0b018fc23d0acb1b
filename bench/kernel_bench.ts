/**
 * The random dense crowd in columns, and one step of it on records. The least times are what docs/kernel.md shows, divided by the
 * number of agents: a machine that is shared with others adds to a time and takes nothing away.
 *
 * A whole step of many agents is seldom left alone on such a machine; so the phase that decides, nearly all of a step, is measured
 * on a stretch of them as well.
 *
 * @module
 */
import { type Kernel, kernelOf } from "../crowd/kernel/kernel.ts";
import { stepKernel } from "../crowd/kernel/step.ts";
import { stepCrowd } from "../crowd/step.ts";
import { denseCrowdInMotion } from "./dense_crowd.ts";
import { STRETCH, stretchOf } from "./stretch.ts";

/** After so many steps a run begins again where it was, so that it stays the crowd that it is about. */
const STEPS = 20;

for (const agents of [1_000, 10_000, 100_000]) {
  for (const work of ["plain", "whole"] as const) {
    let start: Kernel | undefined, kernel: Kernel | undefined, spare: Kernel | undefined, steps = 0;
    Deno.bench({
      name: `one step of ${agents} agents in columns, ${work}`,
      group: `${agents}`,
      n: Math.max(20, 400_000 / agents),
      warmup: Math.max(20, 400_000 / agents), // until the engine has compiled what it compiles
      fn() {
        start ??= kernelOf(denseCrowdInMotion(agents, work));
        const before = kernel;
        kernel = stepKernel(before === undefined || steps % STEPS === 0 ? start : before, undefined, spare);
        spare = before;
        steps++;
      },
    });
    let decide: (() => void) | undefined;
    Deno.bench({
      name: `deciding for ${STRETCH} of ${agents} agents, ${work}`,
      group: `stretch of ${agents}`,
      n: 1_000,
      warmup: 100,
      fn() {
        decide ??= stretchOf(denseCrowdInMotion(agents, work));
        decide();
      },
    });
  }
}

for (const work of ["plain", "whole"] as const) {
  const crowd = denseCrowdInMotion(1_000, work);
  Deno.bench({
    name: `one step of 1000 agents on records, ${work}`,
    group: "1000",
    fn() {
      stepCrowd(crowd);
    },
  });
}
