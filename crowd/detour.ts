import type { Vec2 } from "../geometry/vector.ts";
import type { CrowdAgent, DetourParameters } from "./crowd.ts";

/**
 * Default constants of the detour memory (C6). m is the tangent of half the detour angle: 0.2 per second is about
 * 0.4 rad/s, 0.684 about 1.2 rad.
 */
export const DETOUR: DetourParameters = {
  rise: 0.2,
  fall: 0.3,
  ceiling: 0.684,
  deadBand: 0.3,
  limit: 4,
  patience: 5,
  margin: 0.1,
  noneWithin: 2,
  fullBeyond: 10,
};

/**
 * The share of progress toward `preferred` that `velocity` loses against `alone`, 0 to 1 (C6): 0 at the same progress, 1 at
 * none or going back. Where the agent alone would make none either (it stands, or still brakes), nothing is lost.
 *
 * @param alone the velocity that speed cap and budget allow without anybody in the way, m/s
 */
export function progressLost(preferred: Vec2, alone: Vec2, velocity: Vec2): number {
  const possible = alone.x * preferred.x + alone.y * preferred.y;
  if (!(possible > 0)) return 0;
  const lost = 1 - (velocity.x * preferred.x + velocity.y * preferred.y) / possible;
  return Math.max(0, Math.min(1, lost));
}

/** Slower than this share of its preferred speed an agent stands (no unit). */
export const STANDING = 0.1;

/** Whether an agent is stuck (C6): it stands, although it would like to move, and has waited for `patience`. */
export function isStuck(
  preferred: Vec2,
  currentX: number,
  currentY: number,
  waiting: number,
  radius: number,
  cruisingSpeed: number,
  { patience }: DetourParameters,
): boolean {
  const square = preferred.x * preferred.x + preferred.y * preferred.y;
  const stands = currentX * currentX + currentY * currentY <= STANDING * STANDING * square;
  return stands && waiting * cruisingSpeed >= patience * radius;
}

/**
 * Whether the straight solution gets an agent on better than what it does now, by more than `margin` of what it could do alone
 * (C6): then a detour leads it away.
 *
 * @param straight the solution for the straight preferred velocity, m/s
 */
export function isBetterStraight(
  preferred: Vec2,
  alone: Vec2,
  currentX: number,
  currentY: number,
  straight: Vec2,
  { margin }: DetourParameters,
): boolean {
  const { x, y } = preferred, possible = alone.x * x + alone.y * y;
  return (straight.x - currentX) * x + (straight.y - currentY) * y > margin * possible;
}

/**
 * The detour memory after a step (C6). It rises with the loss while that is above the dead band, and while the straight way
 * would be no better; else it falls. Up to the ceiling; who is stuck even so turns on beyond it, up to the limit, and starts anew
 * there; once it moves, the memory comes back to the ceiling. Both fade near the goal.
 *
 * ```txt
 *   m  limit  ┄┄┄┄┄┄┄┄┄┄┄┄┄╱│      stuck: turns on, and starts anew
 *      ceiling ──────╱┄┄┄┄╱┄┆┄┄┄   moves: no farther than this
 *             ╱             │╱
 * ```
 *
 * @param lost share of progress that the solution for the *straight* preferred velocity loses
 * @param straighter whether that solution is better than what the agent does now
 * @param stuck whether it stands, and has waited long
 * @param left distance left to the goal, m; `Infinity` without one
 */
export function updatedDetour(
  agent: Pick<CrowdAgent, "radius" | "detour">,
  lost: number,
  straighter: boolean,
  stuck: boolean,
  left: number,
  timeStep: number,
  p: DetourParameters,
): number {
  const radii = left / agent.radius;
  const ceiling = p.ceiling * between(radii, p.noneWithin, p.fullBeyond);
  const turnsOn = ceiling > 0 ? p.limit * between(radii, p.fullBeyond, 2 * p.fullBeyond) : 0;
  const limit = Math.max(ceiling, turnsOn), fallen = Math.max(0, agent.detour - p.fall * timeStep);
  if (!(lost > p.deadBand) || (straighter && !stuck)) return Math.min(limit, fallen);
  const risen = agent.detour + p.rise * lost * timeStep;
  if (risen <= ceiling) return risen;
  if (!stuck || !(limit > ceiling)) return Math.max(ceiling, Math.min(limit, fallen));
  return risen <= limit ? risen : 0;
}

/** Where a value lies between two: 0 at the first and below, 1 at the other and above. */
function between(value: number, none: number, full: number): number {
  return Math.max(0, Math.min(1, (value - none) / (full - none)));
}

/** The cosine of the sharpest bend, 120°, in a way round a wall that is still a way and no walk along it. */
const SHARPEST_BEND = -0.5;

/**
 * Whether a wall is worth going round on the passing side (C6, C8): whether the way to its farthest corner on that side, and
 * from there to the goal, bends by no more than 120°. Beside a longer wall the memory would only lead away along it.
 *
 * ```txt
 *   o → → → e       the way round e bends by little more than a right angle: worth it
 *   ========
 *             g     were g close behind the wall, the way would lead back: not worth it
 * ```
 *
 * @param wish the straight preferred velocity, not zero
 * @param goal where it leads, m; undefined where only the direction is known
 * @param corners those of the whole wall, m
 */
export function isWorthGoingRound(
  position: Vec2,
  wish: Vec2,
  goal: Vec2 | undefined,
  corners: readonly Vec2[],
  side: "right" | "left",
): boolean {
  const hand = side === "left" ? 1 : -1;
  let farthest = 0, x = 0, y = 0, end = position;
  for (const corner of corners) {
    const px = corner.x - position.x, py = corner.y - position.y;
    const aside = hand * (wish.x * py - wish.y * px);
    if (aside > farthest) farthest = aside, x = px, y = py, end = corner;
  }
  const gx = goal === undefined ? wish.x : goal.x - end.x, gy = goal === undefined ? wish.y : goal.y - end.y;
  const lengths = Math.sqrt((x * x + y * y) * (gx * gx + gy * gy));
  return x * gx + y * gy >= SHARPEST_BEND * lengths;
}

/** Sideways at more than this share of the wish, an agent has found its side of a wall (no unit). */
const ON_ITS_WAY = 0.4;

/**
 * Whether the straight solution already leads round a wall on the other side (C6, C8): a wish turned to the passing side
 * would only hold it up.
 *
 * @param velocity the straight solution, m/s
 */
export function passesOtherwise(wish: Vec2, velocity: Vec2, side: "right" | "left"): boolean {
  const hand = side === "left" ? 1 : -1;
  const aside = hand * (wish.x * velocity.y - wish.y * velocity.x);
  return aside < -ON_ITS_WAY * (wish.x * wish.x + wish.y * wish.y);
}

/** `preferred` turned to the passing side by the angle whose half has the tangent m. */
export function turnedAside(preferred: Vec2, m: number, side: "right" | "left"): Vec2 {
  const turned = { x: 0, y: 0 };
  turnAside(preferred, m, side, turned);
  return turned;
}

/** `turnedAside`, into a record: nothing is allocated. */
export function turnAside(
  { x, y }: Vec2,
  m: number,
  side: "right" | "left",
  out: { x: number; y: number },
): void {
  const cos = (1 - m * m) / (1 + m * m), sin = (side === "left" ? 2 : -2) * m / (1 + m * m);
  out.x = x * cos - y * sin;
  out.y = x * sin + y * cos;
}
