/** Whether an expectation was met; "unknown" where the run ended too early, or a second run was not made. */
export type Verdict = "holds" | "fails" | "unknown";

/** A verdict and what was found, as text. */
export interface Judged {
  /** Whether it was met. */
  readonly verdict: Verdict;
  /** What was found instead or in fact. */
  readonly found: string;
}

/** A verdict that is known. */
export function verdict(holds: boolean, found: string): Judged {
  return { verdict: holds ? "holds" : "fails", found };
}

/** A number with as many digits as a reader needs. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
