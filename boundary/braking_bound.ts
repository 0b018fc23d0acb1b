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
 * Speed s across the way has to be braked off as well, with the same budget: of the bound B there remains p with
 *
 * ```txt
 *   p² + ps = B²,     p = sqrt(s²/4 + B²) - s/2:   B itself for s = 0, and ever less the more speed there is across
 * ```
 *
 * @param present the speed toward the point now, m/s; below 0: away from it
 * @param across the speed across the way now, m/s, on either side
 */
export function brakingBoundFrom(
  present: number,
  across: number,
  margin: number,
  timeStep: number,
  budget: number,
): number {
  if (budget === Infinity) return necessaryBrakingBound(margin, timeStep, budget);
  const left = Math.max(0, margin - Math.max(0, present) * timeStep / 2);
  const bound = necessaryBrakingBound(left, timeStep, budget), half = Math.abs(across) / 2;
  // Without cancellation; no part of 0 is left.
  return half === 0 || bound === 0
    ? bound
    : bound * (bound / (half + Math.sqrt(half * half + bound * bound)));
}
