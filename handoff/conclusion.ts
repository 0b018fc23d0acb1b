import type { HandoffCommand } from "./handoff_command.ts";
import type { Following } from "./handoff_state.ts";

/**
 * What is to be done when a crossing has ended this way, after it was written down: adopt, release, complete; or release,
 * and only then fail (H11). Each is once per action, so that giving them again after a restart does no harm.
 */
export function conclusion({ tile, outcome }: Following): readonly HandoffCommand[] {
  if (outcome === undefined) return [];
  const { action } = outcome;
  if (outcome.kind === "Failed") {
    const { reason, support } = outcome;
    return [{ kind: "Release", action }, { kind: "Fail", action, reason, support }];
  }
  const { velocity, supportVelocity, relativeVelocity } = outcome;
  return [
    { kind: "Adopt", action, tile, velocity, supportVelocity, relativeVelocity },
    { kind: "Release", action },
    { kind: "Complete", action },
  ];
}
