import { timeToContact } from "../geometry/collision_time.ts";
import { responsibilityShare } from "../geometry/responsibility.ts";
import { parametersOf } from "./agent_parameters.ts";
import type { CrowdAgent, CrowdParameters, NeighborCut } from "./crowd.ts";
import { asSeenBy, avoids } from "./layers.ts";
import type { Hidden } from "./line_of_sight.ts";
import type { NeighborIndex, NeighborSearch } from "./neighbor_search.ts";
import { meetInHeight } from "./storeys.ts";

/** A crowd's positions made searchable for one step. */
export interface CrowdIndex {
  /** The search structure over all positions. */
  readonly index: NeighborIndex;
  /** Positions, m, in the order of the agents. */
  readonly xs: Float64Array;
  /** See `xs`. */
  readonly ys: Float64Array;
  /** Each agent's speed cap, or its actual speed on its support where that is above it, m/s; a locked agent's is 0. */
  readonly speeds: Float64Array;
  /** Velocities of the agents' supports, m/s. */
  readonly us: Float64Array;
  /** See `us`. */
  readonly vs: Float64Array;
  /** Largest speed of any support, m/s, seen from that of the first agent: no two move faster apart than twice this. */
  readonly topCarried: number;
  /** Largest of them, m/s. */
  readonly topSpeed: number;
  /** Largest radius of any agent, m. */
  readonly topRadius: number;
}

/** The neighbors that an agent makes half-planes for, in the order of IDs, and what the caps cut off. */
export interface Neighborhood {
  readonly neighbors: readonly CrowdAgent[];
  /** Absent: nothing was cut. */
  readonly cut?: NeighborCut;
}

/** Distances are compared with this much to spare, so that rounding loses no disc that touches (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** Indexes the agents for searches of neighbors. */
export function indexCrowd(
  agents: readonly CrowdAgent[],
  parameters: CrowdParameters,
  search: NeighborSearch,
): CrowdIndex {
  const xs = xsOf(agents), ys = ysOf(agents), speeds = Float64Array.from(agents, speedBound);
  let topSpeed = 0, topRadius = 0;
  for (let i = 0; i < agents.length; i++) {
    topSpeed = Math.max(topSpeed, speeds[i]!);
    topRadius = Math.max(topRadius, agents[i]!.radius);
  }
  const us = Float64Array.from(agents, ({ support }) => support?.velocity.x ?? 0);
  const vs = Float64Array.from(agents, ({ support }) => support?.velocity.y ?? 0);
  let topCarried = 0;
  for (let i = 1; i < agents.length; i++) {
    const u = us[i]! - us[0]!, v = vs[i]! - vs[0]!;
    topCarried = Math.max(topCarried, Math.sqrt(u * u + v * v));
  }
  const bounds = { xs, ys, speeds, us, vs, topCarried, topSpeed, topRadius };
  const ranges = Float64Array.from(
    agents,
    (agent, i) => searchRange(i, agents, bounds, parametersOf(agent, parameters)),
  ).sort();
  return { ...bounds, index: search(xs, ys, ranges[ranges.length >> 1] ?? 1) };
}

/**
 * The neighbors of agent number `self` (C2): all that can meet it within the horizon, |p| <= (vA + vB)·T + R, speeds taken
 * relative to their supports and what those move apart added, on its own storey and on a layer that it avoids; then, where the
 * caps ask for it, only those within `neighborDistance` by surface gap and the first `maxNeighbors` by rank, equal ranks by
 * ID.
 *
 * @param parameters the agent's, its own among them
 * @param hidden who is hidden by walls: no way round them is within the distance of meeting
 */
export function neighborsOf(
  self: number,
  agents: readonly CrowdAgent[],
  found: CrowdIndex,
  parameters: CrowdParameters,
  hidden?: Hidden,
): Neighborhood {
  const { index, xs, ys, speeds, us, vs } = found,
    { timeHorizon, safetyMargin, neighborDistance } = parameters;
  const a = agents[self]!, ranked: { readonly at: number; readonly rank: number }[] = [];
  const ax = xs[self]!, ay = ys[self]!, ownSpeed = speeds[self]!, margin = a.radius + safetyMargin;
  let byDistance = 0;
  index.near(ax, ay, searchRange(self, agents, found, parameters), (at) => {
    if (at === self) return;
    const x = xs[at]! - ax, y = ys[at]! - ay, b = agents[at]!, combined = margin + b.radius;
    const u = us[at]! - us[self]!, v = vs[at]! - vs[self]!;
    const carried = u === 0 && v === 0 ? 0 : Math.sqrt(u * u + v * v);
    const meeting = ((ownSpeed + speeds[at]! + carried) * timeHorizon + combined) * ROUNDED_UP;
    const square = x * x + y * y;
    if (square > meeting * meeting || !avoids(a, b) || !meetInHeight(a, b)) return;
    if (responsibilityShare(a, asSeenBy(a, b)) === undefined) return;
    if (hidden !== undefined && hidden(self, at, meeting)) return;
    const gap = Math.sqrt(square) - combined;
    if (gap > neighborDistance) byDistance++;
    else ranked.push({ at, rank: parameters.neighborRanking === "gap" ? gap : contact(a, b, combined) });
  });
  const byCap = Math.max(0, ranked.length - parameters.maxNeighbors);
  if (byCap > 0) {
    ranked.sort((m, n) => m.rank === n.rank ? m.at - n.at : m.rank - n.rank); // also for two that are Infinity
    ranked.length = parameters.maxNeighbors;
  }
  ranked.sort((m, n) => m.at - n.at);
  const neighbors = ranked.map(({ at }) => asSeenBy(a, agents[at]!));
  return byCap + byDistance === 0 ? { neighbors } : { neighbors, cut: { id: a.id, byCap, byDistance } };
}

function contact(a: CrowdAgent, b: CrowdAgent, combinedRadius: number): number {
  return timeToContact(
    b.position.x - a.position.x,
    b.position.y - a.position.y,
    a.velocity.x - b.velocity.x,
    a.velocity.y - b.velocity.y,
    combinedRadius,
  );
}

/** Where to look: as far as the fastest and largest agent could come from, so that every cut is counted. */
function searchRange(
  self: number,
  agents: readonly CrowdAgent[],
  { speeds, topSpeed, topCarried, topRadius }: Omit<CrowdIndex, "index">,
  { timeHorizon, safetyMargin }: CrowdParameters,
): number {
  const reach = (speeds[self]! + topSpeed + 2 * topCarried) * timeHorizon;
  return (reach + agents[self]!.radius + topRadius + safetyMargin) * ROUNDED_UP;
}

/** The cap, or the actual speed of an agent that was pushed beyond it, relative to its support; a locked agent stands. */
export function speedBound({ velocity, maxSpeed, locked, support }: CrowdAgent): number {
  const x = velocity.x - (support?.velocity.x ?? 0), y = velocity.y - (support?.velocity.y ?? 0);
  return Math.max(locked ? 0 : maxSpeed, Math.sqrt(x * x + y * y));
}

/** The agents' x coordinates as a column. */
export function xsOf(agents: readonly CrowdAgent[]): Float64Array {
  return Float64Array.from(agents, ({ position }) => position.x);
}

/** The agents' y coordinates as a column. */
export function ysOf(agents: readonly CrowdAgent[]): Float64Array {
  return Float64Array.from(agents, ({ position }) => position.y);
}
