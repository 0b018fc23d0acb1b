import { FEASIBILITY } from "../../solver/tolerance.ts";
import { atHand } from "./at_hand.ts";
import type { Frame } from "./frame.ts";

const { block, program } = atHand;

/** The speed disc and, with a limited budget, the reachable disc (G15). */
export function layDiscs({ step, rules }: Frame, s: number): void {
  const c = program, k = s - block.from, budget = block.budget[k]!, speed = block.maxSpeed[k]!;
  let scale = Math.max(1, speed);
  c.cx[0] = c.cy[0] = 0;
  c.r[0] = speed;
  c.discs = 1;
  if (budget !== Infinity) {
    const vx = step.slotVx[s]!, vy = step.slotVy[s]!, reach = budget * rules.timeStep;
    c.cx[1] = vx;
    c.cy[1] = vy;
    c.r[1] = reach;
    c.discs = 2;
    scale = Math.max(scale, Math.sqrt(vx * vx + vy * vy) + reach);
  }
  c.tolerance = FEASIBILITY * scale;
}
