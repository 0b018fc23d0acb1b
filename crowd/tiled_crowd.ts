import { right } from "npm:fp-ts@^2.16/lib/Either.js";
import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import { isCurved } from "../geometry/rigid_motion.ts";
import { type Support, supportMovingAs } from "../geometry/support.ts";
import { rotate, type Vec2 } from "../geometry/vector.ts";
import type { Corridor } from "../boundary/corridor.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked } from "../geometry/reader.ts";
import type { HandoffCommand, HandoffReport, OrderedMotion } from "../handoff/handoff_command.ts";
import type { HandoffEvent } from "../handoff/handoff_event.ts";
import { type HandoffState, initialHandoff, tileInForce } from "../handoff/handoff_state.ts";
import { reduceHandoff } from "../handoff/reduce_handoff.ts";
import type { Ticket } from "../handoff/ticket.ts";
import type { Identity } from "../handoff/tile.ts";
import { agentOf } from "./create.ts";
import type { Crowd, CrowdAgent } from "./crowd.ts";
import { frameOfSupport, placeIn, regionNow } from "./ground_frames.ts";
import {
  appended,
  EMPTY_LIST,
  itemAt,
  itemsOf,
  listOf,
  type PersistentList,
  withItem,
} from "./persistent_list.ts";
import {
  GROUND,
  type GroundTile,
  handoffTile,
  heightOn,
  standsOn,
  tileAt,
  type TiledGround,
  tileOf,
} from "./tiled_ground.ts";
import { checkCorridor, corridorNow, offCorridor } from "./ground_corridor.ts";
import { type Waypoint, waypointsOf } from "./waypoint.ts";

/** How crossings are begun and timed. */
export interface CrossingParameters {
  /** Length of a logic tick, s, above 0 (H11). */
  readonly tick: number;
  /** How near to the edge an agent is when it requests a crossing, m, above 0. */
  readonly requestDistance: number;
  /** How near to the edge the approach ends and the stop begins, m, above 0. */
  readonly nearDistance: number;
  /** How late a braking starts after it was ordered, s, at least 0 (H6): a mover outside this process may need a step. */
  readonly reaction: number;
}

/** Ticks of 1 s; requests from 1 m; stops from 0.2 m; orders take effect with the next step, which is when they are given. */
export const CROSSING: CrossingParameters = {
  tick: 1,
  requestDistance: 1,
  nearDistance: 0.2,
  reaction: 0,
};

/** An order that the mover is carrying out. */
export interface MoverOrder {
  /** Names it in what is reported of it (H15). */
  readonly ticket: Ticket;
  /** What is to be done. */
  readonly motion: OrderedMotion;
  /** Since when, s. */
  readonly executed: number;
}

/** An agent's handoff, and its mover. */
export interface Crosser {
  /** The agent's stable ID. */
  readonly id: AgentId;
  /** The handoff. */
  readonly state: HandoffState;
  /** The corners that its route had when it was set: those that are left are the last ones. */
  readonly waypoints: readonly Waypoint[];
  /** The route through tiles that it follows between crossings (B11); absent: its waypoints are its route. */
  readonly corridor?: Corridor;
  /** The action that owns the mover, or what brings it to rest; absent: normal following does (H6). */
  readonly owner?: number | string;
  /** The owner's order; absent: come to rest, and stay so. */
  readonly order?: MoverOrder;
  /** The last action whose end was reported. */
  readonly concluded?: number | string;
  /** The last logic tick at which adoption was tried. */
  readonly tried?: number;
  /** No crossing is requested before this tick. */
  readonly notBefore: number;
}

/** A command that waits to be carried out. */
export interface Errand {
  /** Whose handoff it belongs to. */
  readonly agent: AgentId;
  /** What is to be done. */
  readonly command: HandoffCommand;
}

