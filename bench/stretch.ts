import { stateColumns } from "../crowd/kernel/columns.ts";
import { decideSlots } from "../crowd/kernel/decide_slots.ts";
import { kernelOf } from "../crowd/kernel/kernel.ts";
import { fillSlots } from "../crowd/kernel/sense.ts";
import { beginStep, NO_INPUT, senseOwn } from "../crowd/kernel/step.ts";
import type { Crowd } from "../crowd/crowd.ts";

/** Agents in a stretch. */
export const STRETCH = 1000;

/** Takes a crowd's step up to the phase that decides. @returns that phase for a stretch in the middle, to be taken again and again */
export function stretchOf(crowd: Crowd): () => void {
  const kernel = kernelOf(crowd), { count } = kernel.fixed, from = (count - STRETCH) >> 1;
  senseOwn(kernel, 0, count);
  const { frame } = beginStep(kernel, NO_INPUT, stateColumns(kernel.extent, kernel.allocate));
  fillSlots(frame, 0, count);
  return () => decideSlots(frame, from, from + STRETCH);
}
