import type { AgentId } from "../../geometry/agent.ts";
import type { Crowd, NeighborCut, StepInput, StepReport } from "../crowd.ts";
import { uniformGrid } from "../neighbor_search.ts";
import { findOverlaps } from "../overlaps.ts";
import { readStepInput } from "../step_input.ts";
import { arrivedAgents } from "../waiting.ts";
import { DECISION_KINDS } from "./columns.ts";
import { agentOfKernel, type Kernel, kernelOf } from "./kernel.ts";
import { stepKernel } from "./step.ts";

/**
 * The crowd of columns as records, with what the report can say without the proofs of single agents: counts of decisions,
 * overlaps, what the cap cut off, who has arrived. Single decisions, cuts by distance and what holds stalled agents are
 * not recorded in columns: `explainAgent` tells for one agent.
 */
export function crowdOfKernel(kernel: Kernel): Crowd {
  const { obstacles, parameters, tick, remainder, fixed, records, state } = kernel;
  const agents = records.map((_, i) => agentOfKernel(kernel, i));
  const cuts: NeighborCut[] = [];
  for (let i = 0; i < fixed.count; i++) {
    const byCap = state.cutByCap[i]!;
    if (byCap > 0) cuts.push({ id: records[i]!.id, byCap, byDistance: 0 });
  }
  return {
    obstacles,
    agents,
    parameters,
    tick,
    time: tick * parameters.timeStep,
    remainder,
    report: {
      counts: countKinds(kernel),
      skipped: kernel.skipped,
      decisions: [],
      moved: [],
      overlaps: findOverlaps(agents, uniformGrid),
      cuts,
      stalled: [],
      deadlocked: [],
      settled: agents.flatMap(({ id, settled }) => settled === "no" ? [] : [id]),
      arrived: arrivedAgents(agents, parameters),
      rejectedInput: [],
    },
  };
}

/** How many decisions of each kind the step took that led to a kernel. */
export function countKinds({ state, fixed }: Kernel): StepReport["counts"] {
  const found = [0, 0, 0, 0, 0];
  for (let i = 0; i < fixed.count; i++) {
    const kind = state.kind[i]!;
    if (kind < DECISION_KINDS.length) found[kind]!++;
  }
  const [Clear = 0, AvoidanceRelaxed = 0, ProvenStop = 0, BoundaryUnreachable = 0, Uncontrolled = 0] = found;
  return { Clear, AvoidanceRelaxed, ProvenStop, BoundaryUnreachable, Uncontrolled };
}

/**
 * `stepCrowd` by way of columns: the same agents after the step, bit for bit, and a report without single decisions (see
 * `crowdOfKernel`). Many steps are faster on a kernel that stays one: see `kernelOf` and `stepKernel`.
 *
 * @param input as for `stepCrowd`
 * @example
 * ```ts
 * import { createCrowd, stepCrowd, stepCrowdFast } from "@halfstep/halfstep";
 *
 * const created = createCrowd({
 *   agents: [
 *     { id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1.5, goal: { x: 10, y: 0 } },
 *     { id: "b", position: { x: 10, y: 0 }, radius: 0.5, maxSpeed: 1.5, goal: { x: 0, y: 0 } },
 *   ],
 *   parameters: { timeHorizon: 2, timeStep: 0.1 },
 * });
 * if (created._tag === "Left") throw new Error(created.left[0].rule);
 * const slow = stepCrowd(created.right), fast = stepCrowdFast(created.right);
 * if (slow.agents[0]?.position.x !== fast.agents[0]?.position.x) throw new Error("the same to the last bit");
 * ```
 */
export function stepCrowdFast(crowd: Crowd, input: StepInput = {}): Crowd {
  const { agents, errors, ...heard } = readStepInput(crowd, input), { moved } = heard;
  const before = kernelOf({ ...crowd, agents });
  const after = crowdOfKernel(stepKernel(before, heard));
  const gone = movedReport(agents, moved);
  return { ...after, report: { ...after.report, moved: gone, rejectedInput: errors } };
}

function movedReport(
  agents: Crowd["agents"],
  moved: ReadonlyMap<AgentId, StepReport["moved"][number]["motion"]>,
): StepReport["moved"] {
  return agents.flatMap(({ id, position, support }) => {
    const motion = moved.get(id);
    return motion === undefined
      ? []
      : [{ id, from: position, supportVelocity: support?.velocity ?? { x: 0, y: 0 }, motion }];
  });
}
