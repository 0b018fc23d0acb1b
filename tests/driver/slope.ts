import { itemsOf } from "../../crowd/persistent_list.ts";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { createCrowd } from "../../crowd/create.ts";
import type { Crowd, CrowdAgent } from "../../crowd/crowd.ts";
import { CROSSING, type CrossingParameters } from "../../crowd/tiled_crowd.ts";
import { parseTiledGround } from "../../crowd/parse_ground.ts";
import type { TiledGround } from "../../crowd/tiled_ground.ts";
import {
  type HandoffOptions,
  type HandoffRun,
  openHandoffRun,
  stepHandoffs,
} from "../../driver/handoff_runner.ts";
import { type HandoffStore, memoryStore } from "../../driver/handoff_store.ts";

/** The value, or the errors thrown. */
export function right<A>(value: E.Either<unknown, A>): A {
  if (E.isLeft(value)) throw new Error(JSON.stringify(value.left));
  return value.right;
}

const width = 8, length = 12;

/** P level at X ≤ 0, Q at X ≥ 0 with height √3·X: k = 2; as `parseTiledGround` takes it. */
export const SLOPE = {
  tiles: [
    { id: "P", polygon: box(-length, 0) },
    { id: "Q", polygon: box(0, length), gradient: { x: Math.sqrt(3), y: 0 } },
  ],
  edges: [{ id: "PQ", left: "P", right: "Q", from: { x: 0, y: -width }, to: { x: 0, y: width } }],
};

/** The same, read. */
export const GROUND: TiledGround = right(parseTiledGround(SLOPE));

function box(left: number, right: number) {
  return [[left, -width], [right, -width], [right, width], [left, width]].map(([x, y]) => ({ x, y }));
}

/** A crowd of agents with V = A = 1 unless they say otherwise. */
export function slopeCrowd(agents: readonly object[], timeStep = 0.1): Crowd {
  return right(createCrowd({
    agents: agents.map((agent) => ({ radius: 0.1, maxSpeed: 1, budget: 1, ...agent })),
    parameters: { timeHorizon: 3, timeStep },
  }));
}

/** At rest at (x, 0), on its way into Q; it does not move by itself, so that an access begins exactly where it stands. */
export const resting = (x: number): object => ({
  id: "a",
  position: { x, y: 0 },
  goal: { x: 2, y: 0 },
  cruisingSpeed: 0,
});

/** A run of these agents. */
export async function runOf(
  agents: readonly object[],
  { crossing = {}, store = memoryStore(), timeStep = 0.1, ground = GROUND }: {
    readonly crossing?: Partial<CrossingParameters>;
    readonly store?: HandoffStore;
    readonly timeStep?: number;
    readonly ground?: TiledGround;
  } = {},
): Promise<HandoffRun> {
  const crowd = slopeCrowd(agents, timeStep);
  return right(
    await openHandoffRun(crowd, ground, store, { crossing: { ...CROSSING, ...crossing } }),
  );
}

/** The run after so many steps. */
export async function after(
  run: HandoffRun,
  steps: number,
  options: HandoffOptions = {},
): Promise<HandoffRun> {
  let now = run;
  for (let step = 0; step < steps; step++) now = (await stepHandoffs(now, {}, options)).run;
  return now;
}

/** The run when something first holds after a step; throws when it takes too long. */
export async function until(
  run: HandoffRun,
  holds: (run: HandoffRun) => boolean,
  options: HandoffOptions = {},
): Promise<HandoffRun> {
  let now = run;
  for (let step = 0; step < 2000; step++) {
    if (holds(now)) return now;
    now = (await stepHandoffs(now, {}, options)).run;
  }
  throw new Error("it never came about");
}

/** The handoff of an agent, the first one by default. */
export function stateOf({ world }: HandoffRun, id: string | number = "a") {
  return itemsOf(world.crossers).find((crosser) => crosser.id === id)!.state;
}

/** An agent, the first one by default. */
export function bodyOf({ world }: HandoffRun, id: string | number = "a"): CrowdAgent {
  return world.crowd.agents.find((agent) => agent.id === id)!;
}

/** The attempt whose access is being carried out; 0: none. */
export function onAccess(run: HandoffRun): number {
  const state = stateOf(run);
  return state.phase === "Approaching" && state.access !== undefined ? state.attempts : 0;
}
