import type { AgentId } from "../geometry/agent.ts";
import { carryHeading } from "../geometry/support.ts";
import { add, equal, length, scale, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { CrowdAgent, CrowdParameters } from "./crowd.ts";
import { groundLimits } from "./floor.ts";
import type { PlaceAtWall } from "./place_at_wall.ts";
import { distanceLeft, perturbed, preferredVelocity } from "./preferred_velocity.ts";
import { easing } from "./settling.ts";

/** The velocity that an agent wishes for, relative to its support, and how far it still has to go. */
export interface Wish {
  /** m/s. */
  readonly velocity: Vec2;
  /** m; `Infinity` where the caller gave the velocity. */
  readonly left: number;
  /** How long what is decided for it stands, s: a step, or as many as the agent decides once in (C4). */
  readonly seconds: number;
  /** The place at a wall that it makes for instead of its goal behind that (C15). */
  readonly atWall?: PlaceAtWall;
}

/** Where an agent is in this step, besides what its record says. */
export interface Standing {
  /** It decides in every so manieth step; default 1. */
  readonly every?: number;
  /** What it is in contact with; see `contactWith`. Default nothing. */
  readonly contacts?: number;
  /** Its place at a wall that holds it up. */
  readonly atWall?: PlaceAtWall | undefined;
}

/**
 * What an agent wishes in this step (C5): the velocity that the caller gave, or that toward its route, with the optional
 * perturbation (C6). It does not pass its goal before it decides again (C4).
 *
 * @param given preferred velocities of the caller, m/s
 * @param standing at a wall that holds it up it makes for its place there, not for its goal, unless the caller gave a velocity
 */
export function wishOf(
  agent: CrowdAgent,
  given: ReadonlyMap<AgentId, Vec2>,
  parameters: CrowdParameters,
  tick: number,
  { every = 1, contacts = 0, atWall }: Standing = {},
): Wish {
  const seconds = every * parameters.timeStep;
  const own = given.get(agent.id);
  const sent = own !== undefined || atWall === undefined ? agent : { ...agent, route: [atWall.place] };
  const held = own !== undefined || atWall === undefined ? {} : { atWall };
  if (agent.locked || (own === undefined && agent.settled === "inContact")) {
    return { velocity: ZERO, left: 0, seconds, ...held };
  }
  const straight = own === undefined
    ? preferredVelocity(sent, every === 1 ? parameters : { ...parameters, timeStep: seconds })
    : capped(own, groundLimits(agent).maxSpeed);
  const left = own === undefined ? distanceLeft(sent) : Infinity;
  return {
    velocity: perturbed(eased(straight, left, agent, contacts, parameters), agent, parameters, tick),
    left,
    seconds,
    ...held,
  };
}

/** Whether an agent rests at a wall that keeps it from its goal (C15). */
export function restsAtWall(wish: Wish): wish is Wish & Required<Pick<Wish, "atWall">> {
  return wish.atWall !== undefined && equal(wish.velocity, ZERO);
}

/** The wish of an agent that does not decide in this step (C4): to go on as it does, carried to where its support turns. */
export function wishToGoOn({ velocity, support }: CrowdAgent, { timeStep }: CrowdParameters): Wish {
  const relative = support === undefined ? velocity : subtract(velocity, support.velocity);
  return { velocity: carryHeading(relative, support?.turn), left: Infinity, seconds: timeStep };
}

/** A wish as somebody at rest in the way slows it down: see `easing`. */
function eased(
  wish: Vec2,
  left: number,
  { radius }: CrowdAgent,
  contacts: number,
  { settling }: CrowdParameters,
): Vec2 {
  if (settling === "off") return wish;
  const factor = easing(wish.x, wish.y, left, radius, contacts, settling);
  return factor === 1 ? wish : { x: wish.x * factor, y: wish.y * factor };
}

/** A caller's wish beyond the speed cap is a wish for the cap: the rest is no progress that others take (C5). */
function capped(wish: Vec2, cap: number): Vec2 {
  const speed = length(wish);
  return speed > cap ? scale(wish, cap / speed) : wish;
}

/** The same velocity in the world, m/s. */
export function worldWish({ support }: CrowdAgent, { velocity }: Wish): Vec2 {
  return support === undefined ? velocity : add(velocity, support.velocity);
}
