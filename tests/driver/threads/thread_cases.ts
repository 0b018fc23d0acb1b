/**
 * A program that steps crowds on threads and compares them with one thread. It is one of its own because a test would have the
 * types of each worker checked before it starts, which takes longer than the work: its argument names a case, and it fails
 * where something is not as it should be.
 *
 * @module
 */
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import {
  addAgents,
  type Crowd,
  crowdOfKernel,
  type Kernel,
  kernelOf,
  NO_INPUT,
  stepKernel,
} from "../../../crowd/mod.ts";
import { oneThreadText } from "../../../driver/threads/team.ts";
import {
  closeThreads,
  openThreads,
  stepThreaded,
  type ThreadedKernel,
  threadedKernel,
  type Threads,
} from "../../../driver/threads/threaded_kernel.ts";
import { counts, tier } from "../../counts.ts";
import {
  chanceOf,
  randomCrowd,
  randomIngredients,
  randomParameters,
} from "../../crowd/kernel/random_crowds.ts";
import { bits, crowdOf, walker } from "../../crowd/scenes.ts";
import { right } from "../slope.ts";

function assert(holds: boolean, message = "it should be so"): asserts holds {
  if (!holds) throw new Error(message);
}

function assertEquals(actual: unknown, expected: unknown): void {
  const [found, wanted] = [bits(actual), bits(expected)];
  assert(found === wanted, `Expected ${wanted}, but found ${found}`);
}

/** Everything that a kernel says about its crowd, bit for bit. */
function told(kernel: Kernel): string {
  return bits(crowdOfKernel(kernel));
}

async function withThreads(threads: Threads, work: (threads: Threads) => Promise<void>): Promise<void> {
  try {
    await work(threads);
  } finally {
    closeThreads(threads);
  }
}

/** A crowd of several chunks, every third agent with a wish that its caller gives. */
function wideCrowd(count: number): Crowd {
  return crowdOf(
    Array.from({ length: count }, (_, i) => {
      const x = 1.3 * (i % 30), y = 1.3 * Math.floor(i / 30);
      return walker(i % 9 === 0 ? `agent ${i}` : i, x, y, {
        goal: { x: 39 - x, y: (i % 7) + y / 2 },
        ...(i % 4 === 0 ? { budget: 3 } : {}),
        ...(i % 50 === 7 ? { locked: true } : {}),
      });
    }),
    { separation: "floor", passingSide: "byId" },
  );
}

async function everyCount(): Promise<void> {
  const crowd = wideCrowd(400), steps = counts("threaded steps");
  let kernel = kernelOf(crowd);
  const alone: string[] = [];
  const input = (now: Kernel) => ({
    ...NO_INPUT,
    preferred: new Map(
      now.records.filter((_, i) => i % 3 === 0).map(({ id }) => [id, { x: 0.5, y: now.tick / 9 }]),
    ),
  });
  for (let step = 0; step < steps; step++) alone.push(told(kernel = stepKernel(kernel, input(kernel))));
  for (const count of tier === "full" ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2, 3, 8]) {
    await withThreads(openThreads({ threads: count }), async (threads) => {
      let now = await threadedKernel(threads, crowd);
      assertEquals([now.threads, now.reason], [count, O.none]);
      for (let step = 0; step < steps; step++) {
        now = stepThreaded(now, input(now.kernel));
        assert(told(now.kernel) === alone[step], `${count} threads, step ${step}`);
      }
    });
  }
}

async function randomCrowds(): Promise<void> {
  await withThreads(openThreads({ threads: 3 }), async (threads) => {
    for (let seed = 0; seed < counts("threaded crowds"); seed++) {
      const chance = chanceOf(9000 + seed);
      const crowd = randomCrowd(300, randomIngredients(chance), randomParameters(chance), chance);
      let kernel = kernelOf(crowd), now = await threadedKernel(threads, crowd);
      for (let step = 0; step < 4; step++) {
        kernel = stepKernel(kernel);
        now = stepThreaded(now);
        assert(told(now.kernel) === told(kernel), `seed ${9000 + seed}, step ${step}`);
      }
      assertEquals(now.threads, 3);
    }
  });
}

async function anotherCrowd(): Promise<void> {
  await withThreads(openThreads({ threads: 2 }), async (threads) => {
    let crowd = wideCrowd(300);
    for (let round = 0; round < 3; round++) {
      const now = stepThreaded(stepThreaded(await threadedKernel(threads, crowd)));
      assertEquals(told(now.kernel), told(stepKernel(stepKernel(kernelOf(crowd)))));
      crowd = right(addAgents(crowdOfKernel(now.kernel), [walker(`new ${round}`, -3 * (round + 1), 0)]));
    }
  });
}

/** Three steps with workers of this module. */
async function stepsWith(
  module: string,
): Promise<{ readonly last: ThreadedKernel; readonly seconds: number }> {
  const threads = openThreads({
    threads: 2,
    module: new URL(module, import.meta.url),
    patience: 300,
  });
  let now = await threadedKernel(threads, wideCrowd(600));
  const start = performance.now();
  for (let step = 0; step < 3; step++) now = stepThreaded(now);
  closeThreads(threads);
  return { last: now, seconds: (performance.now() - start) / 1000 };
}

async function failingWorkers(): Promise<void> {
  let kernel = kernelOf(wideCrowd(600));
  for (let step = 0; step < 3; step++) kernel = stepKernel(kernel);
  for (const module of ["./failing_worker.ts", "./failing_worker.ts?hang"]) {
    const { last, seconds } = await stepsWith(module);
    assertEquals(last.threads, 1);
    assert(O.isSome(last.reason), module);
    assertEquals(
      oneThreadText(last.reason.value),
      "one thread: a worker has failed: it has failed or hung in a step",
    );
    assertEquals(told(last.kernel), told(kernel));
    assert(seconds < 20, `${seconds} s`);
  }
}

async function oneThread(): Promise<void> {
  const reasonOf = async (threads: Threads): Promise<string> => {
    const now = stepThreaded(await threadedKernel(threads, wideCrowd(40)));
    assertEquals(now.threads, 1);
    assertEquals(told(now.kernel), told(stepKernel(kernelOf(wideCrowd(40)))));
    return O.isSome(now.reason) ? oneThreadText(now.reason.value) : "none";
  };
  assertEquals(await reasonOf(openThreads({ threads: 1 })), "none");
  Reflect.set(globalThis, "crossOriginIsolated", false);
  try {
    assert((await reasonOf(openThreads({ threads: 2 }))).includes("memory cannot be shared"));
  } finally {
    Reflect.deleteProperty(globalThis, "crossOriginIsolated");
  }
  const { Worker } = globalThis;
  Reflect.deleteProperty(globalThis, "Worker");
  try {
    assertEquals(await reasonOf(openThreads({ threads: 2 })), "one thread: there are no workers here");
  } finally {
    Reflect.set(globalThis, "Worker", Worker);
  }
}

/** What can be asked for. */
export const CASES = { everyCount, randomCrowds, anotherCrowd, failingWorkers, oneThread };

if (import.meta.main) {
  await CASES[Deno.args[0] as keyof typeof CASES]();
  Deno.exit(); // the engine waits for a worker that hangs, or for long
}
