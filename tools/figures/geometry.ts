import type { Agent } from "../../geometry/agent.ts";
import { combinedRadius, orcaHalfPlane } from "../../geometry/orca.ts";
import type { AvoidanceParameters } from "../../geometry/parameters.ts";
import { add, scale, subtract, type Vec2, ZERO } from "../../geometry/vector.ts";
import { ink, palette, quietInk } from "../../view/palette.ts";
import type { Panel, PlaneShape, SketchLabel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, valueOf } from "./figure.ts";
import { boundary, nearest, neighborSource, tips } from "./obstacle_boundary.ts";

/** Figures of docs/geometry.md. */
export const geometryFigures: readonly Figure[] = [
  { file: "velocity_obstacle.svg", draw: velocityObstacle },
  { file: "gx1_velocity_space.svg", draw: headOn },
];

const COLLIDES = "collides within T while the other keeps its velocity";

const obstacle = { stroke: palette.blue, width: 1.8, fill: palette.blue, opacity: 0.08 };

/** G4 to G8: a pair's obstacle in relative velocities, and what one of the two makes of it. */
function velocityObstacle(): string {
  const parameters: AvoidanceParameters = { timeHorizon: 2, timeStep: 0.1 };
  const b: Agent = { id: "b", position: { x: 5, y: 2 }, velocity: { x: -0.3, y: 0.55 }, radius: 0.9 };
  const a: Agent = { id: "a", position: ZERO, velocity: { x: 2.1, y: 1.1 }, radius: 0.9 };
  return sketchSvg([relativePanel(a, b, parameters), ownPanel(a, b, parameters)], {
    id: "velocity-obstacle",
    title: "The velocity obstacle of a pair, and A's half-plane",
    description:
      "Left: relative velocities that collide within the horizon fill a cone with a round tip. From sample velocities " +
      "inside and outside, arrows lead to the nearest point of its boundary. Right: the same obstacle moved by B's " +
      "velocity stands in A's velocities; A takes half of the change, and the line through that point, parallel to " +
      "the boundary there, bounds its half-plane.",
  });
}

function relativePanel(a: Agent, b: Agent, parameters: AvoidanceParameters): Panel {
  const p = subtract(b.position, a.position), T = parameters.timeHorizon, R = combinedRadius(a, b);
  const c = scale(p, 1 / T);
  const samples: readonly Vec2[] = [
    { x: 0.7, y: -0.35 },
    { x: 2.1, y: 0.7 },
    { x: 1.3, y: 1.75 },
    { x: 3.6, y: 2.4 },
    { x: 3.5, y: 0.55 },
    { x: 2.6, y: -0.45 },
  ];
  const found = samples.map((v) => nearest(a, b, v, parameters));
  const touching = tips(a, b, parameters);
  const faint = { stroke: palette.sky, width: 1 };
  const bent = { stroke: quietInk, width: 1, dash: "2 3" };
  return {
    kind: "plane",
    title: "Relative velocities v = vA − vB",
    window: { minX: -0.5, maxX: 4.5, minY: -1.4, maxY: 3.1 },
    axes: { x: "v.x (m/s)", y: "v.y (m/s)" },
    width: 440,
    shapes: [
      { kind: "area", points: boundary(a, b, parameters, 3), look: obstacle, key: COLLIDES },
      ...[1, 0.82, 0.68, 0.56].map((part): PlaneShape => ({
        kind: "circle",
        center: scale(c, 1 / part),
        radius: R / T / part,
        look: faint,
        key: "discs of radius R/t around p/t, t ≤ T",
      })),
      { kind: "path", points: [ZERO, scale(p, 2)], look: bent },
      ...touching.map((tip): PlaneShape => ({ kind: "path", points: [ZERO, tip], look: bent })),
      ...touching.map((tip): PlaneShape => ({ kind: "path", points: [c, tip], look: bent })),
      ...found.flatMap(({ v, q }): readonly PlaneShape[] => [
        {
          kind: "arrow",
          from: v,
          to: q,
          look: { stroke: palette.vermillion, width: 1.8 },
          key: "change q − v",
        },
        { kind: "dot", at: v, look: { fill: palette.black }, key: "a relative velocity v" },
      ]),
      ...touching.map((tip): PlaneShape => ({
        kind: "dot",
        at: tip,
        look: { fill: "#fff", stroke: palette.blue },
        key: "where the rays begin",
      })),
      { kind: "cross", at: c, look: { stroke: palette.blue, width: 1.8 } },
    ],
    labels: [
      { text: "c = p/T", at: c, side: "right", gap: 9 },
      { text: "r = R/T", at: mean(c, touching[1]), side: "right", gap: 5 },
      { text: "along p", at: scale(p, 0.82), side: "below", along: p, gap: 3 },
      {
        text: "left ray",
        at: mean(touching[0], nearest(a, b, { x: 2.4, y: 2.9 }, parameters).q),
        side: "aboveLeft",
        along: touching[0],
        gap: 4,
      },
      {
        text: "right ray",
        at: nearest(a, b, { x: 3.95, y: -0.2 }, parameters).q,
        side: "below",
        along: touching[1],
        gap: 4,
      },
      { text: "arc", at: nearest(a, b, scale(c, 0.3), parameters).q, side: "left", gap: 5 },
    ],
  };
}

