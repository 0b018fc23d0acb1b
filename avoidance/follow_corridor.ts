import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import { advanceCorridor, type Corridor, portalKind } from "../boundary/corridor.ts";
import { frameOf, localMargin } from "../boundary/corridor_tile.ts";
import { INSIDE } from "../boundary/verify_curve.ts";
import {
  motionAfter,
  motionUntil,
  type PortalCrossing,
  verifyThroughPortals,
} from "../boundary/verify_portals.ts";
import type { CarriedBody } from "../boundary/carried_body.ts";
import type { Agent } from "../geometry/agent.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { advanceMotion, isCurved, type RigidMotion, sameMotion, toLocal } from "../geometry/rigid_motion.ts";
import { type Support, supportMovingAs } from "../geometry/support.ts";
import { dot, type Vec2 } from "../geometry/vector.ts";
import type { Decision } from "../solver/decision.ts";
import { carriedBody, carriedEnd, carriedKind, carrierOf, decidedMotion } from "./carried_motion.ts";
import { type CorridorDecision, decideInCorridor, type Held, lessSafe } from "./corridor_decision.ts";
import { portalsAhead } from "./corridor_intent.ts";
import { pathInTile } from "./corridor_paths.ts";
import type { CorridorSituation, CorridorStep, CorridorSubStep } from "./corridor_situation.ts";
import { neighborHalfPlanes } from "./decide_agent.ts";
import type { HardLimit } from "./hard_limits.ts";
import type { Separation, Situation } from "./situation.ts";

/** What is left of a step when this share of it is left is not decided again: its numbers would be too large to solve. */
const LEAST_PART = 1 / 1024;

/**
 * One step of one agent through a corridor (B11), pure. Where the decided motion crosses an open portal, the step is split at the
 * crossing time: the rest of it is decided again in the next tile, with all constraints rebuilt, neighbors moved on by the time
 * that has passed, and what is left of the reachable disc. The velocity that the step was decided on is kept as its
 * wish where the path leads to the same corner; the separation floor's planes stay those of the step's start, for both of a pair.
 *
 * On a support that turns or accelerates the tiles go with it, and what they share cancels: crossing times are as exact there. Where
 * tiles turn past the agent, or its support turns by a given angle, the step is not split: its whole motion is proven inside
 * the tiles that it crosses, and its end decides which tile owns the agent.
 */
export function followCorridor(situation: CorridorSituation): CorridorStep {
  const { timeStep } = situation.parameters;
  const subSteps: CorridorSubStep[] = [], motion: MotionPiece[] = [];
  const carrier = carrierOf(situation.support);
  let now = situation, start = 0, held: Held | undefined, committed: Committed | undefined;
  for (;;) {
    const rest = now.parameters.timeStep;
    const chosen = committed === undefined
      ? decideInCorridor(now, halfPlanesOf(now, timeStep))
      : continued(decideInCorridor(now, halfPlanesOf(now, timeStep), held), committed);
    const { decision } = chosen, crossings = crossingsOf(decision, now);
    const [crossing] = crossings,
      whole = crossing === undefined || decision.kind === "ProvenStop" ||
        rest - crossing.time < LEAST_PART * timeStep;
    const duration = whole ? rest : crossing.time, body = bodyOf(now, decision);
    // The parts of a step that was split, where the carrier turns, in its axes at the start; all else as it was decided.
    motion.push(
      ...isTurning(carrier) && !(whole && start === 0)
        ? decidedMotion(carrier, motionUntil(body.motion, duration), "stop")
        : motionUntil(decision.motion, duration),
    );
    // A part that goes on through portals as it was decided is listed tile by tile.
    const owned = [0, ...(whole ? crossings.map(({ time }) => time) : []), duration];
    for (let k = 0; k + 1 < owned.length; k++) {
      const from = owned[k]!, length = Math.max(0, owned[k + 1]! - from);
      subSteps.push({
        start: start + from,
        duration: length,
        tile: k === 0 ? now.tile : crossings[k - 1]!.portal + 1,
        from: moved(now, body, from).position,
        motion: isTurning(carrier)
          ? decidedMotion(
            advanceMotion(carrierOf(now.support), from),
            motionUntil(motionAfter(body.motion, from), length),
            "stop",
          )
          : motionUntil(motionAfter(decision.motion, from), length),
        region: chosen.region,
        preferred: chosen.preferred,
        decision,
      });
    }
    const end = moved(now, body, duration);
    if (whole) {
      const last = crossings[crossings.length - 1];
      const tile = last === undefined ? now.tile : last.portal + 1;
      // In one go, as everything else that moves does: its frames are those of the supports, to the last bit.
      const corridor = advanceCorridor(situation.corridor, timeStep);
      return {
        decision: joined(subSteps, motion),
        subSteps,
        tile: splits(now) ? tile : tileOfEnd(corridor, now, end.position),
        position: end.position,
        velocity: end.velocity,
        corridor,
      };
    }
    if (decision.kind === "Clear" || decision.kind === "AvoidanceRelaxed") {
      held = { aim: chosen.wish.aim, velocity: decision.velocity };
    }
    committed = { decision, motion: remaining(now, decision, body, duration) };
    now = later(now, chosen, end, duration, crossing.portal + 1);
    start += duration;
  }
}

