import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { nextRandom } from "../../solver/random.ts";

/** A random dense crowd, made with exact arithmetic alone. */
export function denseCrowd(agents: number, kind: "plain" | "full"): Crowd {
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
      ...(kind === "full" ? { budget: 5 } : {}),
    })),
    parameters: {
      timeHorizon: 2,
      timeStep: 0.1,
      neighborDistance: 5,
      maxNeighbors: 10,
      ...(kind === "full" ? {} : { separation: "off", detour: "off", settling: "off" }),
    },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  return created.right;
}
