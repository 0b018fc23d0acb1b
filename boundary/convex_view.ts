import { rotate, type Vec2 } from "../geometry/vector.ts";
import type { Corridor, PortalKind } from "./corridor.ts";
import { type CorridorTile, frameOf, localMargin } from "./corridor_tile.ts";
import type { Edge } from "./edge.ts";
import { leftOf, type Portal, TOUCH } from "./portal.ts";
import type { Region } from "./region.ts";
import { isCurved } from "../geometry/rigid_motion.ts";
import type { LocalEdge } from "./verify_rigid.ts";

/** From where a corridor is looked at; all points in the axes of the tile that the body is in, m. */
export interface Viewpoint {
  /** Index of the tile that owns the body. */
  readonly tile: number;
  /** Where it is. */
  readonly position: Vec2;
  /** Where braking at once would bring it. */
  readonly stop: Vec2;
  /** Where it wants to go: the first corner of its path. */
  readonly aim: Vec2;
  /** How far the step and the stop after it can bring it. */
  readonly reach: number;
  /** How far from the portals' ends `aim` keeps. */
  readonly inset: number;
}

/** A convex part of a corridor. */
export interface ConvexView {
  /** Its edges, in the axes of the first tile. */
  readonly edges: readonly ViewEdge[];
  /** Index of the last tile that it reaches into. */
  readonly last: number;
}

/** An edge of a tile, or a line through a portal's end. */
export interface ViewEdge extends LocalEdge {
  /** The tile that it belongs to; a line through a portal's end belongs to the one that is entered. */
  readonly tile: number;
}

/** A point that a view must hold, and the tile that it is in, seen from the position. */
interface Held {
  readonly at: Vec2;
  readonly tile: number;
}

/**
 * A convex region inside the union of the tiles from `tile` on (B11). It holds the position, the stop, and the straight way toward
 * `aim`, and leads through the open portals ahead as far as the step and its stop can go.
 *
 * It is the intersection of the tiles' edges, without the portals passed and without the edges that one of the points to hold lies
 * beyond, and of a line through a portal's end wherever no edge closes the portal's line there:
 *
 *              | next tile |              The edge on the left of the next tile leaves the body out.
 *              |           |              In its place the view has the line from the body through
 *     ---------L---------- R-             L: whatever lies right of it and beyond the portal lies
 *                  .  '    |              right of that edge, too.
 *        body  '           |
 *
 * Why it is inside the union: let y be in it and in reach of a tile, and let an edge of that tile have been left out. Then a point to hold
 * lies in another tile and beyond that edge. The straight way from it to y leads through the portal between, on the portal's own segment,
 * for the view meets the portal's line nowhere else. There the edge holds; it does not hold where the way starts; so it holds at y.
 * The edges that were kept hold at y.
 *
 * @param kindOf whether a portal is open: a handoff edge is an edge
 */
export function convexView(
  corridor: Corridor,
  from: Viewpoint,
  kindOf: (i: number) => PortalKind,
): ConvexView {
  const { tiles, portals } = corridor, first = from.tile;
  const held = pointsToHold(corridor, from, kindOf), farthest = Math.max(...held.map(({ tile }) => tile));
  const keeps = (edge: LocalEdge, k: number): boolean =>
    held.every(({ at, tile }) => tile === k || localMargin(edge, at) >= 0);
  const edgesOf = (k: number, entry: number): ViewEdge[] =>
    tiles[k]!.edges.filter((edge, i) => i !== entry && keeps(edge, k)).map((edge) => ({ ...edge, tile: k }));

  const lines: ViewEdge[] = [];
  let kept = edgesOf(first, -1), last = first;
  for (; last < portals.length && kindOf(last) === "open"; last++) {
    const portal = portals[last]!, exit = tiles[last]!.edges[portal.exit]!, next = tiles[last + 1]!;
    const margin = localMargin(exit, from.position);
    const needed = last < farthest;
    if (!needed && (margin > from.reach || !held.every(({ at }) => localMargin(exit, at) >= 0))) break;
    const entered = edgesOf(last + 1, portal.entry ?? -1), way = next.edges[portals[last + 1]?.exit ?? -1];
    const sides = [...kept, ...entered, ...lines].filter(({ id }) => id !== exit.id && id !== way?.id);
    const added = (["left", "right"] as const).flatMap((side) =>
      isClosedAt(portal, exit, side, sides) ? [] : [endLine(portal, exit, side, held, from.inset, last + 1)]
    );
    if (!needed && !(aimPasses(from, exit, added) && aimPasses(from, way, entered))) break;
    kept = [...kept.filter(({ id }) => id !== exit.id), ...entered];
    lines.push(...added);
  }
  return { edges: [...kept, ...lines], last };
}

