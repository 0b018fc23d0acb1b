/**
 * Reducers that are wrong on purpose, each in one way. The exploration has to catch every one of them, for its own reason:
 * otherwise it would prove nothing about the reducer that is right.
 *
 * @module
 */
import type { HandoffCommand } from "../../handoff/handoff_command.ts";
import { handoffRecord } from "../../handoff/handoff_record.ts";
import type { CrossingState, HandoffState } from "../../handoff/handoff_state.ts";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import { EDGES, FACTS } from "../../tools/handoff/alphabet.ts";
import type { Reduce } from "../../tools/handoff/explorer.ts";
import {
  blind,
  crossing,
  deaf,
  isThere,
  mistaken,
  rewritten,
  withState,
  wrongCommands,
  wrongState,
} from "./wrong_reducers.ts";

/** A reducer with one fault. */
export interface Fault {
  /** What it does wrong, as a sentence. */
  readonly name: string;
  /** The rule that it breaks, or how that begins. */
  readonly breaks: string;
  /** The reducer. */
  readonly reduce: Reduce;
}

/** Late displacements that are taken for new ones. */
const ticketFaults: readonly Fault[] = ([
  ["epoch", (s) => ({ epoch: s.epoch })],
  ["action", (s) => ({ action: s.terms.action })],
  ["attempt", (s) => ({ attempt: s.attempts })],
  ["order", (s) => ({ order: s.order })],
] as readonly (readonly [string, (s: CrossingState) => object])[]).map(([part, present]) => ({
  name: `displacement of another ${part} is accepted`,
  breaks: "a refused displacement never changes the state",
  reduce: deaf((event, state) =>
    event.kind === "Moved" && crossing(state)
      ? { ...event, ticket: { ...event.ticket, ...present(state) } }
      : event
  ),
}));

