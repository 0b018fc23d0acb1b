import { corridorPath } from "../avoidance/corridor_wish.ts";
import { PORTAL_POLICIES, type PortalPolicy } from "../avoidance/corridor_situation.ts";
import { followCorridor } from "../avoidance/follow_corridor.ts";
import type { Situation } from "../avoidance/situation.ts";
import { closedTile, regionOfView } from "../boundary/convex_view.ts";
import { advanceCorridor, type Corridor, readCorridor } from "../boundary/corridor.ts";
import { frameOf } from "../boundary/corridor_tile.ts";
import type { Region } from "../boundary/region.ts";
import { polylineLength } from "../boundary/string_pulling.ts";
import { naming, type Path, type Reader, readNumber, readWord } from "../geometry/reader.ts";
import { toLocal, toWorld, WORLD } from "../geometry/rigid_motion.ts";
import type { Support } from "../geometry/support.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import type { CrowdAgent } from "./crowd.ts";

/** Where an agent is on its way through a corridor (B11). */
export interface CorridorPlace {
  /** The corridor, as its supports are now. */
  readonly corridor: Corridor;
  /** Index of the tile that owns the agent. */
  readonly tile: number;
  /** What the agent does about a portal in the middle of a step; default "split". */
  readonly portals?: PortalPolicy;
}

/** An agent's place in its corridor; undefined for an agent without one. */
export function placeOf(
  { corridor, tile, portals }: Pick<CrowdAgent, "corridor" | "tile" | "portals">,
): CorridorPlace | undefined {
  if (corridor === undefined) return undefined;
  return { corridor, tile: tile ?? 0, ...(portals === undefined ? {} : { portals }) };
}

/** Reads the corridor of an agent, with the index of its tile; reports what is wrong, and then gives no place. */
export function readPlace(
  record: Readonly<Record<string, unknown>>,
  path: Path,
  reader: Reader,
  id: CrowdAgent["id"] | undefined,
): CorridorPlace | undefined {
  let sound = true;
  const own = naming({
    report: (...error) => {
      sound = false;
      reader.report(...error);
    },
  }, id);
  for (const name of ["region", "goal", "route"] as const) {
    const given = record[name];
    // A route with no more than the corridor's goal is what `createCrowd` itself writes down.
    if (given === undefined || (name === "route" && Array.isArray(given) && given.length <= 1)) continue;
    own.report([...path, name], given, "must be absent where a corridor is given");
  }
  const corridor = readCorridor(record["corridor"], [...path, "corridor"], own);
  const { tile } = record;
  const index = tile === undefined ? 0 : readNumber(tile, [...path, "tile"], "notNegative", own);
  if (index >= 0 && !(Math.trunc(index) === index && index < Math.max(1, corridor.tiles.length))) {
    own.report([...path, "tile"], tile, "must be the index of a tile");
  }
  const { portals } = record;
  const policy = portals === undefined
    ? {}
    : { portals: readWord(portals, [...path, "portals"], PORTAL_POLICIES, own) };
  return sound ? { corridor, tile: index, ...policy } : undefined;
}

/** The goal of a corridor, as a world position, m. */
export function goalOf({ tiles, goal }: Corridor): Vec2 {
  return toWorld(tiles[tiles.length - 1]?.support?.motion ?? WORLD, 0, goal);
}

/** The tile that owns an agent, as a region with all portals closed: what it stops relative to follows from it (B12). */
export function tileRegion({ corridor, tile }: CorridorPlace): Region {
  return regionOfView(closedTile(corridor, tile), corridor, tile);
}

/** The goal of an agent that has nothing to pass before it: no corner of a route, no bend of a corridor. Else undefined. */
export function directGoal(agent: CrowdAgent): Vec2 | undefined {
  const place = placeOf(agent), goal = agent.route[agent.route.length - 1];
  if (place === undefined) return agent.route.length === 1 ? goal : undefined;
  const here = toLocal(frameOf(place.corridor.tiles[place.tile]!), 0, agent.position);
  return corridorPath(place.corridor, place.tile, here).length === 1 ? goal : undefined;
}

/** Length of the shortest path that is left, m. */
export function corridorLeft({ corridor, tile }: CorridorPlace, position: Vec2): number {
  const here = toLocal(frameOf(corridor.tiles[tile]!), 0, position);
  return polylineLength(here, corridorPath(corridor, tile, here));
}

/** The place after a step that something else decided: the corridor's supports have moved. */
export function laterPlace(place: CorridorPlace, seconds: number): CorridorPlace {
  return { ...place, corridor: advanceCorridor(place.corridor, seconds) };
}

/** The place where a support moves as is known now. */
export function placeOn(place: CorridorPlace, support: Support): CorridorPlace {
  const { corridor } = place, { id, motion, velocity } = support;
  const tiles = corridor.tiles.map((own) =>
    own.support?.id !== id
      ? own
      : { ...own, support: { id, motion: motion ?? { ...own.support.motion, velocity } } }
  );
  return { ...place, corridor: { ...corridor, tiles } };
}

/** An agent's step through its corridor: the decision, and its place afterwards. */
export interface AlongCorridor {
  /** The whole step. */
  readonly decision: Decision;
  /** After it. */
  readonly place: CorridorPlace;
}

/**
 * Decides one step through a corridor (B11).
 *
 * @param wish the velocity asked for, relative to the support, m/s; or how the wish along the route is turned aside (C6)
 */
export function decideAlong(
  situation: Situation,
  place: CorridorPlace,
  cruisingSpeed: number,
  wish: { readonly preferred: Vec2 } | { readonly aside: Vec2 },
): AlongCorridor {
  const { preferred: _preferred, region: _region, ...rest } = situation;
  const step = followCorridor({ ...rest, cruisingSpeed, ...place, ...wish });
  return { decision: step.decision, place: { ...place, corridor: step.corridor, tile: step.tile } };
}
