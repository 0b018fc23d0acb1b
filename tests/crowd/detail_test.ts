import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { createCrowd, type Crowd, stepCrowd, type StepInput } from "../../crowd/mod.ts";
import { isItsTurn } from "../../crowd/detail.ts";
import { mergeParts, splitCrowd } from "../../crowd/split/ownership.ts";
import { haloFor, readyPart, stepPart } from "../../crowd/split/part.ts";
import { stripes } from "../../crowd/split/partition.ts";
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import {
  after,
  agentNamed,
  BASE,
  bits,
  crowdOf,
  decisionOf,
  dyadic,
  neighborIds,
  type Scene,
  scenes,
  vectors,
  walker,
} from "./scenes.ts";

const LEVELS = [{ beyond: 3, every: 2 }, { beyond: 6, every: 3, against: "boundaries" }];

const sliced: fc.Arbitrary<Scene & { readonly input: StepInput }> = fc.record({
  scene: scenes,
  timeSlices: fc.constantFrom(1, 2, 3, 5),
  viewers: fc.option(fc.array(vectors(dyadic(-8, 8)), { maxLength: 2 }), { nil: undefined }),
}).map(({ scene, timeSlices, viewers }) => ({
  agents: scene.agents,
  parameters: { ...scene.parameters, timeSlices, levelsOfDetail: LEVELS },
  input: viewers === undefined ? {} : { viewers },
}));

const detailIn = (crowd: Crowd, id: AgentId): string | undefined =>
  crowd.report.decisions.find((entry) => entry.id === id)?.detail;

/** Ticks before which this agent decided, in so many steps from now. */
function decidedTicks(crowd: Crowd, id: AgentId, steps: number, input?: StepInput): readonly number[] {
  const ticks: number[] = [];
  for (let k = 0; k < steps; k++) {
    const next = stepCrowd(crowd, input);
    if (detailIn(next, id) !== "skipped") ticks.push(crowd.tick);
    crowd = next;
  }
  return ticks;
}

it("C4: an agent decides exactly once in any so many ticks on end", () => {
  const ids = fc.oneof(fc.integer(), fc.string(), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 40 }), fc.nat(2 ** 40), (id, every, start) => {
      const turns = Array.from({ length: every }, (_, k) => isItsTurn(id, every, start + k));
      assertEquals(turns.filter((turn) => turn).length, 1);
      assertEquals(isItsTurn(id, every, start + every), turns[0]);
    }),
    runs("crowd properties"),
  );
});

it("C4: groups that take turns are about equally large, whether IDs are numbers in a row or names", () => {
  for (const name of [(k: number): AgentId => k, (k: number): AgentId => `agent-${k}`]) {
    for (const every of [2, 3, 4, 5, 8, 10]) {
      const sizes = Array(every).fill(0);
      for (let k = 0; k < 2000; k++) {
        for (let tick = 0; tick < every; tick++) if (isItsTurn(name(k), every, tick)) sizes[tick]++;
      }
      const usual = 2000 / every;
      assert(sizes.every((size) => Math.abs(size - usual) < 0.25 * usual), `${every}: ${sizes}`);
    }
  }
});

it("C4: who decides when depends on ID and tick, not on who else is there, nor on the order", () => {
  const far = Array.from({ length: 9 }, (_, k) => walker(k, 40 * k, 0));
  const all = crowdOf(far, { timeSlices: 4 }), few = crowdOf([far[5]!, far[2]!], { timeSlices: 4 });
  for (const id of [2, 5]) assertEquals(decidedTicks(all, id, 12), decidedTicks(few, id, 12));
  fc.assert(
    fc.property(sliced, ({ agents, parameters, input }) => {
      const reversed = [...agents].reverse();
      assertEquals(
        bits(after(crowdOf(agents, parameters), 9, input)),
        bits(after(crowdOf(reversed, parameters), 9, input)),
      );
    }),
    runs("crowd properties"),
  );
});

