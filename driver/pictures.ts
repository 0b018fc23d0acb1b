import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import {
  explain,
  type HandoffTimeline,
  handoffTimelineSvg,
  velocitySpaceSvg,
  worldFromCrowd,
  worldSvg,
} from "../view/mod.ts";
import { idText } from "../view/words.ts";
import { problemOf } from "./decision_problem.ts";
import { regionShapes } from "./region_shapes.ts";
import type { ScenarioResult, Showpiece } from "./run_scenario.ts";

/** A picture of a scenario, ready to be written. */
export interface Picture {
  /** File name. */
  readonly file: string;
  /** The picture, SVG. */
  readonly svg: string;
  /** What it shows, one line. */
  readonly caption: string;
  /** The same at more length, one sentence a line; may be empty. */
  readonly words: string;
}

/** The pictures of a result: the world with all ways, handoffs over time, and the velocity space of one telling decision. */
export function picturesOf(result: ScenarioResult): readonly Picture[] {
  const { showpiece, handoffs } = result;
  return [
    worldPicture(result),
    ...(O.isSome(handoffs) ? [timelinePicture(result, handoffs.value)] : []),
    ...(O.isSome(showpiece) ? [velocityPicture(result, showpiece.value)] : []),
  ];
}

function worldPicture({ scenario, crowd, trails }: ScenarioResult): Picture {
  const regions = regionShapes(crowd.agents);
  const features = [
    ...scenario.walls.map((polygon) => ({ kind: "wall", polygon }) as const),
    ...(scenario.gates ?? []).map(({ from, to }) => ({ kind: "gate", from, to }) as const),
    ...regions.map((polygon) => ({ kind: "region", polygon }) as const),
  ];
  const caption = `Ways of all agents until ${Number(crowd.time.toFixed(2))} s`;
  return {
    file: `${scenario.id}-world.svg`,
    svg: worldSvg(worldFromCrowd(crowd, trails, { features }), {
      id: `${scenario.id}-world`,
      title: `${scenario.id}: ${caption}`,
    }),
    caption,
    words: regions.length === 0 ? "" : "Dotted: the region that centers are kept in, as it lies at the end.",
  };
}

function timelinePicture({ scenario }: ScenarioResult, timeline: HandoffTimeline): Picture {
  const caption = "Handoffs over time";
  return {
    file: `${scenario.id}-handoffs.svg`,
    svg: handoffTimelineSvg(timeline, {
      id: `${scenario.id}-handoffs`,
      title: `${scenario.id}: ${caption}`,
    }),
    caption,
    words: "Numbers count the attempts; point at a bar or a sign to read what it is.",
  };
}

function velocityPicture({ scenario }: ScenarioResult, { crowd, decision: made }: Showpiece): Picture {
  const carried = crowd.agents.some(({ id, support }) => id === made.id && support !== undefined);
  const caption = `Velocity space of agent ${idText(made.id)} at ${Number(crowd.time.toFixed(2))} s${
    carried ? ", relative to what it stands on" : ""
  }`;
  return {
    file: `${scenario.id}-velocity.svg`,
    svg: velocitySpaceSvg(problemOf(crowd, made), made.decision, {
      id: `${scenario.id}-velocity`,
      title: `${scenario.id}: ${caption}`,
    }),
    caption,
    words: explain(made.decision),
  };
}
