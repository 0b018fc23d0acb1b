import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { changeAgents, createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import { frozen } from "../geometry/frozen.ts";
import { runs } from "../geometry/pairs.ts";
import { after, agentNamed, BASE, bits, crowdOf, neighborIds, scenes, walker } from "./scenes.ts";

/** The changed crowd; it must be one. */
function changed(crowd: Crowd, changes: readonly unknown[]): Crowd {
  const made = changeAgents(crowd, frozen(changes));
  if (made._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(made.left)}`);
  return made.right;
}

const ferry = { id: "ferry", motion: { position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, yawRate: 0.1 } };
const yard = { polygon: [{ x: -9, y: -9 }, { x: 9, y: -9 }, { x: 9, y: 9 }, { x: -9, y: 9 }] };

it("C1: a change of nothing changes no bit: not of agents, time, or what comes next", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const crowd = frozen(after(crowdOf(agents, parameters), 5)), before = bits(crowd);
      const same = changed(crowd, agents.map(({ id }) => ({ id })));
      assertEquals(bits([same.agents, same.tick, same.time]), bits([crowd.agents, crowd.tick, crowd.time]));
      assertEquals(bits(stepCrowd(same)), bits(stepCrowd(crowd)));
      assertEquals(bits(crowd), before);
    }),
    runs("crowd properties"),
  );
});

it("C1: what an agent stands on, its region and its own parameters survive a change of something else", () => {
  const made = createCrowd({
    agents: [
      { ...walker("a", 1, 2), support: ferry, parameters: { maxNeighbors: "unlimited", timeHorizon: 1 } },
      { ...walker("b", -3, 0), region: yard },
    ],
    parameters: BASE,
  });
  assert(made._tag === "Right");
  const crowd = after(made.right, 7);
  const later = changed(crowd, [{ id: "a", goal: { x: 5, y: 5 } }, { id: "b", goal: { x: 0, y: 0 } }]);
  for (const [i, agent] of later.agents.entries()) {
    const { route: _, ...rest } = agent, { route: __, ...before } = crowd.agents[i]!;
    assertEquals(bits(Object.entries(rest).sort()), bits(Object.entries(before).sort()));
  }
  const taken = changed(crowd, [{ id: "a", support: null, parameters: null }, { id: "b", region: null }]);
  assertEquals(
    taken.agents.map(({ support, region, parameters }) => [support, region, parameters]),
    Array(2).fill([undefined, undefined, undefined]),
  );
});

it("C1, C5: a new goal takes the route's place, and memory and waiting stay", () => {
  const memories = { detour: 0.25, waiting: 0.75 };
  const crowd = crowdOf([
    { ...walker("a", -2, 0, { route: [{ x: 2, y: 0 }, { x: 30, y: 0 }] }), ...memories },
  ]);
  const { route, detour, waiting } = agentNamed(changed(crowd, [{ id: "a", goal: { x: -9, y: 0 } }]), "a");
  assertEquals([route, { detour, waiting }], [[{ x: -9, y: 0 }], memories]);
  assertEquals(agentNamed(changed(crowd, [{ id: "a", goal: null }]), "a").route, []);
  const two = [{ x: 0, y: 5 }, { x: 0, y: 9 }];
  assertEquals(agentNamed(changed(crowd, [{ id: "a", route: two }]), "a").route, two);
});

it("C1, C5: a cruising speed that was the cap stays the cap; a slower one stays, but never above it", () => {
  const crowd = crowdOf([walker("cap", 0, 0), walker("slow", 9, 0, { cruisingSpeed: 1 })]);
  const speeds = (maxSpeed: number, more = {}) =>
    changed(crowd, ["cap", "slow"].map((id) => ({ id, maxSpeed, ...more })))
      .agents.map(({ cruisingSpeed }) => cruisingSpeed);
  assertEquals(speeds(2), [2, 1]);
  assertEquals(speeds(0.5), [0.5, 0.5]);
  assertEquals(speeds(2, { cruisingSpeed: 1.25 }), [1.25, 1.25]);
});

it("C1, C4: a new mask holds from the next step on", () => {
  const crowd = stepCrowd(crowdOf([walker("a", 0, 0), walker("b", 2, 0)]));
  assertEquals(neighborIds(crowd, "a"), ["b"]);
  assertEquals(neighborIds(stepCrowd(changed(crowd, [{ id: "a", mask: 0 }])), "a"), []);
});

it("C1: an agent that is put into another one is listed", () => {
  const crowd = crowdOf([walker("a", 0, 0), walker("b", 9, 0)]);
  const { report } = changed(crowd, [{ id: "b", position: { x: 0.5, y: 0 } }]);
  assertEquals(report.overlaps, [{ a: "a", b: "b", depth: 0.5 }]);
});

it("C1: M9: a change that brings larger coordinates brings their slack, too", () => {
  const crowd = crowdOf([walker("a", 0, 0)]);
  const far = changed(crowd, [{ id: "a", position: { x: 1e6, y: 0 } }]);
  assertEquals([crowd.parameters.floorSlack, far.parameters.floorSlack], [1e-9, 1e-13 * 1e6]);
});

it("C1: all that is wrong with changes is named at once, with paths and IDs", () => {
  const crowd = crowdOf([walker("a", 0, 0), walker("b", 9, 0, { velocity: { x: 1, y: 0 } })]);
  const made = changeAgents(crowd, [
    { id: "a", radius: -1, mask: -1 },
    { id: "a", radius: 1 },
    { id: "nobody" },
    { id: null },
    7,
    { id: "b", locked: true, cruisingSpeed: 9 },
  ]);
  assert(made._tag === "Left");
  assertEquals(made.left.map(({ path, agent }) => [path.slice(1).join("."), agent]), [
    ["0.radius", "a"],
    ["0.mask", "a"],
    ["1.id", "a"],
    ["2.id", undefined],
    ["3.id", undefined],
    ["4", undefined],
    ["4.id", undefined],
    ["5.cruisingSpeed", "b"],
    ["5.velocity", "b"],
  ]);
  assertEquals(changeAgents(crowd, "all")._tag, "Left");
});
