import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { avoids, stepCrowd } from "../../crowd/mod.ts";
import type { AgentId } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, agentNamed, bits, crowdOf, decisionOf, neighborIds, scenes, walker } from "./scenes.ts";

const FLOOR = { separation: "floor" };

/** Whom this agent's last decision proved nothing about, and why. */
const unprovenOf = (
  crowd: ReturnType<typeof crowdOf>,
  id: AgentId,
): readonly (readonly [AgentId, string])[] =>
  decisionOf(crowd, id).proof?.unproven.map(({ id: other, reason }) => [other, reason] as const) ?? [];

it("C4: an agent avoids those on whose layers its mask has a bit, the highest of 32 among them", () => {
  const top = 2 ** 31;
  assertEquals(avoids({ mask: top }, { layers: top }), true);
  assertEquals(avoids({ mask: top - 1 }, { layers: top }), false);
  assertEquals(avoids({ mask: 6 }, { layers: 3 }), true);
  assertEquals(avoids({ mask: 0 }, { layers: 0xffffffff }), false);
  assertEquals(avoids({ mask: 0xffffffff }, { layers: 0 }), false);
});

it("C4: without layers and masks everybody avoids everybody, as with all bits set, bit for bit", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const plain = after(crowdOf(agents, parameters), 5);
      const marked = after(
        crowdOf(agents.map((agent) => ({ ...agent, layers: 4, mask: 12 })), parameters),
        5,
      );
      const unmarked = marked.agents.map((agent) => ({ ...agent, layers: 1, mask: 0xffffffff }));
      assertEquals(bits([unmarked, marked.report]), bits([plain.agents, plain.report]));
    }),
    runs("crowd properties"),
  );
});

it("C4: groups on layers of their own go as if each were alone, bit for bit, and are listed", () => {
  let listed = 0;
  fc.assert(
    fc.property(scenes, scenes, (one, two) => {
      const first = one.agents.map((agent) => ({ ...agent, layers: 1, mask: 1 }));
      const second = two.agents.map((agent) => ({ ...agent, id: `z${agent.id}`, layers: 2, mask: 2 }));
      const alone = after(crowdOf(first, one.parameters), 5);
      const both = after(crowdOf([...first, ...second], one.parameters), 5);
      const own = first.map(({ id }) => id);
      assertEquals(
        bits(own.map((id) => agentNamed(both, id))),
        bits(own.map((id) => agentNamed(alone, id))),
      );
      for (const { decision } of both.report.decisions) {
        listed += decision.proof?.unproven.filter(({ reason }) => reason === "otherLayer").length ?? 0;
      }
    }),
    runs("crowd properties"),
  );
  assert(listed > 0);
});

it("C4: who is not avoided back does all of the avoiding; the other goes its way exactly", () => {
  const pair = (more: { mask?: number }) => [
    walker("player", -3, 0, { velocity: { x: 1, y: 0 }, goal: { x: 40, y: 0 }, layers: 2, ...more }),
    walker("guard", 3, 0.125, { velocity: { x: -1, y: 0 }, goal: { x: -40, y: 0.125 } }),
  ];
  const shareOf = (crowd: ReturnType<typeof crowdOf>, id: AgentId) =>
    decisionOf(crowd, id).margins.flatMap(({ constraint: c }) => c.kind === "neighbor" ? [c.share] : []);
  const mutual = stepCrowd(crowdOf(pair({}), FLOOR)), oneSided = stepCrowd(crowdOf(pair({ mask: 2 }), FLOOR));
  assertEquals([shareOf(mutual, "player"), shareOf(mutual, "guard")], [[0.5], [0.5]]);
  assertEquals([shareOf(oneSided, "player"), shareOf(oneSided, "guard")], [[], [1]]);

  let crowd = crowdOf(pair({ mask: 2 }), FLOOR);
  for (let k = 0; k < 100; k++) {
    crowd = stepCrowd(crowd);
    assertEquals(agentNamed(crowd, "player").position.y, 0);
    assertEquals(crowd.report.overlaps, []);
  }
  assert(agentNamed(crowd, "player").position.x > 10 && agentNamed(crowd, "guard").position.x < -10);
});

it("C4: a pair that is not mutual is unproven for both, with the reason, and swept by the one who avoids", () => {
  const crowd = stepCrowd(crowdOf([
    walker("ghost", -1.125, 0, { velocity: { x: 0.5, y: 0 }, mask: 0 }),
    walker("guard", 0, 0),
  ], FLOOR));
  assertEquals(unprovenOf(crowd, "guard"), [["ghost", "ignoresIt"]]);
  assertEquals(unprovenOf(crowd, "ghost"), [["guard", "otherLayer"]]);
  assertEquals(decisionOf(crowd, "guard").proof?.swept, ["ghost"]);
  assertEquals(neighborIds(crowd, "guard"), ["ghost"]);
  assertEquals(neighborIds(crowd, "ghost"), []);
});

it("C4: a locked agent need not avoid anybody to be avoided with proof", () => {
  const crowd = stepCrowd(crowdOf([
    walker("post", 1.125, 0, { locked: true, mask: 0 }),
    walker("guard", 0, 0, { goal: { x: 9, y: 0 } }),
  ], FLOOR));
  assertEquals(unprovenOf(crowd, "guard"), []);
  assertEquals(decisionOf(crowd, "guard").proof?.limits.map(({ id }) => id), ["post"]);
});

it("C4: overlaps are those of pairs in which somebody avoids the other", () => {
  const pile = (mask: number, layers: number) =>
    crowdOf([walker("a", 0, 0), walker("b", 0.5, 0, { mask, layers })]).report.overlaps.length;
  assertEquals([pile(0xffffffff, 1), pile(0, 1), pile(0xffffffff, 0), pile(0, 0)], [1, 1, 1, 0]);
});
