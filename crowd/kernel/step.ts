import type { AgentId } from "../../geometry/agent.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { parametersOf } from "../agent_parameters.ts";
import { applied } from "../applied.ts";
import type { AgentDecision, CrowdAgent } from "../crowd.ts";
import { decideOne, type Surroundings, surroundingsOf } from "../decide_one.ts";
import { detailOf } from "../detail.ts";
import { movedAs } from "../moved_agents.ts";
import { indexObstacles, type ObstacleIndex } from "../obstacle_search.ts";
import { type Wish, wishOf, wishToGoOn, worldWish } from "../wish.ts";
import { type Cells, layOutCells, sortIntoCells } from "./cells.ts";
import {
  bucketsFor,
  DECISION_KINDS,
  FOR_RECORDS,
  LOCKED,
  NO_DECISION,
  ON_RECORDS,
  type StateColumns,
  stateColumns,
} from "./columns.ts";
import { decideSlots } from "./decide_slots.ts";
import { floorReachOf } from "./floor_reach.ts";
import type { Frame } from "./frame.ts";
import { type Kernel, writeState } from "./kernel.ts";
import { gatherIds } from "./gather.ts";
import { fillSlots, senseAgents } from "./sense.ts";
import { senseAtWalls } from "./sense_at_walls.ts";
import { destinationIn, senseDestinations } from "./sense_destinations.ts";
import { restingOf, senseRest } from "./sense_rest.ts";
import { topsOf } from "./tops.ts";

/** What a step may be given, checked: see `StepInput`. */
export interface KernelInput {
  /** Wishes in place of those toward the routes, m/s. */
  readonly preferred: ReadonlyMap<AgentId, Vec2>;
  /** Motions of agents that something else moves. */
  readonly moved: ReadonlyMap<AgentId, readonly MotionPiece[]>;
  /** Places that the crowd is looked at from, m (C4); absent: full detail for everybody. */
  readonly viewers?: readonly Vec2[];
}

/** No input. */
export const NO_INPUT: KernelInput = { preferred: new Map(), moved: new Map() };

/**
 * One step of a crowd in columns (C10): the decisions of `stepCrowd`, from the same snapshot. What the columns do not hold is
 * decided by the record pipeline, agent by agent.
 *
 * @param spare an older kernel that its owner gives up: its columns become those of the result. Without it, new columns are
 * allocated, and nothing that anybody can see is changed
 */
export function stepKernel(kernel: Kernel, input: KernelInput = NO_INPUT, spare?: Kernel): Kernel {
  const next = spare !== undefined && spare.extent === kernel.extent && spare.state !== kernel.state
    ? spare.state
    : stateColumns(kernel.extent, kernel.allocate);
  const { count } = kernel.fixed;
  senseOwn(kernel, 0, count);
  const begun = beginStep(kernel, input, next);
  fillSlots(begun.frame, 0, count);
  decideSlots(begun.frame, 0, count);
  return endStep(kernel, begun);
}

/**
 * A step whose phases over slots are still to be done: `fillSlots` for all of them, then `decideSlots` for all. Each may be
 * shared among threads (C11): a slot's result does not depend on who does it, nor when.
 */
export interface BegunStep {
  /** What the phases work on. */
  readonly frame: Frame;
  /** As the step was given. */
  readonly input: KernelInput;
  /** See `Given`. */
  readonly given: Given;
}

/** The first phase of a step, for the agents from `from` up to `to`; it may be shared among threads as the later ones. */
export function senseOwn({ fixed, state, room, parameters }: Kernel, from: number, to: number): void {
  senseAgents(fixed, state, room, parameters, from, to);
}

/** What follows once `senseOwn` has been done for all: rest, wishes, bounds and cells. Decisions are to go to `next`. */
export function beginStep(kernel: Kernel, input: KernelInput, next: StateColumns): BegunStep {
  const given = sense(kernel, input);
  return { frame: frameOf(kernel, given.cells, next), input, given };
}

/** The last part of a step, when all slots have been decided for: agents that the columns did not suffice for. */
export function endStep(kernel: Kernel, { frame, input, given }: BegunStep): Kernel {
  const records = finish(kernel, frame, given, input), skipped = countSkipped(kernel, given, input);
  return { ...kernel, state: frame.next, records, tick: kernel.tick + 1, skipped };
}

/**
 * What was sensed besides columns: the cells, and by number of agent what does not come from columns: wishes, and
 * how much is decided where that is not all (C4).
 */
export interface Given {
  readonly cells: Cells;
  readonly wishes: ReadonlyMap<number, Wish>;
  readonly details: ReadonlyMap<number, AgentDecision["detail"]>;
}

/**
 * What all agents wish, once `senseOwn` has been done for them: what somebody else says of it, and rest.
 *
 * @returns the wishes of those on records, of whom the caller gave one to, perturbed ones, of whom a wall holds up, and of whom
 * decides less than in full or not in every step
 */
