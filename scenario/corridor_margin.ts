import { isNone } from "npm:fp-ts@^2.16/lib/Option.js";
import { pathInTile } from "../avoidance/corridor_paths.ts";
import { type Corridor, portalKind } from "../boundary/corridor.ts";
import { frameOf, localMargin } from "../boundary/corridor_tile.ts";
import { leastMargin } from "../boundary/verify_curve.ts";
import { motionAfter, motionUntil, verifyThroughPortals } from "../boundary/verify_portals.ts";
import { displacement } from "../geometry/motion.ts";
import { add, ZERO } from "../geometry/vector.ts";
import type { RegionMargin, RegionStep } from "./region_margin.ts";
import type { SteppedAgent } from "./step_motion.ts";

/**
 * The least margin of an agent to the edges of the tiles that it went through in a step, in continuous time (B11). A portal is
 * no edge for a motion that crosses its segment: the tile ahead takes over there. Exact where the agent is carried as the tiles
 * are, or neither turns; not told otherwise.
 */
export function corridorMargin(
  { carried }: Pick<SteppedAgent, "carried">,
  corridor: Corridor,
  first: number,
): RegionStep {
  const path = pathInTile(carried, frameOf(corridor.tiles[first]!));
  if (isNone(path)) return { undecided: 1 };
  const { position, motion } = path.value;
  const kindOf = (i: number) => i < corridor.portals.length ? portalKind(corridor, i) : "handoff" as const;
  const { crossings } = verifyThroughPortals(corridor, first, position, motion, kindOf);
  let at = position, rest = motion, start = 0, least: RegionMargin | undefined;
  for (let k = 0; k <= crossings.length; k++) {
    const crossing = crossings[k], { edges } = corridor.tiles[first + k]!;
    const span = crossing === undefined ? rest : motionUntil(rest, crossing.time - start);
    edges.forEach((edge, i) => {
      const crossed = crossing !== undefined && i === corridor.portals[first + k]!.exit ||
        k > 0 && i === corridor.portals[first + k - 1]!.entry;
      if (crossed) return;
      const { margin, time } = leastMargin(localMargin(edge, at), edge.normal, ZERO, span);
      if (least === undefined || margin < least.margin) least = { margin, time: start + time, edge: edge.id };
    });
    if (crossing === undefined) break;
    at = add(at, displacement(span));
    rest = motionAfter(rest, crossing.time - start);
    start = crossing.time;
  }
  return { ...(least === undefined ? {} : { least }), undecided: 0 };
}
