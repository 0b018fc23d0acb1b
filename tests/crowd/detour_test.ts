import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Crowd, type CrowdAgent, DETOUR, stepCrowd } from "../../crowd/mod.ts";
import { isBetterStraight, isStuck, progressLost, turnedAside, updatedDetour } from "../../crowd/detour.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import {
  after,
  type AgentInput,
  agentNamed,
  bits,
  crowdOf,
  dyadic,
  scenes,
  vectors,
  walker,
} from "./scenes.ts";

/** Steps both crowds, one without the memory, and holds them equal, bit for bit, with no detour ever. */
function assertNothingChanges(agents: readonly AgentInput[], parameters = {}, steps = 120): void {
  let crowd = crowdOf(agents, parameters), off = crowdOf(agents, { ...parameters, detour: "off" });
  for (let k = 0; k < steps; k++) {
    crowd = stepCrowd(crowd);
    off = stepCrowd(off);
    assertEquals(crowd.agents.map(({ detour }) => detour), crowd.agents.map(() => 0));
    assertEquals(bits(crowd.agents), bits(off.agents));
    assertEquals(bits(crowd.report), bits(off.report));
  }
}

it("C6: in open traffic the memory stays 0, and nothing differs from a crowd without it", () => {
  assertNothingChanges([
    walker("a", -8, 0, { goal: { x: 8, y: 0 } }),
    walker("b", 8, 1.25, { goal: { x: -8, y: 1.25 } }),
    walker("c", -9, 3, { goal: { x: 8, y: 5 }, maxSpeed: 1 }),
    walker("d", 5, -8, { goal: { x: 4, y: 8 } }),
  ]);
});

it("C6: alone, an agent that starts, turns round or brakes with a budget goes straight", () => {
  const start = { budget: 1, maxSpeed: 3, goal: { x: 7.25, y: 0 } };
  assertNothingChanges([walker("a", 0, 0, start)], { timeStep: 0.2 });
  assertNothingChanges([walker("a", 0, 0, { ...start, velocity: { x: -1.5, y: 0 } })], { timeStep: 0.125 });
  assertNothingChanges([walker("a", 0, 0, { ...start, velocity: { x: 0, y: 0.5 } })], { timeStep: 0.05 });
});

it("C6: alone, an agent whose caller prefers more than its speed cap goes straight", () => {
  let crowd = crowdOf([walker("a", 0, 0, { goal: { x: 99, y: 0 } })]);
  for (let k = 0; k < 20; k++) {
    crowd = stepCrowd(crowd, { preferred: [{ id: "a", velocity: { x: 8, y: 0 } }] });
    assertEquals(agentNamed(crowd, "a").velocity, { x: 1.5, y: 0 });
  }
});

const agent = (more: Partial<AgentInput> = {}): CrowdAgent =>
  agentNamed(crowdOf([walker("a", 0, 0, { goal: { x: 99, y: 0 }, ...more })]), "a");

it("C6: the loss is the share of the progress alone that the straight solution loses, between 0 and 1", () => {
  const wish = { x: 2, y: 0 };
  assertEquals(progressLost(wish, wish, wish), 0);
  assertEquals(progressLost(wish, wish, { x: 0.5, y: 3 }), 0.75);
  assertEquals(progressLost(wish, wish, { x: -1, y: 0 }), 1);
  assertEquals(progressLost(wish, wish, { x: 3, y: 0 }), 0);
  // Against what cap and budget allow, not against the wish itself.
  assertEquals(progressLost(wish, { x: 0.5, y: 1 }, { x: 0.25, y: 1 }), 0.5);
  assertEquals(progressLost(wish, { x: 0.5, y: 0 }, { x: 0.5, y: 0 }), 0);
  for (const alone of [{ x: 0, y: 1 }, { x: -1, y: 0 }]) {
    assertEquals(progressLost(wish, alone, { x: -2, y: 0 }), 0);
  }
  assertEquals(progressLost({ x: 0, y: 0 }, { x: 0, y: 0 }, { x: 1, y: 1 }), 0);
});

/** The memory 0.125 s later. */
const later = (
  before: CrowdAgent,
  lost: number,
  { straighter = false, stuck = false, left = 99, constants = DETOUR } = {},
): number => updatedDetour(before, lost, straighter, stuck, left, 0.125, constants);

it("C6: the memory rises with the loss while that is above the dead band, and falls otherwise", () => {
  const before = agent({ detour: 0.25 });
  for (const lost of [0.5, 0.75, 1]) {
    assertAlmostEquals(later(before, lost), 0.25 + 0.2 * lost * 0.125, 1e-15);
  }
  for (const lost of [0, 0.25, DETOUR.deadBand]) {
    assertAlmostEquals(later(before, lost), 0.25 - 0.3 * 0.125, 1e-15);
  }
  assertEquals(later(agent({ detour: 0.01 }), 0), 0);
});

