/**
 * Records to draw: worked examples by hand, and arbitrary ones.
 *
 * @module
 */
import fc from "fast-check";
import type { AgentId } from "../../geometry/agent.ts";
import type { Disc } from "../../geometry/disc.ts";
import type { ConstraintSource, HalfPlane } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { Decision, DecisionBase, Rejected } from "../../solver/decision.ts";
import type { Candidate } from "../../solver/problem.ts";
import type { VelocitySpaceProblem } from "../../view/velocity_space.ts";
import type { World, WorldAgent } from "../../view/world.ts";

/** An edge's half-plane. */
export function edgePlane(id: string, point: Vec2, normal: Vec2): HalfPlane {
  return { point, normal, source: { kind: "edge", id } };
}

/** A neighbor's half-plane on the arc, shared by halves. */
export function neighborPlane(id: AgentId, point: Vec2, normal: Vec2): HalfPlane {
  const source: ConstraintSource = {
    kind: "neighbor",
    id,
    feature: "arc",
    change: { x: -0.5, y: 0 },
    share: 0.5,
  };
  return { point, normal, source };
}

/** A candidate without margins. */
export function candidate(velocity: Vec2, cost: number): Candidate {
  return { velocity, cost, origin: { kind: "preferred" }, margins: [] };
}

/** SX1: v.x <= 0.75 (a neighbor's), v.y >= 0.2 (an edge's), |v| <= 1.5, preferred (1, 0). */
export const sx1: VelocitySpaceProblem = {
  preferred: { x: 1, y: 0 },
  discs: [{ center: { x: 0, y: 0 }, radius: 1.5 }],
  neighbors: [neighborPlane("b", { x: 0.75, y: 0 }, { x: -1, y: 0 })],
  boundaries: [edgePlane("wall", { x: 0, y: 0.2 }, { x: 0, y: 1 })],
};

/** The optimum of SX1, with the two single projections turned down. */
export const sx1Decision: Decision = {
  kind: "Clear",
  velocity: { x: 0.75, y: 0.2 },
  motion: [],
  margins: [
    { constraint: sx1.boundaries[0]!.source, margin: 0 },
    { constraint: sx1.neighbors[0]!.source, margin: 0 },
    { constraint: { kind: "disc", role: "speed", index: 0 }, margin: 0.7238 },
  ],
  active: [sx1.boundaries[0]!.source, sx1.neighbors[0]!.source],
  checks: ["neighbors", "boundaries", "speed"],
  rejected: [
    turnedDown({ x: 0.75, y: 0 }, sx1.boundaries[0]!.source, 0.2),
    turnedDown({ x: 1, y: 0.2 }, sx1.neighbors[0]!.source, 0.25),
  ],
};

/** A candidate that violates one constraint. */
export function turnedDown(velocity: Vec2, constraint: ConstraintSource, violation: number): Rejected {
  return {
    stage: "Clear",
    candidate: candidate(velocity, 0.2),
    reason: { kind: "violates", constraint, violation },
  };
}

/** Any finite number, extremes of both ends included. */
export const anyFinite: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -64000, max: 64000 }).map((n) => n / 64),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e6, -1e6, 1e-3, 5e-324, 1.7e308, -1.7e308),
);

/** Any point. */
export const anyVector: fc.Arbitrary<Vec2> = fc.record({ x: anyFinite, y: anyFinite });

/** Any radius, at least 0. */
export const anyRadius: fc.Arbitrary<number> = anyFinite.map(Math.abs);

/** IDs, hostile ones included; the words that no number may turn into are left to the numbers. */
export const anyId: fc.Arbitrary<AgentId> = fc.oneof(
  fc.integer(),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom('<b>&"', "]]>", "--><script>alert(1)</script>", "\u0000\ud800'", "url(#x)", "1", ""),
).filter((id) => !/NaN|undefined|Infinity|not a number/.test(String(id)));

/** Half-planes of every kind. */
export const anyHalfPlane: fc.Arbitrary<HalfPlane> = fc.record({
  point: anyVector,
  normal: fc.oneof(fc.integer({ min: 0, max: 359 }).map(unitAt), anyVector, fc.constant({ x: 0, y: 0 })),
  source: fc.oneof(
    fc.record({
      kind: fc.constant("neighbor" as const),
      id: anyId,
      feature: fc.constantFrom("arc" as const, "leftLeg" as const, "rightLeg" as const, "overlap" as const),
      change: anyVector,
      share: anyFinite,
    }),
    fc.record({
      kind: fc.constantFrom("edge", "braking", "floor", "obstacle", "cooperation"),
      id: anyId,
    }),
  ),
});

const anyDisc: fc.Arbitrary<Disc> = fc.record({ center: anyVector, radius: anyRadius });

