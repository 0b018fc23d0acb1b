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

/** Workers that have found no chunk left. */
const FINISHED = 4;

/** 1: a worker has failed. */
const FAILED = 5;

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
  relay[FINISHED] = 0;
  Atomics.add(relay, GENERATION, 1); // what was written before is seen by whoever sees this
  Atomics.notify(relay, GENERATION);
}

/** Sends all workers back to their messages. */
export function dismiss(relay: Relay): void {
  begin(relay, LEAVE, 0);
}

/**
 * The calling thread begins a phase, takes its share, and waits until all workers have done theirs.
 *
 * @param workers how many there are beside the calling thread
 * @param patience how long the others may take once this thread has found nothing left, ms
 * @returns `"failed"` where one has failed, or has not come to an end in time: then it may still be writing
 */
export function runPhase(
  relay: Relay,
  phase: number,
  count: number,
  work: Work,
  workers: number,
  patience: number,
): "done" | "failed" {
  begin(relay, phase, count);
  takeChunks(relay, work);
  const end = performance.now() + patience;
  for (;;) {
    if (Atomics.load(relay, FAILED) === 1) return "failed";
    const finished = Atomics.load(relay, FINISHED);
    if (finished === workers) return "done";
    const left = end - performance.now();
    if (left <= 0) return "failed";
    pause(relay, finished, left);
  }
}

/** Times that a thread looks again before it goes to sleep: a chunk is over within some microseconds. */
const LOOKS = 2000;

/** Waits for another worker to finish: awake for a short while, then asleep, where this thread may sleep. */
function pause(relay: Relay, finished: number, milliseconds: number): void {
  for (let look = 0; look < LOOKS; look++) if (Atomics.load(relay, FINISHED) !== finished) return;
  try {
    Atomics.wait(relay, FINISHED, finished, milliseconds);
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
    if (relay[PHASE] === LEAVE) return;
    try {
      takeChunks(relay, phases[relay[PHASE]!]!);
    } catch {
      Atomics.store(relay, FAILED, 1);
    }
    Atomics.add(relay, FINISHED, 1);
    Atomics.notify(relay, FINISHED);
  }
}

/** The phases begun so far. */
export function generationOf(relay: Relay): number {
  return Atomics.load(relay, GENERATION);
}
