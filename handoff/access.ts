import type { Edge } from "../boundary/edge.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { distance, length, subtract, type Vec2 } from "../geometry/vector.ts";
import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import {
  type AccessProfile,
  accessProfile,
  profileDisplacement,
  profileDuration,
  profileSpeed,
} from "./access_profile.ts";
import type { ActualBody } from "./body_feedback.ts";
import { type CrossingTerms, limitsOn } from "./crossing_terms.ts";
import { footPoint } from "./shared_edge.ts";

/** An attempt to reach the edge: a straight curve from one stop to another (H3), in the edge's frame. */
export interface Access {
  /** Attempt number, 1 to 3. */
  readonly attempt: number;
  /** The actual stop that it starts from, m. */
  readonly start: Vec2;
  /** The foot point on the edge, m. */
  readonly end: Vec2;
  /** Largest speed, m/s: what P allows, less what its support moves against the edge. */
  readonly speedCap: number;
  /** Its course in time, within that cap and P's acceleration. */
  readonly profile: AccessProfile;
}

/**
 * The access from an actual stop to the nearest point of the edge, within P's limits (H3, H4). The speed cap is relative to
 * the support: what the support moves against the edge is taken off it. None where nothing is left (B13).
 */
export function accessFrom(actual: ActualBody, attempt: number, terms: CrossingTerms): Option<Access> {
  const start = actual.position, end = footPoint(terms.edge, start);
  const { maxSpeed, budget } = limitsOn(terms.from, terms);
  const speedCap = maxSpeed - length(subtract(actual.boundaryVelocity, actual.supportVelocity));
  return speedCap > 0
    ? some({ attempt, start, end, speedCap, profile: accessProfile(distance(start, end), budget, speedCap) })
    : none;
}

/** Unit vector along an access; 0 for one of no length. */
export function accessDirection({ start, end, profile: { length } }: Access): Vec2 {
  return length > 0 ? { x: (end.x - start.x) / length, y: (end.y - start.y) / length } : { x: 0, y: 0 };
}

/** Where an access is planned to be at a time since its start, m: exactly its end when it is over. */
export function accessPosition(access: Access, at: number): Vec2 {
  if (at >= profileDuration(access.profile)) return access.end;
  const along = accessDirection(access), way = profileDisplacement(access.profile, 0, at);
  return { x: access.start.x + along.x * way, y: access.start.y + along.y * way };
}

/** The velocity that is planned at a time since the start, m/s, in the edge's frame. */
export function accessVelocity(access: Access, at: number): Vec2 {
  const along = accessDirection(access), speed = profileSpeed(access.profile, at);
  return { x: along.x * speed, y: along.y * speed };
}

/** The access as a motion in the edge's frame, for sweeps: two ramps, and the cruise where there is one. */
export function accessPieces(access: Access): readonly MotionPiece[] {
  const { peak, ramp, cruise } = access.profile, along = accessDirection(access);
  const top = { x: along.x * peak, y: along.y * peak }, still = { x: 0, y: 0 };
  const rise = ramp > 0 ? { x: top.x / ramp, y: top.y / ramp } : still;
  return [
    { duration: ramp, velocity: still, acceleration: rise },
    { duration: cruise, velocity: top, acceleration: still },
    { duration: ramp, velocity: top, acceleration: { x: -rise.x, y: -rise.y } },
  ].filter(({ duration }) => duration > 0);
}

/**
 * Whether the whole segment lies in P's convex piece, for as long as the curve or any stop from it can last (H3). Every such
 * stop runs along the segment and ends on it, so this covers them all. A margin changes linearly along the segment and
 * linearly in time; where its four corners hold, everything between them does.
 *
 * @param edges of P, in the edge's frame, with world velocities
 * @param boundaryVelocity world velocity of the shared edge, m/s
 * @param reaction s
 */
export function isInsideTile(
  access: Access,
  edges: readonly Edge[],
  boundaryVelocity: Vec2,
  reaction: number,
): boolean {
  const lasting = profileDuration(access.profile) + reaction + access.profile.ramp;
  return edges.every(({ normal, offset, velocity }) => {
    const moved = lasting *
      (normal.x * (velocity.x - boundaryVelocity.x) + normal.y * (velocity.y - boundaryVelocity.y));
    return [access.start, access.end].every(({ x, y }) => {
      const margin = offset - (normal.x * x + normal.y * y);
      return margin >= -INSIDE && margin + moved >= -INSIDE;
    });
  });
}
