import type { Scene } from "./scene.ts";
import type { Timing } from "./timing.ts";

/** What a worker is told: the engine by its number and the scene, or which steps to time. */
export type Question = { readonly engine: number; readonly scene: Scene; readonly steps?: never } | {
  readonly from: number;
  readonly steps: number;
};

/** How long the steps took, or why it cannot be said. */
export type Answer = { readonly milliseconds: number; readonly why?: never } | { readonly why: string };

/**
 * Times an engine in a worker that runs nothing else. Code that is compiled as it runs is compiled for what it has seen: in one
 * isolate, engines of the same code that are set to different work slow each other down, as they would in nobody's game.
 *
 * @param engine number of the engine
 */
export function timingInIsolate(engine: number, scene: Scene): Timing {
  const worker = new Worker(new URL("./isolate_worker.ts", import.meta.url), { type: "module" });
  const tell = (question: Question): void => worker.postMessage(question);
  tell({ engine, scene });
  return {
    turn: (from, steps) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Answer>) => {
          if (data.why === undefined) resolve(data.milliseconds);
          else reject(new Error(data.why));
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(event.message));
        };
        tell({ from, steps });
      }),
    stop: () => worker.terminate(),
  };
}
