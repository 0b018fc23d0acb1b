/**
 * Crowds for tests: made from input that must be right, stepped, and compared bit for bit.
 *
 * @module
 */
import fc from "fast-check";
import type { ObstacleInput } from "../../boundary/mod.ts";
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import {
  createCrowd,
  type Crowd,
  type CrowdAgent,
  type NeighborSearch,
  type RouteCorner,
  stepCrowd,
  type StepInput,
} from "../../crowd/mod.ts";
import type { Decision } from "../../solver/mod.ts";
import { frozen } from "../geometry/frozen.ts";

/** An agent as `createCrowd` takes it. */
export interface AgentInput {
  readonly id: AgentId;
  readonly position: Vec2;
  readonly velocity?: Vec2;
  readonly radius: number;
  readonly maxSpeed: number;
  readonly cruisingSpeed?: number;
  readonly budget?: number;
  readonly goal?: Vec2;
  readonly route?: readonly RouteCorner[];
  readonly responsibility?: number;
  readonly locked?: boolean;
  readonly z?: number;
  readonly height?: number;
  readonly gradient?: Vec2;
  readonly detour?: number;
  readonly layers?: number;
  readonly mask?: number;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Agents and parameters of a crowd. */
export interface Scene {
  readonly agents: readonly AgentInput[];
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Horizon 2 s, step 1/8 s, half-planes only: no separation floor. */
export const BASE = { timeHorizon: 2, timeStep: 0.125, separation: "off" };

/** A walker of radius 0.5 m and 1.5 m/s. */
export function walker(id: AgentId, x: number, y: number, more: Partial<AgentInput> = {}): AgentInput {
  return { id, position: { x, y }, radius: 0.5, maxSpeed: 1.5, ...more };
}

/** The crowd of an input that must be right. */
export function crowdOf(
  agents: readonly AgentInput[],
  parameters: Scene["parameters"] = {},
  obstacles: readonly ObstacleInput[] = [],
): Crowd {
  const made = createCrowd(frozen({ agents, obstacles, parameters: { ...BASE, ...parameters } }));
  if (made._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(made.left)}`);
  return made.right;
}

/** The crowd after so many steps. */
export function after(crowd: Crowd, steps: number, input?: StepInput, search?: NeighborSearch): Crowd {
  for (let k = 0; k < steps; k++) crowd = stepCrowd(crowd, input, search);
  return crowd;
}

/** The agent with this ID. */
export function agentNamed(crowd: Crowd, id: AgentId): CrowdAgent {
  const found = crowd.agents.find((agent) => agent.id === id);
  if (found === undefined) throw new Error(`Expected an agent ${id}, but found none`);
  return found;
}

/** The decision of this agent in the last step. */
export function decisionOf(crowd: Crowd, id: AgentId): Decision {
  const found = crowd.report.decisions.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`Expected a decision of ${id}, but found none`);
  return found.decision;
}

/** IDs of the neighbors that this agent's last decision had half-planes of, in the order of the margins. */
export function neighborIds(crowd: Crowd, id: AgentId): readonly AgentId[] {
  return decisionOf(crowd, id).margins.flatMap(({ constraint }) =>
    constraint.kind === "neighbor" ? [constraint.id] : []
  );
}

/** A value as text, one text for each bit pattern: -0, infinities and NaN have their own. */
export function bits(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part) =>
      typeof part === "number" && (Object.is(part, -0) || !Number.isFinite(part))
        ? Object.is(part, -0) ? "-0" : String(part)
        : part,
  );
}

/** The scene with every position and every velocity moved. */
export function movedScene(scene: Scene, place: (p: Vec2) => Vec2, turn: (v: Vec2) => Vec2): Scene {
  return {
    ...scene,
    agents: scene.agents.map((agent) => ({
      ...agent,
      position: place(agent.position),
      ...(agent.velocity === undefined ? {} : { velocity: turn(agent.velocity) }),
      ...(agent.gradient === undefined ? {} : { gradient: turn(agent.gradient) }),
      ...(agent.goal === undefined ? {} : { goal: place(agent.goal) }),
      ...(agent.route === undefined ? {} : {
        route: agent.route.map(({ half, ...at }) =>
          half === undefined ? place(at) : { ...place(at), half: turn(half) }
        ),
      }),
    })),
  };
}

/** A search that visits all points. */
export const everyPoint: NeighborSearch = (xs) => ({
  near: (_x, _y, _range, visit) => {
    // From the last to the first: no order is promised.
    for (let i = xs.length - 1; i >= 0; i--) visit(i);
  },
});

/** Numbers k/64 with k from 64·low to 64·high: sums and differences of few of them are exact. */
export function dyadic(low: number, high: number): fc.Arbitrary<number> {
  return fc.integer({ min: low * 64, max: high * 64 }).map((k) => k / 64);
}

/** Vectors of two dyadic numbers. */
export function vectors(component: fc.Arbitrary<number>): fc.Arbitrary<Vec2> {
  return fc.record({ x: component, y: component });
}

/**
 * Parked discs far from everything: with them in the crowd a search has more points than cells, and really goes
 * through the grid.
 */
export const faraway: readonly AgentInput[] = Array.from({ length: 150 }, (_, i) => ({
  id: `far${i}`,
  position: { x: 5000 + 40 * (i % 15), y: -5000 - 40 * Math.floor(i / 15) },
  radius: 0.25,
  maxSpeed: 0,
  locked: true,
}));

const agents = fc.uniqueArray(
  fc.record({
    position: vectors(dyadic(-6, 6)),
    velocity: vectors(dyadic(-1, 1)),
    radius: fc.constantFrom(0.25, 0.5, 0.5, 1),
    maxSpeed: fc.constantFrom(1, 1.5, 2),
    budget: fc.constantFrom(Infinity, Infinity, 1, 4),
    goal: vectors(dyadic(-8, 8)),
    corner: fc.option(vectors(dyadic(-8, 8)), { nil: undefined, freq: 3 }),
    responsibility: fc.constantFrom(0, 0.5, 1, 1, 1, 1),
    locked: fc.constantFrom(false, false, false, false, false, false, true),
    storey: fc.constantFrom(0, 0, 0, 1),
  }),
  { minLength: 2, maxLength: 12, selector: ({ position }) => `${position.x} ${position.y}` },
);

const parameters = fc.record({
  timeHorizon: fc.constantFrom(1, 2, 3),
  timeStep: fc.constantFrom(0.125, 0.1),
  safetyMargin: fc.constantFrom(0, 0.125),
  passingSide: fc.constantFrom("right", "left"),
  optimizationVelocity: fc.constantFrom("current", "current", "preferred", "zero"),
  neighborDistance: fc.constantFrom(Infinity, Infinity, 2),
  maxNeighbors: fc.constantFrom(Infinity, Infinity, 3),
  neighborRanking: fc.constantFrom("gap", "timeToContact"),
  fallback: fc.constantFrom("brake", "leastViolation", "leastViolation", "keepPrevious", "stop"),
  separation: fc.constantFrom("floor", "off"),
});

/** Small random crowds on a dyadic grid, dense enough that half-planes bind; no two agents in one place. */
export const scenes: fc.Arbitrary<Scene> = fc.record({ agents, parameters }).map((r) => ({
  parameters: r.parameters,
  agents: r.agents.map(({ corner, goal, locked, storey, velocity, ...rest }, i): AgentInput => ({
    id: i % 3 === 2 ? `s${i}` : i,
    ...rest,
    locked,
    velocity: locked ? { x: 0, y: 0 } : velocity,
    z: 3 * storey,
    height: 1.75,
    ...(corner === undefined ? { goal } : { route: [corner, goal] }),
  })),
}));
