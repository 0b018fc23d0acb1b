/** Real time that no step has been taken for yet. */
export interface FrameTime {
  /** s, at least 0, less than a step. */
  readonly seconds: number;
}

/** How time is cut into steps. */
export interface Cutting {
  /** The fixed step, s, above 0. */
  readonly timeStep: number;
  /** Most steps in a frame, a whole number, at least 1. */
  readonly mostSteps: number;
}

/** What a frame has to do. */
export interface DueSteps {
  /** Fixed steps to take now. */
  readonly steps: number;
  /** Time that is kept for the next frame. */
  readonly left: FrameTime;
  /** Whole steps' worth of time that is given up, s. */
  readonly dropped: number;
}

/** Nothing is owed. */
export const NO_TIME: FrameTime = { seconds: 0 };

/** Time this near below a whole step counts as one: ten frames of 10 ms are a step of 100 ms, s. */
const ROUNDING = 1e-9;

/**
 * The steps that have become due (C12). More than `mostSteps` are not taken: whoever cannot keep up would have still more to do
 * in the next frame, and never come out of it. The rest is dropped and reported, so that the crowd goes slower than real time
 * rather than in longer steps.
 *
 * @param elapsed since the last frame, s; below 0 or not finite, it counts as 0
 */
export function dueSteps(
  { seconds }: FrameTime,
  elapsed: number,
  { timeStep, mostSteps }: Cutting,
): DueSteps {
  const owed = seconds + (Number.isFinite(elapsed) ? Math.max(0, elapsed) : 0);
  const whole = Math.floor((owed + ROUNDING) / timeStep);
  const steps = Math.min(whole, mostSteps >= 1 ? Math.floor(mostSteps) : 1);
  return {
    steps,
    left: { seconds: Math.min(timeStep, Math.max(0, owed - whole * timeStep)) },
    dropped: (whole - steps) * timeStep,
  };
}
