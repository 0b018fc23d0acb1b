import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { changeAgents } from "../crowd/change_agents.ts";
import { addAgents, agentOf, removeAgents, withObstacles } from "../crowd/create.ts";
import type { Crowd } from "../crowd/crowd.ts";
import { itemsOf } from "../crowd/persistent_list.ts";
import { withMembers } from "../crowd/members.ts";
import type { RouteCorner } from "../crowd/route.ts";
import type { TiledCrowd } from "../crowd/tiled_crowd.ts";
import { parseTiledGround } from "../crowd/parse_ground.ts";
import { interruptCrossing, redirect, replaceGround } from "../crowd/tiled_step.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked, readAgentId, readArray, type Reader, readRecord, readWord } from "../geometry/reader.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { Interrupted } from "../handoff/handoff_event.ts";
import type { DrivenCrowd } from "./driven_crowd.ts";
import type { HandoffRun } from "./handoff_runner.ts";

/** Something that becomes different between two steps, beyond what `StepInput` tells of single steps. */
export type CrowdChange =
  /** Agents come (C1), as `createCrowd` takes them. */
  | { readonly kind: "AgentsAdded"; readonly agents: readonly unknown[] }
  /** Agents go; IDs that are not there change nothing. */
  | { readonly kind: "AgentsRemoved"; readonly ids: readonly AgentId[] }
  /**
   * Agents are otherwise (C1), as `changeAgents` takes it: another route, radius, speed. On tiles, where they are and what they
   * stand on is not for changes to say; a crossing that a new route does not lead over is interrupted (H10).
   */
  | { readonly kind: "AgentsChanged"; readonly changes: readonly unknown[] }
  /** Other walls stand in place of all before (C8), as `createCrowd` takes them; on tiles, crossings are interrupted (H10). */
  | { readonly kind: "ObstaclesReplaced"; readonly obstacles: readonly unknown[] }
  /** The tiles are others, or have other versions (H10), as `parseTiledGround` takes them. */
  | { readonly kind: "GroundReplaced"; readonly ground: unknown }
  /** An agent's crossing is interrupted (H10). */
  | { readonly kind: "CrossingInterrupted"; readonly id: AgentId; readonly cause: Interrupted["cause"] };

const KINDS = [
  "AgentsAdded",
  "AgentsRemoved",
  "AgentsChanged",
  "ObstaclesReplaced",
  "GroundReplaced",
  "CrossingInterrupted",
] as const satisfies readonly CrowdChange["kind"][];

const CAUSES = [
  "obstaclesChanged",
  "sweepBlocked",
  "newOrder",
] as const satisfies readonly Interrupted["cause"][];

/**
 * The crowd after a change, or everything that is wrong with it; nothing is half done.
 *
 * In a crowd on tiles, an ID that has gone is not used again: what is still reported of its orders would be taken for the
 * newcomer's (H15).
 */
export function changedBy(now: DrivenCrowd, change: unknown): Checked<DrivenCrowd> {
  const read = checked(change, readChange);
  return E.isLeft(read)
    ? read
    : now.handoffs === undefined
    ? E.map((crowd: Crowd): DrivenCrowd => ({ ...now, crowd }))(changedCrowd(now.crowd, read.right))
    : E.map((handoffs: HandoffRun): DrivenCrowd => ({ ...now, crowd: handoffs.world.crowd, handoffs }))(
      changedRun(now.handoffs, read.right),
    );
}

function readChange(value: unknown, reader: Reader): CrowdChange {
  const record = readRecord(value, [], reader), kind = readWord(record["kind"], ["kind"], KINDS, reader);
  const id = (): AgentId => readAgentId(record["id"], ["id"], reader) ?? NaN;
  switch (kind) {
    case "AgentsAdded":
      return { kind, agents: readArray(record["agents"], ["agents"], reader) };
    case "AgentsRemoved": {
      const ids = readArray(record["ids"], ["ids"], reader);
      return { kind, ids: ids.map((one, i) => readAgentId(one, ["ids", i], reader) ?? NaN) };
    }
    case "AgentsChanged":
      return { kind, changes: readArray(record["changes"], ["changes"], reader) };
    case "ObstaclesReplaced":
      return { kind, obstacles: readArray(record["obstacles"], ["obstacles"], reader) };
    case "GroundReplaced":
      return { kind, ground: record["ground"] };
    case "CrossingInterrupted":
      return { kind, id: id(), cause: readWord(record["cause"], ["cause"], CAUSES, reader) };
  }
}