/** Problems of any finite numbers. */
export const anyProblem: fc.Arbitrary<VelocitySpaceProblem> = fc.record({
  preferred: anyVector,
  discs: fc.array(anyDisc, { maxLength: 3 }),
  neighbors: fc.array(anyHalfPlane, { maxLength: 5 }),
  boundaries: fc.array(anyHalfPlane, { maxLength: 3 }),
});

const anyCandidate: fc.Arbitrary<Candidate> = fc.record({
  velocity: anyVector,
  cost: anyRadius,
  origin: fc.oneof(
    fc.constant({ kind: "leastViolation" as const }),
    anyHalfPlane.map(({ source }) => ({ kind: "foot" as const, of: source })),
    fc.tuple(anyHalfPlane, anyHalfPlane).map(([a, b]) => ({
      kind: "crossing" as const,
      of: [a.source, b.source] as const,
    })),
  ),
  margins: fc.array(
    anyHalfPlane.chain(({ source }) => anyFinite.map((margin) => ({ constraint: source, margin }))),
  ),
});

const anyRejected: fc.Arbitrary<Rejected> = fc.record({
  stage: fc.constantFrom("Clear", "AvoidanceRelaxed"),
  candidate: anyCandidate,
  reason: fc.oneof(
    fc.record({
      kind: fc.constant("check" as const),
      check: fc.constant("sweep"),
      reason: fc.constant("<hit> & run"),
    }),
    anyHalfPlane.chain(({ source }) =>
      anyRadius.map((violation) => ({ kind: "violates" as const, constraint: source, violation }))
    ),
  ),
});

const anyBase: fc.Arbitrary<DecisionBase> = fc.record({
  velocity: anyVector,
  motion: fc.constant([]),
  margins: fc.array(
    anyHalfPlane.chain(({ source }) => anyFinite.map((margin) => ({ constraint: source, margin }))),
  ),
  active: fc.array(anyHalfPlane.map(({ source }) => source), { maxLength: 3 }),
  checks: fc.constantFrom([], ["neighbors"], ["neighbors", "speed", "<mine>"]),
  rejected: fc.array(anyRejected, { maxLength: 12 }),
});

/** Decisions of every kind. */
export const anyDecision: fc.Arbitrary<Decision> = fc.tuple(anyBase, anyRadius, fc.nat(4)).map(
  ([base, violation, kind]): Decision =>
    ([
      { ...base, kind: "Clear" },
      { ...base, kind: "AvoidanceRelaxed", reason: "neighborsInfeasible", policy: "brake", violation },
      { ...base, kind: "ProvenStop", reason: "boundariesInfeasible" },
      { ...base, kind: "BoundaryUnreachable", reason: "discsDisjoint" },
      { ...base, kind: "Uncontrolled", reason: "noBrakingBudget" },
    ] as const satisfies readonly Decision[])[kind]!,
);

/** Candidates to draw. */
export const anyCandidates: fc.Arbitrary<readonly Candidate[]> = fc.array(anyCandidate, { maxLength: 8 });

const anyAgent: fc.Arbitrary<WorldAgent> = fc.record({
  id: anyId,
  position: anyVector,
  radius: anyRadius,
  velocity: anyVector,
  preferred: anyVector,
  goal: anyVector,
  lines: fc.array(anyHalfPlane, { maxLength: 3 }),
  neighbors: fc.array(anyId, { maxLength: 3 }),
  decision: fc.constantFrom("Clear", "AvoidanceRelaxed", "ProvenStop", "BoundaryUnreachable", "Uncontrolled"),
  group: fc.integer(),
}, { requiredKeys: ["id", "position", "radius"] });

/** Worlds of any finite numbers. */
export const anyWorld: fc.Arbitrary<World> = fc.record({
  agents: fc.array(anyAgent, { maxLength: 8 }),
  trails: fc.array(fc.record({ id: anyId, positions: fc.array(anyVector), interval: anyRadius }), {
    maxLength: 3,
  }),
  overlaps: fc.array(fc.record({ a: anyId, b: anyId, depth: anyRadius }), { maxLength: 3 }),
  features: fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constantFrom("wall", "region", "corridor", "brakingEnvelope"),
        polygon: fc.array(anyVector),
      }),
      fc.record({ kind: fc.constant("edge" as const), from: anyVector, to: anyVector, velocity: anyVector }),
      fc.record({ kind: fc.constant("portal" as const), from: anyVector, to: anyVector }),
      fc.record({ kind: fc.constant("gate" as const), from: anyVector, to: anyVector }),
      fc.record({ kind: fc.constant("accessCurve" as const), points: fc.array(anyVector) }),
    ),
    { maxLength: 4 },
  ),
  time: anyRadius,
}, { requiredKeys: ["agents"] });

/** The unit vector at so many degrees. */
export function unitAt(degrees: number): Vec2 {
  return { x: Math.cos(degrees * Math.PI / 180), y: Math.sin(degrees * Math.PI / 180) };
}
