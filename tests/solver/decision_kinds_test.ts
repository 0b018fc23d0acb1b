import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { decide } from "../../solver/decide.ts";
import type { DecisionProblem } from "../../solver/decision.ts";
import { braking, clear, close, labels, sorted, tooFast, walled } from "./decision_problems.ts";
import { exactOptimum } from "./exact_oracle.ts";
import { apart, at, disc, edge, left, neighbor, overlapping, right } from "./records.ts";

it("S9: Clear holds all constraints and says which of them hold it", () => {
  const d = decide(clear);
  assertEquals(d.kind, "Clear");
  assertEquals(d.velocity, at(0.75, 0.2));
  assertEquals(labels(d.active), ["neighbor 1", "neighbor 2"]);
  assertEquals(sorted(d.checks), ["boundaries", "neighbors", "speed"]);
  const margins = d.margins.map((m) => m.margin);
  for (const [i, expected] of [1.75, 0, 0, 1.5 - Math.hypot(0.75, 0.2)].entries()) {
    assertAlmostEquals(margins[i]!, expected, 1e-15);
  }
});

it("S9: a preferred velocity that is allowed is Clear and held by nothing", () => {
  const d = decide({ ...clear, preferred: at(0.25, 0.5) });
  assertEquals(d.kind, "Clear");
  assertEquals(d.velocity, at(0.25, 0.5));
  assertEquals(d.active, []);
});

it("SX4: a wall and a neighbor that leave nothing: avoidance is relaxed, the velocity nearest to vStop is taken", () => {
  const d = decide(walled);
  assert(d.kind === "AvoidanceRelaxed");
  assertEquals([d.reason, d.policy], ["neighborsInfeasible", "brake"]);
  close(d.velocity, at(-0.5, 0.125));
  assertAlmostEquals(d.violation, 2, 1e-12);
  assertEquals(sorted(d.checks), ["boundaries", "speed"], "the neighbors were not satisfied");
  assertEquals(labels(d.active), ["neighbor 1"]);
  // A stopping target beyond the wall is approached as far as the wall allows.
  const beyond = decide({ ...walled, stopTarget: at(1.75, -0.5) });
  assert(beyond.kind === "AvoidanceRelaxed");
  close(beyond.velocity, at(1, -0.5));
  assertEquals(labels(beyond.active), ["edge wall", "neighbor 1"]);
});

it("SX5: a wall out of reach: BoundaryUnreachable, braking as hard as can be", () => {
  const d = decide(tooFast);
  assert(d.kind === "BoundaryUnreachable");
  assertEquals(d.reason, "boundariesInfeasible");
  close(d.velocity, at(1.15, 0));
  assertEquals(sorted(d.checks), ["reachable", "speed"], "the wall is not claimed");
  assertAlmostEquals(d.margins.find((m) => m.constraint.kind === "edge")!.margin, -0.15, 1e-12);
  assertEquals(labels(d.active), ["edge wall", "neighbor 1"]);
});

it("S9: a braking motion that was proven is taken as it is, where no velocity satisfies the limits", () => {
  const d = decide({ ...tooFast, committedStop: braking });
  assert(d.kind === "ProvenStop");
  assertEquals(d.reason, "boundariesInfeasible");
  assertEquals(d.motion, braking);
  close(d.velocity, at(1.15, 0));
  assert(d.checks.includes("committedStop"));
  for (const unmade of ["neighbors", "boundaries"]) assert(!d.checks.includes(unmade), unmade);
  // It is not needed where the limits can be held.
  for (const easier of [{ ...clear, committedStop: braking }, { ...walled, committedStop: braking }]) {
    assert(decide(easier).kind !== "ProvenStop");
    assert(!decide(easier).checks.includes("committedStop"));
  }
});

it("S9: without budget while moving nothing can be claimed: Uncontrolled, the actual velocity is kept", () => {
  const stuck = { ...tooFast, discs: [disc(0, 0, 2), disc(1.2, 0, 0)] };
  const d = decide(stuck);
  assert(d.kind === "Uncontrolled");
  assertEquals(d.reason, "noBrakingBudget");
  assertEquals(d.velocity, at(1.2, 0));
  assertEquals(d.checks.filter((c) => c === "boundaries" || c === "neighbors"), []);
  // A proven stop needs no claim of this solve, and a velocity that the limits allow is Clear without any budget.
  assertEquals(decide({ ...stuck, committedStop: braking }).kind, "ProvenStop");
  assertEquals(decide({ ...stuck, neighbors: [], boundaries: [left(1.25, edge("wall"))] }).kind, "Clear");
});

it("S10: no stopping target, no stop that could be claimed: Uncontrolled", () => {
  const { stopTarget: _, ...untold } = tooFast;
  for (const p of [untold, { ...untold, actual: at(1.2, 0.03) }]) {
    const d = decide(p);
    assert(d.kind === "Uncontrolled");
    assertEquals(d.reason, "noStopTarget");
    assertEquals(d.velocity, p.actual);
  }
  const { stopTarget: __, ...relaxed } = walled;
  const d = decide({ ...relaxed, actual: at(0.5, 0.5) });
  assert(d.kind === "Uncontrolled", "braking for neighbors needs a target too");
  assertEquals([d.reason, d.velocity], ["noStopTarget", at(0.5, 0.5)]);
});

