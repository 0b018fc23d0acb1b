import type { Engine } from "./engine.ts";
import { kernelOnColumns, recordPipeline } from "./halfstep.ts";
import { navcat } from "./navcat.ts";
import { recastNavigation } from "./recast.ts";

/** All engines; the first one is what the others are compared with. */
export const ENGINES: readonly Engine[] = [
  kernelOnColumns("plain"),
  kernelOnColumns("full"),
  recordPipeline("plain"),
  recastNavigation("same work"),
  recastNavigation("defaults"),
  navcat,
];