/** A body that was pushed has come to rest on another tile (H12). */
export interface FoundElsewhere {
  /** Tells the variant. */
  readonly kind: "FoundElsewhere";
  /** ID of that tile. */
  readonly tile: Identity["id"];
}

/** Something that happened to a handoff, for whoever watches. */
export interface HandoffNews {
  /** Whose handoff. */
  readonly agent: AgentId;
  /** s. */
  readonly time: number;
  /** What was heard, or that it stands on another tile than it was on (H12). */
  readonly event: HandoffEvent | FoundElsewhere;
  /** The state before. */
  readonly before: HandoffState;
  /** The state after. */
  readonly after: HandoffState;
  /** What it has to say. */
  readonly reports: readonly HandoffReport[];
}

/**
 * A crowd on tiles: plain data, and pure functions from one to the next. `senseCrossings` and `moveTiledCrowd` leave errands
 * in `outbox`; `carryOut` does the first of them. Whoever calls them can make a `Persist` durable before that (H14).
 */
export interface TiledCrowd {
  /** The agents; gradient, region and height of each are those of the tile in force (H2, H8). */
  readonly crowd: Crowd;
  /** What they walk on, as its supports are now. */
  readonly ground: TiledGround;
  /** How crossings are begun and timed. */
  readonly parameters: CrossingParameters;
  /** In the order of the agents, which is that of their IDs. Locked agents have no handoff. */
  readonly crossers: PersistentList<Crosser>;
  /** To be carried out, in this order, before anything moves. */
  readonly outbox: PersistentList<Errand>;
  /** What happened since `senseCrossings` began the step. */
  readonly news: PersistentList<HandoffNews>;
  /** "halted": the record cannot be written or read, and nothing is dispatched any more. */
  readonly mode: "running" | "halted";
}

/** What a restart knows (H14). */
export interface Restored {
  /** The new run epoch, above all earlier ones. */
  readonly epoch: number;
  /** The states that were written down last. */
  readonly states: ReadonlyMap<AgentId, HandoffState>;
}

/** A first start. */
export const UNWRITTEN: Restored = { epoch: 0, states: new Map() };

/**
 * A crowd put on tiled ground, or everything that is wrong with that. Each agent stands on the tile that its record names, else
 * on the one that it is in; that says what carries it. The corners of its route are points of the tiles that they lie in; a
 * corridor's tiles must be those of the ground, and index or record say which of them it is in. With records of crossings, `recoverCrossings` comes next.
 */
export function tiledCrowd(
  crowd: Crowd,
  ground: TiledGround,
  parameters: CrossingParameters = CROSSING,
  restored: Restored = UNWRITTEN,
): Checked<TiledCrowd> {
  return checked(crowd, (_, reader) => {
    const crossers: Crosser[] = [];
    const agents = crowd.agents.map((agent, i) => {
      const { id, position, support } = agent, path = ["agents", i];
      if (support !== undefined && ground.supports.every((carrier) => carrier.id !== support.id)) {
        reader.report([...path, "support"], support, "must be one that carries tiles, or absent", id);
      }
      const written = restored.states.get(id);
      const { corridor } = agent, owner = corridor?.tiles[agent.tile ?? 0];
      if (corridor !== undefined) checkCorridor(corridor, ground, [...path, "corridor"], reader, id);
      const tile = written !== undefined
        ? tileOf(ground, tileInForce(written).id)
        : owner === undefined
        ? tileAt(ground, position)
        : tileOf(ground, owner.id);
      if (tile === undefined) {
        const rule = written === undefined
          ? "must be on one of the ground's tiles"
          : `must stand on tile ${tileInForce(written).id}, which is gone`;
        reader.report([...path, "position"], position, rule, id);
        return agent;
      }
      if (!agent.locked) {
        const state = written ?? initialHandoff(handoffTile(tile), restored.epoch);
        const waypoints = waypointsOf(ground, agent.route);
        crossers.push({
          id,
          state,
          waypoints,
          notBefore: 0,
          ...(corridor === undefined ? {} : { corridor }),
        });
      } else if (tile.support.id !== GROUND.id) {
        reader.report([...path, "locked"], true, `must not stand on tile ${tile.id}, which moves`, id);
      }
      const at = corridor?.tiles.findIndex((one) => one.id === tile.id);
      const placed = at === undefined ? agent : at < 0 ? offCorridor(agent) : { ...agent, tile: at };
      return onTile(placed, tile, ground, crowd.parameters.timeStep);
    });
    return {
      crowd: { ...crowd, agents },
      ground,
      parameters,
      crossers: listOf(crossers),
      outbox: EMPTY_LIST,
      news: EMPTY_LIST,
      mode: "running" as const,
    };
  });
}

