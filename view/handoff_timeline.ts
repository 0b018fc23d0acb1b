import type { HandoffNews } from "../crowd/tiled_crowd.ts";
import type { AgentId } from "../geometry/agent.ts";
import { compareAgentIds } from "../geometry/agent.ts";
import { DEADLINE_TICKS } from "../handoff/crossing_terms.ts";
import type { HandoffState } from "../handoff/handoff_state.ts";

/** What a handoff is doing for a while: its phases (H17), with Approaching and Stopping told apart by who moves the body. */
export type HandoffActivity =
  /** Approaching: the solver brings the agent near. */
  | "approach"
  /** Approaching, on an access curve. */
  | "access"
  /** Stopping: braking. */
  | "braking"
  /** Stopping: at rest, waiting for a clear sweep or a decision. */
  | "waiting"
  /** AtBoundary. */
  | "atBoundary"
  /** Adopting. */
  | "adopting";

/** A stretch of time in one activity. */
export interface HandoffSpan {
  /** What it is doing. */
  readonly activity: HandoffActivity;
  /** s. */
  readonly from: number;
  /** s, at least `from`. */
  readonly to: number;
  /** Attempts that were admitted by then. */
  readonly attempt: number;
  /** "none": there was no stopping guarantee (H12). */
  readonly guarantee: "edge" | "none";
}

/** Something that happened at one moment. */
export interface HandoffMark {
  /** What. */
  readonly kind: "interrupted" | "refused" | "restarted" | "adopted" | "failed";
  /** s. */
  readonly time: number;
  /** Which, or why, in a few words; may be empty. */
  readonly text: string;
}

/** The time that a crossing has. */
export interface HandoffDeadline {
  /** When it was requested, s. */
  readonly from: number;
  /** When it expires, s (H11). */
  readonly at: number;
}

/** One agent's handoffs over time. */
export interface HandoffRow {
  /** Whose. */
  readonly agent: AgentId;
  /** In the order of time. */
  readonly spans: readonly HandoffSpan[];
  /** In the order of time. */
  readonly marks: readonly HandoffMark[];
  /** One for each crossing. */
  readonly deadlines: readonly HandoffDeadline[];
}

/** Handoffs of a run over time (P3). */
export interface HandoffTimeline {
  /** Those who had any, in the order of IDs. */
  readonly rows: readonly HandoffRow[];
  /** The end of what is shown, s. */
  readonly end: number;
}

/**
 * The timeline of a run from what happened in it.
 *
 * @param news of all steps, in order
 * @param tick length of a logic tick, s
 * @param end of the run, s
 */
export function handoffTimeline(
  news: readonly HandoffNews[],
  tick: number,
  end: number,
): HandoffTimeline {
  const agents = [...new Set(news.map(({ agent }) => agent))].sort(compareAgentIds);
  const rows = agents.map((agent) => rowOf(agent, news.filter((one) => one.agent === agent), tick, end));
  return { rows, end };
}

function rowOf(agent: AgentId, news: readonly HandoffNews[], tick: number, end: number): HandoffRow {
  const spans = news.flatMap(({ after, time }, i): readonly HandoffSpan[] => {
    const activity = activityOf(after);
    if (activity === undefined || after.phase === "Following") return [];
    const guarantee = after.phase === "Stopping" ? after.guarantee : "edge";
    return [{ activity, from: time, to: news[i + 1]?.time ?? end, attempt: after.attempts, guarantee }];
  });
  return {
    agent,
    spans: joined(spans),
    marks: news.flatMap(marksOf),
    deadlines: news.flatMap(({ event, after, time }) =>
      event.kind === "Requested" && after.phase !== "Following"
        ? [{ from: time, at: (after.firstTick + DEADLINE_TICKS) * tick }]
        : []
    ),
  };
}

function activityOf(state: HandoffState): HandoffActivity | undefined {
  switch (state.phase) {
    case "Following":
      return undefined;
    case "Approaching":
      return state.access === undefined ? "approach" : "access";
    case "Stopping":
      return state.stop === "confirmed" ? "waiting" : "braking";
    case "AtBoundary":
      return "atBoundary";
    case "Adopting":
      return "adopting";
  }
}

/** News in the midst of an activity does not cut it in two. */
function joined(spans: readonly HandoffSpan[]): readonly HandoffSpan[] {
  const result: HandoffSpan[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    const goesOn = last !== undefined && last.activity === span.activity && last.to === span.from &&
      last.attempt === span.attempt && last.guarantee === span.guarantee;
    if (goesOn) result[result.length - 1] = { ...last, to: span.to };
    else result.push(span);
  }
  return result;
}

function marksOf({ event, before, after, reports, time }: HandoffNews): readonly HandoffMark[] {
  const marks: HandoffMark[] = [];
  if (event.kind === "Recovered") marks.push({ kind: "restarted", time, text: `epoch ${event.epoch}` });
  else if (activityOf(before) === "access" && after.phase === "Stopping") {
    const why = event.kind === "Interrupted" ? event.cause : after.disturbance ?? event.kind;
    marks.push({ kind: "interrupted", time, text: why });
  }
  for (const report of reports) {
    if (report.kind === "AccessRefused") marks.push({ kind: "refused", time, text: report.why });
    if (report.kind === "AdoptionIncomplete") {
      marks.push({ kind: "refused", time, text: report.failed.join(", ") });
    }
  }
  if (before.phase !== "Following" && after.phase === "Following" && after.outcome !== undefined) {
    const { outcome } = after;
    marks.push(
      outcome.kind === "Adopted"
        ? { kind: "adopted", time, text: String(after.tile.id) }
        : { kind: "failed", time, text: outcome.reason },
    );
  }
  return marks;
}
