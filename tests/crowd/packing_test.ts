import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Crowd, SETTLING, stepCrowd, stepCrowdFast } from "../../crowd/mod.ts";
import { RESTS_AHEAD } from "../../crowd/contact.ts";
import { easing } from "../../crowd/settling.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { type AgentInput, agentNamed, bits, crowdOf, walker } from "./scenes.ts";

const FLOOR = { timeHorizon: 3, timeStep: 0.05, separation: "floor", neighborDistance: 15, maxNeighbors: 10 };
const HERE = { x: 0, y: 0 };

/** Steps in which an agent turns by more than a right angle while faster than 1 mm/s. */
function turnsBack(before: Crowd, after: Crowd): number {
  return after.agents.filter(({ id, velocity: v }) => {
    const u = agentNamed(before, id).velocity;
    return Math.hypot(u.x, u.y) > 1e-3 && Math.hypot(v.x, v.y) > 1e-3 && u.x * v.x + u.y * v.y < 0;
  }).length;
}

/** The crowd after so many seconds, how often somebody turned back on the way, and the highest speed of the last second. */
function ran(
  crowd: Crowd,
  seconds: number,
): { readonly crowd: Crowd; readonly back: number; readonly top: number } {
  let back = 0, top = 0;
  while (crowd.time < seconds - 1e-9) {
    const next = stepCrowd(crowd);
    back += turnsBack(crowd, next);
    assertEquals(next.report.overlaps, []);
    if (next.time > seconds - 1) {
      top = Math.max(top, ...next.agents.map(({ velocity: { x, y } }) => Math.hypot(x, y)));
    }
    crowd = next;
  }
  return { crowd, back, top };
}

it("C15: two whose goals overlap a little come to rest without going to and fro, with a budget or without (S04)", () => {
  // Drawn like S04: idle, they slide toward each other, and their goals lie too close.
  for (
    const [radius, maxSpeed, budget, timeHorizon, starts, goals] of [
      [0.5555, 1.683, 2.2, 5, 1.321, 0.9618],
      [0.3357, 1.155, 3.01, 3, 0.7887, 0.5997],
    ] as const
  ) {
    const build = { radius, maxSpeed, budget };
    const agents = [
      walker("a", 0, 0, { goal: HERE, velocity: { x: 0.3, y: 0 }, ...build }),
      walker("b", starts, 0, { goal: { x: goals, y: 0 }, velocity: { x: -0.3, y: 0 }, ...build }),
    ];
    const parameters = { ...FLOOR, timeHorizon, timeStep: 1 / 30 };
    const { back, top } = ran(crowdOf(agents, parameters), 10);
    assert(back <= 2, `radius ${radius}: ${back} turns back`);
    assert(top <= 1e-3, `radius ${radius}: still ${top} m/s`);
    const hasty = ran(crowdOf(agents, { ...parameters, settling: { ...SETTLING, ease: 0.01 } }), 10);
    assert(hasty.back > 5, `in haste they turn back ${hasty.back} times`);
  }
});

it("C15: only next to its goal, and with somebody at rest in the way, an agent takes its time; it never goes faster for it", () => {
  const half = (left: number, contacts: number, x = 0.6, y = 0.8) =>
    easing(x, y, left, 0.5, contacts, SETTLING);
  assertEquals(half(0.25, RESTS_AHEAD), 0.5); // 0.25 m in 0.5 s
  assertEquals([half(0.25, 0), half(0.25, 3)], [1, 1]);
  assertEquals([half(1, RESTS_AHEAD, 3, 4), half(1.01, RESTS_AHEAD, 3, 4)], [0.4, 1]);
  assertEquals([half(0.9, RESTS_AHEAD), half(4e-5, RESTS_AHEAD), half(6e-5, RESTS_AHEAD)], [1, 1, 1.2e-4]);
});

it("C15: who comes alone to its goal, or comes to it while somebody moves past, does not take its time", () => {
  const way = (more: readonly AgentInput[], settling: unknown = SETTLING) =>
    ran(crowdOf([walker("a", -4, 0, { goal: HERE }), ...more], { ...FLOOR, settling }), 4).crowd;
  for (const more of [[], [walker("b", 3, 1.3, { goal: { x: -9, y: 1.3 } })]]) {
    assertEquals(bits(way(more).agents), bits(way(more, { ...SETTLING, ease: 100 }).agents));
  }
  const beside = [walker("b", 0.7, 0.75, { goal: { x: 0.7, y: 0.75 } })]; // rests in contact with the goal
  assert(bits(way(beside).agents) !== bits(way(beside, { ...SETTLING, ease: 100 }).agents));
});