/**
 * The world with the agents of another crowd: who is in both keeps its handoff, who is new stands on the tile that it is in, and
 * who is gone takes its handoff and its errands along. Errors: new agents that stand on no tile, or on a support.
 *
 * @param crowd `world.crowd` with agents added, removed or given other routes
 */
export function withMembers(world: TiledCrowd, crowd: Crowd, epoch: number): Checked<TiledCrowd> {
  const states = new Map(itemsOf(world.crossers).map(({ id, state }) => [id, state]));
  const placed = tiledCrowd(crowd, world.ground, world.parameters, { epoch, states });
  if (placed._tag === "Left") return placed;
  const present = new Set(world.crowd.agents.map(({ id }) => id));
  const agents = crowd.agents.map((agent, i) =>
    present.has(agent.id) ? agent : placed.right.crowd.agents[i]!
  );
  const staying = new Set(agents.map(({ id }) => id));
  return right({
    ...world,
    crowd: { ...crowd, agents },
    crossers: listOf(
      itemsOf(placed.right.crossers).map((fresh) => {
        const old = crosserOf(world, fresh.id);
        const sameRoute = agentOf(world.crowd, fresh.id)?.route === agentOf(crowd, fresh.id)?.route;
        return old === undefined ? fresh : sameRoute ? old : { ...old, waypoints: fresh.waypoints };
      }),
    ),
    outbox: listOf(itemsOf(world.outbox).filter(({ agent }) => staying.has(agent))),
  });
}

/**
 * The agent under a tile's rules: its gradient, its edges, its height. What it stands on carries it: that tile, unless it was
 * pushed onto another. In a corridor the corridor's tiles are its edges.
 */
export function onTile(
  { support: _, region: __, ...agent }: CrowdAgent,
  tile: GroundTile,
  ground: TiledGround,
  timeStep: number,
): CrowdAgent {
  const { heading } = frameOfSupport(ground, tile.support.id), { position } = agent;
  const place = placeIn(frameOfSupport(ground, tile.support.id), position);
  const gradient = heading.x === 1 ? tile.gradient : rotate(tile.gradient, heading);
  const support = supportUnder(ground, standsOn(ground, tile, position).support.id, position, timeStep);
  return {
    ...agent,
    gradient,
    ...(agent.corridor === undefined
      ? { region: regionNow(ground, tile) }
      : { corridor: corridorNow(ground, agent.corridor) }),
    z: heightOn(tile, place),
    ...(support === undefined ? {} : { support }),
  };
}

/** What carries an agent at a place, for the next step; undefined: ground at rest. */
function supportUnder(
  { supports }: TiledGround,
  id: Identity["id"],
  position: Vec2,
  timeStep: number,
): Support | undefined {
  const found = supports.find((support) => support.id === id);
  if (found === undefined) return undefined;
  const { version, motion } = found;
  return isCurved(motion)
    ? { ...supportMovingAs(id, motion, position, timeStep), version }
    : { id, velocity: motion.velocity, version };
}

/** The present logic tick (H11): it stands still while no steps are taken. */
export function logicTick({ crowd, parameters }: TiledCrowd): number {
  return Math.floor(crowd.time / parameters.tick + TICK_ROUNDING);
}

