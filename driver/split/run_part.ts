import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Crowd, StepInput } from "../../crowd/crowd.ts";
import { crowdAt } from "../../crowd/create.ts";
import { departures, withArrivals } from "../../crowd/split/ownership.ts";
import { haloFor, readyPart, stepPart } from "../../crowd/split/part.ts";
import type { Partition } from "../../crowd/split/partition.ts";
import { haloWidth, joinReach, reachOfAgents } from "../../crowd/split/reach.ts";
import type { PartFailure } from "./part_failure.ts";
import type { PartLink } from "./part_link.ts";
import type { PartMessage } from "./part_message.ts";
import { type PartStore, type World, worldText } from "./part_store.ts";

/** One part's process: who it is, whom it talks to, and where it keeps its agents. */
export interface PartRun {
  /** Its number. */
  readonly part: number;
  /** Who owns what; the same for all. */
  readonly partition: Partition;
  /** Links to all other parts. */
  readonly links: readonly PartLink[];
  /** Where its agents are kept. */
  readonly store: PartStore;
  /** What all parts share. */
  readonly world: World;
  /** What a step of its agents is given; it must depend on the crowd alone, for a restart steps again. Default: nothing. */
  readonly inputOf?: (own: Crowd) => StepInput;
  /** Told of each step when its agents are durable. */
  readonly onStep?: (own: Crowd, step: PartStep) => void;
}

/** What a step of a part has cost. */
export interface PartStep {
  /** Agents of others that it saw. */
  readonly seen: number;
  /** Agents that came to it. */
  readonly arrived: number;
}

/**
 * Steps a part, together with its peers, to a tick: from the last tick of which all have their agents. Nothing of a tick is
 * sent before the agents of that tick are durable; so wherever any process dies, each agent stands in exactly one part of
 * the last tick that all have, and because a step always comes to the same bits, going back to it changes nothing.
 */
export async function runPart(run: PartRun, until: number): Promise<E.Either<PartFailure, Crowd>> {
  const start = await commonCrowd(run);
  let now = start;
  while (E.isRight(now) && now.right.tick < until) now = await stepTogether(run, now.right);
  return now;
}

/** The greatest tick that each of these has; undefined: there is none. */
export function commonTick(ticks: readonly (readonly number[])[]): number | undefined {
  const [first = [], ...others] = ticks;
  const common = first.filter((tick) => others.every((some) => some.includes(tick)));
  return common.length === 0 ? undefined : common.reduce((a, b) => Math.max(a, b));
}

/** The part's agents at the last tick that all have. */
async function commonCrowd({ part, links, store, world }: PartRun): Promise<E.Either<PartFailure, Crowd>> {
  const own = await store.ticks();
  if (E.isLeft(own)) return own;
  const text = worldText(world);
  const hello: PartMessage = { kind: "Hello", part, world: text, ticks: own.right };
  const heard = await exchange(links, () => hello, "Hello");
  if (E.isLeft(heard)) return heard;
  const stranger = heard.right.findIndex((other) => other.world !== text);
  if (stranger >= 0) return E.left({ kind: "OtherWorld", part: links[stranger]!.part });
  const tick = commonTick([own.right, ...heard.right.map(({ ticks }) => ticks)]);
  if (tick === undefined) return E.left({ kind: "NoCommonTick" });
  const agents = await store.read(tick);
  return E.isLeft(agents) ? agents : E.right(crowdAt(agents.right, world.obstacles, world.parameters, tick));
}

async function stepTogether(run: PartRun, crowd: Crowd): Promise<E.Either<PartFailure, Crowd>> {
  const { part, partition, links, store } = run, { tick, parameters } = crowd;
  const ready = readyPart(crowd, run.inputOf?.(crowd));
  const own = reachOfAgents(ready.crowd.agents, parameters);
  const reaches = await exchange(links, () => ({ kind: "Reach", tick, reach: own }), "Reach", tick);
  if (E.isLeft(reaches)) return reaches;
  const width = haloWidth(reaches.right.map(({ reach }) => reach).reduce(joinReach, own), parameters);
  const halos = await exchange(
    links,
    (other) => ({ kind: "Halo", tick, halo: haloFor(ready, other, partition, width) }),
    "Halo",
    tick,
  );
  if (E.isLeft(halos)) return halos;
  const stepped = stepPart(ready, halos.right.map(({ halo }) => halo));
  const { staying, leaving } = departures(stepped, part, partition);
  const departed = await exchange(
    links,
    (other) => ({ kind: "Departed", tick, agents: leaving[other]! }),
    "Departed",
    tick,
  );
  if (E.isLeft(departed)) return departed;
  const arrivals = departed.right.flatMap(({ agents }) => agents), next = withArrivals(staying, arrivals);
  const written = await store.write(next.tick, next.agents);
  if (E.isLeft(written)) return written;
  run.onStep?.(next, {
    seen: halos.right.reduce((sum, { halo }) => sum + halo.agents.length, 0),
    arrived: arrivals.length,
  });
  return E.right(next);
}

/** Says something to every peer and hears from each, at the same time: nobody waits for another to read. */
async function exchange<Kind extends PartMessage["kind"]>(
  links: readonly PartLink[],
  saying: (other: number) => PartMessage & { readonly kind: Kind },
  kind: Kind,
  tick?: number,
): Promise<E.Either<PartFailure, readonly (PartMessage & { readonly kind: Kind })[]>> {
  const turns = await Promise.all(links.map(async ({ part, send, receive }) => {
    const [sent, heard] = await Promise.all([send(saying(part)), receive()]);
    return E.isLeft(heard) ? heard : E.isLeft(sent) ? sent : asExpected(part, heard.right, kind, tick);
  }));
  const answers: (PartMessage & { readonly kind: Kind })[] = [];
  for (const turn of turns) {
    if (E.isLeft(turn)) return turn;
    answers.push(turn.right);
  }
  return E.right(answers);
}

function asExpected<Kind extends PartMessage["kind"]>(
  part: number,
  message: PartMessage,
  kind: Kind,
  tick: number | undefined,
): E.Either<PartFailure, PartMessage & { readonly kind: Kind }> {
  const isAsked = (found: PartMessage): found is PartMessage & { readonly kind: Kind } =>
    found.kind === kind && (found.kind === "Hello" || found.tick === tick);
  if (isAsked(message)) return E.right(message);
  const found = message.kind === "Hello" ? message.kind : `${message.kind} of tick ${message.tick}`;
  const expected = tick === undefined ? kind : `${kind} of tick ${tick}`;
  return E.left({ kind: "OutOfStep", part, expected, found });
}
