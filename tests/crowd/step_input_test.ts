import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { stepCrowd, type StepInput } from "../../crowd/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, agentNamed, bits, crowdOf, scenes, walker } from "./scenes.ts";

const crowd = crowdOf([
  walker("a", 0, 0, { goal: { x: 9, y: 0 } }),
  walker("b", 0, 20, { goal: { x: 9, y: 20 } }),
  walker(3, 0, -20),
]);

it("C5: a caller's preferred velocity takes the place of the one toward the goal, in this step only", () => {
  const velocity = { x: 0.25, y: -0.5 };
  const next = stepCrowd(crowd, { preferred: [{ id: "a", velocity }, { id: 3, velocity }] });
  assertEquals(agentNamed(next, "a").velocity, velocity);
  assertEquals(agentNamed(next, 3).velocity, velocity);
  assertEquals(agentNamed(next, "b").velocity, { x: 1.5, y: 0 });
  assertEquals(next.report.rejectedInput, []);
  assertEquals(agentNamed(stepCrowd(next), 3).velocity, { x: 0, y: 0 });
});

it("C5: a preferred velocity above the cap is kept inside it", () => {
  const next = after(crowd, 9, { preferred: [{ id: "a", velocity: { x: 0, y: 8 } }] });
  assertEquals(agentNamed(next, "a").velocity, { x: 0, y: 1.5 }); // and straight: nobody is in the way
});

it("C5: feedback replaces position and velocity before anyone decides", () => {
  const position = { x: 1, y: 18.5 }, velocity = { x: 0, y: 1 };
  const next = stepCrowd(crowd, { feedback: [{ id: "a", position, velocity }] });
  assertEquals(next.report.decisions.map(({ id, from }) => ({ id, from }))[1], { id: "a", from: position });
  // "b" is now 1.8 m away and has a half-plane against "a".
  const b = next.report.decisions.find(({ id }) => id === "b");
  assertEquals(
    b?.decision.margins.flatMap(({ constraint }) => constraint.kind === "neighbor" ? [constraint.id] : []),
    [
      "a",
    ],
  );
  assertEquals(agentNamed(crowd, "a").position, { x: 0, y: 0 });
});

it("C5: feedback and preferred velocities in any order are the same, bit for bit", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const start = crowdOf(agents, parameters), free = agents.filter(({ locked }) => locked !== true);
      const preferred = free.map(({ id }, i) => ({ id, velocity: { x: i / 8, y: -i / 16 } }));
      const feedback = free.map(({ id, position }, i) => ({ id, position, velocity: { x: 0, y: i / 16 } }));
      const reversed = { preferred: [...preferred].reverse(), feedback: [...feedback].reverse() };
      assertEquals(bits(stepCrowd(start, reversed)), bits(stepCrowd(start, { preferred, feedback })));
    }),
    runs("crowd properties"),
  );
});

it("C5: no input, an empty one and empty lists are the same", () => {
  const plain = bits(stepCrowd(crowd));
  for (const input of [{}, { preferred: [] }, { feedback: [] }, { preferred: [], feedback: [] }]) {
    assertEquals(bits(stepCrowd(crowd, input)), plain);
  }
});

it("C5: what is wrong with an entry is reported with path and agent, the entry is not used, the others are", () => {
  const good = { x: 0, y: 1 };
  const input = {
    preferred: [
      { id: "a", velocity: { x: NaN, y: Infinity } },
      { id: "b", velocity: good },
      { id: "b", velocity: { x: 1, y: 1 } },
      { id: "nobody", velocity: good },
      { id: {}, velocity: good },
      { id: 3 },
      null,
    ],
    feedback: [
      { id: "a", position: { x: "0", y: 0 }, velocity: good },
      { id: "b", position: { x: 5, y: 20 }, velocity: { x: 0, y: 1e300 } },
      { id: 3, position: { x: 1, y: -20 }, velocity: { x: 0, y: 0 } },
    ],
  } as unknown as StepInput;
  const next = stepCrowd(crowd, input);
  const reported = next.report.rejectedInput.map(({ path, agent }) => ({ path: path.join("."), agent }));
  const places = reported.map(({ path }) => path.startsWith("preferred.6") ? "preferred.6" : path);
  assertEquals([...new Set(places)], [
    "preferred.0.velocity.x",
    "preferred.0.velocity.y",
    "preferred.2.id",
    "preferred.3.id",
    "preferred.4.id",
    "preferred.5.velocity",
    "preferred.6",
    "feedback.0.position.x",
    "feedback.1.velocity.y",
  ]);
  for (const path of ["preferred.0.velocity.x", "feedback.0.position.x"]) {
    assertEquals(reported.find((entry) => entry.path === path)?.agent, "a");
  }
  assertEquals(agentNamed(next, "a").velocity, { x: 1.5, y: 0 });
  assertEquals(agentNamed(next, "a").position, { x: 0.1875, y: 0 });
  assertEquals(agentNamed(next, "b").velocity, good);
  assertEquals(next.report.decisions.find(({ id }) => id === 3)?.from, { x: 1, y: -20 });
});

it("C5: an ID that cannot be read is one error, not two, and names no agent", () => {
  for (const id of [{}, NaN, null, undefined, true]) {
    const input = { preferred: [{ id, velocity: { x: 0, y: 0 } }] } as unknown as StepInput;
    const { rejectedInput } = stepCrowd(crowd, input).report;
    assertEquals(rejectedInput.map(({ path, agent }) => ({ path, agent })), [
      { path: ["preferred", 0, "id"], agent: undefined },
    ]);
  }
});

it("C5: feedback that moves a locked agent is refused: it never moves", () => {
  const parked = crowdOf([walker("k", 0, 0, { locked: true }), walker("a", 5, 0)]);
  const next = stepCrowd(parked, {
    feedback: [{ id: "k", position: { x: 1, y: 0 }, velocity: { x: 1, y: 0 } }],
  });
  assertEquals(next.report.rejectedInput.length > 0, true);
  assertEquals(agentNamed(after(next, 3), "k").velocity, { x: 0, y: 0 });
});

it("C5: feedback on a slope keeps the feet on the ground", () => {
  const start = crowdOf([walker("a", 0, 0, { z: 1, height: 1.8, gradient: { x: 0.5, y: 0 } })]);
  const next = stepCrowd(start, {
    feedback: [{ id: "a", position: { x: 4, y: 0 }, velocity: { x: 0, y: 0 } }],
  });
  assertEquals(agentNamed(next, "a").z, 3);
});

it("C5: whatever stands in a step's input, nothing throws and nothing turns into NaN", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (preferred, feedback, item) => {
      for (
        const input of [
          { preferred, feedback },
          { preferred: [preferred, item], feedback: [feedback, item] },
          {
            preferred: [{ id: "a", velocity: item }],
            feedback: [{ id: "b", position: item, velocity: feedback }],
          },
        ]
      ) {
        const next = stepCrowd(crowd, input as StepInput);
        for (const { position, velocity } of next.agents) {
          for (const n of [position.x, position.y, velocity.x, velocity.y]) assert(Number.isFinite(n));
        }
      }
    }),
    runs("crowd input"),
  );
});
