/**
 * One step of the random dense crowd in columns and on records. The time of a step is that of all its agents: divide it by their
 * number.
 *
 * @module
 */
import { type Kernel, kernelOf } from "../crowd/kernel/kernel.ts";
import { stepKernel } from "../crowd/kernel/step.ts";
import { stepCrowd } from "../crowd/step.ts";
import { denseCrowdInMotion } from "./dense_crowd.ts";

/** After so many steps the run begins again where it was, so that it stays the crowd that it is about. */
const STEPS = 20;

for (const agents of [1_000, 10_000, 100_000]) {
  for (const work of ["plain", "whole"] as const) {
    let start: Kernel | undefined, kernel: Kernel | undefined, spare: Kernel | undefined, steps = 0;
    Deno.bench({
      name: `one step of ${agents} agents in columns, ${work}`,
      group: `${agents}`,
      n: Math.max(40, 400_000 / agents),
      warmup: 20,
      fn() {
        start ??= kernelOf(denseCrowdInMotion(agents, work));
        const before = kernel;
        kernel = stepKernel(before === undefined || steps % STEPS === 0 ? start : before, undefined, spare);
        spare = before;
        steps++;
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
