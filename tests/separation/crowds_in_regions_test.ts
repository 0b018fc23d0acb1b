import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { counts } from "../counts.ts";
import { ALLOWED, runRandomCrowd } from "./crowd_run.ts";

it("M4, B20: in regions whose edges move no pair overlaps, and nobody leaves, at any instant", () => {
  for (let seed = 0; seed < counts("crowds that must not overlap") / 2; seed++) {
    const found = runRandomCrowd(seed, "region", counts("steps of a crowd"));
    assertEquals(found.faults, [], `seed ${seed}`);
    assert(found.leastGap >= -ALLOWED, `seed ${seed}: ${found.leastGap}`);
    assert(found.leastMargin >= -ALLOWED, `seed ${seed}: ${found.leastMargin}`);
  }
});
