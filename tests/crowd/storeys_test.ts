import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { meetInHeight, overlapInHeight, stepCrowd } from "../../crowd/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, type AgentInput, agentNamed, bits, crowdOf, neighborIds, scenes, walker } from "./scenes.ts";

/** A walker 1.8 m tall. */
const person = (id: string, x: number, y: number, z: number, more: Partial<AgentInput> = {}) =>
  walker(id, x, y, { z, height: 1.8, ...more });

/** Both directions, which must agree. */
function meet(a: AgentInput, b: AgentInput): boolean {
  const [first, second] = crowdOf([a, b]).agents;
  assertEquals(meetInHeight(first!, second!), meetInHeight(second!, first!));
  assertEquals(overlapInHeight(first!, second!), overlapInHeight(second!, first!));
  return meetInHeight(first!, second!);
}

const ramp = { gradient: { x: 0.3, y: 0 } };

it("C4: two floors 3 m apart do not meet; on one floor all meet", () => {
  assertEquals(meet(person("lo", -5, 0, 0), person("hi", 5, 0, 3)), false);
  assertEquals(meet(person("lo", -5, 0, 0), person("hi", -5, 0, 3)), false);
  assertEquals(meet(person("a", -5, 0, 3), person("b", 5, 0, 3)), true);
});

it("C4: bodies that just touch in height do not meet, and a hair of overlap is a meeting", () => {
  assertEquals(meet(person("a", 0, 0, 0), person("b", 3, 0, 1.8)), false);
  assertEquals(meet(person("a", 0, 0, 0), person("b", 3, 0, 1.79)), true);
  // Only the lower one's height counts.
  assertEquals(meet(person("a", 0, 0, 0, { height: 0.5 }), person("b", 3, 0, 1)), false);
  assertEquals(meet(person("a", 0, 0, 0, { height: 1.5 }), person("b", 3, 0, 1, { height: 0.1 })), true);
});

it("C4: without heights everyone is on every storey", () => {
  assertEquals(meet(walker("a", 0, 0), walker("b", 3, 0, { z: 1000 })), true);
  assertEquals(meet(walker("a", 0, 0), person("b", 3, 0, -1000)), false);
  assertEquals(meet(walker("a", 0, 0), person("b", 3, 0, 1000)), true);
});

it("C4: on one ramp two meet although their heights differ now", () => {
  assertEquals(meet(person("r1", -5, 20, 0, ramp), person("r2", 5, 20.05, 3, ramp)), true);
  // Sideways on the same slope, too.
  assertEquals(meet(person("r1", -5, 20, 0, ramp), person("r2", 5, 60, 3, ramp)), true);
});

it("C4: a ramp meets the flat that it leads to, above and below", () => {
  assertEquals(meet(person("flat", -4, 0, 0), person("r", 10, 0, 3, ramp)), true);
  assertEquals(meet(person("r", 0, 0, 0, ramp), person("top", 12, 0, 3)), true);
});

it("C4: a bridge above a path, and a parallel ramp one storey up, do not meet", () => {
  assertEquals(meet(person("path", 0, -4, 0), person("bridge", 0, 0, 3)), false);
  assertEquals(meet(person("r", -5, 0, 0, ramp), person("upper", 5, 0, 3 + 2.5, ramp)), false);
  assertEquals(meet(person("under", 9, 0, 0), person("r", 9.5, 0, 2.85, ramp)), false);
});

it("C4: agents on other storeys get no half-plane, and are not counted as cut", () => {
  const agents = [person("lo", 0, 0, 0), person("hi", 1.5, 0, 3), person("near", -1.5, 0, 0)];
  const next = stepCrowd(crowdOf(agents, { maxNeighbors: 1, neighborDistance: 0.1 }));
  assertEquals(neighborIds(next, "lo"), []);
  assertEquals(next.report.cuts.map(({ id }) => id), ["lo", "near"]);
  assertEquals(neighborIds(stepCrowd(crowdOf(agents)), "lo"), ["near"]);
  assertEquals(neighborIds(stepCrowd(crowdOf(agents)), "hi"), []);
});

it("C4: two floors walk as if each were alone, bit for bit", () => {
  fc.assert(
    fc.property(scenes, scenes, ({ agents: below, parameters }, { agents: above }) => {
      const lower = below.map((agent) => ({ ...agent, z: 0 }));
      const upper = above.map((agent) => ({ ...agent, id: `u${agent.id}`, z: 3 }));
      const alone = after(crowdOf(lower, parameters), 10),
        both = after(crowdOf([...lower, ...upper], parameters), 10);
      assertEquals(
        bits(lower.map(({ id }) => agentNamed(both, id))),
        bits(lower.map(({ id }) => agentNamed(alone, id))),
      );
    }),
    runs("crowd properties"),
  );
});

it("C4: S15: floors cross without a sideways step, and on the ramp the two avoid each other", () => {
  let crowd = crowdOf([
    person("lo", -5, 0, 0, { goal: { x: 5, y: 0 } }),
    person("hi", 5, 0, 3, { goal: { x: -5, y: 0 } }),
    person("r1", -5, 20, 0, { goal: { x: 5, y: 20 }, ...ramp }),
    person("r2", 5, 20.05, 3, { goal: { x: -5, y: 20.05 }, ...ramp }),
  ], { timeHorizon: 3, timeStep: 0.05, neighborDistance: 15, maxNeighbors: 10 });
  let least = Infinity;
  for (let k = 0; k < 300; k++) {
    crowd = stepCrowd(crowd);
    assertEquals([agentNamed(crowd, "lo").position.y, agentNamed(crowd, "hi").position.y], [0, 0]);
    const r1 = agentNamed(crowd, "r1"), r2 = agentNamed(crowd, "r2");
    least = Math.min(least, Math.hypot(r1.position.x - r2.position.x, r1.position.y - r2.position.y) - 1);
    // Feet stay on the ramp.
    assert(Math.abs(r1.z - 0.3 * (r1.position.x + 5)) < 1e-9);
    assert(Math.abs(r2.z - 0.3 * (r2.position.x + 5)) < 1e-9);
    assertEquals(crowd.report.overlaps, []);
  }
  assert(least > -1e-3 && least < 0.5, `least gap ${least}`);
  assertEquals(crowd.report.arrived, ["hi", "lo", "r1", "r2"]);
});

it("C4: discs overlap only where bodies overlap in height", () => {
  const pile = [person("lo", 0, 0, 0), person("hi", 0.25, 0, 1.8), person("mid", 0, 0.5, 0.9)];
  const { report } = crowdOf(pile);
  assertEquals(report.overlaps.map(({ a, b }) => [a, b]), [["hi", "mid"], ["lo", "mid"]]);
});
