import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import { explore } from "../../tools/handoff/explorer.ts";
import { faults } from "./faults.ts";

const found = explore();

it("H17: every reachable state is explored, with crashes between all commands, and no rule is broken", () => {
  assertEquals(found.violation, undefined);
  assertEquals(found.states, 2528); // a change of the reducer or of the alphabet that changes this is meant to be seen
  assert(found.situations > 10_000, `${found.situations}`);
  assert(found.steps > 300_000, `${found.steps}`);
});

it("H17: the ways between phases are those of the clause, the ways off the edge, and restarts", () => {
  const ways = new Set([...found.arcs.values()].map(({ from, to }) => `${from} ${to}`));
  ways.delete("Following Following");
  ways.delete("Stopping Stopping");
  assertEquals([...ways].sort(), [
    "Adopting AtBoundary",
    "Adopting Following",
    "Adopting Stopping",
    "Approaching AtBoundary",
    "Approaching Stopping",
    "AtBoundary Adopting",
    "AtBoundary Stopping",
    "Following Approaching",
    "Stopping Approaching",
    "Stopping AtBoundary",
    "Stopping Following",
  ]);
});

for (const { name, breaks, reduce } of faults) {
  it(`H17: a fault is caught: ${name}`, () => {
    const { violation } = explore(reduce);
    assertStringIncludes(violation?.rule ?? "nothing is broken", breaks);
  });
}
