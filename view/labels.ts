import type { Vec2 } from "../geometry/vector.ts";
import type { Pane } from "./frame.ts";
import { ink } from "./palette.ts";
import { decimal, element, escapeText, textWidth } from "./svg.ts";

/** A round patch of a picture, px; a row of them stands for a turned line of text. */
export interface Patch {
  /** Center, px. */
  readonly x: number;
  /** Center, px, downward. */
  readonly y: number;
  /** px. */
  readonly radius: number;
}

/** One place where a label could stand. */
export interface LabelPlace {
  /** Middle of the text, px. */
  readonly at: Vec2;
  /** Degrees clockwise, as in SVG. */
  readonly angle: number;
}

/** A label and the places it would take, best first. */
export interface Label {
  /** Plain text, not yet escaped. */
  readonly text: string;
  /** px. */
  readonly fontSize: number;
  /** Weight of the font. */
  readonly weight: "bold" | "normal";
  /** Where it may stand. */
  readonly places: readonly LabelPlace[];
  /** How many touched lines are worth staying one place further up the list; default 0. */
  readonly order?: number;
}

/**
 * Gives every label, in turn, that of its places which is inside the pane, free of `taken` and of earlier labels, and
 * touches the fewest `disliked` patches (lines that may be written over); a label without such a place is left out.
 *
 * @returns the labels that found room, as SVG
 */
export function placeLabels(
  labels: readonly Label[],
  pane: Pane,
  taken: readonly Patch[],
  disliked: readonly Patch[],
): string {
  const patches = [...taken];
  return labels.map((label) => {
    let best: { place: LabelPlace; cover: readonly Patch[] } | undefined, least = Infinity;
    for (const [i, place] of label.places.entries()) {
      const cover = coverOf(label, place);
      if (!cover.every((patch) => within(pane, patch) && patches.every((p) => apart(p, patch)))) continue;
      const touched = disliked.reduce((n, p) => cover.every((patch) => apart(p, patch)) ? n : n + 1, 0);
      const cost = touched + i * (label.order ?? 0);
      if (cost < least) [best, least] = [{ place, cover }, cost];
    }
    if (best === undefined) return "";
    patches.push(...best.cover);
    return labelSvg(label, best.place);
  }).join("");
}

/** Patches along a segment, px. */
export function patchesAlong(from: Vec2, to: Vec2, radius: number): readonly Patch[] {
  const x = to.x - from.x, y = to.y - from.y;
  const count = Math.min(200, Math.max(1, Math.ceil(Math.sqrt(x * x + y * y) / 12)));
  return Array.from({ length: count + 1 }, (_, k) => ({
    x: from.x + x * k / count,
    y: from.y + y * k / count,
    radius,
  }));
}

/** Places beside a point: right, left, above, below and the corners between, at two distances, unturned. */
export function placesAround(at: Vec2, text: string, fontSize: number, gap: number): readonly LabelPlace[] {
  const half = textWidth(text, fontSize) / 2;
  return [gap, gap * 2.5].flatMap((far) => {
    const up = far + fontSize / 2, side = far + half;
    return [
      [side, 0],
      [-side, 0],
      [0, -up],
      [0, up],
      [side * 0.8, -up],
      [-side * 0.8, -up],
      [side * 0.8, up],
      [-side * 0.8, up],
    ].map(([x, y]) => ({ at: { x: at.x + x!, y: at.y + y! }, angle: 0 }));
  });
}

/** Places along a segment, on both sides of it; the side that `toward` points to comes first. */
export function placesAlong(
  from: Vec2,
  to: Vec2,
  toward: Vec2,
  gaps: readonly [number, number],
): LabelPlace[] {
  const steep = Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI;
  // Text never stands on its head.
  const angle = steep > 90 ? steep - 180 : steep <= -90 ? steep + 180 : steep;
  return [1, -1].flatMap((side) =>
    [0.8, 0.2, 0.65, 0.35, 0.5, 0.9, 0.1, 0.72, 0.28, 0.58, 0.42].map((t) => {
      const gap = side > 0 ? gaps[0] : -gaps[1];
      return {
        at: {
          x: from.x + (to.x - from.x) * t + toward.x * gap,
          y: from.y + (to.y - from.y) * t + toward.y * gap,
        },
        angle,
      };
    })
  );
}

function coverOf(label: Label, { at, angle }: LabelPlace): readonly Patch[] {
  const radius = label.fontSize * 0.55;
  const half = Math.max(0, textWidth(label.text, label.fontSize) / 2 - radius * 0.6);
  const count = Math.max(1, Math.ceil(half * 2 / radius));
  const x = Math.cos(angle * Math.PI / 180), y = Math.sin(angle * Math.PI / 180);
  return Array.from({ length: count + 1 }, (_, k) => {
    const along = -half + 2 * half * k / count;
    return { x: at.x + x * along, y: at.y + y * along, radius };
  });
}

function labelSvg({ text, fontSize, weight }: Label, { at, angle }: LabelPlace): string {
  const place = `${decimal(at.x, 1)} ${decimal(at.y, 1)}`;
  return element(
    "text",
    {
      transform: angle === 0 ? `translate(${place})` : `translate(${place}) rotate(${decimal(angle, 1)})`,
      dy: "0.35em",
      "text-anchor": "middle",
      "font-size": fontSize,
      "font-weight": weight === "bold" ? "bold" : undefined,
      fill: ink,
      // A white rim keeps text readable on hatching.
      stroke: "#fff",
      "stroke-width": 3,
      "stroke-linejoin": "round",
      "paint-order": "stroke",
    },
    escapeText(text),
  );
}

function within({ left, top, width, height }: Pane, { x, y, radius }: Patch): boolean {
  return x - radius >= left && x + radius <= left + width && y - radius >= top && y + radius <= top + height;
}

function apart(a: Patch, b: Patch): boolean {
  const x = a.x - b.x, y = a.y - b.y, reach = a.radius + b.radius;
  return x * x + y * y >= reach * reach;
}
