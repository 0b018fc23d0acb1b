import type { Agent } from "./agent.ts";

/**
 * The part of a pair's change that `self` takes (G9), 0 to 1; `undefined` when it gets no half-plane from `other`.
 *
 * Weights share in proportion; a mover of weight 0 holds its line, two of them share half each; a locked agent is
 * avoided whole, except by movers of weight 0.
 */
export function responsibilityShare(self: Agent, other: Agent): number | undefined {
  if (self.locked === true) return undefined;
  const mine = self.responsibility ?? 1;
  if (other.locked === true) return mine > 0 ? 1 : undefined;
  const theirs = other.responsibility ?? 1;
  if (mine > 0) return mine / (mine + theirs);
  return theirs > 0 ? undefined : 0.5;
}
