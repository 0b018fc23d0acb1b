import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Decision, Rejected } from "../solver/decision.ts";
import type { Candidate } from "../solver/problem.ts";
import { axes, rim } from "./axes.ts";
import { feasibilityTolerance } from "../solver/tolerance.ts";
import { type Dropped, droppedSvg, keptSvg, sortCandidates, velocitiesSvg } from "./candidate_layer.ts";
import { feasibleRegion } from "./convex_region.ts";
import { discLabels, discPatches, discSvg, type ShownDisc, shownDiscs } from "./disc_layer.ts";
import { around, type Box, fitFrame, type Frame, type Pane, span, toPicture, unite } from "./frame.ts";
import {
  halfPlaneLabels,
  halfPlaneSvg,
  hatchPatterns,
  lineInFrame,
  type ShownHalfPlane,
  shownHalfPlanes,
} from "./half_plane_layer.ts";
import { type Label, type Patch, patchesAlong, placeLabels, placesAround } from "./labels.ts";
import { palette } from "./palette.ts";
import { polygonPath } from "./paths.ts";
import { element, escapeText, svgPicture, xmlId } from "./svg.ts";
import { velocityLegend } from "./velocity_legend.ts";
import { countText, velocityText } from "./words.ts";
import { paneClip } from "./pane_clip.ts";

/** The parts of a decision's problem that are drawn; a `DecisionProblem` serves as it is. All in m/s. */
export interface VelocitySpaceProblem {
  /** The velocity wished for. */
  readonly preferred: Vec2;
  /** The speed disc first, then the reachable disc; any number is drawn. */
  readonly discs: readonly Disc[];
  /** Soft half-planes. */
  readonly neighbors: readonly HalfPlane[];
  /** Hard half-planes. */
  readonly boundaries: readonly HalfPlane[];
}

/** What a picture of velocity space may be told beyond the records. */
export interface VelocitySpaceOptions {
  /** Prefix of the ids inside; pictures on one page need different ones. Default "velocity-space". */
  readonly id?: string;
  /** Title; default from the decision. */
  readonly title?: string;
  /**
   * Candidates, such as `enumerateCandidates` lists: rings where they violate nothing, else crosses. Default none.
   */
  readonly candidates?: readonly Candidate[];
  /** Candidates that were turned down, drawn as crosses that name the reason. Default the decision's own. */
  readonly rejected?: readonly Rejected[];
  /** What to show instead of everything, m/s: for a close look at a small reachable disc. */
  readonly window?: { readonly center: Vec2; readonly halfWidth: number };
}

const pane: Pane = { left: 60, top: 40, width: 520, height: 520 };

/**
 * The velocity space of one decision as SVG (P1): discs, half-planes with their forbidden sides, the feasible
 * region, the preferred velocity, candidates and the choice.
 */
export function velocitySpaceSvg(
  problem: VelocitySpaceProblem,
  decision: Decision,
  options: VelocitySpaceOptions = {},
): string {
  const id = xmlId(options.id ?? "velocity-space");
  const discs = shownDiscs(problem.discs);
  const box = options.window === undefined
    ? boxOf(problem, discs, decision)
    : around(options.window.center, options.window.halfWidth);
  const frame = fitFrame(box, pane, options.window === undefined ? 0.08 : 0);
  const halfPlanes = [...problem.neighbors, ...problem.boundaries];
  const planes = shownHalfPlanes(halfPlanes, decision.velocity, decision.active);
  const region = feasibleRegion(planes, discs, frame.box);
  const tolerance = feasibilityTolerance(problem.discs, problem.preferred, halfPlanes);
  const { kept, dropped } = sortCandidates(
    options.candidates ?? [],
    options.rejected ?? decision.rejected ?? [],
    tolerance,
  );
  const legend = velocityLegend({
    decision,
    preferred: problem.preferred,
    discs,
    planes,
    kept,
    dropped,
    region,
    frame,
    tolerance,
  });

  return svgPicture(
    {
      id: options.id ?? "velocity-space",
      width: legend.right,
      height: Math.max(pane.top + pane.height + 44, legend.bottom),
      title: options.title ?? `Velocity space: ${decision.kind}, ${velocityText(decision.velocity)}`,
      description: description(problem, decision, region, kept, dropped),
    },
    element(
      "defs",
      {},
      paneClip(id, pane),
      hatchPatterns(id, planes),
    ),
    element(
      "text",
      { x: pane.left, y: 25, "font-size": 15, "font-weight": "bold" },
      escapeText(options.title ?? "Velocity space of one decision"),
    ),
    axes(frame, { x: "v.x (m/s)", y: "v.y (m/s)" }),
    element(
      "g",
      { "clip-path": `url(#${id}-pane)` },
      region.length === 0 ? "" : element("path", {
        class: "feasible",
        d: polygonPath(region.map((v) => toPicture(frame, v)), 2),
        fill: palette.green,
        "fill-opacity": "0.2",
      }),
      ...planes.map((plane) => halfPlaneSvg(id, plane, frame, Math.min(0.05, 0.4 / planes.length))),
      ...discs.map((disc) => discSvg(disc, frame)),
      ...dropped.map((one) => droppedSvg(one, frame)),
      ...kept.map((candidate) => keptSvg(candidate, frame)),
      velocitiesSvg(problem.preferred, decision, frame),
    ),
    labels(problem.preferred, decision, planes, discs, kept, dropped, frame),
    rim(frame),
    legend.svg,
  );
}