it("C4: one group of all, and levels without viewers, are no slices at all, bit for bit", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const plain = after(crowdOf(agents, parameters), 5);
      const same = after(crowdOf(agents, { ...parameters, timeSlices: 1, levelsOfDetail: LEVELS }), 5);
      assertEquals(bits([same.agents, same.report]), bits([plain.agents, plain.report]));
      assert(plain.report.decisions.every(({ detail }) => detail === "full"));
    }),
    runs("crowd properties"),
  );
});

it("C4: a skipped decision keeps the old velocity or takes the committed stop, and claims nothing else", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(sliced, ({ agents, parameters, input }) => {
      let crowd = crowdOf(agents, parameters);
      for (let k = 0; k < 9; k++) {
        const next = stepCrowd(crowd, input);
        for (const { id, detail, decision, preferred } of next.report.decisions) {
          if (detail !== "skipped") continue;
          const { velocity, detour, waiting } = agentNamed(crowd, id), after = agentNamed(next, id);
          assertEquals(preferred, velocity);
          assert(!decision.checks.includes("neighbors"));
          assertEquals([after.detour, after.waiting], [detour, waiting]);
          kinds.add(decision.kind);
          assert(decision.kind !== "AvoidanceRelaxed" || decision.reason === "tooFastToStopApart"); // M5 holds as always
          if (decision.kind === "Clear") assertEquals(decision.velocity, velocity);
          if (decision.kind === "ProvenStop") {
            assert(
              Math.hypot(decision.velocity.x, decision.velocity.y) <= Math.hypot(velocity.x, velocity.y),
            );
          }
        }
        const skipped = next.report.decisions.filter(({ detail }) => detail === "skipped").length;
        assertEquals(next.report.skipped, skipped);
        crowd = next;
      }
    }),
    runs("crowd properties"),
  );
  assert(kinds.has("Clear") && kinds.has("ProvenStop"), [...kinds].join());
});

it("C4: M4: with slices and levels nobody overlaps who was separated, in crowds that press through each other", () => {
  let stops = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(Infinity, 1, 2, 4),
      fc.constantFrom(2, 3, 4, 8),
      fc.boolean(),
      fc.integer({ min: 0, max: 1000 }),
      (budget, timeSlices, watched, seed) => {
        const agents = Array.from({ length: 16 }, (_, k) => {
          const x = 2 * (k % 4) + (seed * (k + 1) % 7) / 16, y = 2 * Math.trunc(k / 4) + (seed % 5) / 16;
          return walker(k, x, y, { goal: { x: 6 - x, y: 6 - y }, budget });
        });
        const input = watched ? { viewers: [{ x: 3, y: 3 }] } : {};
        let crowd = crowdOf(agents, {
          separation: "floor",
          timeSlices,
          levelsOfDetail: [{ beyond: 2, every: 3 }, { beyond: 3, against: "boundaries" }],
        });
        for (let k = 0; k < 60; k++) {
          crowd = stepCrowd(crowd, input);
          assertEquals(crowd.report.overlaps, []);
          const { Clear, AvoidanceRelaxed, ProvenStop } = crowd.report.counts;
          assertEquals(Clear + AvoidanceRelaxed + ProvenStop, 16);
          stops += ProvenStop;
          for (const { decision: { proof } } of crowd.report.decisions) {
            assertEquals(proof?.unproven ?? [], []);
          }
        }
      },
    ),
    { numRuns: Math.ceil(runs("crowd properties").numRuns / 6) },
  );
  assert(stops > 0);
});

it("C4: with slices everybody gets where it wants to go, and comes to rest there exactly", () => {
  const ring = [[6, 0], [3, 5], [-3, 5], [-6, 0], [-3, -5], [3, -5]];
  const agents = ring.map(([x, y], id) => walker(id, x!, y!, { goal: { x: -x!, y: -y! } }));
  for (const timeSlices of [1, 2, 4]) {
    const crowd = after(crowdOf(agents, { separation: "floor", timeSlices, timeStep: 0.0625 }), 600);
    assertEquals(crowd.report.arrived.length, 6, `${timeSlices} slices`);
    for (const { position, route, velocity } of crowd.agents) {
      assert(Math.hypot(position.x - route[0]!.x, position.y - route[0]!.y) < 1e-9);
      assertEquals(velocity, { x: 0, y: 0 });
    }
  }
});

