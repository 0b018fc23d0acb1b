import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid, type AvoidInput, decideAgent, type Situation } from "../../avoidance/mod.ts";
import type { Edge } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import type { Decision } from "../../solver/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent } from "../geometry/pairs.ts";
import { seeded } from "../solver/random_problems.ts";
import { decided } from "./decided.ts";
import { endOf, leastOnPath, worldPath } from "./motion_oracle.ts";
import { between, within } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };
const wallAt = (angle: number, offset = 0, velocity: Vec2 = ZERO): Edge => ({
  id: "wall",
  normal: { x: Math.cos(angle), y: Math.sin(angle) },
  offset,
  velocity,
});

const base: AvoidInput = {
  self: agent("g", 0, 0, 0, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: ZERO,
  maxSpeed: 1.5,
};

it("B16: a body outside an edge is never Clear, its depth is reported, and it gets no deeper at any time of the step", () => {
  let relaxed = 0;
  for (let seed = 1; seed <= 10 * counts("outside bodies"); seed++) {
    const r = seeded(seed), wall = wallAt(between(r, 0, 7), 0, r() < 0.5 ? ZERO : within(r, 0.5));
    const depth = [1e-9, 1e-3, 0.1, 2][seed % 4]!, n = wall.normal, along = between(r, -3, 3);
    const position = { x: depth * n.x - along * n.y, y: depth * n.y + along * n.x };
    // Sometimes at rest, sometimes on its way in or out.
    const velocity = r() < 0.4 ? ZERO : within(r, 0.3);
    const decision = decided({
      ...base,
      self: agent("g", position.x, position.y, velocity.x, velocity.y),
      preferred: within(r, 2),
      budget: r() < 0.2 ? Infinity : between(r, 0.5, 10),
      region: { edges: [wall, { ...wallAt(between(r, 0, 7), 40), id: "far" }] },
      separation: r() < 0.5 ? "floor" : "off",
    });
    const note = `seed ${seed}: ${decision.kind}`;
    assert(decision.kind !== "Clear", note);
    assertEquals(decision.proof?.outside.map(({ id }) => id), ["wall"], note);
    assertAlmostEquals(decision.proof!.outside[0]!.depth, depth, 1e-12, note);
    assert(
      decision.proof!.limits.every(({ id }) => id !== "wall"),
      `${note}: nothing is claimed for that edge`,
    );
    if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") continue;
    relaxed++;
    const deepest = leastOnPath(wall, worldPath(position, ZERO, decision.motion));
    assert(deepest >= -depth - 1e-12, `${note}: ${-deepest - depth} deeper`);
  }
  assert(relaxed > 5 * counts("outside bodies"), `${relaxed}`);
});

it("B16: it comes back, whatever it would like, and stays inside from then on", () => {
  for (let seed = 1; seed <= counts("outside bodies"); seed++) {
    const r = seeded(seed), wall = wallAt(between(r, 0, 7)), n = wall.normal;
    const depth = [1e-6, 0.01, 0.3][seed % 3]!, budget = seed % 5 === 0 ? Infinity : between(r, 0.5, 10);
    const wish = within(r, 2), separation = seed % 2 === 0 ? "floor" : "off";
    let x: Vec2 = { x: depth * n.x, y: depth * n.y }, v: Vec2 = ZERO, deepest = depth, back = -1;
    for (let k = 0; k < 600; k++) {
      const decision = decided({
        ...base,
        self: agent("g", x.x, x.y, v.x, v.y),
        preferred: wish,
        budget,
        region: { edges: [wall] },
        separation,
      });
      const path = worldPath(x, ZERO, decision.motion), now = -leastOnPath(wall, path);
      assert(now <= deepest + 1e-12, `seed ${seed}, step ${k}: ${decision.kind}, ${now} after ${deepest}`);
      x = endOf(x, path), v = decision.velocity;
      deepest = Math.max(1e-12, n.x * x.x + n.y * x.y);
      if (deepest <= 1e-12 && back < 0) back = k;
    }
    assert(back >= 0, `seed ${seed}: still ${deepest} outside, budget ${budget}`);
  }
});

it("B16: once it is back, it goes where it likes: nothing holds it at the edge", () => {
  for (const separation of ["floor", "off"] as const) {
    for (const along of [0.7, 0]) {
      let x: Vec2 = { x: 0.2, y: 0 }, v: Vec2 = ZERO;
      // Pressed against the wall until it is back, then a wish to go along it and away.
      const kinds = new Set<Decision["kind"]>();
      for (let k = 0; k < 900; k++) {
        const decision = decided({
          ...base,
          self: agent("g", x.x, x.y, v.x, v.y),
          preferred: k < 800 ? { x: 1, y: 0 } : { x: -1, y: along },
          budget: 2,
          region: { edges: [wallAt(0)] },
          separation,
        });
        x = endOf(x, worldPath(x, ZERO, decision.motion)), v = decision.velocity;
        if (k >= 850) kinds.add(decision.kind);
      }
      assert(x.x < -5, `${separation}: still at ${x.x}`);
      assertEquals([...kinds], ["Clear"]);
    }
  }
});

it("B16: a body at the edge, to rounding, may move back in or along it", () => {
  for (const separation of ["floor", "off"] as const) {
    for (const budget of [1, Infinity]) {
      for (const margin of [0, 1e-13, -1e-16, -1e-13, -9e-13]) { // down to -1e-12 is inside (B6)
        for (const angle of [0, 0.7, 2]) {
          const wall = wallAt(angle), n = wall.normal;
          for (
            const [wish, name] of [[{ x: -n.x, y: -n.y }, "in"], [{ x: -n.y, y: n.x }, "along"]] as const
          ) {
            const decision = decided({
              ...base,
              self: agent("g", -margin * n.x, -margin * n.y, 0, 0),
              preferred: wish,
              budget,
              region: { edges: [wall] },
              separation,
            });
            const moved = decision.velocity.x * wish.x + decision.velocity.y * wish.y;
            const note =
              `${name}, separation ${separation}, budget ${budget}, margin ${margin}, ${angle}: ${decision.kind}`;
            assertEquals(decision.kind, "Clear", note);
            assert(moved > 0.05, note);
          }
        }
      }
    }
  }
});

it("B16: what it is told is why: outside the boundary, also where no neighbor is near", () => {
  const decision = decided({
    ...base,
    self: agent("g", 0.5, 0, 0, 0),
    preferred: { x: -1, y: 0 },
    budget: 1,
    region: { edges: [wallAt(0)] },
  });
  assert(decision.kind === "AvoidanceRelaxed", decision.kind);
  assertEquals(decision.reason, "outsideBoundary");
});

it("B16: on its way out with too little brake it is not AvoidanceRelaxed: it gets deeper, and that is said", () => {
  const decision = decided({
    ...base,
    self: agent("g", 0.1, 0, 1, 0),
    preferred: { x: -1, y: 0 },
    budget: 1,
    region: { edges: [wallAt(0)] },
  });
  assertEquals(decision.kind, "BoundaryUnreachable");
  assertAlmostEquals(decision.velocity.x, 0.9, 1e-12);
  assertAlmostEquals(decision.proof!.outside[0]!.depth, 0.1, 1e-12);
});

/** A situation of an agent without any budget, which the door would refuse. */
const powerless = (velocity: Vec2, edge: Edge, supportVelocity: Vec2 = ZERO): Situation => ({
  self: agent("g", 0, 0, velocity.x, velocity.y),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: { x: 1, y: 0 },
  maxSpeed: 1.5,
  budget: 0,
  support: { id: "ground", velocity: supportVelocity },
  region: { edges: [edge] },
  separation: { kind: "floor", movers: [], slack: 1e-9, excluded: [] },
});

it("B16: without a budget an existing velocity is kept and handed on, and nothing is claimed", () => {
  const decision = decideAgent(frozen(powerless({ x: 1, y: 0 }, wallAt(0, 5))));
  assert(decision.kind === "Uncontrolled", decision.kind);
  assertEquals(decision.reason, "noBrakingBudget");
  assertEquals(decision.velocity, { x: 1, y: 0 });
  assertEquals(decision.checks, []);
});

it("B16: without a budget a body at rest stays so where that crosses nothing, and no number is NaN", () => {
  for (const wall of [wallAt(0, 1), wallAt(0, 0), wallAt(0, 1, { x: 0.5, y: 0 })]) {
    const decision = decideAgent(frozen(powerless(ZERO, wall)));
    assertEquals(decision.velocity, ZERO);
    for (const { margin } of decision.margins) {
      assert(Number.isFinite(margin), `${decision.kind}: a margin is ${margin}`);
    }
    assert(decision.kind !== "BoundaryUnreachable", decision.kind);
  }
  // A wall that comes: standing still is not kept as if it were safe.
  const pushed = decideAgent(frozen(powerless(ZERO, wallAt(0, 1, { x: -0.5, y: 0 }))));
  assert(pushed.kind === "Uncontrolled" || pushed.kind === "BoundaryUnreachable", pushed.kind);
  for (const { margin } of pushed.margins) assert(Number.isFinite(margin));
});

it("B16: invalid velocities never get in: they are refused at the door", () => {
  for (const velocity of [{ x: NaN, y: 0 }, { x: 0, y: Infinity }]) {
    const self = { ...base.self, velocity };
    const result = avoid({ ...base, self, budget: 1, region: { edges: [wallAt(0, 1)] } });
    assert(result._tag === "Left");
    assertEquals(result.left[0].agent, "g");
  }
});