/** The position; the stop, unless the way there leaves the corridor; and a point ahead on the way to the aim, as far as it is straight. */
function pointsToHold(
  corridor: Corridor,
  { tile, position, stop, aim, reach }: Viewpoint,
  kindOf: (i: number) => PortalKind,
): readonly Held[] {
  const held: Held[] = [{ at: position, tile }];
  const stopped = tileOnWay(corridor, { at: position, tile }, stop, kindOf);
  if (stopped !== undefined) held.push({ at: stop, tile: stopped });
  const ahead = pointAhead(corridor, { at: position, tile }, aim, reach, kindOf);
  if (ahead === undefined) return held;
  const stopOrHere = held[held.length - 1]!, back = ahead.tile < stopOrHere.tile;
  const [near, far] = back ? [ahead, stopOrHere] : [stopOrHere, ahead];
  return tileOnWay(corridor, near, far.at, kindOf) === far.tile ? [...held, ahead] : held;
}

/** The tile at the end of a straight way that starts in a tile; undefined where it leaves the corridor. */
function tileOnWay(
  { tiles, portals }: Corridor,
  from: Held,
  to: Vec2,
  kindOf: (i: number) => PortalKind,
): number | undefined {
  for (let k = from.tile; k < tiles.length; k++) {
    const { edges } = tiles[k]!, portal = portals[k], exit = edges[portal?.exit ?? -1];
    if (portal === undefined || exit === undefined || kindOf(k) === "handoff" || localMargin(exit, to) >= 0) {
      return edges.every((edge) => localMargin(edge, to) >= -TOUCH) ? k : undefined;
    }
    if (localMargin(exit, from.at) < -TOUCH || !meetsPortal(portal, exit, crossingPoint(from.at, to, exit))) {
      return undefined;
    }
  }
  return undefined;
}

/** The point on the way toward the aim and on, at most `reach` ahead, just before the way leaves the corridor. */
function pointAhead(
  { tiles, portals }: Corridor,
  from: Held,
  aim: Vec2,
  reach: number,
  kindOf: (i: number) => PortalKind,
): Held | undefined {
  const x = aim.x - from.at.x, y = aim.y - from.at.y, size = Math.sqrt(x * x + y * y);
  if (!(size > TOUCH) || reach === Infinity) return undefined;
  const to = { x: from.at.x + x / size * reach, y: from.at.y + y / size * reach };
  for (let k = from.tile; k < tiles.length; k++) {
    const { edges } = tiles[k]!, portal = portals[k], exit = edges[portal?.exit ?? -1];
    let share = 1, over: LocalEdge | undefined;
    for (const edge of edges) {
      const before = localMargin(edge, from.at), after = localMargin(edge, to);
      if (after < 0 && before > after && before / (before - after) < share) {
        share = before / (before - after), over = edge;
      }
    }
    const on = { x: from.at.x + share * (to.x - from.at.x), y: from.at.y + share * (to.y - from.at.y) };
    const passes = portal !== undefined && exit !== undefined && kindOf(k) === "open" &&
      over?.id === exit.id &&
      meetsPortal(portal, exit, on);
    if (passes) continue;
    const until = share - BEFORE_EDGE;
    if (!(until > 0)) return undefined;
    const at = { x: from.at.x + until * (to.x - from.at.x), y: from.at.y + until * (to.y - from.at.y) };
    return edges.every((edge) => localMargin(edge, at) > 0) ? { at, tile: k } : undefined;
  }
  return undefined;
}

/** A point ahead stays this share of the reach before the edge that it comes to. */
const BEFORE_EDGE = 1e-6;

/** Whether a point of a portal's line lies on its segment. */
function meetsPortal({ left, right }: Portal, exit: LocalEdge, { x, y }: Vec2): boolean {
  const along = leftOf(exit), t = along.x * x + along.y * y;
  return t >= along.x * right.x + along.y * right.y - TOUCH &&
    t <= along.x * left.x + along.y * left.y + TOUCH;
}

/** Where the way from a to b crosses an edge's line; b, where it does not. */
function crossingPoint(a: Vec2, b: Vec2, edge: LocalEdge): Vec2 {
  const before = localMargin(edge, a), after = localMargin(edge, b);
  if (after >= 0) return b;
  if (before <= 0) return a;
  const f = before / (before - after);
  return { x: a.x + f * (b.x - a.x), y: a.y + f * (b.y - a.y) };
}

