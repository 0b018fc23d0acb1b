import { sortedById } from "../../geometry/orca.ts";
import type { Crowd, CrowdAgent } from "../crowd.ts";
import { findOverlaps } from "../overlaps.ts";
import { uniformGrid } from "../neighbor_search.ts";
import { deadlocks } from "../waiting.ts";
import { compareAgentIds } from "../../geometry/agent.ts";
import type { Partition } from "./partition.ts";

/** A part after a step: who stays, and who goes to whom. */
export interface Departure {
  /** The part without those that leave. */
  readonly staying: Crowd;
  /** By the number of the new owner; empty for the part itself. */
  readonly leaving: readonly (readonly CrowdAgent[])[];
}

/** A whole crowd as parts that own their agents (C1): everybody is in exactly one. */
export function splitCrowd(crowd: Crowd, { parts, ownerOf }: Partition): readonly Crowd[] {
  const owned: CrowdAgent[][] = Array.from({ length: parts }, () => []);
  for (const agent of crowd.agents) owned[ownerOf(agent.position)]!.push(agent);
  return owned.map((agents) => ({ ...crowd, agents }));
}

/** Who has left the area of `part`, whole records with all that they remember. */
export function departures(crowd: Crowd, part: number, { parts, ownerOf }: Partition): Departure {
  const leaving: CrowdAgent[][] = Array.from({ length: parts }, () => []), staying: CrowdAgent[] = [];
  for (const agent of crowd.agents) {
    const owner = ownerOf(agent.position);
    (owner === part ? staying : leaving[owner]!).push(agent);
  }
  return { staying: { ...crowd, agents: staying }, leaving };
}

/** The part with those that have come to it. */
export function withArrivals(crowd: Crowd, arrivals: readonly CrowdAgent[]): Crowd {
  return arrivals.length === 0 ? crowd : { ...crowd, agents: sortedById([...crowd.agents, ...arrivals]) };
}

/**
 * The whole crowd of its parts after a step, in any order: the same record as a step of the whole crowd gives, what the
 * parts could not see included: overlaps and deadlocks across borders. Parts of different ticks are no crowd: undefined.
 */
export function mergeParts(parts: readonly Crowd[]): Crowd | undefined {
  const [first] = parts;
  if (first === undefined || parts.some(({ tick }) => tick !== first.tick)) return undefined;
  const agents = sortedById(parts.flatMap((part) => part.agents)),
    reports = parts.map(({ report }) => report);
  const inOrder = <Entry extends { readonly id: CrowdAgent["id"] }>(entries: readonly Entry[]) =>
    [...entries].sort((a, b) => compareAgentIds(a.id, b.id));
  const stalled = inOrder(reports.flatMap((report) => report.stalled));
  const sum = (kind: keyof Crowd["report"]["counts"]): number =>
    reports.reduce((total, { counts }) => total + counts[kind], 0);
  return {
    ...first,
    agents,
    report: {
      counts: {
        Clear: sum("Clear"),
        AvoidanceRelaxed: sum("AvoidanceRelaxed"),
        ProvenStop: sum("ProvenStop"),
        BoundaryUnreachable: sum("BoundaryUnreachable"),
        Uncontrolled: sum("Uncontrolled"),
      },
      skipped: reports.reduce((total, { skipped }) => total + skipped, 0),
      decisions: inOrder(reports.flatMap((report) => report.decisions)),
      moved: inOrder(reports.flatMap((report) => report.moved)),
      overlaps: findOverlaps(agents, uniformGrid),
      cuts: inOrder(reports.flatMap((report) => report.cuts)),
      stalled,
      deadlocked: deadlocks(stalled),
      settled: agents.flatMap(({ id, settled }) => settled === "no" ? [] : [id]),
      arrived: reports.flatMap((report) => report.arrived).sort(compareAgentIds),
      rejectedInput: reports.flatMap((report) => report.rejectedInput),
    },
  };
}
