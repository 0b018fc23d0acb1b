/**
 * A scenario elsewhere: resized, turned, mirrored, shifted, its agents renamed. What holds of it holds there too.
 *
 * @module
 */
import type { AgentId } from "../../../geometry/agent.ts";
import type { RouteCorner } from "../../../crowd/mod.ts";
import type { Vec2 } from "../../../geometry/vector.ts";
import type { Expectation } from "../../../scenario/expectation.ts";
import type { Scenario, ScenarioAgent } from "../../../scenario/scenario.ts";

/** Where a scenario is moved to. */
export interface Move {
  /** Every length, and with it every speed and acceleration, times this; default 1. */
  readonly scale?: number;
  /** (cosine, sine) of the turn. */
  readonly turn: Vec2;
  /** Mirrored at the x axis before the turn, the passing side with it; default not. */
  readonly mirrored?: boolean;
  /** m, after the turn. */
  readonly shift: Vec2;
  /** The new name of agent number `index` of `count`. */
  readonly rename: (id: AgentId, index: number, count: number) => AgentId;
}

/** No move at all. */
export const HERE: Move = { turn: { x: 1, y: 0 }, shift: { x: 0, y: 0 }, rename: (id) => id };

/** The turn by an angle, rad. */
export function turnBy(angle: number): Vec2 {
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** Other names: in the same order, in the opposite one, numbers and strings mixed. */
export const RENAMINGS = {
  "reversed numbers": (_id: AgentId, i: number, n: number): AgentId => n - i,
  "reversed texts": (_id: AgentId, i: number, n: number): AgentId => `agent ${String(9_000 + n - i)}`,
  "scattered": (id: AgentId, i: number): AgentId => i % 2 === 0 ? i * 7919 % 101 - 50 : `ß${String(id)}`,
  "longer": (id: AgentId): AgentId => `z/${String(id)}`,
} as const satisfies Record<string, Move["rename"]>;

/** The scenario after the move. */
export function movedScenario(
  scenario: Scenario,
  { scale = 1, turn, mirrored = false, shift, rename }: Move,
): Scenario {
  const turned = ({ x, y }: Vec2): Vec2 => {
    const up = mirrored ? -y : y;
    return { x: turn.x * x - turn.y * up, y: turn.y * x + turn.x * up };
  };
  const direction = ({ x, y }: Vec2): Vec2 => turned({ x: scale * x, y: scale * y });
  const place = (p: Vec2): Vec2 => {
    const { x, y } = direction(p);
    return { x: x + shift.x, y: y + shift.y };
  };
  const corner = ({ half, ...middle }: RouteCorner): RouteCorner =>
    half === undefined ? place(middle) : { ...place(middle), half: direction(half) };
  const names = new Map(scenario.agents.map(({ id }, i) => [id, rename(id, i, scenario.agents.length)]));
  const agents = scenario.agents.map((agent): ScenarioAgent => {
    const { goal, velocity, gradient, route } = agent;
    return {
      ...agent,
      id: names.get(agent.id)!,
      position: place(agent.position),
      ...(goal === undefined ? {} : { goal: place(goal) }),
      ...(route === undefined ? {} : { route: route.map(corner) }),
      ...(velocity === undefined ? {} : { velocity: direction(velocity) }),
      ...(gradient === undefined ? {} : { gradient: turned(gradient) }),
      ...resized(agent, scale, ["radius", "maxSpeed", "budget", "z", "height"]),
    };
  });
  const { passingSide = "right" } = scenario.parameters;
  const otherSide = passingSide === "right" ? "left" : "right";
  return {
    ...scenario,
    agents,
    walls: scenario.walls.map((wall) => mirrored ? wall.map(place).reverse() : wall.map(place)),
    parameters: {
      ...scenario.parameters,
      ...(mirrored ? { passingSide: otherSide } : {}),
      ...resized(scenario.parameters, scale, ["neighborDistance", "arrivalDistance"]),
    },
    expect: scenario.expect.map((one) =>
      asFar(renamed(one, names), scale, Math.abs(shift.x) + Math.abs(shift.y))
    ),
  };
}

/** Some of a record's numbers, resized. */
function resized<A extends object>(of: A, scale: number, fields: readonly (keyof A)[]): Partial<A> {
  return Object.fromEntries(
    fields.flatMap((field) => typeof of[field] === "number" ? [[field, scale * (of[field] as number)]] : []),
  ) as Partial<A>;
}

/** What an expectation allows, resized; what is said to be exact is so but for the rounding of places so far away. */
function asFar(e: Expectation, scale: number, far: number): Expectation {
  switch (e.kind) {
    case "acceleration":
    case "distanceToGoal":
      return { ...e, atMost: scale * e.atMost };
    case "speed":
      return { ...e, atMost: scale * e.atMost };
    case "lateral":
      return { ...e, atMost: e.atMost + 1e-14 * scale + 5e-15 * far };
    default:
      return e;
  }
}

function renamed(e: Expectation, names: ReadonlyMap<AgentId, AgentId>): Expectation {
  if (e.kind === "anyOf") return { ...e, of: e.of.map((one) => renamed(one, names)) };
  if (!("agents" in e) || e.agents === undefined) return e;
  return { ...e, agents: e.agents.map((id) => names.get(id)!) };
}
