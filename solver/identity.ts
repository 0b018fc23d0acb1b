import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import type { Disc, DiscRole } from "../geometry/disc.ts";
import type { ConstraintSource, HalfPlane } from "../geometry/half_plane.ts";
import type { ConstraintIdentity } from "./problem.ts";

const KIND_RANK: Readonly<Record<ConstraintSource["kind"] | "disc", number>> = {
  edge: 0,
  braking: 1,
  floor: 2,
  obstacle: 3,
  cooperation: 4,
  neighbor: 5,
  disc: 6,
};

const FEATURE_RANK = { arc: 0, leftLeg: 1, rightLeg: 2, overlap: 3 } as const;

/**
 * Total order of constraints (S3): kind of source, ID by G2, rule. Half-planes before discs; of discs the speed disc
 * first.
 */
export function compareIdentities(a: ConstraintIdentity, b: ConstraintIdentity): number {
  if (a.kind !== b.kind) return KIND_RANK[a.kind] - KIND_RANK[b.kind];
  if (a.kind === "disc") {
    const other = b as typeof a;
    return a.role === other.role ? a.index - other.index : a.role === "speed" ? -1 : 1;
  }
  const byId = compareAgentIds(a.id, (b as { readonly id: AgentId }).id);
  if (byId !== 0 || a.kind !== "neighbor") return byId;
  return FEATURE_RANK[a.feature] - FEATURE_RANK[(b as typeof a).feature];
}

/**
 * The order of half-planes: by identity; two of one identity by their numbers, so that the order of the input never
 * matters.
 */
export function compareHalfPlanes(a: HalfPlane, b: HalfPlane): number {
  return compareIdentities(a.source, b.source) ||
    a.normal.x - b.normal.x || a.normal.y - b.normal.y ||
    a.point.x - b.point.x || a.point.y - b.point.y || compareShares(a.source, b.source);
}

/** Of two half-planes alike in all that matters, the one with the smaller share and change comes first. */
function compareShares(a: ConstraintSource, b: ConstraintSource): number {
  if (a.kind !== "neighbor" || b.kind !== "neighbor") return 0;
  return a.share - b.share || a.change.x - b.change.x || a.change.y - b.change.y;
}

/** The half-planes in the order of identity; the array itself when it is in order. */
export function inIdentityOrder(halfPlanes: readonly HalfPlane[]): readonly HalfPlane[] {
  for (let i = 1; i < halfPlanes.length; i++) {
    if (compareHalfPlanes(halfPlanes[i - 1]!, halfPlanes[i]!) > 0) {
      return [...halfPlanes].sort(compareHalfPlanes);
    }
  }
  return halfPlanes;
}

/** A disc's role: its own, or by default speed for the first and reachable for the rest. */
export function discRole(disc: Disc, index: number): DiscRole {
  return disc.role ?? (index === 0 ? "speed" : "reachable");
}
