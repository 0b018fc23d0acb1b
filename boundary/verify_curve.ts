import type { MotionPiece } from "../geometry/motion.ts";
import { subtract, type Vec2 } from "../geometry/vector.ts";
import { type Edge, edgeMargin, type StepMotion } from "./edge.ts";

/** Inside means a margin of at least -INSIDE (B6), m: above the rounding of coordinates up to a kilometre. */
export const INSIDE = 1e-12;

/** What the exact check of a motion against edges found (B6). */
export type CurveVerdict =
  /** Never outside; `margin` is the least one, m, at `time`, s, against the edge `edge` (absent without edges). */
  | { readonly kind: "Inside"; readonly margin: number; readonly time: number; readonly edge?: Edge["id"] }
  /** Outside the edge `edge`, deepest at `time`, s, by `depth`, m. */
  | { readonly kind: "Outside"; readonly depth: number; readonly time: number; readonly edge: Edge["id"] };

/**
 * Proves B5's curve x(t) = x0 + (u + v0)t + (v1 - v0)t²/(2dt) inside moving edges for the whole step (B6): each edge's
 * margin is a parabola in t, evaluated at both ends and at its turning point.
 *
 * @param v0 velocity at the step's start, relative to the support, m/s
 * @param v1 velocity at its end
 */
export function verifyCurve(edges: readonly Edge[], motion: StepMotion, v0: Vec2, v1: Vec2): CurveVerdict {
  const { timeStep } = motion;
  const acceleration = { x: (v1.x - v0.x) / timeStep, y: (v1.y - v0.y) / timeStep };
  return verifyMotion(edges, motion, [{ duration: timeStep, velocity: v0, acceleration }]);
}

/** Proves a motion of several pieces, relative to the support, inside moving edges from its start to its end (B6). */
export function verifyMotion(
  edges: readonly Edge[],
  { position, supportVelocity }: Pick<StepMotion, "position" | "supportVelocity">,
  motion: readonly MotionPiece[],
): CurveVerdict {
  let least = Infinity, time = 0, id: Edge["id"] | undefined;
  for (const edge of edges) {
    const found = leastMargin(
      edgeMargin(edge, position),
      edge.normal,
      subtract(edge.velocity, supportVelocity),
      motion,
    );
    if (id === undefined || found.margin < least) least = found.margin, time = found.time, id = edge.id;
  }
  if (id === undefined) return { kind: "Inside", margin: Infinity, time: 0 };
  return least >= -INSIDE
    ? { kind: "Inside", margin: least, time, edge: id }
    : { kind: "Outside", depth: -least, time, edge: id };
}

/** The least margin over a motion, m, and when, s. */
export interface LeastMargin {
  /** m; negative outside. */
  readonly margin: number;
  /** When, s. */
  readonly time: number;
}

/**
 * The least margin of one edge over a motion: on each piece s + t·dot(n, e - v) - t²·dot(n, a)/2, least at an end or
 * where it turns.
 *
 * @param margin s at the start, m
 * @param normal the edge's outward normal
 * @param drift the edge's velocity relative to the frame that the motion is written in, m/s
 * @param motion pieces in that frame
 */
export function leastMargin(
  margin: number,
  normal: Vec2,
  drift: Vec2,
  motion: readonly MotionPiece[],
): LeastMargin {
  let least = margin, at = 0, s = margin, start = 0;
  for (const { duration, velocity: v, acceleration: a } of motion) {
    const k = normal.x * (drift.x - v.x) + normal.y * (drift.y - v.y);
    const c = -(normal.x * a.x + normal.y * a.y) / 2;
    if (c > 0) {
      const turning = -k / (2 * c);
      if (turning > 0 && turning < duration) {
        const there = s + (k + c * turning) * turning;
        if (there < least) least = there, at = start + turning;
      }
    }
    s += (k + c * duration) * duration;
    start += duration;
    if (s < least) least = s, at = start;
  }
  return { margin: least, time: at };
}
