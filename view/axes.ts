import type { Frame } from "./frame.ts";
import { ink, quietInk } from "./palette.ts";
import { decimal, element, escapeText, textWidth } from "./svg.ts";

/** Values that an axis is marked at. */
export interface Ticks {
  /** Marks in ascending order: where, and what is written there. */
  readonly marks: readonly { readonly value: number; readonly label: string }[];
  /** The labels count from here; "" where they count from 0. */
  readonly base: string;
}

/** Marks from `min` to `max` in steps of 1, 2 or 5 times a power of ten, at most `most` of them. */
export function ticks(min: number, max: number, most: number): Ticks {
  const rough = (max - min) / Math.max(1, most);
  const power = Math.floor(Math.log10(rough));
  const ten = Math.pow(10, power);
  const factor = [1, 2, 5, 10].find((f) => f * ten >= rough) ?? 10;
  const step = factor * ten;
  const digits = Math.max(0, -(factor === 10 ? power + 1 : power));
  const first = Math.ceil(min / step), last = Math.floor(max / step);
  // Far from the origin a label would be all leading digits: count from the middle mark.
  const far = Math.max(Math.abs(first), Math.abs(last)) > 99_999;
  const base = far ? Math.round((first + last) / 2) : 0;
  const marks = [];
  for (let k = first; k <= last && marks.length < 50; k++) {
    marks.push({ value: k * step, label: tickLabel((k - base) * step, digits) });
  }
  return { marks, base: far ? tickLabel(base * step, digits) : "" };
}

/**
 * The pane's rim, grid lines, marks with numbers, and a name for each axis, such as "v.x (m/s)". The box fills the pane,
 * so the two axes may have different scales.
 */
export function axes(
  { pane, box }: Pick<Frame, "pane" | "box">,
  names: { readonly x: string; readonly y: string },
): string {
  const perX = pane.width / (box.maxX - box.minX), perY = pane.height / (box.maxY - box.minY);
  const right = pane.left + pane.width, bottom = pane.top + pane.height;
  const across = fittingTicks(box.minX, box.maxX, pane.width);
  const up = ticks(box.minY, box.maxY, Math.max(2, Math.min(9, Math.floor(pane.height / 40))));
  const grid: string[] = [], zero: string[] = [], labels: string[] = [];
  for (const { value, label } of across.marks) {
    const x = decimal(pane.left + (value - box.minX) * perX, 1);
    (value === 0 ? zero : grid).push(`M${x} ${decimal(pane.top, 1)}V${decimal(bottom, 1)}`);
    labels.push(
      element("text", { x: Number(x), y: bottom + 15, "text-anchor": "middle" }, escapeText(label)),
    );
  }
  for (const { value, label } of up.marks) {
    const y = decimal(pane.top + (box.maxY - value) * perY, 1);
    (value === 0 ? zero : grid).push(`M${decimal(pane.left, 1)} ${y}H${decimal(right, 1)}`);
    labels.push(
      element("text", { x: pane.left - 6, y: Number(y) + 4, "text-anchor": "end" }, escapeText(label)),
    );
  }
  const xName = axisName(names.x, across.base), yName = axisName(names.y, up.base);
  const middle = pane.top + pane.height / 2;
  return element(
    "g",
    { "font-size": 11, fill: quietInk },
    grid.length === 0 ? "" : element("path", { d: grid.join(""), stroke: "#e6e6e6", fill: "none" }),
    zero.length === 0 ? "" : element("path", { d: zero.join(""), stroke: "#b0b0b0", fill: "none" }),
    ...labels,
    element(
      "text",
      { x: pane.left + pane.width / 2, y: bottom + 32, "text-anchor": "middle", fill: ink },
      escapeText(xName),
    ),
    element(
      "text",
      {
        transform: `translate(${decimal(pane.left - 42, 1)} ${decimal(middle, 1)}) rotate(-90)`,
        "text-anchor": "middle",
        fill: ink,
      },
      escapeText(yName),
    ),
  );
}

/** The pane's rim; drawn after what it holds. */
export function rim({ pane }: Pick<Frame, "pane">): string {
  const { left, top, width, height } = pane;
  return element("rect", { x: left, y: top, width, height, fill: "none", stroke: "#808080" });
}

/** As many marks as have room for their numbers. */
function fittingTicks(min: number, max: number, width: number): Ticks {
  for (let most = Math.min(12, Math.floor(width / 40)); most > 2; most--) {
    const found = ticks(min, max, most);
    const wide = found.marks.reduce((w, mark) => Math.max(w, textWidth(mark.label, 11)), 0) + 12;
    if (wide * found.marks.length <= width) return found;
  }
  return ticks(min, max, 2);
}

function axisName(name: string, base: string): string {
  return base === "" ? name : `${name}, counted from ${base}`;
}

function tickLabel(value: number, digits: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e6 || digits > 6) {
    return Number(value.toPrecision(6)).toExponential().replace("e+", "e");
  }
  return value.toFixed(digits);
}
