import type { AgentId } from "../geometry/agent.ts";
import { det, distance, subtract, type Vec2 } from "../geometry/vector.ts";
import type { SteppedAgent } from "./step_motion.ts";

/** A line across a way, at which those who pass are counted (C13). */
export interface CountingGate {
  /** Its name, unique among the scenario's gates. */
  readonly id: string;
  /** One end, m. */
  readonly from: Vec2;
  /** The other end, m. Who goes forward passes from the right of the line to its left, seen from `from`. */
  readonly to: Vec2;
}

/** The two ways through a gate. */
export const DIRECTIONS = ["forward", "backward"] as const;

/** A way through a gate: forward is from its right to its left. */
export type GateDirection = typeof DIRECTIONS[number];

/** When an agent's center passed a gate for the first time in a direction. */
export interface Passage {
  /** Who. */
  readonly id: AgentId;
  /** s from the run's start. */
  readonly time: number;
}

/** What passed a gate so far. */
export interface GateCount extends Readonly<Record<GateDirection, readonly Passage[]>> {
  /** Where. */
  readonly gate: CountingGate;
}

/** A gate that nobody has passed. */
export function closedCount(gate: CountingGate): GateCount {
  return { gate, forward: [], backward: [] };
}

/**
 * The count after one more step. An agent counts once in each direction, when its center first passes between the gate's
 * ends; within a step its way is taken as straight.
 *
 * @param time the step's start, s
 * @param duration its length, s
 */
export function countPassages(
  count: GateCount,
  time: number,
  duration: number,
  motions: readonly SteppedAgent[],
): GateCount {
  const found: Record<GateDirection, Passage[]> = { forward: [], backward: [] };
  for (const { before: { id }, from, after: { position } } of motions) {
    const passed = passage(count.gate, from, position);
    if (passed === undefined || count[passed.direction].some((one) => one.id === id)) continue;
    found[passed.direction].push({ id, time: time + passed.share * duration });
  }
  if (found.forward.length === 0 && found.backward.length === 0) return count;
  return {
    gate: count.gate,
    forward: merged(count.forward, found.forward),
    backward: merged(count.backward, found.backward),
  };
}

/** Where a straight way passes a gate: after which share of it, and in which direction. */
function passage(
  { from, to }: CountingGate,
  start: Vec2,
  end: Vec2,
): { readonly direction: GateDirection; readonly share: number } | undefined {
  const along = subtract(to, from);
  const first = det(along, subtract(start, from)), last = det(along, subtract(end, from));
  if ((first > 0) === (last > 0)) return undefined;
  const share = first / (first - last), way = subtract(end, start);
  const x = start.x + share * way.x - from.x, y = start.y + share * way.y - from.y;
  const place = x * along.x + y * along.y;
  if (place < 0 || place > along.x * along.x + along.y * along.y) return undefined;
  return { direction: last > 0 ? "forward" : "backward", share };
}

function merged(known: readonly Passage[], found: readonly Passage[]): readonly Passage[] {
  return [...known, ...[...found].sort((a, b) => a.time - b.time)];
}

/** Agents per second between the first and the last passage; none for fewer than two, or all at once. */
export function flowOf(passages: readonly Passage[]): number | undefined {
  const first = passages[0], last = passages.at(-1);
  if (first === undefined || last === undefined || !(last.time > first.time)) return undefined;
  return (passages.length - 1) / (last.time - first.time);
}

/** How long those who passed one gate and later another took from the one to the other, s, in the order of the later one. */
export function timesBetween(
  first: readonly Passage[],
  second: readonly Passage[],
): readonly number[] {
  const began = new Map(first.map(({ id, time }) => [id, time]));
  return second.flatMap(({ id, time }) => {
    const since = began.get(id);
    return since === undefined || since > time ? [] : [time - since];
  });
}

/** Agents per second and metre of a gate's width. */
export function specificFlowOf({ from, to }: CountingGate, passages: readonly Passage[]): number | undefined {
  const flow = flowOf(passages);
  return flow === undefined ? undefined : flow / distance(from, to);
}
