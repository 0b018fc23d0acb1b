import { createCrowd } from "../crowd/create.ts";
import type { Crowd } from "../crowd/crowd.ts";
import { crowdOfKernel } from "../crowd/kernel/crowd_of_kernel.ts";
import { kernelOf } from "../crowd/kernel/kernel.ts";
import { stepKernel } from "../crowd/kernel/step.ts";
import { nextRandom } from "../solver/random.ts";
import { PARAMETERS } from "./random_scene.ts";

/**
 * What is computed: ORCA with a speed disc alone; or the defaults of a crowd with a budget of 5 m/s²: separation floor, detour
 * memory, settling and a reachable disc as well.
 */
export type Work = "plain" | "whole";

/** Agents per square metre, unless it is said otherwise. */
const DENSITY = 0.15;

/**
 * A random dense crowd with random goals, the same from run to run and from engine to engine: it is made with exact arithmetic
 * alone. Some agents overlap at its start.
 *
 * @param density agents per square metre
 */
export function denseCrowd(agents: number, work: Work, density = DENSITY): Crowd {
  const side = Math.sqrt(agents / density);
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
      ...(work === "plain" ? {} : { budget: 5 }),
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

/** Steps from the start until the crowd is in motion. */
const UNDER_WAY = 20;

/** The same some steps after its start. */
export function denseCrowdInMotion(agents: number, work: Work, density = DENSITY): Crowd {
  let kernel = kernelOf(denseCrowd(agents, work, density));
  for (let step = 0; step < UNDER_WAY; step++) kernel = stepKernel(kernel);
  return crowdOfKernel(kernel);
}
