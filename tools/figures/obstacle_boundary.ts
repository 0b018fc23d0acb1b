import type { Agent } from "../../geometry/agent.ts";
import type { HalfPlane, NeighborSource } from "../../geometry/half_plane.ts";
import { combinedRadius, orcaHalfPlane } from "../../geometry/orca.ts";
import type { AvoidanceParameters } from "../../geometry/parameters.ts";
import { add, length, scale, subtract, type Vec2, ZERO } from "../../geometry/vector.ts";
import { steps, valueOf } from "./figure.ts";

/** A relative velocity and the point of the obstacle's boundary nearest to it. */
export interface Nearest {
  /** A relative velocity. */
  readonly v: Vec2;
  /** The boundary point nearest to it. */
  readonly q: Vec2;
}

/** The boundary point nearest to a relative velocity, as the half-plane of an agent with that velocity tells it (G5). */
export function nearest(self: Agent, other: Agent, v: Vec2, parameters: AvoidanceParameters): Nearest {
  const plane = valueOf(
    orcaHalfPlane({ ...self, velocity: v }, { ...other, velocity: ZERO }, parameters),
  );
  return { v, q: add(v, neighborSource(plane).change) };
}

/** Where the arc ends and the rays begin, left then right: nearest to velocities just beside the axis at c. */
export function tips(self: Agent, other: Agent, parameters: AvoidanceParameters): readonly [Vec2, Vec2] {
  const [left, right] = [1, -1].map((side) =>
    nearest(self, other, besideAxis(self, other, parameters, 1, side), parameters).q
  );
  return [left!, right!];
}

/** A velocity just to the left (1) or right (-1) of the axis, `far` times as far out as c. */
function besideAxis(
  self: Agent,
  other: Agent,
  { timeHorizon }: AvoidanceParameters,
  far: number,
  side: number,
): Vec2 {
  const p = subtract(other.position, self.position), off = side * 1e-6;
  return { x: p.x / timeHorizon * far - p.y * off, y: p.y / timeHorizon * far + p.x * off };
}

/** The boundary, from far out on the left ray round the arc to the right ray: points nearest to velocities inside. */
export function boundary(
  self: Agent,
  other: Agent,
  parameters: AvoidanceParameters,
  far: number,
): readonly Vec2[] {
  const p = subtract(other.position, self.position), c = scale(p, 1 / parameters.timeHorizon);
  const half = Math.acos(combinedRadius(self, other) / length(p)), back = Math.atan2(-p.y, -p.x);
  const inside = [
    besideAxis(self, other, parameters, far, 1),
    besideAxis(self, other, parameters, 1, 1),
    ...steps(-half, half, 60).map((angle) =>
      add(c, scale({ x: Math.cos(back + angle), y: Math.sin(back + angle) }, 1e-3))
    ),
    besideAxis(self, other, parameters, 1, -1),
    besideAxis(self, other, parameters, far, -1),
  ];
  return inside.map((v) => nearest(self, other, v, parameters).q);
}

/** The source of a neighbor's half-plane. */
export function neighborSource({ source }: HalfPlane): NeighborSource {
  if (source.kind !== "neighbor") {
    throw new Error(`Expected a neighbor's half-plane, but found ${source.kind}.`);
  }
  return source;
}
