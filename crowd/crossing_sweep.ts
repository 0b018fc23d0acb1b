import { closestOfSegments, createClosestPoints } from "../boundary/segment_distance.ts";
import { stopDisplacement } from "../boundary/stop.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import { type Access, accessPieces } from "../handoff/access.ts";
import type { Crowd, CrowdAgent } from "./crowd.ts";
import { groundLimits } from "./floor.ts";
import { brokenMotions, partOfMotion } from "./moved_agents.ts";
import { meetInHeight } from "./storeys.ts";

const closest = createClosestPoints();

/**
 * Whether the body's sweep over an access, and over braking from each of its points, is clear (H3): all of it stays on the
 * access' segment, so that the disc swept along the segment covers it. It has to keep clear of every wall and of every other
 * agent's stop segment (M1), and the floor has to cover the first step. What others do after that is looked at again in each
 * step.
 */
export function sweepAccess(crowd: Crowd, agent: CrowdAgent, access: Access): "clear" | "blocked" {
  const { start, end } = access, { floorSlack, timeStep } = crowd.parameters;
  for (const other of crowd.agents) {
    if (other.id === agent.id || !meetInHeight(agent, other)) continue;
    const stop = stopDisplacement({
      velocity: other.velocity,
      supportVelocity: ZERO,
      budget: groundLimits(other).budget,
      reference: ZERO,
    });
    const apart = segmentDistance(start, end, other.position, stop);
    if (apart < agent.radius + other.radius + floorSlack) return "blocked";
  }
  for (const { corners } of crowd.obstacles) {
    for (const [i, corner] of corners.entries()) {
      const next = corners[(i + 1) % corners.length]!;
      const along = { x: next.x - corner.x, y: next.y - corner.y };
      if (segmentDistance(start, end, corner, along) < agent.radius) return "blocked";
    }
  }
  const motion = partOfMotion(accessPieces(access), 0, timeStep);
  return brokenMotions(crowd, [{ id: agent.id, motion }]).length === 0 ? "clear" : "blocked";
}

/** Least distance of the segment from `start` to `end` and the one that goes `way` from `place`, m. */
function segmentDistance(start: Vec2, end: Vec2, place: Vec2, way: Vec2): number {
  const sx = end.x - start.x, sy = end.y - start.y;
  closestOfSegments(sx, sy, place.x - start.x, place.y - start.y, way.x, way.y, closest);
  return Math.sqrt(closest.square);
}
