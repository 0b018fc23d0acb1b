import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Crowd, type CrowdAgent, DETOUR, stepCrowd, stepCrowdFast } from "../../crowd/mod.ts";
import { type AgentInput, agentNamed, bits, crowdOf, walker } from "./scenes.ts";

const FLOOR = { timeHorizon: 2, timeStep: 0.1, separation: "floor" };

/** An agent that has stood for long, and wants to a goal. */
const stood = (id: string, x: number, y: number, goal: { x: number; y: number }, more = {}): AgentInput =>
  ({ ...walker(id, x, y, { goal, ...more }), waiting: 30 }) as AgentInput;

/** One that rests at its goal. */
const idle = (id: string, x: number, y: number): AgentInput =>
  ({ ...walker(id, x, y, { goal: { x, y } }), settled: "atGoal" }) as AgentInput;

/** The crowd after so many seconds, without any overlap on the way. */
function later(crowd: Crowd, seconds: number): Crowd {
  while (crowd.time < seconds - 1e-9) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.overlaps, []);
  }
  return crowd;
}

const isThere = ({ position, route }: CrowdAgent): boolean =>
  Math.hypot(route[0]!.x - position.x, route[0]!.y - position.y) <= 0.31;

it("C6, C15: a row at rest right across the way lets one through that is stuck before it, and goes back to its goals", () => {
  const row = Array.from({ length: 41 }, (_, k) => idle(`idle ${k}`, 0, 1.1 * (k - 20)));
  const agents = [walker("a", -4, 0.1, { goal: { x: 6, y: 0.1 } }), ...row];
  // No detour leads round it.
  const crowd = later(crowdOf(agents, { ...FLOOR, detour: { ...DETOUR, ceiling: 0.01, limit: 0 } }), 60);
  assert(crowd.agents.every(isThere), JSON.stringify(agentNamed(crowd, "a").position));
  assertEquals(crowd.report.settled.length, 42);
  const held = later(crowdOf(agents, { ...FLOOR, detour: "off" }), 60);
  assert(agentNamed(held, "a").position.x < 0, "without the memory nobody is stuck, and nobody makes room");
});

it("C6: two that stand in each other's way close to their goals change places", () => {
  // From a run of two groups through one door: west2 has come past its goal, and west0 stands between it and that.
  const agents = [
    idle("west1", -7.5, -0.7),
    idle("west3", -6.2, -0.7),
    idle("west4", -4.9, 0.7),
    idle("west5", -4.9, -0.7),
    walker("west0", -7.295, 1.02, { goal: { x: -7.5, y: 0.7 } }),
    walker("west2", -7.841, 0.182, { goal: { x: -6.2, y: 0.7 } }),
  ];
  const crowd = later(crowdOf(agents, { ...FLOOR, timeStep: 0.05 }), 40);
  assertEquals(crowd.agents.filter((agent) => !isThere(agent)).map(({ id }) => id), []);
});

it("C6: next to its goal nobody is first: one that was pushed off it makes room until the other is by", () => {
  const agents = (parameters = {}): Crowd =>
    crowdOf([
      stood("a", 0, 0, { x: 9, y: 0 }),
      stood("b", 1.05, 0, { x: 0.2, y: 0 }), // 0.85 m from its goal, within 2 radii: it lies where "a" stands
    ], { ...FLOOR, ...parameters });
  const next = stepCrowd(agents());
  assert(agentNamed(next, "b").velocity.x > 0.1, JSON.stringify(agentNamed(next, "b").velocity));
  const asFirst = stepCrowd(agents({ detour: { ...DETOUR, noneWithin: 0 } }));
  assert(agentNamed(asFirst, "b").velocity.x <= 0.1 && agentNamed(asFirst, "a").velocity.x < 0);
});

it("C10: columns decide the same while somebody is stuck, in the open and beside walls", () => {
  const corners = [{ x: -9, y: -3 }, { x: 9, y: -3 }, { x: 9, y: -2.2 }, { x: -9, y: -2.2 }];
  for (const walls of [[], [{ id: "wall", corners }]]) {
    const agents = [
      stood("a", -1.02, 0.45, { x: 6, y: 0.1 }),
      stood("b", -1.02, -1.65, { x: 6, y: -1.7 }),
      ...Array.from({ length: 5 }, (_, k) => idle(`idle ${k}`, 0, 1.1 * (k - 2) + 0.5)),
    ];
    let onRecords = crowdOf(agents, FLOOR, walls), inColumns = onRecords;
    for (let step = 0; step < 60; step++) {
      onRecords = stepCrowd(onRecords);
      inColumns = stepCrowdFast(inColumns);
      assertEquals(bits(inColumns.agents), bits(onRecords.agents), `step ${step}`);
    }
  }
});
