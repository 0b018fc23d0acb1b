import type { Ticked } from "./handoff_event.ts";

/** The state at a later logic tick; the clock never goes back, and what is no whole number tells nothing (H11). */
export function laterTick<S extends { readonly tick: number }>(
  state: S,
  { tick }: Pick<Ticked, "tick">,
): S {
  return Number.isSafeInteger(tick) && tick > state.tick ? { ...state, tick } : state;
}
