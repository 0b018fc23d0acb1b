import type { Edge } from "../boundary/edge.ts";
import { edgeMargin } from "../boundary/edge.ts";
import { leastMargin } from "../boundary/verify_curve.ts";
import { placeOf } from "../crowd/corridor_agent.ts";
import { corridorMargin } from "./corridor_margin.ts";
import { type LocalEdge, verifyRigid } from "../boundary/verify_rigid.ts";
import { type RigidMotion, WORLD } from "../geometry/rigid_motion.ts";
import type { SteppedAgent } from "./step_motion.ts";

/** How near an agent's center came to the edges of its region. */
export interface RegionMargin {
  /** m; negative outside. */
  readonly margin: number;
  /** When, s from the step's start; where `edge` turns and was not crossed, the start of the step. */
  readonly time: number;
  /** ID of the edge that it came nearest to. */
  readonly edge: Edge["id"];
}

/** What one step showed about an agent and its region. */
export interface RegionStep {
  /** The least margin of all edges that could be measured; absent where there is none. */
  readonly least?: RegionMargin;
  /** Turning edges that were too near to be told inside from outside; they are left out of `least`. */
  readonly undecided: number;
}

/**
 * The least margin of an agent to the edges of its region, or of its corridor's tiles, over the whole step in continuous time. Edges that keep their
 * normals are exact (B6). Where an edge turns, or the agent stands on something that does, the margin is a lower bound, or
 * a depth that was found on the curve (B9).
 */
export function regionMargin(stepped: SteppedAgent): RegionStep {
  const { before, from, pieces, carried } = stepped, place = placeOf(before);
  if (place !== undefined) return corridorMargin(stepped, place.corridor, place.tile);
  const { edges = [], turning = [] } = before.region ?? {};
  let least: RegionMargin | undefined, undecided = 0;
  const offer = (margin: number, time: number, edge: Edge["id"]): void => {
    if (least === undefined || margin < least.margin) least = { margin, time, edge };
  };
  const prove = (edge: LocalEdge, frame: RigidMotion): void => {
    const verdict = verifyRigid([edge], frame, carried);
    if (verdict.kind === "ProvenInside") offer(verdict.margin, 0, edge.id);
    else if (verdict.kind === "ProvenOutside") offer(-verdict.depth, verdict.time, edge.id);
    else undecided++;
  };
  for (const edge of edges) {
    if (before.support?.motion !== undefined) {
      prove(edge, { ...WORLD, velocity: edge.velocity });
      continue;
    }
    const { margin, time } = leastMargin(edgeMargin(edge, from), edge.normal, edge.velocity, pieces);
    offer(margin, time, edge.id);
  }
  for (const group of turning) for (const edge of group.edges) prove(edge, group.frame);
  return { ...(least === undefined ? {} : { least }), undecided };
}
