import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { type Kernel, kernelOf } from "../../crowd/kernel/kernel.ts";
import { NO_INPUT, stepKernel } from "../../crowd/kernel/step.ts";
import { stepCrowd } from "../../crowd/step.ts";
import type { Engine } from "./engine.ts";
import { type Scene, SETTINGS } from "./scene.ts";

/** What the pipeline on records can be asked for. */
export type Promises =
  /** ORCA with one disc, as the peers: no floor, no detour memory. */
  | "plain"
  /** The defaults of the library with a budget of 5 m/s²: separation floor, detour memory, reachable disc. */
  | "full";

/** What the library is set to. */
function settingOf(promises: Promises): string {
  return promises === "plain"
    ? "plain ORCA: velocities jump, no floor, no detour memory, no settling; neighbor distance by surface gap"
    : "defaults: floor, detour memory, budget 5 m/s²; neighbor distance by surface gap";
}

/** This library, its kernel on columns, one thread; two states take turns, so that no step allocates columns. */
export function kernelOnColumns(promises: Promises): Engine {
  return {
    name: promises === "plain" ? "halfstep" : "halfstep, floor",
    setTo: settingOf(promises),
    start: (scene) => {
      let kernel = kernelOf(crowdOf(scene, promises)), before: Kernel | undefined;
      return {
        step: () => {
          const next = stepKernel(kernel, NO_INPUT, before);
          before = kernel;
          kernel = next;
        },
        readPositions: (into) => {
          const { x, y } = kernel.state;
          for (let i = 0; i < x.length; i++) {
            into[2 * i] = x[i]!;
            into[2 * i + 1] = y[i]!;
          }
        },
        stop: () => {},
      };
    },
  };
}

/** This library, its pipeline on records. */
export function recordPipeline(promises: Promises): Engine {
  return {
    name: promises === "plain" ? "halfstep, records" : "halfstep, records, floor",
    setTo: settingOf(promises),
    start: (scene) => {
      let crowd = crowdOf(scene, promises);
      return {
        step: () => {
          crowd = stepCrowd(crowd);
        },
        readPositions: (into) => {
          crowd.agents.forEach(({ position }, i) => {
            into[2 * i] = position.x;
            into[2 * i + 1] = position.y;
          });
        },
        stop: () => {},
      };
    },
  };
}

/** The scene as a crowd; IDs are indices. */
export function crowdOf({ starts, goals }: Scene, promises: Promises): Crowd {
  const { timeHorizon, timeStep, neighborDistance, maxNeighbors, radius, maxSpeed } = SETTINGS;
  const created = createCrowd({
    agents: starts.map((position, id) => ({
      id,
      position,
      goal: goals[id],
      radius,
      maxSpeed,
      ...(promises === "full" ? { budget: 5 } : {}),
    })),
    parameters: {
      timeHorizon,
      timeStep,
      neighborDistance,
      maxNeighbors,
      ...(promises === "full" ? {} : { separation: "off", detour: "off", settling: "off" }),
    },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  return created.right;
}
