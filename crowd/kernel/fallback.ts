import { createMembers } from "../../solver/candidate_points.ts";
import { isFeasible } from "../../solver/columns.ts";
import {
  createCandidate,
  enumeratedMembers,
  firstCandidate,
  type RawCandidate,
} from "../../solver/enumeration.ts";
import { nearestFeasible } from "../../solver/incremental.ts";
import { leastViolation } from "../../solver/least_violation.ts";
import { atHand } from "./at_hand.ts";
import { meetsNobody, staysBehind, stopIsProven } from "./checks.ts";
import { CLEAR, PROVEN_STOP, RELAXED } from "./columns.ts";
import type { Frame } from "./frame.ts";

const { chosen, limits, lines, near, optimum, program } = atHand;

const point = new Float64Array(2), members = createMembers(), candidate = createCandidate();
let soft = new Uint8Array(64);

/** The columns do not hold what is needed to decide. */
export const ON_RECORDS_NOW = -1;

/** Whether the continuous checks pass the velocity in `optimum` (S11); then it is chosen. */
export function passes(frame: Frame, s: number, kind: number): boolean {
  if (limits.count > 0 && !staysBehind(limits, optimum)) return false;
  if (kind === CLEAR && limits.sweptCount > 0 && !meetsNobody(frame, s, limits, optimum)) return false;
  chosen.x = optimum.x;
  chosen.y = optimum.y;
  return true;
}

/**
 * Offers the candidates of the program to the continuous checks, the one in `optimum` first, then the others in their order.
 *
 * @param relaxedEnd up to where lines behind those of the program are relaxed: see `firstCandidate`
 * @returns whether one was chosen
 */
export function offer(frame: Frame, s: number, kind: number, relaxedEnd = program.count): boolean {
  if (passes(frame, s, kind)) return true;
  const firstX = optimum.x, firstY = optimum.y;
  enumeratedMembers(program, members);
  let after: RawCandidate | undefined;
  while (firstCandidate(program, members, after, candidate, relaxedEnd)) {
    after = candidate;
    if (candidate.x === firstX && candidate.y === firstY) continue;
    optimum.x = candidate.x;
    optimum.y = candidate.y;
    if (passes(frame, s, kind)) return true;
  }
  return false;
}

/**
 * The neighbors are relaxed as a group (S9, S10); where the hard lines leave nothing either, a proven stop is taken.
 *
 * @param why nothing satisfies all lines, or the continuous checks refused whatever does
 */
export function relax(frame: Frame, s: number, why: "empty" | "refused"): number {
  const { rules } = frame, c = program, whole = c.count, { px, py } = c;
  c.count = lines.hard;
  if (!nearestFeasible(c, optimum)) return stop(frame, s);
  let policy = rules.fallback;
  if (policy === "keepPrevious") {
    optimum.x = limits.vx;
    optimum.y = limits.vy;
    if (isFeasible(c, limits.vx, limits.vy) && passes(frame, s, RELAXED)) return RELAXED;
    policy = "brake";
  }
  if (policy === "leastViolation" || (policy === "brake" && lines.overlaps > 0)) {
    c.count = whole;
    if (soft.length < whole) soft = new Uint8Array(2 * whole);
    for (let k = 0; k < whole; k++) soft[k] = k < lines.hard ? 0 : 1;
    if (why === "refused") nearestFeasible(c, optimum); // violates nothing
    else {
      if (!leastViolation(c, soft, point)) return ON_RECORDS_NOW;
      optimum.x = point[0]!;
      optimum.y = point[1]!;
    }
    c.count = lines.hard;
    return offer(frame, s, RELAXED, whole) ? RELAXED : stop(frame, s);
  }
  c.px = c.py = 0; // both brake to rest
  const found = nearestFeasible(c, optimum) && offer(frame, s, RELAXED);
  c.px = px;
  c.py = py;
  return found ? RELAXED : stop(frame, s);
}

/** B19: the braking from the actual state, when it is proven. */
function stop({ rules }: Frame, s: number): number {
  const isChecked = limits.edges > 0 || near.begin[s - near.from + 1]! - near.begin[s - near.from]! > 1 ||
    rules.separation === "floor";
  if (!isChecked || !stopIsProven(limits)) return ON_RECORDS_NOW;
  const { vx, vy, budget, timeStep } = limits, speed = Math.sqrt(vx * vx + vy * vy);
  const braking = speed / budget;
  chosen.x = chosen.y = 0;
  if (braking > 0 && braking >= timeStep) {
    chosen.x = vx + -vx / speed * budget * timeStep;
    chosen.y = vy + -vy / speed * budget * timeStep;
  }
  return PROVEN_STOP;
}