function changedCrowd(crowd: Crowd, change: CrowdChange): Checked<Crowd> {
  switch (change.kind) {
    case "AgentsAdded":
      return addAgents(crowd, change.agents);
    case "AgentsRemoved":
      return E.right(removeAgents(crowd, change.ids));
    case "AgentsChanged":
      return changeAgents(crowd, change.changes);
    case "ObstaclesReplaced":
      return withObstacles(crowd, change.obstacles);
    case "GroundReplaced":
    case "CrossingInterrupted":
      return checked(change.kind, (kind, reader) => {
        reader.report(["kind"], kind, "must be about a crowd on tiles");
        return crowd;
      });
  }
}

function changedRun(run: HandoffRun, change: CrowdChange): Checked<HandoffRun> {
  const { world, epoch, gone } = run;
  if (change.kind === "GroundReplaced") {
    const ground = parseTiledGround(change.ground);
    return E.isLeft(ground) ? ground : E.right({ ...run, world: replaceGround(world, ground.right) });
  }
  if (change.kind === "CrossingInterrupted") {
    return E.right({ ...run, world: interruptCrossing(world, change.id, change.cause) });
  }
  const unsaid = checked(change, readUnsaid);
  if (E.isLeft(unsaid)) return unsaid;
  const crowd = changedCrowd(world.crowd, change);
  if (E.isLeft(crowd)) return crowd;
  const fresh = checked(crowd.right, (_, reader) => {
    for (const { id } of crowd.right.agents) {
      if (gone.has(id)) reader.report(["agents"], id, "must not have the ID of one that has gone", id);
    }
  });
  if (E.isLeft(fresh)) return fresh;
  const members = withMembers(world, onItsGround(world.crowd, crowd.right), epoch);
  if (E.isLeft(members)) return members;
  const staying = new Set(crowd.right.agents.map(({ id }) => id));
  const left = world.crowd.agents.flatMap(({ id }) => staying.has(id) ? [] : [id]);
  return E.right({ ...run, gone: new Set([...gone, ...left]), world: told(world, members.right, change) });
}

/** What the ground says of those who are on it. */
const OF_THE_GROUND = [
  "position",
  "velocity",
  "support",
  "region",
  "gradient",
  "z",
  "corridor",
  "tile",
] as const;

function readUnsaid(change: unknown, reader: Reader): void {
  const { kind, changes } = change as CrowdChange & { readonly changes?: readonly unknown[] };
  if (kind !== "AgentsChanged") return;
  (changes ?? []).forEach((one, i) => {
    for (const field of OF_THE_GROUND) {
      const value = typeof one === "object" && one !== null
        ? (one as Record<string, unknown>)[field]
        : undefined;
      if (value !== undefined) {
        reader.report(
          ["changes", i, field],
          value,
          "must be absent on tiles: feedback tells where agents are",
        );
      }
    }
  });
}

/** The crowd after a change, its agents where they were and on what they stood, to the bit. */
function onItsGround(before: Crowd, after: Crowd): Crowd {
  return {
    ...after,
    agents: after.agents.map((agent) => {
      const old = agentOf(before, agent.id);
      if (old === undefined) return agent;
      const { support: _, region: __, ...rest } = agent,
        { position, velocity, z, gradient, support, region } = old;
      return {
        ...rest,
        ...{ position, velocity, z, gradient },
        // A route that is the same stays the one whose corners the ground has been carrying along.
        route: sameRoute(agent.route, old.route) ? old.route : agent.route,
        ...(support === undefined ? {} : { support }),
        ...(region === undefined ? {} : { region }),
      };
    }),
  };
}

/** The world after its handoffs have heard of a change that concerns them (H10). */
function told(before: TiledCrowd, now: TiledCrowd, change: CrowdChange): TiledCrowd {
  const ids = itemsOf(now.crossers).map(({ id }) => id);
  switch (change.kind) {
    case "ObstaclesReplaced":
      return ids.reduce((world, id) => interruptCrossing(world, id, "obstaclesChanged"), now);
    case "AgentsChanged":
      return ids.reduce((world, id) => {
        const route = agentOf(now.crowd, id)?.route;
        return route === undefined || sameRoute(route, agentOf(before.crowd, id)?.route)
          ? world
          : redirect(world, id, route);
      }, now);
    default:
      return now;
  }
}

function sameRoute(route: readonly RouteCorner[], old: readonly RouteCorner[] | undefined): boolean {
  return route.length === old?.length &&
    route.every((corner, i) => samePlace(corner, old[i]!) && samePlace(corner.half, old[i]!.half));
}

function samePlace(a: Vec2 | undefined, b: Vec2 | undefined): boolean {
  return a === b || (a?.x === b?.x && a?.y === b?.y);
}
