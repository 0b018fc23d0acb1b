import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AvoidInput } from "../../avoidance/mod.ts";
import type { Edge } from "../../boundary/mod.ts";
import type { Agent, Vec2 } from "../../geometry/mod.ts";
import type { Decision, Margin } from "../../solver/mod.ts";
import { counts } from "../counts.ts";
import { agent } from "../geometry/pairs.ts";
import { decided } from "./decided.ts";
import { brakingPath, endOf, leastOnPath, rampPath, sizeOf, worldPath } from "./motion_oracle.ts";
import { between, randomBody, within } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };
const wall = (id: string, x: number, y: number, offset: number, velocity: Vec2 = ZERO): Edge => ({
  id,
  normal: { x, y },
  offset,
  velocity,
});

/** Runs along x at 1.5 m/s in a corridor of 2 m, with 2 m/s² to brake: 0.5625 m to stand. */
const runner: AvoidInput = {
  self: agent("g", 0, 0, 1.5, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: { x: 1.5, y: 0 },
  maxSpeed: 1.5,
  budget: 2,
  region: { edges: [wall("left", 0, 1, 1), wall("right", 0, -1, 1)] },
};
const edgesTo = (end: number, velocity: Vec2 = ZERO): readonly Edge[] => [
  wall("left", 0, 1, 1),
  wall("right", 0, -1, 1),
  wall("end", 1, 0, end, velocity),
];
const corridor = (end: number, velocity: Vec2 = ZERO): Pick<AvoidInput, "region"> => ({
  region: { edges: edgesTo(end, velocity) },
});

const marginsOf = (
  { margins }: Decision,
  ...kinds: readonly Margin["constraint"]["kind"][]
): readonly number[] =>
  margins.filter(({ constraint }) => kinds.includes(constraint.kind)).map(({ margin }) => margin);
const changeOf = (decision: Decision): number => Math.hypot(decision.velocity.x - 1.5, decision.velocity.y);

it("S9: Clear: room ahead, and every check that was asked for was made and passed", () => {
  const decision = decided({ ...runner, neighbors: [agent("b", 5, 0.5, -1, 0)], separation: "off" });
  assertEquals(decision.kind, "Clear");
  assertEquals(decision.checks, ["neighbors", "boundaries", "speed", "reachable", "curve", "committedStop"]);
  assert(decision.margins.every(({ margin }) => margin >= -1e-11));
  assertEquals(marginsOf(decision, "neighbor").length, 1);
  assertEquals(marginsOf(decision, "edge").length, 2);
  assertEquals(marginsOf(decision, "braking").length, 2);
  assertEquals(decision.proof?.limits.map(({ id }) => id).sort(), ["left", "right"]);
});

it("S9, S12: AvoidanceRelaxed: the neighbors give way before any wall does, and the answer is to brake", () => {
  // Two come abreast and fill the corridor.
  const comers = [
    agent("a", 2, 0.5, -1.5, 0, { responsibility: 0 }),
    agent("b", 2, -0.5, -1.5, 0, { responsibility: 0 }),
  ];
  const decision = decided({ ...runner, neighbors: comers, separation: "off" });
  assert(decision.kind === "AvoidanceRelaxed", decision.kind);
  assertEquals([decision.reason, decision.policy], ["neighborsInfeasible", "brake"]);
  assert(decision.violation > 0);
  assertAlmostEquals(decision.velocity.x, 1.3, 1e-9); // toward rest with all of the budget
  assert(marginsOf(decision, "edge", "braking", "disc").every((margin) => margin >= -1e-11));
  assert(Math.min(...marginsOf(decision, "neighbor")) < 0);
  assert(!decision.checks.includes("neighbors") && !decision.checks.includes("sweep"));
  for (const check of ["boundaries", "curve", "committedStop"]) {
    assert(decision.checks.includes(check), check);
  }
});

it("S9: an obstacle that appears within the braking distance gives a lower kind, never a jump of velocity", () => {
  // The end of the corridor appears as near as it can be stopped at, nearer, and with a wall that itself comes nearer.
  const stopped = decided({ ...runner, ...corridor(0.5625) });
  assert(stopped.kind === "ProvenStop", stopped.kind);
  assertEquals(stopped.reason, "boundariesInfeasible");
  assertEquals(stopped.checks, ["committedStop"]);
  const late = decided({ ...runner, ...corridor(0.5) });
  assert(late.kind === "BoundaryUnreachable", late.kind);
  assertEquals(late.reason, "boundariesInfeasible");
  assertEquals(late.proof?.limits, []);
  const coming = decided({ ...runner, ...corridor(2, { x: -3, y: 0 }) });
  assert(coming.kind !== "Clear" && coming.kind !== "AvoidanceRelaxed", coming.kind);
  for (const decision of [stopped, late, coming]) {
    assert(changeOf(decision) <= 0.2 + 1e-9, `${decision.kind}: a jump of ${changeOf(decision)}`);
  }
  // The same obstacle as a neighbor that was not there before.
  const body = decided({
    ...runner,
    neighbors: [agent("box", 1.2, 0, 0, 0, { locked: true })],
    separation: "off",
  });
  assert(body.kind === "AvoidanceRelaxed", body.kind);
  assert(changeOf(body) <= 0.2 + 1e-9);
});

it("S9: BoundaryUnreachable brakes hardest, and says which walls it does not keep", () => {
  const decision = decided({ ...runner, ...corridor(0.1) });
  assert(decision.kind === "BoundaryUnreachable", decision.kind);
  assertAlmostEquals(decision.velocity.x, 1.3, 1e-12);
  const broken = decision.margins.filter(({ margin }) => margin < -1e-9).map(({ constraint }) => constraint);
  assert(
    broken.length > 0 && broken.every((c) => (c.kind === "edge" || c.kind === "braking") && c.id === "end"),
  );
  assertEquals(decision.checks, ["speed", "reachable"]);
});

it("S9: Uncontrolled: carried faster than it can cancel, the actual velocity is kept, with the reason", () => {
  const support = { id: "belt", velocity: { x: 2, y: 0 } };
  const decision = decided({ ...runner, self: agent("g", 0, 0, 2.5, 0.1), ...corridor(9), support });
  assert(decision.kind === "Uncontrolled", decision.kind);
  assertEquals(decision.reason, "carriedTooFast");
  assertAlmostEquals(decision.velocity.x, 0.5, 1e-15);
  assertAlmostEquals(decision.velocity.y, 0.1, 1e-15);
  assertEquals(decision.checks, []);
  assertEquals(decision.proof?.limits ?? [], []);
});

it("S9: Uncontrolled, too, carries the margins of every constraint", () => {
  const support = { id: "belt", velocity: { x: 2, y: 0 } };
  const decision = decided({
    ...runner,
    self: agent("g", 9.3, 0, 2.5, 0),
    neighbors: [agent("b", 12, 0, -1, 0)],
    ...corridor(9),
    support,
  });
  assertEquals(decision.kind, "Uncontrolled");
  assert(marginsOf(decision, "neighbor").length === 1, "the neighbor's margin is missing");
  assert(
    decision.margins.some(({ constraint: c }) => c.kind === "edge" && c.id === "end"),
    "the wall's margin is missing",
  );
  assertEquals(decision.proof?.outside.map(({ id }) => id), ["end"], "its depth is not reported");
});

it("S12: only a proven stop gives way on the linear limits and on a lowered speed cap, never on walls or reach", () => {
  const lowered = decided({ ...runner, maxSpeed: 1 });
  assert(lowered.kind === "ProvenStop", lowered.kind);
  assert(Math.min(...marginsOf(lowered, "disc")) < 0, "it is still above the cap");
  const linear = decided({ ...runner, ...corridor(0.5625) });
  assert(linear.kind === "ProvenStop", linear.kind);
  assert(Math.min(...marginsOf(linear, "braking")) < 0, "the sufficient limit is not kept");
  for (const decision of [lowered, linear]) {
    const path = worldPath(ZERO, ZERO, decision.motion);
    const stop = [...path, ...brakingPath(endOf(ZERO, path), decision.velocity, ZERO, 2)];
    for (const edge of edgesTo(0.5625)) assert(leastOnPath(edge, stop) >= -1e-12);
    assert(changeOf(decision) <= 0.2 + 1e-12);
  }
});

/** A random body with random neighbors. */
function situation(
  seed: number,
): { readonly input: AvoidInput; readonly edges: readonly Edge[]; readonly u: Vec2 } {
  const { edges, motion, random: r, budget, speedCap } = randomBody(seed);
  const { position: x, supportVelocity: u, timeStep } = motion, v = within(r, speedCap * r());
  const neighbors = Array.from({ length: Math.floor(r() * 5) }, (_, i): Agent => {
    const p = within(r, 4), w = within(r, speedCap);
    return agent(`n${i}`, x.x + p.x, x.y + p.y, u.x + w.x, u.y + w.y, { radius: between(r, 0.2, 0.7) });
  });
  return {
    edges,
    u,
    input: {
      self: agent("g", x.x, x.y, u.x + v.x, u.y + v.y),
      neighbors,
      parameters: { timeHorizon: 2, timeStep },
      preferred: within(r, 1.5 * speedCap),
      maxSpeed: speedCap,
      budget,
      support: { id: "ground", velocity: u },
      region: { edges },
      fallback: (["brake", "leastViolation", "keepPrevious", "stop"] as const)[seed % 4]!,
      separation: seed % 3 === 0 ? "off" : "floor",
      explain: true,
    },
  };
}

it("S9: over random situations the motion starts with the actual velocity, fills the step, ends as told and keeps the budget", () => {
  const seen: Record<string, number> = {};
  for (let seed = 1; seed <= counts("decision kinds"); seed++) {
    const { input, u } = situation(seed), decision = decided(input), note = `seed ${seed}: ${decision.kind}`;
    seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
    const { timeStep } = input.parameters,
      budget = input.budget as number,
      small = 1e-12 * Math.max(1, input.maxSpeed);
    let v = { x: input.self.velocity.x - u.x, y: input.self.velocity.y - u.y }, filled = 0;
    for (const { duration, velocity, acceleration } of decision.motion) {
      assertAlmostEquals(velocity.x, v.x, small, note);
      assertAlmostEquals(velocity.y, v.y, small, note);
      const hardest = budget + 1e-9 * Math.max(1, input.maxSpeed) / timeStep;
      assert(Math.hypot(acceleration.x, acceleration.y) <= hardest, note);
      v = { x: velocity.x + duration * acceleration.x, y: velocity.y + duration * acceleration.y },
        filled += duration;
    }
    assertAlmostEquals(filled, timeStep, 1e-15, note);
    assertAlmostEquals(v.x, decision.velocity.x, small, note);
    assertAlmostEquals(v.y, decision.velocity.y, small, note);
    for (const { margin } of decision.margins) assert(Number.isFinite(margin), note);
    if (decision.kind === "Clear") {
      for (const { margin } of decision.margins) assert(margin >= -1e-9 * Math.max(1, input.maxSpeed), note);
    }
    if (decision.kind === "AvoidanceRelaxed") {
      for (const margin of marginsOf(decision, "edge", "floor", "disc")) {
        assert(margin >= -1e-9 * Math.max(1, input.maxSpeed), note);
      }
    }
  }
  for (const kind of ["Clear", "AvoidanceRelaxed", "ProvenStop", "BoundaryUnreachable", "Uncontrolled"]) {
    assert(seen[kind]! > 0.01 * counts("decision kinds"), `${kind} in ${JSON.stringify(seen)}`);
  }
});

it("S11: candidates come in the order of cost, the first that passes wins, and each refusal by a check is true", () => {
  let refused = 0;
  for (let seed = 1; seed <= counts("decision kinds"); seed++) {
    const { input, edges, u } = situation(seed), decision = decided(input);
    const { x, y } = input.self.position, { timeStep } = input.parameters, note = `seed ${seed}`;
    const byCheck = (decision.rejected ?? []).filter(({ reason }) => reason.kind === "check");
    for (const stage of ["Clear", "AvoidanceRelaxed"] as const) {
      const costs = byCheck.filter((entry) => entry.stage === stage).map(({ candidate }) => candidate.cost);
      const small = 1e-9 * Math.max(1, input.maxSpeed);
      const ordered = costs.every((cost, i) => i === 0 || cost >= costs[i - 1]! - small);
      const leastViolation = stage === "AvoidanceRelaxed"; // there violation comes before cost
      assert(ordered || leastViolation, `${note}: ${costs}`);
      if (stage === "Clear" && decision.kind === "Clear") {
        const w = input.preferred, cost = Math.hypot(decision.velocity.x - w.x, decision.velocity.y - w.y);
        if (byCheck.length > 0) assert(cost >= costs.at(-1)! - small, note);
      }
    }
    const reference = referenceOf(edges, u);
    for (const { candidate, reason } of byCheck) {
      if (reason.kind !== "check" || reason.check === "sweep") continue;
      const named = edges.find(({ id }) =>
        reason.reason.includes(`edge ${id} `) || reason.reason.includes(`edge ${id} after`)
      );
      if (named === undefined) continue; // the floor's
      refused++;
      const v0 = { x: input.self.velocity.x - u.x, y: input.self.velocity.y - u.y };
      const ramp = rampPath({ x, y }, u, v0, candidate.velocity, timeStep);
      const end = { x: u.x + candidate.velocity.x, y: u.y + candidate.velocity.y };
      const path = reason.check === "curve" || reference === undefined
        ? ramp
        : [...ramp, ...brakingPath(endOf({ x, y }, ramp), end, reference, input.budget as number)];
      if (reason.check === "committedStop" && reference === undefined) continue;
      // Planes are laid up to 1e-9 m inside.
      const least = leastOnPath(named, path);
      assert(
        least < 1.01e-9 + 1e-14 * sizeOf(edges, path),
        `${note}: ${reason.check}, but ${least} m of room`,
      );
    }
  }
  assert(refused > 0.02 * counts("decision kinds"), `${refused}`);
});

/** Where braking leads, where the walls are all fixed or all go with the support: known without the library. */
function referenceOf(edges: readonly Edge[], u: Vec2): Vec2 | undefined {
  if (edges.every(({ velocity: e }) => e.x === u.x && e.y === u.y)) return u;
  return edges.every(({ velocity: e }) => e.x === 0 && e.y === 0) ? ZERO : undefined;
}