/** What was proven for the rest of the step before it was split. */
interface Committed {
  readonly decision: Decision;
  readonly motion: readonly MotionPiece[];
}

/** Where the rest of a step finds nothing, what was proven for it before goes on. */
function continued(chosen: CorridorDecision, { decision, motion }: Committed): CorridorDecision {
  const { kind } = chosen.decision;
  if (kind !== "BoundaryUnreachable" && kind !== "Uncontrolled") return chosen;
  return { ...chosen, decision: { ...decision, motion } };
}

/** The neighbors' half-planes; those of overlaps resolve within a whole step, however little of it is left (G10). */
function halfPlanesOf(now: CorridorSituation, timeStep: number): ReturnType<typeof neighborHalfPlanes> {
  const { parameters, preferred = { x: 0, y: 0 } } = now;
  return neighborHalfPlanes({ ...now, preferred, parameters: { ...parameters, timeStep } });
}

/** Whether a motion on this support is a row of parabolas in its tile, so that crossing times are exact. */
function splits({ support, corridor, tile }: CorridorSituation): boolean {
  const turns = support?.turn !== undefined && (support.turn.x !== 1 || support.turn.y !== 0);
  const carrier = carrierOf(support), frame = frameOf(corridor.tiles[tile]!);
  if (support?.motion !== undefined && sameMotion(carrier, frame)) return true;
  return !turns && !isCurved(carrier) && !isCurved(frame);
}

/** The portals that a decided motion crosses in this step, and when. */
function crossingsOf(decision: Decision, now: CorridorSituation): readonly PortalCrossing[] {
  const { corridor, tile } = now;
  if (!splits(now)) return [];
  const path = pathInTile(bodyOf(now, decision), frameOf(corridor.tiles[tile]!));
  if (!isSome(path)) return [];
  const { position, motion } = path.value;
  return verifyThroughPortals(corridor, tile, position, motion, portalsAhead(now)).crossings;
}

/** The decided motion as the agent's carrier sees it. */
function bodyOf({ self, support, budget, parameters }: CorridorSituation, decision: Decision): CarriedBody {
  const kind = carriedKind(decision.kind, budget);
  return carriedBody(carrierOf(support), self.position, decision.motion, kind, parameters.timeStep);
}

/** Where a part of a motion brings the agent, in world terms. */
function moved(
  { self }: CorridorSituation,
  body: CarriedBody,
  duration: number,
): { readonly position: Vec2; readonly velocity: Vec2 } {
  return duration === 0
    ? self
    : carriedEnd({ ...body, motion: motionUntil(body.motion, duration) }, duration);
}

/** What is left of a decided motion after a part of it, as a decision would give it then. */
function remaining(
  { support, budget }: CorridorSituation,
  { kind, motion }: Decision,
  body: CarriedBody,
  seconds: number,
): readonly MotionPiece[] {
  const carrier = carrierOf(support);
  return isTurning(carrier)
    ? decidedMotion(
      advanceMotion(carrier, seconds),
      motionAfter(body.motion, seconds),
      carriedKind(kind, budget),
    )
    : motionAfter(motion, seconds);
}

