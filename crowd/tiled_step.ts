import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import type { AgentId } from "../geometry/agent.ts";
import { distance } from "../geometry/vector.ts";
import { STOP_SPEED } from "../handoff/crossing_terms.ts";
import type { HandoffEvent, Recovered } from "../handoff/handoff_event.ts";
import { type HandoffState, tileInForce } from "../handoff/handoff_state.ts";
import { agentOf } from "./create.ts";
import { carryOut } from "./crossing_errands.ts";
import { type OwnedMotion, ownedMotion } from "./crossing_motion.ts";
import { feedbackOf, frameOfCrossing } from "./crossing_feedback.ts";
import { requestOf, versionsFor, wayOn } from "./crossing_request.ts";
import type { StepInput } from "./crowd.ts";
import { lookedFor } from "./found_elsewhere.ts";
import { brokenMotions } from "./moved_agents.ts";
import { stepCrowd } from "./step.ts";
import { crosserOf, withAgent, withCrosser } from "./crossers.ts";
import { hearCrossing } from "./hear_crossing.ts";
import { onTile } from "./on_tile.ts";
import { type Crosser, isSettled, logicTick, type TiledCrowd } from "./tiled_crowd.ts";
import { goalOf } from "./corridor_agent.ts";
import { passedPortals, withoutCorridor } from "./tiled_corridor.ts";
import { EMPTY_LIST, itemsOf } from "./persistent_list.ts";
import { advanceGround, frameOfSupport } from "./ground_frames.ts";
import { type TiledGround, tileOf } from "./tiled_ground.ts";
import type { RouteCorner } from "./route.ts";
import { routeNow, waypointsOf } from "./waypoint.ts";

/**
 * The first half of a step: what handoffs hear before anything moves. Ticks (H11); requests of agents whose route leads over
 * an edge (H1); the beginning of adoption checks (H8); whoever was pushed onto another tile (H12); and an interruption where the floor no longer covers the next part of
 * an access (H10). Their commands are in the outbox, to be carried out before `moveTiledCrowd`.
 */
export function senseCrossings(world: TiledCrowd): TiledCrowd {
  let now: TiledCrowd = { ...world, news: EMPTY_LIST };
  if (world.mode === "halted") return now;
  const tick = logicTick(now);
  for (const id of blockedAccesses(now)) {
    now = hearCrossing(now, id, { kind: "Interrupted", cause: "sweepBlocked" });
  }
  for (const { id } of itemsOf(world.crossers)) {
    const { state } = crosserOf(now, id)!;
    if (state.phase !== "Following" && tick > state.tick) {
      now = hearCrossing(now, id, { kind: "Ticked", tick });
    }
    now = lookedFor(passedPortals(now, crosserOf(now, id)!), id);
    now = begun(now, crosserOf(now, id)!, tick);
  }
  return now;
}

/** The world after what a handoff begins by itself: a crossing, or an adoption; that once a tick. */
function begun(world: TiledCrowd, crosser: Crosser, tick: number): TiledCrowd {
  const { id, state, owner, notBefore, tried } = crosser;
  if (state.phase === "AtBoundary" && tried !== tick) {
    return hearCrossing(withCrosser(world, { ...crosser, tried: tick }), id, { kind: "ChecksBegin" });
  }
  const agent = agentOf(world.crowd, id);
  if (owner !== undefined || tick < notBefore || agent === undefined) return world;
  const request = requestOf(world, agent, crosser);
  return isSome(request) ? hearCrossing(world, id, request.value) : world;
}

/** Agents on an access whose next step the floor does not cover. */
function blockedAccesses(world: TiledCrowd): readonly AgentId[] {
  const accesses = ownedMotions(world, ({ order }) => order?.motion.kind === "Access");
  return brokenMotions(
    world.crowd,
    accesses.flatMap(({ id, own }) => own.kind === "exact" ? [{ id, motion: own.motion }] : []),
  );
}

