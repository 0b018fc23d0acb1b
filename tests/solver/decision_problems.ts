import { assert } from "@std/assert";
import type { ConstraintSource } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { DecisionProblem, Rejection } from "../../solver/decision.ts";
import { above, apart, at, disc, edge, left, neighbor, right } from "./records.ts";

/** SX1, with a wall to the left that nothing touches. */
export const clear: DecisionProblem = {
  preferred: at(1, 0),
  discs: [disc(0, 0, 1.5)],
  neighbors: [left(0.75, neighbor(1)), above(0.2, neighbor(2))],
  boundaries: [right(-1, edge("wall"))],
};

/** SX4: the wall allows x <= 1, the neighbor asks for x >= 1.5. */
export const walled: DecisionProblem = {
  preferred: at(1.2, 0.25),
  discs: [disc(0, 0, 2)],
  neighbors: [right(1.5, neighbor(1))],
  boundaries: [left(1, edge("wall"))],
  stopTarget: at(-0.5, 0.125),
};

/** SX5: it moves at 1.2 m/s toward that wall, and can change its velocity by 0.05 m/s. */
export const tooFast: DecisionProblem = {
  ...walled,
  discs: [disc(0, 0, 2), disc(1.2, 0, 0.05)],
  stopTarget: at(0, 0),
  actual: at(1.2, 0),
  timeStep: 0.1,
};

/** A braking motion of one step from there. */
export const braking = [
  { duration: 0.04, velocity: at(1.2, 0), acceleration: at(-0.5, 0) },
  { duration: 0.06, velocity: at(1.18, 0), acceleration: at(-0.5, 0) },
];

/** The refusal of a named check. */
export function refusal(check: string): Rejection {
  return { kind: "check", check, reason: "leaves the edges" };
}

/** Asserts that two velocities differ by rounding only. */
export function close(a: Vec2, b: Vec2, about = ""): void {
  assert(apart(a, b) < 1e-12, `${JSON.stringify(a)} is not ${JSON.stringify(b)} ${about}`);
}

/** Names in order. */
export function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort();
}

/** Short names of half-planes, in order. */
export function labels(sources: readonly ConstraintSource[]): readonly string[] {
  return sources.map((s) => `${s.kind} ${s.id}`).sort();
}
