/**
 * Explores every reachable state of a handoff, breadth first, over all events, with a crash after every command, and checks
 * in each step what must always hold.
 *
 * ```sh
 * deno run tools/handoff/explorer.ts    # counts the states
 * ```
 *
 * @module
 */
import { isRight } from "npm:fp-ts@^2.16/lib/Either.js";
import type { HandoffEvent } from "../../handoff/handoff_event.ts";
import { handoffRecord, type HandoffStep } from "../../handoff/handoff_record.ts";
import { type HandoffState, initialHandoff } from "../../handoff/handoff_state.ts";
import { parseHandoffRecord } from "../../handoff/parse_record.ts";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import { eventsFor, P, refusable, restarts } from "./alphabet.ts";
import { brokenRule, carryOut, type Monitor, QUIET } from "./monitor.ts";

/** A reducer, right or wrong. */
export type Reduce = (state: HandoffState, event: HandoffEvent) => HandoffStep;

/** What an exploration found. */
export interface Exploration {
  /** States of the handoff that were reached, apart from what only counts orders and questions. */
  readonly states: number;
  /** States of handoff and world together, those after a crash among them. */
  readonly situations: number;
  /** Steps that were checked. */
  readonly steps: number;
  /** Phase to phase, with one step of each kind that leads there. */
  readonly arcs: ReadonlyMap<string, Arc>;
  /** The first broken rule; absent: none. */
  readonly violation?: Violation;
}

/** A way from phase to phase. */
export interface Arc {
  readonly from: HandoffState["phase"];
  readonly to: HandoffState["phase"];
  readonly before: HandoffState;
  readonly event: HandoffEvent;
  readonly after: HandoffState;
}

/** A rule that is broken, and how to get there. */
export interface Violation {
  readonly rule: string;
  readonly trail: readonly HandoffEvent[];
}

interface Situation {
  readonly state: HandoffState;
  readonly world: Monitor;
  /** The process is down; `state` is what was written last. */
  readonly crashed: boolean;
  readonly parent?: Situation;
  readonly event?: HandoffEvent;
}

/** Explores all that can happen to one crossing. */
export function explore(reduce: Reduce = reduceHandoff): Exploration {
  const start: Situation = { state: initialHandoff(P, 1), world: QUIET, crashed: false };
  const queue: Situation[] = [start];
  const seen = new Map<string, number>([[keyOf(start), 0]]);
  const states = new Set<string>();
  const arcs = new Map<string, Arc>();
  const predecessors: number[][] = [[]];
  let steps = 0;
  const result = (violation?: Violation): Exploration => ({
    states: states.size,
    situations: seen.size,
    steps,
    arcs,
    ...(violation === undefined ? {} : { violation }),
  });
  for (let i = 0; i < queue.length; i++) {
    const situation = queue[i]!;
    const reach = (next: Situation): void => {
      const key = keyOf(next), known = seen.get(key);
      if (known !== undefined) return void predecessors[known]!.push(i);
      seen.set(key, queue.length);
      predecessors.push([i]);
      queue.push(next);
    };
    const { state, world, crashed } = situation;
    const key = stateKey(state);
    if (!states.has(key)) {
      states.add(key);
      const wrong = brokenState(state, reduce);
      if (wrong !== undefined) return result({ rule: wrong, trail: trailTo(situation) });
    }
    const recovered = recovery(state, reduce);
    if (!crashed) reach({ state, world, crashed: true, parent: situation }); // a crash between two steps
    for (const event of crashed ? restarts(state) : eventsFor(state)) {
      steps++;
      const [after, commands] = reduce(state, event), step = { before: state, event, after, commands };
      const trail = () => [...trailTo(situation), event];
      const rule = brokenRule(world, step);
      if (rule !== undefined) return result({ rule, trail: trail() });
      if (state.phase !== after.phase || event.kind === "Recovered" && after !== state) {
        const name = arcName(event, state, after);
        if (!arcs.has(name)) {
          arcs.set(name, { from: state.phase, to: after.phase, before: state, event, after });
        }
      }
      if (after === state && commands.every(({ kind }) => !changesWorld(kind))) continue;
      // The commands one by one; after each the process may crash.
      let now = world, durable = state, crashes: readonly Situation[] = [];
      for (const command of commands) {
        const next = carryOut(now, command, step);
        if (typeof next === "string") return result({ rule: next, trail: trail() });
        now = next;
        if (command.kind === "Persist") durable = command.record.state;
        if (changesWorld(command.kind)) {
          crashes = [...crashes, { state: durable, world: now, crashed: true, parent: situation, event }];
        }
      }
      if (after.phase === "Approaching" && now.firstTick === undefined) {
        now = { ...now, firstTick: after.firstTick };
      }
      if (after.phase === "Following" && now.mover === "held") {
        return result({ rule: "in Following the mover is its own", trail: trail() });
      }
      if (commands.every(({ kind }) => kind !== "Persist") && recovery(after, reduce) !== recovered) {
        return result({ rule: "what matters after a restart is written down", trail: trail() });
      }
      crashes.forEach(reach);
      reach({ state: after, world: now, crashed: false, parent: situation, event });
    }
  }
  const stuck = firstStuck(queue, predecessors);
  return result(stuck && { rule: "every crossing can still end, in Q or failed", trail: trailTo(stuck) });
}

