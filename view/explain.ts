import type { Decision, DecisionReason, FallbackPolicy, Rejected } from "../solver/decision.ts";
import type { ConstraintIdentity, Margin } from "../solver/problem.ts";
import { compareIdentities } from "../solver/identity.ts";
import {
  constraintText,
  countText,
  listText,
  numberText,
  originText,
  rejectionText,
  velocityText,
} from "./words.ts";

/** How much an explanation says. */
export interface ExplainOptions {
  /** Most rejected candidates that are told one by one, at least 0; default 8. The rest are counted. */
  readonly mostRejected?: number;
}

/** Margins up to this size count as 0 in words, m/s: what is held is held up to rounding. */
const ROUNDING = 1e-9;

const reasons: Readonly<Record<DecisionReason, string>> = {
  neighborsInfeasible: "no velocity satisfies all neighbors together with the limits",
  candidatesRejected: "velocities exist, but later checks refused every candidate",
  boundariesInfeasible: "the hard limits leave no velocity that can be reached",
  discsDisjoint: "the speed disc and the reachable disc have no common velocity",
  noStopTarget: "no velocity to brake to was given, so no stop can be claimed",
  noBrakingBudget: "it moves and has no acceleration to brake with",
  outsideBoundary:
    "the body is outside an edge of its region and comes back; nothing is claimed for that edge",
  tooFastToStopApart: "it and a neighbor are too fast to stop apart, so closing in least comes first",
  noReference: "no velocity that the speed cap allows keeps from drifting out of the region once stopped",
  carriedTooFast: "the support carries it faster than its speed cap can cancel",
};

const policies: Readonly<Record<FallbackPolicy, string>> = {
  brake: "braking toward the stop target",
  leastViolation: "making the largest violation as small as it can be",
  keepPrevious: "keeping the previous velocity",
  stop: "going as slowly as the limits allow",
};

/**
 * A decision in words (P5), one sentence a line: what was chosen, which constraints bind and by how much, what was
 * violated or relaxed, what was checked, and which better candidates were turned down and why.
 */
export function explain(decision: Decision, options: ExplainOptions = {}): string {
  return [
    headline(decision),
    ...bindingLines(decision),
    ...violationLines(decision.margins),
    checksLine(decision),
    ...rejectedLines(decision.rejected, Math.max(0, options.mostRejected ?? 8)),
  ].join("\n");
}

function headline(decision: Decision): string {
  const velocity = velocityText(decision.velocity);
  const { length } = decision.margins;
  switch (decision.kind) {
    case "Clear":
      return length === 0
        ? `Clear: the velocity ${velocity} is chosen; nothing limits it.`
        : `Clear: the velocity ${velocity} satisfies ${
          length === 1
            ? "the only constraint"
            : length === 2
            ? "both constraints"
            : `all ${length} constraints`
        }.`;
    case "AvoidanceRelaxed":
      return `AvoidanceRelaxed: ${
        reasons[decision.reason]
      }; the neighbors were relaxed as a group, and the velocity ${velocity} was chosen by ${
        policies[decision.policy]
      }. It violates a neighbor's half-plane by up to ${
        amount(decision.violation)
      } and may collide: it is not safe.`;
    case "ProvenStop":
      return `ProvenStop: ${
        reasons[decision.reason]
      }; a complete braking motion was proven beforehand, and its next step, to ${velocity}, is taken. It is safe against what that proof covers.`;
    case "BoundaryUnreachable":
      return `BoundaryUnreachable: ${
        reasons[decision.reason]
      }, and no stop is proven; ${velocity} is the reachable velocity that brakes hardest. It breaks a limit: the motion must be cut short at contact.`;
    case "Uncontrolled":
      return `Uncontrolled: ${
        reasons[decision.reason]
      }; the actual velocity ${velocity} is kept, and nothing is claimed about it.`;
  }
}

/** Half-planes that are active, and discs whose circle the velocity lies on. */
function bindingLines({ active, margins }: Decision): readonly string[] {
  const onCircle = margins.filter(({ constraint, margin }) =>
    constraint.kind === "disc" && Math.abs(margin) <= ROUNDING
  );
  const lines = [
    ...active.map((source) => bindingText(source, marginOf(source, margins))),
    ...onCircle.map(({ constraint, margin }) => bindingText(constraint, margin)),
  ];
  if (lines.length > 0) return lines;
  const nearest = margins.reduce<Margin | undefined>(
    (least, one) => one.margin >= 0 && (least === undefined || one.margin < least.margin) ? one : least,
    undefined,
  );
  return nearest === undefined ? [] : [
    `No constraint binds; the nearest is ${constraintText(nearest.constraint)}, ${
      amount(nearest.margin)
    } away.`,
  ];
}

function bindingText(constraint: ConstraintIdentity, margin: number | undefined): string {
  const name = capital(constraintText(constraint));
  const by = margin === undefined ? "" : `, with a margin of ${amount(margin)}`;
  if (constraint.kind !== "neighbor") return `${name} binds${by}.`;
  const { change, share } = constraint;
  const whole = Math.sqrt(change.x * change.x + change.y * change.y);
  const part = share === 1 ? "all of it" : share === 0 ? "none of it" : `${numberText(share * 100)} % of it`;
  return `${name} binds${by}; the pair's change of relative velocity is ${
    amount(whole)
  }, ${part} this agent's part.`;
}

function violationLines(margins: readonly Margin[]): readonly string[] {
  const violated = margins.filter(({ margin }) => margin < -ROUNDING);
  if (violated.length === 0) return [];
  const worstFirst = [...violated].sort((a, b) => a.margin - b.margin);
  return [
    `Violated: ${
      listText(worstFirst.map((one) => `${constraintText(one.constraint)} by ${amount(-one.margin)}`))
    }.`,
  ];
}

function checksLine({ checks }: Decision): string {
  return checks.length === 0 ? "No check was made and passed." : `Checked and passed: ${listText(checks)}.`;
}

function rejectedLines(rejected: readonly Rejected[] | undefined, most: number): readonly string[] {
  if (rejected === undefined) return ["Candidates that were turned down were not recorded."];
  if (rejected.length === 0) return ["No better candidate was turned down."];
  const told = rejected.slice(0, most);
  const rest = rejected.length - told.length;
  return [
    `${countText(rejected.length, "better candidate")} turned down${told.length === 0 ? "." : ":"}`,
    ...told.map(({ candidate, reason, stage }) =>
      `- ${originText(candidate.origin)}, ${velocityText(candidate.velocity)}${
        stage === "Clear" ? "" : " (neighbors relaxed)"
      }: ${rejectionText(reason)}.`
    ),
    ...(rest > 0 && told.length > 0 ? [`- and ${rest} more.`] : []),
  ];
}

function marginOf(constraint: ConstraintIdentity, margins: readonly Margin[]): number | undefined {
  return margins.find((one) => compareIdentities(one.constraint, constraint) === 0)?.margin;
}

function amount(value: number): string {
  return `${numberText(Math.abs(value) <= ROUNDING ? 0 : value)} m/s`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