export function sense(kernel: Kernel, { preferred, viewers }: KernelInput): Given {
  const { fixed, room, parameters, records, tick } = kernel, { count, flags } = fixed;
  const cells = sorted(kernel);
  const atWalls = senseAtWalls(kernel);
  senseRest(kernel, cells, atWalls);
  const wishes = new Map<number, Wish>(), details = new Map<number, AgentDecision["detail"]>();
  const turns = parameters.timeSlices > 1 || (viewers !== undefined && parameters.levelsOfDetail.length > 0);
  const hides = hidesSome(kernel), all = turns || hides || parameters.perturbation !== "off";
  const some = preferred.size + atWalls.size > 0;
  for (let i = 0; i < count; i++) {
    const atWall = some ? atWalls.get(i) : undefined, own = some && preferred.has(records[i]!.id);
    if (!all && (flags[i]! & ON_RECORDS) === 0 && !own && atWall === undefined) continue;
    const agent = restingOf(kernel, i), { now, every } = detailOf(agent, parameters, viewers, tick);
    if (!agent.locked && (now !== "full" || every > 1)) details.set(i, now);
    if (!agent.locked && (hides || details.has(i) || atWall !== undefined)) room.pending[i] = FOR_RECORDS;
    const wish = now === "skipped"
      ? wishToGoOn(agent, parameters)
      : wishOf(agent, preferred, parametersOf(agent, parameters), tick, {
        every,
        contacts: room.contacts[i]!,
        atWall,
      });
    wishes.set(i, wish);
    putWish(kernel, i, agent, wish);
  }
  senseDestinations(kernel, wishes);
  return { wishes, details, cells };
}

/** Whether walls hide some from others (C4): then everybody decides on records. */
function hidesSome({ parameters, obstacles }: Kernel): boolean {
  return parameters.lineOfSight === "walls" && obstacles.length > 0;
}

/** An agent's wish and speed as others must know them, into its row. */
function putWish({ state, room }: Kernel, i: number, agent: CrowdAgent, wish: Wish): void {
  const seen = worldWish(agent, wish),
    ux = agent.support?.velocity.x ?? 0,
    uy = agent.support?.velocity.y ?? 0;
  const x = state.vx[i]! - ux, y = state.vy[i]! - uy;
  room.wishX[i] = seen.x;
  room.wishY[i] = seen.y;
  room.left[i] = wish.left;
  room.speed[i] = Math.max(agent.locked ? 0 : agent.maxSpeed, Math.sqrt(x * x + y * y)) +
    Math.sqrt(ux * ux + uy * uy);
}

/** Bounds besides: what has to be known of all agents before any decides. */
export function frameOf(kernel: Kernel, cells: Cells, next: StateColumns): Frame {
  const { fixed, state, room, parameters } = kernel, tops = topsOf(fixed, state, room);
  return {
    fixed,
    now: state,
    next,
    step: room,
    cells,
    rules: parameters,
    tops,
    ids: kernel.ids,
    walls: kernel.obstacles.length === 0 ? undefined : indexObstacles(kernel.obstacles),
  };
}

/** Sorts all agents into cells, once it is known how fast they may come. */
function sorted(kernel: Kernel): Cells {
  const { fixed, state, room } = kernel;
  let speed = 0, radius = 0;
  for (let i = 0; i < fixed.count; i++) {
    if (room.speed[i]! > speed) speed = room.speed[i]!;
    if (fixed.radius[i]! > radius) radius = fixed.radius[i]!;
  }
  const reach = usualReach(kernel, speed, radius), width = reach / CELLS_PER_REACH;
  const cells = layOutCells(state.x, state.y, width, reach, bucketsFor(fixed.count));
  sortIntoCells(state.x, state.y, cells, room);
  return cells;
}

/** How far an agent of the usual kind looks for its neighbors, m. */
function usualReach({ parameters }: Kernel, topSpeed: number, topRadius: number): number {
  const { timeHorizon, neighborDistance, safetyMargin } = parameters;
  const meeting = 2 * topSpeed * timeHorizon, reach = Math.min(meeting, neighborDistance);
  return Math.max(reach + 2 * topRadius + safetyMargin, SMALLEST_REACH);
}

/**
 * Cells are as high as a search reaches, so that it goes through three rows, for each row takes its time; and narrow, so that few
 * in them are beyond its reach.
 */
const CELLS_PER_REACH = 4;

/** m. */
const SMALLEST_REACH = 1e-6;