it("C6: the memory falls where the straight way is better than what the agent does, unless it is stuck", () => {
  const before = agent({ detour: 0.25 });
  assertAlmostEquals(later(before, 1, { straighter: true }), 0.25 - 0.3 * 0.125, 1e-15);
  assertAlmostEquals(later(before, 1, { straighter: true, stuck: true }), 0.25 + 0.2 * 0.125, 1e-15);
  const wish = { x: 2, y: 0 },
    better = (now: Vec2, straight: Vec2, alone = wish) =>
      isBetterStraight(wish, alone, now.x, now.y, straight, DETOUR);
  // A detour at 60 degrees makes half of the progress.
  const aside = { x: 1, y: -1.732 };
  assert(
    better(aside, { x: 1.25, y: 0 }) && !better(aside, { x: 1.125, y: 0 }) &&
      !better(aside, { x: 0.5, y: 1 }),
  );
  // With a budget the measure is what the agent could do alone in the step.
  assert(better({ x: 0, y: 0 }, { x: 0.125, y: 0 }, { x: 0.25, y: 0 }));
});

it("C6: the ceiling is full beyond 10 radii of the goal, fades below, and is 0 within 2", () => {
  const ceilings = [[100, 0.684], [10, 0.684], [6, 0.342], [4, 0.171], [2, 0], [1, 0], [0, 0]] as const;
  for (const radius of [0.25, 0.5, 3]) {
    for (const [radii, ceiling] of ceilings) {
      const at = agent({ detour: Math.max(0, ceiling - 0.001), radius });
      assertAlmostEquals(later(at, 1, { left: radius * radii }), ceiling, 1e-15);
    }
    const full = agent({ detour: 0.684, radius });
    assertEquals(later(full, 1, { left: Infinity }), 0.684);
    for (const stuck of [false, true]) assertEquals(later(full, 1, { left: 2 * radius, stuck }), 0);
  }
});

it("C6: who is stuck turns on beyond the ceiling up to the limit, which fades as well, and starts anew there", () => {
  for (const [left, limit] of [[99, 4], [7.5, 2]] as const) {
    let before = agent({ detour: 0.684 }), steps = 0;
    while (before.detour > 0) {
      const m = later(before, 1, { stuck: true, left });
      if (m > 0) assertAlmostEquals(m, before.detour + 0.2 * 0.125, 1e-15);
      else assert(before.detour + 0.2 * 0.125 > limit);
      before = { ...before, detour: m };
      steps++;
    }
    assertEquals(steps, Math.floor((limit - 0.684) / 0.025) + 1);
  }
  // Once it moves it comes back to the ceiling, and stays there while the straight way is blocked.
  assertAlmostEquals(later(agent({ detour: 2 }), 1), 2 - 0.3 * 0.125, 1e-15);
  assertEquals(later(agent({ detour: 0.69 }), 1), 0.684);
  // Within ten radii of the goal nobody turns on, nor with a limit no higher than the ceiling.
  assertAlmostEquals(later(agent({ detour: 0.342 }), 1, { stuck: true, left: 3 }), 0.342, 1e-15);
  const constants = { ...DETOUR, limit: 0 };
  assertEquals(later(agent({ detour: 0.684 }), 1, { stuck: true, constants }), 0.684);
});

it("C6: stuck is who stands, would like to move, and has waited for as long as it would take for five radii", () => {
  const wish = { x: 1, y: 0 },
    stuck = (now: Vec2, waiting: number, radius = 0.5, cruising = 1.25) =>
      isStuck(wish, now.x, now.y, waiting, radius, cruising, DETOUR);
  assert(stuck({ x: 0, y: 0.0625 }, 2) && !stuck({ x: 0, y: 0.125 }, 2) && !stuck({ x: 0, y: 0 }, 1.9));
  assert(!stuck({ x: 0, y: 0 }, 2, 0.6) && stuck({ x: 0, y: 0 }, 1.9, 0.5, 1.5));
});

it("C6: the distance that is left is that of the whole route", () => {
  const memory = (route: readonly Vec2[]) =>
    agentNamed(
      after(crowdOf([walker("a", 0, 0, { detour: 0.341, route }), walker("k", 1, 0, { locked: true })]), 1),
      "a",
    ).detour;
  assertAlmostEquals(memory([{ x: 1, y: 0 }, { x: 1, y: 9 }]), 0.341 + 0.2 * 0.125, 1e-15);
  assertAlmostEquals(memory([{ x: 1, y: 0 }, { x: 1, y: 2 }]), 0.342, 1e-15);
});

it("C6: the wish is turned to the passing side by the angle whose half has the tangent m, its speed kept", () => {
  fc.assert(
    fc.property(vectors(dyadic(-2, 2)), fc.double({ min: 0, max: 2, noNaN: true }), (wish, m) => {
      const angle = 2 * Math.atan(m),
        right = turnedAside(wish, m, "right"),
        left = turnedAside(wish, m, "left");
      assertAlmostEquals(right.x, wish.x * Math.cos(angle) + wish.y * Math.sin(angle), 1e-14);
      assertAlmostEquals(right.y, wish.y * Math.cos(angle) - wish.x * Math.sin(angle), 1e-14);
      assertAlmostEquals(left.x, wish.x * Math.cos(angle) - wish.y * Math.sin(angle), 1e-14);
      assertAlmostEquals(left.y, wish.y * Math.cos(angle) + wish.x * Math.sin(angle), 1e-14);
    }),
    runs("crowd properties"),
  );
});

