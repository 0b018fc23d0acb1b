import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { avoid, type AvoidInput } from "../../avoidance/mod.ts";
import type { Agent, Vec2 } from "../../geometry/mod.ts";
import { orcaHalfPlanes } from "../../geometry/mod.ts";
import { type Decision, enumerateCandidates, feasibleCandidates } from "../../solver/mod.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent, anyPairs, runs } from "../geometry/pairs.ts";
import { bits } from "../crowd/scenes.ts";

const parameters = { timeHorizon: 2, timeStep: 0.125 };
const a = agent("a", 0, 0, 1, 0), b = agent("b", 4, 0, -1, 0);

/** The decision on an input that must be right, half-planes only. */
function decided(input: Partial<AvoidInput>): Decision {
  const result = avoid(frozen({
    self: a,
    neighbors: [b],
    parameters,
    preferred: { x: 1, y: 0 },
    maxSpeed: 1.5,
    separation: "off",
    ...input,
  }));
  if (result._tag === "Left") {
    throw new Error(`Expected a decision, but found ${JSON.stringify(result.left)}`);
  }
  return result.right;
}

it("SX2: both of the head-on pair choose ±0.75 m/s, in one call each", () => {
  const d = decided({});
  assertEquals([d.kind, d.velocity], ["Clear", { x: 0.75, y: 0 }]);
  assertEquals(decided({ self: b, neighbors: [a], preferred: { x: -1, y: 0 } }).velocity, { x: -0.75, y: 0 });
  assertEquals(d.motion, [{ duration: 0.125, velocity: { x: 0.75, y: 0 }, acceleration: { x: 0, y: 0 } }]);
  assertEquals(d.active.map(({ kind, id }) => [kind, id]), [["neighbor", "b"]]);
  assert(["neighbors", "speed"].every((check) => d.checks.includes(check)));
});

it("GX3: against a neighbor of weight 0 the whole change falls to the one that decides", () => {
  assertEquals(decided({ neighbors: [{ ...b, responsibility: 0 }] }).velocity, { x: 0.5, y: 0 });
});

it("S1: with nobody near the preferred velocity is taken, inside the cap", () => {
  assertEquals(decided({ neighbors: [] }).velocity, { x: 1, y: 0 });
  assertEquals(decided({ neighbors: [], preferred: { x: 0, y: 9 } }).velocity, { x: 0, y: 1.5 });
  assertEquals(decided({ neighbors: [], maxSpeed: 0 }).velocity, { x: 0, y: 0 });
});

it("G15: with a budget only velocities that a step can reach are chosen, and the motion is a ramp to them", () => {
  const d = decided({ neighbors: [], preferred: { x: 1, y: 1 }, budget: 2 });
  assertAlmostEquals(d.velocity.x, 1, 1e-15);
  assertAlmostEquals(d.velocity.y, 0.25, 1e-15);
  const [piece, ...others] = d.motion;
  assertEquals(others, []);
  assertEquals([piece?.duration, piece?.velocity], [0.125, { x: 1, y: 0 }]);
  assertAlmostEquals(piece!.acceleration.y, 2, 1e-14);
  assertEquals(bits(decided({ budget: "unlimited" })), bits(decided({ budget: Infinity })));
  assertEquals(bits(decided({})), bits(decided({ budget: Infinity })));
});

it("G9: a locked agent decides to rest, wherever it is pushed and whatever it prefers", () => {
  for (const velocity of [{ x: 0, y: 0 }, { x: 1, y: 0 }]) {
    for (const budget of [Infinity, 1]) {
      const d = decided({ self: { ...a, velocity, locked: true }, budget });
      assertEquals([d.kind, d.velocity], ["Clear", { x: 0, y: 0 }]);
      assertEquals(d.margins.filter(({ constraint }) => constraint.kind === "neighbor"), []);
    }
  }
});

it("G9: an agent of weight 0 holds its line exactly against those that yield", () => {
  const d = decided({
    self: { ...a, responsibility: 0 },
    neighbors: [b, { ...agent("k", 1.5, 0, 0, 0), locked: true }],
  });
  assertEquals(d.velocity, { x: 1, y: 0 });
});

it("G9: X18: two of weight 0 share as equals", () => {
  const d = decided({ self: { ...a, responsibility: 0 }, neighbors: [{ ...b, responsibility: 0 }] });
  assertEquals(d.velocity, { x: 0.75, y: 0 });
});

