import type { AgentId } from "../geometry/agent.ts";
import { type Frame, toPicture } from "./frame.ts";
import { polylinePath, simplify } from "./paths.ts";
import { decimal, element } from "./svg.ts";
import type { Trail } from "./world.ts";

/** Above so many trails, faint discs on them would only be a fog. */
const MOST_WITH_DISCS = 40;

/** Thin lines along the agents' ways, and faint discs where each was at regular times. */
export function trailsSvg(
  trails: readonly Trail[],
  frame: Frame,
  every: number,
  look: { readonly color: (id: AgentId) => string; readonly radius: (id: AgentId) => number },
): string {
  const lines = new Map<string, string>(), discs = new Map<string, string>();
  for (const trail of trails) {
    const color = look.color(trail.id);
    const way = simplify(trail.positions.map((v) => toPicture(frame, v)), 0.3);
    lines.set(color, (lines.get(color) ?? "") + polylinePath(way));
    const r = Math.max(1, look.radius(trail.id) * frame.scale);
    discs.set(
      color,
      (discs.get(color) ?? "") + discPositions(trail, every).map((i) => {
        const { x, y } = toPicture(frame, trail.positions[i]!);
        return `<circle cx="${decimal(x, 1)}" cy="${decimal(y, 1)}" r="${decimal(r, 1)}"/>`;
      }).join(""),
    );
  }
  const thin = trails.length > MOST_WITH_DISCS;
  return [...discs].map(([color, svg]) =>
    svg === ""
      ? ""
      : element("g", { class: "past", fill: "none", stroke: color, "stroke-opacity": "0.4" }, svg)
  ).join("") +
    [...lines].map(([color, d]) =>
      d === "" ? "" : element("path", {
        class: "trail",
        d,
        fill: "none",
        stroke: color,
        "stroke-opacity": thin ? "0.45" : "0.7",
        "stroke-width": thin ? 0.7 : 1.2,
        "stroke-linejoin": "round",
      })
    ).join("");
}

/**
 * A round number of seconds that puts about six discs on the longest trail.
 *
 * @returns 0, no discs, for none or very many trails
 */
export function roundInterval(trails: readonly Trail[]): number {
  const longest = trails.reduce(
    (t, { positions, interval }) => Math.max(t, (positions.length - 1) * interval),
    0,
  );
  if (!(longest > 0 && longest < 1e9) || trails.length > MOST_WITH_DISCS) return 0;
  const power = Math.pow(10, Math.floor(Math.log10(longest / 6)));
  const round = power * ([1, 2, 5, 10].find((f) => f * power >= longest / 6) ?? 10);
  return Math.max(round, ...trails.map((trail) => trail.interval));
}

/** Indices of the positions at multiples of `every` seconds; the last position has its agent's own disc. */
function discPositions({ positions, interval }: Trail, every: number): readonly number[] {
  const step = Math.round(every / interval);
  if (!(every > 0 && interval > 0 && step >= 1)) return [];
  const found = [];
  for (let i = 0; i < positions.length - 1; i += step) found.push(i);
  return found;
}
