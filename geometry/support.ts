import type { HalfPlane } from "./half_plane.ts";
import { headingAt, pointVelocity, type RigidMotion } from "./rigid_motion.ts";
import { conjugate, rotate, subtract, type Vec2 } from "./vector.ts";

/**
 * What an agent stands on, as it is predicted for one step (G13, G15, G17): its velocity is frozen for the step, and
 * nothing is claimed about motion that is not modelled here.
 */
export interface Support {
  /** Identity of the platform or ground. */
  readonly id: number | string;
  /** Horizontal velocity under the agent in this step, m/s. */
  readonly velocity: Vec2;
  /** Unit vector (cosine, sine) of the yaw that the support turns by in this step; default no turn. */
  readonly turn?: Vec2;
  /**
   * Its whole motion over the step, where it turns or accelerates: the agent is then carried along it exactly (B9).
   * `velocity` and `turn` must be those of this motion: see `supportMovingAs`.
   */
  readonly motion?: RigidMotion;
  /** Version of the motion that was assumed; kept with the decision and compared before it is committed. */
  readonly version?: number;
}

/** A version that a decision was made under (G17, B7): of a support's motion or of an edge's. */
export interface Assumption {
  /** Tells the variant. */
  readonly kind: "support" | "edge";
  /** ID of the support or edge. */
  readonly id: number | string;
  /** The version that was assumed. */
  readonly version: number;
}

/** The support of an agent at `position` on something that moves as `motion`, for a step of `timeStep` seconds. */
export function supportMovingAs(
  id: Support["id"],
  motion: RigidMotion,
  position: Vec2,
  timeStep: number,
): Support {
  const before = motion.heading, after = headingAt(motion, timeStep);
  return {
    id,
    velocity: pointVelocity(motion, position),
    turn: rotate(after, conjugate(before)),
    motion,
    ...(motion.version === undefined ? {} : { version: motion.version }),
  };
}

/** What a decision on this support assumes (G17); empty for a support without a version. */
export function assumptionsOf(support: Support): readonly Assumption[] {
  return support.version === undefined ? [] : [{ kind: "support", id: support.id, version: support.version }];
}

/**
 * The assumptions that no longer hold (G17): their support is gone or has another version. With any of these the
 * decision is discarded and the step rebuilt from the actual pose and velocity.
 */
export function staleAssumptions(
  assumed: readonly Assumption[],
  supports: readonly Support[],
): readonly Assumption[] {
  return assumed.filter((a) => !supports.some((s) => s.id === a.id && s.version === a.version));
}

/** A world half-plane written for the velocity relative to the support (G13): w = u + v moves `point` by -u. */
export function relativeToSupport(h: HalfPlane, supportVelocity: Vec2): HalfPlane {
  return { point: subtract(h.point, supportVelocity), normal: h.normal, source: h.source };
}

/**
 * Relative velocity after adopting another support (G16): world velocity minus the new support's velocity, its
 * horizontal part. Zero only when it really is. Vectors of space may be passed: z is dropped.
 */
export function adoptSupport(worldVelocity: Vec2, supportVelocity: Vec2): Vec2 {
  return { x: worldVelocity.x - supportVelocity.x, y: worldVelocity.y - supportVelocity.y };
}

/** A relative velocity carried to the support's heading at the step's end (G15). */
export function carryHeading(relativeVelocity: Vec2, turn: Vec2 | undefined): Vec2 {
  return turn === undefined ? relativeVelocity : rotate(relativeVelocity, turn);
}
