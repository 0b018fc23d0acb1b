import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { waitingCycles } from "../../cooperation/mod.ts";
import { type AgentId, compareAgentIds } from "../../geometry/mod.ts";
import { frozen } from "../geometry/frozen.ts";
import { runs } from "../geometry/pairs.ts";

type Waits = readonly (readonly [AgentId, readonly AgentId[]])[];

/** Groups by reachability (Floyd–Warshall): two agents belong together when each can be reached from the other. */
function oracle(waits: Waits): readonly (readonly AgentId[])[] {
  const ids = waits.map(([id]) => id).sort(compareAgentIds), n = ids.length, edges = new Map(waits);
  const reach = ids.map((from) => ids.map((to) => edges.get(from)?.includes(to) ?? false));
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) reach[i]![j] ||= reach[i]![k]! && reach[k]![j]!;
    }
  }
  return ids.flatMap((_, i) => {
    const group = ids.filter((_, j) => j === i || (reach[i]![j]! && reach[j]![i]!));
    return group.length > 1 && group[0] === ids[i] ? [group] : [];
  });
}

const names: readonly AgentId[] = [3, "a", -1, "b", 10, "", 0.5, "c", 2, "z"];
const waitings: fc.Arbitrary<Waits> = fc.integer({ min: 0, max: names.length }).chain((n) =>
  fc.tuple(
    fc.shuffledSubarray([...names], { minLength: n, maxLength: n }),
    // Few edges leave many groups, many leave one; some lead to agents that wait for nobody, or to oneself.
    fc.integer({ min: 0, max: 3 }).chain((most) =>
      fc.array(fc.array(fc.constantFrom(...names, "nobody"), { maxLength: most }), {
        minLength: n,
        maxLength: n,
      })
    ),
  ).map(([keys, others]) => keys.map((id, i): readonly [AgentId, readonly AgentId[]] => [id, others[i]!]))
);

it("N1: groups that wait for each other are those that reachability gives", () => {
  fc.assert(
    fc.property(waitings, (waits) => assertEquals(waitingCycles(new Map(frozen(waits))), oracle(waits))),
    runs("waiting cycles"),
  );
});

it("N1: the order in which waiting is listed does not matter", () => {
  fc.assert(
    fc.property(waitings, (waits) => {
      const reversed = [...waits].reverse().map(([id, others]) => [id, [...others].reverse()] as const);
      assertEquals(waitingCycles(new Map(reversed)), waitingCycles(new Map(waits)));
    }),
    runs("waiting cycles"),
  );
});

it("N1: a pair, a ring, and two rings that one agent connects", () => {
  assertEquals(waitingCycles(new Map([["a", ["b"]], ["b", ["a"]]])), [["a", "b"]]);
  assertEquals(waitingCycles(new Map([[1, [2]], [2, [3]], [3, [1]], [4, [1]]])), [[1, 2, 3]]);
  assertEquals(
    waitingCycles(new Map<AgentId, AgentId[]>([["d", ["c"]], ["c", ["d", 1]], [1, [2]], [2, [1]]])),
    [[1, 2], ["c", "d"]],
  );
  assertEquals(waitingCycles(new Map([["a", ["b", "c"]], ["b", ["a"]], ["c", ["a"]]])), [["a", "b", "c"]]);
});

it("N1: waiting for oneself, for nobody, or for one who does not wait is no cycle", () => {
  assertEquals(waitingCycles(new Map()), []);
  assertEquals(waitingCycles(new Map([["a", ["a"]], ["b", []], ["c", ["b", "parked"]]])), []);
});

it("N1: a jam of many thousand agents is no depth too great", () => {
  const n = 50_000, ring = new Map(Array.from({ length: n }, (_, i) => [i, [(i + 1) % n]]));
  assertEquals(waitingCycles(ring)[0]?.length, n);
  ring.set(n - 1, []);
  assertEquals(waitingCycles(ring), []);
});
