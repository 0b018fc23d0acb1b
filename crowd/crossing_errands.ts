import type { AdoptionFacts } from "../handoff/adoption.ts";
import { type CrossingTerms, REACH } from "../handoff/crossing_terms.ts";
import type { Adopt, Check, Sweep } from "../handoff/handoff_command.ts";
import { pointVelocity, type RigidMotion } from "../geometry/rigid_motion.ts";
import { dot, rotate, subtract } from "../geometry/vector.ts";
import type { Edge } from "../boundary/edge.ts";
import type { AgentId } from "../geometry/agent.ts";
import { agentOf } from "./create.ts";
import { carrierOfCrossing, feedbackOf, frameOfCrossing } from "./crossing_feedback.ts";
import { itemAt, withoutFirst } from "./persistent_list.ts";
import { backInCorridor, withoutCorridor } from "./tiled_corridor.ts";
import { sweepAccess } from "./crossing_sweep.ts";
import type { CrowdAgent } from "./crowd.ts";
import { groundLimits } from "./floor.ts";
import { frameOfSupport, inAxesOf, placeIn } from "./ground_frames.ts";
import { crosserOf, withAgent, withCrosser } from "./crossers.ts";
import { hearCrossing } from "./hear_crossing.ts";
import { onTile } from "./on_tile.ts";
import { type Crosser, logicTick, type TiledCrowd } from "./tiled_crowd.ts";
import { type GroundTile, heightOn, isWithin, type TiledGround, tileOf, versionNow } from "./tiled_ground.ts";

/**
 * The world after the first errand of its outbox. A `Persist` must have been made durable before (H14). Everything is done once
 * per action: what comes again changes nothing.
 */
export function carryOut(world: TiledCrowd): TiledCrowd {
  const errand = itemAt(world.outbox, 0);
  if (errand === undefined) return world;
  const { agent: id, command } = errand, now: TiledCrowd = { ...world, outbox: withoutFirst(world.outbox) };
  const crosser = crosserOf(now, id), agent = agentOf(now.crowd, id);
  if (crosser === undefined || agent === undefined) return now;
  switch (command.kind) {
    case "Persist":
    case "Report":
      return now;
    case "Hold":
      return withCrosser(withoutCorridor(now, id), { ...crosser, owner: command.action });
    case "Dispatch": {
      const { ticket, motion } = command;
      return crosser.owner === ticket.action
        ? withCrosser(now, { ...crosser, order: { ticket, motion, executed: 0 } })
        : now;
    }
    case "Sweep":
      return hearCrossing(now, id, answerTo(command, now, agent, crosser));
    case "Check":
      return hearCrossing(now, id, factsFor(command, now, agent));
    case "Adopt":
      return adopted(now, id, command);
    case "Release":
      return backInCorridor(
        crosser.owner === command.action ? withCrosser(now, released(crosser)) : now,
        id,
      );
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

/**
 * Tile, gradient, edges and support are set together; the next solve is the first with the new budgets (H8). The body's world
 * velocity stays what it is: relative to the new support it is another one (G16).
 */
function adopted(world: TiledCrowd, id: AgentId, { tile }: Adopt): TiledCrowd {
  const { ground } = world, found = tileOf(ground, tile.id);
  return found === undefined ? world : withAgent(
    world,
    id,
    (agent) => onTile(agent, found, ground, world.crowd.parameters.timeStep),
  );
}

function answerTo(
  { ticket, question, access }: Sweep,
  { crowd, ground }: TiledCrowd,
  agent: CrowdAgent,
  crosser: Crosser,
) {
  const { state } = crosser, terms = state.phase === "Following" ? undefined : state.terms;
  const from = terms === undefined ? undefined : tileOf(ground, terms.from.id);
  return {
    kind: "Swept",
    ticket,
    question,
    verdict: terms === undefined ? "blocked" : sweepAccess(crowd, ground, agent, crosser, terms, access),
    edges: terms === undefined || from === undefined ? [] : edgesFor(agent, terms, from, ground),
  } as const;
}

/**
 * P's edges in the frame of a crossing (H3). Where that moves on along P, they lie as much farther in as the agent needs to
 * come to rest on P: at P's end it must be able to stay behind.
 */
function edgesFor(
  agent: CrowdAgent,
  terms: CrossingTerms,
  { region, support }: GroundTile,
  ground: TiledGround,
): readonly Edge[] {
  const frame = frameOfCrossing(ground, terms), own = frameOfSupport(ground, support.id);
  const velocity = inAxesOf(frame, pointVelocity(frame, agent.position));
  if (carrierOfCrossing(ground, terms) === support.id) {
    return region.edges.map((edge) => ({ ...edge, velocity }));
  }
  const { maxSpeed, budget } = groundLimits(agent), drift = subtract(frame.velocity, own.velocity);
  return region.edges.map((edge) => {
    const outward = rotate(edge.normal, own.heading), normal = inAxesOf(frame, outward);
    const room = Math.max(0, dot(outward, drift)) * maxSpeed / (2 * budget);
    return {
      ...edge,
      normal,
      offset: edge.offset + dot(outward, subtract(own.origin, frame.origin)) - room,
      velocity: inAxesOf(frame, own.velocity),
    };
  });
}

function factsFor({ ticket, question, terms }: Check, { ground }: TiledCrowd, agent: CrowdAgent) {
  return {
    kind: "ChecksDone",
    ticket,
    question,
    facts: adoptionFacts(terms, ground, agent),
    feedback: feedbackOf(ground, agent, frameOfCrossing(ground, terms), "own"),
  } as const;
}

/** What adoption depends on, as it is now (H8). */
function adoptionFacts(terms: CrossingTerms, ground: TiledGround, { position }: CrowdAgent): AdoptionFacts {
  const from = tileOf(ground, terms.from.id), to = tileOf(ground, terms.to.id);
  const gone = { id: "gone", version: 0 };
  const heightAt = (tile: GroundTile): number =>
    heightOn(tile, placeIn(frameOfSupport(ground, tile.support.id), position));
  const rise = from === undefined || to === undefined ? Infinity : Math.abs(heightAt(to) - heightAt(from));
  const frame = frameOfCrossing(ground, terms);
  const under: RigidMotion = frameOfSupport(ground, (to ?? terms.to).support.id);
  return {
    from: from ?? gone,
    to: to ?? gone,
    edge: { id: terms.edge.id, version: versionNow(ground.edges, terms.edge.id) },
    navigation: ground.navigation,
    surface: from?.support ?? gone,
    newSupport: { ...(to?.support ?? gone), velocity: inAxesOf(frame, pointVelocity(under, position)) },
    newContact: to !== undefined && isWithin(ground, to, position, REACH),
    step: rise <= ground.stepHeight ? "passable" : "tooHigh",
  };
}