function ownedMotions(
  { crowd, crossers, ground }: TiledCrowd,
  which: (crosser: Crosser) => boolean,
): readonly { readonly id: AgentId; readonly own: OwnedMotion }[] {
  return itemsOf(crossers).flatMap((crosser) => {
    const agent = agentOf(crowd, crosser.id);
    return agent === undefined || crosser.owner === undefined || !which(crosser)
      ? []
      : [{ id: crosser.id, own: ownedMotion(ground, agent, crosser, crowd.parameters.timeStep) }];
  });
}

/**
 * The second half of a step: everybody moves (C1). Agents whose mover a crossing owns go by its order, all others as always.
 * Each owned mover reports its displacement (H5, H15). With errands left undone nothing moves.
 *
 * @param input as `stepCrowd` takes it; a preferred velocity for an agent whose mover is owned is not used, and feedback that
 * puts such an agent elsewhere is a push (H12)
 */
export function moveTiledCrowd(world: TiledCrowd, input: StepInput = {}): TiledCrowd {
  if (!isSettled(world)) return world;
  const { crowd } = world, owned = ownedMotions(world, () => true);
  const ids = new Set(owned.map(({ id }) => id)), { timeStep } = crowd.parameters;
  const own = owned.flatMap(({ id, own }) => own.kind === "solved" ? [{ id, velocity: own.preferred }] : []);
  const exact = owned.flatMap(({ id, own }) => own.kind === "exact" ? [{ id, motion: own.motion }] : []);
  const after = stepCrowd(crowd, {
    ...input,
    preferred: [...(input.preferred ?? []).filter(({ id }) => !ids.has(id)), ...own],
    moved: [...(input.moved ?? []).filter(({ id }) => !ids.has(id)), ...exact],
  });
  const pushed = pushedAgents(world, input);
  let now = carriedOn({ ...world, crowd: after }, timeStep);
  for (const { id } of owned) {
    const crosser = crosserOf(now, id)!, { order, state } = crosser, agent = agentOf(now.crowd, id);
    if (order === undefined || agent === undefined || state.phase === "Following") continue;
    const executed = order.executed + timeStep;
    const frame = frameOfCrossing(now.ground, state.terms);
    const feedback = feedbackOf(now.ground, agent, frame, pushed.has(id) ? "pushed" : "own");
    now = withCrosser(now, { ...crosser, order: { ...order, executed } });
    now = hearCrossing(now, id, { kind: "Moved", ticket: order.ticket, executed, feedback });
  }
  return now;
}

/** The world after its supports have moved for a while, s: tiles, edges and waypoints have gone with them. */
function carriedOn(world: TiledCrowd, seconds: number): TiledCrowd {
  return world.ground.supports.length === 0
    ? world
    : underTiles({ ...world, ground: advanceGround(world.ground, seconds) });
}

/** The world with every agent under the rules of the tile in force as that lies and moves now, and its route likewise. */
function underTiles(world: TiledCrowd): TiledCrowd {
  const { crowd, ground, crossers } = world, { timeStep } = crowd.parameters;
  const byId = new Map(itemsOf(crossers).map((crosser) => [crosser.id, crosser]));
  const agents = crowd.agents.map((agent) => {
    const crosser = byId.get(agent.id);
    const tile = crosser === undefined ? undefined : tileOf(ground, tileInForce(crosser.state).id);
    if (crosser === undefined || tile === undefined) return agent;
    const left = crosser.waypoints.slice(crosser.waypoints.length - agent.route.length);
    const ruled = onTile(agent, tile, ground, timeStep);
    const route = ruled.corridor === undefined ? routeNow(ground, left) : [goalOf(ruled.corridor)];
    return { ...ruled, route };
  });
  return { ...world, crowd: { ...crowd, agents } };
}

/** Agents that the feedback puts elsewhere, or gives another velocity. */
function pushedAgents({ crowd }: TiledCrowd, { feedback = [] }: StepInput): ReadonlySet<AgentId> {
  return new Set(feedback.flatMap(({ id, position, velocity }) => {
    const agent = agentOf(crowd, id);
    const isSame = agent !== undefined && distance(agent.position, position) <= SAME_PLACE &&
      distance(agent.velocity, velocity) <= STOP_SPEED;
    return isSame ? [] : [id];
  }));
}

