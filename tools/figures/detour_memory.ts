import { agentOf, createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { DETOUR } from "../../crowd/detour.ts";
import type { AgentId } from "../../geometry/agent.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { lineChart } from "../../view/line_chart.ts";
import { palette, quietInk } from "../../view/palette.ts";
import type { Panel, PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, valueOf } from "./figure.ts";
import { circle } from "./circle_of_eight.ts";
import { history, overTime } from "./history.ts";

/** docs/crowd.md, C6. */
export const detourMemoryFigure: Figure = { file: "detour_memory.svg", draw: detourMemory };

/** C6: the head-on pair, with and without the memory. */
function detourMemory(): string {
  const run = (detour: "off" | undefined) => {
    const created = createCrowd({
      agents: [
        { id: "a", position: { x: -5, y: 0 }, radius: 0.5, maxSpeed: 1.5, goal: { x: 5, y: 0 } },
        { id: "b", position: { x: 5, y: 0 }, radius: 0.5, maxSpeed: 1.5, goal: { x: -5, y: 0 } },
      ],
      parameters: { timeHorizon: 3, timeStep: 0.05, detour },
    });
    return history(valueOf(created), 260);
  };
  const on = run(undefined), off = run("off");
  return sketchSvg([waysPanel(on), leftPanel(on, off), memoryPanel(on, circle())], {
    id: "detour-memory",
    title: "Two head-on get through with a trace of detour memory, eight on a circle with more",
    description:
      "Left: two agents exactly head-on bend to the right and pass. Middle: the distance that one of them has left; with " +
      "the memory it falls to 0, without it both stand still in front of each other. Right: the detour memory m over time. " +
      "A trace of it gets the pair through; eight on a circle hold each other up longer, and theirs rises until they turn.",
  });
}

/** Of each chart, px. */
const SIZE = { width: 270, height: 190 };

const looks = {
  a: { stroke: palette.blue, width: 1.8 },
  b: { stroke: palette.orange, width: 1.8, dash: "7 3" },
} as const;

function waysPanel(crowds: readonly Crowd[]): Panel {
  const ids = ["a", "b"] as const;
  const shapes = ids.flatMap((id): readonly PlaneShape[] => {
    const way = crowds.map((crowd) => positionOf(crowd, id)), { stroke } = looks[id];
    const discs = crowds.filter(({ tick }) => tick % 20 === 0).map((crowd): PlaneShape => ({
      kind: "circle",
      center: positionOf(crowd, id),
      radius: agentOf(crowd, id)!.radius,
      look: { stroke, width: 0.8, fill: stroke, opacity: 0.07 },
    }));
    return [...discs, {
      kind: "path",
      points: way,
      look: looks[id],
      key: `agent ${id}, a disc every second`,
    }];
  });
  return {
    kind: "plane",
    title: "Ways",
    window: { minX: -5.8, maxX: 5.8, minY: -2.75, maxY: 2.75 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 400,
    shapes,
    labels: [
      { text: "a starts", at: { x: -4.7, y: 0.65 }, side: "above" },
      { text: "b starts", at: { x: 4.7, y: -0.65 }, side: "below" },
    ],
  };
}

function memoryPanel(pair: readonly Crowd[], eight: readonly Crowd[]): Panel {
  const end = eight.at(-1)!.time;
  const memory = (crowds: readonly Crowd[]) => overTime(crowds, ({ agents }) => agents[0]!.detour);
  const rising = memory(eight).find(({ y }) => y > 0.6 * DETOUR.ceiling)!;
  const bump = memory(pair).reduce((most, one) => one.y > most.y ? one : most);
  return lineChart({
    title: "Detour memory m",
    window: { minX: 0, maxX: end, minY: 0, maxY: 0.8 },
    axes: { x: "time (s)", y: "m" },
    ...SIZE,
    lines: [
      {
        points: [{ x: 0, y: DETOUR.ceiling }, { x: end, y: DETOUR.ceiling }],
        look: { stroke: quietInk, width: 1, dash: "2 3" },
      },
      { points: memory(eight), look: { stroke: palette.green, width: 1.8, dash: "9 3" } },
      { points: memory(pair), look: looks.a },
    ],
    labels: [
      { text: "ceiling", at: { x: end * 0.85, y: DETOUR.ceiling }, side: "above", gap: 2 },
      { text: "circle of eight", at: rising, side: "right", gap: 14 },
      { text: `pair: at most ${bump.y.toFixed(3)}`, at: { x: bump.x + 1.4, y: 0.04 }, side: "right" },
    ],
  });
}

function leftPanel(on: readonly Crowd[], off: readonly Crowd[]): Panel {
  const left = (crowds: readonly Crowd[]) =>
    overTime(crowds, (crowd) => Math.hypot(positionOf(crowd, "a").x - 5, positionOf(crowd, "a").y));
  const end = on.at(-1)!.time;
  return lineChart({
    title: "Distance left to a's goal",
    window: { minX: 0, maxX: end, minY: 0, maxY: 10.5 },
    axes: { x: "time (s)", y: "distance (m)" },
    ...SIZE,
    lines: [
      { points: left(off), look: { stroke: palette.vermillion, width: 1.8, dash: "2 3" } },
      { points: left(on), look: looks.a },
    ],
    labels: [
      { text: "memory off", at: { x: end, y: left(off).at(-1)!.y }, side: "aboveLeft" },
      { text: "memory on", at: left(on)[Math.round(on.length * 0.75)]!, side: "above", gap: 4 },
    ],
  });
}

function positionOf(crowd: Crowd, id: AgentId): Vec2 {
  return agentOf(crowd, id)!.position;
}
