import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Crowd } from "../crowd/crowd.ts";
import { stepCrowd } from "../crowd/mod.ts";
import type { HandoffNews } from "../crowd/tiled_crowd.ts";
import type { Checked } from "../geometry/input_error.ts";
import type { AtGoal, Scenario } from "../scenario/scenario.ts";
import { staying } from "../scenario/stepping.ts";
import { type HandoffRun, openHandoffRun, stepHandoffs } from "./handoff_runner.ts";
import type { HandoffStore } from "./handoff_store.ts";

/** A scenario's crowd as the driver steps it: with handoffs that are written down, where there are tiles. */
export interface DrivenCrowd {
  /** The crowd now. */
  readonly crowd: Crowd;
  /** Its handoffs. */
  readonly handoffs?: HandoffRun;
  /** What becomes of agents at their goals. */
  readonly atGoal: AtGoal;
}

/** A step of a driven crowd. */
export interface DrivenStep {
  /** The crowd as it moved off. */
  readonly before: Crowd;
  /** After it. */
  readonly after: DrivenCrowd;
  /** What happened to handoffs. */
  readonly news: readonly HandoffNews[];
}

/** A scenario's crowd before its first step. Errors: agents that stand on no tile. */
export async function drivenCrowd(
  { ground, atGoal = "stay" }: Pick<Scenario, "ground" | "atGoal">,
  crowd: Crowd,
  store: HandoffStore,
): Promise<Checked<DrivenCrowd>> {
  if (ground === undefined) return E.right({ crowd, atGoal });
  const run = await openHandoffRun(crowd, ground, store);
  return E.isLeft(run) ? run : E.right({ crowd: run.right.world.crowd, handoffs: run.right, atGoal });
}

/** One step. */
export async function stepDriven({ crowd, handoffs, atGoal }: DrivenCrowd): Promise<DrivenStep> {
  if (handoffs === undefined) {
    const before = staying(crowd, atGoal);
    return { before, after: { crowd: stepCrowd(before), atGoal }, news: [] };
  }
  const { before, run } = await stepHandoffs(handoffs), { world } = run;
  return { before, after: { crowd: world.crowd, handoffs: run, atGoal }, news: world.news };
}
