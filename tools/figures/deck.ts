import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { advanceMotion, type RigidMotion, toLocal, toWorld, WORLD } from "../../geometry/rigid_motion.ts";
import { add, scale, type Vec2, ZERO } from "../../geometry/vector.ts";
import { agentColors, palette, quietInk } from "../../view/palette.ts";
import type { Panel, PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { history } from "./history.ts";
import { type Figure, steps, valueOf } from "./figure.ts";

/** docs/boundary.md, B9 on a deck. */
export const deckFigure: Figure = { file: "deck.svg", draw: deck };

/** What a run on a deck shows: the deck's outline in its own axes, its motion, and the crowd after every step. */
interface DeckRun {
  readonly corners: readonly Vec2[];
  readonly motion: RigidMotion;
  readonly crowds: readonly Crowd[];
}

const SECONDS = 9, DT = 0.05;

/** Goals are so many times as far out as the corners. */
const BEYOND = 1.2;

/** B9: four walkers inside the edges of a deck that drives on and turns. */
function deck(): string {
  const run = deckRun();
  const count = Math.round(SECONDS / DT), moments = [0, 0.5, 1].map((part) => Math.round(part * count));
  const least = Math.min(
    ...run.crowds.flatMap(({ agents, tick }) =>
      agents.map(({ position }) => marginAt(run, tick * DT, position))
    ),
  );
  if (!(least >= -1e-12)) {
    throw new Error(`Expected everybody to stay on deck, but found a margin of ${least} m.`);
  }
  return sketchSvg([worldPanel(run, moments), deckPanel(run)], {
    id: "deck",
    title: "B9: four on a deck that drives and turns want to go past its corners, and stop at its edge",
    description:
      "Left, the world: the deck at the start, half-way and at the end, and the ways of four agents, which its motion bends. " +
      "Right, the same ways in the deck's own axes: their goals lie beyond the opposite corners; they pass each other and stop at the edge.",
  });
}

function deckRun(): DeckRun {
  const motion: RigidMotion = { ...WORLD, velocity: { x: 0.8, y: 0 }, yawRate: 0.09 };
  const half = { x: 3, y: 2 };
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => ({ x: x! * half.x, y: y! * half.y }));
  const edges = [[1, 0, half.x], [-1, 0, half.x], [0, 1, half.y], [0, -1, half.y]].map((
    [x, y, offset],
    id,
  ) => ({
    id,
    normal: { x, y },
    offset,
  }));
  const spots = corners.map((corner) => scale(corner, 0.7));
  const created = createCrowd({
    agents: spots.map((spot, i) => ({
      id: i,
      position: spot,
      velocity: add(motion.velocity, { x: -motion.yawRate * spot.y, y: motion.yawRate * spot.x }),
      radius: 0.4,
      maxSpeed: 1.3,
      budget: 1.5,
      goal: scale(corners[i]!, -BEYOND),
      support: { id: "deck", motion },
      region: { turning: [{ frame: motion, edges }] },
    })),
    parameters: { timeHorizon: 2, timeStep: DT },
  });
  return { corners, motion, crowds: history(valueOf(created), Math.round(SECONDS / DT)) };
}

/** Distance inside the nearest of the deck's edges, m. */
function marginAt({ motion, corners }: DeckRun, time: number, position: Vec2): number {
  const local = toLocal(motion, time, position), half = corners[2]!;
  return Math.min(half.x - Math.abs(local.x), half.y - Math.abs(local.y));
}

function worldPanel({ corners, motion, crowds }: DeckRun, moments: readonly number[]): Panel {
  const outline = (time: number) => corners.map((corner) => toWorld(motion, time, corner));
  const middle = steps(0, SECONDS, 60).map((t) => toWorld(motion, t, ZERO));
  const nose = (time: number) => {
    const { origin, heading } = advanceMotion(motion, time);
    return { from: origin, to: add(origin, heading) };
  };
  return {
    kind: "plane",
    title: `The world at 0, ${SECONDS / 2} and ${SECONDS} s`,
    window: { minX: -4, maxX: 11.6, minY: -4, maxY: 4.2 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 560,
    shapes: [
      ...moments.map((tick): PlaneShape => ({
        kind: "area",
        points: outline(tick * DT),
        look: { stroke: palette.vermillion, width: 2, dash: "14 3", fill: palette.black, opacity: 0.04 },
        key: "edges of the deck",
      })),
      { kind: "path", points: middle, look: { stroke: quietInk, width: 1, dash: "1 3" } },
      ...moments.map((tick): PlaneShape => ({
        kind: "arrow",
        ...nose(tick * DT),
        look: { stroke: quietInk, width: 1.4 },
        key: "heading of the deck",
      })),
      ...agentShapes(crowds, moments, (_time, position) => position),
    ],
    labels: moments.map((tick) => ({ text: `${tick * DT} s`, at: nose(tick * DT).from, side: "left" })),
  };
}

function deckPanel({ corners, motion, crowds }: DeckRun): Panel {
  const moments = [0, 60, crowds.length - 1];
  return {
    kind: "plane",
    title: `In the deck's axes; discs at 0, ${60 * DT} and ${SECONDS} s`,
    window: { minX: -4.1, maxX: 4.1, minY: -4, maxY: 4.2 },
    axes: { x: "x on deck (m)", y: "y on deck (m)" },
    width: 295,
    shapes: [
      {
        kind: "area",
        points: corners,
        look: { stroke: palette.vermillion, width: 2, dash: "14 3", fill: palette.black, opacity: 0.04 },
      },
      ...agentShapes(crowds, moments, (time, position) => toLocal(motion, time, position)),
      ...corners.map((corner): PlaneShape => ({
        kind: "cross",
        at: scale(corner, BEYOND),
        look: { stroke: palette.black, width: 1.8 },
        key: "goals, out of reach",
      })),
    ],
    labels: [],
  };
}

function agentShapes(
  crowds: readonly Crowd[],
  moments: readonly number[],
  place: (time: number, position: Vec2) => Vec2,
): readonly PlaneShape[] {
  return crowds[0]!.agents.flatMap(({ radius }, i): readonly PlaneShape[] => {
    const at = crowds.map(({ agents, tick }) => place(tick * DT, agents[i]!.position));
    const stroke = agentColors[i]!;
    return [
      { kind: "path", points: at, look: { stroke, width: 1.5 } },
      ...moments.map((tick): PlaneShape => ({
        kind: "circle",
        center: at[tick]!,
        radius,
        look: { stroke, width: 1.2, fill: stroke, opacity: 0.25 },
        key: "agent and its way",
      })),
    ];
  });
}
