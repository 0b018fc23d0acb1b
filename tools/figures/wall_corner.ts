import { avoid } from "../../avoidance/avoid.ts";
import { parseObstacles } from "../../boundary/obstacle.ts";
import { obstacleHalfPlane } from "../../boundary/obstacle_half_plane.ts";
import { add, dot, scale, subtract, type Vec2 } from "../../geometry/vector.ts";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import { palette } from "../../view/palette.ts";
import type { Panel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, steps, valueOf } from "./figure.ts";

/** docs/walls.md, C8 at a convex corner. */
export const wallCornerFigure: Figure = { file: "wall_corner.svg", draw: wallCorner };

const T = 2, radius = 0.5, maxSpeed = 1.5, preferred: Vec2 = { x: 1.2, y: 0.2 };
const block = [{ x: 1.6, y: -4 }, { x: 5, y: -4 }, { x: 5, y: 0.3 }, { x: 1.6, y: 0.3 }];
const obstacles = [{ id: "block", corners: block }];
const piece = valueOf(parseObstacles(obstacles))[0]!.pieces[0]!;

/** C8: before the corner of a block, with a present velocity at its face and with one past its corner. */
function wallCorner(): string {
  const face: Vec2 = { x: 1, y: 0 }, past: Vec2 = { x: 0.6, y: 0.7 };
  return sketchSvg([
    worldPanel(),
    velocityPanel("Present velocity at the face", face),
    velocityPanel("Present velocity past the corner", past),
  ], {
    id: "wall-corner",
    title: `C8: before a convex corner of a wall, T = ${T} s`,
    description:
      "Left: an agent of radius 0.5 m before the corner of a block. Middle and right: its velocity space. Velocities that meet the " +
      "block within T are one convex set: the block divided by T, rounded off by r/T, and the legs from there on. The half-plane " +
      "touches it at the point nearest to the present velocity: at the face the agent slows down, at the corner it goes past.",
  });
}

function worldPanel(): Panel {
  return {
    kind: "plane",
    title: "The world",
    window: { minX: -1, maxX: 3, minY: -1.7, maxY: 2.1 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 240,
    shapes: [
      {
        kind: "area",
        points: block,
        look: { stroke: palette.black, width: 2, fill: palette.black, opacity: 0.15 },
        key: "wall",
      },
      {
        kind: "circle",
        center: { x: 0, y: 0 },
        radius,
        look: { stroke: palette.blue, width: 1.6, fill: palette.blue, opacity: 0.2 },
        key: "agent",
      },
      {
        kind: "arrow",
        from: { x: 0, y: 0 },
        to: preferred,
        look: { stroke: palette.orange, width: 2 },
        key: "preferred velocity",
      },
    ],
    labels: [{ text: "block", at: { x: 2, y: -0.8 }, side: "right" }],
  };
}

function velocityPanel(title: string, velocity: Vec2): Panel {
  const self = { id: "a", position: { x: 0, y: 0 }, velocity, radius };
  const decision = valueOf(avoid({
    self,
    neighbors: [],
    parameters: { timeHorizon: T, timeStep: 0.125 },
    preferred,
    maxSpeed,
    obstacles,
  }));
  const plane = planeFor(velocity), chosen = decision.velocity;
  return {
    kind: "plane",
    title,
    window: { minX: -0.5, maxX: 1.7, minY: -0.95, maxY: 1.14 },
    axes: { x: "vx (m/s)", y: "vy (m/s)" },
    width: 290,
    shapes: [
      {
        kind: "area",
        points: [...boundary(), { x: 9, y: -9 }],
        look: { stroke: palette.black, width: 1.4, fill: palette.black, opacity: 0.12 },
        key: "meets the wall within T",
      },
      {
        kind: "halfPlane",
        point: plane.point,
        normal: plane.normal,
        source: "obstacle",
        key: "half-plane of the wall",
      },
      { kind: "arrow", from: { x: 0, y: 0 }, to: preferred, look: { stroke: palette.orange, width: 2 } },
      {
        kind: "arrow",
        from: { x: 0, y: 0 },
        to: chosen,
        look: { stroke: palette.green, width: 2.2 },
        key: "chosen velocity",
      },
      { kind: "dot", at: velocity, look: { fill: palette.blue }, key: "present velocity" },
      {
        kind: "cross",
        at: touching(plane, velocity),
        look: { stroke: palette.black, width: 2 },
        key: "nearest point",
      },
    ],
    labels: [{
      text: `(${signed(chosen.x)}, ${signed(chosen.y)})`,
      at: chosen,
      side: chosen.y > 0.4 ? "belowRight" : "aboveLeft",
    }],
  };
}

function planeFor(velocity: Vec2): HalfPlane {
  return obstacleHalfPlane({ id: "a", position: { x: 0, y: 0 }, radius }, velocity, piece, T, "right");
}

/** Foot of the perpendicular from a velocity to the line of its half-plane: the nearest point of the set's boundary. */
function touching({ point, normal }: HalfPlane, velocity: Vec2): Vec2 {
  return add(velocity, scale(normal, dot(subtract(point, velocity), normal)));
}

/** The set's boundary, from the right leg round the near corner to the left leg: nearest to velocities outside of it. */
function boundary(): readonly Vec2[] {
  const walk = [
    ...steps(-3, 0.15, 40).map((y): Vec2 => ({ x: -0.2, y })),
    ...steps(0, 1, 60).map((part): Vec2 => ({ x: -0.2 + part * 2.6, y: 0.15 + part * 2.6 })),
  ];
  return walk.map((velocity) => touching(planeFor(velocity), velocity));
}
