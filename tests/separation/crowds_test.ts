import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { counts } from "../counts.ts";
import { ALLOWED, runRandomCrowd } from "./crowd_run.ts";

it("M4: pairs that start separated never overlap at any instant, and no true stop is refused", () => {
  for (let seed = 0; seed < counts("crowds that must not overlap") / 2; seed++) {
    const found = runRandomCrowd(seed, "open", counts("steps of a crowd"));
    assertEquals(found.faults, [], `seed ${seed}`);
    assert(found.leastGap >= -ALLOWED, `seed ${seed}: ${found.leastGap}`);
  }
});
