import { itemsOf } from "../crowd/persistent_list.ts";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Crowd, StepInput } from "../crowd/crowd.ts";
import { createCrowd, stepCrowd } from "../crowd/mod.ts";
import type { CrossingParameters, Errand, HandoffNews } from "../crowd/tiled_crowd.ts";
import type { TiledGround } from "../crowd/tiled_ground.ts";
import type { Checked, InputError } from "../geometry/input_error.ts";
import { changedBy, type CrowdChange } from "./crowd_change.ts";
import { type HandoffRun, openHandoffRun, stepHandoffs } from "./handoff_runner.ts";
import { type HandoffStore, memoryStore } from "./handoff_store.ts";
import { recordGiven, type Recording, recordStep, type RunSink, startRecording } from "./recording.ts";

/** What a run begins with. It and what each step is given are enough to repeat the run bit for bit (C12). */
export interface RunInput {
  /** Agents, parameters and obstacles, as `createCrowd` takes them. */
  readonly crowd: unknown;
  /** Tiles that the agents walk on; absent: one level ground, and no handoffs. */
  readonly ground?: TiledGround;
  /** How crossings are begun and timed. */
  readonly crossing?: CrossingParameters;
}

/** Where a run writes. */
export interface RunOutlets {
  /** Handoffs, each before it is carried out (H14); default: they are forgotten with the run. */
  readonly store?: HandoffStore;
  /** The run itself, to be replayed; default: it is not recorded. */
  readonly sink?: RunSink;
  /** A recorded run notes its state every so many steps, a whole number, at least 1; default 10. */
  readonly every?: number;
}

/** A crowd as the driver steps it: with handoffs that are written down where there are tiles, and recorded where wanted. */
export interface DrivenCrowd {
  /** The crowd now. */
  readonly crowd: Crowd;
  /** Its handoffs. */
  readonly handoffs?: HandoffRun;
  /** How its record stands. */
  readonly recording?: Recording;
}

/** What was sensed before a step. */
export interface Given {
  /** What has become different, in this order; a change that cannot be made is refused, and the others are made. */
  readonly changes?: readonly CrowdChange[];
  /** Preferred velocities, feedback, supports, regions and foreign motions of this step. */
  readonly input?: StepInput;
}

/** A step of a driven crowd: what there is to act on. */
export interface DrivenStep {
  /** The crowd as it moved off, changes and handoffs before the motion included. */
  readonly before: Crowd;
  /** After it; its report has the decisions. */
  readonly after: DrivenCrowd;
  /** Commands of handoffs, in order: all were carried out, after what they depend on had become durable. */
  readonly errands: readonly Errand[];
  /** What happened to handoffs. */
  readonly news: readonly HandoffNews[];
  /** Why changes were refused. What was wrong with `input` is in the crowd's report. */
  readonly refused: readonly InputError[];
}

/**
 * A crowd before its first step, in a run that may be recorded. Errors: those of `createCrowd`, agents that stand on no tile, and
 * an input that is no plain data and cannot be recorded.
 */
export async function drivenCrowd(
  { crowd: input, ground, crossing }: RunInput,
  { store = memoryStore(), sink, every }: RunOutlets = {},
): Promise<Checked<DrivenCrowd>> {
  const crowd = createCrowd(input);
  if (E.isLeft(crowd)) return crowd;
  const stored = ground === undefined || sink === undefined ? undefined : await store.read();
  const run = ground === undefined
    ? undefined
    : await openHandoffRun(crowd.right, ground, store, crossing === undefined ? {} : { crossing });
  if (run !== undefined && E.isLeft(run)) return run;
  const now: DrivenCrowd = run === undefined
    ? { crowd: crowd.right }
    : { crowd: run.right.world.crowd, handoffs: run.right };
  if (sink === undefined) return E.right(now);
  return await startRecording(now, { crowd: input, ground, crossing, stored, every }, sink);
}

/** One step (C12): the changes, what handoffs hear, everybody's decision and motion, and what came of it. */
export async function stepDriven(old: DrivenCrowd, given: Given = {}): Promise<DrivenStep> {
  const noted = await recordGiven(old, given);
  const refused: InputError[] = [];
  let now = noted;
  (given.changes ?? []).forEach((change, i) => {
    const next = changedBy(now, change);
    if (E.isRight(next)) now = next.right;
    else refused.push(...next.left.map((error) => ({ ...error, path: ["changes", i, ...error.path] })));
  });
  // News stay with a world until its next step begins: those after the old ones are of the changes.
  const early = now.handoffs === undefined
    ? []
    : itemsOf(now.handoffs.world.news).slice(old.handoffs?.world.news.size);
  const errands: Errand[] = [];
  const { before, after, news } = await moved(now, given.input, (errand) => errands.push(errand));
  return { before, after: await recordStep(old, after), errands, news: [...early, ...news], refused };
}

async function moved(
  now: DrivenCrowd,
  input: StepInput = {},
  onErrand: (errand: Errand) => void,
): Promise<Pick<DrivenStep, "before" | "after" | "news">> {
  const { crowd, handoffs } = now;
  if (handoffs === undefined) {
    return { before: crowd, after: { ...now, crowd: stepCrowd(crowd, input) }, news: [] };
  }
  const { before, run } = await stepHandoffs(handoffs, input, { onErrand }), { world } = run;
  return { before, after: { ...now, crowd: world.crowd, handoffs: run }, news: itemsOf(world.news) };
}