it("C4, C5: an agent does not pass its goal between two decisions", () => {
  let crowd = crowdOf([walker("a", 0, 0, { goal: { x: 2, y: 0 } })], { timeSlices: 5 });
  for (let k = 0; k < 60; k++) {
    crowd = stepCrowd(crowd);
    assert(agentNamed(crowd, "a").position.x <= 2 + 1e-12);
  }
  assert(Math.abs(agentNamed(crowd, "a").position.x - 2) <= 1e-9);
});

it("C4: far agents decide every so manieth step; how far is measured to the nearest viewer", () => {
  const crowd = crowdOf([walker("a", 0, 0)], { levelsOfDetail: [{ beyond: 5, every: 4 }] });
  const seen = (...viewers: readonly Vec2[]) => decidedTicks(crowd, "a", 8, { viewers }).length;
  assertEquals(seen({ x: 3, y: 4 }), 8); // at the distance itself not yet beyond it
  assertEquals(seen({ x: 3, y: 4.015625 }), 2);
  assertEquals(seen({ x: 300, y: 0 }, { x: 0, y: -2 }), 8);
  assertEquals(seen(), 2); // nobody looks
  assertEquals(decidedTicks(crowd, "a", 8).length, 8); // nobody says who is far
});

it("C4: levels and slices multiply, and the last level that an agent lies beyond holds", () => {
  const crowd = crowdOf([walker("a", 0, 0)], { timeSlices: 2, levelsOfDetail: LEVELS });
  const decided = (x: number) => decidedTicks(crowd, "a", 12, { viewers: [{ x, y: 0 }] }).length;
  assertEquals([decided(1), decided(4), decided(7)], [6, 3, 2]);
});

it("C4: against boundaries alone there are no half-planes, but floor and walls hold", () => {
  const made = createCrowd({
    agents: [walker("a", 0, 0, { goal: { x: 9, y: 0 } }), walker("b", 2, 0.125)],
    obstacles: [{ id: "wall", corners: [{ x: -1, y: 0.75 }, { x: 5, y: 0.75 }] }],
    parameters: { ...BASE, separation: "floor", levelsOfDetail: [{ beyond: 1, against: "boundaries" }] },
  });
  assert(made._tag === "Right");
  const near = stepCrowd(made.right), far = stepCrowd(made.right, { viewers: [] });
  assertEquals([neighborIds(near, "a"), neighborIds(far, "a")], [["b"], []]);
  assertEquals([detailIn(near, "a"), detailIn(far, "a")], ["full", "boundaries"]);
  const { margins, proof } = decisionOf(far, "a");
  assert(margins.some(({ constraint }) => constraint.kind === "obstacle"));
  let crowd = made.right;
  for (let k = 0; k < 40; k++) {
    crowd = stepCrowd(crowd, { viewers: [] });
    assertEquals(crowd.report.overlaps, []);
  }
  assert(agentNamed(crowd, "a").position.y < 0.2501);
  assertEquals(proof?.unproven, []);
});

/** Two agents that touch and want to change places, boxed in by parked discs. */
const boxed = [
  walker("a", -0.5, 0, { goal: { x: 9, y: 0 } }),
  walker("b", 0.5, 0, { goal: { x: -9, y: 0 } }),
  ...[[-1.5, 0], [1.5, 0], [-0.5, 1], [0.5, 1], [-0.5, -1], [0.5, -1]].map(([x, y], i) =>
    walker(i, x!, y!, { locked: true })
  ),
];

