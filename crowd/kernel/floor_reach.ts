import { stepReach } from "../../boundary/separation.ts";
import { atHand, GENEROUS } from "./at_hand.ts";
import { readBlock } from "./block.ts";
import type { Frame } from "./frame.ts";

const { block, near } = atHand;

/** What each of two of one weight keeps of their gap (M6). */
const EVEN_PART = 0.5;

/** Where to look for the floor's pairs of a block, as `floorOf` does. */
export function fillFloorReach({ step, rules, tops }: Frame, from: number, to: number): void {
  const { slotVx, slotVy, slotRadius, slotSpeed, slotSpan } = step, { budget } = block;
  for (let s = from; s < to; s++) {
    const k = s - from, speed = Math.sqrt(slotVx[s]! * slotVx[s]! + slotVy[s]! * slotVy[s]!);
    const own = stepReach(speed, budget[k]!, rules.timeStep, slotSpeed[s]!);
    const stops = slotRadius[s]! + tops.radius + rules.floorSlack + slotSpan[s]! + tops.span;
    near.floorReach[k] = stops + own / tops.leastPart;
    // Of strangers nothing is known that their weight says.
    near.evenFloorReach[k] = (stops + own / (tops.strangers > 0 ? tops.leastPart : EVEN_PART)) * GENEROUS;
  }
}

/** The same of one agent, m; below 0 without a floor. */
export function floorReachOf(frame: Frame, s: number): number {
  if (frame.rules.separation === "off") return -1;
  readBlock(frame, s, s + 1, block);
  fillFloorReach(frame, s, s + 1);
  return near.floorReach[0]!;
}
