import type { AgentId } from "../../geometry/agent.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { ZERO } from "../../geometry/vector.ts";
import { parametersOf } from "../agent_parameters.ts";
import { applied } from "../applied.ts";
import type { CrowdAgent } from "../crowd.ts";
import { movedAs } from "../moved_agents.ts";
import { indexObstacles } from "../obstacle_search.ts";
import { type Wish, wishOf, worldWish } from "../wish.ts";
import { layOutCells, sortIntoCells } from "./cells.ts";
import {
  bucketsFor,
  DECISION_KINDS,
  LOCKED,
  NO_DECISION,
  ON_RECORDS,
  SEEN_ON_RECORDS,
  type StateColumns,
  stateColumns,
} from "./columns.ts";
import { decideSlots, floorReach } from "./decide_slots.ts";
import type { Frame } from "./frame.ts";
import { agentOfKernel, type Kernel, writeState } from "./kernel.ts";
import { decideOnRecords, type Scene, sceneOf } from "./on_records.ts";
import { gatherIds } from "./near.ts";
import { fillSlots, senseAgents } from "./sense.ts";
import { topsOf } from "./tops.ts";

/** What a step may be given, checked: see `StepInput`. */
export interface KernelInput {
  /** Wishes in place of those toward the routes, m/s. */
  readonly preferred: ReadonlyMap<AgentId, Vec2>;
  /** Motions of agents that something else moves. */
  readonly moved: ReadonlyMap<AgentId, readonly MotionPiece[]>;
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
  const given = sense(kernel, input);
  const frame = frameOf(kernel, next);
  const { count } = kernel.fixed;
  fillSlots(frame, 0, count);
  decideSlots(frame, 0, count);
  return { ...kernel, state: next, records: finish(kernel, frame, given, input), tick: kernel.tick + 1 };
}

/** Wishes that do not come from the columns, by number of agent. */
export type GivenWishes = ReadonlyMap<number, Wish>;

/** The first phase, for all agents. @returns the wishes of those on records, of whom the caller gave one to, and perturbed ones */
export function sense(kernel: Kernel, { preferred }: KernelInput): GivenWishes {
  const { fixed, state, room, parameters, records, tick } = kernel, { count, flags } = fixed;
  senseAgents(fixed, state, room, parameters, 0, count);
  const given = new Map<number, Wish>();
  const all = parameters.perturbation !== "off";
  for (let i = 0; i < count; i++) {
    if (!all && (flags[i]! & ON_RECORDS) === 0 && !(preferred.size > 0 && preferred.has(records[i]!.id))) {
      continue;
    }
    const agent = agentOfKernel(kernel, i), { support } = agent;
    const wish = wishOf(agent, preferred, parametersOf(agent, parameters), tick);
    given.set(i, wish);
    const seen = worldWish(agent, wish);
    room.wishX[i] = seen.x;
    room.wishY[i] = seen.y;
    room.left[i] = wish.left;
    const ux = support?.velocity.x ?? 0, uy = support?.velocity.y ?? 0;
    const x = state.vx[i]! - ux, y = state.vy[i]! - uy;
    room.speed[i] = Math.max(agent.locked ? 0 : agent.maxSpeed, Math.sqrt(x * x + y * y)) +
      Math.sqrt(ux * ux + uy * uy);
  }
  return given;
}

