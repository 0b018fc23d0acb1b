import type { HalfPlane } from "../../geometry/half_plane.ts";
import type { DecisionProblem, FallbackPolicy } from "../../solver/decision.ts";
import { randomProblem, seeded } from "./random_problems.ts";

const policies: readonly (FallbackPolicy | undefined)[] = [
  undefined,
  "brake",
  "leastViolation",
  "keepPrevious",
  "stop",
];

/** A seeded problem for `decide`: a random velocity problem, with some of what a caller may give or leave out. */
export function randomDecision(seed: number): DecisionProblem {
  const { problem, size } = randomProblem(seed), r = seeded(seed + 1_000_003);
  const maybe = <K extends keyof DecisionProblem>(key: K, value: () => DecisionProblem[K], share = 0.6) =>
    r() < share ? { [key]: value() } : {};
  const near = (): { x: number; y: number } => ({ x: size * (2 * r() - 1), y: size * (2 * r() - 1) });
  const hard: readonly HalfPlane[] = problem.hard ?? [];
  const fallback = policies[Math.floor(r() * policies.length)];
  return {
    preferred: problem.preferred,
    discs: problem.discs,
    neighbors: problem.halfPlanes,
    boundaries: hard,
    ...maybe("stopTarget", near),
    ...maybe("actual", near),
    ...maybe("previous", near),
    ...maybe("timeStep", () => 0.1, 0.8),
    ...maybe("committedStop", () => [{ duration: 0.1, velocity: near(), acceleration: near() }], 0.2),
    ...(fallback === undefined ? {} : { fallback }),
  };
}
