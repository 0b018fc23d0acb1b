import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { splitCrowd } from "../../crowd/split/ownership.ts";
import { haloFor, readyPart } from "../../crowd/split/part.ts";
import { type Partition, stripes } from "../../crowd/split/partition.ts";
import { haloWidth, reachOfAgents } from "../../crowd/split/reach.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { randomDense } from "../../scenario/generate.ts";
import { agentColors, palette } from "../../view/palette.ts";
import type { MarkShape, Panel, PlaneShape } from "../../view/panel.ts";
import { sketchSvg } from "../../view/sketch.ts";
import { type Figure, signed, valueOf } from "./figure.ts";

/** docs/scale.md: what two parts must see of each other, and how much that is. */
export const haloFigure: Figure = { file: "halo.svg", draw: halo };

/** Agents per square metre. */
const DENSITY = 0.15;

function halo(): string {
  const small = crowdOf(150, 3), large = crowdOf(2000, 4);
  const width = widthFor(small),
    shares = [2, 4, 6, 8, 10, 12, 14, 16].map((parts) => ({
      x: parts,
      y: seenShare(large, parts),
    }));
  const first = signed(Math.round(shares[0]!.y * 100)), last = signed(Math.round(shares.at(-1)!.y * 100));
  return sketchSvg([partsPanel(small, width), sharesPanel(shares)], {
    id: "halo",
    title: `Within ${signed(Math.round(width * 100) / 100)} m of the cut, an agent is sent to the other part`,
    description:
      `Left, 150 agents of radius 0.3 m and 1.5 m/s with a horizon of 2 s, split by a cut into two parts. Agents of either ` +
      `part in the strip along the cut are the other's halo, drawn with a thick rim: the other sees them and does not decide ` +
      `for them. Right, how many agents are sent to others in a step, as a share of all, when 2,000 agents at the same density ` +
      `are split into stripes: ${first} % with two, ${last} % with sixteen.`,
  });
}

function crowdOf(count: number, seed: number): Crowd {
  const agents = randomDense(count, Math.sqrt(count / DENSITY), 0.7, seed).map(({ position, goal }, id) => ({
    id,
    position,
    goal,
    radius: 0.3,
    maxSpeed: 1.5,
    budget: 5,
  }));
  return valueOf(createCrowd({ agents, parameters: { timeHorizon: 2, timeStep: 0.1 } }));
}

function widthFor({ agents, parameters }: Crowd): number {
  return haloWidth(reachOfAgents(agents, parameters), parameters);
}

/** Stripes with the same number of agents in each. */
function evenStripes(
  { agents }: Crowd,
  parts: number,
): { readonly cuts: readonly number[]; readonly partition: Partition } {
  const xs = agents.map(({ position }) => position.x).sort((a, b) => a - b);
  const cuts = Array.from({ length: parts - 1 }, (_, i) => xs[Math.floor((i + 1) * xs.length / parts)]!);
  return { cuts, partition: stripes(cuts) };
}

/** How many agents all parts together see of others, as a share of all agents. */
function seenShare(crowd: Crowd, parts: number): number {
  const { partition } = evenStripes(crowd, parts), width = widthFor(crowd);
  const ready = splitCrowd(crowd, partition).map((part) => readyPart(part));
  const seen = ready.map((part, from) =>
    ready.reduce(
      (sum, _, to) => sum + (to === from ? 0 : haloFor(part, to, partition, width).agents.length),
      0,
    )
  );
  return seen.reduce((a, b) => a + b) / crowd.agents.length;
}

function partsPanel(crowd: Crowd, width: number): Panel {
  const side = Math.sqrt(150 / DENSITY), { cuts, partition } = evenStripes(crowd, 2), cut = cuts[0]!;
  const looks = [agentColors[0]!, agentColors[1]!];
  const disc = ({ position, radius }: Crowd["agents"][number]): PlaneShape => {
    const part = partition.ownerOf(position), isSeen = partition.isNear(1 - part, position, width);
    const owner = part === 0 ? "of the left part" : "of the right part";
    return {
      kind: "circle",
      center: position,
      radius,
      look: {
        stroke: isSeen ? palette.black : looks[part]!,
        width: isSeen ? 2 : 1,
        fill: looks[part]!,
        opacity: 0.6,
      },
      key: isSeen ? `${owner}, seen by the other` : owner,
    };
  };
  return {
    kind: "plane",
    title: "Two parts",
    window: { minX: -1, maxX: side + 1, minY: -1, maxY: side + 1 },
    axes: { x: "x (m)", y: "y (m)" },
    width: 430,
    shapes: [
      {
        kind: "area",
        points: strip(cut - width, cut + width, -1, side + 1),
        look: { fill: palette.purple, opacity: 0.1 },
        key: "halo",
      },
      {
        kind: "path",
        points: [{ x: cut, y: -1 }, { x: cut, y: side + 1 }],
        look: { stroke: palette.purple, width: 2.4, dash: "9 3" },
        key: "cut",
      },
      ...crowd.agents.map(disc),
    ],
    labels: [],
  };
}

function strip(minX: number, maxX: number, minY: number, maxY: number): readonly Vec2[] {
  return [{ x: minX, y: minY }, { x: maxX, y: minY }, { x: maxX, y: maxY }, { x: minX, y: maxY }];
}

function sharesPanel(shares: readonly Vec2[]): Panel {
  return {
    kind: "chart",
    title: "Agents sent to others, as a share of all",
    window: { minX: 0, maxX: 17, minY: 0, maxY: 2.2 },
    axes: { x: "stripes", y: "share (no unit)" },
    width: 300,
    height: 430,
    shapes: [
      {
        kind: "path",
        points: shares,
        look: { stroke: palette.blue, width: 2 },
        key: "2,000 agents, 115 m wide",
      },
      ...shares.map((at): MarkShape => ({ kind: "dot", at, look: { fill: palette.blue }, key: "computed" })),
    ],
    labels: [],
  };
}
