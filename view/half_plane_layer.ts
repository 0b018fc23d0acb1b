import type { ConstraintSource, HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { compareIdentities } from "../solver/identity.ts";
import { clipByHalfPlane } from "./convex_region.ts";
import { corners, type Frame, tame, toPicture } from "./frame.ts";
import { type Label, placesAlong } from "./labels.ts";
import { sourceStyles } from "./palette.ts";
import { linePath, polygonPath } from "./paths.ts";
import { element, escapeText, shorten } from "./svg.ts";
import { constraintText } from "./words.ts";

/** Width of the hatched strip along a boundary line, px. */
const STRIP = 9;

/** A half-plane as the picture needs it. */
export interface ShownHalfPlane {
  /** Its words, such as "neighbor b, left leg". */
  readonly text: string;
  /** Kind of source: settles color and dashes. */
  readonly kind: ConstraintSource["kind"];
  /** A place on the line, cut to what pictures can place. */
  readonly point: Vec2;
  /** Unit vector into the allowed side; zero when the record's normal is. */
  readonly normal: Vec2;
  /** How far inside the chosen velocity lies, m/s. */
  readonly margin: number;
  /** Whether it holds the velocity where it is. */
  readonly role: "binding" | "slack";
}

/** Where a half-plane's boundary crosses the pane. */
export type Visibility = "line" | "allAllowed" | "allForbidden";

/** Half-planes, ready to be drawn, with what the chosen velocity leaves of each. */
export function shownHalfPlanes(
  halfPlanes: readonly HalfPlane[],
  velocity: Vec2,
  active: readonly ConstraintSource[],
): readonly ShownHalfPlane[] {
  return halfPlanes.map(({ point, normal, source }) => {
    const p = tame(point), n = unit(normal), v = tame(velocity);
    return {
      text: constraintText(source),
      kind: source.kind,
      point: p,
      normal: n,
      margin: n.x * (v.x - p.x) + n.y * (v.y - p.y),
      role: active.some((one) => compareIdentities(one, source) === 0) ? "binding" : "slack",
    };
  });
}

/** Whether the line can be seen in the frame, and if not, which side of it the frame shows. */
export function visibility(plane: ShownHalfPlane, frame: Frame): Visibility {
  const sides = corners(frame.box).map((v) =>
    plane.normal.x * (v.x - plane.point.x) + plane.normal.y * (v.y - plane.point.y)
  );
  return sides.every((s) => s >= 0) ? "allAllowed" : sides.every((s) => s <= 0) ? "allForbidden" : "line";
}

/** The hatching patterns that `halfPlaneSvg` fills with: those in use, by kind of source and slant. */
export function hatchPatterns(id: string, planes: readonly ShownHalfPlane[]): string {
  const used = new Map(planes.map((plane) => [hatchName(plane), plane]));
  return [...used].map(([name, plane]) =>
    element(
      "pattern",
      { id: `${id}-${name}`, width: 5, height: 5, patternUnits: "userSpaceOnUse" },
      element("path", {
        d: slant(plane) === "rising" ? "M-1 6L6 -1M-1 1L1 -1M4 6L6 4" : "M-1 -1L6 6M4 -1L6 1M-1 4L1 6",
        stroke: sourceStyles[plane.kind].color,
      }),
    )
  ).join("");
}

/** Hatching crosses its line: strokes rise to the right where the line falls. */
function slant({ normal }: ShownHalfPlane): "rising" | "falling" {
  return normal.x * normal.y >= 0 ? "rising" : "falling";
}

function hatchName(plane: ShownHalfPlane): string {
  return `hatch-${plane.kind}-${slant(plane)}`;
}

/** The forbidden side tinted with the opacity `tint`, a hatched strip along the line, and the line itself. */
export function halfPlaneSvg(id: string, plane: ShownHalfPlane, frame: Frame, tint: number): string {
  const { point, normal, kind } = plane;
  const { color, dash } = sourceStyles[kind];
  const outward = { x: -normal.x, y: -normal.y };
  const forbidden = clipByHalfPlane(corners(frame.box), point, outward);
  const width = STRIP / frame.scale;
  const inner = { x: point.x + outward.x * width, y: point.y + outward.y * width };
  const strip = clipByHalfPlane(forbidden, inner, normal);
  const line = lineInFrame(plane, frame);
  const path = (polygon: readonly Vec2[]) => polygonPath(polygon.map((v) => toPicture(frame, v)), 1);
  return element(
    "g",
    { class: "half-plane" },
    element("title", {}, escapeText(plane.text)),
    forbidden.length < 3
      ? ""
      : element("path", { d: path(forbidden), fill: color, "fill-opacity": String(Number(tint.toFixed(3))) }),
    line.length === 0
      ? ""
      : element("path", { d: path(strip), fill: `url(#${id}-${hatchName(plane)})`, opacity: "0.75" }),
    ...line.map(([a, b]) =>
      element("path", {
        d: linePath(a, b),
        stroke: color,
        "stroke-width": plane.role === "binding" ? 2.6 : 1.4,
        "stroke-dasharray": dash,
        fill: "none",
      })
    ),
  );
}

/** The label of a half-plane along its line, beyond the hatching or on the allowed side. */
export function halfPlaneLabels(plane: ShownHalfPlane, frame: Frame): readonly Label[] {
  return lineInFrame(plane, frame).map(([a, b]) => ({
    text: shorten(plane.text, 36),
    fontSize: 11,
    weight: plane.role === "binding" ? "bold" : "normal",
    // y points down in the picture, so the way out of the allowed side is (-n.x, n.y).
    places: placesAlong(a, b, { x: -plane.normal.x, y: plane.normal.y }, [STRIP + 9, 10]),
  }));
}

/** The stretch of the boundary line inside the pane, px; none where it cannot be seen. */
export function lineInFrame(plane: ShownHalfPlane, frame: Frame): readonly (readonly [Vec2, Vec2])[] {
  if (visibility(plane, frame) !== "line") return [];
  const { box } = frame;
  const { normal } = plane;
  // The window's middle dropped on the line stays accurate however far away the line's own point is.
  const middle = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  const off = normal.x * (plane.point.x - middle.x) + normal.y * (plane.point.y - middle.y);
  const foot = { x: middle.x + normal.x * off, y: middle.y + normal.y * off };
  const along = { x: -normal.y, y: normal.x };
  const [low, high] = [[foot.x, along.x, box.minX, box.maxX], [foot.y, along.y, box.minY, box.maxY]].reduce(
    ([from, to], [at, step, min, max]) => {
      if (step === 0) return [from!, to!];
      const a = (min! - at!) / step!, b = (max! - at!) / step!;
      return [Math.max(from!, Math.min(a, b)), Math.min(to!, Math.max(a, b))];
    },
    [-Infinity, Infinity],
  );
  if (!(low! < high!)) return [];
  return [[
    toPicture(frame, { x: foot.x + along.x * low!, y: foot.y + along.y * low! }),
    toPicture(frame, { x: foot.x + along.x * high!, y: foot.y + along.y * high! }),
  ]];
}

/** Unit vector along `v`, also where its squared length would overflow; zero stays zero. */
function unit(v: Vec2): Vec2 {
  const size = Math.max(Math.abs(v.x), Math.abs(v.y));
  if (!(size > 0 && size < Infinity)) return { x: 0, y: 0 };
  const x = v.x / size, y = v.y / size, long = Math.sqrt(x * x + y * y);
  return { x: x / long, y: y / long };
}
