import type { AgentId } from "../../geometry/agent.ts";
import type { InputError } from "../../geometry/input_error.ts";
import type { MotionPiece } from "../../geometry/motion.ts";
import { sortedById } from "../../geometry/orca.ts";
import { type Vec2, ZERO } from "../../geometry/vector.ts";
import type { Crowd, CrowdAgent, StepInput } from "../crowd.ts";
import { stepCrowd } from "../step.ts";
import { readStepInput } from "../step_input.ts";
import type { Partition } from "./partition.ts";

/** The agents of one part, ready for a step: their owner has heard the step's input. */
export interface ReadyPart {
  /** Its own agents, and what all parts share: parameters, walls, tick. */
  readonly crowd: Crowd;
  /** What the input says of them beyond where they are. */
  readonly preferred: ReadonlyMap<AgentId, Vec2>;
  /** See `StepInput.moved`. */
  readonly moved: ReadonlyMap<AgentId, readonly MotionPiece[]>;
  /** See `StepInput.viewers`. */
  readonly viewers?: readonly Vec2[];
  /** What was wrong with the input. */
  readonly errors: readonly InputError[];
}

/** Agents that a part must see and does not own, as their owner has them at the start of the step. */
export interface Halo {
  /** In the order of IDs. */
  readonly agents: readonly CrowdAgent[];
  /** Preferred velocities that were given for them, m/s. */
  readonly preferred: readonly { readonly id: AgentId; readonly velocity: Vec2 }[];
}

/** A part hears a step's input, before it shows its agents to others. Input about agents of others is an error. */
export function readyPart(own: Crowd, input: StepInput = {}): ReadyPart {
  const { agents, ...heard } = readStepInput(own, input);
  return { crowd: { ...own, agents }, ...heard };
}

/**
 * What `other` must see of a part: its agents within `width` of the other's area.
 *
 * @param width `haloWidth` of the bounds of all parts, m
 */
export function haloFor(part: ReadyPart, other: number, { isNear }: Partition, width: number): Halo {
  const agents = part.crowd.agents.filter(({ position }) => isNear(other, position, width));
  return {
    agents,
    preferred: agents.flatMap(({ id }) => {
      const velocity = part.preferred.get(id);
      return velocity === undefined ? [] : [{ id, velocity }];
    }),
  };
}

/**
 * One step of a part (C1): its own agents decide, those of the halos are seen and no more. Each own agent comes to the same
 * record and the same decision, bit for bit, as in a step of the whole crowd, if the halos hold everybody within
 * `haloWidth` of it.
 *
 * The report is about own agents: overlaps and deadlocks are those among them. `mergeParts` has those across borders.
 *
 * @param halos what the others show of theirs, in any order
 */
export function stepPart(part: ReadyPart, halos: readonly Halo[]): Crowd {
  const { crowd } = part, seen = halos.flatMap(({ agents }) => agents);
  const own = new Set(crowd.agents.map(({ id }) => id));
  // Somebody else moves them, no matter how: where they will be is not asked here.
  const rest: readonly MotionPiece[] = [
    { duration: crowd.parameters.timeStep, velocity: ZERO, acceleration: ZERO },
  ];
  const next = stepCrowd({ ...crowd, agents: sortedById([...crowd.agents, ...seen]) }, {
    ...(part.viewers === undefined ? {} : { viewers: part.viewers }),
    preferred: [
      ...[...part.preferred].map(([id, velocity]) => ({ id, velocity })),
      ...halos.flatMap(({ preferred }) => preferred),
    ],
    moved: [
      ...[...part.moved].map(([id, motion]) => ({ id, motion })),
      ...seen.filter(({ locked }) => !locked).map(({ id }) => ({ id, motion: rest })),
    ],
  });
  const { report } = next;
  return {
    ...next,
    agents: next.agents.filter(({ id }) => own.has(id)),
    report: {
      ...report,
      moved: report.moved.filter(({ id }) => own.has(id)),
      overlaps: report.overlaps.filter(({ a, b }) => own.has(a) && own.has(b)),
      settled: report.settled.filter((id) => own.has(id)),
      arrived: report.arrived.filter((id) => own.has(id)),
      rejectedInput: part.errors,
    },
  };
}
