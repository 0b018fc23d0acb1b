import { parseCorridor } from "../../boundary/corridor.ts";
import { corridorPath } from "../../avoidance/corridor_wish.ts";
import { createCrowd } from "../../crowd/create.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { palette } from "../../view/palette.ts";
import type { PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, valueOf } from "./figure.ts";
import { history } from "./history.ts";

/** docs/corridors.md, B11: a way round corners. */
export const corridorFigure: Figure = { file: "corridor.svg", draw: corridor };

const start: Vec2 = { x: 1, y: 1 }, goal: Vec2 = { x: 15.5, y: 5 };

/** Four tiles: a hall, an aisle to the left, a gallery to the right, and a slanted tile that narrows. */
const route = {
  tiles: [
    { id: "hall", polygon: box(0, 0, 8, 2) },
    { id: "aisle", polygon: box(6, 2, 2, 5) },
    { id: "gallery", polygon: box(6, 7, 7, 2) },
    { id: "slant", polygon: [{ x: 13, y: 7 }, { x: 15, y: 4 }, { x: 17, y: 5 }, { x: 13, y: 9 }] },
  ],
  portals: [
    { left: { x: 6, y: 2 }, right: { x: 8, y: 2 } },
    { left: { x: 6, y: 7 }, right: { x: 8, y: 7 } },
    { left: { x: 13, y: 9 }, right: { x: 13, y: 7 } },
  ],
  goal,
};

/** B11: the string through a concave corridor, and the way of one who follows it. */
function corridor(): string {
  const created = createCrowd({
    agents: [{ id: "a", position: start, radius: 0.3, maxSpeed: 1.4, budget: 1.2, corridor: route }],
    parameters: { timeHorizon: 2, timeStep: 0.1 },
  });
  const crowds = history(valueOf(created), 400);
  const arrival = crowds.findIndex(({ report }) => report.arrived.length === 1);
  if (arrival < 0) throw new Error("Expected the follower to arrive.");
  const way = crowds.slice(0, arrival + 1).map(({ agents }) => agents[0]!.position);
  const astray = way.find((at) => !route.tiles.some(({ polygon }) => isInside(polygon, at)));
  if (astray !== undefined) {
    throw new Error(`Expected it to stay in the tiles, but it came to ${astray.x}, ${astray.y}.`);
  }
  const string = [start, ...corridorPath(valueOf(parseCorridor(route)), 0, start)];
  const shapes: readonly PlaneShape[] = [
    ...route.tiles.map(({ polygon }): PlaneShape => ({
      kind: "area",
      points: polygon,
      look: { stroke: palette.vermillion, width: 1.6, fill: palette.black, opacity: 0.04 },
      key: "tiles, shrunk by the radius",
    })),
    ...route.portals.map(({ left, right }): PlaneShape => ({
      kind: "path",
      points: [left, right],
      look: { stroke: palette.sky, width: 5 },
      key: "portals",
    })),
    {
      kind: "path",
      points: string,
      look: { stroke: palette.black, width: 1.6, dash: "7 3" },
      key: "the string pulled tight",
    },
    {
      kind: "path",
      points: way,
      look: { stroke: palette.blue, width: 2.2 },
      key: "way of the follower's center, a dot every second",
    },
    ...way.filter((_at, k) => k % 10 === 0).map((at): PlaneShape => ({
      kind: "dot",
      at,
      look: { fill: palette.blue },
    })),
    { kind: "cross", at: goal, look: { stroke: palette.black, width: 1.8 }, key: "goal" },
  ];
  return sketchSvg([{
    kind: "plane",
    title: `Arrived after ${(arrival * 0.1).toFixed(1)} s; the string is ${
      lengthOf(string).toFixed(1)
    } m long`,
    window: { minX: -0.8, maxX: 17.8, minY: -0.8, maxY: 9.8 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 700,
    shapes,
    labels: [
      { text: "hall", at: { x: 3, y: 0.4 }, side: "right" },
      { text: "aisle", at: { x: 6.1, y: 5.6 }, side: "right", gap: 4 },
      { text: "gallery", at: { x: 9.6, y: 8.5 }, side: "right" },
      { text: "slant", at: { x: 13.4, y: 7.5 }, side: "right" },
      { text: "left", at: route.portals[0]!.left, side: "aboveLeft", gap: 4 },
      { text: "right", at: route.portals[0]!.right, side: "right" },
      { text: "start", at: start, side: "above", gap: 6 },
      { text: "goal", at: goal, side: "below" },
    ],
  }], {
    id: "corridor",
    title: "B11: through a concave corridor of four tiles, round three corners",
    description:
      "Four convex tiles in a row that turns left, right and right again, joined by three portals. The string from start to " +
      "goal, pulled tight, bends a millimetre off the inner corners. The way of the follower (1.4 m/s at most, 1.2 m/s²) " +
      "stays inside the tiles and swings out behind the corners, because it does not slow down for a bend.",
  });
}

function box(x: number, y: number, width: number, height: number): readonly Vec2[] {
  return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];
}

/** Whether a point lies in a counter-clockwise polygon, but for rounding. */
function isInside(polygon: readonly Vec2[], { x, y }: Vec2): boolean {
  return polygon.every((from, k) => {
    const to = polygon[(k + 1) % polygon.length]!;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= -1e-9;
  });
}

function lengthOf(points: readonly Vec2[]): number {
  return points.slice(1).reduce(
    (sum, { x, y }, k) => sum + Math.hypot(x - points[k]!.x, y - points[k]!.y),
    0,
  );
}
