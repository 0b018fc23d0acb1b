import type { AdoptionFacts } from "../handoff/adoption.ts";
import { type CrossingTerms, REACH } from "../handoff/crossing_terms.ts";
import type { Adopt, Check, Sweep } from "../handoff/handoff_command.ts";
import { edgeMargin } from "../boundary/edge.ts";
import { ZERO } from "../geometry/vector.ts";
import type { AgentId } from "../geometry/agent.ts";
import { agentOf } from "./create.ts";
import { feedbackOf } from "./crossing_request.ts";
import { sweepAccess } from "./crossing_sweep.ts";
import type { CrowdAgent } from "./crowd.ts";
import {
  type Crosser,
  crosserOf,
  hearCrossing,
  logicTick,
  onTile,
  type TiledCrowd,
  withAgent,
  withCrosser,
} from "./tiled_crowd.ts";
import { heightOn, type TiledGround, tileOf, versionNow } from "./tiled_ground.ts";

/**
 * The world after the first errand of its outbox. A `Persist` must have been made durable before (H14). Everything is done once
 * per action: what comes again changes nothing.
 */
export function carryOut(world: TiledCrowd): TiledCrowd {
  const [errand, ...rest] = world.outbox;
  if (errand === undefined) return world;
  const { agent: id, command } = errand, now: TiledCrowd = { ...world, outbox: rest };
  const crosser = crosserOf(now, id), agent = agentOf(now.crowd, id);
  if (crosser === undefined || agent === undefined) return now;
  switch (command.kind) {
    case "Persist":
    case "Report":
      return now;
    case "Hold":
      return withCrosser(now, { ...crosser, owner: command.action });
    case "Dispatch": {
      const { ticket, motion } = command;
      return crosser.owner === ticket.action
        ? withCrosser(now, { ...crosser, order: { ticket, motion, executed: 0 } })
        : now;
    }
    case "Sweep":
      return hearCrossing(now, id, answerTo(command, now, agent));
    case "Check":
      return hearCrossing(now, id, factsFor(command, now, agent));
    case "Adopt":
      return adopted(now, id, command);
    case "Release":
      return crosser.owner === command.action ? withCrosser(now, released(crosser)) : now;
    case "Complete":
      return concluded(now, crosser, command.action, 0);
    case "Fail":
      return concluded(now, crosser, command.action, 1);
  }
}

function released({ owner: _, order: __, tried: ___, ...crosser }: Crosser): Crosser {
  return crosser;
}

/** The end of an action is reported once; that its commands are carried out is heard each time. */
function concluded(
  world: TiledCrowd,
  crosser: Crosser,
  action: number | string,
  pause: number,
): TiledCrowd {
  const next = crosser.concluded === action
    ? world
    : withCrosser(world, { ...crosser, concluded: action, notBefore: logicTick(world) + pause });
  return hearCrossing(next, crosser.id, { kind: "Settled", action });
}

/** Tile, gradient, edges and velocity are set together; the next solve is the first with the new budgets (H8). */
function adopted(world: TiledCrowd, id: AgentId, { tile, velocity }: Adopt): TiledCrowd {
  const ground = tileOf(world.ground, tile.id);
  return ground === undefined
    ? world
    : withAgent(world, id, (agent) => ({ ...onTile(agent, ground), velocity }));
}

function answerTo(
  { ticket, question, access }: Sweep,
  { crowd, ground, crossers }: TiledCrowd,
  agent: CrowdAgent,
) {
  const state = crossers.find(({ id }) => id === agent.id)!.state;
  const from = state.phase === "Following" ? state.tile.id : state.terms.from.id;
  return {
    kind: "Swept",
    ticket,
    question,
    verdict: sweepAccess(crowd, agent, access),
    edges: tileOf(ground, from)?.region.edges ?? [],
  } as const;
}

function factsFor({ ticket, question, terms }: Check, { ground }: TiledCrowd, agent: CrowdAgent) {
  const facts = adoptionFacts(terms, ground, agent);
  return {
    kind: "ChecksDone",
    ticket,
    question,
    facts,
    feedback: feedbackOf(agent, terms.from, "own"),
  } as const;
}

/** What adoption depends on, as it is now (H8). */
function adoptionFacts(terms: CrossingTerms, ground: TiledGround, { position }: CrowdAgent): AdoptionFacts {
  const from = tileOf(ground, terms.from.id), to = tileOf(ground, terms.to.id);
  const gone = { id: "gone", version: 0 };
  const rise = from === undefined || to === undefined
    ? Infinity
    : Math.abs(heightOn(to, position) - heightOn(from, position));
  return {
    from: from ?? gone,
    to: to ?? gone,
    edge: { id: terms.edge.id, version: versionNow(ground.edges, terms.edge.id) },
    navigation: ground.navigation,
    surface: from?.support ?? gone,
    newSupport: { ...(to?.support ?? gone), velocity: ZERO },
    newContact: to !== undefined && to.region.edges.every((edge) => edgeMargin(edge, position) >= -REACH),
    step: rise <= ground.stepHeight ? "passable" : "tooHigh",
  };
}
