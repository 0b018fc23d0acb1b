import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "npm:fast-check@^4";
import {
  appended,
  EMPTY_LIST,
  itemAt,
  itemsOf,
  type ListNode,
  listOf,
  type PersistentList,
  withItem,
  withoutFirst,
} from "../../crowd/persistent_list.ts";
import { hearCrossing } from "../../crowd/hear_crossing.ts";
import { tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { senseCrossings } from "../../crowd/tiled_step.ts";
import { counts } from "../counts.ts";
import { GROUND, right, slopeCrowd } from "../driver/slope.ts";
import { frozen } from "../geometry/frozen.ts";

it("C1: an immutable list holds what an array would, whatever is done to it in any order, and old ones stay as they were", () => {
  const change = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant("append" as const), many: fc.integer({ min: 1, max: 90 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("drop" as const), many: fc.integer({ min: 1, max: 60 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("replace" as const), many: fc.nat(2000) }) },
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let list: PersistentList<number> = EMPTY_LIST, array: number[] = [], next = 0;
      const before: (readonly [PersistentList<number>, readonly number[]])[] = [];
      for (const { kind, many } of changes) {
        before.push([list, array]);
        array = [...array];
        if (kind === "append") {
          for (let k = 0; k < many; k++) list = frozen(appended(list, next)), array.push(next++);
        } else if (kind === "drop") {
          for (let k = 0; k < many; k++) list = frozen(withoutFirst(list)), array.shift();
        } else if (array.length > 0) {
          const at = many % array.length;
          list = frozen(withItem(list, at, next));
          array[at] = next++;
        }
      }
      for (const [old, items] of [...before, [list, array] as const]) {
        assertEquals(itemsOf(old), items);
        assertEquals(items.map((_, i) => itemAt(old, i)!), items);
        assertEquals([itemAt(old, -1), itemAt(old, items.length), old.size], [
          undefined,
          undefined,
          items.length,
        ]);
      }
    }),
    { numRuns: counts("persistent lists"), seed: 5 },
  );
});

/** The nodes of a list's tree. */
function nodesOf(node: ListNode<unknown>): readonly ListNode<unknown>[] {
  return node.kind === "leaf" ? [node] : [node, ...node.children.flatMap(nodesOf)];
}

it("C1, H14: what a handoff hears copies a path of the list of all handoffs, however many there are", () => {
  for (const many of [10, 1000, 4000]) {
    const agents = Array.from({ length: many }, (_, id) => ({
      id,
      position: { x: -0.5 - 11 * ((id * 97) % many) / many, y: 16 * id / many - 8 },
      radius: 1e-3,
      goal: { x: 2, y: 0 },
    }));
    const world = right(tiledCrowd(slopeCrowd(agents), GROUND));
    const asking = itemsOf(senseCrossings(world).news)[0]!;
    assert(asking.event.kind === "Requested");
    const heard = hearCrossing(world, asking.agent, asking.event);
    const known = new Set(nodesOf(world.crossers.root));
    const fresh = nodesOf(heard.crossers.root).filter((node) => !known.has(node));
    assert(fresh.length <= 3, `${fresh.length} nodes of ${known.size}`);
    assertEquals(heard.crowd, world.crowd);
  }
});

it("C1: a list made of items is the list that they were added to one by one, at the sizes where the tree grows", () => {
  for (const size of [0, 1, 31, 32, 33, 1023, 1024, 1025]) {
    const items = Array.from({ length: size }, (_, i) => i);
    assertEquals(itemsOf(listOf(items)), items);
  }
});
