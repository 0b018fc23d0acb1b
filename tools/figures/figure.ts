import type { Either } from "npm:fp-ts@^2.16/lib/Either.js";
import type { Option } from "npm:fp-ts@^2.16/lib/Option.js";
import { numberText } from "../../view/words.ts";

/** A picture of the documentation, drawn from what the library computes. */
export interface Figure {
  /** File name in docs/figures. */
  readonly file: string;
  /** Draws it: SVG text, the same each time. */
  readonly draw: () => string;
  /** Measures anew what it is drawn from, where that takes too long for each drawing; done when figures are written. */
  readonly measure?: () => void;
}

/** What the library found; a figure whose example has no answer is a mistake in the figure. */
export function valueOf<A>(found: Either<unknown, A> | Option<A>): A {
  switch (found._tag) {
    case "Right":
      return found.right;
    case "Some":
      return found.value;
    case "Left":
      throw new Error(`Expected an answer, but found ${JSON.stringify(found.left)}.`);
    case "None":
      throw new Error("Expected an answer, but found none.");
  }
}

/** `count` + 1 numbers from `from` to `to`, evenly apart. */
export function steps(from: number, to: number, count: number): readonly number[] {
  return Array.from({ length: count + 1 }, (_, k) => from + (to - from) * k / count);
}

/** A number as it stands in words: four digits at most, a true minus sign, and 0 for what is only rounding. */
export function signed(value: number): string {
  return numberText(Math.abs(value) < 1e-12 ? 0 : value).replace("-", "−");
}
