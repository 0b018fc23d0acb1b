import type { AgentId } from "../geometry/agent.ts";
import type { Corridor } from "../boundary/corridor.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked } from "../geometry/reader.ts";
import type { HandoffCommand, HandoffReport, OrderedMotion } from "../handoff/handoff_command.ts";
import type { HandoffEvent } from "../handoff/handoff_event.ts";
import { type HandoffState, initialHandoff, tileInForce } from "../handoff/handoff_state.ts";
import type { Ticket } from "../handoff/ticket.ts";
import type { Identity } from "../handoff/tile.ts";
import type { Crowd } from "./crowd.ts";
import { checkCorridor, offCorridor } from "./ground_corridor.ts";
import { onTile } from "./on_tile.ts";
import { EMPTY_LIST, listOf, type PersistentList } from "./persistent_list.ts";
import { GROUND, handoffTile, tileAt, type TiledGround, tileOf } from "./tiled_ground.ts";
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
