import type { AgentId } from "../geometry/agent.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Overlap } from "../crowd/crowd.ts";
import type { Decision } from "../solver/decision.ts";
import { type Frame, tame, toPicture } from "./frame.ts";
import { agentColors, decisionColors, palette, quietInk } from "./palette.ts";
import { headPath, linePath } from "./paths.ts";
import { decimal, element, escapeText } from "./svg.ts";
import type { World, WorldAgent } from "./world.ts";
import { idText, numberText } from "./words.ts";

/** Dashes of the ring around an agent whose decision is not `Clear`. */
export const ringDashes: Readonly<Record<Decision["kind"], string | undefined>> = {
  Clear: undefined,
  AvoidanceRelaxed: undefined,
  ProvenStop: "6 2",
  BoundaryUnreachable: "3 2",
  Uncontrolled: "1 2",
};

/** Sizes in px by how many agents share the picture. */
export interface Strokes {
  /** Width of velocity arrows. */
  readonly line: number;
  /** Their heads; 0: none. */
  readonly head: number;
  /** Half-width of goals and overlap marks. */
  readonly mark: number;
}

/** Thick enough to see, thin enough to see past. */
export function strokes(agents: number): Strokes {
  return agents > 200
    ? { line: 0.7, head: 0, mark: 2 }
    : agents > 60
    ? { line: 0.9, head: 4, mark: 2.5 }
    : { line: 1.5, head: 7, mark: 4 };
}

/** Color of every agent: by group, or each its own in turn. */
export function agentColor(agent: WorldAgent, index: number): string {
  const turn = agent.group === undefined ? index : Math.abs(Math.trunc(agent.group));
  return agentColors[turn % agentColors.length] ?? palette.blue;
}

/** An agent's radius in the picture, px; never so small that it vanishes. */
export function shownRadius(radius: number, frame: Frame): number {
  return Math.max(1.2, Math.abs(radius) * frame.scale);
}

/** Filled discs with the ID as their title, and rings where the decision was not `Clear`. */
export function agentsSvg(agents: readonly WorldAgent[], frame: Frame): string {
  const discs = new Map<string, string>(), rings = new Map<Decision["kind"], string>();
  agents.forEach((agent, i) => {
    const color = agentColor(agent, i);
    const place = centerOf(agent.position, frame), r = shownRadius(agent.radius, frame);
    const disc = `<circle ${place} r="${decimal(r, 1)}"><title>${
      escapeText(idText(agent.id))
    }</title></circle>`;
    discs.set(color, (discs.get(color) ?? "") + disc);
    const kind = agent.decision ?? "Clear";
    if (kind !== "Clear") {
      rings.set(kind, (rings.get(kind) ?? "") + `<circle ${place} r="${decimal(r + 2.5, 1)}"/>`);
    }
  });
  return [...discs].map(([color, svg]) =>
    element("g", { class: "agents", fill: color, "fill-opacity": "0.35", stroke: color }, svg)
  ).join("") +
    [...rings].map(([kind, svg]) =>
      element("g", {
        class: `ring-${kind}`,
        fill: "none",
        stroke: decisionColors[kind],
        "stroke-width": 2.2,
        "stroke-dasharray": ringDashes[kind],
      }, svg)
    ).join("");
}

/** Goals: small saltires in the agents' colors. */
export function goalsSvg(agents: readonly WorldAgent[], frame: Frame): string {
  const marks = new Map<string, string>(), { mark: half } = strokes(agents.length);
  agents.forEach((agent, i) => {
    if (agent.goal === undefined) return;
    const { x, y } = toPicture(frame, agent.goal);
    const color = agentColor(agent, i);
    const mark = `M${decimal(x - half, 1)} ${decimal(y - half, 1)}l${2 * half} ${2 * half}m0-${2 * half}l-${
      2 * half
    } ${2 * half}`;
    marks.set(color, (marks.get(color) ?? "") + mark);
  });
  return [...marks].map(([color, d]) =>
    element("path", { class: "goals", d, stroke: color, "stroke-width": half * 0.4, fill: "none" })
  ).join("");
}

