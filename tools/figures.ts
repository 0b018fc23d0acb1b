/**
 * Draws the pictures of the documentation from the library itself, so that a picture cannot disagree with the code.
 *
 * ```sh
 * deno run --allow-read --allow-write tools/figures.ts              # all of docs/figures
 * deno run --allow-read --allow-write tools/figures.ts deck.svg     # those only
 * ```
 *
 * @module
 */
import { brakingEnvelopeFigure } from "./figures/braking_envelope.ts";
import { brakingForWallFigure } from "./figures/braking_for_wall.ts";
import { circleOfEightFigure } from "./figures/circle_of_eight.ts";
import { corridorFigure } from "./figures/corridor.ts";
import { deckFigure } from "./figures/deck.ts";
import { detourMemoryFigure } from "./figures/detour_memory.ts";
import type { Figure } from "./figures/figure.ts";
import { floorCrowdFigure } from "./figures/floor_crowd.ts";
import { floorPlaneFigure } from "./figures/floor_plane.ts";
import { geometryFigures } from "./figures/geometry.ts";
import { haloFigure } from "./figures/halo.ts";
import { handoffFigures } from "./figures/handoff.ts";
import { handoffTimelineFigure } from "./figures/handoff_timeline.ts";
import { leavesAndReturnsFigure } from "./figures/leaves_and_returns.ts";
import { literatureCircleFigure, literatureSteerbenchFigure } from "./figures/literature_crowds.ts";
import { literatureCounterflowFigure, literatureDoorFigure } from "./figures/literature_pedestrians.ts";
import { mixedEdgesFigure } from "./figures/mixed_edges.ts";
import { movingWallFigure } from "./figures/moving_wall.ts";
import { portalStepFigure } from "./figures/portal_step.ts";
import { solverFigures } from "./figures/solver.ts";
import { tuningFigures } from "./figures/tuning.ts";
import { wallCornerFigure } from "./figures/wall_corner.ts";

/** Every figure of the documentation, in the order of its chapters. */
export const figures: readonly Figure[] = [
  ...geometryFigures,
  ...solverFigures,
  movingWallFigure,
  leavesAndReturnsFigure,
  brakingEnvelopeFigure,
  mixedEdgesFigure,
  deckFigure,
  wallCornerFigure,
  brakingForWallFigure,
  corridorFigure,
  portalStepFigure,
  floorPlaneFigure,
  floorCrowdFigure,
  ...handoffFigures,
  handoffTimelineFigure,
  detourMemoryFigure,
  circleOfEightFigure,
  haloFigure,
  ...tuningFigures,
  literatureCircleFigure,
  literatureDoorFigure,
  literatureCounterflowFigure,
  literatureSteerbenchFigure,
];

/** Where they are written. */
export const FOLDER = new URL("../docs/figures/", import.meta.url);

if (import.meta.main) {
  await Deno.mkdir(FOLDER, { recursive: true });
  for (const { file, draw, measure } of figures) {
    if (Deno.args.length > 0 && !Deno.args.includes(file)) continue;
    measure?.();
    await Deno.writeTextFile(new URL(file, FOLDER), draw());
    console.log(`docs/figures/${file}`);
  }
}
