import { EMPTY_LIST, itemsOf } from "../../crowd/persistent_list.ts";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { createCrowd } from "../../crowd/create.ts";
import { CROSSING, type HandoffNews, type TiledCrowd, tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { parseTiledGround } from "../../crowd/parse_ground.ts";
import {
  interruptCrossing,
  moveTiledCrowd,
  recoverCrossings,
  senseCrossings,
  settled,
} from "../../crowd/tiled_step.ts";
import { handoffTimeline } from "../../view/handoff_timeline.ts";
import { handoffTimelineSvg } from "../../view/handoff_timeline_svg.ts";
import type { Figure } from "./figure.ts";

/** Handoffs over time: one as it should be, one that is interrupted, one whose process dies (docs/handoff.md). */
export const handoffTimelineFigure: Figure = { file: "handoff_timeline.svg", draw: timeline };

function right<A>(value: E.Either<unknown, A>): A {
  if (E.isLeft(value)) throw new Error(JSON.stringify(value.left));
  return value.right;
}

/** Three agents that walk side by side from level ground onto a slope. */
function start(): TiledCrowd {
  const box = (left: number, right: number) =>
    [[left, -3], [right, -3], [right, 3], [left, 3]].map(([x, y]) => ({ x, y }));
  const ground = parseTiledGround({
    tiles: [{ id: "P", polygon: box(-4, 0) }, {
      id: "Q",
      polygon: box(0, 4),
      gradient: { x: Math.sqrt(3), y: 0 },
    }],
    edges: [{ id: "PQ", left: "P", right: "Q", from: { x: 0, y: -3 }, to: { x: 0, y: 3 } }],
  });
  const crowd = createCrowd({
    agents: ["undisturbed", "interrupted", "restarted"].map((id, i) => ({
      id,
      position: { x: -1.4, y: 2 - 2 * i },
      goal: { x: 2, y: 2 - 2 * i },
      radius: 0.3,
      maxSpeed: 1,
      budget: 0.5,
    })),
    parameters: { timeHorizon: 3, timeStep: 0.1 },
  });
  return right(tiledCrowd(right(crowd), right(ground)));
}

/** After how many steps on its first curve something comes between. */
const DISTURBED_AFTER = 3;

function timeline(): string {
  let world = start();
  const news: HandoffNews[] = [];
  const note = (next: TiledCrowd): void => {
    news.push(...itemsOf(next.news));
    world = { ...next, news: EMPTY_LIST };
  };
  const onFirstCurve = new Map<string, number>();
  for (let step = 0; step < 100; step++) {
    note(settled(senseCrossings(world)));
    note(settled(moveTiledCrowd(world)));
    for (const { id, state } of itemsOf(world.crossers)) {
      if (state.phase !== "Approaching" || state.access === undefined || state.attempts > 1) continue;
      const name = String(id), steps = (onFirstCurve.get(name) ?? 0) + 1;
      onFirstCurve.set(name, steps);
      if (steps !== DISTURBED_AFTER + 1) continue;
      if (name === "interrupted") note(settled(interruptCrossing(world, id, "obstaclesChanged")));
      if (name === "restarted") note(settled(recoverCrossings(world, [id], state.epoch + 1)));
    }
  }
  return handoffTimelineSvg(handoffTimeline(news, CROSSING.tick, world.crowd.time), {
    id: "handoff-timeline",
    title: "Three handoffs over time",
  });
}
