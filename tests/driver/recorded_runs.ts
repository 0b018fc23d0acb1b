/**
 * Runs that use everything a record must hold, for the tests of recording; and, as a process of its own, their replay.
 *
 * @module
 */
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { lineOf } from "../../driver/checked_lines.ts";
import {
  type DrivenCrowd,
  drivenCrowd,
  type DrivenStep,
  type Given,
  type RunInput,
  type RunOutlets,
  stepDriven,
} from "../../driver/driven_crowd.ts";
import { memoryStore, type StoreFailure } from "../../driver/handoff_store.ts";
import type { HandoffStore } from "../../driver/handoff_store.ts";
import { endRecording, type RunSink } from "../../driver/recording.ts";
import { divergenceText, replay } from "../../driver/replay.ts";
import { readRunLog } from "../../driver/run_log.ts";
import { digestText, EMPTY_DIGEST, extendDigest } from "../../scenario/digest.ts";
import { GROUND, resting, right } from "./slope.ts";

const walker = (id: string | number, x: number, y: number, goal: { x: number; y: number }) => ({
  id,
  position: { x, y },
  velocity: { x: -0, y: 0 },
  radius: 0.4,
  maxSpeed: 1.5,
  goal,
});

/** Seven agents, one with a budget, one on a deck that turns, one locked; the memory at work among the others. */
export const PLAIN: RunInput = {
  crowd: {
    agents: [
      ...Array.from({ length: 4 }, (_, i) => {
        const x = 4 * Math.cos(i * Math.PI / 2), y = 4 * Math.sin(i * Math.PI / 2);
        return walker(i, x, y, { x: -x, y: -y });
      }),
      { ...walker("braking", -6, -1, { x: 6, y: -1 }), budget: 1.5 },
      {
        ...walker("deck", 0, 9, { x: 4, y: 9 }),
        budget: Infinity,
        support: { id: "deck", velocity: { x: 0.25, y: -0 }, version: 1 },
      },
      { ...walker("post", 2, -5, { x: 2, y: -5 }), locked: true, velocity: { x: 0, y: 0 } },
    ],
    parameters: {
      timeHorizon: 3,
      timeStep: 0.1,
      neighborDistance: Infinity,
      perturbation: { size: 1e-4, seed: 7 },
    },
    obstacles: [{ id: "w", corners: [{ x: -2, y: -3 }, { x: 2, y: -3 }] }],
  },
};

/** What the steps of `PLAIN` are given, by tick. */
export const PLAIN_GIVEN: ReadonlyMap<number, Given> = new Map<number, Given>([
  [3, { input: { preferred: [{ id: 1, velocity: { x: -0, y: 0.1 + 0.2 } }] } }],
  [5, { changes: [{ kind: "AgentsAdded", agents: [walker("late", 7, 0.3, { x: -7, y: 0.3 })] }] }],
  [9, { input: { feedback: [{ id: 2, position: { x: -3.9, y: 0.31 }, velocity: { x: 0.5, y: -0.25 } }] } }],
  [12, { input: { supports: [{ id: "deck", velocity: { x: 0.5, y: 0.125 }, version: 2 }] } }],
  [14, { changes: [{ kind: "ObstaclesReplaced", obstacles: [] }, { kind: "AgentsRemoved", ids: [3] }] }],
  [17, { input: { regions: [{ id: 0, region: { polygon: box(9), velocity: { x: 0.01, y: 0 } } }] } }],
  [18, { input: { preferred: [{ id: "nobody", velocity: { x: NaN, y: Infinity } }] } }],
  [20, {
    changes: [
      { kind: "AgentsChanged", changes: [{ id: 1, route: [{ x: 5, y: 5 }, { x: 0, y: 6 }], maxSpeed: 2 }] },
      { kind: "AgentsAdded", agents: [walker(1, 0, 0, { x: 1, y: 1 })] }, // refused: the ID is there
    ],
  }],
]);

function box(size: number) {
  return [{ x: -size, y: -size }, { x: size, y: -size }, { x: size, y: size }, { x: -size, y: size }];
}

