import type { ConstraintSource } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Box } from "./frame.ts";

/** How a shape is drawn. */
export interface Look {
  /** Color of its line; absent: no line. */
  readonly stroke?: string;
  /** Width of its line, px; default 1.5. */
  readonly width?: number;
  /** `stroke-dasharray`; absent: solid. */
  readonly dash?: string;
  /** Color inside; absent: none. */
  readonly fill?: string;
  /** How much of the ground the fill hides, 0 to 1; default 1. */
  readonly opacity?: number;
}

/** What every shape may say. */
export interface Named {
  /** Its words in the legend; shapes with the same words share a line of it. Absent: not in the legend. */
  readonly key?: string;
}

/** A shape that has a meaning whatever the scales of the axes are. Places are in the units of the axes. */
export type MarkShape =
  & Named
  & (
    /** A line through points. */
    | { readonly kind: "path"; readonly points: readonly Vec2[]; readonly look: Look }
    /** The inside of a polygon. */
    | { readonly kind: "area"; readonly points: readonly Vec2[]; readonly look: Look }
    /** An arrow; between two things, such as a distance, it has two heads. */
    | {
      readonly kind: "arrow" | "distance";
      readonly from: Vec2;
      readonly to: Vec2;
      readonly look: Look;
    }
    /** A dot or a cross, of one size whatever the scale is. */
    | { readonly kind: "dot" | "cross"; readonly at: Vec2; readonly look: Look }
  );

/** A shape of the plane, where both axes have one scale. */
export type PlaneShape =
  | MarkShape
  | Named & { readonly kind: "circle"; readonly center: Vec2; readonly radius: number; readonly look: Look }
  /** A half-plane: its line across the pane, its forbidden side tinted and hatched along the line. */
  | Named & {
    readonly kind: "halfPlane";
    readonly point: Vec2;
    readonly normal: Vec2;
    /** Settles color and dashes. */
    readonly source: ConstraintSource["kind"];
    /** How much of the ground the tint hides, 0 to 1; default 0.06. */
    readonly tint?: number;
  };

/** Where a label stands, seen from the place that it names. */
export type Side =
  | "right"
  | "left"
  | "above"
  | "below"
  | "aboveRight"
  | "aboveLeft"
  | "belowRight"
  | "belowLeft";

/** Words in a sketch. */
export interface SketchLabel {
  /** Plain text. */
  readonly text: string;
  /** What it names. */
  readonly at: Vec2;
  /** On which side of that. */
  readonly side: Side;
  /** px between the place and the text; default 8. */
  readonly gap?: number;
  /** Turned to run along this direction; absent: level. */
  readonly along?: Vec2;
}

/** A window with axes. */
export type Panel =
  & {
    /** Above the window; may be empty. */
    readonly title: string;
    /** What the window shows, in units of the axes. */
    readonly window: Box;
    /** Names of the axes, with their units. */
    readonly axes: { readonly x: string; readonly y: string };
    /** Width of the window, px. */
    readonly width: number;
    /** Words in it. */
    readonly labels: readonly SketchLabel[];
  }
  & (
    /** Both axes have one scale: the window's height follows. */
    | { readonly kind: "plane"; readonly shapes: readonly PlaneShape[] }
    /** Each axis has its own scale. */
    | { readonly kind: "chart"; readonly height: number; readonly shapes: readonly MarkShape[] }
  );