it("S10: discs without a common point: the point of the reachable disc alone, BoundaryUnreachable", () => {
  // A push to 3 m/s under a cap of 1.
  const d = decide({
    ...tooFast,
    discs: [disc(0, 0, 1), disc(3, 0, 0.05)],
    actual: at(3, 0),
    boundaries: [],
  });
  assert(d.kind === "BoundaryUnreachable");
  assertEquals(d.reason, "discsDisjoint");
  close(d.velocity, at(2.95, 0));
  assertEquals(sorted(d.checks), ["reachable"]);
});

it("S10: braking hardest is the point of both discs nearest to the stopping target", () => {
  // The target lies outside the speed disc: nearest is a corner of the lens.
  const discs = [disc(0, 0, 1), disc(0.9, 0.4, 0.3)], stopTarget = at(2, 0.9);
  const d = decide({ ...tooFast, discs, stopTarget, boundaries: [left(-0.5, edge("wall"))] });
  assertEquals(d.kind, "BoundaryUnreachable");
  const lens = exactOptimum({ preferred: stopTarget, halfPlanes: [], discs })!;
  assert(apart(d.velocity, lens.velocity) < 1e-9);
  assertAlmostEquals(apart(d.velocity, at(0, 0)), 1, 1e-12, "at the cap");
});

it("S10: discs carry a role, and by default the first is the speed disc", () => {
  const swapped = decide({
    ...tooFast,
    discs: [disc(3, 0, 0.05, "reachable"), disc(0, 0, 1, "speed")],
    boundaries: [],
  });
  assert(swapped.kind === "BoundaryUnreachable");
  close(swapped.velocity, at(2.95, 0));
  assertEquals(sorted(swapped.checks), ["reachable"]);
});

it("S10: each policy chooses its own velocity in the relaxed stage", () => {
  const p = { ...walled, previous: at(0.75, -0.5) };
  const expected = {
    brake: at(-0.5, 0.125),
    leastViolation: at(1, 0.25),
    keepPrevious: at(0.75, -0.5),
    stop: at(0, 0),
  };
  for (const fallback of ["brake", "leastViolation", "keepPrevious", "stop"] as const) {
    const d = decide({ ...p, fallback });
    assert(d.kind === "AvoidanceRelaxed", fallback);
    assertEquals([d.policy, d.reason], [fallback, "neighborsInfeasible"]);
    assert(apart(d.velocity, expected[fallback]) < 1e-9, fallback);
    assertAlmostEquals(d.violation, 1.5 - expected[fallback].x, 1e-9);
  }
  assertEquals(decide(p), decide({ ...p, fallback: "brake" }), "braking is the default");
});

it("S10: the policies other than braking need no stopping target to relax the neighbors", () => {
  const { stopTarget: _, ...untold } = walled;
  const p = { ...untold, previous: at(0.75, -0.5) };
  for (const fallback of ["leastViolation", "keepPrevious"] as const) {
    assertEquals(decide({ ...p, fallback }).kind, "AvoidanceRelaxed", fallback);
  }
});

it("S10: a previous velocity that is absent, or that a hard limit or a disc forbids, is not kept: brake", () => {
  const keeping: DecisionProblem = { ...walled, fallback: "keepPrevious" };
  const cases: readonly DecisionProblem[] = [
    keeping,
    { ...keeping, previous: at(1.25, 0) },
    { ...keeping, previous: at(0, 2.5) },
    { ...keeping, previous: at(0.5, 0.5), discs: [disc(0, 0, 2), disc(-0.5, 0, 0.25)] },
  ];
  for (const p of cases) {
    const d = decide(p);
    assert(d.kind === "AvoidanceRelaxed");
    assertEquals(d.policy, "brake");
    close(d.velocity, at(-0.5, 0.125));
  }
});

it("S9: with an overlapping neighbor, braking gives way to the least violation", () => {
  const neighbors = [right(1.5, overlapping(1)), left(-2, neighbor(2))];
  for (const fallback of ["brake", "leastViolation", undefined] as const) {
    const d = decide({ ...walled, neighbors, ...(fallback && { fallback }) });
    assert(d.kind === "AvoidanceRelaxed");
    assertAlmostEquals(d.violation, 1.75, 1e-9);
    assert(
      apart(d.velocity, at(-0.25, 0.25)) < 1e-9,
      "half-way between both, nearest to the preferred velocity",
    );
  }
  // Without the overlap it brakes.
  const touching = decide({ ...walled, neighbors: [right(1.5, neighbor(1)), left(-2, neighbor(2))] });
  close(touching.velocity, at(-0.5, 0.125));
});

it("S9, S10: keeping the previous velocity or else braking does not keep an overlap by standing still either", () => {
  const d = decide({ ...walled, neighbors: [right(1.5, overlapping(1))], fallback: "keepPrevious" });
  assert(d.kind === "AvoidanceRelaxed");
  assert(apart(d.velocity, at(1, 0.25)) < 1e-9, JSON.stringify(d.velocity));
});

it("S10: the policies report the same kinds where the hard limits leave nothing", () => {
  for (const fallback of ["brake", "leastViolation", "keepPrevious", "stop"] as const) {
    const p = { ...tooFast, fallback, previous: at(1.2, 0) };
    const d = decide(p);
    assertEquals(d.kind, "BoundaryUnreachable", fallback);
    close(d.velocity, at(1.15, 0));
    assertEquals(decide({ ...p, committedStop: braking }).kind, "ProvenStop", fallback);
    assertEquals(decide({ ...p, discs: [disc(0, 0, 2), disc(1.2, 0, 0)] }).kind, "Uncontrolled", fallback);
  }
});