/** A walker on the right of whom someone is parked, in its way. */
const blocked = (more: Partial<AgentInput> = {}, parameters = {}): Crowd =>
  crowdOf(
    [walker("a", 0, 0, { goal: { x: 20, y: 0 }, ...more }), walker("k", 1, 0, { locked: true })],
    parameters,
  );

it("C6: a blocked agent remembers, and the real solve is for the turned wish", () => {
  const first = stepCrowd(blocked()), a = agentNamed(first, "a");
  assertAlmostEquals(a.detour, 0.2 * 1 * 0.125, 1e-15); // all progress is lost
  const { preferred } = first.report.decisions[0]!;
  assertEquals(bits(preferred), bits(turnedAside({ x: 1.5, y: 0 }, a.detour, "right")));
  assert(a.velocity.y < 0);
});

it("C6: the constants are parameters", () => {
  const quick = stepCrowd(blocked({}, { detour: { rise: 2 } })),
    low = after(blocked({}, { detour: { ceiling: 0.0625 } }), 9);
  assertAlmostEquals(agentNamed(quick, "a").detour, 0.25, 1e-15);
  assertEquals(crowdOf([], { detour: { rise: 2 } }).parameters.detour, { ...DETOUR, rise: 2 });
  assertEquals(agentNamed(low, "a").detour, 0.0625);
  assertEquals(agentNamed(after(blocked({}, { detour: "off" }), 9), "a").position, { x: 0, y: 0 });
});

it("C6: once the way is free the memory fades, and the agent arrives", () => {
  let crowd = blocked(), most = 0;
  for (let k = 0; k < 200; k++) {
    crowd = stepCrowd(crowd);
    most = Math.max(most, agentNamed(crowd, "a").detour);
  }
  assert(most > 0.1);
  assertEquals(agentNamed(crowd, "a").detour, 0);
  assert(crowd.report.arrived.includes("a"));
});

it("C6: passing on the left is the mirror image, bit for bit", () => {
  let right = blocked(), left = blocked({}, { passingSide: "left" });
  for (let k = 0; k < 150; k++) {
    right = stepCrowd(right);
    left = stepCrowd(left);
    const a = agentNamed(right, "a"), b = agentNamed(left, "a");
    assertEquals({ x: b.position.x, y: -b.position.y, detour: b.detour }, {
      ...a.position,
      detour: a.detour,
    });
  }
  assert(agentNamed(right, "a").position.x > 5);
});

it("C6: no detour is remembered by those who wish to stand", () => {
  const crowd = after(crowdOf([walker("a", 0, 0), walker("b", 0.5, 0, { goal: { x: 0.5, y: 0 } })]), 40);
  for (const { detour } of crowd.agents) assertEquals(detour, 0);
});

it("C6: the perturbation is a pure function of seed, ID and tick, within its size", () => {
  const wishes = (seed: number, ids: readonly (string | number)[], ticks = 3) => {
    let crowd = crowdOf(ids.map((id, i) => walker(id, 0, 20 * i, { goal: { x: 90, y: 20 * i } })), {
      perturbation: { size: 0.0625, seed },
      detour: "off",
    });
    return Array.from({ length: ticks }, () => {
      crowd = stepCrowd(crowd, { preferred: ids.map((id) => ({ id, velocity: { x: 1, y: 0.25 } })) });
      return new Map(crowd.report.decisions.map(({ id, preferred }) => [id, preferred]));
    });
  };
  const once = wishes(7, ["a", "b", 3]);
  assertEquals(bits(once.map((step) => [...step])), bits(wishes(7, ["a", "b", 3]).map((step) => [...step])));
  // Where the others stand, and whether they are there, does not matter.
  assertEquals(once.map((step) => step.get("b")), wishes(7, ["b"]).map((step) => step.get("b")));
  const all = [...once, ...wishes(8, ["a", "b", 3]), ...wishes(-7, ["a", "b", 3])].flatMap((
    step,
  ) => [...step.values()]);
  assertEquals(new Set(all.map(bits)).size, all.length);
  for (const { x, y } of all) {
    assert(Math.abs(x - 1) <= 0.0625 && Math.abs(y - 0.25) <= 0.0625);
    assert(Math.abs((x - 1) - (y - 0.25)) > 1e-9); // each component has its own
  }
});

it("C6: who wishes to stand is not perturbed, and the default perturbs nobody", () => {
  const crowd = after(crowdOf([walker("a", 0, 0)], { perturbation: { size: 0.5, seed: 1 } }), 5);
  assertEquals(agentNamed(crowd, "a").position, { x: 0, y: 0 });
  assertEquals(crowdOf([]).parameters.perturbation, "off");
});

it("C6: with detour and perturbation the same crowd still steps to the same bits, in any order of agents", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const p = { ...parameters, perturbation: { size: 0.001, seed: 42 } };
      assertEquals(bits(after(crowdOf([...agents].reverse(), p), 15)), bits(after(crowdOf(agents, p), 15)));
    }),
    runs("crowd properties"),
  );
});
