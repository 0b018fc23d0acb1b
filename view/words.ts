import type { AgentId } from "../geometry/agent.ts";
import type { ObstacleFeature } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Rejection } from "../solver/decision.ts";
import type { CandidateOrigin, ConstraintIdentity } from "../solver/problem.ts";

const features: Readonly<Record<ObstacleFeature, string>> = {
  arc: "arc",
  leftLeg: "left leg",
  rightLeg: "right leg",
  overlap: "overlap",
};

/** An ID as a reader sees it; a string that could be taken for a number, or for nothing, stands in quotes. */
export function idText(id: AgentId): string {
  if (typeof id === "number") return String(id);
  return id.trim() === "" || !Number.isNaN(Number(id)) ? `"${id}"` : id;
}

/** A constraint in words, such as "neighbor b, left leg". */
export function constraintText(constraint: ConstraintIdentity): string {
  switch (constraint.kind) {
    case "neighbor":
      return `neighbor ${idText(constraint.id)}, ${features[constraint.feature]}`;
    case "edge":
      return `edge ${idText(constraint.id)}`;
    case "braking":
      return `braking limit ${idText(constraint.id)}`;
    case "floor":
      return `separation floor ${idText(constraint.id)}`;
    case "obstacle":
      return `obstacle ${idText(constraint.id)}`;
    case "cooperation":
      return `agreement ${idText(constraint.id)}`;
    case "disc":
      return `${constraint.role} disc`;
  }
}

/** Where a candidate comes from, in words. */
export function originText(origin: CandidateOrigin): string {
  switch (origin.kind) {
    case "preferred":
      return "the preferred velocity";
    case "foot":
      return `the foot on ${constraintText(origin.of)}`;
    case "projection":
      return `the projection on the ${constraintText(origin.of)}`;
    case "crossing":
      return `the crossing of ${constraintText(origin.of[0])} and ${constraintText(origin.of[1])}`;
    case "center":
      return `the center of the ${constraintText(origin.of)}`;
    case "leastViolation":
      return "the least violation";
    case "previous":
      return "the previous velocity";
  }
}

/** Why a candidate was turned down, in words. */
export function rejectionText(reason: Rejection): string {
  return reason.kind === "violates"
    ? `it violates ${constraintText(reason.constraint)} by ${numberText(reason.violation)} m/s`
    : `the check "${reason.check}" refused it: ${reason.reason}`;
}

/** A number for reading: at most four significant digits, no negative zero. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return "not a number";
  if (Math.abs(value) > 1e300) return value > 0 ? "over 1e300" : "under -1e300";
  const rounded = Number(value.toPrecision(4));
  if (rounded === 0) return "0";
  return (Math.abs(rounded) < 1e9 ? String(rounded) : rounded.toExponential()).replace("e+", "e");
}

/** A velocity for reading: both components with the digits that matter beside the larger one. */
export function velocityText(v: Vec2): string {
  const size = Math.max(Math.abs(v.x), Math.abs(v.y));
  // Components below a millionth of the other are rounding, not news.
  const clean = (value: number) => numberText(Math.abs(value) < size * 1e-6 ? 0 : value);
  return `(${clean(v.x)}, ${clean(v.y)}) m/s`;
}

/** Items as a phrase: "a", "a and b", "a, b and c". */
export function listText(items: readonly string[]): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** A number of things: `countText(1, "candidate")` is "1 candidate". */
export function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
