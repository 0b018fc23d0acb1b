import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import { none, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { Decision } from "../../solver/decision.ts";
import { decide } from "../../solver/decide.ts";
import { explain } from "../../view/explain.ts";
import { edgePlane, neighborPlane, sx1, sx1Decision, turnedDown } from "./records.ts";

it("P5: the explanation of SX1 names what binds, by how much, and what was rejected and why", () => {
  assertEquals(
    explain(sx1Decision),
    `Clear: the velocity (0.75, 0.2) m/s satisfies all 3 constraints.
Edge wall binds, with a margin of 0 m/s.
Neighbor b, arc binds, with a margin of 0 m/s; the pair's change of relative velocity is 0.5 m/s, 50 % of it this agent's part.
Checked and passed: neighbors, boundaries and speed.
2 better candidates turned down:
- the preferred velocity, (0.75, 0) m/s: it violates edge wall by 0.2 m/s.
- the preferred velocity, (1, 0.2) m/s: it violates neighbor b, arc by 0.25 m/s.`,
  );
});

it("P5: a real decision of SX1 is explained from its own records", () => {
  const words = explain(decide({ ...sx1, explain: true }));
  assertStringIncludes(words, "Clear: the velocity (0.75, 0.2) m/s");
  assertStringIncludes(words, "Neighbor b, arc binds, with a margin of 0 m/s");
  assertStringIncludes(words, "- the preferred velocity, (1, 0) m/s: it violates ");
});

it("P5: a relaxed decision says what was relaxed, by which policy, by how much, and that it is not safe", () => {
  // SX4: the wall allows v.x <= 1, the neighbor requires v.x >= 1.5.
  const words = explain(decide({
    ...sx1,
    neighbors: [neighborPlane("b", { x: 1.5, y: 0 }, { x: 1, y: 0 })],
    boundaries: [edgePlane("wall", { x: 1, y: 0 }, { x: -1, y: 0 })],
    stopTarget: { x: 0, y: 0 },
  }));
  assertStringIncludes(words, "AvoidanceRelaxed: no velocity satisfies all neighbors");
  assertStringIncludes(words, "braking toward the stop target");
  assertStringIncludes(words, "by up to 1.5 m/s and may collide: it is not safe");
  assertStringIncludes(words, "Violated: neighbor b, arc by 1.5 m/s.");
});

it("P5: the lower kinds say what is claimed and what is not", () => {
  const base = { velocity: { x: 1.15, y: 0 }, motion: [], margins: [], active: [], checks: [] };
  const words = (kind: "ProvenStop" | "BoundaryUnreachable" | "Uncontrolled") =>
    explain({ ...base, kind, reason: "boundariesInfeasible" } satisfies Decision);
  assertStringIncludes(words("ProvenStop"), "safe against what that proof covers");
  assertStringIncludes(words("BoundaryUnreachable"), "no stop is proven; (1.15, 0) m/s");
  assertStringIncludes(words("Uncontrolled"), "nothing is claimed");
  for (const kind of ["BoundaryUnreachable", "Uncontrolled"] as const) assert(!/\bsafe\b/.test(words(kind)));
});

it("P5: a check's refusal is told in its own words", () => {
  const words = explain(decide({
    ...sx1,
    explain: true,
    accept: (candidate) =>
      candidate.velocity.x > 0.5 ? some({ kind: "check", check: "sweep", reason: "it meets a cart" }) : none,
  }));
  assertStringIncludes(words, `the check "sweep" refused it: it meets a cart`);
});

it("P5: the speed disc is named when the velocity lies on its circle", () => {
  const words = explain(decide({ ...sx1, neighbors: [], boundaries: [], preferred: { x: 3, y: 0 } }));
  assertStringIncludes(words, "Speed disc binds, with a margin of 0 m/s.");
});

it("P5: when nothing binds, the nearest constraint is named", () => {
  const words = explain(decide({ ...sx1, preferred: { x: 0, y: 0.5 } }));
  assertStringIncludes(words, "No constraint binds; the nearest is edge wall, 0.3 m/s away.");
});

it("P5: many rejected candidates are counted beyond the number asked for", () => {
  const rejected = Array.from(
    { length: 12 },
    (_, k) => turnedDown({ x: k, y: 0 }, sx1.boundaries[0]!.source, 0.2),
  );
  const told = (mostRejected: number) =>
    explain({ ...sx1Decision, rejected }, { mostRejected }).split("\n- ").length - 1;
  assertEquals(told(12), 12);
  assertEquals(told(3), 4);
  assertEquals(told(0), 0);
  assertStringIncludes(explain({ ...sx1Decision, rejected }, { mostRejected: 3 }), "- and 9 more.");
  const { rejected: _, ...unrecorded } = sx1Decision;
  assertStringIncludes(explain(unrecorded), "were not recorded");
});