/** A time this near below a tick counts as the tick: 10 steps of 0.1 s are a second. */
const TICK_ROUNDING = 1e-9;

/** Whether nothing waits to be carried out. */
export function isSettled({ outbox }: TiledCrowd): boolean {
  return outbox.size === 0;
}

/**
 * The handoff hears something; its commands are put at the end of the outbox. An agent without a handoff hears nothing. All of
 * the world but O(log n) of its nodes is shared with what comes of it.
 */
export function hearCrossing(world: TiledCrowd, agent: AgentId, event: HandoffEvent): TiledCrowd {
  const crosser = crosserOf(world, agent);
  if (crosser === undefined || world.mode === "halted") return world;
  const [state, commands] = reduceHandoff(crosser.state, event);
  if (state === crosser.state && commands.length === 0) return world;
  const reports = commands.flatMap((command) => command.kind === "Report" ? [command.report] : []);
  const isNews = reports.length > 0 || differs(crosser.state, state);
  return {
    ...withCrosser(world, { ...crosser, state }),
    outbox: commands.reduce((outbox, command) => appended(outbox, { agent, command }), world.outbox),
    news: isNews
      ? appended(world.news, {
        agent,
        time: world.crowd.time,
        event,
        before: crosser.state,
        after: state,
        reports,
      })
      : world.news,
  };
}

/** Whether a watcher sees a difference: not every report of a displacement is one. */
function differs(a: HandoffState, b: HandoffState): boolean {
  if (a.phase !== b.phase || a.epoch !== b.epoch) return true;
  if (a.phase === "Following" || b.phase === "Following") return false;
  return a.attempts !== b.attempts || a.order !== b.order ||
    (a.phase === "Stopping" && b.phase === "Stopping" &&
      (a.stop !== b.stop || a.cancelling !== b.cancelling));
}

/** An agent's handoff. */
export function crosserOf({ crossers }: TiledCrowd, id: AgentId): Crosser | undefined {
  return itemAt(crossers, indexOf(crossers, id));
}

/** Where an agent's handoff stands, by binary search; -1: it has none. */
function indexOf(crossers: PersistentList<Crosser>, id: AgentId): number {
  let low = 0, high = crossers.size - 1;
  while (low <= high) {
    const middle = (low + high) >> 1, order = compareAgentIds(itemAt(crossers, middle)!.id, id);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The world with one agent's handoff in another state. */
export function withCrosser(world: TiledCrowd, crosser: Crosser): TiledCrowd {
  const { crossers } = world;
  return { ...world, crossers: withItem(crossers, indexOf(crossers, crosser.id), crosser) };
}

/** The world with one agent changed. */
export function withAgent(
  world: TiledCrowd,
  id: AgentId,
  change: (agent: CrowdAgent) => CrowdAgent,
): TiledCrowd {
  const { crowd } = world;
  return {
    ...world,
    crowd: { ...crowd, agents: crowd.agents.map((agent) => agent.id === id ? change(agent) : agent) },
  };
}

/**
 * The world after its record has failed (H14): nothing is dispatched or decided any more. Movers that a crossing owned
 * bring their bodies to rest and keep them there; the others stay in their tiles.
 */
export function haltCrossings(world: TiledCrowd): TiledCrowd {
  const crossers = itemsOf(world.crossers).map(({ order: _, ...crosser }) => crosser);
  return { ...world, crossers: listOf(crossers), outbox: EMPTY_LIST, mode: "halted" };
}

/** The same where it is not known who was crossing: everybody comes to rest. */
export function haltEverybody(world: TiledCrowd): TiledCrowd {
  const halted = haltCrossings(world);
  const crossers = itemsOf(halted.crossers).map((crosser) => ({ ...crosser, owner: HALT }));
  return { ...halted, crossers: listOf(crossers) };
}

/** Owns the movers of a crowd whose record cannot be read. */
export const HALT = "halt";
