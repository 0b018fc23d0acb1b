import { floorLimits } from "../avoidance/hard_limits.ts";
import { verifyStopAgainst } from "../boundary/stop.ts";
import { leastMargin } from "../boundary/verify_curve.ts";
import type { AgentId } from "../geometry/agent.ts";
import { displacement, type MotionPiece } from "../geometry/motion.ts";
import { type Path, readArray, type Reader, readNumber, readRecord, readVec2 } from "../geometry/reader.ts";
import { add, length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import type { CorridorPlace } from "./corridor_agent.ts";
import type { Crowd, CrowdAgent, StepInput } from "./crowd.ts";
import { floorOf, groundLimits, indexFloor } from "./floor.ts";
import { uniformGrid } from "./neighbor_search.ts";
import { indexCrowd } from "./neighbors.ts";
import { indexObstacles } from "./obstacle_search.ts";
import { asEverybodySees } from "./settling.ts";

/** What of a decision carries an agent through a step. */
export interface Carried {
  /** How it goes. */
  readonly decision: Pick<Decision, "kind" | "motion" | "velocity">;
  /** The detour memory after it. */
  readonly detour: number;
  /** Share of its progress that it loses. */
  readonly lost: number;
  /** Where it is in its corridor after the step; absent: as before. */
  readonly place?: CorridorPlace;
}

/** A motion that something else gave an agent, in place of a decision: it has no memory of detours, and waits for nobody. */
export function movedAs(agent: CrowdAgent, motion: readonly MotionPiece[]): Carried {
  return {
    decision: { kind: "ProvenStop", motion, velocity: endVelocity(motion) },
    detour: agent.detour,
    lost: 0,
  };
}

/** Velocity at a motion's end, m/s. */
function endVelocity(motion: readonly MotionPiece[]): Vec2 {
  const last = motion.at(-1);
  if (last === undefined) return ZERO;
  const { duration: t, velocity: v, acceleration: a } = last;
  return { x: v.x + a.x * t, y: v.y + a.y * t };
}

/** How far the durations of the pieces may miss the step, as a share of it: rounding. */
const FILLS = 1e-9;

/** Reads a motion that fills the step; reports what is wrong. */
export function readMotion(
  value: unknown,
  timeStep: number,
  path: Path,
  reader: Reader,
): readonly MotionPiece[] {
  const motion = readArray(value, path, reader).map((item, i): MotionPiece => {
    const record = readRecord(item, [...path, i], reader);
    return {
      duration: readNumber(record["duration"], [...path, i, "duration"], "notNegative", reader),
      velocity: readVec2(record["velocity"], [...path, i, "velocity"], reader),
      acceleration: readVec2(record["acceleration"], [...path, i, "acceleration"], reader),
    };
  });
  const whole = motion.reduce((sum, { duration }) => sum + duration, 0);
  if (Math.abs(whole - timeStep) > FILLS * timeStep) {
    reader.report(path, value, `must fill the step of ${timeStep} s`);
  }
  return motion;
}

/** A motion from one time to another, cut out of pieces that lead to rest; after their end, rest. */
export function partOfMotion(
  pieces: readonly MotionPiece[],
  from: number,
  to: number,
): readonly MotionPiece[] {
  const part: MotionPiece[] = [];
  let start = 0, filled = from;
  for (const { duration, velocity, acceleration } of pieces) {
    const first = Math.max(from, start), last = Math.min(to, start + duration), since = first - start;
    if (first < last) {
      const now = { x: velocity.x + acceleration.x * since, y: velocity.y + acceleration.y * since };
      part.push({ duration: last - first, velocity: now, acceleration });
      filled = last;
    }
    start += duration;
  }
  // What has come to its end is at rest exactly, whatever rounding has left of the last velocity.
  return start <= to * (1 + FILLS)
    ? [...part, { duration: Math.max(0, to - filled), velocity: ZERO, acceleration: ZERO }]
    : part;
}

/** How far outside a plane of the floor a motion may come, as a share of the slack (M9). */
const TOLERATED = 1 / 8;

/**
 * Which of these motions the separation floor does not cover: they, or the braking after them, would leave the agent's side
 * of a plane against somebody (M2, B19), so that the proof (M4) would not hold for the pair. Braking along the present
 * velocity is always covered where the pair was before.
 *
 * @param moved motions within the agents' speed caps and budgets
 * @returns IDs, in the order given
 */
export function brokenMotions(
  crowd: Crowd,
  moved: NonNullable<StepInput["moved"]>,
): readonly AgentId[] {
  const { parameters } = crowd;
  if (moved.length === 0 || parameters.separation === "off") return [];
  const { index } = indexCrowd(crowd.agents, parameters, uniformGrid);
  const { agents } = asEverybodySees(crowd.agents, parameters, indexObstacles(crowd.obstacles));
  const floor = indexFloor(agents, index, parameters);
  const places = new Map(agents.map(({ id }, i) => [id, i]));
  return moved.flatMap(({ id, motion }) => {
    const at = places.get(id);
    if (at === undefined) return [];
    const separation = floorOf(at, agents, floor, parameters), agent = agents[at]!, self = floor.movers[at]!;
    if (separation.kind === "off") return [];
    const { timeStep } = parameters, u = agent.support?.velocity ?? ZERO, reference = self.reference ?? ZERO;
    const { limits } = floorLimits(
      self,
      separation.movers,
      true,
      timeStep,
      Math.max(agent.maxSpeed, length(agent.velocity)),
      separation.slack,
    );
    const way = displacement(motion), tolerance = TOLERATED * separation.slack;
    const after = {
      position: add(agent.position, way),
      velocity: endVelocity(motion),
      supportVelocity: u,
      budget: groundLimits(agent).budget,
      reference,
    };
    const isBroken = limits.some(({ id: other, normal, velocity, margin }) => {
      const drift = subtract(velocity, u);
      if (!(leastMargin(margin, normal, drift, motion).margin >= -tolerance)) return true;
      const end = margin + timeStep * (normal.x * drift.x + normal.y * drift.y) -
        (normal.x * way.x + normal.y * way.y);
      return verifyStopAgainst({ id: other, normal, velocity }, end, after, tolerance).kind !== "Proven";
    });
    return isBroken ? [id] : [];
  });
}
