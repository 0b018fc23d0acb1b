import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, type Crowd, stepCrowd } from "../../../crowd/mod.ts";
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

it("C2, C10: where the cap falls among neighbors that are equally far, IDs decide on both, in the way or not", () => {
  const { number, pick } = chanceOf(40_000);
  let cut = 0;
  for (let seed = 0; seed < counts("kernel sifting"); seed++) {
    const columns = 3 + Math.floor(4 * number()), spacing = pick(1, 1.25, 1.5);
    const place = (k: number) => ({ x: spacing * (k % columns), y: spacing * Math.floor(k / columns) });
    const made = createCrowd({
      agents: Array.from({ length: 6 * columns }, (_, k) => ({
        id: pick<number | string>(k, `s${k}`),
        position: place(k),
        velocity: { x: 2 * number() - 1, y: 2 * number() - 1 },
        radius: 0.3,
        maxSpeed: 1.5,
        goal: place(Math.floor(6 * columns * number())),
        budget: pick(2, 5, Infinity),
      })),
      parameters: {
        ...HALF_PLANES_ALONE,
        timeHorizon: pick(2, 4),
        neighborDistance: pick(2, 3, 5),
        maxNeighbors: pick(1, 2, 5, 10),
      },
    });
    if (made._tag === "Left") throw new Error(made.left[0].rule);
    cut += stepCrowd(made.right).report.cuts.length;
    compare(made.right, 1);
  }
  assert(cut > counts("kernel sifting"), `${cut} agents with neighbors cut off`);
});

it("C10: however many neighbors there are, more than ever before as well, all of them are kept", () => {
  for (const [count, maxNeighbors] of [[80, Infinity], [200, 180], [500, Infinity]] as const) {
    const ingredients: Ingredients = { ...LOW_BUDGETS, density: 3, kinds: "alike", budget: 2 };
    compare(
      randomCrowd(
        count,
        ingredients,
        { ...HALF_PLANES_ALONE, timeHorizon: 2, maxNeighbors },
        chanceOf(count),
      ),
      1,
    );
  }
});
