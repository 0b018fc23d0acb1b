import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid, type AvoidInput } from "../../avoidance/mod.ts";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import type { Decision } from "../../solver/mod.ts";

function crowdOf(input: unknown): Crowd {
  const made = createCrowd(input);
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

function decided(input: AvoidInput): Decision {
  const made = avoid(input);
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

const parked = (x: number) => ({ id: "b", position: { x, y: 0 }, radius: 0.5, maxSpeed: 0, locked: true });

it("B19, M4: too fast for its own wall, an agent still brakes as the floor needs, and says what it keeps", () => {
  const crowd = stepCrowd(crowdOf({
    parameters: { timeHorizon: 2, timeStep: 0.25 },
    agents: [
      {
        id: "a",
        position: { x: 0, y: 0 },
        velocity: { x: 2, y: 0 },
        radius: 0.5,
        maxSpeed: 5,
        budget: 20,
        region: { edges: [{ id: "w", normal: { x: 1, y: 0 }, offset: 0.05 }] },
      },
      parked(1.101),
    ],
  }));
  const [a, b] = crowd.agents, { decision } = crowd.report.decisions[0]!;
  assertEquals(decision.kind, "BoundaryUnreachable");
  assert(b!.position.x - a!.position.x >= 1, `${b!.position.x - a!.position.x - 1}`);
  assertEquals(decision.proof?.limits.map(({ kind, id }) => [kind, id]), [["floor", "b"]]);
});

it("B19, M10: too fast for its own wall, it says which walls of the world its braking keeps", () => {
  const decision = decided({
    self: { id: "a", position: { x: 0, y: 0 }, velocity: { x: 2, y: 0 }, radius: 0.5 },
    neighbors: [],
    parameters: { timeHorizon: 2, timeStep: 0.25 },
    preferred: { x: 2, y: 0 },
    maxSpeed: 5,
    budget: 20,
    region: { edges: [{ id: "w", normal: { x: 1, y: 0 }, offset: 0.05 }] },
    obstacles: [{ id: "post", corners: [{ x: 0.7, y: -1 }, { x: 0.7, y: 1 }] }],
  });
  assertEquals(decision.kind, "BoundaryUnreachable");
  assertEquals(decision.proof?.limits.map(({ kind, id }) => [kind, id]), [["obstacle", "post"]]);
  assertEquals(decision.proof?.unproven, []);
});

it("M3, B13: who claims no stop names the pairs it may run into, and so does the other", () => {
  const belt = { id: "belt", velocity: { x: 2, y: 0 } }, shared = { radius: 0.5, maxSpeed: 1.5, budget: 2 };
  let crowd = crowdOf({
    parameters: { timeHorizon: 2, timeStep: 0.1 },
    agents: [
      {
        id: "a",
        position: { x: 0, y: 0 },
        velocity: { x: 3, y: 0 },
        ...shared,
        support: belt,
        region: { edges: [{ id: "far", normal: { x: 1, y: 0 }, offset: 1000 }] },
      },
      {
        id: "p",
        position: { x: 2, y: 0 },
        velocity: { x: 2, y: 0 },
        ...shared,
        responsibility: 0,
        support: belt,
      },
    ],
  });
  for (let k = 0; k < 12; k++) {
    crowd = stepCrowd(crowd);
    const [a, p] = crowd.agents, gap = p!.position.x - a!.position.x - 1;
    const unproven = crowd.report.decisions.map(({ decision }) =>
      decision.proof!.unproven.map(({ id }) => id)
    );
    if (gap < -1e-12) assertEquals(unproven, [["p"], ["a"]], `tick ${k}`);
  }
});

it("B8, B9: who rides on something that accelerates or turns is not covered, is swept, and is never Clear into somebody", () => {
  const still = { id: "o", position: { x: 1.2, y: 0 }, velocity: { x: 0, y: 0 }, radius: 0.5, locked: true };
  for (const pull of [2, 50]) {
    const decision = decided({
      self: { id: "me", position: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, radius: 0.5 },
      neighbors: [still],
      parameters: { timeHorizon: 0.5, timeStep: 0.5 },
      preferred: { x: 0, y: 0 },
      maxSpeed: 0.2,
      budget: 1,
      support: { id: "tram", motion: { acceleration: { x: pull, y: 0 } } },
    });
    assert(decision.kind !== "Clear", `${pull}: ${decision.kind}`);
    assertEquals(decision.proof?.unproven, [{ id: "o", reason: "carriedAlongCurve" }]);
  }
});

it("M5: the least closing speed comes before all else, whatever the fallback", () => {
  for (const fallback of ["leastViolation", "brake", "keepPrevious", "stop"]) {
    const crowd = stepCrowd(crowdOf({
      parameters: { timeHorizon: 2, timeStep: 0.2, fallback },
      agents: [
        { id: "a", position: { x: 0, y: 0 }, velocity: { x: 2, y: 0 }, radius: 0.5, maxSpeed: 5, budget: 5 },
        parked(1.39),
      ],
    }));
    const { decision } = crowd.report.decisions[0]!;
    assert(decision.kind === "AvoidanceRelaxed" && decision.reason === "tooFastToStopApart", fallback);
    assertAlmostEquals(decision.velocity.x, 1, 1e-12);
    assertAlmostEquals(decision.velocity.y, 0, 1e-12);
    // What the neighbor's half-plane is violated by stands in margins and among the active constraints alike.
    const broken = decision.margins.filter(({ constraint, margin }) =>
      constraint.kind === "neighbor" && margin < 0
    );
    assertEquals(
      broken.map(({ constraint }) => constraint),
      decision.active.filter(({ kind }) => kind === "neighbor"),
    );
    assertEquals(broken.length, 1);
  }
});

it("M5: two that overlap and stand are reported, though neither has any part of a gap", () => {
  const crowd = stepCrowd(crowdOf({
    parameters: { timeHorizon: 2, timeStep: 0.2 },
    agents: [
      { id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 0, responsibility: 0 },
      parked(0.5),
    ],
  }));
  assertEquals(crowd.report.decisions[0]!.decision.proof?.unproven, [{ id: "b", reason: "overlapping" }]);
});
