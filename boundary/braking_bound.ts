/**
 * The greatest closing speed toward an edge from which braking still stops in front of it (B14), m/s: one reaction step
 * at that speed, then braking with the budget. Computed as 2s/(dt + sqrt(dt² + 2s/a)), without cancellation.
 *
 * @param margin s, m, at least 0: distance to the edge
 * @param timeStep dt, s, above 0
 * @param budget a, m/s², above 0; `Infinity`: s/dt
 */
export function necessaryBrakingBound(margin: number, timeStep: number, budget: number): number {
  return 2 * margin / (timeStep + Math.sqrt(timeStep * timeStep + 2 * margin / budget));
}

/**
 * The same where the step is B5's ramp from a present speed (C5), m/s: half of what that speed covers in the step is gone
 * before the bound can do anything. Without this, who brakes for a point passes it by up to a·dt²/2 and has to turn back.
 *
 * @param present the speed toward the point now, m/s; below 0: away from it
 */
export function brakingBoundFrom(present: number, margin: number, timeStep: number, budget: number): number {
  const gone = budget === Infinity ? 0 : Math.max(0, present) * timeStep / 2;
  return necessaryBrakingBound(Math.max(0, margin - gone), timeStep, budget);
}
