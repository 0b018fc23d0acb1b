import type { Disc } from "../geometry/disc.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import { CENTER, CROSSING, FOOT, PREFERRED, PROJECTION } from "./candidate_points.ts";
import { type Columns, createColumns, discMargin, fillColumns, lineMargin } from "./columns.ts";
import { compareIdentities, discRole, inIdentityOrder } from "./identity.ts";
import type {
  Candidate,
  CandidateOrigin,
  ConstraintIdentity,
  DiscSource,
  Margin,
  VelocityProblem,
} from "./problem.ts";
import { feasibilityTolerance } from "./tolerance.ts";

/** A problem made ready: its half-planes and discs in the order of identity, and the same as columns. */
export interface ReadyProblem {
  readonly preferred: Vec2;
  readonly lines: readonly HalfPlane[];
  readonly discs: readonly Disc[];
  /** Identities of the discs. */
  readonly sources: readonly DiscSource[];
  readonly columns: Columns;
}

/** Filled anew by each solver call and read only within it. */
const shared = createColumns(64, 4);

/** Puts a problem into columns that the next call may overwrite: read the result within the call. */
export function ready(problem: VelocityProblem): ReadyProblem {
  const hard = problem.hard ?? [];
  return readyFrom(
    problem.preferred,
    inIdentityOrder(hard.length === 0 ? problem.halfPlanes : [...problem.halfPlanes, ...hard]),
    problem.discs,
  );
}

/** The same from lines that stand in the order of identity. */
export function readyFrom(
  preferred: Vec2,
  lines: readonly HalfPlane[],
  given: readonly Disc[],
): ReadyProblem {
  const sources = given.map((disc, index): DiscSource => ({
    kind: "disc",
    role: discRole(disc, index),
    index,
  }));
  let discs = given;
  if (sources.some((source, k) => k > 0 && compareIdentities(sources[k - 1]!, source) > 0)) {
    sources.sort(compareIdentities);
    discs = sources.map(({ index }) => given[index]!);
  }
  fillColumns(shared, preferred, lines, discs, feasibilityTolerance(discs, preferred, lines));
  return { preferred, lines, discs, sources, columns: shared };
}

/** The identity of constraint number i. */
export function identityOf(p: ReadyProblem, i: number): ConstraintIdentity {
  return p.lines[i]?.source ?? p.sources[i - p.lines.length]!;
}

/** Margins of all constraints at a velocity, lines in the order of identity, then discs. */
export function marginsAt(p: ReadyProblem, x: number, y: number): readonly Margin[] {
  const { columns: c, lines } = p, margins: Margin[] = [];
  for (let i = 0; i < c.count; i++) {
    margins.push({ constraint: lines[i]!.source, margin: lineMargin(c, i, x, y) });
  }
  for (let k = 0; k < c.discs; k++) {
    margins.push({ constraint: p.sources[k]!, margin: discMargin(c, k, x, y) });
  }
  return margins;
}

/** Distance of (x, y) to the preferred velocity, m/s. */
export function costOf(c: Columns, x: number, y: number): number {
  const dx = x - c.px, dy = y - c.py;
  return Math.sqrt(dx * dx + dy * dy);
}

/** The record of a candidate found in columns. */
export function candidateRecord(
  p: ReadyProblem,
  kind: number,
  i: number,
  j: number,
  x: number,
  y: number,
): Candidate {
  return {
    velocity: { x, y },
    cost: costOf(p.columns, x, y),
    origin: originOf(p, kind, i, j),
    margins: marginsAt(p, x, y),
  };
}

function originOf(p: ReadyProblem, kind: number, i: number, j: number): CandidateOrigin {
  switch (kind) {
    case PREFERRED:
      return { kind: "preferred" };
    case FOOT:
      return { kind: "foot", of: identityOf(p, i) };
    case PROJECTION:
      return { kind: "projection", of: identityOf(p, i) };
    case CROSSING:
      return { kind: "crossing", of: [identityOf(p, i), identityOf(p, j)] };
    case CENTER:
      return { kind: "center", of: identityOf(p, i) };
    default:
      return { kind: "leastViolation" };
  }
}