/** Feedback this near to what the crowd has is no push, m. */
const SAME_PLACE = 1e-9;

/** The world when all errands are done, by a caller that needs no record of them. */
export function settled(world: TiledCrowd): TiledCrowd {
  let now = world;
  while (!isSettled(now)) now = carryOut(now);
  return now;
}

/** One whole step without a durable record: both halves, and all errands at once. */
export function stepTiledCrowd(world: TiledCrowd, input: StepInput = {}): TiledCrowd {
  return settled(moveTiledCrowd(settled(senseCrossings(world)), input));
}

/**
 * The world after a restart (H14): every handoff whose state was read from a record hears what really is. Its decision is in
 * the outbox, `Persist` first.
 *
 * @param restored IDs of the agents whose states came from records
 * @param epoch above that of every record
 */
export function recoverCrossings(
  world: TiledCrowd,
  restored: Iterable<AgentId>,
  epoch: number,
): TiledCrowd {
  let now = world;
  for (const id of restored) {
    const crosser = crosserOf(now, id), agent = agentOf(now.crowd, id);
    if (crosser === undefined || agent === undefined) continue;
    const { state } = crosser, tick = logicTick(now);
    const frame = state.phase === "Following"
      ? frameOfSupport(now.ground, state.tile.support.id)
      : frameOfCrossing(now.ground, state.terms);
    const recovered: Recovered = {
      kind: "Recovered",
      epoch,
      tick,
      ...(state.phase === "Following" || !leadsOn(now, id, state) ? {} : { action: state.terms.action }),
      versions: state.phase === "Following"
        ? { from: 0, to: 0, edge: 0, navigation: 0 }
        : versionsFor(state.terms, now.ground),
      feedback: feedbackOf(now.ground, agent, frame, "own"),
    };
    now = hearCrossing(now, id, recovered);
  }
  return now;
}

/** Whether the agent's route still leads from P into Q. */
function leadsOn(world: TiledCrowd, id: AgentId, state: HandoffState): boolean {
  const { crowd, ground } = world, agent = agentOf(crowd, id);
  if (agent === undefined || state.phase === "Following") return false;
  const way = wayOn(agent, state.terms.from.id, ground, crosserOf(world, id)?.corridor);
  return isSome(way) && way.value.to.id === state.terms.to.id;
}

/** The world on other ground, or the same in other versions: every crossing hears of it (H10). */
export function replaceGround(world: TiledCrowd, ground: TiledGround): TiledCrowd {
  let now = underTiles({ ...world, ground });
  for (const { id, state } of itemsOf(world.crossers)) {
    if (state.phase === "Following") continue;
    now = hearCrossing(now, id, { kind: "VersionsSeen", versions: versionsFor(state.terms, ground) });
  }
  return now;
}

/** The world with another route for an agent, which takes the place of a corridor, too: a crossing that it does not lead over is interrupted (H10). */
export function redirect(world: TiledCrowd, id: AgentId, route: readonly RouteCorner[]): TiledCrowd {
  const crosser = crosserOf(world, id), waypoints = waypointsOf(world.ground, route);
  const turned = withoutCorridor(withAgent(world, id, (agent) => ({ ...agent, route })), id);
  if (crosser === undefined) return turned;
  const { corridor: _, ...free } = crosser, { state } = crosser;
  const now = withCrosser(turned, { ...free, waypoints });
  if (state.phase === "Following" || leadsOn(now, id, state)) return now;
  return hearCrossing(now, id, { kind: "Interrupted", cause: "newOrder" });
}

/** Walls or sweeps that concern an agent's crossing have changed: what it was swept against no longer holds (H10). */
export function interruptCrossing(
  world: TiledCrowd,
  id: AgentId,
  cause: Extract<HandoffEvent, { readonly kind: "Interrupted" }>["cause"],
): TiledCrowd {
  return hearCrossing(world, id, { kind: "Interrupted", cause });
}
