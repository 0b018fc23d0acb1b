import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { createCrowd, type Crowd, type CrowdAgent, stepCrowd } from "../../crowd/mod.ts";
import { type AgentId, compareAgentIds, timeToCollision } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import {
  type AgentInput,
  agentNamed,
  crowdOf,
  decisionOf,
  dyadic,
  faraway,
  neighborIds,
  vectors,
  walker,
} from "./scenes.ts";

/** Whom the cap and the distance leave, and how many they cut, by looking at every pair. */
function oracle(
  crowd: Crowd,
  self: CrowdAgent,
): { ids: readonly AgentId[]; byCap: number; byDistance: number } {
  const { timeHorizon, safetyMargin, neighborDistance, maxNeighbors, neighborRanking } = crowd.parameters;
  const speed = (a: CrowdAgent): number =>
    Math.max(a.locked ? 0 : a.maxSpeed, Math.hypot(a.velocity.x, a.velocity.y));
  const meeting = crowd.agents.filter((other) => {
    if (other === self || (self.responsibility === 0 && (other.locked || other.responsibility > 0))) {
      return false;
    }
    // Squares of dyadic numbers: exact, so touching discs count as those who can meet.
    const x = other.position.x - self.position.x, y = other.position.y - self.position.y;
    const reach = (speed(self) + speed(other)) * timeHorizon + self.radius + other.radius + safetyMargin;
    return x * x + y * y <= reach * reach;
  });
  const gap = (other: CrowdAgent): number => {
    const x = other.position.x - self.position.x, y = other.position.y - self.position.y;
    return Math.sqrt(x * x + y * y) - (self.radius + other.radius + safetyMargin);
  };
  const rank = neighborRanking === "gap"
    ? gap
    : (other: CrowdAgent) => timeToCollision(self, other, safetyMargin);
  const within = meeting.filter((other) => gap(other) <= neighborDistance);
  const kept = within
    .map((other) => ({ id: other.id, rank: rank(other) }))
    .sort((a, b) => a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : compareAgentIds(a.id, b.id))
    .slice(0, maxNeighbors);
  return {
    ids: kept.map(({ id }) => id).sort(compareAgentIds),
    byCap: within.length - kept.length,
    byDistance: meeting.length - within.length,
  };
}

