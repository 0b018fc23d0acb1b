/**
 * Runs a random crowd and looks at what happened over continuous time.
 *
 * @module
 */
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import {
  endOf,
  leastDistance,
  leastEdgeMargin,
  reachOf,
  standing,
  type Track,
  trackOf,
} from "./continuous_gap.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { type Place, type RandomCrowd, randomCrowd } from "./random_crowd.ts";
import { segmentDistance, stopVector } from "./segments.ts";

/** What a run showed. */
export interface Findings {
  /** Least gap of any pair at any instant, m. */
  leastGap: number;
  /** Least margin of any agent to any edge of its region at any instant, m. */
  leastMargin: number;
  /** Decisions by kind. */
  readonly kinds: Record<string, number>;
  /** Floor planes laid. */
  planes: number;
  /** Agent-steps. */
  decisions: number;
  /** What should not have been: each with its tick. */
  readonly faults: string[];
}

/** The crowd of an input that must be right. */
export function crowdFrom(input: unknown): Crowd {
  const made = createCrowd(input);
  if (made._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(made.left)}`);
  return made.right;
}

/** Nothing found yet. */
export function noFindings(): Findings {
  return { leastGap: Infinity, leastMargin: Infinity, kinds: {}, planes: 0, decisions: 0, faults: [] };
}

/** What M9 allows, m. */
export const ALLOWED = 1e-12;

/** Runs the crowd of a seed for so many steps. */
export function runRandomCrowd(seed: number, place: Place, steps: number): Findings {
  const random = randomCrowd(seed, place);
  return runCrowd(random, crowdFrom(random.input), steps);
}

/** Runs a crowd with the time steps and wishes of `random`. */
export function runCrowd(random: RandomCrowd, start: Crowd, steps: number): Findings {
  const found = noFindings();
  let crowd = start;
  for (let tick = 0; tick < steps && found.faults.length < 5; tick++) {
    const now = withTimeStep(crowd, random.timeStep(tick));
    const next = stepCrowd(now, { preferred: random.wishes(now) });
    examine(now, next, found);
    if (tick % 5 === 4) examineStops(next, random.reference, found);
    crowd = next;
  }
  return found;
}

/** The crowd with another dt from now on, s. */
export function withTimeStep(crowd: Crowd, timeStep: number): Crowd {
  return crowd.parameters.timeStep === timeStep
    ? crowd
    : { ...crowd, parameters: { ...crowd.parameters, timeStep } };
}

/** Every pair is separated again: its stop segments are at least R apart (M1). */
function examineStops({ agents, tick }: Crowd, reference: Vec2, found: Findings): void {
  const stops = agents.map((agent) => stopVector(agent, reference));
  agents.forEach((a, i) => {
    for (let j = i + 1; j < agents.length; j++) {
      const b = agents[j]!, p = { x: b.position.x - a.position.x, y: b.position.y - a.position.y };
      const combined = a.radius + b.radius, s = stops[i]!, t = stops[j]!;
      if (Math.hypot(p.x, p.y) - Math.hypot(s.x, s.y) - Math.hypot(t.x, t.y) >= combined) continue;
      const short = combined - segmentDistance(s, p, t);
      if (short > ALLOWED) {
        found.faults.push(`tick ${tick}: ${a.id} and ${b.id} could stop only ${short} m deep`);
      }
    }
  });
}

/** The tracks of all agents over the step from `before` to `after`, in the order of IDs. */
export function tracksOf(before: Crowd, after: Crowd): readonly Track[] {
  const decided = new Map(after.report.decisions.map((entry) => [entry.id, entry]));
  return before.agents.map((agent) => {
    const entry = decided.get(agent.id);
    return entry === undefined
      ? standing(agent.position, before.parameters.timeStep)
      : trackOf(entry.from, entry.decision.motion, agent.support?.velocity);
  });
}

/** Adds what the step from `before` to `after` showed. */
export function examine(before: Crowd, after: Crowd, found: Findings): void {
  const { agents } = before, tracks = tracksOf(before, after), tick = before.tick;
  const reaches = tracks.map(reachOf);
  for (let i = 0; i < agents.length; i++) {
    const from = agents[i]!.position;
    for (let j = i + 1; j < agents.length; j++) {
      const to = agents[j]!.position, x = to.x - from.x, y = to.y - from.y;
      const combined = agents[i]!.radius + agents[j]!.radius;
      const beat = found.leastGap + combined, far = beat + reaches[i]! + reaches[j]!;
      if (x * x + y * y > far * far) continue;
      const distance = leastDistance(tracks[i]!, tracks[j]!, beat);
      if (distance >= beat) continue;
      found.leastGap = distance - combined;
      if (found.leastGap < -ALLOWED) {
        found.faults.push(
          `tick ${tick}: ${agents[i]!.id} and ${agents[j]!.id} overlap by ${-found.leastGap} m`,
        );
      }
    }
  }
  agents.forEach((agent, i) => {
    for (const edge of agent.region?.edges ?? []) {
      const margin = leastEdgeMargin(edge, tracks[i]!);
      if (margin < found.leastMargin) found.leastMargin = margin;
      if (margin < -ALLOWED) {
        found.faults.push(`tick ${tick}: ${agent.id} leaves edge ${edge.id} by ${-margin} m`);
      }
    }
    const end = endOf(tracks[i]!), now = after.agents[i]!.position;
    const size = 1 + Math.abs(now.x) + Math.abs(now.y);
    if (Math.abs(end.x - now.x) + Math.abs(end.y - now.y) > 1e-14 * size) {
      found.faults.push(`tick ${tick}: ${agent.id} is not where its motion led`);
    }
  });
  for (const { id, decision } of after.report.decisions) {
    found.decisions++;
    found.kinds[decision.kind] = (found.kinds[decision.kind] ?? 0) + 1;
    const proof = decision.proof;
    for (const limit of proof?.limits ?? []) if (limit.kind === "floor") found.planes++;
    if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") {
      found.faults.push(`tick ${tick}: ${id} found no stop: ${decision.kind}, ${decision.reason}`);
    }
    for (const pair of proof?.unproven ?? []) {
      found.faults.push(`tick ${tick}: ${id} and ${pair.id} are unproven: ${pair.reason}`);
    }
    for (const edge of proof?.outside ?? []) {
      found.faults.push(`tick ${tick}: ${id} is outside edge ${edge.id} by ${edge.depth} m`);
    }
  }
}
