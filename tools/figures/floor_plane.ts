import { closestOfSegments, createClosestPoints } from "../../boundary/segment_distance.ts";
import { type Mover, separationEdges } from "../../boundary/separation.ts";
import { stopDisplacement } from "../../boundary/stop.ts";
import { add, length as lengthOf, scale, subtract, type Vec2, ZERO } from "../../geometry/vector.ts";
import { palette, quietInk } from "../../view/palette.ts";
import type { Panel, PlaneShape, SketchLabel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, valueOf } from "./figure.ts";

/** docs/separation.md, MX2 and MX4. */
export const floorPlaneFigure: Figure = { file: "floor_plane.svg", draw: floorPlanes };

/** MX2 and MX4: the planes of a pair, head-on and crossing. */
function floorPlanes(): string {
  const mover = (id: string, position: Vec2, velocity: Vec2, budget = 1): Mover => ({
    id,
    position,
    velocity,
    radius: 0.5,
    budget,
  });
  const ahead = pairPanel(
    "MX2: head-on",
    mover("A", ZERO, { x: 2, y: 0 }),
    mover("B", { x: 6, y: 0 }, { x: -1, y: 0 }),
    { minX: -0.9, maxX: 6.9, minY: -2.6, maxY: 2.73 },
    430,
  );
  const across = pairPanel(
    "MX4: crossing",
    mover("A", ZERO, { x: 2, y: 0 }),
    mover("B", { x: 1, y: 3 }, { x: 0, y: -1 }, 0.5),
    { minX: -2, maxX: 4, minY: -0.9, maxY: 3.8 },
    375,
  );
  return sketchSvg([ahead, across], {
    id: "floor-plane",
    title: "The separation floor of a pair: each keeps its stop on its own side",
    description:
      "From where each agent is, its stop segment leads to where it would come to rest if it braked now. Between the closest " +
      "points of the two segments stand two parallel planes, at least the sum of the radii apart; the gap beyond that is " +
      "shared. In this step each agent's center, and its stop after the step, stay behind its own plane.",
  });
}

function pairPanel(
  title: string,
  a: Mover,
  b: Mover,
  window: Panel["window"],
  width: number,
): Panel {
  const edges = valueOf(separationEdges(a, b)), normal = edges[0].normal;
  const [pA, pB] = closestPoints(a, b);
  const vertical = Math.abs(normal.x) > Math.abs(normal.y);
  // Where the common normal through the closest points meets the two planes.
  const on = edges.map((edge, i): Vec2 => {
    const from = i === 0 ? pA : pB;
    const off = edge.offset - (edge.normal.x * from.x + edge.normal.y * from.y);
    return add(from, scale(edge.normal, off));
  });
  const [planeA, planeB] = on as [Vec2, Vec2];
  const aside = vertical ? { x: 0, y: 1.4 } : { x: 2, y: 0 };
  const shifted = (v: Vec2) => add(v, aside);
  const coordinate = (v: Vec2) => vertical ? `x = ${v.x.toFixed(2)}` : `y = ${v.y.toFixed(2)}`;
  const measure = (from: Vec2, to: Vec2): PlaneShape => ({
    kind: "distance",
    from: shifted(from),
    to: shifted(to),
    look: { stroke: quietInk, width: 1.2 },
  });
  const between = (from: Vec2, to: Vec2) => shifted(scale(add(from, to), 0.5));
  return {
    kind: "plane",
    title,
    window,
    axes: { x: "x (m)", y: "y (m)" },
    width,
    shapes: [
      ...[a, b].flatMap((mover, i): readonly PlaneShape[] => {
        const end = add(mover.position, stopOf(mover)), color = i === 0 ? palette.blue : palette.orange;
        const resting: PlaneShape = {
          kind: "circle",
          center: end,
          radius: mover.radius,
          look: { stroke: color, width: 1.2, dash: "3 3" },
        };
        return [
          {
            kind: "circle",
            center: mover.position,
            radius: mover.radius,
            look: { stroke: color, fill: color, opacity: 0.25 },
            key: `agent ${mover.id}`,
          },
          i === 0 ? { ...resting, key: "where its stop ends" } : resting,
          {
            kind: "path",
            points: [mover.position, end],
            look: { stroke: color, width: 4 },
            key: "stop segment",
          },
        ];
      }),
      ...edges.map((edge, i): PlaneShape => ({
        kind: "halfPlane",
        point: on[i]!,
        normal: scale(edge.normal, -1),
        source: "floor",
        tint: 0,
        key: "plane of the floor, strokes beyond it",
      })),
      {
        kind: "path",
        points: [pA, pB],
        look: { stroke: palette.black, width: 1.2, dash: "2 3" },
        key: "shortest way between the stop segments",
      },
      ...[pA, pB].map((at): PlaneShape => ({ kind: "dot", at, look: { fill: palette.black } })),
      measure(pA, planeA),
      measure(planeA, planeB),
      measure(planeB, pB),
    ],
    labels: [
      { text: "pA", at: pA, side: vertical ? "below" : "belowLeft" },
      { text: "pB", at: pB, side: vertical ? "below" : "aboveLeft" },
      ...[planeA, planeB].map((at, i): SketchLabel => ({
        text: coordinate(at),
        at: vertical ? { x: at.x, y: window.minY + 0.3 } : { x: window.minX + 0.1, y: at.y },
        side: vertical ? (i === 0 ? "left" : "right") : i === 0 ? "belowRight" : "aboveRight",
      })),
      { text: "R", at: between(planeA, planeB), side: vertical ? "above" : "right" },
      ...[between(pA, planeA), between(planeB, pB)].map((at, i): SketchLabel => ({
        text: `${lengthOf(i === 0 ? subtract(planeA, pA) : subtract(pB, planeB)).toFixed(2)} m`,
        at,
        side: vertical ? "above" : "right",
      })),
    ],
  };
}

/** The closest points of two stop segments (M2). */
function closestPoints(a: Mover, b: Mover): readonly [Vec2, Vec2] {
  const s = stopOf(a), t = stopOf(b), p = subtract(b.position, a.position), found = createClosestPoints();
  closestOfSegments(s.x, s.y, p.x, p.y, t.x, t.y, found);
  return [
    add(a.position, { x: found.ax, y: found.ay }),
    add(a.position, { x: found.bx, y: found.by }),
  ];
}

function stopOf({ velocity, budget }: Mover): Vec2 {
  return stopDisplacement({ velocity, supportVelocity: ZERO, budget, reference: ZERO });
}
