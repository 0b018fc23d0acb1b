import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { lineChart } from "../../view/line_chart.ts";
import { palette, quietInk } from "../../view/palette.ts";
import type { Panel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, steps, valueOf } from "./figure.ts";
import { history } from "./history.ts";
import { outside } from "./looks.ts";

/** docs/walls.md, M10: scenario S13. */
export const brakingForWallFigure: Figure = { file: "braking_for_wall.svg", draw: brakingForWall };

/** What S13 says: m, m/s and m/s². */
const radius = 0.5, speed = 6, budget = 1.5, horizon = 1, timeStep = 0.05;

/** M10: a heavy vehicle before a wall, with a horizon much shorter than its braking. */
function brakingForWall(): string {
  const created = createCrowd({
    agents: [{
      id: "a",
      position: { x: -14.5, y: 0 },
      velocity: { x: speed, y: 0 },
      radius,
      maxSpeed: speed,
      budget,
      goal: { x: 20, y: 0 },
    }],
    obstacles: [{
      id: 0,
      corners: [{ x: 0, y: -10 }, { x: 0.5, y: -10 }, { x: 0.5, y: 10 }, { x: 0, y: 10 }],
    }],
    parameters: {
      timeHorizon: 3,
      timeHorizonObstacles: horizon,
      timeStep,
      neighborDistance: 15,
      maxNeighbors: 10,
      arrivalDistance: 0.15,
    },
  });
  const crowds = history(valueOf(created), 160);
  const first = crowds.find((crowd) => vehicle(crowd).speed < speed - 0.01);
  if (first === undefined) throw new Error("Expected it to brake.");
  const brakesAt = vehicle(crowds[first.tick - 1]!).gap;
  const least = Math.min(...crowds.map((crowd) => vehicle(crowd).gap));
  if (!(least >= 0)) throw new Error(`Expected it to stop clear of the wall, but it came to ${least} m.`);
  const tooFast = crowds.some((crowd) =>
    vehicle(crowd).speed ** 2 / (2 * budget) > vehicle(crowd).gap + 1e-9
  );
  const tooHard = crowds.slice(1).some((crowd, k) =>
    vehicle(crowds[k]!).speed - vehicle(crowd).speed > budget * timeStep + 1e-9
  );
  if (tooFast || tooHard) throw new Error("Expected it to be able to stop at all times, within its budget.");
  return sketchSvg([speedPanel(crowds, brakesAt), accelerationPanel(crowds)], {
    id: "braking-for-wall",
    title: `S13: the heavy vehicle brakes ${
      brakesAt.toFixed(1)
    } m before the wall, with a horizon of ${horizon} s`,
    description:
      "Left: speed over the gap to the wall. The vehicle drives at 6 m/s, starts to brake where v²/2a with a = 1.5 m/s² says that " +
      "it must, about 12 m before the wall, and keeps below that curve all the way. The line of the horizon alone, gap/T, would " +
      "let it drive on at full speed up to 6 m before the wall; nearer than 3 m it would ask for more than full braking, and does not. Right: its deceleration over time never exceeds the budget.",
  });
}

function vehicle({ agents }: Crowd): { readonly gap: number; readonly speed: number } {
  const { position, velocity } = agents[0]!;
  return { gap: -radius - position.x, speed: velocity.x };
}

function speedPanel(crowds: readonly Crowd[], brakesAt: number): Panel {
  const farthest = 14.5;
  const stopping = steps(0, Math.sqrt(farthest), 80).map((root): Vec2 => ({
    x: root * root,
    y: Math.sqrt(2 * budget) * root,
  }));
  return lineChart({
    title: "Speed over the gap to the wall; it drives from right to left",
    window: { minX: 0, maxX: farthest, minY: 0, maxY: 7 },
    axes: { x: "gap between disc and wall (m)", y: "speed (m/s)" },
    width: 470,
    height: 300,
    behind: [{
      kind: "area",
      points: [...stopping, { x: farthest, y: 9 }, { x: 0, y: 9 }],
      look: outside,
      key: "cannot stop before the wall",
    }],
    lines: [
      { points: stopping, look: { stroke: palette.vermillion, width: 2 }, key: "gap = v²/2a" },
      {
        points: [{ x: 0, y: 0 }, { x: 7, y: 7 / horizon }],
        look: { stroke: quietInk, width: 1.6, dash: "7 3" },
        key: "speed = gap/T, the horizon alone",
      },
      {
        points: crowds.map((crowd): Vec2 => ({ x: vehicle(crowd).gap, y: vehicle(crowd).speed })),
        look: { stroke: palette.blue, width: 2.4 },
        key: "the vehicle, a dot every second",
      },
      {
        points: [{ x: brakesAt, y: 0 }, { x: brakesAt, y: speed }],
        look: { stroke: palette.blue, width: 1.2, dash: "2 3" },
        key: "it starts to brake",
      },
      {
        points: crowds.filter(({ tick }) => tick % 20 === 0)
          .map((crowd): Vec2 => ({ x: vehicle(crowd).gap, y: vehicle(crowd).speed })),
        look: { fill: palette.blue },
        marks: "dots",
      },
    ],
    labels: [{ text: `${brakesAt.toFixed(2)} m`, at: { x: brakesAt, y: 1 }, side: "left" }],
  });
}

function accelerationPanel(crowds: readonly Crowd[]): Panel {
  const decelerations = crowds.slice(1).map((crowd, k): Vec2 => ({
    x: (k + 0.5) * timeStep,
    y: (vehicle(crowds[k]!).speed - vehicle(crowd).speed) / timeStep,
  }));
  const end = crowds.at(-1)!.time;
  return lineChart({
    title: "Deceleration, mean of each step",
    window: { minX: 0, maxX: end, minY: 0, maxY: 2 },
    axes: { x: "time (s)", y: "deceleration (m/s²)" },
    width: 290,
    height: 300,
    lines: [
      {
        points: [{ x: 0, y: budget }, { x: end, y: budget }],
        look: { stroke: palette.vermillion, width: 1.6, dash: "2 3" },
      },
      { points: decelerations, look: { stroke: palette.blue, width: 2 } },
    ],
    labels: [{ text: `budget ${budget} m/s²`, at: { x: end * 0.5, y: budget }, side: "above" }],
  });
}
