/**
 * Single-agent problems with the answers of RVO2 in double precision. The data set is not part of the project: it is
 * looked for in `../shared/data` beside the project's folder, and tests that need it report themselves as ignored
 * without it.
 *
 * @module
 */
import type { Agent, HalfPlane, Vec2 } from "../geometry/mod.ts";

/** The reference's half-plane of one neighbor, in this project's form. */
export interface ReferenceLine {
  /** A velocity on the boundary, m/s. */
  readonly point: Vec2;
  /** Unit normal into the allowed side. */
  readonly normal: Vec2;
}

/** One agent among its neighbors, and what the reference found. */
export interface ReferenceProblem {
  readonly id: number;
  readonly category: string;
  readonly timeStep: number;
  readonly timeHorizon: number;
  readonly maxSpeed: number;
  /** May exceed `maxSpeed`. */
  readonly preferred: Vec2;
  /** The agent, with ID 0. */
  readonly self: Agent;
  /** With IDs 1, 2, … in the order processed. */
  readonly neighbors: readonly Agent[];
  /** The half-plane of the neighbor of the same index; undefined where the reference has none (`nanLine`). */
  readonly lines: readonly (ReferenceLine | undefined)[];
  /** The reference's answer, m/s. */
  readonly velocity: Vec2;
  /** Whether all finite half-planes and the speed disc have a common point. */
  readonly feasible: boolean;
  /** Largest violation of a finite half-plane by `velocity`, m/s. */
  readonly maxViolation: number;
  /** An independent brute force: the nearest feasible velocity, or the least achievable largest violation. */
  readonly exact: { readonly velocity?: Vec2; readonly leastViolation?: number };
}

/** The reference lines as half-planes with the neighbors' IDs, for a solver; undefined ones are left out. */
export function referenceHalfPlanes(problem: ReferenceProblem): readonly HalfPlane[] {
  return problem.lines.flatMap((line, i) =>
    line === undefined ? [] : [{ ...line, source: { kind: "obstacle", id: i + 1 } } as const]
  );
}

/** All problems, or undefined where the data set is absent. */
export function referenceProblems(): readonly ReferenceProblem[] | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(new URL("../../shared/data/rvo2_agents.jsonl", import.meta.url));
  } catch {
    return undefined;
  }
  return text.split("\n").filter((row) => row !== "").map((row) => problemOf(JSON.parse(row) as Row));
}

type Pair = readonly [number, number];

interface Row {
  readonly id: number;
  readonly cat: string;
  readonly timeStep: number;
  readonly agent: {
    readonly position: Pair;
    readonly velocity: Pair;
    readonly radius: number;
    readonly maxSpeed: number;
    readonly prefVelocity: Pair;
    readonly timeHorizon: number;
  };
  readonly neighbors: readonly {
    readonly position: Pair;
    readonly velocity: Pair;
    readonly radius: number;
  }[];
  readonly lines: readonly { readonly point: readonly unknown[]; readonly direction: readonly unknown[] }[];
  readonly newVelocity: Pair;
  readonly feasible: boolean;
  readonly maxViolation: number;
  readonly exact: { readonly newVelocity?: Pair; readonly minMaxViolation?: number };
}

function problemOf(row: Row): ReferenceProblem {
  const { agent } = row;
  const { newVelocity, minMaxViolation } = row.exact;
  return {
    id: row.id,
    category: row.cat,
    timeStep: row.timeStep,
    timeHorizon: agent.timeHorizon,
    maxSpeed: agent.maxSpeed,
    preferred: vec(agent.prefVelocity),
    self: { id: 0, position: vec(agent.position), velocity: vec(agent.velocity), radius: agent.radius },
    neighbors: row.neighbors.map((n, i) => ({
      id: i + 1,
      position: vec(n.position),
      velocity: vec(n.velocity),
      radius: n.radius,
    })),
    lines: row.lines.map(lineOf),
    velocity: vec(row.newVelocity),
    feasible: row.feasible,
    maxViolation: row.maxViolation,
    exact: {
      ...(newVelocity === undefined ? {} : { velocity: vec(newVelocity) }),
      ...(minMaxViolation === undefined ? {} : { leastViolation: minMaxViolation }),
    },
  };
}

/** The reference allows what lies left of `direction`. */
function lineOf(
  line: { readonly point: readonly unknown[]; readonly direction: readonly unknown[] } | null,
): ReferenceLine | undefined {
  const numbers = line === null ? [] : [...line.point, ...line.direction];
  const [px, py, dx, dy] = numbers;
  if (typeof px !== "number" || typeof py !== "number" || typeof dx !== "number" || typeof dy !== "number") {
    return undefined;
  }
  return { point: { x: px, y: py }, normal: { x: -dy, y: dx } };
}

function vec([x, y]: Pair): Vec2 {
  return { x, y };
}
