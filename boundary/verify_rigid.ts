import { length, subtract, type Vec2 } from "../geometry/vector.ts";
import { type CarriedBody, carriedBounds, localAt, type Stretch, stretchesOf } from "./carried_body.ts";
import type { Edge } from "./edge.ts";
import {
  angleUntil,
  localRounding,
  originAt,
  type RigidMotion,
  sameMotion,
  toLocal,
  toWorld,
  turnedBounds,
  type VectorBounds,
} from "../geometry/rigid_motion.ts";
import { INSIDE, leastMargin } from "./verify_curve.ts";

/** An edge in the axes of a moving frame: inside is dot(normal, q) <= offset for the local point q (B9). */
export interface LocalEdge {
  /** Its stable ID. */
  readonly id: Edge["id"];
  /** Outward unit normal, local. */
  readonly normal: Vec2;
  /** m along the normal, local. */
  readonly offset: number;
}

/** What the proof of a curve against a moving, turning frame's edges came to (B9). */
export type RigidVerdict =
  /** Inside at every instant; `margin` is a lower bound of the least margin, m, at least -1e-12. */
  | { readonly kind: "ProvenInside"; readonly margin: number }
  /** Outside `edge` by `depth`, m, at `time`, s. */
  | {
    readonly kind: "ProvenOutside";
    readonly edge: Edge["id"];
    readonly depth: number;
    readonly time: number;
  }
  /** Neither could be proven within the limits: counts as rejection. Between `from` and `to`, s, `edge` is too near. */
  | { readonly kind: "Undecided"; readonly edge: Edge["id"]; readonly from: number; readonly to: number };

/** Halvings of a piece before an interval counts as undecided. */
const DEPTH_LIMIT = 40;

/** Evaluations of one edge before the proof gives up. */
const MOST_EVALUATIONS = 20_000;

/**
 * Proves a body's curve inside the edges of a frame that moves and turns over the whole step (B9):
 * f(t) = dot(nLocal, M(t)⁻¹·xWorld(t)) - bLocal <= 0.
 *
 * A body that the same motion carries is checked by its local parabola, exactly: the shared motion cancels. Otherwise the
 * interval is halved until, on each part, the chord of f and a bound of |f''| decide: f <= max(f0, f1) + |f''|·h²/8.
 */
export function verifyRigid(
  edges: readonly LocalEdge[],
  frame: RigidMotion,
  body: CarriedBody,
): RigidVerdict {
  const shared = sameMotion(frame, body.frame);
  let margin = Infinity;
  for (const edge of edges) {
    const verdict = shared ? verifyShared(edge, body) : verifyMoving(edge, frame, body);
    if (verdict.kind !== "ProvenInside") return verdict;
    margin = Math.min(margin, verdict.margin);
  }
  return { kind: "ProvenInside", margin };
}

function verifyShared({ id, normal, offset }: LocalEdge, { position, motion }: CarriedBody): RigidVerdict {
  const start = offset - (normal.x * position.x + normal.y * position.y);
  const { margin, time } = leastMargin(start, normal, { x: 0, y: 0 }, motion);
  return margin >= -INSIDE
    ? { kind: "ProvenInside", margin }
    : { kind: "ProvenOutside", edge: id, depth: -margin, time };
}

function verifyMoving(edge: LocalEdge, frame: RigidMotion, body: CarriedBody): RigidVerdict {
  let least = Infinity, evaluations = 0;
  for (const stretch of stretchesOf(body)) {
    const bounds = boundsOf(stretch, frame, body.frame);
    const noise = localRounding(
      bounds.size + Math.abs(edge.offset),
      angleUntil(frame, stretch.to) + angleUntil(body.frame, stretch.to),
    );
    const f = (t: number): number => {
      evaluations++;
      const q = toLocal(frame, t, toWorld(body.frame, t, localAt(stretch, t)));
      return edge.normal.x * q.x + edge.normal.y * q.y - edge.offset;
    };
    const stack = [{ from: stretch.from, to: stretch.to, f0: f(stretch.from), f1: f(stretch.to), depth: 0 }];
    while (stack.length > 0) {
      const { from, to, f0, f1, depth } = stack.pop()!;
      const worst = Math.max(f0, f1);
      if (worst > INSIDE + noise) {
        return { kind: "ProvenOutside", edge: edge.id, depth: worst, time: f0 >= f1 ? from : to };
      }
      const h = to - from, bound = worst + bounds.acceleration * h * h / 8 + noise;
      if (bound <= INSIDE) {
        least = Math.min(least, -bound);
        continue;
      }
      const middle = from + h / 2;
      if (depth >= DEPTH_LIMIT || evaluations >= MOST_EVALUATIONS || middle <= from || middle >= to) {
        return { kind: "Undecided", edge: edge.id, from, to };
      }
      const fm = f(middle);
      stack.push({ from: middle, to, f0: fm, f1, depth: depth + 1 });
      stack.push({ from, to: middle, f0, f1: fm, depth: depth + 1 });
    }
  }
  return { kind: "ProvenInside", margin: least };
}

/** A bound of |f''| over a stretch, m/s², and of the lengths that rounding grows with, m. */
function boundsOf(
  stretch: Stretch,
  frame: RigidMotion,
  carrier: RigidMotion,
): { readonly acceleration: number; readonly size: number } {
  const { to } = stretch;
  // In the carrier's own axes, then from the frame's origin, then in the frame's axes.
  const carried = carriedBounds(stretch, carrier);
  const apart = subtract(carrier.origin, frame.origin), passing = subtract(carrier.velocity, frame.velocity);
  const pulling = length(subtract(carrier.acceleration, frame.acceleration));
  const passingSpeed = length(passing) + pulling * to;
  const relative: VectorBounds = {
    length: carried.length + length(apart) + passingSpeed * to,
    speed: carried.speed + passingSpeed,
    acceleration: carried.acceleration + pulling,
  };
  const origins = length(originAt(carrier, to)) + length(originAt(frame, to));
  return {
    acceleration: turnedBounds(relative, frame, to).acceleration,
    size: relative.length + origins + length(carrier.origin) + length(frame.origin),
  };
}
