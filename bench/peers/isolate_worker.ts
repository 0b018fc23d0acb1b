/**
 * The module of a worker that times one engine: see `timingInIsolate`.
 *
 * @module
 */
import { ENGINES } from "./engines.ts";
import type { Answer, Question } from "./isolate.ts";
import { type Timing, timingOf } from "./timing.ts";

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Question>) => void) | null;
  postMessage(message: Answer): void;
}

const scope = globalThis as unknown as WorkerScope;
let timing: Timing | undefined;

scope.onmessage = async ({ data }) => {
  if (data.steps === undefined) {
    timing = timingOf(ENGINES[data.engine]!, data.scene);
    return;
  }
  try {
    scope.postMessage({ milliseconds: await timing!.turn(data.from, data.steps) });
  } catch (error) {
    scope.postMessage({ why: String(error) });
  }
};