/** Whether the axes that motions are given in turn during the step. */
function isTurning({ yawRate, yawAcceleration }: RigidMotion): boolean {
  return yawRate !== 0 || yawAcceleration !== 0;
}

/** The situation after a part of the step, at a portal that was crossed. */
function later(
  now: CorridorSituation,
  { floor, decision }: CorridorDecision,
  end: { readonly position: Vec2; readonly velocity: Vec2 },
  seconds: number,
  tile: number,
): CorridorSituation {
  const { parameters, support, corridor, self, separation } = now;
  const timeStep = parameters.timeStep - seconds;
  const shift = { x: end.position.x - self.position.x, y: end.position.y - self.position.y };
  const carried = supportAfter(support, seconds, end.position, timeStep);
  return {
    ...now,
    self: { ...self, position: end.position, velocity: end.velocity },
    neighbors: now.neighbors.map((other) => movedOn(other, seconds)),
    parameters: { ...parameters, timeStep },
    separation: laid(separation, floor, decision, shift, seconds),
    corridor: advanceCorridor(corridor, seconds),
    tile,
    ...(carried === undefined ? {} : { support: carried }),
  };
}

function movedOn<A extends Agent>(other: A, seconds: number): A {
  const { position, velocity } = other;
  return {
    ...other,
    position: { x: position.x + seconds * velocity.x, y: position.y + seconds * velocity.y },
  };
}

/** The floor's planes for the rest of the step: the same, from where the agent is now. */
function laid(
  separation: Separation,
  floor: readonly HardLimit[],
  decision: Decision,
  shift: Vec2,
  seconds: number,
): Situation["separation"] {
  if (separation.kind === "off") return separation;
  return {
    kind: "laid",
    limits: floor.map((limit) => ({
      ...limit,
      margin: limit.margin + seconds * dot(limit.normal, limit.velocity) - dot(limit.normal, shift),
    })),
    movers: separation.movers.map((other) => movedOn(other, seconds)),
    slack: separation.slack,
    unproven: decision.proof?.unproven ?? [],
  };
}

function supportAfter(
  support: Support | undefined,
  seconds: number,
  position: Vec2,
  timeStep: number,
): Support | undefined {
  if (support?.motion === undefined) return support;
  return supportMovingAs(support.id, advanceMotion(support.motion, seconds), position, timeStep);
}

/** Where a step was not split: the tile in which it ended. */
function tileOfEnd(
  corridor: Corridor,
  { tile: first, gradientTolerance }: CorridorSituation,
  end: Vec2,
): number {
  let tile = first;
  const at = toLocal(frameOf(corridor.tiles[tile]!), 0, end);
  while (tile < corridor.portals.length && portalKind(corridor, tile, gradientTolerance) === "open") {
    const exit = corridor.tiles[tile]!.edges[corridor.portals[tile]!.exit]!;
    if (localMargin(exit, at) >= -INSIDE) break;
    tile++;
  }
  return tile;
}

/** The parts of a step as one decision: the least safe kind, all of the motion, the last part's velocity and margins. */
function joined(subSteps: readonly CorridorSubStep[], motion: readonly MotionPiece[]): Decision {
  const last = subSteps[subSteps.length - 1]!.decision;
  if (subSteps.length === 1) return last;
  let worst = subSteps[0]!.decision;
  for (const { decision } of subSteps) {
    if (lessSafe(worst.kind, decision.kind) !== worst.kind) worst = decision;
  }
  const { velocity, margins, active } = last;
  const checks = last.checks.filter((check) =>
    subSteps.every(({ decision }) => decision.checks.includes(check))
  );
  const assumed = subSteps.flatMap(({ decision }) => decision.assumed ?? []);
  return {
    ...worst,
    velocity,
    margins,
    active,
    checks,
    motion,
    ...(assumed.length === 0 ? {} : { assumed }),
  };
}
