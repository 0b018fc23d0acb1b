import type { MotionPiece } from "../geometry/motion.ts";
import { length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import { type Edge, edgeMargin } from "./edge.ts";
import { INSIDE, leastMargin } from "./verify_curve.ts";

/** A braking motion: from where, with what, toward what. */
export interface Stop {
  /** World position, m. */
  readonly position: Vec2;
  /** v, m/s, relative to the support. */
  readonly velocity: Vec2;
  /** u, m/s. */
  readonly supportVelocity: Vec2;
  /** a, m/s², above 0; `Infinity`: rest at once. */
  readonly budget: number;
  /** r, m/s. */
  readonly reference: Vec2;
}

/** What the exact check of a stop found (B19). */
export type StopVerdict =
  /** Braking, and resting for ever after, is inside; `margin` is the least, m, against `edge` (absent without edges). */
  | { readonly kind: "Proven"; readonly margin: number; readonly edge?: Edge["id"] }
  /** The braking leaves the edge, deepest at `time`, s. */
  | { readonly kind: "Leaves"; readonly edge: Edge["id"]; readonly depth: number; readonly time: number }
  /** At rest the body drifts out of the edge, at `speed`, m/s. */
  | { readonly kind: "Drifts"; readonly edge: Edge["id"]; readonly speed: number }
  /** There is nothing to brake with (B16). */
  | { readonly kind: "NoBudget" };

/** How fast a resting body may near an edge and still count as at rest: rounding of B12, m/s per 1 m/s. */
const DRIFT = 1e-12;

/**
 * The braking motion of B19, relative to the support, cut off after `duration`: decelerate along c = u + v - r with a
 * until c = 0, then go on with r.
 *
 * @param duration s; the pieces fill it
 */
export function stopMotion(stop: Stop, duration: number): readonly MotionPiece[] {
  const rest = subtract(stop.reference, stop.supportVelocity);
  const c = { x: stop.velocity.x - rest.x, y: stop.velocity.y - rest.y };
  const speed = length(c), braking = speed / stop.budget;
  if (!(braking > 0)) return [{ duration, velocity: rest, acceleration: ZERO }];
  const acceleration = { x: -c.x / speed * stop.budget, y: -c.y / speed * stop.budget };
  if (braking >= duration) return [{ duration, velocity: stop.velocity, acceleration }];
  return [
    { duration: braking, velocity: stop.velocity, acceleration },
    { duration: duration - braking, velocity: rest, acceleration: ZERO },
  ];
}

/** How long the braking takes, s. */
export function brakingTime(stop: Stop): number {
  const x = stop.supportVelocity.x + stop.velocity.x - stop.reference.x;
  const y = stop.supportVelocity.y + stop.velocity.y - stop.reference.y;
  const speed = Math.sqrt(x * x + y * y);
  return speed > 0 ? speed / stop.budget : 0;
}

/** The braking of `stopMotion` alone, from the actual velocity to rest; no pieces for a body at rest. */
export function brakingMotion(stop: Stop): readonly MotionPiece[] {
  const time = brakingTime(stop);
  return time > 0 ? stopMotion(stop, time) : [];
}

/** The velocity at the end of `stopMotion`, relative to the support: exactly vStop once the braking is over. */
export function stopEndVelocity(stop: Stop, duration: number): Vec2 {
  const pieces = stopMotion(stop, duration), last = pieces[pieces.length - 1]!;
  return {
    x: last.velocity.x + last.acceleration.x * last.duration,
    y: last.velocity.y + last.acceleration.y * last.duration,
  };
}

/** Where a stop ends relative to the moving reference: c·|c|/(2a) beyond the position (M1), m. */
export function stopDisplacement(
  stop: Pick<Stop, "velocity" | "supportVelocity" | "budget" | "reference">,
): Vec2 {
  const x = stop.supportVelocity.x + stop.velocity.x - stop.reference.x;
  const y = stop.supportVelocity.y + stop.velocity.y - stop.reference.y;
  const half = Math.sqrt(x * x + y * y) / (2 * stop.budget);
  return { x: x * half, y: y * half };
}

/**
 * Proves the whole stop against moving edges (B19): the braking, the rest after it, and all time from then on.
 *
 * @param edges as they are at the stop's start
 * @param tolerance how far outside still counts as inside, m (M9: an eighth of the floor's slack)
 */
export function verifyStop(edges: readonly Edge[], stop: Stop, tolerance = INSIDE): StopVerdict {
  if (!(stop.budget > 0)) return { kind: "NoBudget" };
  let least = Infinity, id: Edge["id"] | undefined;
  for (const edge of edges) {
    const verdict = verifyStopAgainst(edge, edgeMargin(edge, stop.position), stop, tolerance);
    if (verdict.kind !== "Proven") return verdict;
    if (id === undefined || verdict.margin < least) least = verdict.margin, id = edge.id;
  }
  return id === undefined
    ? { kind: "Proven", margin: Infinity }
    : { kind: "Proven", margin: least, edge: id };
}

/** `verifyStop` against one edge whose margin at the start is known; a body at rest needs no budget. */
export function verifyStopAgainst(
  edge: Pick<Edge, "id" | "normal" | "velocity">,
  margin: number,
  stop: Stop,
  tolerance: number,
): StopVerdict {
  const { normal, velocity: e, id } = edge, r = stop.reference, u = stop.supportVelocity;
  const nearing = normal.x * (r.x - e.x) + normal.y * (r.y - e.y);
  const moving = u.x + stop.velocity.x !== r.x || u.y + stop.velocity.y !== r.y;
  if (!(stop.budget > 0) && moving) return { kind: "NoBudget" };
  if (nearing > DRIFT * Math.max(1, length(r), length(e))) {
    return { kind: "Drifts", edge: id, speed: nearing };
  }
  const found = leastMargin(margin, normal, subtract(e, u), brakingMotion(stop));
  return found.margin >= -tolerance
    ? { kind: "Proven", margin: found.margin, edge: id }
    : { kind: "Leaves", edge: id, depth: -found.margin, time: found.time };
}
