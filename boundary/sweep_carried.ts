import {
  angleUntil,
  isCurved,
  localRounding,
  originAt,
  type RigidMotion,
  toWorld,
} from "../geometry/rigid_motion.ts";
import { length, type Vec2, ZERO } from "../geometry/vector.ts";
import { type CarriedBody, carriedBounds, localAt, type Stretch, stretchesOf } from "./carried_body.ts";
import { closestOfSegments, createClosestPoints } from "./segment_distance.ts";
import type { SweepVerdict } from "./sweep.ts";

/** Halvings of a stretch before the sweep gives up and calls it a collision. */
const DEPTH_LIMIT = 40;

/** Evaluations before the sweep gives up. */
const MOST_EVALUATIONS = 20_000;

const closest = createClosestPoints();

/**
 * Sweeps a body that a turning or accelerating frame carries against a neighbor of constant velocity (B8, B9). The relative
 * curve stays within |p''|·h²/8 of its chord, so halving the interval bounds the distance from below, without sampling.
 * What cannot be decided counts as a collision.
 *
 * @param velocity world velocity of the neighbor, m/s
 * @param combinedRadius R, m
 */
export function sweepCarried(
  body: CarriedBody,
  position: Vec2,
  velocity: Vec2,
  combinedRadius: number,
): SweepVerdict {
  const from = (t: number, stretch: Stretch): Vec2 => {
    const x = toWorld(body.frame, t, localAt(stretch, t));
    return { x: position.x + velocity.x * t - x.x, y: position.y + velocity.y * t - x.y };
  };
  const stretches = stretchesOf(body), [first] = stretches;
  if (first === undefined) return { kind: "Apart", gap: Infinity, time: 0 };
  const start = length(from(0, first)), overlapped = start < combinedRadius;
  const limit = overlapped ? start : combinedRadius;
  let least = start, time = 0, evaluations = 0;
  for (const stretch of stretches) {
    const bend = bendOf(stretch, body.frame);
    const noise = localRounding(
      start + carriedBounds(stretch, body.frame).length + length(originAt(body.frame, stretch.to)),
      angleUntil(body.frame, stretch.to),
    );
    const stack = [{
      from: stretch.from,
      to: stretch.to,
      p0: from(stretch.from, stretch),
      p1: from(stretch.to, stretch),
      depth: 0,
    }];
    while (stack.length > 0) {
      const part = stack.pop()!, { p0, p1 } = part, h = part.to - part.from;
      for (const [p, t] of [[p0, part.from], [p1, part.to]] as const) {
        if (length(p) < least) least = length(p), time = t;
      }
      if (least < limit - noise) return verdict(overlapped, limit - least, time);
      closestOfSegments(p1.x - p0.x, p1.y - p0.y, -p0.x, -p0.y, 0, 0, closest);
      if (Math.sqrt(closest.square) - bend * h * h / 8 >= limit - noise) continue;
      const middle = part.from + h / 2;
      if (part.depth >= DEPTH_LIMIT || ++evaluations >= MOST_EVALUATIONS || middle <= part.from) {
        return verdict(overlapped, Math.max(limit - least, noise), part.from);
      }
      const pm = from(middle, stretch), depth = part.depth + 1;
      stack.push({ from: middle, to: part.to, p0: pm, p1, depth }, {
        from: part.from,
        to: middle,
        p0,
        p1: pm,
        depth,
      });
    }
  }
  return overlapped
    ? { kind: "Overlapped", deeper: 0, time }
    : { kind: "Apart", gap: least - combinedRadius, time };
}

function verdict(overlapped: boolean, depth: number, time: number): SweepVerdict {
  return overlapped ? { kind: "Overlapped", deeper: depth, time } : { kind: "Collides", depth, time };
}

/** A bound of |p''|, m/s²: the neighbor's velocity is constant. */
function bendOf(stretch: Stretch, frame: RigidMotion): number {
  if (!isCurved(frame) && stretch.piece.acceleration === ZERO) return 0;
  return carriedBounds(stretch, frame).acceleration + length(frame.acceleration);
}
