import type { Vec2 } from "../geometry/vector.ts";
import type { Decision, Rejected } from "../solver/decision.ts";
import type { Candidate, Margin } from "../solver/problem.ts";
import { type Frame, toPicture } from "./frame.ts";
import { decisionColors, palette } from "./palette.ts";
import { headPath, linePath } from "./paths.ts";
import { decimal, element, escapeText } from "./svg.ts";
import { numberText, originText, rejectionText, velocityText } from "./words.ts";

/** A candidate that was turned down, as the picture needs it. */
export type Dropped = Pick<Rejected, "candidate" | "reason">;

/** Candidates by fate. */
export interface SortedCandidates {
  /** They violate nothing, and nothing turned them down. */
  readonly kept: readonly Candidate[];
  /** Those turned down, and those that violate a constraint by more than the tolerance. */
  readonly dropped: readonly Dropped[];
}

/** Tells kept candidates from dropped ones; a candidate that stands in both lists was turned down. */
export function sortCandidates(
  candidates: readonly Candidate[],
  rejected: readonly Dropped[],
  tolerance: number,
): SortedCandidates {
  const key = ({ velocity: { x, y }, origin }: Candidate) => `${x} ${y} ${originText(origin)}`;
  const turnedDown = new Set(rejected.map(({ candidate }) => key(candidate)));
  const kept: Candidate[] = [], dropped: Dropped[] = [...rejected];
  for (const candidate of candidates) {
    if (turnedDown.has(key(candidate))) continue;
    const worst = candidate.margins.reduce<Margin | undefined>(
      (least, one) => least === undefined || one.margin < least.margin ? one : least,
      undefined,
    );
    if (worst === undefined || worst.margin >= -tolerance) kept.push(candidate);
    else {dropped.push({
        candidate,
        reason: { kind: "violates", constraint: worst.constraint, violation: -worst.margin },
      });}
  }
  return { kept, dropped };
}

/** A ring for a candidate that was kept. */
export function keptSvg(candidate: Candidate, frame: Frame): string {
  const { x, y } = toPicture(frame, candidate.velocity);
  const text = `kept: ${originText(candidate.origin)}, ${velocityText(candidate.velocity)}, ${
    numberText(candidate.cost)
  } m/s from the preferred`;
  return element(
    "circle",
    { class: "kept", cx: x, cy: y, r: 4, fill: "#fff", stroke: palette.green, "stroke-width": 1.6 },
    element("title", {}, escapeText(text)),
  );
}

/** A cross for a candidate that was dropped; its title says why. */
export function droppedSvg({ candidate, reason }: Dropped, frame: Frame): string {
  const { x, y } = toPicture(frame, candidate.velocity);
  const text = `dropped: ${originText(candidate.origin)}, ${velocityText(candidate.velocity)}: ${
    rejectionText(reason)
  }`;
  return element(
    "g",
    { class: "dropped", transform: `translate(${decimal(x, 1)} ${decimal(y, 1)})` },
    element("title", {}, escapeText(text)),
    element("path", { d: "M-3 -3L3 3M-3 3L3 -3", stroke: "#fff", "stroke-width": 3.4 }),
    element("path", { d: "M-3 -3L3 3M-3 3L3 -3", stroke: palette.vermillion, "stroke-width": 1.5 }),
  );
}

/** Arrows from zero to the preferred velocity (diamond) and to the choice (dot in the decision's color). */
export function velocitiesSvg(preferred: Vec2, decision: Decision, frame: Frame): string {
  const origin = toPicture(frame, { x: 0, y: 0 });
  const wish = toPicture(frame, preferred), choice = toPicture(frame, decision.velocity);
  const tip = before(origin, choice, 7);
  const stroke = { stroke: palette.black, "stroke-linecap": "round", fill: "none" };
  return element("path", {
    d: linePath(origin, wish),
    "stroke-width": 1.6,
    "stroke-dasharray": "1 4",
    ...stroke,
  }) +
    element("path", { d: linePath(origin, tip) + headPath(origin, tip, 9), "stroke-width": 1.8, ...stroke }) +
    element("circle", { cx: origin.x, cy: origin.y, r: 2, fill: palette.black }) +
    element(
      "rect",
      {
        class: "preferred",
        x: wish.x - 4,
        y: wish.y - 4,
        width: 8,
        height: 8,
        transform: `rotate(45 ${decimal(wish.x, 1)} ${decimal(wish.y, 1)})`,
        fill: palette.yellow,
        stroke: palette.black,
        "stroke-width": 1.2,
      },
      element("title", {}, escapeText(`preferred velocity ${velocityText(preferred)}`)),
    ) +
    element(
      "circle",
      {
        class: "choice",
        cx: choice.x,
        cy: choice.y,
        r: 5.5,
        fill: decisionColors[decision.kind],
        stroke: palette.black,
        "stroke-width": 1.5,
      },
      element("title", {}, escapeText(`${decision.kind}: ${velocityText(decision.velocity)}`)),
    );
}

/** The place `gap` px before the end of an arrow, so that the mark at its end does not hide the head. */
function before(from: Vec2, to: Vec2, gap: number): Vec2 {
  const x = to.x - from.x, y = to.y - from.y, long = Math.sqrt(x * x + y * y);
  return long > gap ? { x: to.x - x / long * gap, y: to.y - y / long * gap } : from;
}