/** Bounds and cells: what has to be known of all agents before any decides. */
export function frameOf(kernel: Kernel, next: StateColumns): Frame {
  const { fixed, state, room, parameters } = kernel, tops = topsOf(fixed, state, room);
  const cells = layOutCells(
    state.x,
    state.y,
    cellSize(kernel, tops.speed, tops.radius),
    bucketsFor(fixed.count),
  );
  sortIntoCells(state.x, state.y, cells, room);
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

/** How wide a cell is, m: some cells across the circle in which an agent of the usual kind finds its neighbors. */
function cellSize({ parameters }: Kernel, topSpeed: number, topRadius: number): number {
  const { timeHorizon, neighborDistance, safetyMargin } = parameters;
  const meeting = 2 * topSpeed * timeHorizon, reach = Math.min(meeting, neighborDistance);
  return Math.max((reach + 2 * topRadius + safetyMargin) / CELLS_PER_REACH, SMALLEST_CELL);
}

/** Cells along the radius of a search: fewer hold too many agents beyond it, more make too many rows. */
const CELLS_PER_REACH = 2;

/** m. */
const SMALLEST_CELL = 1e-6;

/** Last phase: what something else moves, and whom the columns did not suffice for. @returns the records of the next kernel */
function finish(
  kernel: Kernel,
  frame: Frame,
  given: GivenWishes,
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
      const agent = agentOfKernel(kernel, i);
      put(i, applied(agent, movedAs(agent, motion), ZERO, parameters), NO_DECISION, 0);
    }
  }
  const scenes = scenesOf(kernel, frame);
  for (let s = 0; s < fixed.count; s++) {
    const i = slotId[s]!;
    if (pending[i] === 0 || carried.has(i)) continue;
    const { scene, at } = scenes(s);
    const { chosen, next: agent, cut } = decideOnRecords(scene, at, wishIn(kernel, given, i));
    put(i, agent, DECISION_KINDS.indexOf(chosen.decision.kind), cut?.byCap ?? 0);
  }
  return changed.size === 0 ? records : records.map((agent, i) => changed.get(i) ?? agent);
}

/** Scenes for the record pipeline, by slot: those near it, or the whole crowd where some are seen on records. */
function scenesOf(
  kernel: Kernel,
  frame: Frame,
): (s: number) => { readonly scene: Scene; readonly at: number } {
  const { fixed, parameters } = kernel, { slotId } = frame.step;
  const walls = frame.walls ?? indexObstacles(kernel.obstacles);
  const isSeen = fixed.flags.some((flags) => (flags & SEEN_ON_RECORDS) !== 0);
  const recordOf = (i: number): CrowdAgent => snapshotOf(kernel, i);
  let whole: Scene | undefined;
  return (s) => {
    const i = slotId[s]!;
    if (isSeen || (fixed.flags[i]! & ON_RECORDS) !== 0) {
      whole ??= sceneOf(Array.from({ length: fixed.count }, (_, k) => recordOf(k)), walls, parameters);
      return { scene: whole, at: i };
    }
    const near = nearIds(frame, s);
    return { scene: sceneOf(near.map(recordOf), walls, parameters), at: near.indexOf(i) };
  };
}

/** An agent's wish, once all are sensed. */
export function wishIn({ room }: Kernel, given: GivenWishes, i: number): Wish {
  return given.get(i) ?? { velocity: { x: room.wishX[i]!, y: room.wishY[i]! }, left: room.left[i]! };
}

/** An agent as others see it in this step. */
export function snapshotOf(kernel: Kernel, i: number): CrowdAgent {
  const agent = agentOfKernel(kernel, i), { room, parameters } = kernel;
  return parameters.optimizationVelocity === "preferred"
    ? { ...agent, preferredVelocity: { x: room.wishX[i]!, y: room.wishY[i]! } }
    : agent;
}

/** Everybody who can matter to the agent in a slot, and itself, in the order of IDs. */
function nearIds(frame: Frame, s: number): readonly number[] {
  const { step, rules, tops } = frame, radius = step.slotRadius[s]!;
  const meeting = (step.slotSpeed[s]! + tops.speed) * rules.timeHorizon + radius + tops.radius +
    rules.safetyMargin;
  const reach = Math.max(meeting, floorReach(frame, s, step.slotId[s]!));
  return gatherIds(frame, s, reach * GENEROUS);
}

/** More than an exact reach, so that the decision alone says who matters (no unit). */
const GENEROUS = 1 + 1e-9;
