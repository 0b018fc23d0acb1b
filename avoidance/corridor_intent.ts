import { type PortalKind, portalKind } from "../boundary/corridor.ts";
import { frameOf, localMargin } from "../boundary/corridor_tile.ts";
import { leftOf } from "../boundary/portal.ts";
import { pointVelocity, type RigidMotion, toLocal } from "../geometry/rigid_motion.ts";
import { add, conjugate, dot, rotate, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { CorridorSituation } from "./corridor_situation.ts";
import { type CorridorWish, corridorWish } from "./corridor_wish.ts";

/** What an agent in a corridor is about to do, as its tile sees it. */
export interface CorridorIntent {
  /** What carries the tile. */
  readonly frame: RigidMotion;
  /** In the tile's axes, m. */
  readonly position: Vec2;
  /** Velocity relative to the tile, in its axes, m/s. */
  readonly moving: Vec2;
  /** Along the route. */
  readonly wish: CorridorWish;
  /** The preferred velocity, relative to the support, in world axes, m/s. */
  readonly velocity: Vec2;
  /** World velocity of the tile under the agent, m/s. */
  readonly ground: Vec2;
  /** World velocity of what carries the agent, m/s. */
  readonly supportVelocity: Vec2;
  /** What each portal is to the agent now. */
  readonly kindOf: (i: number) => PortalKind;
}

/** Where an agent in a corridor is, and what it would like (C5, B11). */
export function corridorIntent(situation: CorridorSituation): CorridorIntent {
  const { self, corridor, tile, maxSpeed, budget, support, parameters, aside } = situation;
  const frame = frameOf(corridor.tiles[tile]!), position = toLocal(frame, 0, self.position);
  const ground = pointVelocity(frame, self.position), supportVelocity = support?.velocity ?? ZERO;
  const moving = rotate(subtract(self.velocity, ground), conjugate(frame.heading));
  const kindOf = portalsAhead(situation);
  const wish = corridorWish(corridor, tile, position, {
    speed: Math.min(situation.cruisingSpeed ?? maxSpeed, maxSpeed),
    budget,
    timeStep: parameters.timeStep,
    stopsAtPortal: kindOf(tile) === "handoff",
    moving,
  });
  const along = rotate(wish.velocity, frame.heading);
  const onGround = aside === undefined ? along : rotate(along, aside);
  const velocity = situation.preferred ?? add(onGround, subtract(ground, supportVelocity));
  return { frame, position, moving, wish, velocity, ground, supportVelocity, kindOf };
}

/** Nearer than this to a portal a body that waits there has reached it, m: it then crosses by a motion, as always. */
const REACHED = 0.01;

/**
 * What the portals are to an agent now; behind the last tile there is none. With "wait", a portal opens when the agent has reached the portal's own segment, and those
 * after it are closed.
 */
export function portalsAhead(situation: CorridorSituation): (i: number) => PortalKind {
  const { corridor, tile, self, gradientTolerance } = situation;
  const kindOf = (i: number): PortalKind =>
    i < corridor.portals.length ? portalKind(corridor, i, gradientTolerance) : "handoff";
  if (situation.portals !== "wait") return kindOf;
  const portal = corridor.portals[tile], at = toLocal(frameOf(corridor.tiles[tile]!), 0, self.position);
  if (portal === undefined) return () => "handoff";
  const edge = corridor.tiles[tile]!.edges[portal.exit]!, along = leftOf(edge), t = dot(along, at);
  const reached = localMargin(edge, at) <= REACHED && t >= dot(along, portal.right) &&
    t <= dot(along, portal.left);
  return (i) => i === tile && reached ? kindOf(i) : "handoff";
}