/** What must hold in a state, whatever comes next. */
function brokenState(state: HandoffState, reduce: Reduce): string | undefined {
  const read = parseHandoffRecord(JSON.parse(JSON.stringify(handoffRecord(state))));
  if (!isRight(read) || sorted(read.right) !== sorted(state)) {
    return `the record survives JSON (${isRight(read) ? "changed" : JSON.stringify(read.left)})`;
  }
  if (state.phase !== "Following") {
    for (const event of refusable(state)) {
      if (reduce(state, event)[0] !== state) return "a refused displacement never changes the state";
    }
  }
  for (const restart of restarts(state)) {
    const later = { ...restart, epoch: restart.epoch + 1 };
    const twice = reduce(reduce(state, restart)[0], later)[0];
    if (JSON.stringify(twice) !== JSON.stringify(reduce(state, later)[0])) return "two recoveries equal one";
  }
  return undefined;
}

/** JSON with the fields of each record in alphabetical order. */
function sorted(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1))
        : part,
  );
}

/** What a restart makes of a state, for two things that it may find. */
function recovery(state: HandoffState, reduce: Reduce): string {
  return JSON.stringify(restarts(state).slice(1, 3).map((restart) => reduce(state, restart)[0]));
}

function changesWorld(kind: string): boolean {
  return kind !== "Report" && kind !== "Sweep" && kind !== "Check";
}

/** A situation from which no end can be reached; undefined: none. */
function firstStuck(
  queue: readonly Situation[],
  predecessors: readonly (readonly number[])[],
): Situation | undefined {
  const ends = queue.flatMap(({ state, world }, i) =>
    state.phase === "Following" && world.result !== "none" && world.mover === "following" ? [i] : []
  );
  const good = new Set(ends), open = [...ends];
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    for (const before of predecessors[i]!) {
      if (good.has(before)) continue;
      good.add(before);
      open.push(before);
    }
  }
  return queue.find((_, i) => !good.has(i));
}

function trailTo(situation: Situation): readonly HandoffEvent[] {
  const trail: HandoffEvent[] = [];
  for (let at: Situation | undefined = situation; at !== undefined; at = at.parent) {
    if (at.event !== undefined) trail.unshift(at.event);
  }
  return trail;
}

/**
 * What tells states apart. Left out: numbers of orders and questions and the epoch, which are only ever compared for being
 * the present ones; the terms, which never change; and the course of a stop and how long an order has been carried out off
 * the curve, because the next report comes after the reaction time.
 */
function stateKey(state: HandoffState): string {
  if (state.phase === "Following") return `Following ${state.tile.id} ${JSON.stringify(state.outcome)}`;
  const { phase, attempts, firstTick, tick, actual } = state;
  const { position: p, velocity: v, support, contact, pushed } = actual;
  const facts =
    `${phase} ${attempts} ${firstTick} ${tick} ${p.x},${p.y} ${v.x},${v.y} ${support.id} ${contact} ${pushed}`;
  if (state.phase === "Approaching") {
    const { access, executed } = state;
    return access === undefined
      ? facts
      : `${facts} ${access.attempt} ${access.start.x} ${access.end.x} ${executed}`;
  }
  if (state.phase !== "Stopping") return facts;
  const { stop, guarantee, disturbance, proposed, cancelling } = state;
  return `${facts} ${stop} ${guarantee} ${disturbance} ${proposed?.attempt} ${proposed?.start.x} ${
    cancelling ? state.reason : "going on"
  }`;
}

function keyOf({ state, world, crashed }: Situation): string {
  const { mover, releases, dispatched, tile, result, firstTick } = world;
  return `${stateKey(state)} | ${mover} ${releases} ${dispatched} ${tile} ${result} ${firstTick} ${crashed}`;
}

function arcName(event: HandoffEvent, before: HandoffState, after: HandoffState): string {
  const how = after.phase !== "Stopping"
    ? ""
    : after.cancelling
    ? "cancelling"
    : after.guarantee === "none"
    ? "disturbed"
    : before.phase === "Approaching" && before.access !== undefined
    ? "off the curve"
    : "";
  return [before.phase, event.kind, after.phase, how].join(" ");
}

if (import.meta.main) {
  const started = performance.now();
  const { states, situations, steps, arcs, violation } = explore();
  console.log(`${states} states, ${situations} situations, ${steps} steps, ${arcs.size} kinds of transition`);
  if (violation === undefined) console.log("no rule is broken");
  else {
    console.log(`broken: ${violation.rule}`);
    for (const { terms: _, ...event } of violation.trail as readonly (HandoffEvent & { terms?: unknown })[]) {
      console.log(JSON.stringify(event));
    }
  }
  console.log(`${Math.round(performance.now() - started)} ms`);
}