/** Whether one of the edges already ends the portal's line at the portal's end, or before it. */
function isClosedAt(
  portal: Portal,
  exit: LocalEdge,
  side: "left" | "right",
  edges: readonly LocalEdge[],
): boolean {
  const left = leftOf(exit), out = side === "left" ? left : { x: -left.x, y: -left.y }, end = portal[side];
  return edges.some((edge) => {
    const leans = edge.normal.x * out.x + edge.normal.y * out.y;
    return leans > 0 && localMargin(edge, end) <= TOUCH * leans;
  });
}

/**
 * A line through a portal's end with all points to hold on the portal's side: as far turned as those before the portal allow, so that
 * beyond it as much as possible is seen, but a little less, so that a body that aims at the end does not run along the line
 * itself. At most perpendicular to the portal, unless those beyond it ask for more.
 *
 * With `aside` and `before` for where a point lies from the end, sideways out of the portal and in depth before its line, the line is
 * aside·a + (depth beyond)·b = 0; it holds the points before it when aside·a <= before·b, and those beyond when aside·a <= -beyond·b.
 */
function endLine(
  portal: Portal,
  exit: LocalEdge,
  side: "left" | "right",
  held: readonly Held[],
  inset: number,
  tile: number,
): ViewEdge {
  const left = leftOf(exit), out = side === "left" ? left : { x: -left.x, y: -left.y }, end = portal[side];
  const aside = (p: Vec2): number => out.x * (p.x - end.x) + out.y * (p.y - end.y);
  let depth = 0, lateral = 0, room = Infinity;
  held.forEach(({ at }, i) => {
    // The position is before the portal, whatever was rounded.
    const before = i === 0 ? Math.max(0, localMargin(exit, at)) : localMargin(exit, at), sideways = aside(at);
    const farther = i === 0 || sideways * depth > lateral * before;
    if (before >= 0 && farther) depth = before, lateral = sideways;
  });
  for (const { at } of held.slice(1)) {
    const beyond = -localMargin(exit, at);
    if (beyond > 0) room = Math.min(room, -(aside(at) * depth + lateral * beyond) / beyond);
  }
  const spare = Math.max(0, Math.min(inset / 2, room / 2));
  let a = depth, b = lateral + spare;
  if (!(b > 0) && room + lateral >= 0) a = 1, b = 0; // perpendicular to the portal
  if (a === 0 && !(b > 0)) a = 1, b = 0;
  const size = Math.sqrt(a * a + b * b);
  const normal = { x: (a * out.x + b * exit.normal.x) / size, y: (a * out.y + b * exit.normal.y) / size };
  return { id: `${exit.id}:${side}`, normal, offset: normal.x * end.x + normal.y * end.y, tile };
}

/** Whether the straight way to the aim, as far as it stays before `exit`, keeps behind all edges. */
function aimPasses(
  { position, aim }: Viewpoint,
  exit: LocalEdge | undefined,
  edges: readonly LocalEdge[],
): boolean {
  const until = exit === undefined ? aim : crossingPoint(position, aim, exit);
  return edges.every((edge) => localMargin(edge, until) >= -TOUCH);
}

/** The region of some edges, in world axes, as the frame of their tile carries it. */
export function regionOfView(edges: readonly ViewEdge[], { tiles }: Corridor, at: number): Region {
  const frame = frameOf(tiles[at]!);
  if (isCurved(frame)) {
    const plain = edges.map(({ id, normal, offset }): LocalEdge => ({ id, normal, offset }));
    return { edges: [], turning: [{ frame, edges: plain }] };
  }
  return {
    edges: edges.map(({ id, normal, offset, tile }): Edge => {
      const turned = rotate(normal, frame.heading);
      return {
        id,
        normal: turned,
        offset: offset + turned.x * frame.origin.x + turned.y * frame.origin.y,
        velocity: frame.velocity,
        ...ownerOf(tiles[tile]!),
      };
    }),
  };
}

function ownerOf({ owner, version }: CorridorTile): Pick<Edge, "owner" | "version"> {
  return { ...(owner === undefined ? {} : { owner }), ...(version === undefined ? {} : { version }) };
}

/** All edges of one tile: a portal is an edge like any other. */
export function closedTile({ tiles }: Corridor, tile: number): readonly ViewEdge[] {
  return tiles[tile]!.edges.map((edge) => ({ ...edge, tile }));
}
