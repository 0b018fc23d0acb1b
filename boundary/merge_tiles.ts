import { slopeFactor } from "../geometry/slope.ts";
import { distance } from "../geometry/vector.ts";
import { type Corridor, portalKind } from "./corridor.ts";
import { bend, type CorridorTile, STRAIGHT, tileFrom, withoutStraightCorners } from "./corridor_tile.ts";
import type { Polygon } from "./polygon.ts";
import { edgeWithSegment, type Portal, TOUCH } from "./portal.ts";

/**
 * The same corridor in fewer tiles (B10): neighbors of equal gradient on one support, whose portal is the whole edge of both, become
 * one tile where their union is convex. A tile that was merged has the ID of its first member, its members in
 * `members`, and the gradient of the steepest one.
 *
 * @param gradientTolerance how much gradients within one merged tile may differ, as a vector's length; default: equal doubles
 */
export function mergeTiles(corridor: Corridor, gradientTolerance = 0): Corridor {
  const tiles: CorridorTile[] = corridor.tiles.slice(0, 1), portals: Portal[] = [];
  for (let i = 0; i < corridor.portals.length; i++) {
    const next = corridor.tiles[i + 1]!, last = tiles[tiles.length - 1]!;
    const portal = found(corridor.portals[i]!, last, next); // the tile before it may have grown
    const pair: Corridor = { tiles: [last, next], portals: [portal], goal: corridor.goal };
    const union = portalKind(pair, 0, gradientTolerance) === "open"
      ? convexUnion(last, next, portal)
      : undefined;
    if (union === undefined) {
      portals.push(portal);
      tiles.push(next);
    } else {
      tiles[tiles.length - 1] = mergedTile(last, next, union);
    }
  }
  return {
    tiles,
    portals: portals.map((portal, i) => found(portal, tiles[i]!, tiles[i + 1]!)),
    goal: corridor.goal,
  };
}

/** The portal on the edges of the tiles that it lies between. */
function found({ left, right, entry }: Portal, from: CorridorTile, to: CorridorTile): Portal {
  const exit = edgeWithSegment(from, left, right);
  return entry === undefined
    ? { left, right, exit }
    : { left, right, exit, entry: edgeWithSegment(to, left, right) };
}

function mergedTile(a: CorridorTile, b: CorridorTile, corners: Polygon): CorridorTile {
  const members = [...(a.members ?? [a]), ...(b.members ?? [b])];
  let steepest = members[0]!;
  for (const member of members) {
    if (slopeFactor(member.gradient) > slopeFactor(steepest.gradient)) steepest = member;
  }
  const version = members.some(({ version }) => version !== undefined) ? versionOf(members) : undefined;
  return tileFrom({
    id: a.id,
    polygon: corners,
    gradient: steepest.gradient,
    ...(version === undefined ? {} : { version }),
    ...(a.owner !== undefined && a.owner === b.owner ? { owner: a.owner } : {}),
    ...(a.support === undefined ? {} : { support: a.support }),
    members,
  });
}

/** One number that changes when any of the versions does. */
function versionOf(members: readonly CorridorTile[]): number {
  let hash = 0x811c9dc5;
  for (const { version = -1 } of members) {
    const low = version % 0x100000000, high = Math.trunc(version / 0x100000000), part = version % 1;
    for (const word of [low, high, Math.trunc(part * 0x100000000)]) {
      hash = Math.imul(hash ^ (word | 0), 0x01000193);
    }
  }
  return hash >>> 0;
}

/** The corners of the union of two tiles that share the whole portal's edge, where it is convex. */
function convexUnion(a: CorridorTile, b: CorridorTile, portal: Portal): Polygon | undefined {
  const { exit, entry, left, right } = portal, n = a.polygon.length, m = b.polygon.length;
  if (entry === undefined) return undefined;
  // The edge of a runs from right to left, that of b from left to right.
  const ends = [a.polygon[exit]!, a.polygon[(exit + 1) % n]!, b.polygon[(entry + 1) % m]!, b.polygon[entry]!];
  const whole = [right, left, right, left].every((end, k) => distance(end, ends[k]!) <= TOUCH);
  if (!whole) return undefined;
  const around: { x: number; y: number }[] = [];
  for (let k = 1; k <= n; k++) around.push(a.polygon[(exit + k) % n]!); // left, …, right
  for (let k = 2; k < m; k++) around.push(b.polygon[(entry + k) % m]!); // between right and left
  const corners = withoutStraightCorners(around);
  return corners.some((_, i) => bend(corners, i) < -STRAIGHT) ? undefined : corners;
}
