import fc from "fast-check";
import type { HandoffEvent } from "../../handoff/handoff_event.ts";
import { type HandoffState, initialHandoff } from "../../handoff/handoff_state.ts";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import { eventsFor, P, restarts } from "../../tools/handoff/alphabet.ts";
import { frozen } from "../geometry/frozen.ts";

/** Choices of a walk; each picks one of the events that can reach the state it is made in. */
export const choices: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(9999), {
  minLength: 1,
  maxLength: 40,
});

/** A step of a walk. */
export interface WalkStep {
  readonly before: HandoffState;
  readonly event: HandoffEvent;
  readonly after: HandoffState;
}

/** A random walk from Following; everything in it is frozen. Restarts are among the events. */
export function walk(picks: readonly number[]): readonly WalkStep[] {
  const steps: WalkStep[] = [];
  let state = frozen(initialHandoff(P, 1));
  for (const pick of picks) {
    // Any event, or one that changes something, or one that leads to a phase that was picked.
    const events = [...eventsFor(state), ...restarts(state)];
    const useful = events.filter((event) => reduceHandoff(state, event)[0] !== state);
    const phases = [...new Set(useful.map((event) => reduceHandoff(state, event)[0].phase))];
    const phase = phases[pick % phases.length];
    const leading = useful.filter((event) => reduceHandoff(state, event)[0].phase === phase);
    const offered = [events, useful, leading][Math.floor(pick / 8) % 3]!;
    const event = frozen(offered[Math.floor(pick / 24) % offered.length] ?? events[0]!);
    const after = frozen(reduceHandoff(state, event))[0];
    steps.push({ before: state, event, after });
    state = after;
  }
  return steps;
}
