import { none } from "npm:fp-ts@^2.16/lib/Option.js";
import { type Mover, separationEdges } from "../../boundary/separation.ts";
import { stopDisplacement } from "../../boundary/stop.ts";
import { createCrowd } from "../../crowd/create.ts";
import type { Crowd, CrowdAgent } from "../../crowd/crowd.ts";
import { add, scale, type Vec2, ZERO } from "../../geometry/vector.ts";
import { watchStep } from "../../scenario/extreme.ts";
import { stepMotions } from "../../scenario/step_motion.ts";
import { feasibleRegion } from "../../view/convex_region.ts";
import { lineChart } from "../../view/line_chart.ts";
import { agentColors, palette } from "../../view/palette.ts";
import type { Panel, PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, valueOf } from "./figure.ts";
import { history } from "./history.ts";
import { outside } from "./looks.ts";

/** docs/separation.md, M4: the crowd of its example. */
export const floorCrowdFigure: Figure = { file: "floor_crowd.svg", draw: floorCrowd };

const DT = 0.2, STEPS = 50, SHOWN_TICK = 14;

function floorCrowd(): string {
  const on = run("floor"), off = run("off"), gaps = gapsOf(on), bare = gapsOf(off);
  const least = leastOf(gaps), deepest = leastOf(bare);
  if (!(least >= 0)) throw new Error(`Expected no overlap under the floor, but found a gap of ${least} m.`);
  const found = `${signed(least * 1e9)} nm with the floor (its slack), ${
    signed(Math.round(deepest * 1000) / 1000)
  } m without`;
  return sketchSvg([crowdPanel(on), gapPanel(gaps, bare)], {
    id: "floor-crowd",
    title: `Eight with weak brakes want one place. Least gap: ${found}`,
    description:
      `Left, eight agents of radius 0.5 m that can brake with 0.5 m/s² and all want to be in the middle, after ` +
      `${
        (SHOWN_TICK * DT).toFixed(1)
      } s: their ways so far, their stop segments, and the cell that each one's planes leave it. ` +
      `Cells are at least the sum of two radii apart, and hold the stop segments. Right, the least gap between any two over ` +
      `each step: with the floor it never falls below 0; without it all reach the goal at once, one on top of the other. ` +
      `Least gap: ${found}.`,
  });
}

function run(separation: "floor" | "off"): readonly Crowd[] {
  const created = createCrowd({
    agents: Array.from({ length: 8 }, (_, k) => ({
      id: k,
      position: { x: 4 * Math.cos(k * Math.PI / 4), y: 4 * Math.sin(k * Math.PI / 4) },
      radius: 0.5,
      maxSpeed: 1.5,
      budget: 0.5,
      goal: { x: 0, y: 0 },
    })),
    parameters: { timeHorizon: 0.5, timeStep: DT, separation },
  });
  return history(valueOf(created), STEPS);
}

function crowdPanel(crowds: readonly Crowd[]): Panel {
  const { agents, time } = crowds[SHOWN_TICK]!;
  const before = crowds.slice(0, SHOWN_TICK + 1);
  const window = { minX: -4.9, maxX: 4.9, minY: -4.9, maxY: 4.9 };
  return {
    kind: "plane",
    title: `After ${time.toFixed(1)} s`,
    window,
    axes: { x: "x (m)", y: "y (m)" },
    width: 430,
    shapes: [
      ...agents.map((agent, i): PlaneShape => ({
        kind: "area",
        points: cellOf(agent, agents, window),
        look: { stroke: palette.purple, width: 1.4, dash: "9 3 2 3", fill: colorOf(i), opacity: 0.1 },
        key: "where its planes keep an agent's center",
      })),
      ...agents.map((_, i): PlaneShape => ({
        kind: "path",
        points: before.map((crowd) => crowd.agents[i]!.position),
        look: { stroke: colorOf(i), width: 1 },
        key: "way so far",
      })),
      ...agents.map(({ position, radius }, i): PlaneShape => ({
        kind: "circle",
        center: position,
        radius,
        look: { stroke: colorOf(i), width: 1.4, fill: colorOf(i), opacity: 0.3 },
        key: "agent",
      })),
      ...agents.map((agent): PlaneShape => ({
        kind: "path",
        points: [agent.position, add(agent.position, stopOf(agent))],
        look: { stroke: palette.black, width: 3 },
        key: "stop segment",
      })),
      { kind: "cross", at: ZERO, look: { stroke: palette.black, width: 1.8 }, key: "goal of all" },
    ],
    labels: [],
  };
}

/** The places behind all of an agent's planes, as a polygon cut to the window. */
function cellOf(agent: CrowdAgent, agents: readonly CrowdAgent[], window: Panel["window"]): readonly Vec2[] {
  const planes = agents.filter((other) => other !== agent).map((other) => {
    const [{ normal, offset }] = valueOf(separationEdges(agent, other));
    return { point: scale(normal, offset), normal: scale(normal, -1) };
  });
  return feasibleRegion(planes, [], window);
}

function stopOf({ velocity, budget }: Mover): Vec2 {
  return stopDisplacement({ velocity, supportVelocity: ZERO, budget, reference: ZERO });
}

function colorOf(i: number): string {
  return agentColors[i % agentColors.length]!;
}

function gapPanel(gaps: readonly Vec2[], bare: readonly Vec2[]): Panel {
  const seconds = STEPS * DT, low = -1.1;
  return lineChart({
    title: "Least gap of any pair, over each step",
    window: { minX: 0, maxX: seconds, minY: low, maxY: 2.1 },
    axes: { x: "time (s)", y: "gap (m)" },
    width: 340,
    height: 430,
    behind: [{
      kind: "area",
      points: [{ x: 0, y: 0 }, { x: seconds, y: 0 }, { x: seconds, y: low }, { x: 0, y: low }],
      look: outside,
      key: "overlap",
    }],
    lines: [
      { points: bare, look: { stroke: palette.black, width: 1.6, dash: "2 3" }, key: "floor off" },
      { points: gaps, look: { stroke: palette.purple, width: 2.2 }, key: "floor on" },
    ],
  });
}

/** The least gap over each step, m, at the time when it is reached, s: exact between steps. */
function gapsOf(crowds: readonly Crowd[]): readonly Vec2[] {
  return crowds.slice(1).map((after, i) => {
    const before = crowds[i]!;
    const watch = { quantity: "gap", from: 0, extreme: none } as const;
    const { value, time } = valueOf(watchStep(watch, before.time, stepMotions(before, after), []).extreme);
    return { x: time, y: value };
  });
}

function leastOf(gaps: readonly Vec2[]): number {
  return gaps.reduce((least, { y }) => Math.min(least, y), Infinity);
}
