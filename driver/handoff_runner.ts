import { itemAt } from "../crowd/persistent_list.ts";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd, StepInput } from "../crowd/crowd.ts";
import { carryOut } from "../crowd/crossing_errands.ts";
import { haltCrossings, haltEverybody } from "../crowd/halt_crossings.ts";
import {
  CROSSING,
  type CrossingParameters,
  type Errand,
  isSettled,
  type TiledCrowd,
  tiledCrowd,
} from "../crowd/tiled_crowd.ts";
import type { TiledGround } from "../crowd/tiled_ground.ts";
import { moveTiledCrowd, recoverCrossings, senseCrossings } from "../crowd/tiled_step.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import type { TornLine } from "./checked_lines.ts";
import { type HandoffStore, latestHandoffs, type StoreFailure } from "./handoff_store.ts";

/** A crowd on tiles whose handoffs are written down before they are carried out (C12, H14). */
export interface HandoffRun {
  /** The crowd. */
  readonly world: TiledCrowd;
  /** Where its handoffs are written. */
  readonly store: HandoffStore;
  /** Entries that this run has written. */
  readonly written: number;
  /** Agents that have gone: their IDs are not used again in this run. */
  readonly gone: ReadonlySet<AgentId>;
  /** Run epoch: above that of every run that the store knows of. */
  readonly epoch: number;
  /** What a crash had cut off at the store's end. */
  readonly torn: O.Option<TornLine>;
  /** Why the store is not used any more; then `world` is halted, and everybody who was crossing comes to rest. */
  readonly failure: O.Option<StoreFailure>;
}

/** How handoffs are run. */
export interface HandoffOptions {
  /** How crossings are begun and timed. */
  readonly crossing?: CrossingParameters;
  /** Told of every command after it was carried out; for a `Persist`, after it is durable. */
  readonly onErrand?: (errand: Errand) => void;
  /** Told of the crowd as soon as it has moved, before anything follows from that. */
  readonly onMotion?: (crowd: Crowd) => void;
}

/** A step of a run. */
export interface HandoffStepped {
  /** The crowd as it moved off, with what handoffs changed before that. */
  readonly before: Crowd;
  /** The run after the step. */
  readonly run: HandoffRun;
}

/**
 * Begins a run, or goes on with one from what its store holds (H14): the last state of each agent, an epoch above all earlier
 * ones, written down before it is used, and for each handoff a recovery from the agent's actual place and velocity in
 * `crowd`. A store that cannot be trusted is not used: everybody is brought to rest, and `failure` says why.
 *
 * @param crowd the agents as they really are now; its tick goes on from where the clock stood
 * @returns errors where agents stand on no tile
 */
export async function openHandoffRun(
  crowd: Crowd,
  ground: TiledGround,
  store: HandoffStore,
  options: HandoffOptions = {},
): Promise<Checked<HandoffRun>> {
  const parameters = options.crossing ?? CROSSING;
  const stored = await store.read();
  const latest = E.isLeft(stored) ? stored : latestHandoffs(stored.right.entries);
  const torn = E.isRight(stored) ? O.fromNullable(stored.right.torn) : O.none;
  const epoch = E.isRight(latest) ? latest.right.epoch + 1 : 0;
  const states = E.isRight(latest) ? latest.right.states : new Map();
  const placed = tiledCrowd(crowd, ground, parameters, { epoch, states });
  if (E.isLeft(placed)) return placed;
  const begun: HandoffRun = {
    world: placed.right,
    store,
    written: 0,
    gone: new Set(),
    epoch,
    torn,
    failure: O.none,
  };
  if (E.isLeft(latest)) return E.right(stopped(begun, latest.left));
  const taken = await store.append({ kind: "Started", epoch });
  if (E.isLeft(taken)) return E.right(stopped(begun, taken.left));
  const world = recoverCrossings(begun.world, states.keys(), epoch);
  return E.right(await carriedOut({ ...begun, world, written: 1 }, options));
}

/** Nothing is known of who was crossing, or nothing can be written of it: everybody comes to rest. */
function stopped(run: HandoffRun, failure: StoreFailure): HandoffRun {
  return { ...run, world: haltEverybody(run.world), failure: O.some(failure) };
}

/** One step: what handoffs hear before it, everybody's motion, and what came of it; each command in its turn. */
export async function stepHandoffs(
  run: HandoffRun,
  input: StepInput = {},
  options: HandoffOptions = {},
): Promise<HandoffStepped> {
  const ready = await carriedOut({ ...run, world: senseCrossings(run.world) }, options);
  const moved = { ...ready, world: moveTiledCrowd(ready.world, input) };
  options.onMotion?.(moved.world.crowd);
  return { before: ready.world.crowd, run: await carriedOut(moved, options) };
}

/**
 * Carries out what waits in the outbox, strictly in order: a record is durable before the command after it is begun. Where it
 * cannot be made durable, nothing that depends on it is done.
 */
export async function carriedOut(run: HandoffRun, { onErrand }: HandoffOptions = {}): Promise<HandoffRun> {
  let { world, written } = run;
  while (!isSettled(world)) {
    const errand = itemAt(world.outbox, 0)!, { agent, command } = errand;
    if (command.kind === "Persist") {
      const durable = await run.store.append({ kind: "State", agent, record: command.record });
      if (E.isLeft(durable)) {
        return { ...run, written, world: haltCrossings(world), failure: O.some(durable.left) };
      }
      written++;
    }
    world = carryOut(world);
    onErrand?.(errand);
  }
  return { ...run, world, written };
}
