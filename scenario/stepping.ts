import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { removeAgents } from "../crowd/create.ts";
import { stepCrowd } from "../crowd/step.ts";
import type { Crowd, StepInput } from "../crowd/crowd.ts";
import { type TiledCrowd, tiledCrowd } from "../crowd/tiled_crowd.ts";
import { moveTiledCrowd, senseCrossings, settled } from "../crowd/tiled_step.ts";
import type { Checked } from "../geometry/input_error.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { AtGoal, Scenario } from "./scenario.ts";

/** A crowd that a scenario is run with. */
export interface Stepping {
  /** The crowd now. */
  readonly crowd: Crowd;
  /** The same crowd with its handoffs, where the scenario has tiles. */
  readonly tiled?: TiledCrowd;
  /** What becomes of agents at their goals. */
  readonly atGoal: AtGoal;
  /** Places that it is looked at from, m (C4); absent: everybody is seen in full detail. */
  readonly viewers?: readonly Vec2[];
}

/** A step: the crowd as it moved off, with what handoffs changed before that, and what came of it. */
export interface Stepped {
  /** Before the motion, without those who have left; positions are those of the step before. */
  readonly before: Crowd;
  /** After it. */
  readonly after: Stepping;
}

/** A scenario's crowd, put on its tiles where it has some. Errors: agents that stand on none. */
export function startStepping(
  { ground, atGoal = "stay", viewers }: Pick<Scenario, "ground" | "atGoal" | "viewers">,
  crowd: Crowd,
): Checked<Stepping> {
  const rest = { atGoal, ...(viewers === undefined ? {} : { viewers }) };
  if (ground === undefined) return E.right({ crowd, ...rest });
  const tiled = tiledCrowd(crowd, ground);
  return E.isLeft(tiled) ? tiled : E.right({ crowd: tiled.right.crowd, tiled: tiled.right, ...rest });
}

/** The crowd that a step begins with: without those who were at their goals after the last one, where they leave there. */
export function staying(crowd: Crowd, atGoal: AtGoal): Crowd {
  const { arrived } = crowd.report;
  return atGoal === "stay" || arrived.length === 0 ? crowd : removeAgents(crowd, arrived);
}

/** One step, handoffs included, without a durable record of them. */
export function stepOnce({ crowd, tiled, ...rest }: Stepping): Stepped {
  const input = inputOf(rest);
  if (tiled === undefined) {
    const before = staying(crowd, rest.atGoal);
    return { before, after: { crowd: stepCrowd(before, input), ...rest } };
  }
  const ready = settled(senseCrossings(tiled)), next = settled(moveTiledCrowd(ready, input));
  return { before: ready.crowd, after: { crowd: next.crowd, tiled: next, ...rest } };
}

/** What each step of a scenario is given. */
export function inputOf({ viewers }: Pick<Scenario, "viewers">): StepInput {
  return viewers === undefined ? {} : { viewers };
}
