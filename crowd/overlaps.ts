import type { CrowdAgent, Overlap } from "./crowd.ts";
import { avoids } from "./layers.ts";
import type { NeighborSearch } from "./neighbor_search.ts";
import { xsOf, ysOf } from "./neighbors.ts";
import { overlapInHeight } from "./storeys.ts";

/** Depths up to this share of the coordinates and radii are rounding: the discs touch (no unit). */
const TOUCHING = 1e-12;

/** All pairs whose discs overlap, in the order of IDs; not pairs on different storeys, or of which neither avoids the other. */
export function findOverlaps(agents: readonly CrowdAgent[], search: NeighborSearch): readonly Overlap[] {
  const radii = agents.map(({ radius }) => radius).sort((a, b) => a - b);
  const topRadius = radii[radii.length - 1] ?? 1, usual = radii[radii.length >> 1] ?? 1;
  const index = search(xsOf(agents), ysOf(agents), 2 * usual);
  const overlaps: Overlap[] = [];
  for (let i = 0; i < agents.length; i++) {
    const a = agents[i]!, found: { readonly at: number; readonly depth: number }[] = [];
    index.near(a.position.x, a.position.y, a.radius + topRadius, (at) => {
      if (at <= i) return;
      const b = agents[at]!, x = b.position.x - a.position.x, y = b.position.y - a.position.y;
      const depth = a.radius + b.radius - Math.sqrt(x * x + y * y);
      const size = Math.max(1, Math.abs(a.position.x), Math.abs(a.position.y), a.radius + b.radius);
      if (!(depth > TOUCHING * size) || !overlapInHeight(a, b)) return;
      if (avoids(a, b) || avoids(b, a)) found.push({ at, depth });
    });
    found.sort((m, n) => m.at - n.at);
    for (const { at, depth } of found) overlaps.push({ a: a.id, b: agents[at]!.id, depth });
  }
  return overlaps;
}
