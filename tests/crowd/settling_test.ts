import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  createCrowd,
  type Crowd,
  type SettledState,
  SETTLING,
  stepCrowd,
  stepCrowdFast,
} from "../../crowd/mod.ts";
import { isNear, isTaken, leansOn } from "../../crowd/contact.ts";
import { hasStopped, weighedAgents } from "../../crowd/settling.ts";
import type { AgentId } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, type AgentInput, agentNamed, BASE, bits, crowdOf, scenes, walker } from "./scenes.ts";

const FLOOR = { timeHorizon: 3, timeStep: 0.05, separation: "floor", neighborDistance: 15, maxNeighbors: 10 };
const HERE = { x: 0, y: 0 };

const stateOf = (crowd: Crowd, id: AgentId): SettledState => agentNamed(crowd, id).settled;

/** The highest speed of any agent over so many steps, m/s, and the crowd after them. */
function topSpeed(crowd: Crowd, steps: number): { readonly crowd: Crowd; readonly top: number } {
  let top = 0;
  for (let k = 0; k < steps; k++) {
    crowd = stepCrowd(crowd);
    for (const { velocity: { x, y } } of crowd.agents) top = Math.max(top, Math.sqrt(x * x + y * y));
  }
  return { crowd, top };
}

/** The crowd when all of its agents have made hardly any progress for so long, s. */
const waited = (crowd: Crowd, waiting = 99): Crowd => ({
  ...crowd,
  agents: crowd.agents.map((agent) => ({ ...agent, waiting })),
});

/** `n` agents that start around a point that all of them want to, at distances and angles drawn from a seed. */
function gathering(n: number, seed: number, more: Partial<AgentInput> = {}): readonly AgentInput[] {
  let state = seed;
  const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * (i + 0.3 * random()) / n, away = 6 + random();
    const position = { x: away * Math.cos(angle), y: away * Math.sin(angle) };
    return { id: i, position, goal: HERE, radius: 0.4, maxSpeed: 1.5, ...more };
  });
}

it("C15: a group with one goal packs around it and comes to rest, without any overlap", () => {
  for (const [n, seed, more] of [[5, 1, {}], [10, 2, {}], [16, 3, {}], [10, 4, { budget: 2 }]] as const) {
    let crowd = crowdOf(gathering(n, seed, more), FLOOR);
    while (crowd.time < 34) {
      crowd = stepCrowd(crowd);
      assertEquals(crowd.report.overlaps, []);
    }
    const still = topSpeed(crowd, 60);
    assert(still.top <= 0.02, `${n} agents: ${still.top} m/s`);
    const farthest = Math.max(...still.crowd.agents.map(({ position: { x, y } }) => Math.hypot(x, y)));
    assert(farthest <= 0.4 * 2 * Math.sqrt(n), `${n} agents: one stands ${farthest} m off`);
    const settled = still.crowd.report.settled.length;
    assert(settled >= 0.7 * n, `${settled} of ${n} have settled`);
  }
});

it("C15: without settling the same group still presses", () => {
  const crowd = after(crowdOf(gathering(10, 2), { ...FLOOR, settling: "off" }), 680);
  assertEquals(crowd.report.settled, []);
  assertEquals(crowd.agents.map(({ settled }) => settled), crowd.agents.map(() => "no"));
  assert(crowd.report.stalled.length > 0);
});

it("C15: an agent settles at its goal, and is there exactly", () => {
  const crowd = after(crowdOf([walker("a", -3, 0, { goal: HERE })], FLOOR), 60);
  assertEquals([stateOf(crowd, "a"), agentNamed(crowd, "a").velocity], ["atGoal", HERE]);
  assert(Math.abs(agentNamed(crowd, "a").position.x) <= 1e-9);
  assertEquals(crowd.report.settled, ["a"]);
});

it("C15: a settled agent is hardly moved by who passes, and comes back to its goal", () => {
  const passing = { maxSpeed: 1.5, goal: { x: 12, y: 0 } };
  for (const [y, settling, least, most] of [[0.2, undefined, 0, 0.05], [0.2, "off", 0.1, 9]] as const) {
    let crowd = crowdOf([walker("k", 0, y, { goal: { x: 0, y } }), walker("p", -12, 0, passing)], {
      ...FLOOR,
      settling,
    });
    let off = 0;
    while (crowd.time < 22) {
      crowd = stepCrowd(crowd);
      const { position } = agentNamed(crowd, "k");
      off = Math.max(off, Math.hypot(position.x, position.y - y));
      assertEquals(crowd.report.overlaps, []);
    }
    assert(off >= least && off <= most, `${off} m off its goal, settling ${settling ?? "on"}`);
    assertEquals(crowd.report.arrived, ["k", "p"]);
    assertAlmostEquals(agentNamed(crowd, "k").position.y, y, 1e-9);
  }
});

