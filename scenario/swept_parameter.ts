import { DETOUR } from "../crowd/detour.ts";
import type { DetourParameters } from "../crowd/crowd.ts";
import type { Scenario, ScenarioAgent, ScenarioParameters } from "./scenario.ts";

/** A parameter whose effect can be looked at. */
export interface SweptParameter {
  /** In words, for headings and axes. */
  readonly words: string;
  /** Its unit; "×" for a factor on each agent's own value, "" for a number. */
  readonly unit: string;
  /** Values worth trying where none are named, ascending. */
  readonly values: readonly number[];
  /** The scenario with this value. Whether the value is allowed is for `createCrowd` to say. */
  readonly set: (scenario: Scenario, value: number) => Scenario;
}

/** Name of a parameter that can be varied. */
export type SweptName =
  | "timeHorizon"
  | "timeHorizonObstacles"
  | "timeStep"
  | "safetyMargin"
  | "neighborDistance"
  | "maxNeighbors"
  | "radius"
  | "speed"
  | "seed"
  | "detourRise"
  | "detourFall"
  | "detourCeiling"
  | "detourDeadBand";

/** Perturbation of a scenario that has none, m/s: enough for other runs, too little to be seen. */
const NUDGE = 1e-4;

/** The parameters that a sweep can vary (C13), by name. */
export const SWEPT: Readonly<Record<SweptName, SweptParameter>> = {
  timeHorizon: {
    words: "time horizon",
    unit: "s",
    values: [0.5, 1, 2, 3, 5, 8],
    set: (scenario, value) => {
      // Walls keep the horizon that they had, whether it was named or not.
      const { timeHorizonObstacles = scenario.parameters.timeHorizon } = scenario.parameters;
      return withParameters(scenario, { timeHorizon: value, timeHorizonObstacles });
    },
  },
  timeHorizonObstacles: shared("timeHorizonObstacles", "obstacle horizon", "s", [0.25, 0.5, 1, 2, 3]),
  timeStep: shared("timeStep", "step", "s", [0.025, 0.05, 0.1, 0.2, 0.4]),
  safetyMargin: shared("safetyMargin", "safety margin", "m", [0, 0.05, 0.1, 0.2, 0.4]),
  neighborDistance: shared("neighborDistance", "neighbor distance", "m", [0.5, 1, 2, 4, 8, 16]),
  maxNeighbors: shared("maxNeighbors", "number of neighbors", "", [1, 2, 3, 5, 8, 12, 20]),
  radius: {
    words: "radius",
    unit: "×",
    values: [0.6, 0.8, 1, 1.2, 1.4],
    set: scaled((agent, factor) =>
      agent.locked === true || agent.radius === undefined
        ? agent
        : { ...agent, radius: agent.radius * factor }
    ),
  },
  speed: {
    words: "speed",
    unit: "×",
    values: [0.5, 0.75, 1, 1.5, 2],
    set: scaled((agent, factor) => ({
      ...agent,
      ...(agent.maxSpeed === undefined ? {} : { maxSpeed: agent.maxSpeed * factor }),
      ...(agent.cruisingSpeed === undefined ? {} : { cruisingSpeed: agent.cruisingSpeed * factor }),
    })),
  },
  seed: {
    words: "seed of the perturbation",
    unit: "",
    values: [1, 2, 3, 4, 5],
    set: (scenario, seed) => {
      const { perturbation = "off" } = scenario.parameters;
      const size = perturbation === "off" ? NUDGE : perturbation.size;
      return withParameters(scenario, { perturbation: { size, seed } });
    },
  },
  detourRise: memory("rise", "rise of the detour memory", "1/s", [0, 0.05, 0.1, 0.2, 0.4, 0.8]),
  detourFall: memory("fall", "fall of the detour memory", "1/s", [0.05, 0.1, 0.2, 0.3, 0.6, 1.2]),
  detourCeiling: memory("ceiling", "ceiling of the detour memory", "", [0, 0.2, 0.4, 0.684, 1, 1.5]),
  detourDeadBand: memory("deadBand", "dead band of the detour memory", "", [0, 0.1, 0.2, 0.3, 0.5, 0.8]),
};

/** Their names. */
export const SWEPT_NAMES: readonly SweptName[] = Object.keys(SWEPT) as readonly SweptName[];

function withParameters(scenario: Scenario, parameters: Partial<ScenarioParameters>): Scenario {
  return { ...scenario, parameters: { ...scenario.parameters, ...parameters } };
}

function shared(
  name: "timeHorizonObstacles" | "timeStep" | "safetyMargin" | "neighborDistance" | "maxNeighbors",
  words: string,
  unit: string,
  values: readonly number[],
): SweptParameter {
  return { words, unit, values, set: (scenario, value) => withParameters(scenario, { [name]: value }) };
}

function scaled(change: (agent: ScenarioAgent, factor: number) => ScenarioAgent): SweptParameter["set"] {
  return (scenario, factor) => ({
    ...scenario,
    agents: scenario.agents.map((agent) => change(agent, factor)),
  });
}

function memory(
  name: keyof DetourParameters,
  words: string,
  unit: string,
  values: readonly number[],
): SweptParameter {
  return {
    words,
    unit,
    values,
    set: (scenario, value) => {
      const { detour = DETOUR } = scenario.parameters;
      return withParameters(scenario, { detour: { ...(detour === "off" ? DETOUR : detour), [name]: value } });
    },
  };
}
