import type { BodyFeedback } from "../../handoff/body_feedback.ts";
import type { CrossingTerms } from "../../handoff/crossing_terms.ts";
import type { HandoffCommand, OrderedMotion } from "../../handoff/handoff_command.ts";
import type { HandoffEvent } from "../../handoff/handoff_event.ts";
import {
  type CrossingState,
  type HandoffState,
  initialHandoff,
  type Phase,
  ticketOf,
} from "../../handoff/handoff_state.ts";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import { at, EDGES, FACTS, P, PLACES, TERMS } from "../../tools/handoff/alphabet.ts";
import { frozen } from "../geometry/frozen.ts";

/** A handoff under way, with the commands of the last step. Everything in it is frozen. */
export interface Scene {
  readonly state: HandoffState;
  readonly commands: readonly HandoffCommand[];
}

/** Before anything was asked for. */
export const quiet: Scene = { state: initialHandoff(P, 1), commands: [] };

/** One step. */
export function hear({ state }: Scene, event: HandoffEvent): Scene {
  const [next, commands] = reduceHandoff(frozen(state), frozen(event));
  return frozen({ state: next, commands });
}

/** The crossing's state; anything else is a mistake in the test. */
export function crossing({ state }: Scene): CrossingState {
  if (state.phase === "Following") throw new Error("Expected a crossing, but found Following.");
  return state;
}

/** The crossing's state in this phase. */
export function inPhase<F extends Phase>({ state }: Scene, phase: F): Extract<HandoffState, { phase: F }> {
  if (state.phase !== phase) throw new Error(`Expected ${phase}, but found ${state.phase}.`);
  return state as Extract<HandoffState, { phase: F }>;
}

/** Displacement of the present order, reported `seconds` after the last one. */
export function move(scene: Scene, feedback: BodyFeedback, seconds = 1): Scene {
  const state = crossing(scene);
  return hear(scene, {
    kind: "Moved",
    ticket: ticketOf(state),
    executed: state.executed + seconds,
    feedback,
  });
}

/** The answer to the last sweep. */
export function sweep(scene: Scene, verdict: "clear" | "blocked" = "clear", edges = EDGES): Scene {
  const state = crossing(scene);
  return hear(scene, { kind: "Swept", ticket: ticketOf(state), question: state.question, verdict, edges });
}

/** The answer to the last check. */
export function check(scene: Scene, facts = FACTS, feedback: BodyFeedback = PLACES.there): Scene {
  const state = crossing(scene);
  return hear(scene, {
    kind: "ChecksDone",
    ticket: ticketOf(state),
    question: state.question,
    facts,
    feedback,
  });
}

/** A tick. */
export function tick(scene: Scene, number: number): Scene {
  return hear(scene, { kind: "Ticked", tick: number });
}

/** An interruption. */
export function interruptBy(
  scene: Scene,
  cause: "obstaclesChanged" | "sweepBlocked" | "newOrder" = "obstaclesChanged",
): Scene {
  return hear(scene, { kind: "Interrupted", cause });
}

/** A request from a place. */
export function requested(feedback: BodyFeedback = PLACES.far, terms: CrossingTerms = TERMS): Scene {
  return hear(quiet, { kind: "Requested", terms, tick: 0, feedback });
}

/** Stopped at a place near the edge, its first sweep asked for. */
export function waitingAt(x: number, terms: CrossingTerms = TERMS): Scene {
  return move(move(requested(PLACES.far, terms), PLACES.near), at(x));
}

/** On the curve of HX1: from -0.09 m, attempt 1. */
export function onCurve(terms: CrossingTerms = TERMS): Scene {
  return sweep(waitingAt(-0.09, terms));
}

/** At the boundary. */
export function atBoundary(): Scene {
  return move(waitingAt(-0.09), PLACES.there);
}

/** Checks under way. */
export function adopting(): Scene {
  return hear(atBoundary(), { kind: "ChecksBegin" });
}

/** What restarts find, unless a test says otherwise. */
export const unchanged = {
  action: "cross",
  versions: { from: 1, to: 1, edge: 1, navigation: 1 },
} as const;

/** A restart in the next epoch. */
export function restart(
  scene: Scene,
  feedback: BodyFeedback,
  more: Partial<Extract<HandoffEvent, { kind: "Recovered" }>> = {},
): Scene {
  return hear(scene, {
    kind: "Recovered",
    epoch: scene.state.epoch + 1,
    tick: 0,
    ...unchanged,
    feedback,
    ...more,
  });
}

/** Kinds of the commands, in order. */
export function kinds({ commands }: Scene): readonly HandoffCommand["kind"][] {
  return commands.map(({ kind }) => kind);
}

/** The order that was given to the mover; none is a mistake in the test. */
export function ordered({ commands }: Scene): OrderedMotion {
  for (const command of commands) if (command.kind === "Dispatch") return command.motion;
  throw new Error("Expected an order to the mover, but found none.");
}

/** What was reported: kinds, and whatever stands beside them. */
export function reports({ commands }: Scene): readonly object[] {
  return commands.flatMap((command) => command.kind === "Report" ? [command.report] : []);
}
