/**
 * A kind of scenario: others like a published one, and what makes a run of any of them right beyond its expectations.
 *
 * @module
 */
import type { Vec2 } from "../../../geometry/vector.ts";
import type { Expectation } from "../../../scenario/expectation.ts";
import type { Scenario, ScenarioAgent, ScenarioParameters } from "../../../scenario/scenario.ts";
import { between, type Draw, pick } from "../../separation/random_crowd.ts";
import { broken, type WholeRun, wholeRun } from "./whole_run.ts";

/** Others like one published scenario. */
export interface Kind {
  /** The published scenario. */
  readonly name: string;
  /** Another one like it: other numbers, sizes, speeds, spacings, steps and budgets. */
  readonly another: (draw: Draw) => Scenario;
  /** What is wrong with a run of one of them, beyond what its expectations say; default nothing. */
  readonly wrong?: (run: WholeRun) => readonly string[];
  /** Those of the others that need not end well yet, only safely: they wait for better ways through, and to rest. */
  readonly notYet?: (scenario: Scenario) => boolean;
}

/** Everything that is wrong when a scenario of a kind is run. */
export function faults(kind: Kind, scenario: Scenario): readonly string[] {
  const run = wholeRun(scenario);
  return [...broken(run), ...kind.wrong?.(run) ?? []];
}

/** What must hold of any run at all: numbers, bits, gaps, budgets, and that who is locked stays. */
const SAFE: readonly Expectation["kind"][] = [
  "finite",
  "repeatable",
  "gap",
  "wallClearance",
  "acceleration",
  "displacement",
  "initialOverlap",
];

/** What is wrong with a run, as far as safety goes. */
export function dangers(scenario: Scenario): readonly string[] {
  return broken(wholeRun({ ...scenario, expect: scenario.expect.filter(({ kind }) => SAFE.includes(kind)) }));
}

/** Whether an agent of the scenario has an acceleration budget. */
export function hasBudget({ agents }: Scenario): boolean {
  return agents.some(({ budget = "unlimited" }) => budget !== "unlimited");
}

/** What a drawn scenario says of itself. */
export interface Drawn {
  readonly duration: number;
  readonly parameters: ScenarioParameters;
  readonly agents: readonly ScenarioAgent[];
  readonly walls?: readonly (readonly Vec2[])[];
  readonly expect: readonly Expectation[];
}

/** A scenario of a kind, which is always finite and always gives the same bits. */
export function drawnScenario(name: string, { walls = [], expect, ...drawn }: Drawn): Scenario {
  const always: readonly Expectation[] = [{ kind: "finite" }, { kind: "repeatable", order: "reversed" }];
  return { id: name, title: `Like ${name}`, ...drawn, walls, expect: [...always, ...expect] };
}

/** Steps, horizons and caps as they come. */
export function drawnParameters(draw: Draw): ScenarioParameters {
  const timeHorizonObstacles = pick(draw, [0.5, 1, 2]);
  return {
    timeStep: pick(draw, [0.02, 1 / 30, 0.05, 0.05, 0.1]),
    timeHorizon: pick(draw, [2, 3, 3, 5]),
    timeHorizonObstacles,
    neighborDistance: 15,
    maxNeighbors: 10,
    arrivalDistance: 0.15,
  };
}

/** What agents are like: size, speed and budget. */
export interface Build {
  readonly radius: number;
  readonly maxSpeed: number;
  readonly budget: number | "unlimited";
}

/** Persons and small vehicles; `leastBudget` keeps out what cannot turn or stop in time. */
export function drawnBuild(draw: Draw, leastBudget = 1): Build {
  return {
    radius: between(draw, 0.2, 0.8),
    maxSpeed: between(draw, 0.8, 2),
    budget: pick(draw, ["unlimited", "unlimited", between(draw, leastBudget, 2 * leastBudget), 6]),
  };
}

/** The least time for a way, s: at the build's speed, speeding up and braking off included. */
export function timeFor(way: number, { maxSpeed, budget }: Build): number {
  return way / maxSpeed + (budget === "unlimited" ? 0 : maxSpeed / budget);
}