/** Three on the P/Q slope. */
export const TILED: RunInput = {
  ground: GROUND,
  crowd: {
    agents: [
      { radius: 0.1, maxSpeed: 1, budget: 1, ...resting(-0.09), id: "a" },
      { id: "b", radius: 0.1, maxSpeed: 1, budget: 1, position: { x: -2, y: 2 }, goal: { x: 2, y: 2 } },
      {
        id: "c",
        radius: 0.1,
        maxSpeed: 1,
        budget: "unlimited",
        position: { x: 2, y: -2 },
        goal: { x: -2, y: -2 },
      },
    ],
    parameters: { timeHorizon: 3, timeStep: 0.1 },
  },
};

/** What the steps of `TILED` are given, by tick. */
export const TILED_GIVEN: ReadonlyMap<number, Given> = new Map<number, Given>([
  [33, { changes: [{ kind: "CrossingInterrupted", id: "b", cause: "sweepBlocked" }] }],
  [25, {
    changes: [{
      kind: "AgentsAdded",
      agents: [{
        id: "d",
        radius: 0.1,
        maxSpeed: 1,
        budget: 1,
        position: { x: -1, y: -5 },
        goal: { x: 1, y: -5 },
      }],
    }],
  }],
  [30, { changes: [{ kind: "AgentsRemoved", ids: ["c"] }] }],
  [50, { changes: [{ kind: "AgentsChanged", changes: [{ id: "b", route: [{ x: -3, y: 3 }] }] }] }],
  [55, {
    changes: [{ kind: "AgentsChanged", changes: [{ id: "b", maxSpeed: 0.5, position: { x: 0, y: 0 } }] }],
  }],
  [57, { changes: [{ kind: "AgentsChanged", changes: [{ id: "b", maxSpeed: 0.5 }] }] }],
  [60, {
    changes: [{
      kind: "AgentsAdded",
      agents: [{ id: "c", radius: 0.1, maxSpeed: 1, position: { x: -5, y: 0 } }],
    }],
  }],
]);

/** A sink that keeps the bytes that a file would hold. */
export function memorySink(): { readonly sink: RunSink; readonly bytes: () => Uint8Array } {
  const lines: Uint8Array[] = [];
  return {
    sink: {
      append: (entry) => {
        lines.push(lineOf(lines.length + 1, entry));
        return Promise.resolve(E.right(undefined));
      },
    },
    bytes: () => Uint8Array.from(lines.flatMap((line) => [...line])),
  };
}

/** A store that keeps entries until one of this number, from 1, and refuses it. */
export function failingStore(entry: number): HandoffStore {
  const store = memoryStore(), failure: StoreFailure = { kind: "Unavailable", reason: "disk full" };
  let count = 0;
  return {
    read: store.read,
    append: (one) => ++count >= entry ? Promise.resolve(E.left(failure)) : store.append(one),
  };
}

/** A whole run: its digest after every tick, what each step said, and the run at its end. */
export async function runThrough(
  input: RunInput,
  given: ReadonlyMap<number, Given>,
  ticks: number,
  outlets: RunOutlets,
): Promise<
  { readonly digests: readonly string[]; readonly steps: readonly DrivenStep[]; readonly run: DrivenCrowd }
> {
  let run = right(await drivenCrowd(input, outlets)), digest = extendDigest(EMPTY_DIGEST, run.crowd);
  const digests = [digestText(digest)], steps: DrivenStep[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    const step = await stepDriven(run, given.get(tick));
    run = step.after;
    digest = extendDigest(digest, run.crowd);
    digests.push(digestText(digest));
    steps.push(step);
  }
  return { digests, steps, run: await endRecording(run) };
}

/** Replays the record in a file and prints the digest after every tick, then what came of it. */
async function replayAloud(path: string): Promise<void> {
  const record = right(await readRunLog(path));
  const found = right(
    await replay(record, {
      onStart: ({ crowd }) => tell(crowd),
      onStep: ({ after }) => tell(after.crowd),
    }),
  );
  console.log(O.isSome(found.divergence) ? divergenceText(found.divergence.value) : "equal");
  console.log(`${found.compared} ${found.ending}`);
}

let digest = EMPTY_DIGEST;
function tell(crowd: DrivenCrowd["crowd"]): void {
  digest = extendDigest(digest, crowd);
  console.log(digestText(digest));
}

if (import.meta.main) await replayAloud(Deno.args[0]!);
