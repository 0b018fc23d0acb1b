import { type Braking, closingSpeedCap, returnLimit } from "../boundary/braking_limits.ts";
import type { StepMotion } from "../boundary/edge.ts";
import type { ObstaclePiece } from "../boundary/obstacle.ts";
import { distanceToShape, obstaclePlane, reachAgainst } from "../boundary/obstacle_edge.ts";
import { obstacleHalfPlane } from "../boundary/obstacle_half_plane.ts";
import { reachOfStep } from "../boundary/separation.ts";
import { type Stop, stopDisplacement } from "../boundary/stop.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import { compareAgentIds } from "../geometry/agent.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import { optimizationVelocity } from "../geometry/orca.ts";
import { SMALLEST } from "../geometry/reader.ts";
import { relativeToSupport } from "../geometry/support.ts";
import { dot, length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { OutsideEdge, UnprovenPair } from "../solver/decision.ts";
import type { HardLimit, HardLimits } from "./hard_limits.ts";
import type { Situation } from "./situation.ts";

/** Distances are compared with this much to spare, so that rounding loses no wall that touches (no unit). */
const ROUNDED_UP = 1 + 1e-12;

/** Pieces in one line lie behind the plane of the nearest, up to this share of the slack (no unit, M9). */
const COVERED = 0.25;

/**
 * An agent that touches a wall, less than the slack away, is left this much, m: the solver is offered 0, and its rounding
 * along the wall, some 1e-15 m in a step, is not taken for a way into it. Far below what counts as inside (B6).
 */
const TOUCHING = INSIDE / 16;

/** A piece and its distance from the agent's center, m. */
export interface NearPiece {
  /** The piece. */
  readonly piece: ObstaclePiece;
  /** m; 0 where the center is in it. */
  readonly distance: number;
}

/** The pieces of a situation, nearest first, equally near ones by ID and number. */
export function nearestPieces({ self, obstacles = [] }: Situation): readonly NearPiece[] {
  return obstacles
    .map((piece) => ({ piece, distance: distanceToShape(piece.corners, self.position) }))
    .sort((a, b) =>
      a.distance - b.distance || compareAgentIds(a.piece.id, b.piece.id) || a.piece.part - b.piece.part
    );
}

/** How near a wall must be to matter to an agent's velocities in this step, m from its center. */
export function obstacleReach(
  { self, maxSpeed, parameters, separation: { slack } }: Situation,
  stop: Stop,
  motion: StepMotion,
  braking: Braking,
): { readonly horizon: number; readonly stopping: number } {
  const { timeHorizon, timeHorizonObstacles = timeHorizon, timeStep } = parameters;
  const carried = length(motion.supportVelocity), { reference, budget } = stop;
  const speed = Math.max(maxSpeed, length(stop.velocity)) + carried;
  const cap = closingSpeedCap(motion.supportVelocity, braking);
  const mover = { ...self, budget: Math.max(budget, SMALLEST), reference };
  const reach = reachOfStep(mover, timeStep, cap), drift = length(reference);
  const stopTime = budget === Infinity ? 0 : Math.max(length(subtract(self.velocity, reference)), cap) /
    Math.max(budget, SMALLEST);
  const stopping = stopLength(stop) + reach + drift * (timeStep + stopTime);
  return {
    horizon: (self.radius + speed * timeHorizonObstacles) * ROUNDED_UP,
    stopping: (self.radius + slack + stopping) * ROUNDED_UP,
  };
}

function stopLength(stop: Stop): number {
  return length(stopDisplacement({ ...stop, budget: Math.max(stop.budget, SMALLEST) }));
}

/**
 * The half-planes of walls in velocity space, relative to the support (C8): hard, with full responsibility. A piece that
 * lies behind the line of a nearer one gets none, so that an agent which slides along a wall does not catch on where two of
 * its pieces meet.
 *
 * ```txt
 *     o  →                   touching the first piece, the agent keeps above its line;
 *   ========|========        the second lies below the same line, and its near corner says nothing more
 * ```
 *
 * None asks for more than full braking with the budget: how early a heavy agent must brake is M10's to say, not the
 * horizon's.
 *
 * @param pieces nearest first
 * @param range m: pieces farther off are left out
 */
export function obstacleHalfPlanes(
  { self, parameters, support, separation: { slack } }: Situation,
  pieces: readonly NearPiece[],
  range: number,
  stop: Stop,
): readonly HalfPlane[] {
  const { timeHorizon, timeHorizonObstacles = timeHorizon, timeStep, passingSide = "right" } = parameters;
  const own = optimizationVelocity(self, parameters), { position, radius } = self;
  const hardest = hardestBraking(stop, timeStep);
  const laid: HalfPlane[] = [];
  for (const { piece, distance } of pieces) {
    if (distance > range) break;
    if (distance - radius < -INSIDE) continue; // in the wall: `obstacleLimits` leads out
    const behind = laid.some(({ normal: n, point }) =>
      reachAgainst(piece.corners, position, -n.x, -n.y) >= radius - COVERED * slack -
          dot(n, point) * timeHorizonObstacles
    );
    if (!behind) laid.push(obstacleHalfPlane(self, own, piece, timeHorizonObstacles, passingSide));
  }
  return laid.map((h) => {
    const { normal: n, source } = h, asked = dot(n, h.point), possible = dot(n, hardest);
    const kept = possible < asked
      ? { point: { x: n.x * possible, y: n.y * possible }, normal: n, source }
      : h;
    return support === undefined ? kept : relativeToSupport(kept, support.velocity);
  });
}

/** The world velocity at the step's end when the agent brakes as hard as it can. */
function hardestBraking(
  { velocity, supportVelocity: u, reference: r, budget }: Stop,
  timeStep: number,
): Vec2 {
  const x = u.x + velocity.x - r.x, y = u.y + velocity.y - r.y, speed = length({ x, y });
  const left = speed > 0 ? Math.max(0, 1 - budget * timeStep / speed) : 0;
  return { x: r.x + left * x, y: r.y + left * y };
}

/** What lies so far along a plane's normal, m from the agent's center, is kept clear of by that plane. */
interface Cover {
  readonly normal: Vec2;
  readonly from: number;
}

/**
 * The planes against walls that the motion and the stop after it stay behind (M10): each piece is its own stop set, and the
 * whole gap is the agent's. A piece that lies behind the plane of a nearer one is covered by it.
 *
 * A disc that is in a wall already gets no deeper and is led out (B16). One that is clear of it but too fast to stop is kept
 * from it as long as that can be; the plane is then the one of its position.
 *
 * @param pieces nearest first
 * @param range m: pieces farther off are left out
 */
export function obstacleLimits(
  { self, separation: { slack } }: Situation,
  pieces: readonly NearPiece[],
  range: number,
  motion: StepMotion,
  stop: Stop,
  braking: Braking,
): Omit<HardLimits, "mostUrgent"> {
  const limits: HardLimit[] = [], covering: Cover[] = [], back: HalfPlane[] = [];
  const outside: OutsideEdge[] = [], unproven: UnprovenPair[] = [];
  const { position, radius } = self, r = stop.reference;
  const end = stopDisplacement({ ...stop, budget: Math.max(stop.budget, SMALLEST) });
  for (const { piece: { id, corners }, distance } of pieces) {
    if (distance > range) break;
    const { status, normal, margin } = obstaclePlane(position, end, radius, corners, slack);
    const shared = { kind: "obstacle", id, normal, velocity: ZERO } as const;
    if (status === "overlapping") {
      outside.push({ id, kind: "obstacle", depth: -margin });
      back.push(returnLimit({ ...shared, offset: dot(normal, position) + margin }, motion, braking));
      limits.push({ ...shared, margin: 0, laidInside: margin, stops: false });
      continue;
    }
    const behind = (n: Vec2): number => reachAgainst(corners, position, n.x, n.y);
    if (status === "separated" && covering.some((cover) => behind(cover.normal) >= cover.from)) continue;
    // What it stops relative to must not carry it on into the wall: else nothing is claimed beyond the step (M1).
    const stops = dot(normal, r) <= 0;
    if (!stops) unproven.push({ id, kind: "obstacle", reason: "otherReference" });
    limits.push({ ...shared, margin: Math.max(margin, TOUCHING), laidInside: 0, stops });
    if (status === "separated" && stops) {
      const from = Math.max(behind(normal) - COVERED * slack, margin + radius - INSIDE / 4);
      covering.push({ normal, from });
    }
  }
  return { limits, back, outside, unproven };
}
