import type { CrowdParameters } from "../../crowd/crowd.ts";
import type { AgentId } from "../../geometry/agent.ts";
import type { Cells } from "../../crowd/kernel/cells.ts";
import type { FixedColumns, StateColumns, StepColumns } from "../../crowd/kernel/columns.ts";
import { decideSlots } from "../../crowd/kernel/decide_slots.ts";
import type { Frame, Tops } from "../../crowd/kernel/frame.ts";
import { fillSlots, senseAgents } from "../../crowd/kernel/sense.ts";
import { indexObstacles } from "../../crowd/obstacle_search.ts";
import type { Obstacle } from "../../boundary/obstacle.ts";
import type { Work } from "./relay.ts";

/** The phases of a kernel's step that threads share, by number. */
export const SENSE_OWN = 0, FILL_SLOTS = 1, DECIDE_SLOTS = 2;

/** What workers get once for a crowd: all columns, in shared memory, and what does not change. */
export interface KernelSubject {
  /** What does not change of agents. */
  readonly fixed: FixedColumns;
  /** A step reads one of them and writes the other. */
  readonly states: readonly [StateColumns, StateColumns];
  /** What a step works in. */
  readonly step: StepColumns;
  /** The crowd's parameters. */
  readonly rules: CrowdParameters;
  /** The agents' IDs, in their order. */
  readonly ids: readonly AgentId[];
  /** Walls; each thread makes its own index of them. */
  readonly obstacles: readonly Obstacle[];
  /** What changes from step to step and is no column: see `writeNow` and `writeFrame`. */
  readonly numbers: Float64Array;
}

/** How many numbers `writeNow` and `writeFrame` write. */
export const FRAME_NUMBERS = 17;

/** Writes down which of the two states the step begins from. */
export function writeNow(numbers: Float64Array, now: 0 | 1): void {
  numbers[0] = now;
}

/** Writes down what of a frame changes from step to step besides. */
export function writeFrame(numbers: Float64Array, { cells, tops }: Pick<Frame, "cells" | "tops">): void {
  numbers.set([
    ...[cells.inverseX, cells.inverseY, cells.lowX, cells.lowY, cells.columns, cells.rows, cells.mask],
    ...[tops.radius, tops.leastRadius, tops.speed, tops.leastSpeed, tops.span, tops.share],
    ...[tops.strangers, tops.isOrdered ? 1 : 0, tops.leastPart],
  ], 1);
}

/** The frame that was written down. */
export function readFrame(
  { fixed, states, step, rules, ids, numbers }: KernelSubject,
  walls: Frame["walls"],
): Frame {
  const [now, inverseX, inverseY, lowX, lowY, columns, rows, mask, ...bounds] = numbers;
  const [radius, leastRadius, speed, leastSpeed, span, share, strangers, isOrdered, leastPart] = bounds;
  const cells: Cells = {
    inverseX: inverseX!,
    inverseY: inverseY!,
    lowX: lowX!,
    lowY: lowY!,
    columns: columns!,
    rows: rows!,
    mask: mask!,
  };
  const tops: Tops = {
    radius: radius!,
    leastRadius: leastRadius!,
    speed: speed!,
    leastSpeed: leastSpeed!,
    span: span!,
    share: share!,
    strangers: strangers!,
    isOrdered: isOrdered === 1,
    leastPart: leastPart!,
  };
  return {
    fixed,
    now: states[now === 0 ? 0 : 1],
    next: states[now === 0 ? 1 : 0],
    step,
    cells,
    rules,
    tops,
    ids,
    walls,
  };
}

/** A worker's phases. Each chunk reads the frame anew: a worker may have had no share in the phase before. */
export function kernelPhases(subject: KernelSubject): readonly Work[] {
  const { obstacles, fixed, states, step, rules, numbers } = subject;
  const walls = obstacles.length === 0 ? undefined : indexObstacles(obstacles);
  return [
    (from, to) => senseAgents(fixed, states[numbers[0] === 0 ? 0 : 1], step, rules, from, to),
    (from, to) => fillSlots(readFrame(subject, walls), from, to),
    (from, to) => decideSlots(readFrame(subject, walls), from, to),
  ];
}
