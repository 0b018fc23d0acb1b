import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Vec2 } from "../../geometry/vector.ts";
import { decide } from "../../solver/decide.ts";
import type { Decision, DecisionProblem } from "../../solver/decision.ts";
import { enumerateCandidates, feasibleCandidates } from "../../solver/enumeration.ts";
import type { Candidate } from "../../solver/problem.ts";
import { braking, clear, close, refusal, sorted, tooFast, walled } from "./decision_problems.ts";
import { above, apart, at, below, disc, edge, inside, left, neighbor, worst } from "./records.ts";

it("S11: candidates are offered in order of cost, and the first that passes wins", () => {
  const all = feasibleCandidates({
    preferred: clear.preferred,
    halfPlanes: clear.neighbors,
    hard: clear.boundaries,
    discs: clear.discs,
  });
  assert(all.length > 2);
  for (let passing = 0; passing < all.length; passing++) {
    const threshold = all[passing]!.cost, offered: Candidate[] = [];
    const d = decide({
      ...clear,
      accept: (c, stage) => {
        assertEquals(stage, "Clear");
        offered.push(c);
        return c.cost < threshold ? O.some(refusal("sweep")) : O.none;
      },
      acceptChecks: ["sweep", "curve"],
    });
    assertEquals(d.kind, "Clear");
    assertEquals(offered.map((c) => c.velocity), all.slice(0, passing + 1).map((c) => c.velocity));
    assertEquals(d.velocity, all[passing]!.velocity);
    for (const c of offered) assertEquals(c.margins.length, 4, "with the margins of every constraint");
    assertEquals(sorted(d.checks), ["boundaries", "curve", "neighbors", "speed", "sweep"]);
  }
});

it("S11: when all candidates of the first stage are refused, the relaxed stage follows", () => {
  const stages: string[] = [], distances: number[] = [];
  const stopTarget = at(-0.75, -0.5);
  const p: DecisionProblem = {
    ...clear,
    stopTarget,
    accept: (c, stage) => {
      stages.push(stage);
      if (stage === "Clear") return O.some(refusal("sweep"));
      distances.push(apart(c.velocity, stopTarget));
      return distances.length < 3 ? O.some(refusal("curve")) : O.none;
    },
    acceptChecks: ["curve"],
  };
  const d = decide(p);
  assert(d.kind === "AvoidanceRelaxed");
  assertEquals([d.reason, d.policy], ["candidatesRejected", "brake"]);
  assertEquals(stages.lastIndexOf("Clear") < stages.indexOf("AvoidanceRelaxed"), true);
  // From there on nearest to the stopping target first.
  assertEquals(distances.length, 3);
  for (let i = 1; i < 3; i++) assert(distances[i]! >= distances[i - 1]! - 1e-15);
  assertAlmostEquals(apart(d.velocity, stopTarget), distances[2]!, 1e-15);
  assert(worst(d.velocity, p.boundaries, p.discs) < 1e-12);
  assertEquals(sorted(d.checks), ["boundaries", "curve", "speed"]);
  // A caller whose checks differ between the stages names both.
  distances.length = 0;
  const named = decide({ ...p, acceptChecks: ["curve", "sweep"], relaxedChecks: ["curve"] });
  assertEquals(sorted(named.checks), ["boundaries", "curve", "speed"]);
});

it("S11: a solve whose candidates are all refused goes on to the proven stop, or brakes hardest", () => {
  const stages = new Set<string>();
  const refuse: DecisionProblem = {
    ...clear,
    discs: [disc(0, 0, 1.5), disc(0.5, 0.5, 0.2)],
    stopTarget: at(0.5, -1),
    actual: at(0.5, 0.5),
    accept: (_, stage) => (stages.add(stage), O.some(refusal("sweep"))),
    acceptChecks: ["sweep"],
  };
  for (const fallback of ["brake", "leastViolation", "keepPrevious", "stop"] as const) {
    const d = decide({ ...refuse, fallback, previous: at(0.5, 0.4) });
    assert(d.kind === "BoundaryUnreachable", fallback);
    assertEquals(d.reason, "candidatesRejected");
    close(d.velocity, at(0.5, 0.3));
    assert(!d.checks.includes("sweep"));
    const proven = decide({ ...refuse, fallback, committedStop: braking });
    assert(proven.kind === "ProvenStop", fallback);
    assertEquals(proven.reason, "candidatesRejected");
    assert(!proven.checks.includes("sweep"));
  }
  assertEquals(stages, new Set(["Clear", "AvoidanceRelaxed"]), "the lower kinds are not offered");
});

it("S11: least violation offers its own velocity first", () => {
  const offered: Vec2[] = [];
  decide({
    ...walled,
    fallback: "leastViolation",
    accept: (c) => (offered.push(c.velocity), O.some(refusal("curve"))),
  });
  assert(apart(offered[0]!, at(1, 0.25)) < 1e-9);
});

