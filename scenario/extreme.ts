import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { AgentId } from "../geometry/agent.ts";
import type { Expectation } from "./expectation.ts";
import { leastGapBelow } from "./pair_gap.ts";
import type { Polygon } from "../boundary/polygon.ts";
import type { SteppedAgent } from "./step_motion.ts";
import { wallClearanceBelow } from "./wall_clearance.ts";
import { length } from "../geometry/vector.ts";

/** The least or largest value of a quantity so far, who had it and when. */
export interface Extreme {
  /** m or m/s. */
  readonly value: number;
  /** The pair of a gap, or the one agent. */
  readonly agents: readonly AgentId[];
  /** s from the run's start. */
  readonly time: number;
}

/** Quantities that are followed through the run: least gap, least wall clearance, largest speed. */
export type Quantity = "gap" | "wallClearance" | "speed";

/** An extreme that is followed, for some or all agents, from some time on. */
export interface Watch {
  /** What is followed. */
  readonly quantity: Quantity;
  /** For whom; absent: for all. */
  readonly agents?: ReadonlySet<AgentId>;
  /** From when, s. */
  readonly from: number;
  /** What was found so far; none where nothing could be measured. */
  readonly extreme: O.Option<Extreme>;
}

/** A watch that has seen nothing yet, for an expectation of that quantity. */
export function watchFor(e: Extract<Expectation, { readonly kind: Quantity }>): Watch {
  return {
    quantity: e.kind,
    ...(e.agents === undefined ? {} : { agents: new Set(e.agents) }),
    from: e.from ?? 0,
    extreme: O.none,
  };
}

/** A step's start may lie this much before a watch's `from` and still count, s: times are sums of steps. */
const SAME_TIME = 1e-9;

/** The watch after one more step, which began at `time` and went along `motions`. */
export function watchStep(
  watch: Watch,
  time: number,
  motions: readonly SteppedAgent[],
  walls: readonly Polygon[],
): Watch {
  if (time < watch.from - SAME_TIME) return watch;
  const agents = watch.agents;
  const seen = agents === undefined ? motions : motions.filter(({ before }) => agents.has(before.id));
  const found = measure(watch, seen, walls);
  return found === undefined ? watch : { ...watch, extreme: O.some({ ...found, time: time + found.time }) };
}

/** A more extreme value than the watch's, its time counted from the step's start. */
function measure(
  watch: Watch,
  motions: readonly SteppedAgent[],
  walls: readonly Polygon[],
): Extreme | undefined {
  switch (watch.quantity) {
    case "gap": {
      const found = leastGapBelow(valueOr(watch, Infinity), motions);
      if (found === undefined) return undefined;
      const agents = [motions[found.one]!.before.id, motions[found.other]!.before.id];
      return { value: found.gap, agents, time: found.time };
    }
    case "wallClearance":
      return leastClearance(valueOr(watch, Infinity), motions, walls);
    case "speed":
      return largestSpeed(valueOr(watch, -Infinity), motions);
  }
}

function valueOr(watch: Watch, none: number): number {
  return O.isSome(watch.extreme) ? watch.extreme.value.value : none;
}

function leastClearance(
  below: number,
  motions: readonly SteppedAgent[],
  walls: readonly Polygon[],
): Extreme | undefined {
  let extreme: Extreme | undefined;
  for (const motion of motions) {
    for (const wall of walls) {
      const found = wallClearanceBelow(extreme?.value ?? below, motion, wall);
      if (found !== undefined) {
        extreme = { value: found.clearance, agents: [motion.before.id], time: found.time };
      }
    }
  }
  return extreme;
}

/** Relative to what carries the agent. Speed is convex in time on every piece, so it is largest at one of the ends. */
function largestSpeed(above: number, motions: readonly SteppedAgent[]): Extreme | undefined {
  let extreme: Extreme | undefined, most = above;
  const offer = (speed: number, { before }: SteppedAgent, time: number): void => {
    if (speed > most) most = speed, extreme = { value: speed, agents: [before.id], time };
  };
  for (const motion of motions) {
    let elapsed = 0;
    for (const { duration, velocity, acceleration } of motion.carried.motion) {
      offer(length(velocity), motion, elapsed);
      elapsed += duration;
      offer(
        length({ x: velocity.x + acceleration.x * duration, y: velocity.y + acceleration.y * duration }),
        motion,
        elapsed,
      );
    }
  }
  return extreme;
}
