import { brakingLength } from "../../handoff/braking_plan.ts";
import type { HandoffCommand } from "../../handoff/handoff_command.ts";
import type { HandoffEvent } from "../../handoff/handoff_event.ts";
import type { HandoffState, Stopping } from "../../handoff/handoff_state.ts";
import { EDGES, FACTS } from "./alphabet.ts";

/** What the world outside the reducer remembers of the crossing, whatever the reducer believes. */
export interface Monitor {
  /** Who has the mover; it survives a crash of the process. */
  readonly mover: "following" | "held";
  /** How often the held mover was given back. */
  readonly releases: 0 | 1;
  /** The last attempt whose curve was dispatched; 0 before the first. */
  readonly dispatched: number;
  /** The tile that the crowd has the agent in. */
  readonly tile: "P" | "Q";
  /** What was reported at the end. */
  readonly result: "none" | "complete" | "failed";
  /** The tick of the first Approaching. */
  readonly firstTick?: number;
}

/** Before the crossing. */
export const QUIET: Monitor = { mover: "following", releases: 0, dispatched: 0, tile: "P", result: "none" };

/** One step of the reducer, as the monitor sees it. */
export interface SeenStep {
  readonly before: HandoffState;
  readonly event: HandoffEvent;
  readonly after: HandoffState;
  readonly commands: readonly HandoffCommand[];
}

/** The world after one command, or the rule that the command breaks. */
export function carryOut(world: Monitor, command: HandoffCommand, step: SeenStep): Monitor | string {
  switch (command.kind) {
    case "Hold":
      return { ...world, mover: "held" };
    case "Dispatch": {
      if (world.mover !== "held") return "the mover takes orders of a handoff only while it holds it";
      if (command.motion.kind !== "Access") return world;
      const { attempt } = command.motion.access;
      if (attempt <= world.dispatched) return "the same attempt is never admitted twice";
      if (attempt !== command.ticket.attempt) return "an attempt is dispatched under its own number";
      return attempt > 3 ? "never more than 3 admitted attempts" : { ...world, dispatched: attempt };
    }
    case "Adopt":
      return command.tile.id === "Q" ? { ...world, tile: "Q" } : "only Q is adopted";
    case "Release":
      if (world.mover === "held" && world.releases === 0) {
        return { ...world, mover: "following", releases: 1 };
      }
      return world.mover === "following" && step.event.kind === "Recovered"
        ? world
        : "the mover is released exactly once per crossing";
    case "Complete":
      return world.releases === 1 && world.tile === "Q"
        ? { ...world, result: "complete" }
        : "success only after adoption and release";
    case "Fail":
      return world.releases === 1 ? { ...world, result: "failed" } : "Failure only after the release";
    default:
      return world;
  }
}

/** The transitions that H17 lists, and those that H9, H11 and H14 add: leaving the edge, and a restart. */
const ARCS: ReadonlySet<string> = new Set([
  "Following Requested Approaching",
  "Approaching Moved Stopping",
  "Approaching Ticked Stopping",
  "Approaching Interrupted Stopping",
  "Approaching VersionsSeen Stopping",
  "Approaching Moved AtBoundary",
  "Stopping Swept Approaching",
  "Stopping Moved AtBoundary",
  "Stopping Moved Following",
  "Stopping Ticked Following",
  "Stopping Interrupted Following",
  "Stopping VersionsSeen Following",
  "AtBoundary ChecksBegin Adopting",
  "AtBoundary ChecksBegin Stopping",
  "AtBoundary Moved Stopping",
  "AtBoundary Ticked Stopping",
  "AtBoundary Interrupted Stopping",
  "AtBoundary VersionsSeen Stopping",
  "Adopting ChecksDone Following",
  "Adopting ChecksDone AtBoundary",
  "Adopting ChecksDone Stopping",
  "Adopting Ticked AtBoundary",
  "Adopting Moved Stopping",
  "Approaching Recovered Stopping",
  "AtBoundary Recovered Stopping",
  "Adopting Recovered Stopping",
]);

/** Commands that nothing durable has to precede: they move nothing and promise nothing. */
const FREE: readonly HandoffCommand["kind"][] = ["Persist", "Report", "Sweep", "Check"];

/** The rule that a step breaks; undefined: none. */
export function brokenRule(world: Monitor, step: SeenStep): string | undefined {
  const { before, event, after, commands } = step;
  if (before.phase !== after.phase && !ARCS.has(`${before.phase} ${event.kind} ${after.phase}`)) {
    return `only the listed transitions exist (${before.phase} ${event.kind} ${after.phase})`;
  }
  const dependent = commands.findIndex(({ kind }) => !FREE.includes(kind));
  const persist = commands.findIndex(({ kind }) => kind === "Persist");
  if (dependent >= 0 && !(persist >= 0 && persist < dependent)) {
    return "Persist precedes what depends on it";
  }
  for (const command of commands) {
    if (command.kind === "Persist" && command.record.state !== after) {
      return "what is written down is the state";
    }
  }
  return brokenBody(step) ?? brokenCrossing(world, step) ?? brokenEnd(world, step);
}

