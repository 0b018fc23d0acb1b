import { isSome, none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { CarriedBody } from "../boundary/carried_body.ts";
import { closedTile, convexView, regionOfView, type ViewEdge } from "../boundary/convex_view.ts";
import { localMargin } from "../boundary/corridor_tile.ts";
import type { Region } from "../boundary/region.ts";
import { stopDisplacement } from "../boundary/stop.ts";
import { verifyThroughPortals } from "../boundary/verify_portals.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { RigidMotion } from "../geometry/rigid_motion.ts";
import { add, length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Decision, Rejection } from "../solver/decision.ts";
import { corridorIntent, portalsAhead } from "./corridor_intent.ts";
import { CORNER_INSET, type CorridorWish } from "./corridor_wish.ts";
import { pathInTile } from "./corridor_paths.ts";
import type { CorridorSituation } from "./corridor_situation.ts";
import { decideReady } from "./decide_agent.ts";
import type { HardLimit } from "./hard_limits.ts";
import { prepare } from "./prepare.ts";
import type { Situation } from "./situation.ts";

/** A decision in one convex part of the corridor. */
export interface CorridorDecision {
  readonly decision: Decision;
  readonly region: Region;
  readonly wish: CorridorWish;
  /** Relative to the support, m/s. */
  readonly preferred: Vec2;
  /** The separation floor's planes that it was made with, as they were at its start. */
  readonly floor: readonly HardLimit[];
}

/** What a later part of a step goes on with: the velocity that the step was decided on, and toward which corner. */
export interface Held {
  readonly aim: Vec2;
  readonly velocity: Vec2;
}

/**
 * One decision in a corridor (B11). It is solved in the convex view through the open portals ahead; where that is not all that
 * was wished for, and the present stop is inside the tile, the tile alone is tried, too, and the better one is taken.
 *
 * @param halfPlanes those of the neighbors, relative to the support
 * @param held in a later part of a step: kept as the wish where the path's corner is still the same
 */
export function decideInCorridor(
  situation: CorridorSituation,
  halfPlanes: readonly HalfPlane[],
  held?: Held,
): CorridorDecision {
  const { self, corridor, tile, maxSpeed, budget, parameters: { timeStep } } = situation;
  const { frame, position, moving, wish, kindOf, ground, supportVelocity: u, velocity } = corridorIntent(
    situation,
  );
  const same = held !== undefined && held.aim.x === wish.aim.x && held.aim.y === wish.aim.y;
  const preferred = same ? held.velocity : velocity;
  const cap = Math.max(maxSpeed, length(subtract(self.velocity, u))) + length(subtract(u, ground));
  const braking = stopDisplacement({ velocity: moving, supportVelocity: ZERO, budget, reference: ZERO });
  const stop = add(position, braking);
  const closed = closedTile(corridor, tile);
  const base: Omit<Situation, "region"> = { ...situation, preferred };
  const within = (edges: readonly ViewEdge[], check: boolean): CorridorDecision => {
    const region = regionOfView(edges, corridor, tile), full: Situation = { ...base, region };
    const prepared = prepare(full, halfPlanes);
    const floor = prepared.kind === "Solve"
      ? prepared.hard?.limits.filter(({ kind }) => kind === "floor") ?? []
      : [];
    const watched = check && prepared.kind === "Solve" && prepared.checking !== undefined
      ? { ...prepared, checking: { ...prepared.checking, throughPortals: portalCheck(situation, frame) } }
      : prepared;
    return { decision: decideReady(full, watched), region, wish, preferred, floor };
  };
  const inside = closed.every((edge) => localMargin(edge, position) >= -OWNED);
  if (!inside || kindOf(tile) === "handoff") return within(closed, false);
  const view = convexView(
    corridor,
    {
      tile,
      position,
      stop,
      aim: wish.aim,
      reach: REACH + cap * (timeStep + cap / (2 * budget)),
      inset: CORNER_INSET,
    },
    kindOf,
  );
  const onward = within(view.edges, true);
  if (view.last === tile || isAsWished(onward) || closed.some((edge) => localMargin(edge, stop) < 0)) {
    return onward;
  }
  return better(onward, within(closed, false));
}

/** Rounding that a body may be outside the tile that owns it: it has crossed a portal's line to the last bit, m. */
const OWNED = 1e-10;

/** A portal that cannot be reached in this step and the stop after it by less than this is looked through all the same, m. */
const REACH = 1e-3;

/** Refuses a motion that uses a portal otherwise than to cross it and stay in the next piece; undefined paths are left to the view. */
function portalCheck(
  situation: CorridorSituation,
  frame: RigidMotion,
): (body: CarriedBody) => Option<Rejection> {
  const { corridor, tile } = situation, kindOf = portalsAhead(situation);
  return (body) => {
    const path = pathInTile(body, frame);
    if (!isSome(path)) return none;
    const { position, motion } = path.value;
    const verdict = verifyThroughPortals(corridor, tile, position, motion, kindOf);
    return verdict.kind === "Inside" ? none : some({
      kind: "check",
      check: "portals",
      reason: `leaves edge ${verdict.edge} by ${verdict.depth} m`,
    });
  };
}

const ORDER: Readonly<Record<Decision["kind"], number>> = {
  Clear: 0,
  AvoidanceRelaxed: 1,
  ProvenStop: 2,
  BoundaryUnreachable: 3,
  Uncontrolled: 4,
};

/** The less safe of two kinds of decision. */
export function lessSafe(a: Decision["kind"], b: Decision["kind"]): Decision["kind"] {
  return ORDER[a] >= ORDER[b] ? a : b;
}

function isAsWished({ decision: { kind, velocity }, preferred }: CorridorDecision): boolean {
  return kind === "Clear" && velocity.x === preferred.x && velocity.y === preferred.y;
}

/** The safer one; of two that are as safe, the one nearer to the wish; else the first. */
function better(a: CorridorDecision, b: CorridorDecision): CorridorDecision {
  const rank = ORDER[a.decision.kind] - ORDER[b.decision.kind];
  if (rank !== 0) return rank < 0 ? a : b;
  return cost(b) < cost(a) ? b : a;
}

function cost({ decision: { velocity }, preferred }: CorridorDecision): number {
  return length(subtract(velocity, preferred));
}