it("C15: who still moves keeps its weight, who has settled and stands has a low one", () => {
  const crowd = crowdOf([
    walker("moves", 0, 0, { goal: HERE, velocity: { x: 1, y: 0 } }),
    walker("stands", 9, 0, { goal: { x: 9, y: 0 }, responsibility: 2 }),
    walker("goes", 20, 0, { goal: HERE }),
  ]);
  const { agents, parameters } = after(crowd, 1);
  assertEquals(agents.map(({ settled }) => settled), ["no", "atGoal", "atGoal"]);
  const settled = agents.map((agent) =>
    agent.id === "moves" ? { ...agent, velocity: { x: 1, y: 0 } } : agent
  );
  assertEquals(weighedAgents(settled, parameters).map(({ responsibility }) => responsibility), [1, 1, 0.02]);
  // In the record the weight is the agent's own.
  assertEquals(agents.map(({ responsibility }) => responsibility), [1, 1, 2]);
  assert(hasStopped(0.0999, 0.5, 3, SETTLING) && !hasStopped(0.101, 0.5, 3, SETTLING));
});

it("C15: a chain that has waited settles by one agent per step from the goal outward, in any order of the input", () => {
  const row = [0, 1, 2, 3].map((i) => walker(i, 1.01 * i, 0, { goal: HERE }));
  for (const agents of [row, [...row].reverse()]) {
    let crowd = waited(crowdOf(agents));
    // The second competes with the first for its place, and need not wait until that one has settled.
    for (const many of [2, 3, 4]) {
      crowd = stepCrowd(crowd);
      assertEquals(crowd.report.settled, [0, 1, 2, 3].slice(0, many));
    }
    assertEquals(crowd.agents.map(({ settled }) => settled), ["atGoal", ...Array(3).fill("inContact")]);
  }
});

it("C15: two that compete for a place settle face to face, with the goal between them", () => {
  let crowd = crowdOf([walker("a", -5, 0, { goal: HERE }), walker("b", 5, 0, { goal: HERE })], FLOOR);
  crowd = after(crowd, 200);
  assertEquals(crowd.report.settled, ["a", "b"]);
  assertEquals(crowd.report.stalled, []);
  assertEquals(topSpeed(crowd, 40).top, 0);
});

it("C15: a locked agent on a goal has taken it, one on another storey has not", () => {
  const goal = { x: 0.25, y: 0 };
  for (const [z, state] of [[0, "inContact"], [5, "atGoal"]] as const) {
    const crowd = crowdOf([
      walker("a", -4, 0, { goal, height: 1.75 }),
      walker("k", 0, 0, { locked: true, z, height: 1.75 }),
    ], FLOOR);
    const end = after(crowd, 200);
    assertEquals(stateOf(end, "a"), state);
    assertEquals(topSpeed(end, 40).top, 0);
  }
});

it("C15: who stands beside a goal has not taken it while there is room to stand on it", () => {
  const ranks = [-1, 0, 1].map((x) => walker(`n${x}`, x, 0, { goal: { x, y: 0 } }));
  const crowd = after(crowdOf([...ranks, walker("a", 0, -6, { goal: { x: 0, y: -1 } })], FLOOR), 400);
  assertEquals(stateOf(crowd, "a"), "atGoal");
  assertAlmostEquals(agentNamed(crowd, "a").position.y, -1, 0.01);
});

it("C15: a settled agent goes on when its goal is free again, or is another", () => {
  const pair = crowdOf([walker("a", 0, 0, { goal: HERE }), walker("b", 1.02, 0, { goal: HERE })], FLOOR);
  const packed = after(waited(pair), 10);
  assertEquals(packed.agents.map(({ settled }) => settled), ["atGoal", "inContact"]);
  const alone = { ...packed, agents: packed.agents.filter(({ id }) => id === "b") };
  assertAlmostEquals(agentNamed(after(alone, 40), "b").position.x, 0, 1e-9);
  const sent = { ...packed, agents: packed.agents.map((agent) => ({ ...agent, route: [{ x: 9, y: 9 }] })) };
  assertEquals(stepCrowd(sent).report.settled, []);
});

it("C15: the corners of a route are no goals, and who has none settles nowhere", () => {
  const route = [{ x: 3, y: 0 }, { x: 3, y: 3 }];
  let crowd = crowdOf([
    walker("a", 0, 0, { route }),
    walker("k", 3.9, 0, { locked: true }),
    walker("b", -9, 0),
  ]);
  while (agentNamed(crowd, "a").route.length > 1) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.settled, []);
  }
  assertEquals(after(crowd, 40).report.settled, ["a"]);
});

it("C15: the caller's wish comes before settling", () => {
  const crowd = after(crowdOf([walker("a", 0, 0, { goal: HERE })]), 4);
  const pushed = stepCrowd(crowd, { preferred: [{ id: "a", velocity: { x: 0.5, y: 0 } }] });
  assertEquals(agentNamed(pushed, "a").velocity, { x: 0.5, y: 0 });
});

it("C15: on a support that moves, a group packs as on the ground", () => {
  const u = { x: 0.75, y: -0.5 }, support = { id: "deck", velocity: u };
  const agents = gathering(6, 7).map((agent) => ({ ...agent, support, velocity: u }));
  let crowd = crowdOf(agents, FLOOR);
  crowd = after(crowd, 600);
  assert(crowd.report.settled.length >= 5, `${crowd.report.settled.length} have settled`);
  for (const { velocity: { x, y } } of crowd.agents) assert(Math.hypot(x - u.x, y - u.y) <= 0.02);
});

