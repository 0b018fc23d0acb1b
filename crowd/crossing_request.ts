import type { Corridor } from "../boundary/corridor.ts";
import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { type CrossingTerms, DEVIATION, REACH } from "../handoff/crossing_terms.ts";
import type { CrossingVersions, Requested } from "../handoff/handoff_event.ts";
import { distanceToEdge, marginToEdge, type SharedEdge } from "../handoff/shared_edge.ts";
import type { Tile } from "../handoff/tile.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import type { RigidMotion } from "../geometry/rigid_motion.ts";
import { length, subtract, type Vec2 } from "../geometry/vector.ts";
import { feedbackOf, frameOfCrossing, isCarriedAs } from "./crossing_feedback.ts";
import type { CrowdAgent } from "./crowd.ts";
import { groundLimits } from "./floor.ts";
import { frameOfSupport, passesEvenly, placeIn, supportOfEdge } from "./ground_frames.ts";
import { edgeBetween, tileBeyond } from "./ground_corridor.ts";
import { aimOf } from "./route.ts";
import { type Crosser, logicTick, type TiledCrowd } from "./tiled_crowd.ts";
import {
  edgeSeenFrom,
  type GroundTile,
  handoffTile,
  type TiledGround,
  type TileEdge,
  tileOf,
  versionNow,
} from "./tiled_ground.ts";

/**
 * The speed that counts as rest when an access begins (H3), m/s. An access is an exact motion out of rest, so what is left of a
 * speed is dropped in that step: handoff's own bound of 1 mm/s would let a velocity change by as much more than the budget.
 */
const REST = 1e-9;

/** The way on from a tile that an agent's route takes. */
export interface WayOn {
  /** The tile beyond. */
  readonly to: GroundTile;
  /** The edge, the present tile to its left. */
  readonly edge: SharedEdge;
}

/**
 * The tile edge that the way to the next corner of an agent's route crosses first (H1); none where it stays in the tile.
 * Equally near ones go by the ground's order. An edge that the agent could not come to rest against is no way: one that turns
 * or accelerates past its tile, or moves faster than the agent can go on it (B13).
 *
 * @param corridor the route through tiles that it follows: then that says which edge is next
 */
export function wayOn(
  agent: CrowdAgent,
  tile: Tile["id"],
  ground: TiledGround,
  corridor?: Corridor,
): Option<WayOn> {
  const [corner, next] = agent.route, own = tileOf(ground, tile);
  if (corner === undefined || own === undefined) return none;
  if (corridor !== undefined && corridor.tiles.some(({ id }) => id === tile)) {
    return wayAlong(agent, own, ground, corridor);
  }
  const aim = aimOf(corner, next, agent.position, agent.radius);
  let nearest = Infinity, found: WayOn | undefined;
  for (const edge of ground.edges) {
    if (edge.left !== tile && edge.right !== tile) continue;
    const to = tileOf(ground, edge.left === tile ? edge.right : edge.left);
    if (to === undefined || !canFollow(agent, own, edge, ground)) continue;
    const seen = edgeSeenFrom(edge, tile), frame = frameOfCrossing(ground, { from: own, edge });
    const share = crossedAt(seen, placeIn(frame, agent.position), placeIn(frame, aim));
    if (share < nearest) nearest = share, found = { to, edge: seen };
  }
  return found === undefined ? none : some(found);
}

/** The edge that a corridor leads over next, out of a tile of it (B10): none where it walks on through an open portal. */
function wayAlong(
  agent: CrowdAgent,
  own: GroundTile,
  ground: TiledGround,
  corridor: Corridor,
): Option<WayOn> {
  const next = tileBeyond(corridor, own.id);
  const to = next === undefined ? undefined : tileOf(ground, next);
  const edge = to === undefined ? undefined : edgeBetween(ground, own.id, to.id);
  return to === undefined || edge === undefined || !canFollow(agent, own, edge, ground)
    ? none
    : some({ to, edge: edgeSeenFrom(edge, own.id) });
}

/** Whether an agent that stands on a tile can be at rest relative to an edge of it. */
function canFollow(agent: CrowdAgent, tile: Tile, edge: TileEdge, ground: TiledGround): boolean {
  if (supportOfEdge(ground, edge) === tile.support.id) return true;
  const own = frameOfSupport(ground, tile.support.id), frame = frameOfCrossing(ground, { from: tile, edge });
  const speed = length(subtract(frame.velocity, own.velocity));
  return passesEvenly(own, frame) && speed < groundLimits(agent).maxSpeed;
}

/**
 * How far from the edge a foot counts as on it, m (H7): as far outside a tile as still counts as inside, so that who has
 * adopted the next tile is in it; more where coordinates are so large that their rounding is more.
 */
function reachFor({ from, to }: SharedEdge, { origin }: RigidMotion): number {
  const size = Math.abs(origin.x) + Math.abs(origin.y) +
    Math.max(Math.abs(from.x), Math.abs(from.y), Math.abs(to.x), Math.abs(to.y));
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
export function requestOf(
  world: TiledCrowd,
  agent: CrowdAgent,
  { state, corridor }: Crosser,
): Option<Requested> {
  if (state.phase !== "Following" || !(agent.maxSpeed > 0)) return none;
  const { ground, parameters } = world, tile = tileOf(ground, state.tile.id);
  const way = wayOn(agent, state.tile.id, ground, corridor);
  if (tile === undefined || way._tag === "None") return none;
  const { to, edge } = way.value, frame = frameOfCrossing(ground, { from: tile, edge });
  if (distanceToEdge(edge, placeIn(frame, agent.position)) > parameters.requestDistance) return none;
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
    reach: reachFor(edge, frame),
    stopSpeed: REST,
    deviation: DEVIATION,
  };
  const feedback = feedbackOf(ground, agent, frame, "own");
  return some({ kind: "Requested", terms, tick: logicTick(world), feedback });
}

/**
 * The versions that hold now of what a crossing depends on. A tile whose support moves otherwise than was agreed is no longer
 * the tile that was agreed on.
 */
export function versionsFor({ from, to, edge }: CrossingTerms, ground: TiledGround): CrossingVersions {
  const carried = (tile: Tile): number => isCarriedAs(ground, tile) ? versionNow(ground.tiles, tile.id) : -1;
  return {
    from: carried(from),
    to: carried(to),
    edge: versionNow(ground.edges, edge.id),
    navigation: ground.navigation,
  };
}
