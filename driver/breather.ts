/** How far a run is. */
export interface Progress {
  /** Steps done, those of repeated runs among them. */
  readonly done: number;
  /** Steps in all. */
  readonly steps: number;
}

/** The event loop gets its turn at least this often, ms, so that Ctrl-C is heard. */
const PATIENCE = 15;

/** Gives the event loop a turn, and tells how far things are, whenever enough time has passed. */
export function breather(tell: (done: number) => void): (done: number) => Promise<void> {
  let last = performance.now();
  return async (done) => {
    if (performance.now() - last < PATIENCE) return;
    tell(done);
    await new Promise((resolve) => setTimeout(resolve, 0));
    last = performance.now();
  };
}
