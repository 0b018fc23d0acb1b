import { randomPlaces } from "../../scenario/generate.ts";
import { pedestrians } from "./rimea.ts";
import { corners, type FileAgent, type ScenarioFile } from "./scenario_file.ts";

/** How many of 54 go to the right, in the four runs of the experiment. */
export const SPLITS: readonly number[] = [54, 45, 36, 27];

/** Length of the stretch in the middle in which walking is measured, m. */
export const MEASURED = 10;

/** How many walk. */
export const PERSONS = 54;

/** Speed at which they like to walk, m/s. */
export const SPEED = 1.3;

const HALF_LENGTH = 19, HALF_WIDTH = 1.5, RADIUS = 0.2;

/** 54 persons in a corridor of 38 m by 3 m, so many of them going to the right and the others to the left. */
export function counterflow(right: number): ScenarioFile {
  const inside = { minY: -HALF_WIDTH + RADIUS + 0.05, maxY: HALF_WIDTH - RADIUS - 0.05 };
  const edge = MEASURED / 2 + 0.5, apart = 2 * RADIUS + 0.15;
  const walkers = (count: number, ahead: 1 | -1): readonly FileAgent[] => {
    const start = ahead > 0 ? { minX: -HALF_LENGTH, maxX: -edge } : { minX: edge, maxX: HALF_LENGTH };
    return randomPlaces(count, { ...start, ...inside }, apart, 54 + ahead).map((position, i) => ({
      id: `${ahead > 0 ? "r" : "l"}${i}`,
      position,
      goal: { x: ahead * (HALF_LENGTH + 2), y: position.y },
    }));
  };
  const line = (id: string, x: number) => ({
    id,
    from: { x, y: HALF_WIDTH },
    to: { x, y: -HALF_WIDTH },
  });
  return {
    id: `counterflow-${right}-${PERSONS - right}`,
    title: `Two-way corridor: ${right} to the right, ${PERSONS - right} to the left`,
    description:
      "A corridor of 38 m by 3 m. Both groups start in the outer 13.5 m and walk to its other end; times are taken over the " +
      "10 m in the middle.",
    source: "the experiment of Feliciani and Nishinari (2016) with 54 persons",
    ...(right === PERSONS / 2 ? {} : { tier: "full" }),
    duration: 60,
    parameters: pedestrians,
    defaults: { radius: RADIUS, maxSpeed: 1.6, cruisingSpeed: SPEED },
    atGoal: "leave",
    agents: [...walkers(right, 1), ...walkers(PERSONS - right, -1)],
    walls: [
      corners({ minX: -HALF_LENGTH, maxX: HALF_LENGTH, minY: -HALF_WIDTH - 0.2, maxY: -HALF_WIDTH }),
      corners({ minX: -HALF_LENGTH, maxX: HALF_LENGTH, minY: HALF_WIDTH, maxY: HALF_WIDTH + 0.2 }),
    ],
    gates: [line("left", -MEASURED / 2), line("middle", 0), line("right", MEASURED / 2)],
    areas: [{
      id: "measured",
      polygon: corners({ minX: -MEASURED / 2, maxX: MEASURED / 2, minY: -HALF_WIDTH, maxY: HALF_WIDTH }),
    }],
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "wallClearance", atLeast: 0 },
      { kind: "arrival", within: 60 },
    ],
    rightBehaviour: "The groups pass through each other, in lanes, without a jam.",
  };
}
