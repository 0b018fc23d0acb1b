import { type Assumption, staleAssumptions, type Support } from "../geometry/support.ts";
import type { Edge } from "./edge.ts";
import type { TurningEdges } from "./region.ts";

/** The versions that a decision against these edges assumes (B7); edges without a version assume nothing. */
export function edgeAssumptions(edges: readonly Edge[]): readonly Assumption[] {
  return edges.flatMap(({ id, version }) =>
    version === undefined ? [] : [{ kind: "edge", id, version } as const]
  );
}

/** The same for edges that turn: each edge assumes the version of its frame's motion. */
export function turningAssumptions(turning: readonly TurningEdges[]): readonly Assumption[] {
  return turning.flatMap(({ frame: { version }, edges }) =>
    version === undefined ? [] : edges.map(({ id }) => ({ kind: "edge", id, version } as const))
  );
}

/**
 * What a decision assumed and no longer holds when it is to be committed (B7): supports and edges that are gone or have
 * another version. With any of these the decision is discarded, and the step rebuilt from the actual pose and the actual
 * end-of-step velocity.
 */
export function staleSnapshot(
  assumed: readonly Assumption[],
  now: { readonly supports: readonly Support[]; readonly edges: readonly Pick<Edge, "id" | "version">[] },
): readonly Assumption[] {
  const supports = assumed.filter(({ kind }) => kind === "support");
  const edges = assumed.filter(({ kind }) => kind === "edge");
  return [
    ...staleAssumptions(supports, now.supports),
    ...edges.filter((a) => !now.edges.some((e) => e.id === a.id && e.version === a.version)),
  ];
}
