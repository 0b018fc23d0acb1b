import type { Disc } from "../../geometry/disc.ts";
import type { HalfPlane } from "../../geometry/half_plane.ts";
import { decide } from "../../solver/decide.ts";
import { enumerateCandidates } from "../../solver/enumeration.ts";
import { velocitySpaceSvg } from "../../view/velocity_space.ts";
import type { Figure } from "./figure.ts";

/** Figures of docs/solver.md. */
export const solverFigures: readonly Figure[] = [
  { file: "sx1_candidates.svg", draw: candidates },
  { file: "sx3_reachable.svg", draw: reachable },
];

const preferred = { x: 1, y: 0 };

/** v.x <= 0.75 and v.y >= 0.2 (SX1). */
const corner: readonly HalfPlane[] = [
  { point: { x: 0.75, y: 0 }, normal: { x: -1, y: 0 }, source: { kind: "edge", id: "v.x ≤ 0.75" } },
  { point: { x: 0, y: 0.2 }, normal: { x: 0, y: 1 }, source: { kind: "edge", id: "v.y ≥ 0.2" } },
];

const speed: Disc = { center: { x: 0, y: 0 }, radius: 1.5, role: "speed" };

/** SX1 with every candidate of the enumeration. */
function candidates(): string {
  return picture([speed], {
    id: "sx1",
    title: "SX1: all candidates, and the nearest that violates nothing",
    window: { center: { x: 0, y: 0 }, halfWidth: 1.75 },
  });
}

/** SX3: SX1 seen close by, where only a small disc can be reached. */
function reachable(): string {
  const disc: Disc = { center: { x: 0.6, y: 0.2 }, radius: 0.1, role: "reachable" };
  return picture([speed, disc], {
    id: "sx3",
    title: "SX3: the reachable disc cuts SX1 down",
    window: { center: { x: 0.77, y: 0.15 }, halfWidth: 0.3 },
  });
}

function picture(
  discs: readonly Disc[],
  options: {
    readonly id: string;
    readonly title: string;
    readonly window: {
      readonly center: { readonly x: number; readonly y: number };
      readonly halfWidth: number;
    };
  },
): string {
  const problem = { preferred, discs, neighbors: [], boundaries: corner };
  return velocitySpaceSvg(problem, decide(problem), {
    ...options,
    candidates: enumerateCandidates({ preferred, halfPlanes: corner, discs }),
  });
}
