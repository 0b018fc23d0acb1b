/** Exit status of a call. */
export const STATUS = { fine: 0, failed: 1, badInput: 2, stopped: 130 } as const;

/** Prints what is wrong with arguments or files. */
export function complain(lines: readonly string[]): number {
  for (const line of lines) console.error(line);
  return STATUS.badInput;
}

/** Does something that Ctrl-C stops; returns whether it was pressed. */
export async function stoppable(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort();
  Deno.addSignalListener("SIGINT", onInterrupt);
  try {
    await work(stop.signal);
  } finally {
    Deno.removeSignalListener("SIGINT", onInterrupt);
  }
  return stop.signal.aborted;
}
