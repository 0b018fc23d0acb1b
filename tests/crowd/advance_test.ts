import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  addAgents,
  advanceCrowd,
  changeAgents,
  createCrowd,
  type Crowd,
  removeAgents,
  stepCrowd,
  withObstacles,
} from "../../crowd/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, agentNamed, BASE, bits, crowdOf, scenes, walker } from "./scenes.ts";

/** The crowd so many seconds later; it must be one. */
function later(crowd: Crowd, seconds: number, input?: Parameters<typeof advanceCrowd>[2]): Crowd {
  const made = advanceCrowd(crowd, seconds, input);
  if (made._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(made.left)}`);
  return made.right;
}

const lone = (timeStep: number) => crowdOf([walker("a", 0, 0, { goal: { x: 1000, y: 0 } })], { timeStep });

it("C16: seconds are taken in whole steps, each the same as a step of its own, bit for bit", () => {
  fc.assert(
    fc.property(scenes, fc.integer({ min: 0, max: 12 }), ({ agents, parameters }, steps) => {
      const crowd = crowdOf(agents, parameters), { timeStep } = crowd.parameters;
      const { advance: _, remainder, ...now } = later(crowd, steps * timeStep);
      const { remainder: __, ...expected } = after(crowd, steps);
      assertEquals(bits(now), bits(expected));
      assert(Math.abs(remainder) <= 1e-9 * timeStep);
    }),
    runs("crowd properties"),
  );
});

it("C16: however frames cut the time up, the steps are the same, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 40 }), (frames) => {
      let crowd = lone(0.125), sum = 0;
      for (const frame of frames) {
        crowd = later(crowd, frame / 256); // dyadic: sums are exact
        sum += frame / 256;
        assertEquals(crowd.tick, Math.floor(sum / 0.125));
        assertEquals(crowd.time + crowd.remainder, sum);
      }
      const { agents } = after(lone(0.125), crowd.tick);
      assertEquals(bits(crowd.agents), bits(agents));
    }),
    runs("crowd properties"),
  );
});

it("C16: ten times 0.1 s are a second, whatever the step; a third of a step is no step", () => {
  for (const timeStep of [0.01, 0.02, 0.04, 0.05, 0.1, 0.2, 0.5, 1]) {
    let crowd = lone(timeStep);
    for (let k = 0; k < 100; k++) crowd = later(crowd, 0.1);
    assertEquals(crowd.tick, Math.round(10 / timeStep), `step ${timeStep}`);
  }
  assertEquals(later(lone(0.1), 0.3).tick, 3); // 0.3 / 0.1 is below 3
  assertEquals(later(lone(0.3), 0.1).tick, 0);
  let third = lone(0.1);
  for (let k = 0; k < 300; k++) third = later(third, 0.1 / 3);
  assertEquals(third.tick, 100);
});

it("C16: seconds that are no time, and more than longestAdvance, are refused, and nothing has changed", () => {
  const crowd = later(lone(0.125), 0.1875), before = bits(crowd);
  for (const seconds of [-1, -1e-300, NaN, Infinity, -Infinity, 60.001, 1e300, "1", null, undefined]) {
    const made = advanceCrowd(crowd, seconds as number);
    assert(made._tag === "Left");
    assertEquals(made.left.map(({ field, path }) => [field, path]), [["seconds", ["seconds"]]]);
    assert(Object.is(made.left[0].value, seconds));
  }
  assertEquals(bits(crowd), before);
  assertEquals(later(crowd, 60).tick, 481);
  assertEquals(later(crowd, -0).tick, 1);
  const patient = crowdOf([], { longestAdvance: "unlimited" }), hasty = crowdOf([], { longestAdvance: 0.25 });
  assertEquals(later(patient, 100).tick, 800);
  assertEquals([advanceCrowd(hasty, 0.25)._tag, advanceCrowd(hasty, 0.26)._tag], ["Right", "Left"]);
  for (const longestAdvance of [0, -1, NaN, "long"]) {
    const made = createCrowd({ agents: [], parameters: { ...BASE, longestAdvance } });
    assertEquals(made._tag === "Left" && made.left[0].path, ["parameters", "longestAdvance"]);
  }
});

it("C16: a long time never causes overlap: steps are as long as ever", () => {
  const ring = Array.from({ length: 12 }, (_, k) => {
    const x = [6, 5, 3, 0, -3, -5][k % 6]! * (k < 6 ? 1 : -1),
      y = [0, 3, 5, 6, 5, 3][k % 6]! * (k < 6 ? 1 : -1);
    return walker(k, x, y, { goal: { x: -x, y: -y }, budget: 2 });
  });
  const crowd = later(crowdOf(ring, { separation: "floor" }), 30);
  assertEquals(crowd.tick, 240);
  assertEquals(crowd.advance?.overlaps, []);
});

it("C16: the summary of an advance is that of its steps' reports", () => {
  fc.assert(
    fc.property(scenes, fc.integer({ min: 1, max: 9 }), ({ agents, parameters }, steps) => {
      const crowd = crowdOf(agents, parameters);
      const { advance } = later(crowd, steps * crowd.parameters.timeStep);
      const all = Array.from({ length: steps }, (_, k) => after(crowd, k + 1).report);
      assertEquals(advance?.steps, steps);
      for (const kind of ["Clear", "AvoidanceRelaxed", "ProvenStop", "BoundaryUnreachable"] as const) {
        assertEquals(advance?.counts[kind], all.reduce((sum, { counts }) => sum + counts[kind], 0));
      }
      const ids = crowd.agents.map(({ id }) => id);
      assertEquals(advance?.arrived, ids.filter((id) => all.some(({ arrived }) => arrived.includes(id))));
      const pairs = ids.flatMap((a) => ids.map((b) => ({ a, b }))).flatMap((pair) => {
        const depths = all.flatMap(({ overlaps }) =>
          overlaps.filter(({ a, b }) => a === pair.a && b === pair.b).map(({ depth }) => depth)
        );
        return depths.length === 0 ? [] : [{ ...pair, depth: Math.max(...depths) }];
      });
      assertEquals(advance?.overlaps, pairs);
    }),
    runs("crowd properties"),
  );
});

it("C16: who arrives and is sent on within one advance is not lost, and a frame without a step tells nothing twice", () => {
  const crowd = crowdOf([walker("a", 0, 0, { goal: { x: 1, y: 0 } })]);
  const away = { preferred: [{ id: "a", velocity: { x: 1, y: 0 } }] };
  const passed = later(crowd, 4, away);
  assertEquals(passed.report.arrived, []);
  assertEquals(passed.advance?.arrived, ["a"]);
  const idle = later(passed, 0.1);
  assertEquals([idle.advance?.steps, idle.advance?.arrived, idle.tick], [0, [], passed.tick]);
  const deadlocked = crowdOf([
    walker("a", -3, 0, { goal: { x: 3, y: 0 } }),
    walker("b", 3, 0, { goal: { x: -3, y: 0 } }),
  ], { detour: "off" });
  assertEquals(later(deadlocked, 20).advance?.deadlocked, [["a", "b"]]);
});

it("C16: preferred velocities hold in every step of an advance", () => {
  const preferred = [{ id: "a", velocity: { x: 0, y: 1 } }];
  const crowd = later(crowdOf([walker("a", 0, 0)]), 2, { preferred });
  assertEquals(agentNamed(crowd, "a").position, { x: 0, y: 2 });
});

it("C1, C16: what is left over stays when the crowd is stepped or changed", () => {
  const crowd = later(crowdOf([walker("a", 0, 0)]), 0.0625);
  const right = <A>(made: { _tag: "Right"; right: A } | { _tag: "Left" }): A => {
    assert(made._tag === "Right");
    return made.right;
  };
  const all = [
    stepCrowd(crowd),
    right(addAgents(crowd, [walker("b", 9, 0)])),
    right(changeAgents(crowd, [{ id: "a", maxSpeed: 1 }])),
    right(withObstacles(crowd, [])),
    removeAgents(crowd, ["a"]),
  ];
  assertEquals(all.map(({ remainder }) => remainder), [0.0625, 0.0625, 0.0625, 0.0625, 0.0625]);
  assertEquals(all.map(({ advance }) => advance), Array(5).fill(undefined));
});