/** All faults. */
export const faults: readonly Fault[] = [
  ...ticketFaults,
  {
    name: "displacement that is not newer is accepted",
    breaks: "a refused displacement never changes the state",
    reduce: deaf((event, state) =>
      event.kind === "Moved" && crossing(state) && event.executed <= state.executed
        ? { ...event, executed: state.executed + 1 }
        : event
    ),
  },
  {
    name: "the attempts are counted anew after a restart",
    breaks: "attempts are never given back",
    reduce: wrongState((after, _, event) =>
      event.kind === "Recovered" && crossing(after) ? { ...after, attempts: 0 } : after
    ),
  },
  {
    name: "the attempts are counted anew at each stop",
    breaks: "attempts are never given back",
    reduce: wrongState((after, before) =>
      after.phase === "Stopping" && before.phase === "Approaching" ? { ...after, attempts: 0 } : after
    ),
  },
  {
    name: "an admitted attempt is not counted",
    breaks: "the record survives JSON",
    reduce: wrongState((after, before, event) =>
      event.kind === "Swept" && after.phase === "Approaching" && before.phase === "Stopping"
        ? { ...after, attempts: before.attempts }
        : after
    ),
  },
  {
    name: "the deadline runs anew after a restart",
    breaks: "the deadline never moves",
    reduce: wrongState((after, _, event) =>
      event.kind === "Recovered" && crossing(after) ? { ...after, firstTick: after.tick } : after
    ),
  },
  {
    name: "the deadline runs anew with each attempt",
    breaks: "the deadline never moves",
    reduce: wrongState((after, _, event) =>
      event.kind === "Swept" && after.phase === "Approaching" ? { ...after, firstTick: after.tick } : after
    ),
  },
  {
    name: "an attempt is admitted after the deadline",
    breaks: "the record survives JSON",
    reduce: mistaken((state) => state.phase === "Stopping" ? { firstTick: state.tick } : {}),
  },
  {
    name: "the record is written after the dispatch",
    breaks: "Persist precedes what depends on it",
    reduce: wrongCommands((commands) => [
      ...commands.filter(({ kind }) => kind !== "Persist"),
      ...commands.filter(({ kind }) => kind === "Persist"),
    ]),
  },
  {
    name: "an admission is not written down",
    breaks: "Persist precedes what depends on it",
    reduce: wrongCommands((commands, _, event) =>
      event.kind === "Swept" ? commands.filter(({ kind }) => kind !== "Persist") : commands
    ),
  },
  {
    name: "the record that is written is the one before",
    breaks: "what is written down is the state",
    reduce: (before, event) => {
      const [after, commands] = reduceHandoff(before, event);
      return [after, commands.map((c) => rewritten(c, before))];
    },
  },
  {
    name: "the foot is put onto the edge when it is near enough",
    breaks: "only feedback moves the body",
    reduce: deaf((event) =>
      event.kind === "Moved" && Math.abs(event.feedback.position.x) < 0.01
        ? { ...event, feedback: { ...event.feedback, position: { x: 0, y: event.feedback.position.y } } }
        : event
    ),
  },
  {
    name: "a foot that is near the edge counts as on it",
    breaks: "at the boundary the actual foot is on the edge",
    reduce: (before, event) => {
      if (before.phase === "Following") return reduceHandoff(before, event);
      const { terms } = before, other = { ...before, terms: { ...terms, reach: 0.01 } };
      return withState(
        reduceHandoff(other, event),
        (after) => after === other ? before : after.phase === "Following" ? after : { ...after, terms },
      );
    },
  },
  {
    name: "sliding along the edge counts as stopped",
    breaks: "at the boundary the actual foot is on the edge",
    reduce: blind(({ velocity }) => ({ velocity: { x: velocity.x, y: 0 } })),
  },
  {
    name: "a lost contact is not noticed",
    breaks: "where P's guarantee is void, none is on record",
    reduce: blind(() => ({ contact: true })),
  },
  {
    name: "a push is not noticed",
    breaks: "where P's guarantee is void, none is on record",
    reduce: deaf((event) =>
      event.kind === "Moved" ? { ...event, feedback: { ...event.feedback, pushed: false } } : event
    ),
  },
  {
    name: "braking off the curve may hold for the whole reaction",
    breaks: "a promised stop ends at or before the edge",
    reduce: wrongState((after, before) =>
      after.phase === "Stopping" && before.phase === "Approaching" && before.access !== undefined
        ? { ...after, braking: { ...after.braking, hold: after.terms.reaction } }
        : after
    ),
  },
  {
    name: "the rest of the curve is run after a restart",
    breaks: "a curve is admitted after its sweep only",
    reduce: (before, event) => {
      const step = reduceHandoff(before, event);
      if (event.kind !== "Recovered" || before.phase !== "Approaching" || before.access === undefined) {
        return step;
      }
      const { access } = before, [after, commands] = step;
      if (after === before || !crossing(after)) return step;
      const resumed: HandoffState = {
        ...before,
        epoch: after.epoch,
        actual: after.actual,
        order: after.order,
      };
      return [
        resumed,
        commands.map((c) =>
          c.kind === "Dispatch" ? { ...c, motion: { kind: "Access", access } } : rewritten(c, resumed)
        ),
      ];
    },
  },
  {
    name: "an adoption that was under way is taken as done after a restart",
    breaks: "only the listed transitions exist",
    reduce: (before, event) =>
      event.kind === "Recovered" && before.phase === "Adopting" && event.epoch > before.epoch &&
        isThere(event.feedback)
        ? reduceHandoff({ ...before, epoch: event.epoch }, {
          kind: "ChecksDone",
          ticket: {
            epoch: event.epoch,
            action: before.terms.action,
            attempt: before.attempts,
            order: before.order,
          },
          question: before.question,
          facts: FACTS,
          feedback: event.feedback,
        })
        : reduceHandoff(before, event),
  },
  {
    name: "a restart forgets that the crossing was given up",
    breaks: "what is cancelled stays cancelled",
    reduce: (before, event) =>
      event.kind === "Recovered" && before.phase === "Stopping"
        ? reduceHandoff({ ...before, cancelling: false }, event)
        : reduceHandoff(before, event),
  },
  {
    name: "a restart with an epoch that is not new is taken as one",
    breaks: "the mover is released exactly once per crossing",
    reduce: (before, event) =>
      event.kind === "Recovered" && event.epoch === before.epoch && before.phase === "Following" &&
        before.outcome !== undefined
        ? [before, [
          { kind: "Persist", record: handoffRecord(before) },
          { kind: "Hold", action: "cross" },
          { kind: "Release", action: "cross" },
        ]]
        : reduceHandoff(before, event),
  },
  {
    name: "the mover is released when a crossing is given up, and again at its end",
    breaks: "the mover is released exactly once per crossing",
    reduce: wrongCommands((commands, after) =>
      after.phase === "Stopping" && after.cancelling && commands.some(({ kind }) => kind === "Dispatch")
        ? [...commands, { kind: "Release", action: after.terms.action }]
        : commands
    ),
  },
  {
    name: "the mover is never released",
    breaks: "the mover is released exactly once per crossing",
    reduce: wrongCommands((commands) => commands.filter(({ kind }) => kind !== "Release")),
  },
  {
    name: "failure is reported before the release",
    breaks: "Failure only after the release",
    reduce: wrongCommands((commands) => [
      ...commands.filter(({ kind }) => kind === "Persist" || kind === "Fail"),
      ...commands.filter(({ kind }) => kind !== "Persist" && kind !== "Fail"),
    ]),
  },
  {
    name: "a stop that cannot be confirmed is not reported",
    breaks: "a stop that cannot be confirmed is reported as a fault",
    reduce: wrongCommands((commands) =>
      commands.filter((c) => !(c.kind === "Report" && c.report.kind === "StopNotConfirmed"))
    ),
  },
  {
    name: "a curve is admitted though its sweep is blocked",
    breaks: "a curve is admitted only if its sweep is clear",
    reduce: deaf((event) => event.kind === "Swept" ? { ...event, verdict: "clear" } : event),
  },
  {
    name: "a curve is admitted though it leaves P",
    breaks: "a curve is admitted only if its sweep is clear",
    reduce: deaf((event) => event.kind === "Swept" ? { ...event, edges: EDGES } : event),
  },
  {
    name: "the answer to an older sweep admits a curve",
    breaks: "the answer to an older question admits nothing",
    reduce: deaf((event, state) =>
      event.kind === "Swept" && crossing(state) ? { ...event, question: state.question } : event
    ),
  },
  {
    name: "Q is adopted though a check fails",
    breaks: "Q is adopted only when all checks hold",
    reduce: deaf((event) => event.kind === "ChecksDone" ? { ...event, facts: FACTS } : event),
  },
  {
    name: "the checks are begun without a stop at the boundary",
    breaks: "only the listed transitions exist",
    reduce: wrongState((after, _, event) =>
      event.kind === "ChecksBegin" && after.phase === "Approaching" && after.access === undefined
        ? { ...after, phase: "Adopting" }
        : after
    ),
  },
  {
    name: "that a crossing is given up is not written down before the stop",
    breaks: "what matters after a restart is written down",
    reduce: wrongCommands((commands, after, event) =>
      event.kind === "VersionsSeen" && after.phase === "Stopping" ? [] : commands
    ),
  },
  {
    name: "each restart takes one attempt",
    breaks: "two recoveries equal one",
    reduce: wrongState((after, before, event) =>
      event.kind === "Recovered" && crossing(after) && crossing(before)
        ? { ...after, attempts: Math.min(3, before.attempts + 1) }
        : after
    ),
  },
  {
    name: "a stop that is being waited in never ends",
    breaks: "every crossing can still end",
    reduce: (before, event) => {
      if (before.phase !== "Stopping" || !before.cancelling || event.kind === "Recovered") {
        return reduceHandoff(before, event);
      }
      const report: HandoffCommand = { kind: "Report", report: { kind: "StopNotConfirmed" } };
      return [before, event.kind === "Ticked" ? [report] : []];
    },
  },
];
