import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { decide } from "../../solver/decide.ts";
import type { DecisionProblem } from "../../solver/decision.ts";
import { counts } from "../counts.ts";
import { exactOptimum } from "./exact_oracle.ts";
import { randomDecision } from "./random_decisions.ts";
import { apart, at, inside, worst } from "./records.ts";

/** By how much a double may seem to violate what the solver holds. */
function toleranceOf(p: DecisionProblem): number {
  const scale = Math.max(1, ...p.discs.map((d) => apart(d.center, at(0, 0)) + d.radius));
  const far = Math.max(0, ...[...p.neighbors, ...p.boundaries].map((h) => apart(h.point, at(0, 0))));
  return 2e-12 * scale + 1e-15 * far;
}

it("S9–S12: every decision is what it says it is", () => {
  const kinds: Record<string, number> = {};
  for (let seed = 0; seed < counts("solver decisions"); seed++) {
    const p = randomDecision(seed), d = decide(p), about = `seed ${seed}: ${d.kind} for ${JSON.stringify(p)}`;
    kinds[d.kind] = (kinds[d.kind] ?? 0) + 1;
    const tolerance = toleranceOf(p), [speed, reachable] = p.discs;
    const hard = worst(d.velocity, p.boundaries, p.discs), soft = Math.max(0, worst(d.velocity, p.neighbors));
    const all = { preferred: p.preferred, halfPlanes: p.neighbors, hard: p.boundaries, discs: p.discs };
    const hardOnly = { ...all, halfPlanes: [] };
    if (d.kind === "Clear") {
      assert(hard <= tolerance && soft <= tolerance, about);
    } else if (d.kind === "AvoidanceRelaxed") {
      assert(hard <= tolerance, about);
      assertAlmostEquals(d.violation, soft, tolerance, about);
      assert(!exactOptimum(all, -tolerance), `all could be held, ${about}`);
    } else if (d.reason !== "noStopTarget") {
      assert(!exactOptimum(hardOnly, -tolerance), `the hard limits could be held, ${about}`);
    }
    if (d.kind === "Uncontrolled" && p.actual) assertEquals(d.velocity, p.actual, about);
    if (d.kind === "ProvenStop") assertEquals(d.motion, p.committedStop, about);
    if (d.kind === "BoundaryUnreachable") {
      const nearest = exactOptimum({ preferred: p.stopTarget!, halfPlanes: [], discs: p.discs }, tolerance) ??
        exactOptimum({ preferred: p.stopTarget!, halfPlanes: [], discs: [reachable!] });
      const size = Math.max(1, speed!.radius);
      if (d.reason !== "discsDisjoint") {
        assert(apart(d.velocity, p.stopTarget!) <= nearest!.distance + 1e-5 * size, about);
        assert(apart(d.velocity, p.stopTarget!) >= nearest!.distance - 1e-9 * size, about);
      }
    }
    // Never a jump: what was decided can be reached.
    if (reachable && d.kind !== "Uncontrolled" && d.kind !== "ProvenStop") {
      assert(apart(d.velocity, reachable.center) <= reachable.radius + tolerance, about);
    }
    const held = { neighbors: soft, boundaries: worst(d.velocity, p.boundaries), committedStop: 0 };
    for (const [check, off] of Object.entries(held)) {
      assert(!d.checks.includes(check) || off <= tolerance, about);
    }
    if (d.checks.includes("speed")) assert(worst(d.velocity, [], [speed!]) <= tolerance, about);
    if (d.checks.includes("reachable")) assert(worst(d.velocity, [], [reachable!]) <= tolerance, about);
    assertEquals(d.checks.includes("committedStop"), d.kind === "ProvenStop", about);
  }
  assertEquals(Object.keys(kinds).length, 5, JSON.stringify(kinds));
  for (const [kind, n] of Object.entries(kinds)) {
    assert(n >= counts("solver decisions") / 100, `${kind}: ${n}`);
  }
});

it("S9: every kind carries the margins of every constraint", () => {
  for (let seed = 0; seed < counts("solver decisions"); seed++) {
    const p = randomDecision(seed), d = decide(p), lines = [...p.neighbors, ...p.boundaries];
    const about = `seed ${seed}: ${JSON.stringify(p)}`, tolerance = toleranceOf(p);
    assertEquals(d.margins.length, lines.length + p.discs.length, about);
    for (const h of lines) {
      const found = d.margins.filter((m) => m.constraint === h.source);
      assertEquals(found.length, 1, about);
      assertAlmostEquals(found[0]!.margin, inside(h, d.velocity), tolerance, about);
    }
    p.discs.forEach((k, index) => {
      const found = d.margins.find((m) => m.constraint.kind === "disc" && m.constraint.index === index);
      assertAlmostEquals(found!.margin, k.radius - apart(d.velocity, k.center), tolerance, about);
    });
    // Whoever is touched or violated is active, nobody far inside is.
    for (const h of lines) {
      const margin = inside(h, d.velocity);
      if (margin < -tolerance) assert(d.active.includes(h.source), about);
      if (margin > 1e-6 * Math.max(1, tolerance * 1e12)) assert(!d.active.includes(h.source), about);
    }
  }
});

it("S9: the motion fills the step and ends at the velocity, from the actual one where acceleration is finite", () => {
  for (let seed = 0; seed < counts("solver decisions"); seed++) {
    const p = randomDecision(seed), d = decide(p), about = `seed ${seed}: ${d.kind} for ${JSON.stringify(p)}`;
    if (p.timeStep === undefined) {
      if (d.kind !== "ProvenStop") assertEquals(d.motion, [], about);
      continue;
    }
    assert(d.motion.length > 0, about);
    const filled = d.motion.reduce((sum, piece) => sum + piece.duration, 0);
    assertAlmostEquals(filled, p.timeStep, 1e-15, about);
    const { duration, velocity, acceleration } = d.motion.at(-1)!;
    const end = at(velocity.x + acceleration.x * duration, velocity.y + acceleration.y * duration);
    const size = 1 + apart(velocity, at(0, 0)) + apart(d.velocity, at(0, 0));
    assert(apart(end, d.velocity) <= 1e-15 * size, about);
    if (p.discs.length > 1 && p.actual && d.kind !== "ProvenStop") {
      assertEquals(d.motion[0]!.velocity, p.actual, about);
    }
  }
});