it("G8: where the preferred velocity counts, one's own is what was asked for", () => {
  const preferring = { ...parameters, optimizationVelocity: "preferred" as const };
  const other = { ...b, preferredVelocity: { x: -0.5, y: 0.25 } };
  const plain = decided({ parameters: preferring, neighbors: [other], preferred: { x: 1, y: 0.125 } });
  const written = decided({
    parameters: preferring,
    neighbors: [other],
    preferred: { x: 1, y: 0.125 },
    self: { ...a, preferredVelocity: { x: 1, y: 0.125 } },
  });
  assertEquals(bits(plain), bits(written));
  // What was asked for is relative to the support, the preferred velocity of a record is the world's.
  const ferry = {
    parameters: preferring,
    neighbors: [other],
    support: { id: "ferry", velocity: { x: 2, y: 0.5 } },
  };
  assertEquals(
    bits(decided({ ...ferry, preferred: { x: 1, y: 0.125 } })),
    bits(
      decided({
        ...ferry,
        preferred: { x: 1, y: 0.125 },
        self: { ...a, preferredVelocity: { x: 3, y: 0.625 } },
      }),
    ),
  );
  assert(bits(plain) !== bits(decided({ neighbors: [other], preferred: { x: 1, y: 0.125 } })));
});

const speeds = fc.integer({ min: -96, max: 96 }).map((n) => n / 64);
const neighborhoods = fc.record({
  self: fc.record({ vx: speeds, vy: speeds, radius: fc.constantFrom(0.25, 0.5) }),
  others: fc.array(
    fc.record({
      x: fc.integer({ min: -384, max: 384 }).map((n) => n / 64),
      y: fc.integer({ min: -384, max: 384 }).map((n) => n / 64),
      vx: speeds,
      vy: speeds,
      radius: fc.constantFrom(0.25, 0.5, 1),
    }),
    { maxLength: 8 },
  ),
  preferred: fc.record({ x: speeds, y: speeds }),
});

it("S3: where no sweep is asked for, a Clear decision is the enumeration's best candidate; neighbors' order does not matter", () => {
  fc.assert(
    fc.property(neighborhoods, ({ self: s, others, preferred }) => {
      const self: Agent = { ...agent(-1, 0, 0, s.vx, s.vy), radius: s.radius };
      const neighbors = others.map(({ x, y, vx, vy, radius }, i) => ({ ...agent(i, x, y, vx, vy), radius }));
      const d = decided({ self, neighbors, preferred, maxSpeed: 2 });
      assertEquals(
        bits(decided({ self, neighbors: [...neighbors].reverse(), preferred, maxSpeed: 2 })),
        bits(d),
      );
      const problem = {
        preferred,
        halfPlanes: orcaHalfPlanes(self, neighbors, parameters),
        discs: [{ center: { x: 0, y: 0 }, radius: 2 }],
      };
      const [best] = feasibleCandidates(problem);
      if (d.kind !== "Clear" || best === undefined || d.checks.includes("sweep")) return;
      assertAlmostEquals(Math.hypot(d.velocity.x - preferred.x, d.velocity.y - preferred.y), best.cost, 1e-9);
    }),
    runs("avoidance input"),
  );
});

it("S9: explained, a decision lists the better candidates and why each was turned down", () => {
  const d = decided({ explain: true });
  assert(d.rejected !== undefined && d.rejected.length > 0);
  for (const { candidate } of d.rejected) assert(candidate.cost <= 0.25 + 1e-12);
  assertEquals(d.rejected[0]?.candidate.velocity, { x: 1, y: 0 });
  assertEquals(decided({}).rejected, undefined);
  assertEquals({ ...d, rejected: [] }, { ...decided({}), rejected: [] });
  const all = enumerateCandidates({ preferred: { x: 1, y: 0 }, halfPlanes: [], discs: [] });
  assertEquals(all.length, 1);
});

it("G13: two agents on one platform decide in relative terms as they would on land", () => {
  const u: Vec2 = { x: 3, y: -1.5 };
  const carried = (agent: Agent): Agent => ({
    ...agent,
    velocity: { x: agent.velocity.x + u.x, y: agent.velocity.y + u.y },
  });
  const support = { id: "ferry", velocity: u };
  for (const budget of [Infinity, 1]) {
    for (const preferred of [{ x: 1, y: 0 }, { x: 0.5, y: 0.25 }]) {
      const land = decided({ preferred, budget });
      const ferry = decided({ self: carried(a), neighbors: [carried(b)], preferred, budget, support });
      assertEquals(ferry.kind, land.kind);
      assertAlmostEquals(ferry.velocity.x, land.velocity.x, 1e-12);
      assertAlmostEquals(ferry.velocity.y, land.velocity.y, 1e-12);
      assertEquals(ferry.motion.length, land.motion.length);
      assertAlmostEquals(ferry.motion[0]!.velocity.x, land.motion[0]!.velocity.x, 1e-12);
    }
  }
});

