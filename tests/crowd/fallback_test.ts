import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid } from "../../avoidance/mod.ts";
import { stepCrowd } from "../../crowd/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { orcaHalfPlanes } from "../../geometry/mod.ts";
import { type Decision, type FallbackPolicy, solveLeastViolation } from "../../solver/mod.ts";
import { type AgentInput, agentNamed, crowdOf, decisionOf, walker } from "./scenes.ts";

/** Three that do not yield close in on "a", which has nowhere to go. */
const pressed: readonly AgentInput[] = [
  walker("a", 0, 0, { goal: { x: 9, y: 1 }, velocity: { x: 0.75, y: 0.25 } }),
  walker(1, 2, 0, { velocity: { x: -2, y: 0 }, maxSpeed: 2, responsibility: 0 }),
  walker(2, -1.5, 1.5, { velocity: { x: 1.5, y: -1.5 }, maxSpeed: 3, responsibility: 0 }),
  walker(3, -1.5, -1.5, { velocity: { x: 1.5, y: 1.5 }, maxSpeed: 3, responsibility: 0 }),
];

/** What "a" decides in the first step. */
function decided(fallback: FallbackPolicy | undefined, agents = pressed): Decision {
  const parameters = { detour: "off", ...(fallback === undefined ? {} : { fallback }) };
  return decisionOf(stepCrowd(crowdOf(agents, parameters)), "a");
}

function relaxed(decision: Decision): Decision & { readonly kind: "AvoidanceRelaxed" } {
  assert(decision.kind === "AvoidanceRelaxed", `Expected AvoidanceRelaxed, but found ${decision.kind}`);
  return decision;
}

it("S10: a crowd relaxes by least violation unless told otherwise", () => {
  const d = relaxed(decided(undefined));
  assertEquals(d.policy, "leastViolation");
  assertEquals(d, decided("leastViolation"));
  assertEquals(crowdOf(pressed).parameters.fallback, "leastViolation");
});

it("S10: least violation is the solver's, and no sampled velocity violates less", () => {
  const { agents, parameters } = crowdOf(pressed), self = agents.find(({ id }) => id === "a")!;
  const halfPlanes = orcaHalfPlanes(self, agents.filter(({ id }) => id !== "a"), parameters);
  const discs = [{ center: { x: 0, y: 0 }, radius: self.maxSpeed }];
  const worst = (v: Vec2): number =>
    Math.max(0, ...halfPlanes.map(({ normal: n, point: p }) => n.x * (p.x - v.x) + n.y * (p.y - v.y)));
  const d = relaxed(decided("leastViolation"));
  const solved = solveLeastViolation({ preferred: { x: 1.5, y: 0 }, halfPlanes, discs });
  assert(solved._tag === "Some");
  assertAlmostEquals(d.violation, solved.value.violation, 1e-9);
  assertAlmostEquals(d.violation, worst(d.velocity), 1e-12);
  for (let i = -24; i <= 24; i++) {
    for (let j = -24; j <= 24; j++) {
      const v = { x: i / 16, y: j / 16 };
      if (Math.hypot(v.x, v.y) <= self.maxSpeed) assert(worst(v) >= d.violation - 1e-9);
    }
  }
});

it("S10: brake and stop take rest, keepPrevious the actual velocity, and each says so", () => {
  const brake = relaxed(decided("brake")),
    stop = relaxed(decided("stop")),
    keep = relaxed(decided("keepPrevious"));
  assertEquals([brake.policy, brake.velocity], ["brake", { x: 0, y: 0 }]);
  assertEquals([stop.policy, stop.velocity], ["stop", { x: 0, y: 0 }]);
  assertEquals([keep.policy, keep.velocity], ["keepPrevious", { x: 0.75, y: 0.25 }]);
  for (const d of [brake, stop, keep]) assert(d.violation > relaxed(decided("leastViolation")).violation);
});

it("S10: with a budget the fallback stays inside the reachable disc", () => {
  const slow = pressed.map((agent) => agent.id === "a" ? { ...agent, budget: 2 } : agent);
  for (const fallback of ["brake", "stop", "leastViolation", "keepPrevious"] as const) {
    const { velocity } = relaxed(decided(fallback, slow));
    assert(Math.hypot(velocity.x - 0.75, velocity.y - 0.25) <= 0.25 + 1e-12);
  }
  // Toward rest by all that the budget has: 0.25 of 0.79 m/s.
  const { velocity } = relaxed(decided("brake", slow)), speed = Math.hypot(0.75, 0.25);
  assertAlmostEquals(velocity.x, 0.75 * (1 - 0.25 / speed), 1e-12);
  assertAlmostEquals(velocity.y, 0.25 * (1 - 0.25 / speed), 1e-12);
});

it("S10: keepPrevious brakes when the previous velocity is above the cap", () => {
  const fast = pressed.map((agent) => agent.id === "a" ? { ...agent, velocity: { x: 3, y: 0 } } : agent);
  const d = relaxed(decided("keepPrevious", fast));
  assertEquals([d.policy, d.velocity], ["brake", { x: 0, y: 0 }]);
});

it("S9: braking among overlapping discs would keep the overlap: it becomes least violation", () => {
  const overlapping = [...pressed, walker(4, 0.25, 0.5, { responsibility: 0 })];
  assertEquals(relaxed(decided("brake", overlapping)).policy, "leastViolation");
  assertEquals(relaxed(decided("stop", overlapping)).policy, "stop");
});

it("S10: `avoid` brakes unless told otherwise", () => {
  const { agents, parameters } = crowdOf(pressed), self = agentNamed(crowdOf(pressed), "a");
  const { timeHorizon, timeStep } = parameters;
  const result = avoid({
    self,
    neighbors: agents.filter(({ id }) => id !== "a"),
    parameters: { timeHorizon, timeStep },
    preferred: { x: 1.5, y: 0 },
    maxSpeed: 1.5,
    separation: "off",
  });
  assert(result._tag === "Right");
  const d = relaxed(result.right);
  assertEquals([d.policy, d.velocity], ["brake", { x: 0, y: 0 }]);
});

it("S10: the report counts what was relaxed", () => {
  const { report } = stepCrowd(crowdOf(pressed));
  assertEquals([report.counts.AvoidanceRelaxed, report.counts.Clear], [1, 3]);
});
