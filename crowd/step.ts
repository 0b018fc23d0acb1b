import type { AgentId } from "../geometry/agent.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";
import { ZERO } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import { parametersOf } from "./agent_parameters.ts";
import type { Chosen } from "./choose.ts";
import { applied } from "./applied.ts";
import type {
  AgentDecision,
  Crowd,
  CrowdAgent,
  MovedAgent,
  NeighborCut,
  Stalled,
  StepInput,
} from "./crowd.ts";
import { decideOne, surroundingsOf } from "./decide_one.ts";
import { withDestinations } from "./destination.ts";
import { detailOf } from "./detail.ts";
import { type NeighborSearch, uniformGrid } from "./neighbor_search.ts";
import { movedAs } from "./moved_agents.ts";
import { indexObstacles } from "./obstacle_search.ts";
import { placesAtWalls } from "./place_at_wall.ts";
import { findOverlaps } from "./overlaps.ts";
import { settledAgents, weighedAgents } from "./settling.ts";
import { readStepInput } from "./step_input.ts";
import { arrivedAgents, deadlocks, STALLED_AFTER } from "./waiting.ts";
import { restsAtWall, type Wish, wishOf, wishToGoOn, worldWish } from "./wish.ts";

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
  const details = given.agents.map((agent) => detailOf(agent, parameters, given.viewers, tick));
  const walls = indexObstacles(crowd.obstacles), atWalls = placesAtWalls(given.agents, parameters, walls);
  const { agents: resting, contacts } = settledAgents(given.agents, parameters, search, atWalls);
  const wishes = resting.map((agent, i) =>
    details[i]!.now === "skipped"
      ? wishToGoOn(agent, parameters)
      : wishOf(agent, given.preferred, parametersOf(agent, parameters), tick, {
        every: details[i]!.every,
        contacts: contacts[i]!,
        atWall: atWalls.get(i),
      })
  );
  const records = parameters.optimizationVelocity === "preferred"
    ? resting.map((agent, i) => ({ ...agent, preferredVelocity: worldWish(agent, wishes[i]!) }))
    : resting;
  const snapshot = withDestinations(weighedAgents(records, parameters), wishes, walls, parameters);

  const around = surroundingsOf(snapshot, walls, parameters, search);
  const stalledBefore = new Map(crowd.report.stalled.map((entry) => [entry.id, entry]));
  const agents: CrowdAgent[] = [], decisions: AgentDecision[] = [], moved: MovedAgent[] = [];
  const cuts: NeighborCut[] = [], stalled: Stalled[] = [];
  for (let i = 0; i < snapshot.length; i++) {
    const agent = snapshot[i]!, record = resting[i]!;
    if (agent.locked) {
      agents.push(record);
      continue;
    }
    const motion = given.moved.get(agent.id);
    if (motion !== undefined) {
      agents.push(applied(record, movedAs(agent, motion), 0, parameters));
      moved.push({
        id: agent.id,
        from: agent.position,
        supportVelocity: agent.support?.velocity ?? ZERO,
        motion,
      });
      continue;
    }
    const { now: detail } = details[i]!;
    const { chosen, waiting, cut } = decideOne(around, i, wishes[i]!, detail);
    if (cut !== undefined) cuts.push(cut);
    if (detail === "skipped") {
      const before = stalledBefore.get(agent.id);
      if (before !== undefined) stalled.push(before);
    } else if (waiting > STALLED_AFTER) {
      stalled.push({ id: agent.id, seconds: waiting, heldBy: holding(chosen, wishes[i]!) });
    }
    agents.push(applied(record, chosen, waiting, parameters));
    decisions.push({
      id: agent.id,
      preferred: chosen.preferred,
      from: agent.position,
      supportVelocity: agent.support?.velocity ?? ZERO,
      detail,
      decision: chosen.decision,
    });
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
      skipped: decisions.reduce((sum, { detail }) => detail === "skipped" ? sum + 1 : sum, 0),
      decisions,
      moved,
      overlaps: findOverlaps(agents, search),
      cuts,
      stalled,
      deadlocked: deadlocks(stalled),
      settled: agents.flatMap(({ id, settled }) => settled === "no" ? [] : [id]),
      arrived: arrivedAgents(agents, parameters),
      rejectedInput: given.errors,
    },
  };
}

/** What holds an agent: what its decision came up against; where it rests at a wall, that. */
function holding({ straight }: Chosen, wish: Wish): readonly ConstraintSource[] {
  return restsAtWall(wish) ? [{ kind: "obstacle", id: wish.atWall.wall }] : eachWallOnce(straight.active);
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
