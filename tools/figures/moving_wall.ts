import type { Edge, StepMotion } from "../../boundary/edge.ts";
import { accelerationLimit, constantVelocityLimit } from "../../boundary/edge_limits.ts";
import { displacement } from "../../geometry/motion.ts";
import { add, scale, type Vec2, ZERO } from "../../geometry/vector.ts";
import { lineChart } from "../../view/line_chart.ts";
import { palette, quietInk } from "../../view/palette.ts";
import type { Look, Panel, SketchLabel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, steps } from "./figure.ts";
import { bad, good, limit, outside, wallLook } from "./looks.ts";

/** docs/boundary.md, BX1 and BX2. */
export const movingWallFigure: Figure = { file: "moving_wall.svg", draw: movingWall };

/** BX1, BX2: where a body on a platform that moves at 1 m/s gets in a step, before a wall that is fixed or moves along. */
function movingWall(): string {
  const motion: StepMotion = { position: { x: -0.05, y: 0 }, supportVelocity: { x: 1, y: 0 }, timeStep: 0.1 };
  const fixed: Edge = { id: "wall", normal: { x: 1, y: 0 }, offset: 0, velocity: ZERO };
  const riding: Edge = { ...fixed, velocity: motion.supportVelocity };
  const still = ZERO, back = { x: -0.6, y: 0 };
  const highest = (edge: Edge) => constantVelocityLimit(edge, motion).point;
  return sketchSvg([
    motionPanel("Fixed wall, constant v", fixed, motion, [
      [still, still, bad],
      [highest(fixed), highest(fixed), limit],
      [back, back, good],
    ]),
    motionPanel("Fixed wall, v changes evenly from 0", fixed, motion, [
      [still, back, bad],
      [still, accelerationLimit(fixed, motion, still).point, limit],
    ]),
    motionPanel("Wall of the same platform, constant v", riding, motion, [
      [highest(riding), highest(riding), limit],
      [still, still, good],
    ]),
  ], {
    id: "moving-wall",
    title: "BX1 and BX2: a platform carries the body at 1 m/s toward a wall 0.05 m away",
    description:
      "World position over one step of 0.1 s. Before a fixed wall a body at rest on the platform ends outside, one that " +
      "walks back at 0.5 m/s just reaches the wall; if it must first accelerate, 0.6 m/s at the end are not enough and " +
      "1 m/s are needed. Before a wall that the platform carries along, a body at rest keeps its distance.",
  });
}

function motionPanel(
  title: string,
  edge: Edge,
  motion: StepMotion,
  bodies: readonly (readonly [Vec2, Vec2, Look])[],
): Panel {
  const { timeStep: dt, position } = motion, top = 0.125;
  const times = steps(0, dt, 40);
  const wall = times.map((t) => ({ x: t, y: edge.offset + t * edge.velocity.x }));
  const ways = bodies.map(([v0, v1]) => times.map((t) => ({ x: t, y: placeAfter(t, v0, v1, motion) })));
  const keys = new Map<Look, string>([
    [bad, "ends outside"],
    [limit, "the limit"],
    [good, "stays inside"],
  ]);
  return lineChart({
    title,
    window: { minX: 0, maxX: 0.19, minY: -0.085, maxY: top },
    axes: { x: "time (s)", y: "world position X (m)" },
    width: 330,
    height: 300,
    behind: [
      { kind: "area", points: [...wall, { x: dt, y: top }, { x: 0, y: top }], look: outside, key: "outside" },
    ],
    lines: [
      { points: wall, look: wallLook, key: "wall" },
      { points: [{ x: dt, y: -1 }, { x: dt, y: 1 }], look: { stroke: quietInk, width: 1, dash: "1 3" } },
      ...ways.map((points, i) => ({ points, look: bodies[i]![2], key: keys.get(bodies[i]![2])! })),
      {
        points: [...ways.map((points) => points.at(-1)!), { x: 0, y: position.x }],
        look: { fill: palette.black },
        marks: "dots",
      },
    ],
    labels: ways.map((points, i): SketchLabel => {
      const [v0, v1] = bodies[i]!, end = points.at(-1)!;
      const name = v0.x === v1.x ? `v.x = ${signed(v0.x)}` : `v.x to ${signed(v1.x)}`;
      return { text: `${name} → ${signed(end.y)} m`, at: end, side: "right" };
    }),
  });
}

/** Where a body is after `t` seconds of a step in which its velocity goes evenly from v0 to v1, x in the world, m. */
export function placeAfter(
  t: number,
  v0: Vec2,
  v1: Vec2,
  { position, supportVelocity, timeStep }: StepMotion,
): number {
  const acceleration = scale(add(v1, scale(v0, -1)), 1 / timeStep);
  return add(
    add(position, scale(supportVelocity, t)),
    displacement([{ duration: t, velocity: v0, acceleration }]),
  ).x;
}
