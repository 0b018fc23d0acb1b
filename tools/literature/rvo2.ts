import { antipodalCircle, fourCorners } from "../../scenario/generate.ts";
import { corners, type ScenarioFile } from "./scenario_file.ts";

/** Seeds of the runs whose median is compared: RVO2 draws its noise of 1e-4 m/s anew in every run. */
export const SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const noise = (seed: number) => ({ size: 1e-4, seed });

/** Parameters of RVO2's Circle. */
const CIRCLE = {
  timeHorizon: 10,
  timeStep: 0.25,
  neighborDistance: 15,
  maxNeighbors: 10,
  arrivalDistance: 1.5,
};

/** Its agents: their size, and how fast they may go and like to. */
const TRAITS = { radius: 1.5, maxSpeed: 2, cruisingSpeed: 1 };

/** RVO2's Circle: 250 agents on a circle of radius 200 m, each bound for the opposite point. */
export function rvo2Circle(seed: number): ScenarioFile {
  return {
    id: "rvo2-circle",
    title: "Two hundred and fifty on a circle of 200 m",
    description:
      "Every way leads through the center. Agents like to go at 1 m/s and may go at 2 m/s; the straight way " +
      "takes 398.5 s.",
    source: "the Circle example of the RVO2 library",
    tier: "full",
    duration: 620,
    parameters: { ...CIRCLE, perturbation: noise(seed) },
    defaults: TRAITS,
    agents: antipodalCircle(250, 200),
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "arrival", within: 620 },
    ],
    rightBehaviour: "All get through the crowd in the middle, and no one is touched.",
  };
}

/** RVO2's Blocks: four groups of 25 change corners through a cross of streets between four blocks. */
export function rvo2Blocks(seed: number): ScenarioFile {
  const blocks = [[-40, -40], [10, -40], [10, 10], [-40, 10]] as const;
  return {
    id: "rvo2-blocks",
    title: "Four groups of 25 among four blocks",
    description:
      "Four blocks of 30 m leave a cross of streets 20 m wide; every group wants to one point in the opposite " +
      "corner, and nobody tells it the way. As in RVO2, who is within 20 m of it has arrived. The straight way takes 220 s " +
      "at most.",
    source: "the Blocks example of the RVO2 library",
    tier: "full",
    duration: 850,
    parameters: {
      timeHorizon: 5,
      timeHorizonObstacles: 5,
      timeStep: 0.25,
      neighborDistance: 15,
      maxNeighbors: 10,
      arrivalDistance: 20,
      perturbation: noise(seed),
    },
    defaults: { radius: 2, maxSpeed: 2, cruisingSpeed: 1 },
    agents: fourCorners(5, 10, 55, 75),
    walls: blocks.map(([minX, minY]) => corners({ minX, maxX: minX + 30, minY, maxY: minY + 30 })),
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-9 },
      { kind: "wallClearance", atLeast: -1e-5 },
      { kind: "arrival", within: 850 },
    ],
    rightBehaviour: "All find their way through the streets and past each other; nobody touches a block.",
  };
}

/** Most agents of a symmetric circle. */
export const MOST_SYMMETRIC = 30;

/** An exactly symmetric circle, without any noise. */
export function symmetricCircle(count: number): ScenarioFile {
  return {
    id: `symmetric-${count}`,
    title: `${count} on an exactly symmetric circle`,
    description:
      "No noise breaks the symmetry. Agents like to go at 1 m/s and may go at 2 m/s; the straight way takes 40 s.",
    source: "generated, with the parameters of RVO2's Circle",
    duration: 120,
    parameters: CIRCLE,
    defaults: TRAITS,
    agents: antipodalCircle(count, 20),
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "arrival", within: 120 },
      { kind: "repeatable", order: "reversed" },
    ],
    rightBehaviour: "All get through without noise, and no one is touched.",
  };
}
