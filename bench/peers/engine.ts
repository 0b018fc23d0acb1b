import type { Scene } from "./scene.ts";

/** An engine under comparison. */
export interface Engine {
  /** Name and version. */
  readonly name: string;
  /** What it is set to, where that is not what all are set to. */
  readonly setTo: string;
  /** Sets the scene up; its time does not count. */
  readonly start: (scene: Scene) => Run | Promise<Run>;
}

/** An engine at work on a scene. */
export interface Run {
  /** One step of all agents: what is timed. */
  readonly step: () => void;
  /** Writes all positions, x and y in turn, m, in the order of the scene. */
  readonly readPositions: (into: Float64Array) => void;
  /** Gives back what the engine holds. */
  readonly stop: () => void;
}
