import { createCrowd } from "../crowd/create.ts";
import type { Crowd } from "../crowd/crowd.ts";
import { type Kernel, kernelOf } from "../crowd/kernel/kernel.ts";
import { stepKernel } from "../crowd/kernel/step.ts";
import { stepCrowd } from "../crowd/step.ts";
import { nextRandom } from "../solver/random.ts";
import { PARAMETERS } from "./random_scene.ts";

/** What is computed: ORCA with a speed disc alone; or floor, detour memory, settling and a reachable disc as well. */
type Work = "plain" | "whole";

/** A dense crowd (0.15 agents per square metre) with random goals. */
function denseCrowd(agents: number, work: Work): Crowd {
  const side = Math.sqrt(agents / 0.15);
  let state = 5;
  const random = (): number => {
    const [value, next] = nextRandom(state);
    state = next;
    return value * side;
  };
  const created = createCrowd({
    agents: Array.from({ length: agents }, (_, id) => ({
      id,
      position: { x: random(), y: random() },
      goal: { x: random(), y: random() },
      radius: 0.3,
      maxSpeed: 1.5,
      ...(work === "plain" ? {} : { budget: 3 }),
    })),
    parameters: {
      ...PARAMETERS,
      neighborDistance: 5,
      maxNeighbors: 10,
      ...(work === "plain" ? { separation: "off", detour: "off", settling: "off" } : {}),
    },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  return created.right;
}

for (const agents of [1_000, 10_000, 100_000]) {
  for (const work of ["plain", "whole"] as const) {
    let kernel: Kernel = kernelOf(denseCrowd(agents, work)), spare: Kernel | undefined;
    const step = (): void => {
      const next = stepKernel(kernel, undefined, spare);
      spare = kernel;
      kernel = next;
    };
    for (let k = 0; k < 20; k++) step();
    Deno.bench({ name: `one step of ${agents} agents in columns, ${work}`, group: `${agents}`, fn: step });
  }
}

for (const work of ["plain", "whole"] as const) {
  let crowd = denseCrowd(1_000, work);
  for (let k = 0; k < 20; k++) crowd = stepCrowd(crowd);
  Deno.bench({
    name: `one step of 1000 agents on records, ${work}`,
    group: "1000",
    fn() {
      stepCrowd(crowd);
    },
  });
}
