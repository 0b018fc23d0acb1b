import { pointVelocity, type RigidMotion } from "../geometry/rigid_motion.ts";
import { ZERO } from "../geometry/vector.ts";
import type { BodyFeedback } from "../handoff/body_feedback.ts";
import type { CrossingTerms } from "../handoff/crossing_terms.ts";
import type { Identity, Tile } from "../handoff/tile.ts";
import type { CrowdAgent } from "./crowd.ts";
import { frameOfSupport, inAxesOf, placeIn, supportOfEdge } from "./ground_frames.ts";
import { GROUND, type TiledGround } from "./tiled_ground.ts";

/** What carries the frame of a crossing: the edge's support; P's, where the edge is gone. */
export function carrierOfCrossing(
  ground: TiledGround,
  { from, edge }: Pick<CrossingTerms, "from" | "edge">,
): Identity["id"] {
  const now = ground.edges.find(({ id }) => id === edge.id);
  return (now === undefined ? undefined : supportOfEdge(ground, now)) ?? from.support.id;
}

/** The frame that a crossing's positions and velocities are written in: it moves along with the edge. */
export function frameOfCrossing(
  ground: TiledGround,
  terms: Pick<CrossingTerms, "from" | "edge">,
): RigidMotion {
  return frameOfSupport(ground, carrierOfCrossing(ground, terms));
}

/**
 * What really is, as the crowd knows it.
 *
 * @param frame of the crossing; without one, of the tile in force
 */
export function feedbackOf(
  ground: TiledGround,
  agent: CrowdAgent,
  frame: RigidMotion,
  movedBy: "own" | "pushed",
): BodyFeedback {
  const { position, velocity, support } = agent;
  return {
    position: placeIn(frame, position),
    velocity: inAxesOf(frame, velocity),
    supportVelocity: inAxesOf(frame, support?.velocity ?? ZERO),
    boundaryVelocity: inAxesOf(frame, pointVelocity(frame, position)),
    support: supportNow(ground, support?.id ?? GROUND.id),
    contact: true,
    pushed: movedBy === "pushed",
  };
}

/** What carries an agent, in the version that it has now. */
function supportNow({ supports }: TiledGround, id: Identity["id"]): Identity {
  const found = supports.find((support) => support.id === id);
  return found === undefined ? { ...GROUND, id } : { id, version: found.version };
}

/** Whether a tile is carried as it was agreed: by the same support in the same version. */
export function isCarriedAs({ supports }: TiledGround, { support }: Tile): boolean {
  const now = supports.find(({ id }) => id === support.id);
  return now === undefined ? support.id === GROUND.id : now.version === support.version;
}