it("C15: with gaps that close slower and slower, an agent rests in contact once it has tried for a while", () => {
  const at = (first: number, second: number, waiting: number): Crowd =>
    stepCrowd(crowdOf([
      { ...walker("first", first, 0, { goal: HERE }), settled: "atGoal" } as AgentInput,
      { ...walker("second", second, 0, { goal: HERE }), waiting } as AgentInput,
    ], FLOOR));
  const state = (crowd: Crowd): string => agentNamed(crowd, "second").settled;
  // Next to the goal, with a gap of 0.1 m, 0.2 radii; 5 radii at 1.5 m/s take 1.67 s.
  assertEquals([1.6, 1.7].map((waiting) => state(at(-0.25, 0.85, waiting))), ["no", "inContact"]);
  // Farther out it tries for its whole patience first: 25 radii take 8.33 s.
  assertEquals([8.3, 8.4].map((waiting) => state(at(0, 1.1, waiting))), ["no", "inContact"]);
  assertEquals(state(at(0, 1.35, 9)), "no"); // 0.7 radii off
});

/** So many agents evenly on a ring, who all want to its middle. */
function evenRing(n: number, away: number, rename: (i: number) => string): readonly AgentInput[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * i / n;
    return {
      id: rename(i),
      position: { x: away * Math.cos(angle), y: away * Math.sin(angle) },
      goal: HERE,
      radius: 0.4,
      maxSpeed: 1.2,
    };
  });
}

it("C6, G2: a ring that presses evenly toward its middle does not hold like an arch: of a tie the lower ID goes first", () => {
  for (const rename of [(i: number) => `${i}`, (i: number) => `${(7 * i + 3) % 24}`]) {
    const start = crowdOf(evenRing(24, 4.2, rename), FLOOR);
    const { crowd, top } = ran(start, 45);
    const places = crowd.agents.map(({ position: { x, y } }: { position: Vec2 }) => Math.hypot(x, y) / 0.4);
    assert(Math.min(...places) <= 2, `nobody is nearer than ${Math.min(...places)} radii`);
    assert(Math.max(...places) <= 5.5 * Math.sqrt(2.4), `one stands ${Math.max(...places)} radii off`);
    assert(top <= 0.02, `${top} m/s`);
  }
});

it("C15, G3: those who keep a margin clear of each other are in contact across it, and come to rest about a goal", () => {
  for (const budget of [Infinity, 2]) {
    for (const [shared, own] of [[0.3, {}], [0.8, {}], [0, { safetyMargin: 0.5 }]] as const) {
      const agents = [0, 1, 2, 3, 4, 5].map((k) => {
        const start = walker(k, 2.5 * (k - 2.5), 4 + 7 * k % 4, { goal: { x: 0.1, y: 1 } });
        return { ...start, radius: 0.3, budget, parameters: own };
      });
      const start = crowdOf(agents, { timeHorizon: 2, timeStep: 0.1, safetyMargin: shared });
      const { crowd, top } = ran(start, 40), margin = own.safetyMargin ?? shared;
      assertEquals(crowd.report.settled.length, 6, `margin ${margin}, budget ${budget}`);
      assert(top <= 1e-3, `margin ${margin}, budget ${budget}: ${top} m/s`);
      const away = crowd.agents.map(({ position: { x, y } }) =>
        Math.hypot(x - 0.1, y - 1) / (0.3 + margin / 2)
      );
      assert(Math.min(...away) <= 1.1 && Math.max(...away) <= 5.5, `margin ${margin}: ${away} radii off`);
    }
  }
});

it("C10, C15: columns pack the same bits: eased, in contact after a while, and a tie in a ring", () => {
  const pair = [
    walker("a", 0, 0, { goal: HERE, velocity: { x: 0.2, y: 0 }, budget: 2 }),
    walker("b", 1.2, 0, { goal: { x: 0.9, y: 0 }, velocity: { x: -0.2, y: 0 }, budget: 2 }),
  ];
  const odd = [SETTLING, { ...SETTLING, enter: 3, stay: 3 }, { ...SETTLING, patience: 0 }];
  const alone = [walker("a", -2, 0.1, { goal: HERE })];
  const taken = [walker("a", 1.05, 0, { goal: HERE }), walker("b", 0, 0, { locked: true })];
  const rings = [evenRing(24, 4.2, (i) => `${i}`), evenRing(9, 2, (i) => `${i}`)];
  const clear = evenRing(6, 3, (i) => `${i}`).map((agent, i) =>
    i === 0 ? { ...agent, parameters: { safetyMargin: 1.1 } } : agent
  );
  for (const agents of [pair, alone, taken, clear, ...rings]) {
    for (const settling of odd) {
      const safetyMargin = agents === clear ? 0.7 : 0;
      let records = crowdOf(agents, { ...FLOOR, settling, safetyMargin }), columns = records;
      for (let k = 0; k < 120; k++) {
        records = stepCrowd(records);
        columns = stepCrowdFast(columns);
        assertEquals(bits(columns.agents), bits(records.agents), `step ${k}`);
      }
    }
  }
});
