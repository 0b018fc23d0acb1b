import { left, right } from "npm:fp-ts@^2.16/lib/Either.js";
import { type AgentId, compareAgentIds } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked, readNumber } from "../geometry/reader.ts";
import type { AdvanceReport, Crowd, Overlap, StepInput } from "./crowd.ts";
import { stepCrowd } from "./step.ts";

/** A time this near below a whole number of steps is that number: 10 steps of 0.1 s are a second (no unit). */
const WHOLE = 1e-9;

/**
 * The crowd after so many seconds, in whole steps (C16): what is left over is kept in `crowd.remainder` for the next call, so
 * that frames of any length add up. No step is ever longer than `timeStep`, and what the floor proves of one step holds for
 * all of them.
 *
 * `report` is the last step's; `advance` sums up all steps of this call, none perhaps, so that no arrival or overlap is lost.
 *
 * Errors: seconds that are negative, not finite, or above the parameter `longestAdvance`. The crowd is then as it was: the
 * caller chooses to let the time go, or to ask for less at once.
 *
 * @param seconds time that has passed since the last call, s, at least 0
 * @param input what holds in every step
 * @example
 * ```ts
 * import { advanceCrowd, createCrowd } from "@halfstep/halfstep";
 *
 * const created = createCrowd({
 *   agents: [{ id: "a", position: { x: 0, y: 0 }, radius: 0.5, maxSpeed: 1, goal: { x: 1, y: 0 } }],
 *   parameters: { timeHorizon: 2, timeStep: 0.1 },
 * });
 * if (created._tag === "Left") throw new Error(created.left[0].rule);
 * const later = advanceCrowd(created.right, 0.25);
 * if (later._tag === "Left" || later.right.tick !== 2) throw new Error("two steps are due");
 * ```
 */
export function advanceCrowd(
  crowd: Crowd,
  seconds: number,
  input: Pick<StepInput, "preferred" | "viewers"> = {},
): Checked<Crowd> {
  const { timeStep, longestAdvance } = crowd.parameters;
  const given = checked(seconds, (value, reader) => {
    if (!(seconds > longestAdvance)) return readNumber(value, ["seconds"], "notNegative", reader);
    reader.report(["seconds"], value, `must be at most longestAdvance, ${longestAdvance} s`);
    return NaN;
  });
  if (given._tag === "Left") return left(given.left);
  const due = crowd.remainder + given.right, steps = Math.max(0, Math.floor(due / timeStep + WHOLE));
  let now = crowd, advance = NOTHING;
  for (let k = 0; k < steps; k++) {
    now = stepCrowd(now, input);
    advance = withStep(advance, now);
  }
  return right({ ...now, remainder: due - steps * timeStep, advance: inOrder(advance) });
}

const NOTHING: AdvanceReport = {
  steps: 0,
  counts: { Clear: 0, AvoidanceRelaxed: 0, ProvenStop: 0, BoundaryUnreachable: 0, Uncontrolled: 0 },
  overlaps: [],
  arrived: [],
  deadlocked: [],
};

/** The summary with one more step. */
function withStep(before: AdvanceReport, { report }: Crowd): AdvanceReport {
  const { counts: sum } = before, { counts } = report;
  return {
    steps: before.steps + 1,
    counts: {
      Clear: sum.Clear + counts.Clear,
      AvoidanceRelaxed: sum.AvoidanceRelaxed + counts.AvoidanceRelaxed,
      ProvenStop: sum.ProvenStop + counts.ProvenStop,
      BoundaryUnreachable: sum.BoundaryUnreachable + counts.BoundaryUnreachable,
      Uncontrolled: sum.Uncontrolled + counts.Uncontrolled,
    },
    overlaps: report.overlaps.length === 0 ? before.overlaps : deepest(before.overlaps, report.overlaps),
    arrived: withNew(before.arrived, report.arrived, (id) => id),
    deadlocked: withNew(before.deadlocked, report.deadlocked, (group) => JSON.stringify(group)),
  };
}

/** The first list, and what of the second is not in it. */
function withNew<A>(known: readonly A[], more: readonly A[], keyOf: (a: A) => AgentId): readonly A[] {
  if (more.length === 0) return known;
  const keys = new Set(known.map(keyOf)), fresh = more.filter((a) => !keys.has(keyOf(a)));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

/** Each pair's deepest overlap. */
function deepest(known: readonly Overlap[], more: readonly Overlap[]): readonly Overlap[] {
  const keyOf = ({ a, b }: Overlap): string => JSON.stringify([a, b]);
  const byPair = new Map(known.map((overlap) => [keyOf(overlap), overlap]));
  for (const overlap of more) {
    const before = byPair.get(keyOf(overlap));
    if (before === undefined || overlap.depth > before.depth) byPair.set(keyOf(overlap), overlap);
  }
  return [...byPair.values()];
}

/** The summary in the order of IDs, whichever step something was seen in first. */
function inOrder({ overlaps, arrived, deadlocked, ...rest }: AdvanceReport): AdvanceReport {
  return {
    ...rest,
    overlaps: [...overlaps].sort((m, n) => compareAgentIds(m.a, n.a) || compareAgentIds(m.b, n.b)),
    arrived: [...arrived].sort(compareAgentIds),
    deadlocked,
  };
}
