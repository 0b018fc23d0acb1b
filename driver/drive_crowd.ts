import type { Crowd } from "../crowd/crowd.ts";
import { type DrivenCrowd, type DrivenStep, type Given, stepDriven } from "./driven_crowd.ts";
import { dueSteps, NO_TIME } from "./frame_time.ts";
import { endRecording } from "./recording.ts";

/** What the driver has to do with the world outside. What any of these throws, `driveCrowd` throws, and the record has no end. */
export interface DriverPorts {
  /** Seconds from anywhere; a clock that goes back, or is no number for a while, counts as standing still. */
  readonly clock: () => number;
  /** Resolves when the next frame is due: after a time-out, or with the display. */
  readonly nextFrame: () => Promise<void>;
  /** What is known before a step; default: nothing. */
  readonly sense?: (crowd: Crowd) => Given | Promise<Given>;
  /** Does what a step decided; the next one waits for it. */
  readonly act?: (step: DrivenStep) => void | Promise<void>;
  /** Shows the crowd, once a frame. */
  readonly show?: (frame: Frame) => void;
}

/** What there is to show. */
export interface Frame {
  /** The crowd before its last step; before the first one, the crowd itself. */
  readonly before: Crowd;
  /** The crowd now. */
  readonly now: Crowd;
  /** Share of the next step that real time is ahead, 0 to 1: draw `before + share · (now - before)`. */
  readonly share: number;
  /** Steps taken in this frame. */
  readonly steps: number;
  /** Real time that this frame could not make up for, and that nobody will, s (C12). */
  readonly dropped: number;
}

/** When and how the driver goes on. */
export interface DriveOptions {
  /** Stops it after the current step. */
  readonly signal?: AbortSignal;
  /** Steps to take; default: until the signal. */
  readonly steps?: number;
  /** Most steps in a frame, a whole number, at least 1; default 5. What is beyond is dropped, never made one long step. */
  readonly mostSteps?: number;
  /** Told after every frame: steps taken, and real time dropped, s, both from the start. */
  readonly onProgress?: (progress: { readonly steps: number; readonly dropped: number }) => void;
}

/** What came of driving a crowd. */
export interface Drive {
  /** The crowd at the end. */
  readonly run: DrivenCrowd;
  /** Steps taken. */
  readonly steps: number;
  /** Real time that was dropped, s. */
  readonly dropped: number;
  /** Why it ended. */
  readonly ending: "complete" | "stopped";
}

/**
 * Drives a crowd through real time (C12): each frame takes the fixed steps that have become due, and for each of them senses,
 * decides and acts. Handoffs are durable before they are carried out, and a recorded run's record gets its end. Works for crowds on
 * level ground and on tiles alike. The result depends on what was sensed, never on the clock.
 */
export async function driveCrowd(
  start: DrivenCrowd,
  { clock, nextFrame, sense, act, show }: DriverPorts,
  { signal, steps: wanted = Infinity, mostSteps = 5, onProgress }: DriveOptions = {},
): Promise<Drive> {
  const { timeStep } = start.crowd.parameters;
  const isOver = (): boolean => signal?.aborted === true || steps >= wanted;
  let run = start, before = start.crowd, steps = 0, dropped = 0;
  let time = NO_TIME, last = clock();
  while (!isOver()) {
    await nextFrame();
    const now = clock(), due = dueSteps(time, now - last, { timeStep, mostSteps });
    if (Number.isFinite(now)) last = now;
    time = due.left;
    let taken = 0;
    for (; taken < due.steps && !isOver(); taken++, steps++) {
      const step = await stepDriven(run, sense === undefined ? {} : await sense(run.crowd));
      before = step.before;
      run = step.after;
      await act?.(step);
    }
    dropped += due.dropped;
    show?.({ before, now: run.crowd, share: time.seconds / timeStep, steps: taken, dropped: due.dropped });
    onProgress?.({ steps, dropped });
  }
  return { run: await endRecording(run), steps, dropped, ending: steps >= wanted ? "complete" : "stopped" };
}
