import type { Vec2 } from "../../geometry/vector.ts";
import { isBetterStraight, isStuck, progressLost, turnAside, updatedDetour } from "../detour.ts";
import { hardlyGetsOn, LITTLE_PROGRESS, updatedWaiting } from "../waiting.ts";
import { atHand, DETOUR, LOST } from "./at_hand.ts";
import type { Frame } from "./frame.ts";

const { block, chosen, figures, program } = atHand;

const self = { radius: 0, detour: 0 };

/** Writes down what the decision in `chosen` loses of the progress toward the wish (C6). */
export function noteLoss(wish: Vec2, alone: Vec2): void {
  figures[LOST] = progressLost(wish, alone, chosen);
}

const turned = { x: 0, y: 0 };

/** Has the program prefer the wish as the detour memory turns it aside (C6). */
export function preferTurned({ rules }: Frame, wish: Vec2): void {
  turnAside(wish, figures[DETOUR]!, rules.passingSide === "left" ? "left" : "right", turned);
  program.px = turned.x;
  program.py = turned.y;
}

/** Writes down the detour memory after the straight solution in `chosen` and what it loses (C6). */
export function remember(frame: Frame, s: number, wish: Vec2, alone: Vec2): void {
  const { fixed, step: { left, slotId, slotVx, slotVy, slotRadius }, rules } = frame, k = s - block.from;
  const lost = figures[LOST]!;
  figures[DETOUR] = 0;
  if (rules.detour === "off") return;
  self.detour = block.detour[k]!;
  if (self.detour === 0 && lost <= rules.detour.deadBand) return; // what most come to, without more ado
  self.radius = slotRadius[s]!;
  const i = slotId[s]!, vx = slotVx[s]!, vy = slotVy[s]!, speed = fixed.cruisingSpeed[i]!;
  figures[DETOUR] = updatedDetour(
    self,
    lost,
    lost > 0 && isBetterStraight(wish, alone, vx, vy, chosen, rules.detour),
    lost > 0 && isStuck(wish, vx, vy, block.waiting[k]!, self.radius, speed, rules.detour),
    left[i]!,
    rules.timeStep,
    rules.detour,
  );
}

/** Writes down how long an agent has waited after the decision in `chosen` and what it loses, s (C6). */
export function countWaiting({ fixed, step, rules }: Frame, s: number, wish: Vec2): void {
  const k = s - block.from, waiting = block.waiting[k]!, lost = figures[LOST]!;
  if (waiting === 0 && lost <= LITTLE_PROGRESS) { // what most come to, without more ado
    block.waiting[k] = 0; // it may have had a minus
    return;
  }
  const speed = fixed.cruisingSpeed[step.slotId[s]!]!;
  const wishes = wish.x !== 0 || wish.y !== 0, getsNowhere = hardlyGetsOn(wish, chosen, lost);
  const radius = step.slotRadius[s]!;
  block.waiting[k] = updatedWaiting(waiting, getsNowhere, wishes, rules.timeStep, radius, speed);
}