function ownPanel(a: Agent, b: Agent, parameters: AvoidanceParameters): Panel {
  return velocityPanel(a, b, parameters, {
    title: "A's own velocities w; the obstacle is moved by vB",
    window: { minX: -0.6, maxX: 3.2, minY: -0.62, maxY: 2.8 },
    width: 440,
    names: ["vA", "vB + q", "w.x (m/s)", "w.y (m/s)"],
  });
}

/** GX1: both agents of a head-on pair, each in its own velocities. */
function headOn(): string {
  const parameters: AvoidanceParameters = { timeHorizon: 2, timeStep: 0.1 };
  const a: Agent = { id: "a", position: ZERO, velocity: { x: 1, y: 0 }, radius: 0.5 };
  const b: Agent = { id: "b", position: { x: 4, y: 0 }, velocity: { x: -1, y: 0 }, radius: 0.5 };
  const panel = (self: Agent, other: Agent, name: string, otherName: string) =>
    velocityPanel(self, other, parameters, {
      title: `${name}'s velocities; the obstacle is moved by v${otherName} = (${
        signed(other.velocity.x)
      }, 0)`,
      window: { minX: -1.75, maxX: 1.75, minY: -1.25, maxY: 1.25 },
      width: 420,
      names: [`v${name} = v${otherName} + c`, `v${otherName} + q`, "w.x (m/s)", "w.y (m/s)"],
    });
  return sketchSvg([panel(a, b, "A", "B"), panel(b, a, "B", "A")], {
    id: "gx1",
    title: "GX1: head-on, 4 m apart, at 1 m/s each, horizon 2 s",
    description:
      "Left, A's velocities: the obstacle opens to the right, A's velocity (1, 0) is the center of its arc, the nearest " +
      "boundary point lies at 0.5 m/s, and half of the change leads to the line w.x = 0.75, which A stays to the left " +
      "of. Right, B's velocities: the mirror image, with the line w.x = −0.75.",
  });
}

/** One agent's velocities: the obstacle moved by the other's velocity, the change, its share of it, its half-plane. */
function velocityPanel(
  self: Agent,
  other: Agent,
  parameters: AvoidanceParameters,
  { title, window, width, names: [vName, qName, x, y] }: {
    readonly title: string;
    readonly window: Panel["window"];
    readonly width: number;
    readonly names: readonly [string, string, string, string];
  },
): Panel {
  const plane = valueOf(orcaHalfPlane(self, other, parameters)), { share, change } = neighborSource(plane);
  const q = add(self.velocity, change), taken = add(self.velocity, scale(change, share));
  const line = { x: -plane.normal.y, y: plane.normal.x };
  const flat = Math.abs(plane.normal.y) < 1e-9;
  const lineName = flat ? `w.x = ${signed(plane.point.x)}` : `vA + ${share}·change`;
  const labels: readonly SketchLabel[] = flat
    ? [
      { text: vName, at: self.velocity, side: plane.normal.x < 0 ? "aboveRight" : "aboveLeft" },
      { text: qName, at: q, side: plane.normal.x < 0 ? "belowLeft" : "belowRight" },
      { text: lineName, at: { x: taken.x, y: -0.95 }, side: plane.normal.x < 0 ? "left" : "right" },
    ]
    : [
      { text: vName, at: self.velocity, side: "right" },
      { text: qName, at: q, side: "below" },
      { text: lineName, at: taken, side: "right", gap: 12 },
      { text: "vB", at: other.velocity, side: "left" },
      {
        text: "allowed",
        at: add(taken, scale(line, -1.3)),
        side: "below",
        along: line,
        gap: 4,
      },
    ];
  return {
    kind: "plane",
    title,
    window,
    axes: { x, y },
    width,
    shapes: [
      {
        kind: "area",
        points: boundary(self, other, parameters, 3).map((v) => add(v, other.velocity)),
        look: obstacle,
        key: COLLIDES,
      },
      {
        kind: "halfPlane",
        point: plane.point,
        normal: plane.normal,
        source: "neighbor",
        key: "half-plane, strokes on the forbidden side",
      },
      {
        kind: "arrow",
        from: self.velocity,
        to: q,
        look: { stroke: palette.vermillion, width: 1.8 },
        key: "change q − v",
      },
      { kind: "arrow", from: ZERO, to: other.velocity, look: { stroke: quietInk, width: 1.2, dash: "3 3" } },
      { kind: "dot", at: self.velocity, look: { fill: palette.black }, key: "the present velocity" },
      { kind: "dot", at: q, look: { fill: palette.blue } },
      {
        kind: "dot",
        at: taken,
        look: { fill: palette.yellow, stroke: ink },
        key: "present velocity + its share of the change",
      },
    ],
    labels,
  };
}

function mean(...points: readonly Vec2[]): Vec2 {
  return scale(points.reduce(add), 1 / points.length);
}
