import type { Either } from "npm:fp-ts@^2.16/lib/Either.js";
import type { ReadonlyNonEmptyArray } from "npm:fp-ts@^2.16/lib/ReadonlyNonEmptyArray.js";
import type { AgentId } from "./agent.ts";

/** One thing wrong with an input. */
export interface InputError {
  /** Name of the field, such as "radius". */
  readonly field: string;
  /** Where it stands, such as ["agents", 1, "radius"]. */
  readonly path: readonly (string | number)[];
  /** What was found there. */
  readonly value: unknown;
  /** What must hold, in words, such as "must be above 0". */
  readonly rule: string;
  /** The agent that it belongs to, where there is one with a readable ID. */
  readonly agent?: AgentId;
}

/** A checked value, or everything that is wrong with the input. */
export type Checked<A> = Either<ReadonlyNonEmptyArray<InputError>, A>;
