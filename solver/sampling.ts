import { none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import type { Vec2 } from "../geometry/vector.ts";
import { costOf, marginsAt, ready } from "./candidate_record.ts";
import { isFeasible } from "./columns.ts";
import type { Margin, VelocityProblem } from "./problem.ts";
import { nextRandom, type RandomState } from "./random.ts";

/** How `solveBySampling` looks for a velocity. */
export interface Sampling {
  /** 32-bit seed. */
  readonly seed: number;
  /** Number of samples; a few hundred are usual. */
  readonly samples: number;
  /** Samples lie within this of the preferred velocity, m/s. */
  readonly spread: number;
}

/** The best sample. */
export interface Sample {
  /** m/s. */
  readonly velocity: Vec2;
  /** Distance to the preferred velocity, m/s. */
  readonly cost: number;
  /** Margins of all constraints, in the order of identity. */
  readonly margins: readonly Margin[];
}

/**
 * The teaching baseline (S8): tries the preferred velocity and seeded samples in a disc around it, and keeps the
 * nearest that violates nothing. Never better than the optimum, usually worse, and none where the samples miss the
 * feasible set.
 */
export function solveBySampling(problem: VelocityProblem, sampling: Sampling): Option<Sample> {
  const p = ready(problem), c = p.columns;
  let state: RandomState = sampling.seed | 0;
  let best: Vec2 | undefined, cost = Infinity;
  for (let k = 0; k <= sampling.samples; k++) {
    let x = 0, y = 0;
    if (k > 0) {
      do {
        [x, state] = nextRandom(state);
        [y, state] = nextRandom(state);
        x = 2 * x - 1;
        y = 2 * y - 1;
      } while (x * x + y * y > 1);
    }
    const velocity = { x: c.px + sampling.spread * x, y: c.py + sampling.spread * y };
    const found = costOf(c, velocity.x, velocity.y);
    if (found < cost && isFeasible(c, velocity.x, velocity.y)) {
      best = velocity;
      cost = found;
    }
  }
  return best === undefined ? none : some({ velocity: best, cost, margins: marginsAt(p, best.x, best.y) });
}
