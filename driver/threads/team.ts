import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { createRelay, dismiss, generationOf, type Relay, runPhase, type Work } from "./relay.ts";

/** Why a step is taken on one thread although more were asked for (C11). */
export type OneThreadReason =
  /** Memory cannot be shared here: a page that is not isolated from others (COOP and COEP headers), or an old engine. */
  | { readonly kind: "NoSharedMemory" }
  /** There are no workers here. */
  | { readonly kind: "NoWorkers" }
  /** A worker could not be started, or has failed. */
  | { readonly kind: "WorkerFailed"; readonly why: string };

/** A reason in words, one line. */
export function oneThreadText(reason: OneThreadReason): string {
  switch (reason.kind) {
    case "NoSharedMemory":
      return "one thread: memory cannot be shared here; a page needs the headers Cross-Origin-Opener-Policy: same-origin " +
        "and Cross-Origin-Embedder-Policy: require-corp";
    case "NoWorkers":
      return "one thread: there are no workers here";
    case "WorkerFailed":
      return `one thread: a worker has failed: ${reason.why}`;
  }
}

/** Workers that take part in phases, beside the thread that holds the team. */
export interface Team {
  /** How many there are. */
  readonly workers: number;
  /** Gives all of them something to work on; resolves when all are ready for its phases. */
  readonly prepare: (subject: unknown) => Promise<E.Either<OneThreadReason, void>>;
  /** Does a phase for so many agents together, this thread doing `work`. After `"failed"` the team is closed. */
  readonly run: (phase: number, count: number, work: Work) => "done" | "failed";
  /** Ends the workers. */
  readonly close: () => void;
}

/** What a worker is told: the relay it serves, where that stands, and what to work on. */
export interface Call {
  /** See `Relay`. */
  readonly relay: Relay;
  /** The relay's phases so far. */
  readonly generation: number;
  /** As given to `prepare`. */
  readonly subject: unknown;
}

/** What a worker says, each time before it begins to serve. */
export const READY = "ready";

/** How a team may be made up. */
export interface TeamOptions {
  /** How many workers, at least 1. */
  readonly workers: number;
  /** The workers' module. */
  readonly module: URL;
  /** Starts a worker; default: the engine's `Worker`. */
  readonly start?: (module: URL) => Worker;
  /** How long workers may take to get ready, ms; default 30 s. */
  readonly startTime?: number;
  /** How long workers may take with what they have begun when this thread has found nothing left to do, ms; default 2 s. */
  readonly patience?: number;
}

/** Whether threads can share memory here; a page can tell before it has anything to share. */
export function threadsHere(): E.Either<OneThreadReason, void> {
  const isolated: unknown = Reflect.get(globalThis, "crossOriginIsolated");
  if (typeof SharedArrayBuffer === "undefined" || isolated === false) {
    return E.left({ kind: "NoSharedMemory" });
  }
  return typeof Worker === "undefined" ? E.left({ kind: "NoWorkers" }) : E.right(undefined);
}

/** Starts workers. They are ready for phases after `prepare`. */
export function openTeam(options: TeamOptions): E.Either<OneThreadReason, Team> {
  const { workers, module, startTime = 30_000, patience = 2_000 } = options;
  const start = options.start ?? ((url: URL) => new Worker(url, { type: "module" }));
  const here = options.start === undefined ? threadsHere() : E.right(undefined);
  if (E.isLeft(here)) return here;
  const relay = createRelay(), crew: Worker[] = [];
  const close = (): void => {
    dismiss(relay); // a worker that sleeps would not hear that it is to end
    crew.splice(0).forEach((worker) => worker.terminate());
  };
  try {
    for (let i = 0; i < workers; i++) crew.push(start(module));
  } catch (error) {
    close();
    return E.left(workerFailed(error));
  }
  const failures = crew.map((worker) => failureOf(worker));
  let serving = false;
  return E.right({
    workers,
    prepare: async (subject) => {
      if (crew.length === 0) return E.left({ kind: "WorkerFailed", why: "the team is closed" });
      if (serving) dismiss(relay);
      const call: Call = { relay, generation: generationOf(relay), subject };
      const ready = await Promise.all(
        crew.map((worker, i) => Promise.race([called(worker, call, startTime), failures[i]!])),
      );
      const failed = ready.find(E.isLeft);
      if (failed !== undefined) close();
      serving = failed === undefined;
      return failed ?? E.right(undefined);
    },
    run: (phase, count, work) => {
      if (crew.length === 0) return "failed";
      const end = runPhase(relay, phase, count, work, patience);
      if (end === "failed") close();
      return end;
    },
    close,
  });
}

function workerFailed(error: unknown): OneThreadReason {
  return { kind: "WorkerFailed", why: error instanceof Error ? error.message : String(error) };
}

/** Resolves when the worker ends by an error, whenever that is. */
function failureOf(worker: Worker): Promise<E.Either<OneThreadReason, never>> {
  return new Promise((resolve) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      resolve(E.left({ kind: "WorkerFailed", why: event.message || "it could not be loaded" }));
    });
  });
}

/** Calls a worker to something and hears that it is ready. */
function called(worker: Worker, call: Call, milliseconds: number): Promise<E.Either<OneThreadReason, void>> {
  return new Promise((resolve) => {
    const late = setTimeout(
      () => resolve(E.left({ kind: "WorkerFailed", why: `it is not ready after ${milliseconds} ms` })),
      milliseconds,
    );
    worker.addEventListener("message", ({ data }) => {
      clearTimeout(late);
      resolve(data === READY ? E.right(undefined) : E.left({ kind: "WorkerFailed", why: String(data) }));
    }, { once: true });
    worker.postMessage(call);
  });
}