it("C4, C6: memory and waiting go by decisions: a whole slice at a time", () => {
  const every = after(crowdOf(boxed), 12), third = after(crowdOf(boxed, { timeSlices: 3 }), 12);
  const first = agentNamed(stepCrowd(crowdOf(boxed)), "a").detour;
  assert(first > 0);
  for (const id of ["a", "b"]) {
    assertEquals(agentNamed(every, id).waiting, 1.5);
    assertEquals(agentNamed(third, id).waiting, 1.5);
    assert(Math.abs(agentNamed(third, id).detour - agentNamed(every, id).detour) < 1e-12);
    let crowd = crowdOf(boxed, { timeSlices: 3 });
    while (agentNamed(crowd, id).waiting === 0) crowd = stepCrowd(crowd);
    assert(Math.abs(agentNamed(crowd, id).detour - 3 * first) < 1e-12);
    assertEquals(agentNamed(crowd, id).waiting, 0.375);
  }
});

it("C4, C9: who has stood still stays reported between its decisions, and so do deadlocks", () => {
  let crowd = after(crowdOf(boxed, { timeSlices: 4 }), 16);
  for (let k = 0; k < 8; k++) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.stalled.map(({ id }) => id), ["a", "b"]);
    assertEquals(crowd.report.deadlocked, [["a", "b"]]);
  }
});

it("C4: whoever is pushed beyond its speed cap brakes when it is not its turn", () => {
  const crowd = crowdOf([walker("a", 0, 0, { velocity: { x: 4, y: 0 }, budget: 2 })], { timeSlices: 100 });
  const { kind, velocity } = decisionOf(stepCrowd(crowd), "a");
  assertEquals([kind, velocity], ["ProvenStop", { x: 3.75, y: 0 }]);
});

it("C4, C1: a crowd in two parts decides with the same detail, bit for bit", () => {
  fc.assert(
    fc.property(sliced, ({ agents, parameters, input }) => {
      const crowd = crowdOf(agents, parameters), border = stripes([0]);
      const parts = splitCrowd(crowd, border).map((part) => readyPart(part, input));
      const stepped = parts.map((part, i) => stepPart(part, [haloFor(parts[1 - i]!, i, border, Infinity)]));
      assertEquals(bits(mergeParts(stepped)), bits(stepCrowd(crowd, input)));
    }),
    runs("crowd properties"),
  );
});

it("C4: what is wrong with slices, levels and viewers is named", () => {
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    ...[0, -1, 1.5, NaN, Infinity, "2", 1e7].map((n) => [{ timeSlices: n }, "timeSlices"] as const),
    [{ levelsOfDetail: 3 }, "levelsOfDetail"],
    [{ levelsOfDetail: [{ beyond: 0 }] }, "levelsOfDetail.0.beyond"],
    [{ levelsOfDetail: [{ beyond: 5, every: 0 }] }, "levelsOfDetail.0.every"],
    [{ levelsOfDetail: [{ beyond: 5, against: "walls" }] }, "levelsOfDetail.0.against"],
    [{ levelsOfDetail: [{ beyond: 5 }, { beyond: 5 }] }, "levelsOfDetail.1.beyond"],
  ];
  for (const [more, path] of cases) {
    const made = createCrowd({ agents: [], parameters: { ...BASE, ...more } });
    assertEquals(made._tag === "Left" && made.left.map((e) => e.path.slice(1).join(".")), [path]);
  }
  const crowd = crowdOf([walker("a", 0, 0)], { levelsOfDetail: [{ beyond: 5, every: 1000 }] });
  const bad = stepCrowd(crowd, { viewers: [{ x: NaN, y: 0 }, { x: 1, y: 0 }] });
  assertEquals(bad.report.rejectedInput.map(({ path }) => path.join(".")), ["viewers.0.x"]);
  assertEquals(bad.report.skipped, 0); // the other viewer counts
  const none = stepCrowd(crowd, { viewers: 3 as unknown as readonly Vec2[] });
  assertEquals([none.report.rejectedInput.length, none.report.skipped], [1, 0]);
});
