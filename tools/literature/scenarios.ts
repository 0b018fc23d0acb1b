import { counterflow, SPLITS } from "./counterflow.ts";
import { DOORS, rimea1, rimea12, rimea6 } from "./rimea.ts";
import { rvo2Blocks, rvo2Circle, SEEDS, symmetricCircle } from "./rvo2.ts";
import type { ScenarioFile } from "./scenario_file.ts";
import { hallway, squeeze } from "./steerbench.ts";

/** The scenarios of the literature that stand in `docs/scenarios`, in the order of the chapter. */
export const literature: readonly ScenarioFile[] = [
  rvo2Circle(SEEDS[0]!),
  rvo2Blocks(SEEDS[0]!),
  symmetricCircle(16),
  rimea1(),
  rimea6(),
  ...DOORS.map(rimea12),
  ...SPLITS.map(counterflow),
  hallway(),
  squeeze(),
];
