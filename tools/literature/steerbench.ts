import { randomPlaces } from "../../scenario/generate.ts";
import { corners, type FileAgent, type ScenarioFile } from "./scenario_file.ts";

const source = "SteerBench, test case";
const body = { radius: 0.5, maxSpeed: 1.3 } as const;

/** SteerBench's two-way hallway. */
export function hallway(): ScenarioFile {
  const start = { minX: -97, maxX: 70, minY: -7, maxY: 7 }, apart = 1.1;
  const right = randomPlaces(100, start, apart, 1), left = randomPlaces(100, start, apart, 2, right);
  return {
    id: "steerbench-hallway",
    title: "SteerBench: a two-way hallway",
    description:
      "A hallway of 200 m by 16 m. Two hundred agents stand all over it; one half wants to one point at the right end, " +
      "the other half to one at the left end. Who is within 1 m of it leaves, as in SteerBench.",
    source: `${source} hallway-two-way`,
    tier: "full",
    duration: 220,
    parameters: {
      timeHorizon: 3,
      timeHorizonObstacles: 1,
      timeStep: 0.1,
      neighborDistance: 10,
      maxNeighbors: 10,
      arrivalDistance: 1,
    },
    defaults: body,
    atGoal: "leave",
    agents: [
      ...right.map((position, i): FileAgent => ({ id: `r${i}`, position, goal: { x: 98, y: 5 } })),
      ...left.map((position, i): FileAgent => ({ id: `l${i}`, position, goal: { x: -98, y: -4 } })),
    ],
    walls: [
      corners({ minX: -100, maxX: 100, minY: 8.01, maxY: 10 }),
      corners({ minX: -100, maxX: 100, minY: -10, maxY: -8 }),
    ],
    gates: [{ id: "middle", from: { x: 0, y: 8 }, to: { x: 0, y: -8 } }],
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "wallClearance", atLeast: 0 },
      { kind: "arrival", within: 220 },
    ],
    rightBehaviour: "Both groups walk past each other to their ends, and no one is touched.",
  };
}

/** SteerBench's squeeze of a thousand. */
export function squeeze(): ScenarioFile {
  const starts = randomPlaces(1000, { minX: 23, maxX: 90, minY: -40, maxY: 40 }, 1.1, 1000);
  const from = -11, to = 20, half = 2.1;
  const gate = (x: number) => ({ x, y: 0, half: { x: 0, y: half } });
  return {
    id: "steerbench-squeeze",
    title: "SteerBench: a thousand through a narrow passage",
    description:
      "A thousand agents on a field of 67 m by 80 m want to one point behind a passage 4.2 m wide and 31 m long; everybody's " +
      "route leads through the gates at both its ends. Who is within 2 m of the point leaves.",
    source: `${source} bottleneck-squeeze`,
    tier: "full",
    duration: 600,
    parameters: {
      timeHorizon: 2,
      timeHorizonObstacles: 0.5,
      timeStep: 0.1,
      neighborDistance: 5,
      maxNeighbors: 8,
      arrivalDistance: 2,
      detour: "off",
    },
    defaults: { ...body, route: [gate(to), gate(from), { x: -90, y: 0 }] },
    atGoal: "leave",
    agents: starts.map((position, i) => ({ id: `a${i}`, position })),
    walls: [
      corners({ minX: from, maxX: to, minY: half, maxY: 100 }),
      corners({ minX: from, maxX: to, minY: -100, maxY: -half }),
    ],
    gates: [
      { id: "entrance", from: { x: to, y: -half }, to: { x: to, y: half } },
      { id: "exit", from: { x: from, y: -half }, to: { x: from, y: half } },
    ],
    expect: [
      { kind: "finite" },
      { kind: "gap", atLeast: -1e-12 },
      { kind: "wallClearance", atLeast: 0 },
      { kind: "passages", gate: "exit", atLeast: 1000 },
      { kind: "arrival", within: 600 },
    ],
    rightBehaviour: "The passage stays full and flows; nobody is touched or pushed into a wall.",
  };
}