/** What must be seen: the discs, as far as they matter, the choice, and the preferred velocity unless it is far off. */
function boxOf(problem: VelocitySpaceProblem, discs: readonly ShownDisc[], decision: Decision): Box {
  const chosen = around(decision.velocity, 0);
  const smallest = discs.reduce((r, disc) => Math.min(r, disc.radius), Infinity);
  const speed = discs.find((disc) =>
    disc.role === "speed" && disc.radius > 0 && disc.radius <= 40 * smallest
  );
  const reach = speed?.radius ?? smallest;
  // A disc that is far larger than another never binds where the picture looks.
  const near = discs.filter((disc) => disc.radius <= 4 * reach).map((disc) =>
    around(disc.center, disc.radius)
  );
  const first = unite([chosen, ...near]);
  const size = span(first);
  const others = [problem.preferred, { x: 0, y: 0 }].map((v) => around(v, 0));
  return unite([first, ...others.filter((other) => size === 0 || span(unite([first, other])) <= 2.5 * size)]);
}

/** First the two velocities, then binding half-planes, then the rest while there is room; the legend has them all. */
function labels(
  preferred: Vec2,
  decision: Decision,
  planes: readonly ShownHalfPlane[],
  discs: readonly ShownDisc[],
  kept: readonly Candidate[],
  dropped: readonly Dropped[],
  frame: Frame,
): string {
  const mark = (v: Vec2, radius: number): Patch => ({ ...toPicture(frame, v), radius });
  const origin = toPicture(frame, { x: 0, y: 0 });
  const arrow = (v: Vec2) => patchesAlong(origin, toPicture(frame, v), 2).slice(1, -1);
  const point = (v: Vec2, text: string): Label => ({
    text,
    fontSize: 12,
    weight: "bold",
    places: placesAround(toPicture(frame, v), text, 12, 10),
    order: 0.7,
  });
  const coincide = Math.abs(preferred.x - decision.velocity.x) + Math.abs(preferred.y - decision.velocity.y) <
    4 / frame.scale;
  const points = coincide
    ? [point(decision.velocity, `${decision.kind} = preferred`)]
    : [point(decision.velocity, decision.kind), point(preferred, "preferred")];
  const byNeed = [...planes].sort((a, b) => a.margin - b.margin);
  const rings = discs.flatMap((disc) => discLabels(disc, frame));
  return placeLabels(
    [...points, ...byNeed.flatMap((plane) => halfPlaneLabels(plane, frame)), ...rings],
    pane,
    [
      mark(decision.velocity, 7),
      mark(preferred, 7),
      ...kept.map((candidate) => mark(candidate.velocity, 5)),
    ],
    [
      ...dropped.map(({ candidate }) => mark(candidate.velocity, 4)),
      ...arrow(decision.velocity),
      ...arrow(preferred),
      ...planes.flatMap((plane) => lineInFrame(plane, frame).flatMap(([a, b]) => patchesAlong(a, b, 3))),
      ...discs.flatMap((disc) => discPatches(disc, frame)),
    ],
  );
}

function description(
  problem: VelocitySpaceProblem,
  decision: Decision,
  region: readonly Vec2[],
  kept: readonly Candidate[],
  dropped: readonly Dropped[],
): string {
  const planes = problem.neighbors.length + problem.boundaries.length;
  return `The chosen velocity is ${
    velocityText(decision.velocity)
  }, a decision of kind ${decision.kind}; preferred was ${velocityText(problem.preferred)}. ${
    countText(planes, "half-plane")
  } and ${countText(problem.discs.length, "disc")} limit it; ${
    region.length === 0
      ? "no area of velocities satisfies all of them"
      : "the velocities that satisfy all are shaded green"
  }. ${countText(kept.length, "candidate")} kept, ${dropped.length} dropped.`;
}
