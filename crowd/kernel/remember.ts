import type { Vec2 } from "../../geometry/vector.ts";
import { isBetterStraight, isStuck, updatedDetour } from "../detour.ts";
import { hardlyGetsOn, LITTLE_PROGRESS, updatedWaiting } from "../waiting.ts";
import { atHand } from "./at_hand.ts";
import type { Frame } from "./frame.ts";

const { block, chosen } = atHand;

const self = { radius: 0, detour: 0 };

/** The detour memory after the straight solution in `chosen`, which loses so much of the progress (C6). */
export function remember(frame: Frame, s: number, wish: Vec2, alone: Vec2, lost: number): number {
  const { fixed, step: { left, slotId, slotVx, slotVy, slotRadius }, rules } = frame, k = s - block.from;
  if (rules.detour === "off") return 0;
  self.detour = block.detour[k]!;
  if (self.detour === 0 && lost <= rules.detour.deadBand) return 0; // what most come to, without more ado
  self.radius = slotRadius[s]!;
  const i = slotId[s]!, vx = slotVx[s]!, vy = slotVy[s]!, speed = fixed.cruisingSpeed[i]!;
  return updatedDetour(
    self,
    lost,
    lost > 0 && isBetterStraight(wish, alone, vx, vy, chosen, rules.detour),
    lost > 0 && isStuck(wish, vx, vy, block.waiting[k]!, self.radius, speed, rules.detour),
    left[i]!,
    rules.timeStep,
    rules.detour,
  );
}

/** How long an agent has waited after the decision in `chosen`, which loses so much of the progress, s (C6). */
export function waitingAfter(
  { fixed, step, rules }: Frame,
  s: number,
  wish: Vec2,
  lost: number,
): number {
  const waiting = block.waiting[s - block.from]!;
  if (waiting === 0 && lost <= LITTLE_PROGRESS) return 0; // what most come to, without more ado
  const speed = fixed.cruisingSpeed[step.slotId[s]!]!;
  const wishes = wish.x !== 0 || wish.y !== 0, getsNowhere = hardlyGetsOn(wish, chosen, lost);
  return updatedWaiting(waiting, getsNowhere, wishes, rules.timeStep, step.slotRadius[s]!, speed);
}
