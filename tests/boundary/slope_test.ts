import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, type Crowd, type CrowdAgent, stepCrowd } from "../../crowd/mod.ts";
import { slopeFactor } from "../../geometry/mod.ts";
import type { Decision } from "../../solver/mod.ts";

const UP = { x: Math.sqrt(3), y: 0 };
/** P: X <= 0, flat. Q: X >= 0, rising at 60°. A route that leads from P far into Q. */
const border = { id: "handoff", normal: { x: 1, y: 0 }, offset: 0, owner: "P" };
const walker = {
  id: "w",
  position: { x: -6, y: 0 },
  radius: 0.4,
  maxSpeed: 2,
  budget: 2,
  route: [{ x: 0, y: 0 }, { x: 8, y: 0 }],
  region: { edges: [border] },
};
const parameters = { timeHorizon: 2, timeStep: 0.1, detour: "off" };

function crowdOf(agents: readonly unknown[], more: Record<string, unknown> = {}): Crowd {
  const made = createCrowd({ agents, parameters: { ...parameters, ...more } });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

const of = (crowd: Crowd): { readonly agent: CrowdAgent; readonly decision: Decision } => ({
  agent: crowd.agents.find(({ id }) => id === "w")!,
  decision: crowd.report.decisions.find(({ id }) => id === "w")!.decision,
});

it("BX6: in P nothing of Q's budget applies, right up to the border, whatever route was planned", () => {
  assertAlmostEquals(slopeFactor(UP), 2, 1e-12);
  const flat = crowdOf([walker]),
    planned = crowdOf([{ ...walker, route: [{ x: -1, y: 0 }, { x: 0, y: 0 }, { x: 99, y: 0 }] }]);
  let crowd = flat, other = planned, fastest = 0, hardest = 0;
  for (let k = 0; k < 80; k++) {
    const before = of(stepCrowd(crowd)).agent;
    crowd = stepCrowd(crowd), other = stepCrowd(other);
    const { agent, decision } = of(crowd);
    fastest = Math.max(fastest, agent.velocity.x);
    for (const { acceleration: a } of decision.motion) hardest = Math.max(hardest, Math.hypot(a.x, a.y));
    assert(agent.position.x <= 1e-12);
    assert(before !== undefined);
  }
  // All of P's speed and all of P's budget are used; half of each would be Q's.
  assertAlmostEquals(fastest, 2, 1e-9);
  assertAlmostEquals(hardest, 2, 1e-9);
  // It ends at the border and at rest: stepping over is adoption, not a plan.
  assertAlmostEquals(of(crowd).agent.position.x, 0, 1e-3);
  assertAlmostEquals(of(crowd).agent.velocity.x, 0, 1e-3);
  assertAlmostEquals(of(other).agent.position.x, 0, 1e-3);
});

it("BX6: after adoption, speeds and budgets halve", () => {
  const start = {
    ...walker,
    position: { x: 0.01, y: 0 },
    gradient: UP,
    route: [{ x: 8, y: 0 }],
    region: undefined,
  };
  const { region: _, ...adopted } = start;
  let crowd = crowdOf([adopted]), fastest = 0, hardest = 0;
  for (let k = 0; k < 60; k++) {
    crowd = stepCrowd(crowd);
    const { agent, decision } = of(crowd);
    fastest = Math.max(fastest, Math.hypot(agent.velocity.x, agent.velocity.y));
    for (const { acceleration: a } of decision.motion) hardest = Math.max(hardest, Math.hypot(a.x, a.y));
  }
  assertAlmostEquals(fastest, 1, 1e-9);
  assertAlmostEquals(hardest, 1, 1e-9);
});

it("BX6: with no avoidance solution in P, the answer is braking in P, with P's budget", () => {
  // Hemmed in on the way to the border by two that come head-on and hold their line.
  const comer = (id: string, y: number) => ({
    id,
    position: { x: -1.4, y },
    velocity: { x: -2, y: 0 },
    radius: 0.7,
    maxSpeed: 3,
    responsibility: 0,
    route: [{ x: -20, y }],
  });
  const running = { ...walker, position: { x: -4, y: 0 }, velocity: { x: 2, y: 0 } };
  const crowd = crowdOf([running, comer("a", 0.55), comer("b", -0.55)], {
    fallback: "brake",
    separation: "off",
  });
  const { decision } = of(stepCrowd(crowd));
  assert(decision.kind === "AvoidanceRelaxed", decision.kind);
  assertEquals(decision.policy, "brake");
  // Straight braking with 2 m/s² for 0.1 s: P's budget, not Q's half.
  assertAlmostEquals(decision.velocity.x, 1.8, 1e-9);
  assertAlmostEquals(decision.velocity.y, 0, 1e-9);
  assert(decision.proof!.limits.some(({ id }) => id === "handoff"));
});
