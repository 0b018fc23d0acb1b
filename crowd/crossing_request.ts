import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { BodyFeedback } from "../handoff/body_feedback.ts";
import { type CrossingTerms, DEVIATION, REACH, STOP_SPEED } from "../handoff/crossing_terms.ts";
import type { CrossingVersions, Requested } from "../handoff/handoff_event.ts";
import type { HandoffState } from "../handoff/handoff_state.ts";
import { distanceToEdge, marginToEdge, type SharedEdge } from "../handoff/shared_edge.ts";
import type { Tile } from "../handoff/tile.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import type { CrowdAgent } from "./crowd.ts";
import { logicTick, type TiledCrowd } from "./tiled_crowd.ts";
import {
  edgeSeenFrom,
  type GroundTile,
  handoffTile,
  type TiledGround,
  tileOf,
  versionNow,
} from "./tiled_ground.ts";

/** The way on from a tile that an agent's route takes. */
export interface WayOn {
  /** The tile beyond. */
  readonly to: GroundTile;
  /** The edge, the present tile to its left. */
  readonly edge: SharedEdge;
}

/**
 * The tile edge that the way to the next corner of an agent's route crosses first (H1); none where it stays in the tile.
 * Equally near ones go by the ground's order.
 */
export function wayOn(agent: CrowdAgent, tile: Tile["id"], ground: TiledGround): Option<WayOn> {
  const corner = agent.route[0], from = agent.position;
  if (corner === undefined) return none;
  let nearest = Infinity, found: WayOn | undefined;
  for (const edge of ground.edges) {
    if (edge.left !== tile && edge.right !== tile) continue;
    const seen = edgeSeenFrom(edge, tile), share = crossedAt(seen, from, corner);
    const to = tileOf(ground, edge.left === tile ? edge.right : edge.left);
    if (share < nearest && to !== undefined) nearest = share, found = { to, edge: seen };
  }
  return found === undefined ? none : some(found);
}

/**
 * How far from the edge a foot counts as on it, m (H7): as far outside a tile as still counts as inside, so that who has
 * adopted the next tile is in it; more where coordinates are so large that their rounding is more.
 */
function reachFor({ from, to }: SharedEdge): number {
  const size = Math.max(Math.abs(from.x), Math.abs(from.y), Math.abs(to.x), Math.abs(to.y));
  return Math.min(REACH, INSIDE * Math.max(1, size / 1000));
}

/** After which share of the way from P's side it crosses the edge, 0 to 1; `Infinity`: it does not. */
function crossedAt(edge: SharedEdge, from: Vec2, to: Vec2): number {
  const start = Math.max(0, marginToEdge(edge, from)), end = marginToEdge(edge, to);
  if (!(end < -REACH)) return Infinity;
  const share = start / (start - end);
  const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
  return distanceToEdge(edge, place) <= REACH ? share : Infinity;
}

/**
 * The request of an agent whose route leads over a tile edge and that has come near it (H1); none: it has no reason to. Its
 * action's number is one above that of its last crossing.
 */
export function requestOf(world: TiledCrowd, agent: CrowdAgent, state: HandoffState): Option<Requested> {
  if (state.phase !== "Following" || !(agent.maxSpeed > 0)) return none;
  const { ground, parameters } = world, tile = tileOf(ground, state.tile.id);
  const way = wayOn(agent, state.tile.id, ground);
  if (tile === undefined || way._tag === "None") return none;
  const { to, edge } = way.value;
  if (distanceToEdge(edge, agent.position) > parameters.requestDistance) return none;
  const last = state.outcome?.action;
  const terms: CrossingTerms = {
    action: (typeof last === "number" ? last : 0) + 1,
    from: handoffTile(tile),
    to: handoffTile(to),
    edge,
    navigation: ground.navigation,
    surfaceSpeed: agent.maxSpeed,
    surfaceBudget: agent.budget === Infinity ? "unlimited" : agent.budget,
    reaction: parameters.reaction,
    nearDistance: parameters.nearDistance,
    reach: reachFor(edge),
    stopSpeed: STOP_SPEED,
    deviation: DEVIATION,
  };
  return some({ kind: "Requested", terms, tick: logicTick(world), feedback: feedbackOf(agent, tile, "own") });
}

/** What really is, as the crowd knows it: on ground at rest. */
export function feedbackOf(agent: CrowdAgent, tile: Tile, movedBy: "own" | "pushed"): BodyFeedback {
  return {
    position: agent.position,
    velocity: agent.velocity,
    supportVelocity: ZERO,
    boundaryVelocity: ZERO,
    support: tile.support,
    contact: true,
    pushed: movedBy === "pushed",
  };
}

/** The versions that hold now of what a crossing depends on. */
export function versionsFor({ from, to, edge }: CrossingTerms, ground: TiledGround): CrossingVersions {
  return {
    from: versionNow(ground.tiles, from.id),
    to: versionNow(ground.tiles, to.id),
    edge: versionNow(ground.edges, edge.id),
    navigation: ground.navigation,
  };
}
