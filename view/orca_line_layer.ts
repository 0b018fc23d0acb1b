import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { type Frame, tame, toPicture } from "./frame.ts";
import { type Label, placesAlong } from "./labels.ts";
import { sourceStyles } from "./palette.ts";
import { linePath } from "./paths.ts";
import { decimal, element, escapeText, shorten } from "./svg.ts";
import type { WorldAgent } from "./world.ts";
import { constraintText, idText } from "./words.ts";

/** A half-plane's boundary in the world: where its agent would be after some seconds of the velocities on it. */
export interface OrcaLine {
  /** "a: neighbor b, arc". */
  readonly title: string;
  /** "neighbor b, arc". */
  readonly text: string;
  /** Kind of source: settles color and dashes. */
  readonly kind: HalfPlane["source"]["kind"];
  /** px. */
  readonly from: Vec2;
  /** px. */
  readonly to: Vec2;
  /** Unit vector out of the allowed side, in the picture. */
  readonly outward: Vec2;
}

/**
 * The lines of one agent, `seconds` seconds away. Each is cut to the agent's surroundings, and left out where it lies
 * far beyond all that the agent could do.
 */
export function orcaLines(agent: WorldAgent, frame: Frame, seconds: number): readonly OrcaLine[] {
  const reach = 2 *
    Math.max(
      agent.radius,
      ...[agent.velocity, agent.preferred].map((v) => v === undefined ? 0 : size(v) * seconds),
    );
  return (agent.lines ?? []).flatMap(({ point, normal, source }) => {
    const p = tame(agent.position), w = tame(point), long = size(normal);
    if (!(long > 0 && long < Infinity)) return [];
    const n = { x: normal.x / long, y: normal.y / long };
    const off = (n.x * w.x + n.y * w.y) * seconds;
    if (!(Math.abs(off) <= 2 * reach)) return [];
    const foot = { x: p.x + n.x * off, y: p.y + n.y * off };
    const text = constraintText(source);
    return [{
      title: `${idText(agent.id)}: ${text}`,
      text,
      kind: source.kind,
      from: toPicture(frame, { x: foot.x + n.y * reach, y: foot.y - n.x * reach }),
      to: toPicture(frame, { x: foot.x - n.y * reach, y: foot.y + n.x * reach }),
      outward: { x: -n.x, y: n.y },
    }];
  });
}

/** A line, `width` px thick, with short strokes on its forbidden side. */
export function orcaLineSvg({ title, kind, from, to, outward }: OrcaLine, width: number): string {
  const x = to.x - from.x, y = to.y - from.y;
  const count = Math.max(2, Math.min(40, Math.round(Math.sqrt(x * x + y * y) / 6)));
  const stroke = `l${decimal(outward.x * 3 * width, 1)} ${decimal(outward.y * 3 * width, 1)}`;
  let strokes = "";
  for (let k = 0; k <= count; k++) {
    strokes += `M${decimal(from.x + x * k / count, 1)} ${decimal(from.y + y * k / count, 1)}${stroke}`;
  }
  const { color, dash } = sourceStyles[kind];
  return element(
    "g",
    { class: "orca-line", stroke: color, fill: "none" },
    element("title", {}, escapeText(title)),
    element("path", { d: linePath(from, to), "stroke-width": width, "stroke-dasharray": dash }),
    element("path", { d: strokes, "stroke-width": width / 2, "stroke-opacity": "0.8" }),
  );
}

/** The name of whom the line is about, along it. */
export function orcaLineLabel({ text, from, to, outward }: OrcaLine): Label {
  return {
    text: shorten(text, 30),
    fontSize: 10,
    weight: "normal",
    places: placesAlong(from, to, outward, [13, 9]),
  };
}

function size(v: Vec2): number {
  const { x, y } = tame(v);
  return Math.sqrt(x * x + y * y);
}