/** Rules on where the body is. */
function brokenBody({ before, event, after, commands }: SeenStep): string | undefined {
  if (after.phase === "Following") return undefined;
  const told = "feedback" in event ? event.feedback : undefined;
  const known = before.phase === "Following" ? undefined : before.actual;
  const { position, velocity, contact, support } = after.actual;
  const isTold = told !== undefined && same(told.position, position) && same(told.velocity, velocity);
  const isKnown = known !== undefined && same(known.position, position) && same(known.velocity, velocity);
  if (!isTold && !isKnown) return "only feedback moves the body";
  if (event.kind === "Moved" && after !== before && refusal(before, event)) {
    return "a refused displacement never changes the state";
  }
  const still = Math.sqrt(velocity.x * velocity.x + velocity.y * velocity.y) < 1e-3;
  const onEdge = Math.abs(position.x) <= 1e-6 && Math.abs(position.y) <= 1;
  const onP = contact && support.id === "ground" && support.version === 1;
  if ((after.phase === "AtBoundary" || after.phase === "Adopting") && !(still && onEdge && onP)) {
    return "at the boundary the actual foot is on the edge, at rest, on P";
  }
  if (told !== undefined && isTold && after !== before && (told.pushed || !onP || position.x > 1e-6)) {
    const unsafe = after.phase === "Stopping" && after.guarantee === "none";
    if (event.kind !== "Requested" && !unsafe) return "where P's guarantee is void, none is on record";
  }
  const promised = after.phase === "Stopping" && after.guarantee === "edge" && after.executed === 0;
  if (promised && position.x + wayOf(after) > 1e-6) return "a promised stop ends at or before the edge";
  if (after.phase === "Stopping" && after.stop === "confirmed" && onP && !still) {
    return "sliding is not stopped";
  }
  const brake = commands.find((c) => c.kind === "Dispatch" && c.motion.kind === "Brake");
  return brake === undefined || after.phase === "Stopping" ? undefined : "who brakes is stopping";
}

function wayOf({ braking }: Stopping): number {
  return braking.velocity.x > 0 ? brakingLength(braking) : 0;
}

/** Rules on attempts, deadline and admission. */
function brokenCrossing(world: Monitor, { before, event, after, commands }: SeenStep): string | undefined {
  if (after.phase !== "Following") {
    if (after.attempts > 3) return "never more than 3 admitted attempts";
    if (world.firstTick !== undefined && after.firstTick !== world.firstTick) {
      return "the deadline never moves";
    }
    if (before.phase !== "Following" && after.attempts < before.attempts) {
      return "attempts are never given back";
    }
  }
  if (before.phase !== "Following" && after.phase !== "Following" && after.tick < before.tick) {
    return "the clock never goes back";
  }
  const admitted = commands.find((c) => c.kind === "Dispatch" && c.motion.kind === "Access");
  if (admitted?.kind === "Dispatch" && admitted.motion.kind === "Access") {
    const { access } = admitted.motion;
    if (event.kind !== "Swept" || before.phase !== "Stopping") {
      return "a curve is admitted after its sweep only";
    }
    if (event.verdict !== "clear" || event.edges !== EDGES) {
      return "a curve is admitted only if its sweep is clear and all of it lies in P";
    }
    if (event.question !== before.question) return "the answer to an older question admits nothing";
    if (!same(access.start, before.actual.position)) return "a curve starts from the actual stop";
    if (before.stop !== "confirmed" || before.cancelling) return "a curve starts from a confirmed stop";
    if (before.tick - before.firstTick >= 30) return "no attempt is admitted after the deadline";
  }
  if (before.phase === "Stopping" && before.cancelling && after.phase !== "Following") {
    if (after.phase !== "Stopping" || !after.cancelling) return "what is cancelled stays cancelled";
    const fault = commands.some((c) => c.kind === "Report" && c.report.kind === "StopNotConfirmed");
    if (event.kind === "Ticked" && !fault) return "a stop that cannot be confirmed is reported as a fault";
  }
  return undefined;
}

/** Rules on how a crossing ends. */
function brokenEnd(world: Monitor, { before, event, after, commands }: SeenStep): string | undefined {
  const count = (kind: HandoffCommand["kind"]): number => commands.filter((c) => c.kind === kind).length;
  const ends = before.phase !== "Following" && after.phase === "Following";
  if (ends && count("Release") !== 1) return "the mover is released exactly once per crossing";
  if (!ends && count("Release") > 0 && !(before.phase === "Following" && event.kind === "Recovered")) {
    return "the mover is released exactly once per crossing";
  }
  if (after.phase === "Following" && after.tile.id === "Q" && world.tile === "P" && world.result === "none") {
    const begun = before.phase === "Following" && event.kind === "Recovered"; // written down before the crash
    const allHold = event.kind === "ChecksDone" && event.facts === FACTS;
    if (!begun && !(before.phase === "Adopting" && allHold)) return "Q is adopted only when all checks hold";
  }
  return undefined;
}

/** Whether a displacement is of another order, late or unreadable, by its own words. */
function refusal(before: HandoffState, event: HandoffEvent): boolean {
  if (event.kind !== "Moved" || before.phase === "Following") return true;
  const { epoch, action, attempt, order } = event.ticket;
  return epoch !== before.epoch || action !== before.terms.action || attempt !== before.attempts ||
    order !== before.order || !(event.executed > before.executed);
}

function same(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): boolean {
  return a.x === b.x && a.y === b.y;
}
