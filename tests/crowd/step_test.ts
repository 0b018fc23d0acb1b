import { assert, assertEquals, assertThrows } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { avoid } from "../../avoidance/mod.ts";
import {
  addAgents,
  agentOf,
  createCrowd,
  type CrowdAgent,
  removeAgents,
  stepCrowd,
} from "../../crowd/mod.ts";
import { displacement } from "../../geometry/mod.ts";
import { frozen } from "../geometry/frozen.ts";
import { runs } from "../geometry/pairs.ts";
import { after, agentNamed, BASE, bits, crowdOf, decisionOf, neighborIds, scenes, walker } from "./scenes.ts";

it("C1: a step changes nothing that it was given", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      let crowd = frozen(crowdOf(agents, parameters));
      for (let k = 0; k < 5; k++) {
        const before = bits(crowd), first = crowd.agents[0]!;
        const input = frozen({
          preferred: [{ id: first.id, velocity: { x: 0.5, y: 0.25 } }],
          feedback: [{ id: first.id, position: first.position, velocity: { x: 0, y: 0 } }],
        });
        const next = frozen(stepCrowd(crowd, input)); // a write into the frozen input would throw
        assertEquals(bits(crowd), before);
        crowd = next;
      }
    }),
    runs("crowd properties"),
  );
});

it("C1: the test's own freezing bites", () => {
  const agent = frozen(crowdOf([walker("a", 0, 0)])).agents[0]!;
  assertThrows(() => {
    (agent.position as { x: number }).x = 1;
  });
});

it("C1: every decision is the one of `avoid` on the snapshot before the step", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const crowd = after(crowdOf(agents, { ...parameters, separation: "off", settling: "off" }), 3),
        next = stepCrowd(crowd);
      const wishes = new Map(next.report.decisions.map((d) => [d.id, d.preferred]));
      const straight = stepCrowd({ ...crowd, parameters: { ...crowd.parameters, detour: "off" } });
      const wished = new Map(straight.report.decisions.map((d) => [d.id, d.preferred]));
      const seen = (agent: CrowdAgent) => ({
        id: agent.id,
        position: agent.position,
        velocity: agent.velocity,
        radius: agent.radius,
        responsibility: agent.responsibility,
        locked: agent.locked,
        preferredVelocity: wished.get(agent.id) ?? { x: 0, y: 0 },
      });
      const { timeHorizon, timeStep, safetyMargin, passingSide, optimizationVelocity, fallback } =
        crowd.parameters;
      for (const { id, decision, from } of next.report.decisions) {
        const self = agentNamed(crowd, id), near = new Set(neighborIds(next, id));
        const alone = avoid({
          self: seen(self),
          neighbors: crowd.agents.filter((agent) => near.has(agent.id)).map(seen).reverse(),
          parameters: { timeHorizon, timeStep, safetyMargin, passingSide, optimizationVelocity },
          preferred: wishes.get(id)!,
          maxSpeed: self.maxSpeed,
          budget: self.budget,
          fallback,
          separation: "off",
        });
        assert(alone._tag === "Right");
        assertEquals(bits(decision), bits(alone.right));
        assertEquals(from, self.position);
      }
    }),
    runs("crowd properties"),
  );
});

it("C1: all agents end with the decided velocity, at the exact integral of the decided motion", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const crowd = after(crowdOf(agents, parameters), 2), next = stepCrowd(crowd);
      for (const old of crowd.agents) {
        const now = agentNamed(next, old.id);
        if (old.locked) {
          assertEquals(bits([now.position, now.velocity]), bits([old.position, old.velocity]));
          continue;
        }
        const { velocity, motion } = decisionOf(next, old.id), moved = displacement(motion);
        assertEquals(bits(now.velocity), bits(velocity));
        assertEquals(
          bits(now.position),
          bits({ x: old.position.x + moved.x, y: old.position.y + moved.y }),
        );
      }
    }),
    runs("crowd properties"),
  );
});

it("C1: with an unlimited budget velocity jumps and x moves by v·dt", () => {
  const crowd = crowdOf([walker("a", 1, 2, { goal: { x: 9, y: 2 }, velocity: { x: -1, y: 0.5 } })]);
  const a = agentNamed(stepCrowd(crowd), "a");
  assertEquals(a.velocity, { x: 1.5, y: 0 });
  assertEquals(a.position, { x: 1 + 1.5 * 0.125, y: 2 });
});

it("C1: with a budget velocity ramps and x moves by the mean of both velocities", () => {
  const start = { goal: { x: 99, y: 2 }, velocity: { x: 0.25, y: 0 }, budget: 4 };
  const a = agentNamed(stepCrowd(crowdOf([walker("a", 1, 2, start)], { detour: "off" })), "a");
  assertEquals(a.velocity, { x: 0.75, y: 0 });
  assertEquals(a.position, { x: 1 + (0.25 + 0.75) / 2 * 0.125, y: 2 });
});

it("C1: ticks are counted and time is their multiple, not their sum", () => {
  const crowd = after(crowdOf([walker("a", 0, 0)], { timeStep: 0.1 }), 30);
  assertEquals(crowd.tick, 30);
  assertEquals(crowd.time, 30 * 0.1);
});

