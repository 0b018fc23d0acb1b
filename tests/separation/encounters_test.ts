import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { CrowdAgent } from "../../crowd/mod.ts";
import { counts } from "../counts.ts";
import { HORIZON, leastGapOf, randomEncounter, type Run, runEncounter, SPEED } from "./encounters.ts";

/** maxSpeed/(2·budget·horizon); 0: unlimited. */
const RATIOS = [0, 0.1, 0.25, 0.5, 1, 2];

function sameBits(a: CrowdAgent, b: CrowdAgent): boolean {
  const numbers = (
    { position: p, velocity: v, detour, waiting }: CrowdAgent,
  ) => [p.x, p.y, v.x, v.y, detour, waiting];
  const others = numbers(b);
  return numbers(a).every((value, k) => Object.is(value, others[k]));
}

/** The first snapshot in which two runs differ by a bit; Infinity: none. */
function firstDifference(one: Run, other: Run): number {
  for (let tick = 0; tick < Math.min(one.crowds.length, other.crowds.length); tick++) {
    if (one.crowds[tick]!.agents.some((agent, i) => !sameBits(agent, other.crowds[tick]!.agents[i]!))) {
      return tick;
    }
  }
  return one.crowds.length === other.crowds.length ? Infinity : 0;
}

it("M8: until a plane is laid, and wherever none ever is, the trajectories are those without the floor, bit for bit", () => {
  let culled = 0, laidInVain = 0, bound = 0;
  for (let seed = 0; seed < counts("encounters"); seed++) {
    const ratio = RATIOS[seed % RATIOS.length]!;
    const budget = ratio === 0 ? Infinity : SPEED / (2 * ratio * HORIZON);
    const encounter = randomEncounter(seed, budget, "cruising");
    const on = runEncounter(encounter, "floor", 100), off = runEncounter(encounter, "off", 100);
    const difference = firstDifference(on, off);
    assert(difference > on.firstPlane || difference === Infinity, `seed ${seed}: at ${difference}`);
    if (on.firstPlane === Infinity) culled++;
    else if (difference === Infinity) laidInVain++;
    else bound++;
    assert(leastGapOf(on) >= -1e-12, `seed ${seed}: ${leastGapOf(on)}`);
  }
  const n = counts("encounters");
  assert(culled > 0.02 * n && laidInVain > 0.1 * n && bound > 0.3 * n, `${culled}, ${laidInVain}, ${bound}`);
});

it("M8: with an unlimited budget the floor binds where ORCA grazes, and never where it keeps a meter", () => {
  const grazing = [0, 0], wide = [0, 0];
  for (let seed = 0; seed < counts("encounters") / 5; seed++) {
    const encounter = randomEncounter(seed, Infinity, "cruising");
    const on = runEncounter(encounter, "floor", 150), off = runEncounter(encounter, "off", 150);
    const gap = leastGapOf(off), binds = firstDifference(on, off) < Infinity ? 1 : 0;
    if (gap < 0.01) grazing[binds]!++;
    if (gap > 1) wide[binds]!++;
  }
  assertEquals([grazing[0], wide[1]], [0, 0]);
  assert(grazing[1]! > 20 && wide[0]! > 3, `${grazing} ${wide}`);
});
