/**
 * Ways to make a reducer wrong.
 *
 * @module
 */
import type { BodyFeedback } from "../../handoff/body_feedback.ts";
import type { HandoffCommand } from "../../handoff/handoff_command.ts";
import type { HandoffEvent } from "../../handoff/handoff_event.ts";
import { handoffRecord, type HandoffStep } from "../../handoff/handoff_record.ts";
import type { CrossingState, HandoffState } from "../../handoff/handoff_state.ts";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import type { Reduce } from "../../tools/handoff/explorer.ts";

/** A fault that changes what comes out. The record is changed along, so that only the fault itself can be caught. */
export function wrongState(
  change: (after: HandoffState, before: HandoffState, event: HandoffEvent) => HandoffState,
): Reduce {
  return (before, event) => {
    const [state, commands] = reduceHandoff(before, event);
    const after = change(state, before, event);
    return after === state ? [state, commands] : [after, commands.map((c) => rewritten(c, after))];
  };
}

/** A command that writes another state down, if it writes one. */
export function rewritten(command: HandoffCommand, state: HandoffState): HandoffCommand {
  return command.kind === "Persist" ? { kind: "Persist", record: handoffRecord(state) } : command;
}

/** A fault that changes the commands. */
export function wrongCommands(
  change: (
    commands: readonly HandoffCommand[],
    after: HandoffState,
    event: HandoffEvent,
  ) => readonly HandoffCommand[],
): Reduce {
  return (before, event) => {
    const [after, commands] = reduceHandoff(before, event);
    return [after, change(commands, after, event)];
  };
}

/** A fault that does not look at something: it hears another event. */
export function deaf(hear: (event: HandoffEvent, state: HandoffState) => HandoffEvent): Reduce {
  return (state, event) => reduceHandoff(state, hear(event, state));
}

/** A fault that takes one report for another; what it keeps is the feedback that it was given. */
export function blind(see: (feedback: BodyFeedback) => Partial<BodyFeedback>): Reduce {
  return (before, event) => {
    if (event.kind !== "Moved") return reduceHandoff(before, event);
    const { feedback } = event;
    const step = reduceHandoff(before, { ...event, feedback: { ...feedback, ...see(feedback) } });
    return withState(
      step,
      (after) =>
        after.phase === "Following" || after === before
          ? after
          : { ...after, actual: { ...after.actual, velocity: feedback.velocity, contact: feedback.contact } },
    );
  };
}

/** A fault that decides by other facts than those that it keeps. */
export function mistaken(
  facts: (state: CrossingState, event: HandoffEvent) => Partial<CrossingState>,
): Reduce {
  return (before, event) => {
    if (before.phase === "Following") return reduceHandoff(before, event);
    const believed = facts(before, event), names = Object.keys(believed) as (keyof CrossingState)[];
    const other = { ...before, ...believed } as CrossingState;
    const step = reduceHandoff(other, event);
    return withState(step, (after) => {
      if (after === other) return before;
      if (after.phase === "Following") return after;
      const kept = names.filter((name) => after[name] === believed[name]).map((name) => [name, before[name]]);
      return { ...after, ...Object.fromEntries(kept) };
    });
  };
}

/** A step with its state changed, and the record along. */
export function withState(
  [state, commands]: HandoffStep,
  change: (state: HandoffState) => HandoffState,
): HandoffStep {
  const after = change(state);
  return [after, commands.map((c) => rewritten(c, after))];
}

/** Whether a foot is on the edge, in contact. */
export const isThere = ({ position, contact }: BodyFeedback): boolean => contact && position.x === 0;

/** Whether a crossing is under way. */
export const crossing = (state: HandoffState): state is CrossingState => state.phase !== "Following";
