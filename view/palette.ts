import type { Decision } from "../solver/decision.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";

/**
 * The eight colors of Okabe and Ito, which stay apart for every common kind of color vision (P4). Where two of
 * them meet in a picture, dashes, shapes or words tell them apart as well.
 */
export const palette = {
  black: "#000000",
  orange: "#e69f00",
  sky: "#56b4e9",
  green: "#009e73",
  yellow: "#f0e442",
  blue: "#0072b2",
  vermillion: "#d55e00",
  purple: "#cc79a7",
} as const;

/** Text and axes. */
export const ink = "#1a1a1a";

/** Secondary text; 7 : 1 against white. */
export const quietInk = "#555555";

/** How one kind of line is drawn. */
export interface LineStyle {
  /** Color as `#rrggbb`. */
  readonly color: string;
  /** `stroke-dasharray`; absent: solid. */
  readonly dash?: string;
}

/** Line of a half-plane, by kind of source (P1). */
export const sourceStyles: Readonly<Record<ConstraintSource["kind"], LineStyle>> = {
  neighbor: { color: palette.blue },
  edge: { color: palette.vermillion, dash: "14 3" },
  braking: { color: palette.orange, dash: "7 3" },
  floor: { color: palette.purple, dash: "9 3 2 3" },
  obstacle: { color: palette.black },
  cooperation: { color: palette.sky, dash: "2 3" },
};

/** Color of a decision, by kind. */
export const decisionColors: Readonly<Record<Decision["kind"], string>> = {
  Clear: palette.green,
  AvoidanceRelaxed: palette.orange,
  ProvenStop: palette.blue,
  BoundaryUnreachable: palette.vermillion,
  Uncontrolled: palette.black,
};

/** Colors that agents take in turn; yellow is too pale for lines on white, black is kept for velocities. */
export const agentColors: readonly string[] = [
  palette.blue,
  palette.orange,
  palette.green,
  palette.purple,
  palette.sky,
  palette.vermillion,
];