it("C15: nearness has hysteresis, touching needs somebody nearer or in the way, a goal is taken by who leaves no room", () => {
  const { enter, stay, taken } = SETTLING;
  assertEquals([isNear(enter, 1, false, SETTLING), isNear(enter + 0.01, 1, false, SETTLING)], [true, false]);
  assertEquals([isNear(stay, 1, true, SETTLING), isNear(stay + 0.01, 1, true, SETTLING)], [true, false]);
  assert(leansOn(3, 1, 2, 1, 1, false, taken, SETTLING));
  assert(
    !leansOn(3, 1, 2.5, 1, 1, false, taken, SETTLING) && leansOn(3, 1, 2.5, 1, 1, true, taken, SETTLING),
  );
  assert(!leansOn(2, 3, 2, 1, 1, false, taken, SETTLING)); // the other is farther off, and not in the way
  assert(leansOn(0.5, 1.5, 2, 1, 1, false, taken, SETTLING)); // the goal lies between the two
  assert(isTaken(2 * taken, 1, 1, taken) && !isTaken(2 * taken + 0.01, 1, 1, taken));
  assert(isTaken(2, 0.5, 2, taken) && !isTaken(2, 0.5, 0.5, taken)); // by both radii
});

it("C15: who touches those settled on its way tries for as long as it takes to go 25 radii, at the goal's side not at all", () => {
  const radius = 0.4, maxSpeed = 1.5, waits = SETTLING.patience * radius / maxSpeed;
  const at = (x: number, locked: boolean) => walker(`${x}`, x, 0, { radius, maxSpeed, goal: HERE, locked });
  const far = waited(crowdOf([at(0.4, true), at(1.2, false)], FLOOR), waits - 0.01); // three radii away
  const beside = crowdOf([at(0, true), at(0.8, false)], FLOOR);
  assertEquals(stateOf(stepCrowd(far), "1.2"), "no");
  assertEquals(stateOf(after(far, 2), "1.2"), "inContact");
  assertEquals(stateOf(stepCrowd(beside), "0.8"), "inContact");
});

it("C15: two whose goals overlap by a little come to rest beside each other", () => {
  for (const apart of [0.99, 0.97, 0.96, 0.94]) {
    for (const more of [{}, { budget: 2 }]) {
      for (const timeStep of [0.05, 0.02]) {
        const crowd = crowdOf([
          walker("a", -5, 0, { goal: HERE, ...more }),
          walker("b", 5, 0.3, { goal: { x: apart, y: 0 }, ...more }),
        ], { ...FLOOR, timeStep });
        const { top } = topSpeed(after(crowd, 16 / timeStep), 1 / timeStep);
        assert(top <= 0.002, `${apart} m apart, dt ${timeStep}: ${top} m/s`);
      }
    }
  }
});

it("C15: settling is deterministic in any order of the input, and its states are input again", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const goal = { x: 0, y: 0 };
      const gathered = agents.map(({ route: _route, ...agent }) => ({ ...agent, goal }));
      const crowd = after(crowdOf(gathered, parameters), 25);
      assertEquals(bits(after(crowdOf([...gathered].reverse(), parameters), 25)), bits(crowd));
      const again = createCrowd({ agents: crowd.agents, parameters: crowd.parameters });
      assert(again._tag === "Right");
      assertEquals(bits(stepCrowd(again.right).agents), bits(stepCrowd(crowd).agents));
    }),
    runs("crowd properties"),
  );
});

it("C10, C15: columns come to the same states and the same bits, step by step", () => {
  for (
    const more of [{}, { height: 1.75, layers: 2, mask: 2 }, {
      support: { id: 1, velocity: { x: 0.5, y: 0 } },
    }]
  ) {
    let crowd = crowdOf(gathering(7, 5, more as Partial<AgentInput>), FLOOR), most = 0;
    for (let k = 0; k < 400; k++) {
      const next = stepCrowd(crowd);
      if (k % 8 === 0) assertEquals(bits(stepCrowdFast(crowd).agents), bits(next.agents), `step ${k}`);
      most = Math.max(most, next.report.settled.length);
      crowd = next;
    }
    assert(most >= 4, `${most} have settled`);
  }
});

it("C15: the constants are parameters, and bad ones are refused by name", () => {
  assertEquals(crowdOf([], { settling: { weight: 1 } }).parameters.settling, { ...SETTLING, weight: 1 });
  assertEquals(crowdOf([], { settling: "off" }).parameters.settling, "off");
  const settling = { enter: 0.5, stay: 0.25, ahead: 2, weight: 0 };
  const made = createCrowd({ agents: [], parameters: { ...BASE, settling } });
  assert(made._tag === "Left");
  assertEquals(made.left.map(({ path }) => path.join(".")), [
    "parameters.settling.weight",
    "parameters.settling.stay",
    "parameters.settling.ahead",
  ]);
});