it("S9: only checks that were really made are listed", () => {
  const names = (p: DecisionProblem): readonly string[] => sorted(decide(p).checks);
  assertEquals(names({ ...clear, accept: () => O.none }), ["accept", "boundaries", "neighbors", "speed"]);
  assertEquals(names({ ...clear, acceptChecks: ["sweep"] }), ["boundaries", "neighbors", "speed"]);
  assertEquals(names({ ...clear, discs: [disc(0, 0, 1.5), disc(0.6, 0.2, 0.1)] }), [
    "boundaries",
    "neighbors",
    "reachable",
    "speed",
  ]);
  assert(!names({ ...clear, discs: [] }).includes("speed"));
});

it("S9: explain: true tells why each better candidate was turned down", () => {
  assertEquals(decide(clear).rejected, undefined);
  const d = decide({ ...clear, explain: true });
  assertEquals({ ...d, rejected: undefined }, { ...decide(clear), rejected: undefined });
  const better = enumerateCandidates({
    preferred: clear.preferred,
    halfPlanes: [...clear.neighbors, ...clear.boundaries],
    discs: clear.discs,
  }).filter((c) => c.cost < apart(d.velocity, clear.preferred));
  assertEquals(d.rejected!.map((r) => r.candidate), better);
  const told = d.rejected!.map(({ candidate: { origin, velocity }, reason, stage }) => {
    assertEquals(stage, "Clear");
    assert(reason.kind === "violates" && reason.constraint.kind === "neighbor");
    const h = clear.neighbors.find((n) => n.source === reason.constraint)!;
    assertAlmostEquals(reason.violation, -inside(h, velocity), 1e-15);
    return [origin.kind, reason.constraint.id, Math.round(reason.violation * 1000) / 1000];
  });
  assertEquals(told, [["preferred", 1, 0.25], ["foot", 1, 0.25], ["foot", 2, 0.2]]);
});

it("S9: an explanation has what the callers' checks refused, in every kind", () => {
  const d = decide({
    ...clear,
    explain: true,
    accept: (c) => apart(c.velocity, at(0.75, 0.2)) < 1e-9 ? O.some(refusal("sweep")) : O.none,
  });
  assertEquals(d.kind, "Clear");
  const refused = d.rejected!.filter((r) => r.reason.kind === "check");
  assert(refused.length >= 1);
  assertEquals(refused[0]!.candidate.velocity, at(0.75, 0.2));
  assertEquals(refused[0]!.reason, refusal("sweep"));
  for (const p of [walled, tooFast, { ...tooFast, committedStop: braking }]) {
    const explained = decide({ ...p, explain: true });
    const reasons = explained.rejected!.map((r) => r.reason.kind);
    assert(reasons.includes("violates"), explained.kind);
    // The preferred velocity is first among those that were better.
    assertEquals(
      explained.rejected!.find((r) => r.reason.kind === "violates")!.candidate.origin.kind,
      "preferred",
    );
  }
});

it("S9: an obstacle that appears within the braking distance never makes the velocity jump", () => {
  // It walks at 1.2 m/s, and 0.05 m/s a step is what it can change; the wall comes nearer from step to step.
  const kinds: Decision["kind"][] = [];
  for (let allowed = 1.5; allowed >= 0; allowed -= 0.025) {
    const d = decide({ ...tooFast, neighbors: [], boundaries: [left(allowed, edge("wall"))] });
    kinds.push(d.kind);
    assert(apart(d.velocity, at(1.2, 0)) <= 0.05 + 1e-12);
  }
  assertEquals([...new Set(kinds)], ["Clear", "BoundaryUnreachable"]);
});

it("S12: first the preferred velocity gives way, then the neighbors, and the hard limits never", () => {
  const wall = left(1, edge("wall")), floor = above(-0.5, { kind: "floor", id: 1 });
  const base: DecisionProblem = { ...walled, neighbors: [], boundaries: [wall, floor] };
  const steps: readonly (readonly [DecisionProblem, Decision["kind"]])[] = [
    [{ ...base, preferred: at(0.5, 0) }, "Clear"],
    [{ ...base, preferred: at(2, 0) }, "Clear"],
    [{ ...base, neighbors: [below(-0.25, neighbor(1))] }, "Clear"],
    [{ ...base, neighbors: [below(-0.75, neighbor(1))] }, "AvoidanceRelaxed"],
    [{ ...base, neighbors: [below(-0.75, neighbor(1))], fallback: "leastViolation" }, "AvoidanceRelaxed"],
    [{ ...base, discs: [disc(0, 0, 2), disc(1.5, 0, 0.25)] }, "BoundaryUnreachable"],
    [{ ...base, discs: [disc(0, 0, 2), disc(1.5, 0, 0.25)], committedStop: braking }, "ProvenStop"],
  ];
  for (const [p, kind] of steps) {
    const d = decide(p);
    assertEquals(d.kind, kind);
    const broken = worst(d.velocity, p.boundaries, p.discs) > 1e-11;
    assert(
      !broken || (kind !== "Clear" && kind !== "AvoidanceRelaxed"),
      "a hard limit gave way in a kind that holds it",
    );
  }
});
