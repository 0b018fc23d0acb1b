/**
 * The kernel beside its oracle, the record pipeline.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  agentOfKernel,
  countKinds,
  type Crowd,
  type Kernel,
  kernelOf,
  stepCrowd,
  stepKernel,
} from "../../../crowd/mod.ts";

/** What a step makes of an agent, to compare bit for bit. */
function outcome(crowd: Crowd): readonly unknown[] {
  return crowd.agents.map(({ position, velocity, detour, waiting, z, route, preferredVelocity }) => [
    position.x,
    position.y,
    velocity.x,
    velocity.y,
    detour,
    waiting,
    z,
    route.length,
    preferredVelocity?.x,
    preferredVelocity?.y,
  ]);
}

function outcomeOf(kernel: Kernel): readonly unknown[] {
  const agents = kernel.records.map((_, i) => agentOfKernel(kernel, i));
  return outcome({ agents } as unknown as Crowd);
}

/** Steps records and columns side by side, each step from one state. @returns how many decisions of each kind */
export function compare(crowd: Crowd, steps: number): Readonly<Record<string, number>> {
  let kernel = kernelOf(crowd), spare: Kernel | undefined;
  const seen: Record<string, number> = {};
  for (let k = 0; k < steps; k++) {
    // Every other step from columns that were made anew: what they keep is what the records say.
    const before = k % 2 === 0 ? kernelOf(crowd) : kernel;
    const next = stepCrowd(crowd), after = stepKernel(before, undefined, spare);
    assertEquals(outcomeOf(after), outcome(next), `step ${k}`);
    assertEquals(countKinds(after), next.report.counts, `step ${k}`);
    assertEquals(after.skipped, next.report.skipped, `step ${k}`);
    const cut = new Map(next.report.cuts.map(({ id, byCap }) => [id, byCap]));
    assertEquals([...after.state.cutByCap], next.agents.map(({ id }) => cut.get(id) ?? 0), `step ${k}`);
    for (const [kind, count] of Object.entries(next.report.counts)) seen[kind] = (seen[kind] ?? 0) + count;
    spare = before;
    kernel = after;
    crowd = next;
  }
  return seen;
}
