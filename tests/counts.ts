/**
 * How many random cases each test runs, in the quick tier (`task test`) and in the full one (`task test:full`).
 * All counts of the project stand here.
 *
 * @module
 */
const table = {
  "geometry properties": { quick: 500, full: 20_000 },
  "geometry boundary sampling": { quick: 150, full: 3_000 },
  "geometry parsing": { quick: 300, full: 5_000 },
  "closest approach": { quick: 500, full: 20_000 },
  "solver agreement": { quick: 3_000, full: 100_000 },
  "solver oracle": { quick: 600, full: 8_000 },
  "solver least violation": { quick: 400, full: 8_000 },
  "solver candidates": { quick: 300, full: 5_000 },
  "solver order": { quick: 200, full: 3_000 },
  "solver sampling": { quick: 100, full: 1_000 },
  "solver decisions": { quick: 800, full: 15_000 },
  "view pictures": { quick: 30, full: 2_000 },
  "unchanged pictures": { quick: 10, full: 700 },
  "view regions": { quick: 100, full: 4_000 },
  "scenario properties": { quick: 300, full: 10_000 },
  "turned scenarios": { quick: 4, full: 200 },
  "repeated steps": { quick: 120, full: 1_000_000 },
  "crowd properties": { quick: 60, full: 1_500 },
  "crowd neighbors": { quick: 150, full: 3_000 },
  "crowd search": { quick: 200, full: 5_000 },
  "crowd extremes": { quick: 12, full: 250 },
  "crowd input": { quick: 300, full: 10_000 },
  "avoidance input": { quick: 300, full: 10_000 },
  "waiting cycles": { quick: 400, full: 20_000 },
  "braking bound": { quick: 500, full: 20_000 },
  "edge limits": { quick: 500, full: 20_000 },
  "convex regions": { quick: 1_000, full: 100_000 },
  "committed stops": { quick: 1_000, full: 100_000 },
  "reference velocities": { quick: 500, full: 20_000 },
  "verified curves": { quick: 150, full: 3_000 },
  "planted excursions": { quick: 100, full: 3_000 },
  "neighbor sweeps": { quick: 150, full: 3_000 },
  "turning edges": { quick: 120, full: 2_500 },
  "turn": { quick: 20_000, full: 1_000_000 },
  "deck runs": { quick: 12, full: 400 },
  "decision kinds": { quick: 800, full: 20_000 },
  "guard minutes": { quick: 30, full: 1_000 },
  "constant regions": { quick: 40, full: 1_000 },
  "outside bodies": { quick: 60, full: 2_000 },
  "region input": { quick: 300, full: 10_000 },
  "separation planes": { quick: 1_000, full: 50_000 },
  "crowds that must not overlap": { quick: 20, full: 500 },
  "steps of a crowd": { quick: 120, full: 1_000 },
  "encounters": { quick: 500, full: 10_000 },
  "low budget encounters": { quick: 200, full: 5_000 },
  "separation culling": { quick: 16, full: 600 },
  "access profiles": { quick: 300, full: 20_000 },
  "braking off curves": { quick: 300, full: 20_000 },
  "access in tiles": { quick: 300, full: 20_000 },
  "damaged records": { quick: 1_500, full: 60_000 },
  "handoff events": { quick: 100, full: 1_500 },
  "handoff kills": { quick: 20, full: 200 },
  "handoff damage": { quick: 300, full: 10_000 },
  "convex pieces": { quick: 300, full: 20_000 },
  "obstacle half-planes": { quick: 80, full: 10_000 },
  "pressed into corners": { quick: 100, full: 10_000 },
  "walls": { quick: 60, full: 2_000 },
  "turned walls": { quick: 3, full: 100 },
  "corridors": { quick: 20, full: 1_000 },
  "corridor paths": { quick: 300, full: 20_000 },
  "convex views": { quick: 60, full: 3_000 },
  "merged corridors": { quick: 40, full: 1_000 },
  "portal motions": { quick: 300, full: 10_000 },
  "counted crowds": { quick: 60, full: 2_000 },
  "split crowds": { quick: 9, full: 400 },
  "split kills": { quick: 2, full: 100 },
} as const satisfies Record<string, { quick: number; full: number }>;

/** The tier that this run is in; the runner sets it. */
export const tier: "quick" | "full" = Deno.env.get("HALFSTEP_TIER") === "full" ? "full" : "quick";

/** Number of cases of the test family `name` in this tier. */
export function counts(name: keyof typeof table): number {
  return table[name][tier];
}
