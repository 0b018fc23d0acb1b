import type { AgentDecision } from "../crowd/crowd.ts";
import type { AgentId } from "../geometry/agent.ts";
import { compareAgentIds } from "../geometry/agent.ts";
import type { UnprovenPair } from "../solver/decision.ts";

/** What the separation floor did in a run (M1–M9). */
export interface FloorMetrics {
  /** Planes of the floor that decisions were proven against, all agents and steps together. */
  readonly planes: number;
  /** Pairs that the floor does not cover, by reason, all steps together; a pair counts once a step. */
  readonly unproven: Readonly<Record<UnprovenPair["reason"], number>>;
}

/** Nothing has been seen yet. */
export const NO_FLOOR: FloorMetrics = {
  planes: 0,
  unproven: {
    overlapping: 0,
    tooFast: 0,
    holdsItsLine: 0,
    otherReference: 0,
    otherStorey: 0,
    otherLayer: 0,
    ignoresIt: 0,
    behindWall: 0,
    uncontrolled: 0,
    carriedAlongCurve: 0,
  },
};

/** The metrics with one more step's decisions. */
export function addFloor(metrics: FloorMetrics, decisions: readonly AgentDecision[]): FloorMetrics {
  let planes = metrics.planes;
  const unproven = { ...metrics.unproven }, seen = new Map<AgentId, Set<AgentId>>();
  for (const { id, decision: { proof } } of decisions) {
    if (proof === undefined) continue;
    for (const { kind } of proof.limits) if (kind === "floor") planes++;
    for (const { id: other, reason } of proof.unproven) {
      const [low, high] = compareAgentIds(id, other) < 0 ? [id, other] : [other, id];
      const partners = seen.get(low) ?? new Set();
      seen.set(low, partners);
      if (partners.has(high)) continue;
      partners.add(high);
      unproven[reason]++;
    }
  }
  return { planes, unproven };
}