/** Last phase: what something else moves, and whom the columns did not suffice for. @returns the records of the next kernel */
function finish(
  kernel: Kernel,
  frame: Frame,
  given: Given,
  { moved }: KernelInput,
): readonly CrowdAgent[] {
  const { records, fixed, parameters } = kernel, { slotId, pending } = frame.step, { next } = frame;
  const changed = new Map<number, CrowdAgent>();
  const put = (i: number, agent: CrowdAgent, kind: number, cutByCap: number): void => {
    writeState(next, i, agent);
    next.kind[i] = kind;
    next.cutByCap[i] = cutByCap;
    if ((fixed.flags[i]! & ON_RECORDS) !== 0) changed.set(i, agent);
    else next.corner[i] = records[i]!.route.length - agent.route.length;
  };
  const carried = new Set<number>();
  if (moved.size > 0) {
    for (let i = 0; i < fixed.count; i++) {
      const motion = moved.get(records[i]!.id);
      if (motion === undefined || (fixed.flags[i]! & LOCKED) !== 0) continue;
      carried.add(i);
      const agent = restingOf(kernel, i);
      put(i, applied(agent, movedAs(agent, motion), 0, parameters), NO_DECISION, 0);
    }
  }
  if (changed.size === 0 && !pending.includes(FOR_RECORDS)) return records; // nearly always
  const surroundings = surroundingsIn(kernel, frame);
  for (let s = 0; s < fixed.count; s++) {
    const i = slotId[s]!;
    if (pending[i] === 0 || carried.has(i)) continue;
    const { around, at } = surroundings(s), detail = given.details.get(i) ?? "full";
    const { chosen, waiting, cut } = decideOne(around, at, wishIn(kernel, given, i), detail);
    const kind = DECISION_KINDS.indexOf(chosen.decision.kind);
    put(i, applied(restingOf(kernel, i), chosen, waiting, parameters), kind, cut?.byCap ?? 0);
  }
  return changed.size === 0 ? records : records.map((agent, i) => changed.get(i) ?? agent);
}

function countSkipped({ records }: Kernel, { details }: Given, { moved }: KernelInput): number {
  let skipped = 0;
  for (const [i, detail] of details) {
    if (detail === "skipped" && !moved.has(records[i]!.id)) skipped++;
  }
  return skipped;
}

/** Surroundings for the record pipeline, by slot: who is near, or the whole crowd where some are seen on records. */
function surroundingsIn(
  kernel: Kernel,
  frame: Frame,
): (s: number) => { readonly around: Surroundings; readonly at: number } {
  const { fixed, parameters } = kernel, { slotId } = frame.step;
  const walls = frame.walls ?? indexObstacles(kernel.obstacles);
  const isSeen = hidesSome(kernel) || frame.tops.strangers > 0;
  let whole: Surroundings | undefined;
  return (s) => {
    const i = slotId[s]!;
    if (isSeen || (fixed.flags[i]! & ON_RECORDS) !== 0) {
      whole ??= wholeOf(kernel, walls);
      return { around: whole, at: i };
    }
    const near = nearIds(frame, s), agents = near.map((k) => snapshotOf(kernel, k));
    return { around: surroundingsOf(agents, walls, parameters), at: near.indexOf(i) };
  };
}

/** The whole crowd for the record pipeline. */
export function wholeOf(kernel: Kernel, walls: ObstacleIndex): Surroundings {
  const agents = kernel.records.map((_, i) => snapshotOf(kernel, i));
  return surroundingsOf(agents, walls, kernel.parameters);
}

/** An agent's wish, once all are sensed. */
export function wishIn({ room, parameters }: Kernel, { wishes }: Given, i: number): Wish {
  const velocity = { x: room.wishX[i]!, y: room.wishY[i]! };
  return wishes.get(i) ?? { velocity, left: room.left[i]!, seconds: parameters.timeStep };
}

/** An agent as others see it in this step: with the wish that they see of it, where that is what they start from. */
export function snapshotOf(kernel: Kernel, i: number): CrowdAgent {
  const { room, parameters } = kernel, destination = destinationIn(kernel, i);
  return {
    ...restingOf(kernel, i),
    ...(parameters.optimizationVelocity === "preferred"
      ? { preferredVelocity: { x: room.wishX[i]!, y: room.wishY[i]! } }
      : {}),
    responsibility: room.weight[i]!,
    ...(destination === undefined ? {} : { destination }),
  };
}

/** Everybody who can matter to the agent in a slot, and itself, in the order of IDs. */
function nearIds(frame: Frame, s: number): readonly number[] {
  const { step, rules, tops } = frame, radius = step.slotRadius[s]!;
  const meeting = (step.slotSpeed[s]! + tops.speed) * rules.timeHorizon + radius + tops.radius +
    rules.safetyMargin;
  const reach = Math.max(meeting, floorReachOf(frame, s));
  return gatherIds(frame, s, reach * GENEROUS);
}

/** More than an exact reach, so that the decision alone says who matters (no unit). */
const GENEROUS = 1 + 1e-9;
