import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Crowd, type Overlap, stepCrowd } from "../../crowd/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, type AgentInput, agentNamed, crowdOf, scenes, walker } from "./scenes.ts";

const total = ({ report: { counts } }: Crowd): number => Object.values(counts).reduce((sum, n) => sum + n, 0);

it("C9: every agent that is not locked has one decision, in the order of IDs, and the counts add up", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      let crowd = crowdOf(agents, parameters);
      for (let k = 0; k < 5; k++) {
        const before = crowd;
        crowd = stepCrowd(crowd);
        const movers = before.agents.filter(({ locked }) => !locked);
        const { decisions, counts } = crowd.report;
        assertEquals(decisions.map(({ id }) => id), movers.map(({ id }) => id));
        assertEquals(decisions.map(({ from }) => from), movers.map(({ position }) => position));
        assertEquals(total(crowd), movers.length);
        for (
          const kind of [
            "Clear",
            "AvoidanceRelaxed",
            "ProvenStop",
            "BoundaryUnreachable",
            "Uncontrolled",
          ] as const
        ) {
          assertEquals(counts[kind], decisions.filter(({ decision }) => decision.kind === kind).length);
        }
      }
    }),
    runs("crowd properties"),
  );
});

it("C9: a new crowd has no decisions yet, but the overlaps and arrivals that it starts with", () => {
  const crowd = crowdOf([walker("b", 0.75, 0), walker("a", 0, 0, { goal: { x: 0, y: 0.125 } })]);
  assertEquals(total(crowd), 0);
  assertEquals(crowd.report.decisions, []);
  assertEquals(crowd.report.overlaps, [{ a: "a", b: "b", depth: 0.25 }]);
  assertEquals(crowd.report.arrived, ["a"]);
});

it("C9: overlaps are all pairs at the step's end that are nearer than their radii, with depth, in the order of IDs", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const crowd = after(crowdOf(agents, parameters), 2), expected: Overlap[] = [];
      for (const [i, a] of crowd.agents.entries()) {
        for (const b of crowd.agents.slice(i + 1)) {
          const away = Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y);
          const depth = a.radius + b.radius - away;
          if (depth > 1e-12 && Math.abs(a.z - b.z) < 1.75) expected.push({ a: a.id, b: b.id, depth });
        }
      }
      const found = crowd.report.overlaps.filter(({ depth }) => depth > 1e-12);
      assertEquals(found.map(({ a, b }) => [a, b]), expected.map(({ a, b }) => [a, b]));
      found.forEach(({ depth }, i) => assertAlmostEquals(depth, expected[i]!.depth, 1e-12));
    }),
    runs("crowd properties"),
  );
});

it("C9: touching is no overlap, the safety margin is none either, and a huge disc is found from afar", () => {
  assertEquals(crowdOf([walker("a", 0, 0), walker("b", 1, 0)], { safetyMargin: 0.5 }).report.overlaps, []);
  const small = Array.from({ length: 50 }, (_, i) => walker(i, 2 * i, 30, { radius: 0.125 }));
  const huge = walker("huge", 50, -68, { radius: 100 });
  const { overlaps } = crowdOf([...small, huge]).report;
  assertEquals(
    overlaps.map(({ a }) => a),
    small.filter(({ position: { x } }) => Math.hypot(x - 50, 98) < 100.125).map(({ id }) => id),
  );
  assert(overlaps.every(({ b }) => b === "huge") && overlaps.length > 10);
});

it("C9: arrived are those within the arrival distance of the end of their route", () => {
  const agents = [
    walker("in", 0, 0, { goal: { x: 0.125, y: 0 } }),
    walker("out", 0, 9, { goal: { x: 0.1875, y: 9 } }),
    walker("around", 0, 18, { route: [{ x: 3, y: 18 }, { x: 0, y: 18 }] }),
    walker("aimless", 0, 27),
  ];
  assertEquals(crowdOf(agents).report.arrived, ["in"]);
  assertEquals(crowdOf(agents, { arrivalDistance: 0.1875 }).report.arrived, ["in", "out"]);
});

/** An agent that is walled in by parked discs, with a goal outside. */
const walledIn: readonly AgentInput[] = [
  walker("a", 0, 0, { goal: { x: 20, y: 0 } }),
  ...[[1, 0], [0, 1], [-1, 0], [0, -1]].map(([x, y], i) => walker(i, x!, y!, { locked: true, radius: 0.5 })),
];

it("C9: who has stood still against its wish for more than a second is stalled, with what holds it", () => {
  const crowd = crowdOf(walledIn, { detour: "off" });
  assertEquals(after(crowd, 8).report.stalled, []);
  const [stalled, ...others] = after(crowd, 9).report.stalled;
  assertEquals(others, []);
  assertEquals([stalled?.id, stalled?.seconds], ["a", 9 * 0.125]);
  const holding = stalled?.heldBy.flatMap((source) => source.kind === "neighbor" ? [source.id] : []);
  assert(holding?.includes(0), `held by ${JSON.stringify(holding)}`); // the disc between it and its goal
});

it("C9: an agent without a wish is never stalled, and one that gets on again is not for long", () => {
  const idle = crowdOf(walledIn.map((agent) => ({ ...agent, goal: agent.position })));
  assertEquals(after(idle, 40).report.stalled, []);
  const held = after(crowdOf(walledIn, { detour: "off" }), 20);
  assertEquals(held.report.stalled.length, 1);
  const freed = { ...held, agents: held.agents.filter(({ id }) => id === "a") };
  assertEquals(after(freed, 24).report.stalled, []);
});

it("C9: agents that hold each other up are one deadlocked group", () => {
  const pair = (ids: readonly [string, string], y: number) => [
    walker(ids[0], -3, y, { goal: { x: 3, y } }),
    walker(ids[1], 3, y, { goal: { x: -3, y } }),
  ];
  const crowd = after(crowdOf([...pair(["d", "a"], 0), ...pair(["b", "c"], 40)], { detour: "off" }), 60);
  assertEquals(crowd.report.stalled.map(({ id }) => id), ["a", "b", "c", "d"]);
  assertEquals(crowd.report.deadlocked, [["a", "d"], ["b", "c"]]);
});

it("C9: one who waits for someone parked is stalled, but in no deadlock", () => {
  const crowd = after(crowdOf(walledIn, { detour: "off" }), 20);
  assertEquals(crowd.report.stalled.map(({ id }) => id), ["a"]);
  assertEquals(crowd.report.deadlocked, []);
});

it("C9: with the memory a head-on pair is no deadlock", () => {
  let crowd = crowdOf([
    walker("a", -3, 0, { goal: { x: 3, y: 0 } }),
    walker("b", 3, 0, { goal: { x: -3, y: 0 } }),
  ]);
  for (let k = 0; k < 120; k++) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.deadlocked, []);
  }
  assertEquals(agentNamed(crowd, "a").waiting, 0);
});
