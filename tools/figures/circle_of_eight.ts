import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { antipodalCircle } from "../../scenario/generate.ts";
import { worldFromCrowd } from "../../view/world_from_crowd.ts";
import { worldSvg } from "../../view/world_svg.ts";
import { type Figure, valueOf } from "./figure.ts";
import { history, trailsOf } from "./history.ts";

/** docs/crowd.md, C6 on a circle. */
export const circleOfEightFigure: Figure = { file: "circle_of_eight.svg", draw: circleOfEight };

/** Eight on a circle, until all are at their goals. */
export function circle(): readonly Crowd[] {
  const agents = antipodalCircle(8, 6).map((place) => ({ ...place, radius: 0.5, maxSpeed: 1.5 }));
  const start = valueOf(createCrowd({ agents, parameters: { timeHorizon: 3, timeStep: 0.1 } }));
  const crowds = history(start, 160);
  return crowds.slice(0, 1 + crowds.findIndex(({ report }) => report.arrived.length === agents.length));
}

/** C6: eight agents evenly on a circle, each bound for the opposite point. */
function circleOfEight(): string {
  const crowds = circle(), arrived = crowds.at(-1)!;
  return worldSvg(worldFromCrowd(arrived, trailsOf(crowds)), {
    id: "circle-of-eight",
    title: `Eight on a circle change sides: all there after ${arrived.time.toFixed(1)} s`,
    width: 620,
    pastEvery: 2,
  });
}
