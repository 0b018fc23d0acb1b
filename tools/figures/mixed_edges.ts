import type { Edge } from "../../boundary/edge.ts";
import { upperLimit } from "../../boundary/edge_limits.ts";
import { referenceVelocity } from "../../boundary/reference_velocity.ts";
import { add, dot, length, scale, subtract, type Vec2, ZERO } from "../../geometry/vector.ts";
import { feasibleRegion } from "../../view/convex_region.ts";
import { ink, palette, quietInk } from "../../view/palette.ts";
import type { Panel, PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, valueOf } from "./figure.ts";

/** docs/boundary.md, B12. */
export const mixedEdgesFigure: Figure = { file: "mixed_edges.svg", draw: mixedEdges };

/** B12: the reference velocity between a fixed wall and an edge of the platform. */
function mixedEdges(): string {
  const u: Vec2 = { x: 0.9, y: 0.3 }, speedCap = 1.9, position: Vec2 = { x: 1.6, y: 1.1 };
  const wall: Edge = { id: "wall", normal: { x: 0.8, y: 0.6 }, offset: 2.9, velocity: ZERO };
  const rail: Edge = { id: "rail", normal: { x: 0, y: -1 }, offset: -0.4, velocity: u };
  const edges = [wall, rail];
  const r = valueOf(referenceVelocity(edges, u, speedCap));
  return sketchSvg([placePanel(edges, position, u, r), velocityPanel(edges, u, speedCap, r)], {
    id: "mixed-edges",
    title: "B12: where a stop leads, between a fixed wall and an edge that the platform carries",
    description:
      "Left, the place: a platform moves to the right and carries its own edge along; a wall stands fixed in the way. " +
      "Right, velocities r that leave neither edge for ever: behind the wall's line through 0 and the platform edge's line " +
      "through u, and within the speed cap of u. The one nearest to u is the reference velocity.",
  });
}

function placePanel(edges: readonly Edge[], position: Vec2, u: Vec2, r: Vec2): Panel {
  const [wall, rail] = edges as readonly [Edge, Edge];
  const on = (edge: Edge): Vec2 => scale(edge.normal, edge.offset / dot(edge.normal, edge.normal));
  const along = (edge: Edge): Vec2 => ({ x: -edge.normal.y, y: edge.normal.x });
  const wallAt = add(on(wall), scale(along(wall), 0.3)), railAt = add(on(rail), scale(along(rail), 1));
  const inward = (edge: Edge): Vec2 => scale(edge.normal, -1);
  return {
    kind: "plane",
    title: "The place",
    window: { minX: -0.6, maxX: 4.2, minY: -0.4, maxY: 3.4 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 420,
    shapes: [
      { kind: "halfPlane", point: wallAt, normal: inward(wall), source: "obstacle", key: "fixed wall" },
      { kind: "halfPlane", point: railAt, normal: inward(rail), source: "edge", key: "edge of the platform" },
      { kind: "arrow", from: railAt, to: add(railAt, u), look: { stroke: palette.vermillion, width: 1.8 } },
      {
        kind: "arrow",
        from: position,
        to: add(position, u),
        look: { stroke: quietInk, width: 1.8, dash: "5 3" },
      },
      { kind: "arrow", from: position, to: add(position, r), look: { stroke: palette.green, width: 2.2 } },
      { kind: "dot", at: position, look: { fill: palette.black } },
    ],
    labels: [
      { text: "body", at: position, side: "below" },
      { text: "u carries it", at: add(position, u), side: "right" },
      { text: "r", at: add(position, r), side: "above" },
      { text: "e = u", at: add(railAt, u), side: "right" },
      {
        text: "e = 0",
        at: add(wallAt, scale(along(wall), 0.9)),
        side: "aboveRight",
        along: along(wall),
        gap: 12,
      },
    ],
  };
}

function velocityPanel(edges: readonly Edge[], u: Vec2, speedCap: number, r: Vec2): Panel {
  const [wall, rail] = edges as readonly [Edge, Edge];
  const planes = edges.map(({ id, normal, velocity }) =>
    upperLimit(normal, dot(normal, velocity), { kind: "edge", id })
  );
  const window = { minX: -1.3, maxX: 3, minY: -1.35, maxY: 2.05 };
  const allowed = feasibleRegion(planes, [{ center: u, radius: speedCap }], window);
  const stop = subtract(r, u);
  return {
    kind: "plane",
    title: "Velocities r of the body at rest, relative to the world",
    window,
    axes: { x: "r.x (m/s)", y: "r.y (m/s)" },
    width: 420,
    shapes: [
      { kind: "area", points: allowed, look: { fill: palette.green, opacity: 0.2 }, key: "allowed r" },
      ...[[wall, "obstacle"], [rail, "edge"]].map(([edge, source], i): PlaneShape => ({
        kind: "halfPlane",
        point: planes[i]!.point,
        normal: scale((edge as Edge).normal, -1),
        source: source as "obstacle" | "edge",
      })),
      {
        kind: "circle",
        center: u,
        radius: speedCap,
        look: { stroke: quietInk, width: 1.4, dash: "5 4" },
        key: "within the speed cap of u",
      },
      { kind: "arrow", from: ZERO, to: u, look: { stroke: quietInk, width: 1.8, dash: "5 3" }, key: "u" },
      { kind: "arrow", from: ZERO, to: r, look: { stroke: palette.green, width: 2.2 }, key: "r" },
      { kind: "arrow", from: u, to: r, look: { stroke: palette.blue, width: 1.8 }, key: "vStop = r − u" },
      { kind: "dot", at: u, look: { fill: palette.black } },
      { kind: "dot", at: r, look: { fill: palette.yellow, stroke: ink } },
    ],
    labels: [
      { text: "u", at: u, side: "right" },
      { text: "r", at: add(r, { x: -0.16, y: 0.1 }), side: "left", gap: 0 },
      { text: `${length(stop).toFixed(2)} m/s`, at: add(r, scale(stop, -0.5)), side: "above" },
    ],
  };
}
