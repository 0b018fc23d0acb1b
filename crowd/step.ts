import type { AgentId } from "../geometry/agent.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";
import { ZERO } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import { parametersOf } from "./agent_parameters.ts";
import { applied } from "./applied.ts";
import { choose } from "./choose.ts";
import type {
  AgentDecision,
  Crowd,
  CrowdAgent,
  MovedAgent,
  NeighborCut,
  Stalled,
  StepInput,
} from "./crowd.ts";
import { floorOf, indexFloor } from "./floor.ts";
import { type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
import { movedAs } from "./moved_agents.ts";
import { indexCrowd, neighborsOf } from "./neighbors.ts";
import { indexObstacles } from "./obstacle_search.ts";
import { findOverlaps } from "./overlaps.ts";
import { readStepInput } from "./step_input.ts";
import { arrivedAgents, deadlocks, STALLED_AFTER } from "./waiting.ts";
import { wishOf, worldWish } from "./wish.ts";

/**
 * One step of the whole crowd (C1): pure and synchronous. Every decision reads the same snapshot; then all are applied,
 * velocities as decided and positions by the exact integral of the decided motion.
 *
 * @param input preferred velocities and feedback of this step; what is wrong in it is listed in the report, not used
 * @param search how neighbors are found (C3); results do not depend on it
 */
export function stepCrowd(crowd: Crowd, input: StepInput = {}, search: NeighborSearch = uniformGrid): Crowd {
  const { parameters, tick } = crowd;
  const given = readStepInput(crowd, input);
  const owns = given.agents.map((agent) => parametersOf(agent, parameters));
  const wishes = given.agents.map((agent, i) => wishOf(agent, given.preferred, owns[i]!, tick));
  const snapshot = parameters.optimizationVelocity === "preferred"
    ? given.agents.map((agent, i) => ({ ...agent, preferredVelocity: worldWish(agent, wishes[i]!) }))
    : given.agents;

  const index = indexCrowd(snapshot, parameters, search);
  const floor = indexFloor(snapshot, index.index, parameters);
  const walls = indexObstacles(crowd.obstacles);
  const agents: CrowdAgent[] = [], decisions: AgentDecision[] = [], moved: MovedAgent[] = [];
  const cuts: NeighborCut[] = [], stalled: Stalled[] = [];
  for (let i = 0; i < snapshot.length; i++) {
    const agent = snapshot[i]!;
    if (agent.locked) {
      agents.push(agent);
      continue;
    }
    const motion = given.moved.get(agent.id);
    if (motion !== undefined) {
      agents.push(applied(agent, movedAs(agent, motion), ZERO, parameters));
      moved.push({
        id: agent.id,
        from: agent.position,
        supportVelocity: agent.support?.velocity ?? ZERO,
        motion,
      });
      continue;
    }
    const own = owns[i]!, { neighbors, cut } = neighborsOf(i, snapshot, index, own);
    if (cut !== undefined) cuts.push(cut);
    const wish = wishes[i]!;
    const chosen = choose(
      agent,
      neighbors,
      walls,
      floorOf(i, snapshot, floor, parameters),
      wish,
      own,
    );
    const next = applied(agent, chosen, wish.velocity, parameters);
    agents.push(next);
    decisions.push({
      id: agent.id,
      preferred: chosen.preferred,
      from: agent.position,
      supportVelocity: agent.support?.velocity ?? ZERO,
      decision: chosen.decision,
    });
    if (next.waiting > STALLED_AFTER) {
      stalled.push({ id: agent.id, seconds: next.waiting, heldBy: eachWallOnce(chosen.straight.active) });
    }
  }
  return {
    obstacles: crowd.obstacles,
    agents,
    parameters,
    tick: tick + 1,
    time: (tick + 1) * parameters.timeStep,
    remainder: crowd.remainder,
    report: {
      counts: countKinds(decisions),
      decisions,
      moved,
      overlaps: findOverlaps(agents, search),
      cuts,
      stalled,
      deadlocked: deadlocks(stalled),
      arrived: arrivedAgents(agents, parameters),
      rejectedInput: given.errors,
    },
  };
}

/** A wall may hold an agent by several half-planes. */
function eachWallOnce(active: readonly ConstraintSource[]): readonly ConstraintSource[] {
  return active.filter(({ kind, id }, i) =>
    kind !== "obstacle" || active.findIndex((other) => other.kind === kind && other.id === id) === i
  );
}

function countKinds(decisions: readonly { readonly decision: Decision; readonly id: AgentId }[]) {
  const counts = { Clear: 0, AvoidanceRelaxed: 0, ProvenStop: 0, BoundaryUnreachable: 0, Uncontrolled: 0 };
  for (const { decision } of decisions) counts[decision.kind]++;
  return counts;
}
