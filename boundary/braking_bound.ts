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
