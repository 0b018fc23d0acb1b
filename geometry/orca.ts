import { isSome, none, type Option, some } from "npm:fp-ts@^2.16/lib/Option.js";
import { type Agent, compareAgentIds } from "./agent.ts";
import type { HalfPlane } from "./half_plane.ts";
import type { AvoidanceParameters } from "./parameters.ts";
import { passingSideOfPair } from "./passing_side.ts";
import { type Precedence, precedenceOf, shareInOrder } from "./precedence.ts";
import { responsibilityShare } from "./responsibility.ts";
import { type Vec2, ZERO } from "./vector.ts";
import { nearestBoundary, OBSTACLE_FEATURES } from "./velocity_obstacle.ts";

/** Filled and read within one call. */
const scratch = new Float64Array(4);

/** R = rA + rB + δ, m (G3). */
export function combinedRadius(self: Agent, other: Agent, safetyMargin = 0): number {
  return self.radius + other.radius + safetyMargin;
}

/**
 * The velocity that the reciprocal change starts from (G8): current, preferred or zero. Checked inputs have a
 * preferred velocity where it is asked for; a record without one is read as wishing for its current velocity, so
 * that avoidance is never switched off.
 */
export function optimizationVelocity(agent: Agent, parameters: AvoidanceParameters): Vec2 {
  switch (parameters.optimizationVelocity) {
    case "preferred":
      return agent.preferredVelocity ?? agent.velocity;
    case "zero":
      return ZERO;
    default:
      return agent.velocity;
  }
}

/**
 * The ORCA half-plane of `self` against `other` (G3–G10), in world velocities, m/s:
 *
 * dot(normal, w - (vOpt + share·change)) >= 0
 *
 * where `change` is the smallest change of relative velocity onto the obstacle's boundary. It is built whether the
 * pair is on collision course or not.
 *
 * Source: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011.
 *
 * @returns none when the weights leave `self` nothing to do (G9), or for one and the same ID
 * @example
 * ```ts
 * import { orcaHalfPlane } from "@halfstep/halfstep";
 *
 * const a = { id: "a", position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, radius: 0.5 };
 * const b = { id: "b", position: { x: 4, y: 0 }, velocity: { x: -1, y: 0 }, radius: 0.5 };
 * const h = orcaHalfPlane(a, b, { timeHorizon: 2, timeStep: 0.1 });
 * if (h._tag === "None" || h.value.point.x !== 0.75) throw new Error("A may go on with 0.75 m/s");
 * ```
 */
export function orcaHalfPlane(self: Agent, other: Agent, parameters: AvoidanceParameters): Option<HalfPlane> {
  const byWeight = responsibilityShare(self, other);
  if (byWeight === undefined) return none;
  const order = compareAgentIds(self.id, other.id);
  if (order === 0) return none;
  const weight = self.responsibility ?? 1, otherWeight = other.responsibility ?? 1;
  const isOrdered = weight > 0 && otherWeight > 0 && other.locked !== true;
  const { kind, first } = isOrdered ? precedenceOf(self, other) : UNORDERED;
  const own = seenVelocity(self, kind, first, parameters),
    theirs = seenVelocity(other, kind, -first, parameters);
  const p = self.position, q = other.position;
  const side = parameters.passingSide ?? "right";
  const feature = nearestBoundary(
    q.x - p.x,
    q.y - p.y,
    own.x - theirs.x,
    own.y - theirs.y,
    self.radius + other.radius + (parameters.safetyMargin ?? 0),
    parameters.timeHorizon,
    parameters.timeStep,
    side === "right" || (side === "byId" && passingSideOfPair(side, self.id, other.id) === "right"),
    order < 0 ? -1 : 1,
    scratch,
    0,
  );
  const change = { x: scratch[0]!, y: scratch[1]! };
  const normal = { x: scratch[2]!, y: scratch[3]! };
  const share = kind === "none" || first === 0
    ? byWeight
    : shareInOrder(kind, weight, otherWeight, first, change.x * normal.x + change.y * normal.y > 0);
  return some({
    point: { x: own.x + share * change.x, y: own.y + share * change.y },
    normal,
    source: { kind: "neighbor", id: other.id, feature: OBSTACLE_FEATURES[feature]!, change, share },
  });
}

const UNORDERED: Precedence = { kind: "none", first: 0 };

/**
 * The velocity that the reciprocal change starts from (G8). Of one who has passed a corner, and goes before those who come to
 * it, and of one who is stuck neighbors take in its stead the velocity that it wishes for (C6): a current velocity says only
 * on which side it was passed so far, or that it is held.
 */
function seenVelocity(
  agent: Agent,
  kind: Precedence["kind"],
  first: number,
  parameters: AvoidanceParameters,
): Vec2 {
  const own = optimizationVelocity(agent, parameters), { destination } = agent;
  if (kind === "none" || kind === "queue" || !(first > 0) || destination === undefined) return own;
  if (parameters.optimizationVelocity === "zero") return own;
  const { wish } = destination;
  return { x: own.x + first * (wish.x - own.x), y: own.y + first * (wish.y - own.y) };
}

/** The half-planes of `self` against all `others`, in the order of IDs (G2); those that G9 leaves out are missing. */
export function orcaHalfPlanes(
  self: Agent,
  others: readonly Agent[],
  parameters: AvoidanceParameters,
): readonly HalfPlane[] {
  const result: HalfPlane[] = [];
  for (const other of sortedById(others)) {
    const h = orcaHalfPlane(self, other, parameters);
    if (isSome(h)) result.push(h.value);
  }
  return result;
}

/** The agents in the order of IDs; the array itself when it is in order. */
export function sortedById<A extends Agent>(agents: readonly A[]): readonly A[] {
  for (let i = 1; i < agents.length; i++) {
    if (compareAgentIds(agents[i - 1]!.id, agents[i]!.id) > 0) {
      return [...agents].sort((a, b) => compareAgentIds(a.id, b.id));
    }
  }
  return agents;
}
