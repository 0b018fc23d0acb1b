/**
 * Random pairs of agents, and the moves of the plane that the half-planes must follow.
 *
 * @module
 */
import fc from "fast-check";
import type {
  Agent,
  AgentId,
  AvoidanceParameters,
  HalfPlane,
  NeighborSource,
  Vec2,
} from "../../geometry/mod.ts";
import { orcaHalfPlane } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "./frozen.ts";

/** Two agents and what they share. */
export interface Pair {
  readonly self: Agent;
  readonly other: Agent;
  readonly parameters: AvoidanceParameters;
}

/** Settings of a property run: its own count, always the same seed, so that the gate is the same gate every day. */
export function runs(name: Parameters<typeof counts>[0]): { numRuns: number; seed: number } {
  return { numRuns: counts(name), seed: 2_166_136_261 };
}

/** An agent at (x, y) with velocity (vx, vy) and radius 0.5 m. */
export function agent(
  id: AgentId,
  x: number,
  y: number,
  vx: number,
  vy: number,
  more: Partial<Agent> = {},
): Agent {
  return { id, position: { x, y }, velocity: { x: vx, y: vy }, radius: 0.5, ...more };
}

/** The half-plane of `self` against `other`, where there must be one. */
export function halfPlane(self: Agent, other: Agent, parameters: AvoidanceParameters): HalfPlane {
  const found = orcaHalfPlane(frozen(self), frozen(other), frozen(parameters));
  if (found._tag === "None") throw new Error("Expected a half-plane, but found none");
  return found.value;
}

/** The source of a neighbor's half-plane. */
export function neighborSource(h: HalfPlane): NeighborSource {
  if (h.source.kind !== "neighbor") throw new Error(`Expected a neighbor, but found ${h.source.kind}`);
  return h.source;
}

const vec = (component: fc.Arbitrary<number>): fc.Arbitrary<Vec2> =>
  fc.record({ x: component, y: component });
const fine = fc.integer({ min: -64_000, max: 64_000 }).map((n) => n / 64);
/** Few values: ties, overlaps, equal positions and equal velocities are common. */
const coarse = fc.integer({ min: -4, max: 4 }).map((n) => n / 2);
const powers = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true }).map((e) =>
    Math.min(high, Math.max(low, 10 ** e))
  );
const signed = (low: number, high: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constant(0),
    fc.tuple(powers(low, high), fc.boolean()).map(([size, minus]) => minus ? -size : size),
  );

const passingSide = fc.constantFrom("right", "left", "byId" as const);
const optimizationVelocity = fc.constantFrom("current", "preferred", "zero" as const);
const ids = fc.uniqueArray(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.string({ maxLength: 3 })), {
  minLength: 2,
  maxLength: 2,
});

function pairOf(
  position: fc.Arbitrary<Vec2>,
  velocity: fc.Arbitrary<Vec2>,
  radius: fc.Arbitrary<number>,
  horizon: fc.Arbitrary<number>,
  step: fc.Arbitrary<number>,
  margin: fc.Arbitrary<number>,
): fc.Arbitrary<Pair> {
  const body = fc.record({ position, velocity, preferredVelocity: velocity, radius });
  return fc.record({
    ids,
    self: body,
    other: body,
    weights: fc.constantFrom([1, 1], [1, 3], [0.3, 0.7], [0, 0], [2, 2], [1e-3, 7]),
    parameters: fc.record({
      timeHorizon: horizon,
      timeStep: step,
      safetyMargin: margin,
      passingSide,
      optimizationVelocity,
    }),
  }).map((r) => ({
    self: { id: r.ids[0] ?? 0, ...r.self, responsibility: r.weights[0] ?? 1 },
    other: { id: r.ids[1] ?? 1, ...r.other, responsibility: r.weights[1] ?? 1 },
    parameters: r.parameters as AvoidanceParameters,
  }));
}

/** Pairs on a half-metre grid: degenerate more often than not. */
export const coarsePairs: fc.Arbitrary<Pair> = pairOf(
  vec(coarse),
  vec(coarse),
  fc.constantFrom(0.25, 0.5, 1),
  fc.constantFrom(0.5, 1, 2, 3),
  fc.constantFrom(0.1, 0.25),
  fc.constantFrom(0, 0.5),
);

/** Pairs on a fine grid, positions up to 1000 m. */
export const finePairs: fc.Arbitrary<Pair> = pairOf(
  vec(fine),
  vec(fine.map((n) => n / 100)),
  fine.map((n) => Math.abs(n) + 1 / 64),
  fc.integer({ min: 1, max: 640 }).map((n) => n / 64),
  fc.integer({ min: 1, max: 64 }).map((n) => n / 256),
  fc.constantFrom(0, 0.125, 3.5),
);

/** Both grids together. */
export const anyPairs: fc.Arbitrary<Pair> = fc.oneof(coarsePairs, finePairs);

/** Positions up to 1e6 m, speeds 0 to 1e3 m/s, radii 1e-3 to 1e3 m, horizons 1e-2 to 1e2 s. */
export const extremePairs: fc.Arbitrary<Pair> = pairOf(
  vec(signed(1e-9, 1e6)),
  vec(signed(1e-9, 7e2)),
  powers(1e-3, 1e3),
  powers(1e-2, 1e2),
  powers(1e-3, 1),
  fc.constantFrom(0, 1e-6, 10),
);

/** p = pB - pA. */
export function relativePosition({ self, other }: Pair): Vec2 {
  return { x: other.position.x - self.position.x, y: other.position.y - self.position.y };
}

/** v = vA - vB, in the sense of the optimization velocity (G8). */
export function relativeVelocity({ self, other, parameters }: Pair): Vec2 {
  const a = startVelocity(self, parameters), b = startVelocity(other, parameters);
  return { x: a.x - b.x, y: a.y - b.y };
}

/** vOpt of an agent (G8). */
export function startVelocity(a: Agent, parameters: AvoidanceParameters): Vec2 {
  switch (parameters.optimizationVelocity ?? "current") {
    case "current":
      return a.velocity;
    case "preferred":
      return a.preferredVelocity ?? { x: NaN, y: NaN };
    case "zero":
      return { x: 0, y: 0 };
  }
}

/** R = rA + rB + δ. */
export function combinedRadius({ self, other, parameters }: Pair): number {
  return self.radius + other.radius + (parameters.safetyMargin ?? 0);
}

/** The pair after moving every vector. */
export function movedPair(pair: Pair, position: (p: Vec2) => Vec2, velocity: (v: Vec2) => Vec2): Pair {
  const moved = (a: Agent): Agent => ({
    ...a,
    position: position(a.position),
    velocity: velocity(a.velocity),
    ...(a.preferredVelocity === undefined ? {} : { preferredVelocity: velocity(a.preferredVelocity) }),
  });
  return { self: moved(pair.self), other: moved(pair.other), parameters: pair.parameters };
}
