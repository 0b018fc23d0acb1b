import { type Edge, edgeMargin, type StepMotion } from "../../boundary/edge.ts";
import { verifyCurve } from "../../boundary/verify_curve.ts";
import type { CarriedBody } from "../../boundary/carried_body.ts";
import { type LocalEdge, verifyRigid } from "../../boundary/verify_rigid.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import { type RigidMotion, toLocal, toWorld, WORLD } from "../../geometry/rigid_motion.ts";
import { type Vec2, ZERO } from "../../geometry/vector.ts";
import { lineChart } from "../../view/line_chart.ts";
import { palette } from "../../view/palette.ts";
import type { Panel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, steps } from "./figure.ts";
import { bad, good, outside, wallLook } from "./looks.ts";
import { placeAfter } from "./moving_wall.ts";

/** docs/boundary.md, BX7. */
export const leavesAndReturnsFigure: Figure = { file: "leaves_and_returns.svg", draw: leavesAndReturns };

/** BX7: inside at both ends, outside between them, against a straight edge and a turning one. */
function leavesAndReturns(): string {
  const wall: Edge = { id: "wall", normal: { x: 1, y: 0 }, offset: 0, velocity: ZERO };
  const motion: StepMotion = { position: { x: -0.1, y: 0 }, supportVelocity: ZERO, timeStep: 1 };
  const straight = (speed: number) => {
    const v0 = { x: speed, y: 0 }, v1 = { x: -speed, y: 0 };
    const points = steps(0, 1, 80).map((t) => ({
      x: t,
      y: edgeMargin(wall, { x: placeAfter(t, v0, v1, motion), y: 0 }),
    }));
    return { points, verdict: verifyCurve([wall], motion, v0, v1) };
  };
  const far = straight(1), near = straight(0.3);
  if (far.verdict.kind !== "Outside" || near.verdict.kind !== "Inside") {
    throw new Error("One leaves, one stays.");
  }

  const platform: RigidMotion = { ...WORLD, heading: { x: Math.cos(0.4), y: -Math.sin(0.4) }, yawRate: 0.8 };
  const rim: LocalEdge = { id: "rim", normal: { x: 1, y: 0 }, offset: 2 };
  const turning = (distance: number) => {
    const pieces: readonly MotionPiece[] = [{ duration: 1, velocity: ZERO, acceleration: ZERO }];
    const body: CarriedBody = { frame: WORLD, position: { x: distance, y: 0 }, motion: pieces };
    const points = steps(0, 1, 80).map((t) => {
      const local = toLocal(platform, t, toWorld(WORLD, t, body.position));
      return { x: t, y: rim.offset - (rim.normal.x * local.x + rim.normal.y * local.y) };
    });
    return { points, verdict: verifyRigid([rim], platform, body) };
  };
  const out = turning(2.08), within = turning(1.95);
  if (out.verdict.kind !== "ProvenOutside" || within.verdict.kind !== "ProvenInside") {
    throw new Error("One leaves, one stays.");
  }
  return sketchSvg([
    marginPanel("B6: the body turns back, the edge stands", far, near, far.verdict),
    marginPanel("B9: the body stands, the edge of a platform turns past", out, within, out.verdict),
  ], {
    id: "leaves-and-returns",
    title: "BX7: inside at both ends is not inside",
    description:
      "Margin to an edge over a step of one second. Left, a body that goes out and back: inside at both ends, and 0.15 m " +
      "outside in the middle. Right, a body at rest in the world while the edge of a turning platform passes. In each " +
      "picture a second body comes near and stays inside.",
  });
}

interface MarginCurve {
  readonly points: readonly Vec2[];
}

function marginPanel(
  title: string,
  far: MarginCurve,
  near: MarginCurve,
  found: { readonly time: number; readonly depth: number },
): Panel {
  const worst = { x: found.time, y: -found.depth };
  return lineChart({
    title,
    window: { minX: 0, maxX: 1, minY: -0.2, maxY: 0.26 },
    axes: { x: "time (s)", y: "margin (m)" },
    width: 380,
    height: 280,
    behind: [{
      kind: "area",
      points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: -1 }, { x: 0, y: -1 }],
      look: outside,
      key: "outside",
    }],
    lines: [
      { points: [{ x: 0, y: 0 }, { x: 1, y: 0 }], look: wallLook, key: "edge" },
      { points: far.points, look: bad, key: "rejected" },
      { points: near.points, look: good, key: "proven inside" },
      {
        points: [worst],
        look: { fill: palette.vermillion, stroke: palette.black },
        key: "what the check reports",
        marks: "dots",
      },
      { points: [far.points[0]!, far.points.at(-1)!], look: { fill: palette.black }, marks: "dots" },
    ],
    labels: [{
      text: `${signed(found.depth)} m outside at ${signed(found.time)} s`,
      at: worst,
      side: "below",
    }],
  });
}
