import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Crowd, stepCrowd } from "../../../crowd/mod.ts";
import { counts } from "../../counts.ts";
import { chanceOf, type Ingredients, randomCrowd } from "./random_crowds.ts";
import { compare } from "./side_by_side.ts";

/** Nothing but half-planes and discs: whoever is wrongly out of the way is missed by the solve, and nothing after it mends that. */
const HALF_PLANES_ALONE = { timeStep: 0.1, separation: "off", detour: "off", settling: "off" } as const;

/** Limits that nobody's wish fits in at once, and no walls or regions. */
const LOW_BUDGETS = { region: "none", walls: "none" } as const;

/** How many agents have a neighbor that decides for them, and how many have neighbors of which none does. */
function hindered(crowd: Crowd): readonly [deciding: number, idle: number] {
  let deciding = 0, idle = 0;
  for (const { decision: { active, margins } } of stepCrowd(crowd).report.decisions) {
    if (active.some(({ kind }) => kind === "neighbor")) deciding++;
    else if (margins.some(({ constraint }) => constraint.kind === "neighbor")) idle++;
  }
  return [deciding, idle];
}

/** Steps random crowds on both, and sees to it that sifting has something to leave out and something to keep. */
function compareSifted(
  seeds: number,
  parameters: (pick: ReturnType<typeof chanceOf>["pick"]) => Readonly<Record<string, unknown>>,
): void {
  let deciding = 0, idle = 0;
  for (let seed = 0; seed < counts("kernel sifting"); seed++) {
    const chance = chanceOf(seeds + seed), { number, pick } = chance;
    const ingredients: Ingredients = {
      ...LOW_BUDGETS,
      density: pick(0.1, 0.3, 0.8),
      kinds: pick("alike", "mixed"),
      budget: pick(0.3, 0.7, 2),
    };
    const count = 2 + Math.floor(40 * number());
    const crowd = randomCrowd(count, ingredients, { ...HALF_PLANES_ALONE, ...parameters(pick) }, chance);
    const [some, none] = hindered(crowd);
    deciding += some;
    idle += none;
    compare(crowd, 6);
  }
  assert(deciding > counts("kernel sifting"), `${deciding} with a neighbor that decides`);
  assert(idle > counts("kernel sifting"), `${idle} with neighbors of whom none decides`);
}

it("C10: from a velocity of zero, with a low budget and one neighbor, whoever is sifted out would change no bit", () => {
  compareSifted(20_000, (pick) => ({
    timeHorizon: pick(1, 2, 4),
    optimizationVelocity: "zero",
    maxNeighbors: 1,
  }));
});

it("C10: so it is by time to contact, with margins, with more neighbors and from other velocities", () => {
  compareSifted(30_000, (pick) => ({
    timeHorizon: pick(1, 2, 4),
    optimizationVelocity: pick("current", "preferred", "zero"),
    neighborRanking: pick("gap", "timeToContact"),
    safetyMargin: pick(0, 0.1, 0.5),
    maxNeighbors: pick(1, 2, 10),
    detour: pick(undefined, "off"),
  }));
});
