import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd } from "../../crowd/crowd.ts";
import { stateColumns, stepColumns } from "../../crowd/kernel/columns.ts";
import { decideSlots } from "../../crowd/kernel/decide_slots.ts";
import { type Kernel, kernelOf } from "../../crowd/kernel/kernel.ts";
import { fillSlots } from "../../crowd/kernel/sense.ts";
import {
  beginStep,
  endStep,
  type KernelInput,
  NO_INPUT,
  senseOwn,
  stepKernel,
} from "../../crowd/kernel/step.ts";
import {
  DECIDE_SLOTS,
  FILL_SLOTS,
  FRAME_NUMBERS,
  type KernelSubject,
  SENSE_OWN,
  writeFrame,
  writeNow,
} from "./kernel_phases.ts";
import type { Work } from "./relay.ts";
import { type OneThreadReason, openTeam, type Team, type TeamOptions } from "./team.ts";

/** Threads for a crowd in columns (C11). What comes of a step does not depend on how many there are. */
export interface Threads {
  /** The workers beside this thread; none: everything is done here. */
  readonly team: O.Option<Team>;
  /** Why there are fewer than were asked for. */
  readonly reason: O.Option<OneThreadReason>;
}

/** A crowd in columns that threads share. */
export interface ThreadedKernel {
  /** How many threads step it, the calling one among them. */
  readonly threads: number;
  /** Why it is one, where more were asked for. */
  readonly reason: O.Option<OneThreadReason>;
  /** The crowd now. Its columns are written again by the step after next, and by another one from the crowd before: make records of it, or copy them. */
  readonly kernel: Kernel;
  /** What the workers were given, and themselves. */
  readonly shared: O.Option<{ readonly team: Team; readonly subject: KernelSubject }>;
  /** Of one thread: the crowd before, whose columns the next step writes. */
  readonly before?: Kernel;
}

/** How threads are opened. */
export interface ThreadsOptions extends Partial<Omit<TeamOptions, "workers">> {
  /** How many in all, at least 1, the calling one among them. */
  readonly threads: number;
}

/** The workers' module; a bundled page names its own, which must call what this one calls. */
const MODULE = new URL("./kernel_worker.ts", import.meta.url);

/** Starts threads; where there cannot be more than one, that is what comes back, and `reason` says why. */
export function openThreads({ threads, ...options }: ThreadsOptions): Threads {
  if (threads <= 1) return { team: O.none, reason: O.none };
  const team = openTeam({ module: MODULE, ...options, workers: threads - 1 });
  return E.isLeft(team)
    ? { team: O.none, reason: O.some(team.left) }
    : { team: O.some(team.right), reason: O.none };
}

/** Ends the workers. */
export function closeThreads({ team }: Threads): void {
  if (O.isSome(team)) team.value.close();
}

/** Lays a crowd out for threads: in memory that all share, or in that of this thread where there is one. */
export async function threadedKernel(threads: Threads, crowd: Crowd): Promise<ThreadedKernel> {
  const alone = (reason: O.Option<OneThreadReason>): ThreadedKernel => ({
    threads: 1,
    reason,
    kernel: kernelOf(crowd),
    shared: O.none,
  });
  if (O.isNone(threads.team)) return alone(threads.reason);
  const team = threads.team.value, allocate = (bytes: number) => new SharedArrayBuffer(bytes);
  const kernel = kernelOf(crowd, allocate), { fixed, state, room, parameters, ids, obstacles } = kernel;
  const subject: KernelSubject = {
    fixed,
    states: [state, stateColumns(kernel.extent, allocate)],
    step: room,
    obstacles,
    rules: parameters,
    ids,
    numbers: new Float64Array(allocate(8 * FRAME_NUMBERS)),
  };
  const ready = await team.prepare(subject);
  return E.isLeft(ready)
    ? alone(O.some(ready.left))
    : { threads: team.workers + 1, reason: O.none, kernel, shared: O.some({ team, subject }) };
}

/**
 * One step (C11): to the same bits as `stepKernel`. Where a worker fails or hangs, this thread takes the whole step alone, in
 * memory that no worker knows of, and goes on alone; `reason` says so.
 */
export function stepThreaded(threaded: ThreadedKernel, input: KernelInput = NO_INPUT): ThreadedKernel {
  const { kernel, shared } = threaded;
  if (O.isNone(shared)) {
    return { ...threaded, kernel: stepKernel(kernel, input, threaded.before), before: kernel };
  }
  const { team, subject } = shared.value, { count } = kernel.fixed;
  const now = kernel.state === subject.states[0] ? 0 : 1, next = subject.states[now === 0 ? 1 : 0];
  const run = (phase: number, work: Work): boolean => team.run(phase, count, work) === "done";
  writeNow(subject.numbers, now);
  if (run(SENSE_OWN, (from, to) => senseOwn(kernel, from, to))) {
    const begun = beginStep(kernel, input, next), { frame } = begun;
    writeFrame(subject.numbers, frame);
    if (
      run(FILL_SLOTS, (from, to) => fillSlots(frame, from, to)) &&
      run(DECIDE_SLOTS, (from, to) => decideSlots(frame, from, to))
    ) return { ...threaded, kernel: endStep(kernel, begun) };
  }
  return {
    threads: 1,
    reason: O.some({ kind: "WorkerFailed", why: "it has failed or hung in a step" }),
    kernel: stepKernel(inOwnMemory(kernel), input),
    shared: O.none,
  };
}

/** The kernel with room in memory that no worker knows of: one that hangs may still be writing into the old one. */
function inOwnMemory(kernel: Kernel): Kernel {
  const allocate = (bytes: number) => new ArrayBuffer(bytes);
  return { ...kernel, allocate, room: stepColumns(kernel.extent, allocate) };
}
