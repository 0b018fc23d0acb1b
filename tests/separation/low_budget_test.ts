import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { counts } from "../counts.ts";
import { HORIZON, leastGapClamped, leastGapOf, randomEncounter, runEncounter, SPEED } from "./encounters.ts";

/** Encounters from rest with this maxSpeed/(budget·horizon): none overlaps with the floor, and many when clamped. */
function neverOverlap(ratio: number, clampedShare: number): void {
  const budget = SPEED / (ratio * HORIZON), n = counts("low budget encounters");
  let clamped = 0;
  for (let seed = 0; seed < n; seed++) {
    const encounter = randomEncounter(seed, budget, "atRest");
    const gap = leastGapOf(runEncounter(encounter, "floor", 200));
    assert(gap >= -1e-12, `seed ${seed}: ${gap}`);
    if (leastGapClamped(encounter, 200) < 0) clamped++;
  }
  assert(clamped > clampedShare * n, `only ${clamped} of ${n} overlap when clamped`);
}

it("M4: two that need 3 horizons to reach their speed never overlap; many do when ORCA is clamped afterwards", () => {
  neverOverlap(3, 0.4);
});

it("M4: two that need 6 horizons to reach their speed never overlap; most do when ORCA is clamped afterwards", () => {
  neverOverlap(6, 0.5);
});
