import { createCrowd } from "../crowd/create.ts";
import type { Crowd } from "../crowd/crowd.ts";
import { stepCrowd } from "../crowd/step.ts";
import { nextRandom } from "../solver/random.ts";
import { PARAMETERS } from "./random_scene.ts";

/** A dense crowd (0.15 agents per square metre) with random goals, some steps after its start. */
function denseCrowd(agents: number): Crowd {
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
    })),
    parameters: { ...PARAMETERS, neighborDistance: 5, maxNeighbors: 10 },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  let crowd = created.right;
  for (let k = 0; k < 20; k++) crowd = stepCrowd(crowd);
  return crowd;
}

for (const agents of [100, 1000]) {
  const crowd = denseCrowd(agents);
  Deno.bench({
    name: `one step of ${agents} agents on records`,
    group: "step",
    fn() {
      stepCrowd(crowd);
    },
  });
}