it("C1: the same crowd steps to the same bits", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      assertEquals(
        bits(after(crowdOf(agents, parameters), 20)),
        bits(after(crowdOf(agents, parameters), 20)),
      );
    }),
    runs("crowd properties"),
  );
});

it("C1: agents in another order give the same crowd, bit for bit", () => {
  fc.assert(
    fc.property(
      scenes.chain((scene) =>
        fc.shuffledSubarray([...scene.agents], { minLength: scene.agents.length }).map((other) => ({
          scene,
          other,
        }))
      ),
      ({ scene: { agents, parameters }, other }) => {
        assertEquals(
          bits(after(crowdOf(agents, parameters), 20)),
          bits(after(crowdOf(other, parameters), 20)),
        );
      },
    ),
    runs("crowd properties"),
  );
});

it("C1: agents stand in the order of IDs, numbers before strings", () => {
  const ids = ["b", 10, "a", 9, -1, "10"];
  assertEquals(crowdOf(ids.map((id, i) => walker(id, 3 * i, 0))).agents.map(({ id }) => id), [
    -1,
    9,
    10,
    "10",
    "a",
    "b",
  ]);
});

it("C1: adding agents gives the crowd that had them from the start", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const some = agents.filter((_, i) => i % 2 === 0), others = agents.filter((_, i) => i % 2 === 1);
      const crowd = frozen(crowdOf(some, parameters)), before = bits(crowd);
      const added = addAgents(crowd, frozen(others));
      assert(added._tag === "Right");
      assertEquals(bits(added.right), bits(crowdOf(agents, parameters)));
      assertEquals(bits(crowd), before);
    }),
    runs("crowd properties"),
  );
});

it("C1: removing agents gives the crowd that never had them; unknown IDs change nothing", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const crowd = frozen(crowdOf(agents, parameters));
      const gone = agents.filter((_, i) => i % 2 === 1).map(({ id }) => id);
      const removed = removeAgents(crowd, frozen([...gone, "nobody", 1e9]));
      assertEquals(bits(removed), bits(crowdOf(agents.filter(({ id }) => !gone.includes(id)), parameters)));
    }),
    runs("crowd properties"),
  );
});

it("C1: a crowd keeps its tick and its memory when agents come and go", () => {
  const crowd = after(crowdOf([walker("a", 0, 0, { goal: { x: 9, y: 0 }, detour: 0.5 })]), 3);
  const added = addAgents(crowd, [walker("b", 20, 0)]);
  assert(added._tag === "Right");
  assertEquals(added.right.tick, 3);
  assertEquals(added.right.time, 0.375);
  assertEquals(agentNamed(added.right, "a"), agentNamed(crowd, "a"));
  const removed = removeAgents(added.right, ["b"]);
  assertEquals(bits([removed.agents, removed.tick, removed.time]), bits([crowd.agents, 3, 0.375]));
});

it("C1: an ID cannot be used twice", () => {
  const twice = createCrowd({
    agents: [walker("a", 0, 0), walker("b", 3, 0), walker("a", 6, 0)],
    parameters: BASE,
  });
  assert(twice._tag === "Left");
  assertEquals(twice.left.map(({ path, value, agent }) => ({ path, value, agent })), [
    { path: ["agents", 2, "id"], value: "a", agent: "a" },
  ]);
  const again = addAgents(crowdOf([walker("a", 0, 0)]), [walker("b", 3, 0), walker("a", 6, 0)]);
  assert(again._tag === "Left");
  assertEquals(again.left.map(({ field, path, agent }) => ({ field, path, agent })), [
    { field: "id", path: ["agents", 1, "id"], agent: "a" },
  ]);
  // 1 and "1" are two IDs, 0 and -0 are one (G2).
  assertEquals(crowdOf([walker(1, 0, 0), walker("1", 3, 0)]).agents.length, 2);
  assertEquals(createCrowd({ agents: [walker(0, 0, 0), walker(-0, 3, 0)], parameters: BASE })._tag, "Left");
});

it("C1: an agent is found by its ID", () => {
  const ids = [3, -2, "x", "", 0.5, "y"], crowd = crowdOf(ids.map((id, i) => walker(id, 3 * i, 0)));
  for (const id of ids) assertEquals(agentOf(crowd, id)?.id, id);
  for (const id of [1, "3", "z", Infinity]) assertEquals(agentOf(crowd, id), undefined);
  assertEquals(agentOf(crowdOf([]), 1), undefined);
});

it("C1: an empty crowd steps", () => {
  const crowd = after(crowdOf([]), 2);
  assertEquals(crowd.agents, []);
  assertEquals(crowd.tick, 2);
});

it("C1: a locked agent stays where it is and decides nothing", () => {
  const crowd = after(
    crowdOf([walker("k", 0, 0, { locked: true, goal: { x: 9, y: 0 } }), walker("b", 0.5, 0)]),
    9,
  );
  assertEquals(agentNamed(crowd, "k").position, { x: 0, y: 0 });
  assertEquals(agentNamed(crowd, "k").velocity, { x: 0, y: 0 });
  assertEquals(crowd.report.decisions.map(({ id }) => id), ["b"]);
});
