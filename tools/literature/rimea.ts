import { randomPlaces } from "../../scenario/generate.ts";
import type { ScenarioParameters } from "../../scenario/scenario.ts";
import { corners, type FileAgent, type ScenarioFile } from "./scenario_file.ts";

/** RiMEA leaves the body to the model: a disc that is as wide as shoulders that turn a little, m. */
const RADIUS = 0.2;

/** Speed of RiMEA's test 1, m/s; here everybody walks at it. */
const SPEED = 1.33;

/** What pedestrians here have in common. */
export const pedestrians: ScenarioParameters = {
  timeHorizon: 2,
  timeHorizonObstacles: 0.5,
  timeStep: 0.1,
  neighborDistance: 4,
  maxNeighbors: 10,
  arrivalDistance: 0.5,
};

const source = "RiMEA guideline 4.1.1, annex: test";

/** Test 1: one person walks 40 m at its own speed. */
export function rimea1(): ScenarioFile {
  return {
    id: "rimea-1",
    title: "RiMEA test 1: one person in a corridor",
    description: "A corridor of 40 m by 2 m; the time to react is 0. The guideline allows 26 to 34 s.",
    source: `${source} 1`,
    duration: 34,
    parameters: { ...pedestrians, arrivalDistance: 0.05 },
    defaults: { radius: RADIUS, maxSpeed: SPEED },
    agents: [{ id: "a", position: { x: 0, y: 0 }, goal: { x: 40, y: 0 } }],
    walls: [
      corners({ minX: -0.5, maxX: 40.5, minY: -1.2, maxY: -1 }),
      corners({ minX: -0.5, maxX: 40.5, minY: 1, maxY: 1.2 }),
    ],
    expect: [
      { kind: "finite" },
      { kind: "wallClearance", atLeast: 0 },
      { kind: "lateral", atMost: 1e-9 },
      { kind: "arrival", within: 34, notBefore: 26 },
    ],
    rightBehaviour: "It walks straight on at 1.33 m/s, and needs 30 s.",
  };
}

/** Test 6: twenty persons round a corner. */
export function rimea6(): ScenarioFile {
  const starts = randomPlaces(20, { minX: 0.3, maxX: 6, minY: 0.3, maxY: 1.7 }, 2 * RADIUS + 0.1, 6);
  return {
    id: "rimea-6",
    title: "RiMEA test 6: twenty persons round a corner",
    description:
      "A corridor 2 m wide turns to the left after 10 m. Everybody is given a corner of a route as far from the inner " +
      "corner as it started from the inner wall, and a goal beyond.",
    source: `${source} 6`,
    duration: 40,
    parameters: pedestrians,
    defaults: { radius: RADIUS, maxSpeed: SPEED },
    atGoal: "leave",
    agents: starts.map((position, i): FileAgent => {
      const inner = 2 - position.y, x = Number((10 + inner).toFixed(4)), y = position.y;
      return { id: `p${i}`, position, route: [{ x, y }, { x, y: 13 }] };
    }),
    walls: [
      corners({ minX: -0.2, maxX: 12.2, minY: -0.2, maxY: 0 }),
      corners({ minX: 12, maxX: 12.2, minY: 0, maxY: 12 }),
      corners({ minX: -0.2, maxX: 10, minY: 2, maxY: 2.2 }),
      corners({ minX: 9.8, maxX: 10, minY: 2.2, maxY: 12 }),
      corners({ minX: -0.2, maxX: 0, minY: 0, maxY: 2 }),
    ],
    gates: [{ id: "end", from: { x: 10, y: 12 }, to: { x: 12, y: 12 } }],
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "wallClearance", atLeast: 0 },
      { kind: "arrival", within: 40 },
      { kind: "passages", gate: "end", atLeast: 20 },
    ],
    rightBehaviour: "They go round the corner side by side, and nobody through a wall.",
  };
}

/** Widths of test 12's door, m. */
export const DOORS: readonly number[] = [0.8, 1, 1.2];

/**
 * Test 12: a room of 150 persons empties through a door. In a queue nobody is to be passed, so that a memory of progress lost has
 * nothing to remember; and a margin leaves gaps in which those before the door can change places.
 */
export function rimea12(width: number): ScenarioFile {
  const starts = randomPlaces(150, { minX: 0.25, maxX: 9.75, minY: -4.75, maxY: 4.75 }, 2 * RADIUS + 0.1, 12);
  const thick = 0.2, out = 10 + thick, half = width / 2;
  return {
    id: `rimea-12-${width.toFixed(1).replace(".", "-")}`,
    title: `RiMEA test 12: 150 persons through a door of ${width} m`,
    description:
      `A room of 10 m by 10 m, wall 0.2 m thick, door ${width} m wide; everybody's route leads through the ` +
      "door's middle to one place 10 m behind it. They like to keep 0.1 m from each other. " +
      "The guideline wants a flow that rises with the width. Bodies are discs of 0.4 m, and may not overlap at all.",
    source: `${source} 12`,
    tier: "full",
    duration: 240,
    parameters: { ...pedestrians, arrivalDistance: 1, safetyMargin: 0.1, detour: "off" },
    defaults: {
      radius: RADIUS,
      maxSpeed: SPEED,
      route: [{ x: 10 + thick / 2, y: 0 }, { x: out + 10, y: 0 }],
    },
    atGoal: "leave",
    agents: starts.map((position, i) => ({ id: `p${i}`, position })),
    walls: [
      corners({ minX: -thick, maxX: out, minY: -5 - thick, maxY: -5 }),
      corners({ minX: -thick, maxX: out, minY: 5, maxY: 5 + thick }),
      corners({ minX: -thick, maxX: 0, minY: -5, maxY: 5 }),
      corners({ minX: 10, maxX: out, minY: half, maxY: 5 }),
      corners({ minX: 10, maxX: out, minY: -5, maxY: -half }),
    ],
    gates: [{ id: "door", from: { x: 10, y: half }, to: { x: 10, y: -half } }],
    areas: [{ id: "before-door", polygon: corners({ minX: 8, maxX: 10, minY: -1, maxY: 1 }) }],
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "wallClearance", atLeast: 0 },
      { kind: "passages", gate: "door", atLeast: 150 },
      { kind: "arrival", within: 240 },
    ],
    rightBehaviour:
      "The room empties without a lasting jam at the door, and the flow rises with the door's width.",
  };
}
