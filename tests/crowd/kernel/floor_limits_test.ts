import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, stepCrowd } from "../../../crowd/mod.ts";
import { counts } from "../../counts.ts";
import { chanceOf } from "./random_crowds.ts";
import { compare } from "./side_by_side.ts";

it("M7, C10: a plane that is not laid, because nothing in the step takes the agent so far, would change no bit", () => {
  const { number, pick } = chanceOf(50_000);
  let held = 0;
  for (let seed = 0; seed < counts("kernel sifting"); seed++) {
    // Walkers too far apart to overlap, each as fast as may be, in any direction: pairs that meet, pass, follow and part.
    const columns = 2 + Math.floor(4 * number()), spacing = pick(0.7, 0.9, 1.2), play = spacing - 0.61;
    const made = createCrowd({
      agents: Array.from({ length: columns * columns }, (_, id) => ({
        id,
        position: {
          x: spacing * (id % columns) + play * number(),
          y: spacing * Math.floor(id / columns) + play * number(),
        },
        velocity: { x: pick(0, 0.3, 1) * (2 * number() - 1), y: pick(0, 0.3, 1) * (2 * number() - 1) },
        radius: 0.3,
        maxSpeed: pick(0.5, 1.5),
        goal: { x: 10 * number() - 5, y: 10 * number() - 5 },
        budget: pick(0.7, 2, 5, 20),
        responsibility: pick(1, 1, 1, 0.5, 3),
      })),
      parameters: {
        timeHorizon: pick(0.2, 2),
        timeStep: pick(0.05, 0.1, 0.25),
        maxNeighbors: pick(1, 10),
        fallback: pick("leastViolation", "brake", "stop", "keepPrevious"),
        detour: pick("off", undefined),
      },
    });
    if (made._tag === "Left") throw new Error(made.left[0].rule);
    for (const { decision: { active } } of stepCrowd(made.right).report.decisions) {
      if (active.some(({ kind }) => kind === "floor")) held++;
    }
    compare(made.right, 4);
  }
  assert(held > counts("kernel sifting"), `${held} held by a plane of the floor`);
});
