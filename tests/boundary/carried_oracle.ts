/**
 * Where a body on something that turns really is: rigid motions by their definition, with sines and cosines, apart from
 * the library.
 *
 * @module
 */
import type { TurningEdges } from "../../boundary/region.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import type { RigidMotion } from "../../geometry/rigid_motion.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { Decision } from "../../solver/decision.ts";

/** Time step of the tests, s. */
export const DT = 0.1;

/** A vector turned by an angle, rad. */
export const turned = ({ x, y }: Vec2, a: number): Vec2 => ({
  x: x * Math.cos(a) - y * Math.sin(a),
  y: x * Math.sin(a) + y * Math.cos(a),
});

/** How far a frame has turned at time t, rad. */
export const angleAt = (m: RigidMotion, t: number): number =>
  Math.atan2(m.heading.y, m.heading.x) + m.yawRate * t + m.yawAcceleration * t * t / 2;
/** Where a frame's origin is, m. */
export const originOf = (m: RigidMotion, t: number): Vec2 => ({
  x: m.origin.x + m.velocity.x * t + m.acceleration.x * t * t / 2,
  y: m.origin.y + m.velocity.y * t + m.acceleration.y * t * t / 2,
});
/** A world point in a frame's axes at time t. */
export const localOf = (m: RigidMotion, t: number, w: Vec2): Vec2 => {
  const o = originOf(m, t);
  return turned({ x: w.x - o.x, y: w.y - o.y }, -angleAt(m, t));
};
/** A frame's point in the world at time t. */
export const worldOf = (m: RigidMotion, t: number, q: Vec2): Vec2 => {
  const o = originOf(m, t), p = turned(q, angleAt(m, t));
  return { x: o.x + p.x, y: o.y + p.y };
};

/**
 * Where the decided motion is at time t, in the carrier's axes. A solved motion runs from the velocity in the axes of the
 * start to that in the axes of the end (G15), or, with an unlimited budget, jumps to the latter; a proven stop keeps its
 * direction on the carrier.
 */
export function localPath(
  carrier: RigidMotion,
  start: Vec2,
  decision: Decision,
  budget: number,
): (t: number) => Vec2 {
  const from = localOf(carrier, 0, start), a0 = angleAt(carrier, 0), a1 = angleAt(carrier, DT);
  if (decision.kind === "ProvenStop") {
    const pieces = decision.motion.map(({ duration, velocity, acceleration }): MotionPiece => ({
      duration,
      velocity: turned(velocity, -a0),
      acceleration: turned(acceleration, -a0),
    }));
    return (t) => {
      let { x, y } = from, left = t;
      for (const { duration, velocity: v, acceleration: a } of pieces) {
        const s = Math.min(left, duration);
        x += v.x * s + a.x * s * s / 2, y += v.y * s + a.y * s * s / 2, left -= s;
      }
      return { x, y };
    };
  }
  const v1 = turned(decision.velocity, -a1);
  const v0 = budget === Infinity ? v1 : turned(decision.motion[0]!.velocity, -a0);
  return (t) => ({
    x: from.x + v0.x * t + (v1.x - v0.x) * t * t / (2 * DT),
    y: from.y + v0.y * t + (v1.y - v0.y) * t * t / (2 * DT),
  });
}

/** The farthest outside over 1,000 moments of the step, m. */
export function worstOf(
  groups: readonly TurningEdges[],
  carrier: RigidMotion,
  place: (t: number) => Vec2,
): number {
  let worst = -Infinity;
  for (let i = 0; i <= 1000; i++) {
    const t = DT * i / 1000, w = worldOf(carrier, t, place(t));
    for (const { frame, edges } of groups) {
      const q = localOf(frame, t, w);
      for (const { normal, offset } of edges) {
        worst = Math.max(worst, normal.x * q.x + normal.y * q.y - offset);
      }
    }
  }
  return worst;
}
