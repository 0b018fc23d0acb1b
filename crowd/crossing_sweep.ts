import { bendOf, carrierOf } from "../avoidance/carried_motion.ts";
import { closestOfSegments, createClosestPoints } from "../boundary/segment_distance.ts";
import { stopDisplacement } from "../boundary/stop.ts";
import { isCurved, pointVelocity, type RigidMotion, toWorld } from "../geometry/rigid_motion.ts";
import { add, det, length, scale, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Access } from "../handoff/access.ts";
import { profileDuration } from "../handoff/access_profile.ts";
import type { CrossingTerms } from "../handoff/crossing_terms.ts";
import { carrierOfCrossing, frameOfCrossing } from "./crossing_feedback.ts";
import { ownedMotion } from "./crossing_motion.ts";
import type { Crowd, CrowdAgent } from "./crowd.ts";
import { moverOf } from "./floor.ts";
import { brokenMotions } from "./moved_agents.ts";
import { meetInHeight } from "./storeys.ts";
import type { Crosser } from "./tiled_crowd.ts";
import { GROUND, type TiledGround } from "./tiled_ground.ts";

const closest = createClosestPoints();

/** Something that an access must keep clear of: a segment in the world, and how it goes on from there. */
interface Hindrance {
  readonly from: Vec2;
  readonly along: Vec2;
  /** World velocity, m/s. */
  readonly velocity: Vec2;
  /** How far it can leave that straight way until the access is over, m. */
  readonly bend: number;
  /** Distance to keep, m. */
  readonly keep: number;
}

/**
 * Whether the body's sweep over an access, and over braking from each of its points, is clear (H3): all of it stays on the
 * access' segment, so that the disc swept along the segment covers it. It has to keep clear of every wall and of every other
 * agent's stop segment (M1), as they pass the segment while the access lasts where that moves; and the floor has to cover the
 * first step. What others do after that is looked at again in each step.
 */
export function sweepAccess(
  crowd: Crowd,
  ground: TiledGround,
  agent: CrowdAgent,
  crosser: Crosser,
  terms: CrossingTerms,
  access: Access,
): "clear" | "blocked" {
  const frame = frameOfCrossing(ground, terms), carrier = carrierOfCrossing(ground, terms);
  const { profile } = access, lasting = profileDuration(profile) + profile.ramp + terms.reaction;
  const isHit = (hindrance: Hindrance, isCarried: boolean): boolean =>
    !(clearance(access, frame, isCarried ? 0 : lasting, hindrance) >= hindrance.keep);
  for (const other of crowd.agents) {
    if (other.id === agent.id || !meetInHeight(agent, other)) continue;
    const keep = agent.radius + other.radius + crowd.parameters.floorSlack;
    const isCarried = (other.support?.id ?? GROUND.id) === carrier;
    if (isHit({ ...stopOf(other, lasting), keep }, isCarried)) return "blocked";
  }
  for (const { corners } of crowd.obstacles) {
    for (const [i, corner] of corners.entries()) {
      const along = subtract(corners[(i + 1) % corners.length]!, corner);
      const wall = { from: corner, along, velocity: ZERO, bend: 0, keep: agent.radius };
      if (isHit(wall, carrier === GROUND.id)) return "blocked";
    }
  }
  const order = {
    ticket: { epoch: 0, action: 0, attempt: 0, order: 0 },
    motion: { kind: "Access", access } as const,
    executed: 0,
  };
  const own = ownedMotion(ground, agent, { ...crosser, order }, crowd.parameters.timeStep);
  if (own.kind === "solved") return "blocked";
  return brokenMotions(crowd, [{ id: agent.id, motion: own.motion }]).length === 0 ? "clear" : "blocked";
}

/** Another agent's stop segment, which moves with what it stops relative to (B12). */
function stopOf(other: CrowdAgent, lasting: number): Omit<Hindrance, "keep"> {
  const { velocity, budget = Infinity, reference = ZERO } = moverOf(other);
  const along = stopDisplacement({ velocity, supportVelocity: ZERO, budget, reference });
  return {
    from: other.position,
    along,
    velocity: reference,
    bend: bendOf(carrierOf(other.support), other.position, length(subtract(velocity, reference)), lasting),
  };
}

/**
 * Least distance of the access' segment and a hindrance within a time, m, or less. Where both move evenly, the hindrance passes
 * as a parallelogram; where one turns, the way that both can have gone is taken off.
 */
function clearance(
  { start, end }: Access,
  frame: RigidMotion,
  lasting: number,
  { from, along, velocity, bend }: Hindrance,
): number {
  const a = toWorld(frame, 0, start), b = toWorld(frame, 0, end);
  if (isCurved(frame) || bend > 0) {
    const speed = Math.max(length(pointVelocity(frame, a)), length(pointVelocity(frame, b)));
    const gone = (speed + length(velocity)) * lasting + bendOf(frame, a, 0, lasting) +
      bendOf(frame, b, 0, lasting) + bend;
    return segmentDistance(a, b, from, along) - (lasting > 0 ? gone : 0);
  }
  const passing = scale(subtract(velocity, frame.velocity), lasting);
  if (passing.x === 0 && passing.y === 0) return segmentDistance(a, b, from, along);
  const size = det(along, passing), toStart = subtract(a, from);
  const s = det(toStart, passing) / size, t = det(along, toStart) / size;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return 0;
  return Math.min(
    segmentDistance(a, b, from, along),
    segmentDistance(a, b, from, passing),
    segmentDistance(a, b, add(from, along), passing),
    segmentDistance(a, b, add(from, passing), along),
  );
}

/** Least distance of the segment from `start` to `end` and the one that goes `way` from `place`, m. */
function segmentDistance(start: Vec2, end: Vec2, place: Vec2, way: Vec2): number {
  const sx = end.x - start.x, sy = end.y - start.y;
  closestOfSegments(sx, sy, place.x - start.x, place.y - start.y, way.x, way.y, closest);
  return Math.sqrt(closest.square);
}