const pushed = fc.constantFrom({ x: 3, y: 4 }, { x: -4, y: 0 }, { x: 0, y: 2.5 }, { x: 0.6875, y: 0 });
const loose: fc.Arbitrary<readonly AgentInput[]> = fc.array(
  fc.record({
    position: vectors(fc.oneof(dyadic(-12, 12), fc.integer({ min: -24, max: 24 }).map((n) => n / 2))),
    velocity: fc.oneof(vectors(dyadic(-1, 1)), fc.constant({ x: 0, y: 0 }), pushed),
    radius: fc.constantFrom(0.125, 0.5, 0.5, 1, 3),
    maxSpeed: fc.constantFrom(0, 0.5, 1.5, 2),
    responsibility: fc.constantFrom(0, 1, 1, 1, 2),
    locked: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 2, maxLength: 14 },
).map((list) =>
  list.map((agent, i) => ({
    id: i % 2 === 0 ? i : `s${i}`,
    ...agent,
    // Within the cap, or one of the pushes of exact length.
    velocity: agent.locked
      ? { x: 0, y: 0 }
      : Number.isInteger(Math.hypot(agent.velocity.x, agent.velocity.y) * 64) ||
          Math.hypot(agent.velocity.x, agent.velocity.y) < agent.maxSpeed
      ? agent.velocity
      : { x: 0, y: 0 },
  }))
);

it("C2: neighbors and counts of cuts are those that looking at every pair gives", () => {
  fc.assert(
    fc.property(
      loose,
      fc.record({
        timeHorizon: fc.constantFrom(0.5, 1, 2),
        safetyMargin: fc.constantFrom(0, 0.25),
        neighborDistance: fc.constantFrom(Infinity, 0.5, 2),
        maxNeighbors: fc.constantFrom(Infinity, 1, 2, 5),
        neighborRanking: fc.constantFrom("gap", "timeToContact"),
      }),
      (agents, parameters) => {
        const crowd = crowdOf([...agents, ...faraway], parameters), next = stepCrowd(crowd);
        const cuts = [];
        for (const { id } of next.report.decisions) {
          const { ids, byCap, byDistance } = oracle(crowd, agentNamed(crowd, id));
          assertEquals([...neighborIds(next, id)].sort(compareAgentIds), [...ids]);
          if (byCap + byDistance > 0) cuts.push({ id, byCap, byDistance });
        }
        assertEquals(next.report.cuts, cuts);
      },
    ),
    runs("crowd neighbors"),
  );
});

/** IDs of the neighbors that "a" has in the first step. */
const seenByA = (others: readonly AgentInput[], parameters = {}, a: Partial<AgentInput> = {}) => {
  const next = stepCrowd(crowdOf([walker("a", 0, 0, a), ...others], parameters));
  return neighborIds(next, "a");
};

it("C2: those count who can come together within the horizon at their top speeds, radii included", () => {
  // (1.5 + 1.5)·2 + 0.5 + 0.5 = 7 m.
  assertEquals(seenByA([walker("b", 7, 0), walker("c", 0, -7.015625)]), ["b"]);
  assertEquals(seenByA([walker("b", 7.25, 0)], { safetyMargin: 0.25 }), ["b"]);
  assertEquals(seenByA([walker("b", 27, 0), ...faraway], { safetyMargin: 20 }), ["b"]);
});

it("C2: touching discs are neighbors even when neither can move", () => {
  assertEquals(seenByA([walker("b", 1, 0, { maxSpeed: 0 })], {}, { maxSpeed: 0 }), ["b"]);
  assertEquals(seenByA([walker("b", 1, 0, { locked: true })], {}, { maxSpeed: 0 }), ["b"]);
});

it("C2: touching discs are neighbors wherever rounding puts them", () => {
  // Centers 3 m apart as doubles see it, on two sides of a cell's edge.
  const touching = [
    { id: "a", position: { x: 3, y: 0 }, radius: 1.5, maxSpeed: 0 },
    { id: "b", position: { x: -1e-17, y: 0 }, radius: 1.5, maxSpeed: 0 },
  ];
  const parked = faraway.map((agent) => ({ ...agent, radius: 1.5 }));
  const next = stepCrowd(crowdOf([...touching, ...parked]));
  assertEquals(neighborIds(next, "b"), ["a"]);
  assertEquals(neighborIds(next, "a"), ["b"]);
});

it("C2: an agent pushed beyond its speed cap is seen by its actual speed, from both sides", () => {
  const fast = walker("b", 12, 0, { velocity: { x: -4, y: 0 } });
  assertEquals(seenByA([fast]), ["b"]);
  assertEquals(seenByA([walker("b", 12, 0, { velocity: { x: -1.5, y: 0 } })]), []);
  assertEquals(neighborIds(stepCrowd(crowdOf([walker("a", 0, 0), fast])), "b"), ["a"]);
});

it("C2: small near agents do not hide a large one: the cap ranks by surface gap, not by center distance", () => {
  const large = walker("large", 5, 0, { radius: 4 }); // gap 0.5, center distance 5
  const small = [1, 2, 3].map((k) => walker(`small${k}`, 0, k === 1 ? 1.5 : -k, { radius: 0.125 }));
  assertEquals(seenByA([large, ...small], { maxNeighbors: 1 }), ["large"]);
  assertEquals(seenByA([large, ...small], { neighborDistance: 0.5 }), ["large"]);
});

it("C2: ranked by time to contact, a far agent on collision course comes before a near one that leaves", () => {
  const leaving = walker("near", 1.5, 0, { velocity: { x: 1, y: 0 } });
  const coming = walker("far", 0, 4, { velocity: { x: 0, y: -1.5 } });
  assertEquals(seenByA([leaving, coming], { maxNeighbors: 1 }), ["near"]);
  assertEquals(seenByA([leaving, coming], { maxNeighbors: 1, neighborRanking: "timeToContact" }), ["far"]);
});

it("C2: equal ranks go by ID, whatever the list's order and wherever they stand", () => {
  const four = [["d", 3, 0], ["c", 0, 3], ["b", -3, 0], [7, 0, -3]] as const;
  for (const turned of [0, 1, 2, 3]) {
    const others = four.map((_, i) => walker(four[(i + turned) % 4]![0], four[i]![1], four[i]![2]));
    for (const neighborRanking of ["gap", "timeToContact"]) {
      assertEquals(seenByA(others, { maxNeighbors: 2, neighborRanking }), [7, "b"]);
    }
  }
});

it("C2: what the caps cut is counted, for each agent that lost something", () => {
  const others = [1.5, 2, 3, 3.5].map((x, i) => walker(i, x, 0, { radius: 0.25, maxSpeed: 0 }));
  const next = stepCrowd(crowdOf([walker("a", 0, 0), ...others], { maxNeighbors: 2, neighborDistance: 2.5 }));
  assertEquals(next.report.cuts.find(({ id }) => id === "a"), { id: "a", byCap: 1, byDistance: 1 });
  assertEquals(stepCrowd(crowdOf([walker("a", 0, 0), ...others])).report.cuts, []);
});

/** What is wrong with an input, without the words. */
function refusedParameters(input: unknown): readonly unknown[] {
  const made = createCrowd(input);
  return made._tag === "Left" ? made.left.map(({ field, path, value }) => ({ field, path, value })) : [];
}

it("C2: a setting that would switch avoidance off is refused", () => {
  const others = { agents: [walker("a", 0, 0)] };
  for (
    const [field, value] of [
      ["neighborDistance", 0],
      ["neighborDistance", -1],
      ["neighborDistance", NaN],
      ["maxNeighbors", 0],
      ["maxNeighbors", -1],
      ["maxNeighbors", 2.5],
      ["maxNeighbors", NaN],
      ["timeHorizon", 0],
      ["timeHorizon", Infinity],
    ] as const
  ) {
    const errors = refusedParameters({
      ...others,
      parameters: { timeHorizon: 2, timeStep: 0.1, [field]: value },
    });
    assertEquals(errors, [{ field, path: ["parameters", field], value }]);
  }
});

it("C2: no cap by number or distance is the default, and may be written for JSON", () => {
  const plain = crowdOf([walker("a", 0, 0)]).parameters;
  assertEquals([plain.maxNeighbors, plain.neighborDistance, plain.neighborRanking], [
    Infinity,
    Infinity,
    "gap",
  ]);
  const written = crowdOf([walker("a", 0, 0)], { maxNeighbors: "unlimited", neighborDistance: "unlimited" });
  assertEquals([written.parameters.maxNeighbors, written.parameters.neighborDistance], [Infinity, Infinity]);
});

it("C2: an agent of weight 0 holds its line, and the report does not call that a cut", () => {
  const next = stepCrowd(
    crowdOf([
      walker("a", 0, 0, { responsibility: 0 }),
      walker("b", 2, 0),
      walker("k", 0, 2, { locked: true }),
    ], {
      maxNeighbors: 1,
    }),
  );
  assertEquals(neighborIds(next, "a"), []);
  assertEquals(next.report.cuts.filter(({ id }) => id === "a"), []);
  assert(decisionOf(next, "b").margins.length > 0);
});