it("G13: random pairs on a platform decide as on land", () => {
  fc.assert(
    fc.property(anyPairs, speeds, speeds, ({ self, other, parameters }, x, y) => {
      fc.pre(parameters.optimizationVelocity !== "zero"); // rest in the world is not rest on the platform
      const carried = (agent: Agent): Agent => ({
        ...agent,
        velocity: { x: agent.velocity.x + x, y: agent.velocity.y + y },
        ...(agent.preferredVelocity === undefined
          ? {}
          : { preferredVelocity: { x: agent.preferredVelocity.x + x, y: agent.preferredVelocity.y + y } }),
      });
      const preferred = { x: 1, y: -0.5 }, maxSpeed = 2;
      const land = decided({ self, neighbors: [other], parameters, preferred, maxSpeed });
      const deck = decided({
        self: carried(self),
        neighbors: [carried(other)],
        parameters,
        preferred,
        maxSpeed,
        support: { id: 1, velocity: { x, y } },
      });
      assertEquals(deck.kind, land.kind);
      const size = Math.max(1, ...land.margins.map(({ margin }) => Math.abs(margin)));
      deck.margins.forEach(({ margin }, i) =>
        assertAlmostEquals(margin, land.margins[i]!.margin, 1e-9 * size)
      );
      // Where a line all but touches the disc, their crossing moves by the square root of rounding, along the circle.
      assertAlmostEquals(deck.velocity.x, land.velocity.x, 1e-7 * size);
      assertAlmostEquals(deck.velocity.y, land.velocity.y, 1e-7 * size);
    }),
    runs("avoidance input"),
  );
});

it("G13: an agent that stands on a conveyor and one on land are compared in the world", () => {
  // Carried toward b at 1 m/s while walking against the belt: at rest in the world, and so in nobody's way.
  const still = decided({
    self: agent("a", 0, 0, 0, 0),
    neighbors: [agent("b", 4, 0, 0, 0)],
    preferred: { x: -1, y: 0 },
    support: { id: "belt", velocity: { x: 1, y: 0 } },
  });
  assertEquals(still.velocity, { x: -1, y: 0 });
  // Standing still on the belt moves it on at 1 m/s: b, at rest, takes half of nothing, the bound is the world's.
  const land = decided({ self: agent("a", 0, 0, 1, 0), neighbors: [b], preferred: { x: 1, y: 0 } });
  const belt = decided({
    self: agent("a", 0, 0, 1, 0),
    neighbors: [b],
    preferred: { x: 0, y: 0 },
    support: { id: "belt", velocity: { x: 1, y: 0 } },
  });
  assertAlmostEquals(belt.velocity.x + 1, land.velocity.x, 1e-12);
});

it("G15: on a turning support the reachable disc turns along", () => {
  const quarter = { id: "table", velocity: { x: 0, y: 0 }, turn: { x: 0, y: 1 } };
  const d = decided({ neighbors: [], preferred: { x: 1, y: 0 }, budget: 2, support: quarter });
  // Reachable: 0.25 m/s around (0, 1); nearest to (1, 0) is toward (1, -1).
  assertAlmostEquals(d.velocity.x, 0.25 * Math.SQRT1_2, 1e-12);
  assertAlmostEquals(d.velocity.y, 1 - 0.25 * Math.SQRT1_2, 1e-12);
});

it("G17: the version of the support that was assumed travels with the decision", () => {
  const support = { id: "ferry", velocity: { x: 1, y: 0 } };
  const assumed = decided({ support: { ...support, version: 7 } }).assumed;
  assertEquals(assumed?.filter(({ kind }) => kind === "support"), [{
    kind: "support",
    id: "ferry",
    version: 7,
  }]);
  assertEquals(decided({ support }).assumed ?? [], []);
});

it("G10: agents in one place part in opposite directions, the lower ID to the left", () => {
  const here = (id: string) => agent(id, 1, 1, 0, 0), still = { x: 0, y: 0 };
  const low = decided({ self: here("a"), neighbors: [here("b")], preferred: still });
  const high = decided({ self: here("b"), neighbors: [here("a")], preferred: still });
  assertEquals([low.velocity, high.velocity], [{ x: -1.5, y: 0 }, { x: 1.5, y: 0 }]);
});
