import { servePhases, type Work } from "./relay.ts";
import { type Call, READY } from "./team.ts";

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Call>) => void) | null;
  postMessage(message: unknown): void;
}

/**
 * Makes the module that calls it a worker of a team: each time the team is prepared, `phasesOf` turns what it was given into
 * the phases that it can do.
 */
export function serveTeam(phasesOf: (subject: unknown) => readonly Work[]): void {
  const scope = globalThis as unknown as WorkerScope;
  scope.onmessage = ({ data: { relay, generation, subject } }) => {
    const phases = phasesOf(subject);
    scope.postMessage(READY);
    servePhases(relay, generation, phases);
  };
}
