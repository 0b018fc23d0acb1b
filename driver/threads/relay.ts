/**
 * How threads share a phase of a step: one block of shared memory from which each takes the next chunk of agents. Who takes
 * which chunk is chance; it does not matter where each agent's row depends on what was there before the phase alone.
 *
 * @module
 */

/** Shared integers: see the places below. */
export type Relay = Int32Array<SharedArrayBuffer>;

/** Counts the phases that were begun; workers wait for it to change. */
const GENERATION = 0;

/** Number of the phase, or `LEAVE`. */
const PHASE = 1;

/** Where the next chunk begins. */
const NEXT = 2;

/** How many agents there are. */
const COUNT = 3;

/** Workers that are in the phase now. */
const ACTIVE = 4;

/** 1: the phase is over; whoever comes late must not begin with it. */
const CLOSED = 5;

/** 1: a worker has failed. */
const FAILED = 6;

/** Instead of a phase: workers go back to their messages. */
const LEAVE = -1;

/**
 * Agents in a chunk: few enough that all threads end at about the same time, many enough that taking one costs nothing beside
 * it, also for the memory that two threads write to side by side.
 */
export const CHUNK = 128;

/** What does a phase to the agents from one number up to another. */
export type Work = (from: number, to: number) => void;

/** A new relay. */
export function createRelay(): Relay {
  return new Int32Array(new SharedArrayBuffer(4 * 16));
}

function takeChunks(relay: Relay, work: Work): void {
  const count = relay[COUNT]!;
  for (;;) {
    const from = Atomics.add(relay, NEXT, CHUNK);
    if (from >= count) return;
    work(from, Math.min(from + CHUNK, count));
  }
}

function begin(relay: Relay, phase: number, count: number): void {
  relay[PHASE] = phase;
  relay[COUNT] = count;
  relay[NEXT] = 0;
  Atomics.store(relay, CLOSED, 0); // whoever sees this sees all that was written before
  Atomics.add(relay, GENERATION, 1);
  Atomics.notify(relay, GENERATION);
}

/** Sends all workers back to their messages. */
export function dismiss(relay: Relay): void {
  begin(relay, LEAVE, 0);
}

/**
 * The calling thread begins a phase, takes its share until nothing is left, closes it, and waits for the workers that are in
 * it. A worker that the machine has not let run meanwhile is not waited for: it finds the phase closed.
 *
 * @param patience how long workers may take with what they have begun, ms
 * @returns `"failed"` where one has failed, or has not come to an end in time: then it may still be writing
 */
export function runPhase(
  relay: Relay,
  phase: number,
  count: number,
  work: Work,
  patience: number,
): "done" | "failed" {
  begin(relay, phase, count);
  takeChunks(relay, work);
  Atomics.store(relay, CLOSED, 1);
  const end = performance.now() + patience;
  for (;;) {
    const active = Atomics.load(relay, ACTIVE);
    if (Atomics.load(relay, FAILED) === 1) return "failed";
    if (active === 0) return "done";
    const left = end - performance.now();
    if (left <= 0) return "failed";
    pause(relay, active, left);
  }
}

/** Times that a thread looks again before it goes to sleep: a chunk is over within some microseconds. */
const LOOKS = 2000;

/** Waits for another worker to finish: awake for a short while, then asleep, where this thread may sleep. */
function pause(relay: Relay, active: number, milliseconds: number): void {
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(relay, ACTIVE) !== active) return;
  try {
    Atomics.wait(relay, ACTIVE, active, milliseconds);
  } catch {
    // The main thread of a page must not sleep: it goes on looking.
  }
}

/**
 * A worker's part: does phase after phase until it is dismissed. It may sleep between them, as workers may everywhere.
 *
 * @param generation the relay's when the worker was called
 * @param phases what to do in each phase
 */
export function servePhases(relay: Relay, generation: number, phases: readonly Work[]): void {
  for (let seen = generation;;) {
    for (let look = 0; look < LOOKS && Atomics.load(relay, GENERATION) === seen; look++);
    Atomics.wait(relay, GENERATION, seen);
    seen = Atomics.load(relay, GENERATION);
    // First in, then look whether it is closed: so either it is seen to be closed here, or this worker is waited for.
    Atomics.add(relay, ACTIVE, 1);
    const isOpen = Atomics.load(relay, CLOSED) === 0, phase = relay[PHASE]!;
    try {
      if (isOpen && phase !== LEAVE) takeChunks(relay, phases[phase]!);
    } catch {
      Atomics.store(relay, FAILED, 1);
    }
    Atomics.sub(relay, ACTIVE, 1);
    Atomics.notify(relay, ACTIVE);
    if (isOpen && phase === LEAVE) return;
  }
}

/** The phases begun so far. */
export function generationOf(relay: Relay): number {
  return Atomics.load(relay, GENERATION);
}
