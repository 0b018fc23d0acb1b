import type { CorridorSubStep } from "../../avoidance/corridor_situation.ts";
import { followCorridor } from "../../avoidance/follow_corridor.ts";
import { parseCorridorSituation } from "../../avoidance/parse_corridor_situation.ts";
import { motionUntil } from "../../boundary/verify_portals.ts";
import { displacement } from "../../geometry/motion.ts";
import { add, scale, type Vec2 } from "../../geometry/vector.ts";
import { feasibleRegion } from "../../view/convex_region.ts";
import type { Box } from "../../view/frame.ts";
import { palette, quietInk } from "../../view/palette.ts";
import type { Panel, PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, steps, valueOf } from "./figure.ts";
import { wallLook } from "./looks.ts";

/** docs/corridors.md, B11: a step that is split. */
export const portalStepFigure: Figure = { file: "portal_step.svg", draw: portalStep };

const DT = 0.4, from: Vec2 = { x: 5.75, y: 1.7 };

const hall = box(0, 0, 8, 2), aisle = box(6, 2, 2, 8);
const portal = { left: { x: 6, y: 2 }, right: { x: 8, y: 2 } };

/** B11: one step across a portal, and the regions that its two parts were decided in. */
function portalStep(): string {
  const situation = valueOf(parseCorridorSituation({
    self: { id: "w", position: from, velocity: { x: 1, y: 0.9 }, radius: 0.3 },
    neighbors: [],
    parameters: { timeHorizon: 2, timeStep: DT },
    maxSpeed: 1.4,
    budget: 2,
    corridor: {
      tiles: [{ id: "hall", polygon: hall }, { id: "aisle", polygon: aisle }],
      portals: [portal],
      goal: { x: 7, y: 9 },
    },
  }));
  const { subSteps } = followCorridor(situation);
  const [before, after] = subSteps;
  if (before === undefined || after === undefined || subSteps.length !== 2) {
    throw new Error(`Expected a step of two parts, but found ${subSteps.length}.`);
  }
  const cut = after.start.toFixed(3);
  return sketchSvg([
    regionPanel(`Before: 0 to ${cut} s, owned by the hall`, before),
    regionPanel(`After: ${cut} to ${DT} s, owned by the aisle`, after),
    stepPanel(before, after),
  ], {
    id: "portal-step",
    title: `B11: a step of ${DT} s is split where it crosses the portal, after ${cut} s`,
    description:
      "Left and middle: the convex regions in force before and after the crossing, inside the union of hall and aisle; " +
      "each holds the body and the way toward the next corner of its path. Right: the center's positions along the step, every tenth of it, with the crossing " +
      "on the portal. Both parts have one budget; the tile that owns the body changes at the crossing.",
  });
}

function regionPanel(title: string, part: CorridorSubStep): Panel {
  const window: Box = { minX: 4.6, maxX: 8.4, minY: -0.3, maxY: 4.2 };
  const planes = part.region.edges.map(({ normal, offset }) => ({
    point: scale(normal, offset),
    normal: scale(normal, -1),
  }));
  const { edges } = part.region;
  if (edges.some(({ velocity: { x, y } }) => x !== 0 || y !== 0)) throw new Error("Expected edges at rest.");
  return {
    kind: "plane",
    title,
    window,
    axes: { x: "x (m)", y: "y (m)" },
    width: 270,
    shapes: [
      {
        kind: "area",
        points: feasibleRegion(planes, [], window),
        look: { fill: palette.green, opacity: 0.22 },
        key: "region in force",
      },
      ...ground,
      ...pathOf(part),
    ],
    labels: [
      { text: "hall", at: { x: 6.4, y: 0.8 }, side: "right" },
      { text: "aisle", at: { x: 7, y: 2.7 }, side: "right" },
    ],
  };
}

function stepPanel(before: CorridorSubStep, after: CorridorSubStep): Panel {
  const tenths = steps(0, DT, 10).map((time) => positionAt(before, after, time)), end = tenths.at(-1)!;
  return {
    kind: "plane",
    title: "The step, every tenth of it",
    window: { minX: 5.6, maxX: 6.4, minY: 1.55, maxY: 2.5 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 270,
    shapes: [
      ...ground,
      ...pathOf(before),
      ...pathOf(after),
      ...tenths.map((at): PlaneShape => ({ kind: "dot", at, look: { fill: quietInk } })),
      { kind: "cross", at: after.from, look: { stroke: palette.black, width: 2 }, key: "crossing" },
    ],
    labels: [
      { text: "0 s", at: from, side: "below" },
      { text: `${after.start.toFixed(3)} s`, at: after.from, side: "belowRight" },
      { text: `${DT} s`, at: end, side: "right" },
    ],
  };
}

const ground: readonly PlaneShape[] = [
  ...[[hall[3]!, portal.left], [hall[0]!, hall[1]!, hall[2]!, aisle[2]!], [portal.left, aisle[3]!]].map((
    points,
  ): PlaneShape => ({ kind: "path", points, look: wallLook, key: "edges of the tiles" })),
  {
    kind: "path",
    points: [portal.left, portal.right],
    look: { stroke: palette.sky, width: 4 },
    key: "portal",
  },
];

/** The way of a part of the step. */
function pathOf(part: CorridorSubStep): readonly PlaneShape[] {
  const points = steps(0, part.duration, 20).map((time) => placeIn(part, time));
  return [
    part.tile === 0
      ? { kind: "path", points, look: { stroke: palette.blue, width: 2.6 }, key: "part before" }
      : { kind: "path", points, look: { stroke: palette.orange, width: 2.6 }, key: "part after" },
  ];
}

function positionAt(before: CorridorSubStep, after: CorridorSubStep, time: number): Vec2 {
  return time < after.start ? placeIn(before, time) : placeIn(after, time - after.start);
}

function placeIn({ from, motion }: CorridorSubStep, time: number): Vec2 {
  return add(from, displacement(motionUntil(motion, time)));
}

function box(x: number, y: number, width: number, height: number): readonly Vec2[] {
  return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];
}