/** Lines from every agent to those it looks at; a pair that looks at each other gets one. */
export function linksSvg(agents: readonly WorldAgent[], frame: Frame): string {
  const places = new Map(agents.map((agent) => [agent.id, agent.position]));
  const drawn = new Map<AgentId, Set<AgentId>>();
  let d = "";
  for (const { id, position, neighbors = [] } of agents) {
    for (const other of neighbors) {
      const there = places.get(other);
      if (there === undefined || drawn.get(other)?.has(id) || drawn.get(id)?.has(other)) continue;
      drawn.set(id, (drawn.get(id) ?? new Set()).add(other));
      d += linePath(toPicture(frame, position), toPicture(frame, there));
    }
  }
  return d === ""
    ? ""
    : element("path", { class: "links", d, stroke: "#8c8c8c", "stroke-width": 0.8, fill: "none" });
}

/** Velocities of `seconds` seconds: preferred ones dashed and grey, actual ones black above them. */
export function velocityArrowsSvg(agents: readonly WorldAgent[], frame: Frame, seconds: number): string {
  const { line: width, head } = strokes(agents.length);
  const paths = (pick: (agent: WorldAgent) => Vec2 | undefined) => {
    let lines = "", heads = "";
    for (const agent of agents) {
      const v = pick(agent);
      if (v === undefined) continue;
      const [from, to] = arrowEnds(agent, v, frame, seconds);
      // Shorter than a pixel says "at rest" as well as nothing at all.
      if (!(Math.abs(to.x - from.x) + Math.abs(to.y - from.y) >= 1)) continue;
      lines += linePath(from, to);
      heads += head > 0 ? headPath(from, to, head) : "";
    }
    return { lines, heads };
  };
  const draw = (
    name: string,
    { lines, heads }: ReturnType<typeof paths>,
    color: string,
    dash: string | undefined,
  ) =>
    lines === "" ? "" : element(
      "g",
      { class: name, stroke: color, "stroke-width": width, fill: "none" },
      element("path", { d: lines, "stroke-dasharray": dash }),
      heads === "" ? "" : element("path", { d: heads }),
    );
  return draw("preferred", paths((agent) => agent.preferred), quietInk, "3 2.5") +
    draw("velocity", paths((agent) => agent.velocity), palette.black, undefined);
}

/** Where an agent's velocity arrow starts and ends, px. */
export function arrowEnds(
  agent: WorldAgent,
  velocity: Vec2,
  frame: Frame,
  seconds: number,
): readonly [Vec2, Vec2] {
  const p = tame(agent.position), v = tame(velocity);
  return [toPicture(frame, p), toPicture(frame, { x: p.x + v.x * seconds, y: p.y + v.y * seconds })];
}

/** Overlapping pairs: a thick line between the centers and a diamond halfway. */
export function overlapsSvg(world: World, frame: Frame): string {
  const places = new Map(world.agents.map((agent) => [agent.id, agent.position]));
  return (world.overlaps ?? []).map((overlap) => {
    const a = places.get(overlap.a), b = places.get(overlap.b);
    return a === undefined || b === undefined
      ? ""
      : overlapSvg(overlap, toPicture(frame, a), toPicture(frame, b), strokes(world.agents.length).mark + 1);
  }).join("");
}

function overlapSvg({ a, b, depth }: Overlap, from: Vec2, to: Vec2, half: number): string {
  const x = decimal((from.x + to.x) / 2, 1), y = decimal((from.y + to.y) / 2 - half, 1);
  return element(
    "g",
    { class: "overlap" },
    element("title", {}, escapeText(`${idText(a)} and ${idText(b)} overlap by ${numberText(depth)} m`)),
    element("path", { d: linePath(from, to), stroke: palette.vermillion, "stroke-width": half / 3 }),
    element("path", {
      d: `M${x} ${y}l${half} ${half}l-${half} ${half}l-${half}-${half}z`,
      fill: palette.vermillion,
      stroke: "#fff",
    }),
  );
}

function centerOf(v: Vec2, frame: Frame): string {
  const { x, y } = toPicture(frame, v);
  return `cx="${decimal(x, 1)}" cy="${decimal(y, 1)}"`;
}
