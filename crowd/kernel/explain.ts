import { ZERO } from "../../geometry/vector.ts";
import type { AgentDecision, NeighborCut } from "../crowd.ts";
import { decideOne } from "../decide_one.ts";
import { indexObstacles } from "../obstacle_search.ts";
import { ON_RECORDS } from "./columns.ts";
import type { Kernel } from "./kernel.ts";
import { type KernelInput, NO_INPUT, sense, senseOwn, wholeOf, wishIn } from "./step.ts";

/** What `stepKernel` decides for one agent, with all that the record pipeline knows about it. */
export interface Explained {
  /** The decision with its margins, its proof and what holds it. */
  readonly decided: AgentDecision;
  /** What the caps cut off of its neighbors. */
  readonly cut: NeighborCut;
}

/**
 * Decides for one agent by the record pipeline, from the same state as `stepKernel` does for all: the same velocity, bit for
 * bit, with proofs and reasons. It costs a look at the whole crowd.
 *
 * @param i number of the agent in the order of IDs; for a locked agent, the decision to rest
 */
export function explainAgent(kernel: Kernel, i: number, input: KernelInput = NO_INPUT): Explained {
  senseOwn(kernel, 0, kernel.fixed.count);
  const given = sense(kernel, input), around = wholeOf(kernel, indexObstacles(kernel.obstacles));
  const agent = around.agents[i]!, detail = given.details.get(i) ?? "full";
  const { chosen, cut } = decideOne(around, i, wishIn(kernel, given, i), detail);
  return {
    decided: {
      id: agent.id,
      preferred: chosen.preferred,
      from: agent.position,
      supportVelocity: agent.support?.velocity ?? ZERO,
      detail,
      decision: chosen.decision,
    },
    cut: cut ?? { id: agent.id, byCap: 0, byDistance: 0 },
  };
}

/** Whether the record pipeline decides for an agent in every step, because columns do not hold what it decides from. */
export function isOnRecords(kernel: Kernel, i: number): boolean {
  return (kernel.fixed.flags[i]! & ON_RECORDS) !== 0;
}
