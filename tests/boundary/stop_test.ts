import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AvoidInput } from "../../avoidance/mod.ts";
import {
  brakingLimits,
  type Edge,
  type Stop,
  stopDisplacement,
  stopEndVelocity,
  stopMotion,
  verifyCurve,
  verifyStop,
} from "../../boundary/mod.ts";
import { displacement, type Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent } from "../geometry/pairs.ts";
import { decided } from "./decided.ts";
import {
  brakingPath,
  endOf,
  leastOfAll,
  leastOnPath,
  marginAt,
  rampPath,
  sizeOf,
  worldPath,
} from "./motion_oracle.ts";
import { between, bodiesWithReference, randomBody, within } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };
const wall: Edge = { id: "wall", normal: { x: 1, y: 0 }, offset: 0, velocity: ZERO };

/** Runs straight at a wall at x = 0 from x = -s. */
const runner = (s: number, speed: number, more: Partial<AvoidInput> = {}): AvoidInput => ({
  self: agent("g", -s, 0, speed, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: { x: 5, y: 0 },
  maxSpeed: 2,
  budget: 1,
  region: { edges: [wall] },
  ...more,
});

it("B19: a stop decelerates along c until c is 0, which may be inside the step, and then moves with r", () => {
  for (let seed = 1; seed <= counts("edge limits"); seed++) {
    const { motion, random: r, budget, speedCap } = randomBody(seed),
      { supportVelocity: u, position } = motion;
    const stop: Stop = {
      position,
      velocity: within(r, speedCap),
      supportVelocity: u,
      budget,
      reference: within(r, speedCap),
    };
    const c = { x: u.x + stop.velocity.x - stop.reference.x, y: u.y + stop.velocity.y - stop.reference.y };
    const ends = Math.hypot(c.x, c.y) / budget, duration = ends * between(r, 0.2, 2), note = `seed ${seed}`;
    const pieces = stopMotion(frozen(stop), duration);
    assertAlmostEquals(pieces.reduce((sum, { duration: t }) => sum + t, 0), duration, 1e-15 * duration, note);
    const size = 1e-12 * Math.max(1, speedCap);
    let at: Vec2 = stop.velocity;
    for (const { velocity, acceleration, duration: t } of pieces) {
      // No jump of velocity, and never more than the budget.
      assertAlmostEquals(velocity.x, at.x, size, note);
      assertAlmostEquals(velocity.y, at.y, size, note);
      assert(Math.hypot(acceleration.x, acceleration.y) <= budget * (1 + 1e-15), note);
      at = { x: velocity.x + t * acceleration.x, y: velocity.y + t * acceleration.y };
    }
    assertEquals(stopEndVelocity(stop, duration), at, note);
    if (duration < ends) {
      assertEquals(pieces.length, 1);
      const left = 1 - duration / ends;
      assertAlmostEquals(u.x + at.x - stop.reference.x, left * c.x, size, note);
      continue;
    }
    assertEquals(pieces.length, 2);
    assertEquals(at, { x: stop.reference.x - u.x, y: stop.reference.y - u.y }, note); // exactly vStop
    // Relative to the moving reference it ends c·|c|/(2a) farther on (M1).
    const moved = displacement(pieces), ahead = stopDisplacement(stop);
    const carried = { x: stop.reference.x - u.x, y: stop.reference.y - u.y };
    const reach = 1e-12 * (1 + Math.hypot(ahead.x, ahead.y) + duration * speedCap);
    assertAlmostEquals(moved.x - duration * carried.x, ahead.x, reach, note);
    assertAlmostEquals(moved.y - duration * carried.y, ahead.y, reach, note);
    assertAlmostEquals(ahead.x, c.x * Math.hypot(c.x, c.y) / (2 * budget), reach, note);
  }
});

it("B19: nothing to brake, and an unlimited budget, rest at once", () => {
  const at = { position: ZERO, supportVelocity: { x: 1, y: 0 }, reference: { x: 1, y: 0 } };
  const still = { duration: 0.1, velocity: ZERO, acceleration: ZERO };
  assertEquals(stopMotion({ ...at, velocity: ZERO, budget: 1 }, 0.1), [still]);
  assertEquals(stopMotion({ ...at, velocity: { x: 9, y: 9 }, budget: Infinity }, 0.1), [still]);
  assertEquals(stopDisplacement({ ...at, velocity: { x: 9, y: 9 }, budget: Infinity }), ZERO);
});

it("B19: the proof of a stop covers braking and rest for ever, over random regions, and its witness is true", () => {
  const seen: Record<string, number> = { Proven: 0, Leaves: 0, Drifts: 0, NoBudget: 0 };
  for (let seed = 1; seed <= counts("committed stops"); seed++) {
    const { edges, motion, random: r, budget, speedCap } = randomBody(seed),
      { supportVelocity: u, position } = motion;
    const reference = r() < 0.5 ? within(r, speedCap) : edges[0]!.velocity;
    const v = within(r, speedCap * r()), w = { x: u.x + v.x, y: u.y + v.y }, note = `seed ${seed}`;
    const verdict = verifyStop(edges, { position, velocity: v, supportVelocity: u, budget, reference });
    seen[verdict.kind]!++;
    const path = brakingPath(position, w, reference, budget), noise = 4e-15 * sizeOf(edges, path);
    const drift = ({ normal: n, velocity: e }: Edge): number =>
      n.x * (reference.x - e.x) + n.y * (reference.y - e.y);
    const least = path.length === 0 ? Infinity : leastOfAll(edges, path);
    switch (verdict.kind) {
      case "Proven":
        assert(least >= -1e-12 - noise, note);
        assert(edges.every((edge) => drift(edge) <= 1e-12 * Math.max(1, 3 * speedCap)), note);
        assertAlmostEquals(verdict.margin, least, noise, note);
        break;
      case "Leaves": {
        const edge = edges.find(({ id }) => id === verdict.edge)!;
        assert(verdict.depth > 0, note);
        assertAlmostEquals(marginAt(edge, path, verdict.time), -verdict.depth, noise, note);
        assertAlmostEquals(leastOnPath(edge, path), -verdict.depth, noise, note);
        break;
      }
      case "Drifts": {
        const edge = edges.find(({ id }) => id === verdict.edge)!;
        assert(verdict.speed > 0, note);
        assertAlmostEquals(drift(edge), verdict.speed, 1e-14 * Math.max(1, 10 * speedCap), note);
        break;
      }
      case "NoBudget":
        throw new Error("there is one");
    }
  }
  for (const kind of ["Proven", "Leaves", "Drifts"]) {
    assert(seen[kind]! > 0.02 * counts("committed stops"), kind);
  }
  const none = { position: ZERO, velocity: ZERO, supportVelocity: ZERO, reference: ZERO };
  for (const budget of [0, -1, NaN]) {
    assertEquals(verifyStop([wall], { ...none, budget }), { kind: "NoBudget" });
  }
});

it("B19: where there is a reference velocity, resting with it drifts out of no edge", () => {
  for (
    const { body: { edges, motion, budget, speedCap }, reference } of bodiesWithReference(
      counts("edge limits"),
    )
  ) {
    const u = motion.supportVelocity, rest = { x: reference.x - u.x, y: reference.y - u.y };
    const stop: Stop = { position: motion.position, velocity: rest, supportVelocity: u, budget, reference };
    assertEquals(verifyStop(edges, stop).kind, "Proven", `cap ${speedCap}`);
  }
});

it("B19: a body that at rest drifts toward an edge, however slowly, has no stop; rounding is no drift", () => {
  const stop: Stop = {
    position: { x: -9, y: 0 },
    velocity: ZERO,
    supportVelocity: ZERO,
    budget: 1,
    reference: ZERO,
  };
  const closing = (speed: number): string =>
    verifyStop([{ ...wall, velocity: { x: -speed, y: 0 } }], stop).kind;
  assertEquals([1e-3, 1e-6, 1e-9, 1e-11].map(closing), ["Drifts", "Drifts", "Drifts", "Drifts"]);
  assertEquals([0, 1e-13, -1].map(closing), ["Proven", "Proven", "Proven"]);
});

it("B19: reaction-step limits are not closed under one more step: at 2 m/s they ask for 1.82 m/s² against 1", () => {
  // One step at 2 m/s was allowed 2.2 m before the wall; after it 2 m are left, and braking now stops there exactly.
  const at = (x: number) => ({ position: { x, y: 0 }, supportVelocity: ZERO, timeStep: 0.1 });
  const braking = { budget: 1, speedCap: 2, reference: ZERO };
  const most = (x: number): number => {
    const found = brakingLimits([wall], at(x), braking);
    if (found._tag === "Left") throw new Error("there is a limit");
    return found.right[0]!.point.x;
  };
  assertAlmostEquals(most(-2.2), 2, 1e-12);
  assertAlmostEquals((2 - most(-2)) / 0.1, 1.82, 2e-3);
  const stop: Stop = {
    position: { x: -2, y: 0 },
    velocity: { x: 2, y: 0 },
    supportVelocity: ZERO,
    budget: 1,
    reference: ZERO,
  };
  const proven = verifyStop([wall], stop);
  assert(proven.kind === "Proven");
  assertAlmostEquals(proven.margin, 0, 1e-15);
});

it("B19: where the solve finds nothing, the stop that is proven from the actual state is taken, as a motion", () => {
  const decision = decided(runner(2, 2));
  assert(decision.kind === "ProvenStop", decision.kind);
  assertEquals(decision.reason, "boundariesInfeasible");
  assertEquals(decision.checks, ["committedStop"]);
  assertEquals(decision.motion, [{ duration: 0.1, velocity: { x: 2, y: 0 }, acceleration: { x: -1, y: 0 } }]);
  assertAlmostEquals(decision.velocity.x, 1.9, 1e-15);
  assertEquals(decision.proof?.limits.map(({ kind, id }) => [kind, id]), [["edge", "wall"]]);
  assertAlmostEquals(decision.proof!.limits[0]!.margin, 0, 1e-12);
  // A hair nearer, and no stop is true any more: what is left is to brake hardest, and nothing is claimed.
  const late = decided(runner(2 - 1e-6, 2));
  assert(late.kind === "BoundaryUnreachable", late.kind);
  assertEquals(late.proof?.limits, []);
  assertAlmostEquals(late.velocity.x, 1.9, 1e-12);
});

it("B19: step after step the stop is proven anew, and the body comes to rest at the wall to the last micrometre", () => {
  let x = -2, v = 2, stops = 0;
  for (let k = 0; k < 40; k++) {
    const decision = decided(runner(-x, v));
    if (decision.kind === "ProvenStop") stops++;
    else assertEquals(decision.kind, "Clear");
    const path = worldPath({ x, y: 0 }, ZERO, decision.motion);
    assert(leastOnPath(wall, path) >= -1e-12, `step ${k}`);
    x = endOf({ x, y: 0 }, path).x, v = decision.velocity.x;
  }
  assert(stops >= 15, `${stops}`);
  assertAlmostEquals(x, 0, 1e-6);
  assertAlmostEquals(v, 0, 1e-6);
});

it("B19: a ramp to the stop's end velocity would overshoot, by up to a·dt²/8; the motion taken does not", () => {
  const budget = 1, timeStep = 0.1, worst = budget * timeStep * timeStep / 8;
  let most = 0;
  for (let k = 1; k <= 20; k++) {
    const speed = budget * timeStep * k / 40, s = speed * speed / (2 * budget);
    // A wall behind as well: turning back is no way out.
    const behind: Edge = { id: "behind", normal: { x: -1, y: 0 }, offset: s, velocity: ZERO };
    const decision = decided(runner(s, speed, { region: { edges: [wall, behind] } }));
    assert(decision.kind === "ProvenStop", `${speed}: ${decision.kind}`);
    assertEquals(decision.velocity, ZERO);
    assertEquals(decision.motion.length, 2);
    const path = worldPath({ x: -s, y: 0 }, ZERO, decision.motion);
    assertAlmostEquals(leastOnPath(wall, path), 0, 1e-12);
    assertAlmostEquals(leastOnPath(behind, path), 0, 1e-12);
    const ramp = leastOnPath(wall, rampPath({ x: -s, y: 0 }, ZERO, { x: speed, y: 0 }, ZERO, timeStep));
    assert(ramp < 0 && ramp >= -worst - 1e-12);
    const motion = { position: { x: -s, y: 0 }, supportVelocity: ZERO, timeStep };
    assertEquals(verifyCurve([wall], motion, { x: speed, y: 0 }, ZERO).kind, "Outside");
    most = Math.max(most, -ramp);
  }
  assertAlmostEquals(most, worst, 1e-12);
});

it("B6, B19: a stop that leaves by more than 1e-12 m is no proven stop", () => {
  for (const excess of [1e-6, 2e-10, 1e-10, 1e-11]) {
    const decision = decided(runner(2 - excess, 2));
    assertEquals(decision.kind, "BoundaryUnreachable", `${excess} m too far`);
    assertEquals(decision.proof?.limits, []);
  }
});

it("B19, B20: a speed cap that falls below the present speed is no reason to leave: the stop may exceed it", () => {
  const decision = decided(runner(10, 2, { maxSpeed: 0.5 }));
  assert(decision.kind === "ProvenStop", decision.kind);
  assertEquals(decision.reason, "discsDisjoint");
  assertAlmostEquals(decision.velocity.x, 1.9, 1e-12);
  assert(!decision.checks.includes("speed"));
});

it("B19: the stop is relative to r: on a deck it brakes to rest on the deck", () => {
  const u = { x: 3, y: 1 }, rim: Edge = { ...wall, id: "rim", velocity: u };
  const decision = decided(runner(2, 2, {
    self: agent("g", -2, 0, 5, 1),
    support: { id: "deck", velocity: u },
    region: { edges: [rim] },
  }));
  assert(decision.kind === "ProvenStop", decision.kind);
  assertEquals(decision.motion, [{ duration: 0.1, velocity: { x: 2, y: 0 }, acceleration: { x: -1, y: 0 } }]);
});

it("B19: every accepted decision carries a committed stop that is true, over random regions", () => {
  const seen: Record<string, number> = {};
  for (const { body, reference } of bodiesWithReference(counts("committed stops") / 2)) {
    const { edges, motion, random: r, budget, speedCap, seed } = body,
      { position, supportVelocity: u, timeStep } = motion;
    const v0 = within(r, speedCap * r());
    const decision = decided({
      self: agent("g", position.x, position.y, u.x + v0.x, u.y + v0.y),
      neighbors: [],
      parameters: { timeHorizon: 2, timeStep },
      preferred: within(r, 2 * speedCap),
      maxSpeed: speedCap,
      budget,
      support: { id: "ground", velocity: u },
      region: { edges },
      separation: r() < 0.5 ? "floor" : "off",
    });
    seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
    if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") {
      assertEquals(decision.proof?.limits, []);
      continue;
    }
    const step = worldPath(position, u, decision.motion), at = endOf(position, step);
    const end = { x: u.x + decision.velocity.x, y: u.y + decision.velocity.y };
    const path = [...step, ...brakingPath(at, end, reference, budget)], note = `seed ${seed}`;
    const noise = 1e-12 + 4e-15 * sizeOf(edges, path);
    for (const edge of edges) {
      const least = leastOnPath(edge, path);
      assert(least >= -noise, `${note}: ${decision.kind} leaves ${edge.id} by ${-least}`);
      const claimed = decision.proof!.limits.find(({ kind, id }) => kind === "edge" && id === edge.id);
      assertAlmostEquals(claimed!.margin, least, noise, note);
    }
  }
  assert(seen["Clear"]! > 0.2 * counts("committed stops") / 2, JSON.stringify(seen));
  assert(seen["ProvenStop"]! > 0.01 * counts("committed stops") / 2, JSON.stringify(seen));
});
