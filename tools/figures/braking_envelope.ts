import { brakingLimits, closingSpeedCap } from "../../boundary/braking_limits.ts";
import { necessaryBrakingBound } from "../../boundary/braking_bound.ts";
import type { Edge, StepMotion } from "../../boundary/edge.ts";
import { scale, type Vec2, ZERO } from "../../geometry/vector.ts";
import { lineChart } from "../../view/line_chart.ts";
import { palette } from "../../view/palette.ts";
import type { Panel, SketchLabel } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, steps, valueOf } from "./figure.ts";
import { limit, outside } from "./looks.ts";

/** docs/boundary.md, BX5. */
export const brakingEnvelopeFigure: Figure = { file: "braking_envelope.svg", draw: brakingEnvelope };

/** BX5: how fast a body may close in on an edge that it has s metres to, with dt = 0.1 s and a = 1 m/s². */
function brakingEnvelope(): string {
  const example = 0.1, speedCap = 2;
  return sketchSvg([
    envelopePanel("Close to the edge", { s: 0.3, speed: 0.8 }, speedCap, [0.4], example),
    envelopePanel("As far as it matters", { s: 2.9, speed: 2.4 }, speedCap, [1], example),
  ], {
    id: "braking-envelope",
    title: "BX5: closing speed from which braking still stops inside (dt = 0.1 s, a = 1 m/s²)",
    description:
      "Largest closing speed over the margin s. The necessary bound grows like a square root. The shared linear bound of " +
      "B15 is its chord from 0 to the largest closing speed, 2 m/s; that of B18 is the chord to the largest closing speed " +
      "that this step can reach, so it is steeper while the body is slow. At s = 0.1 m the bounds are 0.358 and 0.0909 m/s.",
  });
}

const timeStep = 0.1, budget = 1;

function envelopePanel(
  title: string,
  most: { readonly s: number; readonly speed: number },
  speedCap: number,
  localCaps: readonly number[],
  example: number,
): Panel {
  const necessary = (s: number): Vec2 => ({ x: s, y: necessaryBrakingBound(s, timeStep, budget) });
  const shared = (s: number): Vec2 => ({ x: s, y: linearBound(s, speedCap) });
  const chord = (cap: number): readonly Vec2[] => {
    const along = (s: number): Vec2 => ({ x: s, y: linearBound(s, speedCap, cap) });
    // Where the line reaches the largest speed of the step, it meets the necessary bound, and ends.
    const end = cap / linearBound(1, speedCap, cap);
    return [ZERO, along(Math.min(end, most.s))];
  };
  const all = steps(0, most.s, 100);
  const zoomed = most.s < 1;
  const marked = [necessary(example), shared(example)];
  const caps = [...localCaps, speedCap];
  return lineChart({
    title,
    window: { minX: 0, maxX: most.s, minY: 0, maxY: most.speed },
    axes: { x: "margin s (m)", y: "closing speed (m/s)" },
    width: 400,
    height: 300,
    behind: [{
      kind: "area",
      points: [...all.map(necessary), { x: most.s, y: 9 }, { x: 0, y: 9 }],
      look: outside,
      key: "cannot stop inside",
    }],
    lines: [
      {
        points: all.map(necessary),
        look: { stroke: palette.vermillion, width: 2.2 },
        key: "necessary bound (B14)",
      },
      {
        points: chord(speedCap),
        look: limit,
        key: "linear bound for every speed up to the cap (B15)",
      },
      ...localCaps.map((cap) => ({
        points: chord(cap),
        look: { stroke: palette.green, width: 2, dash: "9 3 2 3" },
        key: "linear bound of a step that reaches the speed at its end (B18)",
      })),
      { points: zoomed ? marked : [], look: { fill: palette.black }, key: "s = 0.1 m", marks: "dots" },
    ],
    labels: [
      ...(zoomed
        ? marked.map((at, i): SketchLabel => ({
          text: at.y.toPrecision(3),
          at,
          side: i === 0 ? "aboveLeft" : "belowRight",
        }))
        : []),
      ...caps.map((cap): SketchLabel => ({
        text: `${signed(cap)} m/s`,
        at: scale(chord(cap)[1]!, zoomed && cap === speedCap ? 0.8 : 1),
        side: "belowRight",
      })),
    ],
  });
}

/** B15's bound of the closing speed for a margin, or B18's where no more than `reach` can be reached in the step. */
function linearBound(margin: number, speedCap: number, reach?: number): number {
  const edge: Edge = { id: 0, normal: { x: 1, y: 0 }, offset: margin, velocity: ZERO };
  const motion: StepMotion = { position: ZERO, supportVelocity: ZERO, timeStep };
  const braking = {
    budget,
    speedCap,
    reference: ZERO,
    ...(reach === undefined
      ? {}
      : { reachable: { center: { x: reach - budget * timeStep, y: 0 }, radius: budget * timeStep } }),
  };
  if (reach !== undefined && Math.abs(closingSpeedCap(ZERO, braking) - reach) > 1e-9) {
    throw new Error(`Expected a closing speed of at most ${reach}, but found another.`);
  }
  return valueOf(brakingLimits([edge], motion, braking))[0]!.point.x;
}
