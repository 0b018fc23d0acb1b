import { antipodalCircle, crossingGroups } from "../../scenario/generate.ts";
import { parseScenario } from "../../scenario/parse.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { sweep, type SweepRow } from "../../scenario/sweep.ts";
import { SWEPT, type SweptName } from "../../scenario/swept_parameter.ts";
import { valueOf } from "./figure.ts";

/** Scenes that parameters are tried on, by name. */
export type TuningScene = "pair" | "circle" | "crossing" | "door";

/** What is tried: a parameter and the scenes in which it matters. */
export interface TuningPlan {
  /** What is varied. */
  readonly parameter: SweptName;
  /** Where. */
  readonly scenes: readonly TuningScene[];
}

/** Rows of each parameter's sweep, by scene. */
export type TuningData = Readonly<
  Partial<Record<SweptName, Readonly<Partial<Record<TuningScene, readonly SweepRow[]>>>>>
>;

const OPEN: readonly TuningScene[] = ["pair", "circle", "crossing"];

/** Everything that the chapter on tuning shows. */
export const TUNING_PLANS: readonly TuningPlan[] = [
  { parameter: "timeHorizon", scenes: OPEN },
  { parameter: "timeHorizonObstacles", scenes: ["door"] },
  { parameter: "safetyMargin", scenes: OPEN },
  { parameter: "radius", scenes: OPEN },
  { parameter: "speed", scenes: OPEN },
  { parameter: "timeStep", scenes: OPEN },
  { parameter: "maxNeighbors", scenes: ["circle", "crossing"] },
  { parameter: "detourRise", scenes: OPEN },
  { parameter: "detourCeiling", scenes: OPEN },
];

/** Crowds are chaotic: runs that differ in nothing but a trembling of 0.1 mm/s. None where the scene is to be exactly even. */
const SEEDS: Readonly<Record<TuningScene, readonly number[]>> = {
  pair: [],
  circle: [],
  crossing: [1, 2, 3],
  door: [1, 2, 3],
};

const FILE = new URL("tuning_data.json", import.meta.url);

/** The rows of one parameter in one scene, measured now. */
export function measuredRows(parameter: SweptName, scene: TuningScene): readonly SweepRow[] {
  const seeds = SEEDS[scene], values = SWEPT[parameter].values;
  return valueOf(sweep(TUNING_SCENES[scene], [
    { parameter, values },
    ...(seeds.length === 0 ? [] : [{ parameter: "seed" as const, values: seeds }]),
  ]));
}

/** Measures a parameter anew and keeps what was found. */
export function measureTuning({ parameter, scenes }: TuningPlan): void {
  const rows = Object.fromEntries(scenes.map((scene) => [scene, measuredRows(parameter, scene)]));
  const data: TuningData = { ...tuningData(), [parameter]: rows };
  Deno.writeTextFileSync(FILE, dataText(data));
}

/** A line for each row, in the order of the plans, so that what changes is seen. */
function dataText(data: TuningData): string {
  const parameters = TUNING_PLANS.flatMap(({ parameter, scenes }) => {
    const found = data[parameter];
    if (found === undefined) return [];
    const lists = scenes.map((scene) =>
      `${JSON.stringify(scene)}: [\n${(found[scene] ?? []).map((row) => JSON.stringify(row)).join(",\n")}\n]`
    );
    return [`${JSON.stringify(parameter)}: {\n${lists.join(",\n")}\n}`];
  });
  return `{\n${parameters.join(",\n")}\n}\n`;
}

/** What was found when the figures were drawn last. */
export function tuningData(): TuningData {
  try {
    return JSON.parse(Deno.readTextFileSync(FILE));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

const walker = { radius: 0.4, maxSpeed: 1.4 };

function scene(
  id: TuningScene,
  title: string,
  agents: readonly object[],
  rest: { readonly duration: number; readonly walls?: unknown },
): Scenario {
  const parameters = { timeHorizon: 3, timeHorizonObstacles: 1, timeStep: 0.1 };
  return valueOf(parseScenario({ id, title, parameters, defaults: walker, agents, ...rest }));
}

/** The scenes. */
export const TUNING_SCENES: Readonly<Record<TuningScene, Scenario>> = {
  pair: scene("pair", "Two that meet head-on", [
    { id: "a", position: { x: -6, y: 0 }, goal: { x: 6, y: 0 } },
    { id: "b", position: { x: 6, y: 0 }, goal: { x: -6, y: 0 } },
  ], { duration: 20 }),
  circle: scene("circle", "Eight on a circle", antipodalCircle(8, 6), { duration: 40 }),
  crossing: scene("crossing", "Two groups of nine that cross", crossingGroups(3, 1.6, 7), { duration: 30 }),
  door: scene("door", "Six through a door of 1.6 m", throughTheDoor(), {
    duration: 40,
    walls: [
      [{ x: -0.2, y: 0.8 }, { x: 0.2, y: 0.8 }, { x: 0.2, y: 6 }, { x: -0.2, y: 6 }],
      [{ x: -0.2, y: -6 }, { x: 0.2, y: -6 }, { x: 0.2, y: -0.8 }, { x: -0.2, y: -0.8 }],
    ],
  }),
};

/** Three rows of two; who is in front goes farther on the other side. */
function throughTheDoor(): readonly object[] {
  return [-1.2, 0, 1.2].flatMap((y, row) =>
    [0, 1].map((column) => ({
      id: `a${row}${column}`,
      position: { x: -5 - 1.2 * column, y },
      route: [{ x: 0.4, y: 0 }, { x: 6.2 - 1.2 * column, y }],
    }))
  );
}
