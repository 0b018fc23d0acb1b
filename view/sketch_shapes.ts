import type { Vec2 } from "../geometry/vector.ts";
import type { Frame } from "./frame.ts";
import { halfPlaneSvg, type ShownHalfPlane } from "./half_plane_layer.ts";
import type { Label, Patch } from "./labels.ts";
import { headPath, linePath, polygonPath, polylinePath, simplify } from "./paths.ts";
import type { Look, PlaneShape, Side, SketchLabel } from "./panel.ts";
import { element, type SvgAttributes, textWidth } from "./svg.ts";

/** Radius of a dot, half the width of a cross, px. */
const MARK = 3.5;

const FONT = 12;

/** Where `v` is drawn, px: the window fills the pane, each axis with its own scale. */
export function placeIn({ pane, box }: Frame, v: Vec2): Vec2 {
  return {
    x: pane.left + (v.x - box.minX) * pane.width / (box.maxX - box.minX),
    y: pane.top + (box.maxY - v.y) * pane.height / (box.maxY - box.minY),
  };
}

/** A shape as SVG; `id` is the prefix of the panel's hatching patterns. */
export function shapeSvg(shape: PlaneShape, frame: Frame, id: string): string {
  switch (shape.kind) {
    case "path": {
      const way = simplify(shape.points.map((v) => placeIn(frame, v)), 0.05);
      return element("path", { d: polylinePath(way), ...attributes(shape.look), "stroke-linejoin": "round" });
    }
    case "area":
      return element("path", {
        d: polygonPath(shape.points.map((v) => placeIn(frame, v)), 1),
        ...attributes(shape.look),
      });
    case "arrow":
      return arrowSvg(placeIn(frame, shape.from), placeIn(frame, shape.to), shape.look);
    case "distance": {
      const from = placeIn(frame, shape.from), to = placeIn(frame, shape.to);
      return arrowSvg(from, to, shape.look) +
        element("path", { d: headPath(to, from, 8), ...attributes({ ...shape.look, dash: "none" }) });
    }
    case "dot": {
      const { x, y } = placeIn(frame, shape.at);
      return element("circle", { cx: x, cy: y, r: MARK, ...attributes(shape.look) });
    }
    case "cross": {
      const { x, y } = placeIn(frame, shape.at);
      const d = linePath({ x: x - MARK, y: y - MARK }, { x: x + MARK, y: y + MARK }) +
        linePath({ x: x - MARK, y: y + MARK }, { x: x + MARK, y: y - MARK });
      return element("path", { d, ...attributes(shape.look) });
    }
    case "circle": {
      const { x, y } = placeIn(frame, shape.center);
      return element("circle", { cx: x, cy: y, r: shape.radius * frame.scale, ...attributes(shape.look) });
    }
    case "halfPlane":
      return halfPlaneSvg(id, shownHalfPlane(shape), frame, shape.tint ?? 0.06);
  }
}

/** A look as attributes; lines are 1.5 px thick unless it says more. */
export function attributes({ stroke, width, dash, fill, opacity }: Look): SvgAttributes {
  return {
    fill: fill ?? "none",
    "fill-opacity": opacity === undefined ? undefined : String(opacity),
    stroke,
    "stroke-width": stroke === undefined ? undefined : width ?? 1.5,
    "stroke-dasharray": dash,
  };
}

/** A sketch's half-plane as the layer of half-planes draws it. */
export function shownHalfPlane(
  { point, normal, source, key }: Extract<PlaneShape, { readonly kind: "halfPlane" }>,
): ShownHalfPlane {
  return { text: key ?? source, kind: source, point, normal, margin: 0, role: "binding" };
}

/** Patches that words must leave free: the dots and crosses. */
export function marksOf(shapes: readonly PlaneShape[], frame: Frame): readonly Patch[] {
  return shapes.flatMap((shape) =>
    shape.kind === "dot" || shape.kind === "cross" ? [{ ...placeIn(frame, shape.at), radius: MARK + 1 }] : []
  );
}

const ways: Readonly<Record<Side, readonly [number, number]>> = {
  right: [1, 0],
  left: [-1, 0],
  above: [0, -1],
  below: [0, 1],
  aboveRight: [1, -1],
  aboveLeft: [-1, -1],
  belowRight: [1, 1],
  belowLeft: [-1, 1],
};

/** A label with its place first, and, if it is level, the other sides in case that is taken. */
export function labelOf({ text, at, side, gap = 8, along }: SketchLabel, frame: Frame): Label {
  const half = textWidth(text, FONT) / 2, { x, y } = placeIn(frame, at);
  const label = { text, fontSize: FONT, weight: "normal" as const, order: 1 };
  if (along === undefined) {
    const sides = [side, ...(Object.keys(ways) as Side[]).filter((one) => one !== side)];
    return {
      ...label,
      places: sides.map((one) => {
        const [across, down] = ways[one], near = across !== 0 && down !== 0 ? 0.7 * gap : gap;
        // Beside a place the text's near end is `gap` away, above and below it its line is.
        const place = { x: x + across * (near + half), y: y + down * (near + FONT * 0.55) };
        return { at: place, angle: 0 };
      }),
    };
  }
  const [across, down] = ways[side], far = placeIn(frame, { x: at.x + along.x, y: at.y + along.y });
  const steep = Math.atan2(far.y - y, far.x - x) * 180 / Math.PI;
  const angle = steep > 90 ? steep - 180 : steep <= -90 ? steep + 180 : steep;
  const long = Math.hypot(across, down), off = gap + FONT * 0.55;
  return { ...label, places: [{ at: { x: x + across / long * off, y: y + down / long * off }, angle }] };
}

function arrowSvg(from: Vec2, to: Vec2, look: Look): string {
  return element("path", { d: linePath(from, to), ...attributes(look) }) +
    element("path", { d: headPath(from, to, 8), ...attributes({ ...look, dash: "none" }) });
}
