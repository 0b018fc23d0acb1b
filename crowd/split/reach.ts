import { stopSpan, stopTime } from "../../boundary/separation.ts";
import { length, ZERO } from "../../geometry/vector.ts";
import { parametersOf } from "../agent_parameters.ts";
import type { CrowdAgent, CrowdParameters } from "../crowd.ts";
import { moverOf, reachOf } from "../floor.ts";
import { speedBound } from "../neighbors.ts";
import { contactReach } from "../contact.ts";

/** Bounds over some agents, from which follows how far apart two may be and still matter to each other in a step. */
export interface Reach {
  /** Largest radius, m. */
  readonly radius: number;
  /** Largest speed relative to the support, cap or actual, m/s. */
  readonly speed: number;
  /** Largest speed of a support, m/s. */
  readonly carried: number;
  /** Longest horizon of anybody, s. */
  readonly horizon: number;
  /** Largest safety margin of anybody, m. */
  readonly margin: number;
  /** Longest stop segment, m. */
  readonly span: number;
  /** Longest way that anybody can come in this step and the stop after it, m. */
  readonly way: number;
  /** Longest stop, s. */
  readonly stop: number;
  /** Largest speed of a reference velocity, m/s. */
  readonly reference: number;
}

/** The reach of nobody. */
export const NO_REACH: Reach = {
  radius: 0,
  speed: 0,
  carried: 0,
  horizon: 0,
  margin: 0,
  span: 0,
  way: 0,
  stop: 0,
  reference: 0,
};

/** The bounds of these agents, as they are at the start of a step. */
export function reachOfAgents(agents: readonly CrowdAgent[], shared: CrowdParameters): Reach {
  return agents.reduce((found: Reach, agent): Reach => {
    const mover = moverOf(agent), { timeHorizon, safetyMargin } = parametersOf(agent, shared);
    return joinReach(found, {
      radius: agent.radius,
      speed: speedBound(agent),
      carried: length(agent.support?.velocity ?? ZERO),
      horizon: timeHorizon,
      margin: safetyMargin,
      span: stopSpan(mover),
      way: reachOf(agent, mover, shared.timeStep),
      stop: stopTime(mover),
      reference: length(mover.reference ?? ZERO),
    });
  }, NO_REACH);
}

/** The bounds of both, in any order. */
export function joinReach(a: Reach, b: Reach): Reach {
  return {
    radius: Math.max(a.radius, b.radius),
    speed: Math.max(a.speed, b.speed),
    carried: Math.max(a.carried, b.carried),
    horizon: Math.max(a.horizon, b.horizon),
    margin: Math.max(a.margin, b.margin),
    span: Math.max(a.span, b.span),
    way: Math.max(a.way, b.way),
    stop: Math.max(a.stop, b.stop),
    reference: Math.max(a.reference, b.reference),
  };
}

/** The floor's smallest part of a gap (M6): whoever keeps less than an eighth of one is parked and looks farther by itself. */
const LEAST_PART = 0.125;

/** Distances are rounded up by this much, so that no neighbor is lost to rounding (no unit). */
const ROUNDED_UP = 1 + 1e-9;

/**
 * Farther apart than this, m, no two agents within these bounds enter each other's step: neither by a half-plane, nor by being
 * counted as cut (C2), nor by the separation floor (M7).
 */
export function haloWidth(
  { radius, speed, carried, horizon, margin, span, way, stop, reference }: Reach,
  { timeStep, floorSlack, separation, settling }: CrowdParameters,
): number {
  const meeting = 2 * (speed + carried) * horizon + 2 * radius + margin;
  const drift = 2 * reference * (timeStep + stop);
  const floor = 2 * radius + floorSlack + 2 * span + way / LEAST_PART + drift;
  const seen = separation === "floor" ? Math.max(meeting, floor) : meeting;
  return ROUNDED_UP * (seen + contactReach(settling) * radius + margin); // who is seen may lean on somebody farther off (C15)
}
